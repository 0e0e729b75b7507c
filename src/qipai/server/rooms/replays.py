"""A record as a client shows it: every step with all hands open, and words for each move. No client needs a rule for it.

Only finished deals of a room come here, or a record that somebody has in full and sends in.
"""

from __future__ import annotations

from typing import Any

import msgspec

from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.record import deals_of, replay, verify
from qipai.core.rng import DealRng, Rng, parse_seed
from qipai.core.state import SPECTATOR
from qipai.core.table import Table
from qipai.native import i64
from qipai.server.refusal import Refused
from qipai.server.rooms.frames import figures_of, news, settlement_lines, text


def names_in(record: Json, seats: int) -> list[str]:
    meta = record.get("meta")
    players = meta.get("players") if isinstance(meta, dict) else None
    if isinstance(players, list) and len(players) == seats and all(isinstance(name, str) and name for name in players):
        return players
    return [str(seat) for seat in range(seats)]


def replay_json(record: Json, number: int, max_moves: int) -> Json:
    """Deal `number` of a record, step by step. BAD_RECORD when the record lies anywhere, NO_RECORD when it has no such deal."""
    whole = replay(record, max_moves=max_moves)
    deals = deals_of(record)
    if not 0 <= number < len(deals):
        raise Refused("NO_RECORD")
    deal = deals[number]
    bare = {key: value for key, value in deal.items() if key not in ("moves", "returns")}
    top: Json = {key: record[key] for key in ("format", "game", "rules", "meta") if key in record}
    table = replay({**top, "deals": [*deals[:number], bare]})
    names = names_in(record, whole.seats)
    steps = [step_of(table, None, None, [], [])]
    game = table.game
    for seat, move in whole.deals[number].moves:
        before = table.view(SPECTATOR)
        said = both(game, table, seat, move, names)
        table.play(seat, move)
        steps.append(step_of(table, seat, move, [said], news(game, names, before, table.view(SPECTATOR)) or []))
    return {
        "game": table.game_name,
        "title": game.title.to_json(),
        "rules": table.rules,
        "players": names,
        "seats": table.seats,
        "deals": len(deals),
        "deal": number,
        "over": table.over,
        "steps": steps,
        "result": result_json(table, names) if table.over else None,
        "shuffle": shuffle_json(table, deal, number),
    }


def both(game: Game, table: Table, seat: int, move: str, names: list[str]) -> dict[str, str]:
    """The move in words, as the mover knows it: in a replay nothing is hidden."""
    own = table.view(seat)
    en = text(game.words.describe(own, seat, move, names, "en"))
    zh = text(game.words.describe(own, seat, move, names, "zh"))
    return {"en": f"{names[seat]}: {en}", "zh": f"{names[seat]}：{zh}"}


def step_of(table: Table, seat: int | None, move: str | None, words: list[Any], news: list[Any]) -> Json:
    return {
        "seat": seat,
        "move": move,
        "words": words[0] if words else None,
        "news": news,
        "public": table.public(),
        "privates": [table.private(own) for own in range(table.seats)],
        "to_act": table.to_act,
        "scores": table.scores,
    }


def result_json(table: Table, names: list[str]) -> Json:
    figures = figures_of(table)
    return {
        "returns": table.returns,
        "scores": table.scores,
        "match_over": table.match_over,
        "winner": table.winner,
        "explain": settlement_lines(table, figures, names),
        "facts": figures,
    }


class Draws(Rng):
    """Deals like the real generator and keeps what was drawn, so that a browser can draw the same."""

    def __init__(self, seed: bytes) -> None:
        self.real = DealRng(seed)
        self.kept: list[Json] = []

    def word(self) -> i64:
        return self.real.word()

    def below(self, n: i64) -> i64:
        drawn = self.real.below(n)
        self.kept.append({"below": n, "drawn": drawn})
        return drawn

    def shuffle(self, items: list[int]) -> None:
        before = list(items)
        self.real.shuffle(items)
        self.kept.append({"deck": before, "shuffled": list(items)})


def shuffle_json(table: Table, deal: Json, number: int) -> Json | None:
    """What the deal's seed gave, draw by draw; None for a deal that was written out."""
    seed = deal.get("seed")
    if not isinstance(seed, str):
        return None
    draws = Draws(parse_seed(seed))
    table.game.deal(draws, table.rules_object, table.carried)
    return {"seed": seed, "draws": draws.kept, "fairness": deal.get("fairness")}


def replay_bytes(record: Json, number: int, moves: int) -> bytes:
    """Runs in a worker, which can be ended when it takes too long."""
    return msgspec.json.encode(replay_json(record, number, moves))


def verify_bounded(record: Json, moves: int) -> Json:
    """Likewise."""
    replay(record, max_moves=moves)
    return {**verify(record)}
