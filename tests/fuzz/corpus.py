"""What the fuzz starts from: true views, records, dumped states and moves of random deals of every game."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import qipai
from qipai.core.policy import Policy
from qipai.core.registry import part
from tests.conftest import Json

SNAPSHOTS = 10  # of a deal, each seen by one seat


class Corpus(NamedTuple):
    """Everything of one game."""

    game: str
    views: list[Json]
    records: list[Json]
    dumps: list[Json]
    moves: list[str]
    rules: list[Json]


def rule_sets(game: str) -> list[Json]:
    """The defaults, every preset, and each option alone at each value that is not its default, with the first preset that
    admits it."""
    options = qipai.game(game).options()
    found: list[Json] = [{"preset": preset} for preset in options.presets]
    for option in options.options:
        for value in list(option.choices) or [True, False]:
            if option.admits(value) and value != option.default:
                found.append(next(rules for rules in with_presets(game, option.name, value)))
    return found


def with_presets(game: str, name: str, value: object) -> Iterator[Json]:
    for number, preset in enumerate(qipai.game(game).options().presets):
        rules: Json = {name: value} if number == 0 else {"preset": preset, name: value}
        with contextlib.suppress(qipai.BadRecord):
            qipai.game(game).rules(rules)
            yield rules


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


def policy_of(game: str) -> Policy:
    """How the game's own search plays on: hands that win, where random ones hardly ever do. Without a policy, at random."""
    module = part(qipai.game(game), "policy")
    if module is None:
        return Policy()
    found = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Policy)]
    policy = found[-1]()
    assert isinstance(policy, Policy)
    return policy


def play(table: qipai.Table, rng: random.Random, sense: float, views: list[Json], moves: set[str]) -> None:
    """Plays a deal, sensibly as often as `sense` says and else at random, and keeps some of its views and moves."""
    seen: list[Any] = []
    policy = policy_of(table.game_name)
    drawn = qipai.FastRng(rng.randrange(10**9))
    while not table.over:
        seat = rng.choice(table.to_act)
        seen.append(table.view(rng.randrange(-1, table.seats)))
        if rng.random() < sense:
            moves.add(table.play_action(seat, policy.choose(table.state, seat, drawn)))
        else:
            legal = table.canonical(seat)
            moves.add(table.play(seat, legal[rng.randrange(len(legal))]))
    views += [plain(view.to_json()) for view in rng.sample(seen, min(SNAPSHOTS, len(seen)))]
    views.append(plain(table.view(rng.randrange(-1, table.seats)).to_json()))


def cut(record: Json, moves: int) -> Json:
    """The match up to a given move of its last deal: long records tell nothing new and take long to play."""
    deal = record["deals"][-1]
    if moves >= len(deal["moves"]):
        return record
    left = {key: value for key, value in deal.items() if key != "returns"}
    return {**record, "deals": [{**left, "moves": deal["moves"][:moves]}]}


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
        if rng.random() < 0.2 and len(found) < 4:
            found.append(plain(engine.dump_state()))
    return [*found, plain(engine.dump_state())]


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
        sense = (0.0, 0.95, 0.5)[number % 3]
        play(table, rng, sense, out.views, moves)
        if not table.match_over and number % 2:
            table.next_deal()
            if not table.over:
                play(table, rng, sense, out.views, moves)
        out.records.append(cut(plain(table.record()), rng.choice((1, 4, 12, 1000 if number == 0 else 8))))
        if number % 2 == 0:
            out.dumps.extend(dumped(game, rules, rng))
    out.moves.extend(sorted(moves)[:: max(1, len(moves) // 300)])
    return out
