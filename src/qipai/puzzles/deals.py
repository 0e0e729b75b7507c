"""Deals in which puzzles are found, played by bots of different strength: their mistakes lead to interesting positions."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from qipai.agents.base import ARENA, Decision
from qipai.agents.ladder import agent
from qipai.agents.seating import deal_context
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.table import Table, blank_table
from qipai.search.playout import lowest_seat

PLAYERS = ("easy", "easy", "easy", "normal", "normal", "normal", "normal", "hard")  # each seat is one of them, by chance


def number_of(*parts: object) -> int:
    """A seed of its own for every purpose."""
    return int.from_bytes(sha256(":".join(str(part) for part in ("puzzles", *parts)).encode()).digest()[:7], "big")


@dataclass(frozen=True)
class PlayedDeal:
    """A finished deal with all that a record of it needs."""

    table: Table
    carried: Json | None
    players: list[str]
    decisions: list[tuple[int, Decision]]  # with a choice, and the number of the move; their hints are known already


def play_deal(game: Game, way: Json, seed: int, number: int) -> PlayedDeal:
    """Deal `number` of a seed; the same everywhere."""
    deal_seed = sha256(f"puzzles:{game.name}:{seed}:{number}".encode()).digest()
    rules, carried = deal_context(game, game.rules(way), deal_seed)
    table = blank_table(game, rules)
    table.carried = carried
    table.start_seeded(deal_seed.hex(), None)
    rng = FastRng(number_of("players", seed, number))
    players = [PLAYERS[rng.below(len(PLAYERS))] for _ in range(table.seats)]
    agents = [agent(game.name, name, seed=rng.word(), budget=ARENA) for name in players]
    decisions: list[tuple[int, Decision]] = []
    while not table.over:
        seat = int(lowest_seat(table.state.to_act()))
        legal = table.state.legal(seat)
        if len(legal) == 1:
            table.play_action(seat, legal[0])
        else:
            decision = Decision(game, table.state.view(seat), legal)
            decisions.append((len(table.deals[0].moves), decision))
            table.play_action(seat, agents[seat].choose(decision))
    return PlayedDeal(table, carried, players, decisions)
