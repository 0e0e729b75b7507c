"""How contenders are timed: CPU time, in turns, over many rounds; figures are medians, ratios are taken round by round."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from qipai.bench.contenders import SEED, Contender
from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.core.state import State

REPEAT = 50  # calls between two looks at the clock
STATES = 40
CLONE = "OpenSpiel dou_dizhu clone"


class Lap(NamedTuple):
    """What a contender did in its share of a round, per second of CPU time."""

    deals: float
    decisions: float


def lap(contender: Contender, seconds: float) -> Lap:
    """Plays whole deals for at least that many seconds of CPU time."""
    clock = time.process_time
    deals = decisions = 0
    gc.collect()
    start = clock()
    while True:
        played, decided = contender.play()
        deals += played
        decisions += decided
        took = clock() - start
        if took >= seconds:
            return Lap(deals / took, decisions / took)


def interleaved(contenders: list[Contender], rounds: int, seconds: float) -> list[list[Lap]]:
    """Everyone plays in every round, in changing order; the laps of each contender."""
    for contender in contenders:
        lap(contender, seconds / 4)  # warm: imports, caches, tables
    order = list(range(len(contenders)))
    laps: list[list[Lap]] = [[] for _ in contenders]
    draw = random.Random(SEED)
    for _ in range(rounds):
        draw.shuffle(order)
        for k in order:
            laps[k].append(lap(contenders[k], seconds))
    return laps


def spread(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def first_seat(state: State) -> int:
    """The lowest seat to act."""
    mask: int = state.to_act()
    return (mask & -mask).bit_length() - 1


def states_of(game: Game, rules: Rules) -> list[State]:
    """States with a choice, from every stage of random deals."""
    rng = FastRng(SEED)
    found: list[State] = []
    while len(found) < 4 * STATES:
        state = game.deal(rng, rules)
        while not state.over():
            seat = first_seat(state)
            legal = state.legal(seat)
            if len(legal) > 1:
                found.append(state.copy())
            state.apply(seat, legal[rng.below(len(legal))])
    return random.Random(SEED).sample(found, STATES)


def small_calls(game: Game, rules: Rules, rounds: int, peers: bool) -> dict[str, dict[str, float]]:
    """Nanoseconds of single calls from Python: the median over the rounds for each state, then the spread over states."""
    rng = FastRng(SEED)
    calls: dict[str, list[Callable[[], object]]] = {"copy": [], "view": [], "world": []}
    for state in states_of(game, rules):
        seat = first_seat(state)
        view = state.view(seat)
        calls["copy"].append(state.copy)
        calls["view"].append(partial(state.view, seat))
        calls["world"].append(partial(game.world, view, rng))
    if peers:
        cloned = peer_states()
        if cloned:
            calls[CLONE] = [state.clone for state in cloned]
    clock = time.process_time_ns
    taken: dict[str, list[list[float]]] = {name: [[] for _ in each] for name, each in calls.items()}
    for _ in range(rounds):
        for name, each in calls.items():
            for place, call in enumerate(each):
                start = clock()
                for _ in range(REPEAT):
                    call()
                taken[name][place].append((clock() - start) / REPEAT)
    medians = {name: [statistics.median(values) for values in each] for name, each in taken.items()}
    found = {name: spread(values) for name, values in medians.items()}
    found["world / copy"] = spread([w / c for w, c in zip(medians["world"], medians["copy"], strict=True)])
    if CLONE in taken:
        by_round = [[statistics.median(state[k] for state in taken[name]) for k in range(rounds)] for name in (CLONE, "copy")]
        found["clone / copy"] = spread([theirs / ours for theirs, ours in zip(*by_round, strict=True)])
    return found


def peer_states() -> list[Any]:
    """Decisions from every stage of OpenSpiel's dou_dizhu; none where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return []
    rnd = random.Random(SEED)
    found: list[Any] = []
    while len(found) < 4 * STATES:
        s = pyspiel.load_game("dou_dizhu").new_initial_state()
        while not s.is_terminal():
            a = s.legal_actions()
            if len(a) > 1 and s.current_player() >= 0:
                found.append(s.clone())
            s.apply_action(a[int(rnd.random() * len(a))])
    return rnd.sample(found, STATES)
