"""Makes the fixtures of games with 0.1.0: see README.md beside this file."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import qipai
from tests.compat.kept import Json, at, compact, listen, write_lines

RECORDS: dict[str, list[Json]] = {
    "xianqi": [
        {},
        {"black_chess": "redeal"},
        {"starter": "draw", "black_chess": "redeal"},
        {"contract_ceramic": True, "black_chess": "redeal"},
        {"soft_first_deal": True, "baotou": True, "black_chess": "redeal"},
        {"initial_chips": 3, "black_chess": "redeal"},
    ],
    "mahjong": [
        {},
        {"deals_per_match": 4},
        {"added_kong": "just_drawn", "qing_jingoudiao": "extra", "deals_per_match": 3, "dealer_rotation": "next"},
        {"missed_win_lock": True, "show_locked_hands": True, "starting_score": 100, "deals_per_match": 2},
        {"dihu_needs_no_calls": True, "haidi_on_discard": True, "dealer_rotation": "fixed", "deals_per_match": 3},
    ],
    "guandan": [
        {},
        {"preset": "seed-002"},
        {"preset": "seed-003", "start_level": "K"},
        {"equal_tribute": "random", "count_visibility": "le10", "start_level": "9"},
        {"full_house_joker_pair": False, "natural_flush_as_straight": True, "jiefeng": "next", "return_max": 7},
    ],
}
# the rules under which messages to bots were written down
LISTENED: dict[str, list[Json]] = {
    "xianqi": [{}, {"baotou": True, "contract_ceramic": True, "black_chess": "redeal"}, {"starter": "draw"}],
    "mahjong": [{}, {"missed_win_lock": True, "show_locked_hands": True, "added_kong": "just_drawn"}],
    "guandan": [{}, {"preset": "seed-002", "count_visibility": "le10"}],
}
DEALS = 4  # of a match, where it has so many
VIEWS = 100  # moments of each game, every seat and a spectator at each
DUMPS = 12


def choose(table: qipai.Table, seat: int, rng: random.Random) -> str:
    """Mostly what a sensible player would do, so that deals come to all their phases; sometimes anything."""
    legal = list(table.canonical(seat))
    if len(legal) == 1:
        return legal[0]
    if rng.random() < 0.3:
        return rng.choice(legal)
    hints = table.hints(seat, 3)
    return str(rng.choice(hints)["move"]) if hints else rng.choice(legal)


def played(game: str, rules: Json, seed: int, deals: int, cut: bool) -> qipai.Table:
    """A match; with `cut` its last deal stops in the middle."""
    rng = random.Random(seed)
    table = qipai.Table(game, rules, f"{seed:064x}")
    for number in range(deals):
        while not table.over and not (cut and number == deals - 1 and len(table.deals[-1].moves) >= 5 + seed % 23):
            seat = rng.choice(table.to_act)
            table.play(seat, choose(table, seat, rng))
        if not table.over or table.match_over or number == deals - 1:
            break
        table.next_deal()
    table.meta = {"players": [f"player {seat}" for seat in range(table.seats)], "note": "掀棋 · 0.1.0"}
    return table


def records(game: str) -> list[Json]:
    out = []
    for number, rules in enumerate(RECORDS[game]):
        for cut in (False, True):
            table = played(game, rules, 100 * number + 7 + cut, DEALS, cut)
            record = table.record()
            out.append(
                {
                    "text": qipai.write_record(record),
                    "facts": table.facts(),
                    "over": table.over,
                    "match_over": table.match_over,
                    "winner": table.winner,
                    "scores": table.scores,
                    "verify": qipai.verify(record),
                }
            )
    return out


def moments(game: str, found: list[Json]) -> Iterator[Json]:
    """Views in every phase: (record, deal, moves made) and all that is seen there."""
    rng = random.Random(game)
    places: dict[str, list[tuple[int, int, int]]] = {}
    for number, line in enumerate(found):
        record = json.loads(line["text"])
        for deal, told in enumerate(record["deals"]):
            for step in range(len(told["moves"]) + 1):
                phase = at(record, deal, step).phase if step % 3 == 0 or step == len(told["moves"]) else ""
                if phase:
                    places.setdefault(phase, []).append((number, deal, step))
    share = -(-VIEWS // len(places))
    for _, where in sorted(places.items()):
        for number, deal, step in sorted(rng.sample(where, min(share, len(where)))):
            table = at(json.loads(found[number]["text"]), deal, step)
            views = [table.view(seat).to_json() for seat in range(-1, table.seats)]
            for view in views:
                qipai.game(game).read_view(view)
            yield {
                "record": number,
                "deal": deal,
                "step": step,
                "phase": table.phase,
                "views": [compact(view) for view in views],
            }


def dumps(game: str) -> Iterator[Json]:
    for seed in range(DUMPS):
        rng = random.Random(seed)
        engine = qipai.Engine(game)
        engine.init_game({"rules": RECORDS[game][seed % len(RECORDS[game])]}, seed)
        for _ in range(2 * seed * seed):
            table = engine.running()
            if table.over:
                break
            table.play(table.to_act[0], rng.choice(list(table.canonical(table.to_act[0]))))
        yield {"dump": engine.dump_state(), "output": engine.output()}


def main() -> None:
    for game in qipai.games():
        found = records(game)
        write_lines(f"records-{game}", found)
        write_lines(f"views-{game}", moments(game, found))
        write_lines(f"dumps-{game}", dumps(game))
        for number, rules in enumerate(LISTENED[game]):
            with tempfile.TemporaryDirectory() as folder:
                heard = listen(game, rules, Path(folder))
            write_lines(f"asks-{game}-{number}", [{"seat": seat, "lines": lines} for seat, lines in heard.items()])


if __name__ == "__main__":
    assert qipai.__version__ == "0.1.0"
    main()
