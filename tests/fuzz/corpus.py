"""What the fuzz starts from: true views, records, dumped states and moves of random deals of every game."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any, NamedTuple

import qipai

Json = dict[str, Any]
DEALS = 2  # of a match
SNAPSHOTS = 10  # of a deal, each seen by one seat
LONG_LISTS = 40  # moves of a list that are taken


class Corpus(NamedTuple):
    """Everything of one game."""

    game: str
    views: list[Json]
    records: list[Json]
    dumps: list[Json]
    moves: list[str]
    rules: list[Json]


def rule_sets(game: str) -> list[Json]:
    """The defaults, every preset, and each option alone at each value that is not its default."""
    options = qipai.game(game).options()
    found: list[Json] = [{"preset": preset} for preset in options.presets]
    for option in options.options:
        values = list(option.choices) or [True, False]
        found += [{option.name: value} for value in values if option.admits(value) and value != option.default]
    return found


def plain(value: object) -> Any:
    """As it comes out of a file."""
    return json.loads(json.dumps(value))


def playable(game: str, rules: Json, seed: int) -> qipai.Table:
    """A table with a deal that is not over at once."""
    for number in itertools.count(seed):
        table = qipai.Table(game, rules, seed=f"{number:064x}")
        if not table.over:
            return table
    raise AssertionError


def play(table: qipai.Table, rng: random.Random, views: list[Json], moves: set[str]) -> None:
    """Plays a deal at random and keeps some of its views and moves."""
    seen: list[Any] = []
    while not table.over:
        seat = rng.choice(table.to_act)
        legal = table.canonical(seat)
        seen.append(table.view(rng.randrange(-1, table.seats)))
        move = legal[rng.randrange(len(legal))]
        moves.add(move)
        table.play(seat, move)
    views += [plain(view.to_json()) for view in rng.sample(seen, min(SNAPSHOTS, len(seen)))]
    views.append(plain(table.view(rng.randrange(-1, table.seats)).to_json()))


def dumped(game: str, rules: Json, rng: random.Random) -> list[Json]:
    engine = qipai.Engine(game)
    output: Json = engine.init_game({"rules": rules}, rng.randrange(10**6))
    found = [plain(engine.dump_state())]
    while output["legal_actions"] is not None:
        actions = output["legal_actions"]["actions"]
        number = rng.randrange(len(actions))
        cover = None
        if actions[number]["type"] == "COVER":
            cover = some_pieces(output["private_state_by_seat"][output["legal_actions"]["seat"]]["hand"], actions[number])
        output = engine.apply_action(number, cover)
        if rng.random() < 0.1:
            found.append(plain(engine.dump_state()))
    return [*found[-4:], plain(engine.dump_state())]


def some_pieces(hand: dict[str, int], action: Json) -> dict[str, int]:
    pieces = [name for name, n in hand.items() for _ in range(n)][: action["required_count"]]
    return {name: pieces.count(name) for name in pieces}


def gather(game: str, seed: int, tables: int) -> Corpus:
    """The corpus of some tables under different rules; the same for the same seed, in every build."""
    rng = random.Random(f"{game} {seed}")
    sets = rule_sets(game)
    out = Corpus(game, [], [], [], [], sets)
    moves: set[str] = set()
    for number in range(tables):
        rules = sets[(seed + number) % len(sets)]
        table = playable(game, rules, 1000 * seed + 10 * number)
        play(table, rng, out.views, moves)
        if not table.match_over and number % 2:
            table.next_deal()
            if not table.over:
                play(table, rng, out.views, moves)
        out.records.append(plain(table.record()))
        if number % 2 == 0:
            out.dumps.extend(dumped(game, rules, rng))
    out.moves.extend(sorted(moves)[:: max(1, len(moves) // 300)])
    return out
