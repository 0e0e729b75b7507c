"""How far reviews can be trusted: `python -m tests.review.check GAME [--decisions 300]`; `--show` tells what is kept so far,
`--after 300` passes over that many decisions first, on which something may have been chosen.

Deals are played by `easy`. At decisions drawn from them `master` with four times its iterations is asked, too, and

1. where the two disagree: whose move the review calls worse;
2. there, what the review of easy's move promises for master's, against what is measured when `normal` plays both moves out in
   100 common worlds;
3. how often a move of this master is called a mistake.

Every decision is kept in .cache/review/, so that a run that was stopped goes on; kept results belong to one build.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import qipai
from qipai import build
from qipai.agents.base import ARENA, Agent, Decision
from qipai.agents.ladder import agent
from qipai.agents.seating import deal_context
from qipai.agents.slices import whole
from qipai.core.rng import DealRng, FastRng
from qipai.core.state import State
from qipai.games.guandan.learned import LearnedPolicy, shipped
from qipai.review.compare import difference
from qipai.review.deals import Choice
from qipai.review.effort import effort_of
from qipai.review.judge import judge_of
from qipai.review.judging import Court, apart
from qipai.search.playout import lowest_seat, policy_playout
from tests.conftest import ROOT
from tests.games import figure

CACHE = ROOT / ".cache" / "review"
PAGE = ROOT / "benchmarks" / "review.md"
WORLDS = 100
TIMES = 4
JUDGING = ("classes", "compare", "effort", "judge", "judging", "sample")  # what a verdict follows from
EVERY = 5  # decisions of a deal that are passed over, on average, for one that is taken


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def number_of(*parts: object) -> int:
    return int.from_bytes(hashlib.sha256(":".join(map(str, parts)).encode()).digest()[:7], "big")


def master_of(name: str, seed: int) -> Agent:
    """`master` with more playouts than it has."""
    found: Agent = figure(name, "master")(seed, TIMES)
    return found


def decisions(name: str) -> Iterator[tuple[str, Decision, int]]:
    """Some decisions of deals that `easy` plays, with its moves; the same ones every time."""
    game = qipai.game(name)
    deal = 0
    while True:
        seed = hashlib.sha256(f"check:{name}:{deal}".encode()).digest()
        rules, previous = deal_context(game, game.rules(None), seed)
        state = game.deal(DealRng(seed), rules, previous)
        rng = FastRng(number_of(name, deal))
        players = [agent(name, "easy", seed=number_of(name, deal, seat)) for seat in range(game.seats(rules))]
        move = 0
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            legal = state.legal(seat)
            action = legal[0]
            if len(legal) > 1:
                decision = Decision(game, state.view(seat), legal)
                action = players[seat].choose(decision)
                if rng.below(EVERY) == 0:
                    yield f"{deal}:{move}", decision, action
            state.apply(seat, action)
            move += 1
        deal += 1


def play_on(name: str, state: State, luck: int, normals: list[Agent]) -> list[int]:
    """To the end by `normal`. In Guandan that is the policy itself, except in tributes."""
    if name == "guandan":
        policy_playout(state, LearnedPolicy(shipped()), FastRng(luck))
        return state.returns()
    game = qipai.game(name)
    while not state.over():
        seat = int(lowest_seat(state.to_act()))
        legal = state.legal(seat)
        action = legal[0] if len(legal) == 1 else normals[seat].choose(Decision(game, state.view(seat), legal))
        state.apply(seat, action)
    return state.returns()


def measured(name: str, decision: Decision, one: int, other: int, worlds: int, seed: int) -> tuple[float, float]:
    """What the first move brings more than the other, with its error."""
    rng = FastRng(seed)
    gains: list[list[int]] = [[], []]
    for _ in range(worlds):
        world = decision.game.world(decision.view, rng)
        luck = int(rng.word())
        for out, action in zip(gains, (one, other), strict=True):
            state = world.copy()
            state.apply(decision.seat, action)
            normals = [agent(name, "normal", seed=luck + seat, budget=ARENA) for seat in range(len(world.returns()))]
            out.append(play_on(name, state, luck, normals)[decision.seat])
    ones = [1.0] * worlds
    found = difference(ones, ones, gains[0], gains[1])
    return found.mean, found.error


def check_one(name: str, place: str, decision: Decision, easy: int, worlds: int) -> dict[str, Any]:
    judge = judge_of(decision.game)
    effort = effort_of(judge, "quick")
    looks = judge.looks
    took = [time.process_time()]
    master = master_of(name, number_of("master", place)).choose(decision)
    took.append(time.process_time())
    both = replace(judge, looks=lambda asked: [*looks(asked), master, easy])
    court = Court(both, effort, None)
    seed = number_of("review", place)
    playouts = effort.for_each(figure(name, "DECISIONS"))
    of_master = court.judged(Choice(0, decision, master, decision.text(master)), playouts, seed)
    row: dict[str, Any] = {
        "place": place,
        "kind": of_master["kind"],
        "same": master == easy,
        "master": of_master["grade"],
        "loss": of_master["loss"],
        "error": of_master["error"],
    }
    if master != easy:
        # the review of easy's move, which is tried in every world; a move that is given up early is behind by luck, too
        sample = whole(court.sample(Choice(0, decision, easy, decision.text(easy)), playouts, seed + 1))
        at = sample.actions.index(master)
        gain = apart(both, sample, sample.points(at, decision.seat), sample.points(0, decision.seat))
        row["easy"] = court.judged(Choice(0, decision, easy, decision.text(easy)), playouts, seed)["grade"]
        row["promised"] = [gain.mean, gain.error]
        took.append(time.process_time())
        row["measured"] = measured(name, decision, master, easy, worlds, number_of("worlds", place))
    took.append(time.process_time())
    row["seconds"] = [round(end - begin, 2) for begin, end in pairwise(took)]  # master, review, measured
    return row


def run(name: str, wanted: range, worlds: int) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    path = kept(name)
    done = rows(name)
    for number, (place, decision, easy) in enumerate(decisions(name)):
        if number >= wanted.stop:
            return
        if number < wanted.start or place in done:
            continue
        row = check_one(name, place, decision, easy, worlds)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        say(f"{name} {number + 1} of {wanted.stop}, {sum(row['seconds']):.0f} s: {json.dumps(row)}")


def kept(name: str) -> Path:
    sources = [build.HOME / "games" / name / "review.py", *(build.HOME / "review" / f"{part}.py" for part in JUDGING)]
    text = build.hash_sources() + "".join(path.read_text(encoding="utf-8") for path in sources)
    return CACHE / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:10]}.jsonl"


def rows(name: str) -> dict[str, dict[str, Any]]:
    found = {}
    if kept(name).exists():
        for line in kept(name).read_text(encoding="utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:  # the run was stopped in the middle of it
                continue
            found[row["place"]] = row
    return found


def slope(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Of the line through the origin, measured on promised, and its standard error."""
    square = math.fsum(x * x for x, _ in pairs)
    found = math.fsum(x * y for x, y in pairs) / square
    rest = math.fsum((x * (y - found * x)) ** 2 for x, y in pairs)
    return found, math.sqrt(rest) / square


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


BAD = ("mistake", "blunder")
WORSE = ("inaccuracy", *BAD)


def figures(name: str, wanted: range) -> list[str]:
    asked = {place for place, _, _ in islice(decisions(name), wanted.start, wanted.stop)}
    found = [row for row in rows(name).values() if row["place"] in asked]
    differ = [row for row in found if not row["same"]]
    worse_easy = [row for row in differ if row["easy"] in WORSE and row["master"] not in WORSE]
    worse_master = [row for row in differ if row["master"] in WORSE and row["easy"] not in WORSE]
    sign = sum(row["promised"][0] > 0 for row in differ)
    pairs = [(row["promised"][0], row["measured"][0]) for row in differ if row["promised"][0]]
    line, error = slope(pairs) if pairs else (math.nan, math.nan)
    alarms = sum(row["master"] in BAD for row in found)
    return [
        name,
        str(len(found)),
        str(len(differ)),
        share(len(worse_easy), len(worse_easy) + len(worse_master)),
        share(sign, len(differ)),
        f"{line:.2f} ± {error:.2f}",
        share(alarms, len(found)),
    ]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(qipai.games()))
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    wanted = range(given.after, given.after + given.decisions)
    for name in given.games:
        if not given.show:
            run(name, wanted, given.worlds)
    for name in given.games:
        say("| " + " | ".join(figures(name, wanted)) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
