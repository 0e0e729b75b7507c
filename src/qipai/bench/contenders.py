"""Who is timed: our games and their peers, each behind one call that plays a random deal to its end.

*Driven* is the same loop for everyone: whose turn is it, what is legal, play one of these at random; dealing is included.
A decision counts when it has at least two legal actions; chance is no decision. The kernel has nothing that exists only for
the benchmark.
"""

from __future__ import annotations

import importlib.metadata
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.search.playout import random_deals

SEED = 20240131
WHOLE_BATCH = 20  # deals per call of the compiled loop, between two looks at the clock
RLCARD_MAHJONG = "mahjong"  # the name of a game in RLCard


class Contender(NamedTuple):
    """`play` plays some deals and returns (deals, decisions)."""

    who: str
    what: str
    play: Callable[[], tuple[int, int]]


class Absent(NamedTuple):
    """A peer that cannot be timed here, and why."""

    who: str
    why: str


def driven(game: Game, rules: Rules) -> Contender:
    rng = FastRng(SEED)
    rnd = random.Random(SEED).random

    def play() -> tuple[int, int]:
        s = game.deal(rng, rules)
        decisions = 0
        while not s.over():
            mask: int = s.to_act()
            seat = (mask & -mask).bit_length() - 1
            a = s.legal(seat)
            if len(a) > 1:
                decisions += 1
            s.apply(seat, a[int(rnd() * len(a))])
        return 1, decisions

    return Contender(f"qipai {game.name}", "driven", play)


def whole(game: Game, rules: Rules) -> Contender:
    """One compiled function that plays n random deals."""
    rng = FastRng(SEED)

    def play() -> tuple[int, int]:
        results, decisions = random_deals(game, rules, rng, WHOLE_BATCH)
        return len(results), decisions

    return Contender(f"qipai {game.name}", "whole", play)


def open_spiel(name: str) -> Contender | Absent:
    who = f"OpenSpiel {name}"
    try:
        import pyspiel
    except ImportError:
        return Absent(who, "not installed")
    game: Any = pyspiel.load_game(name)
    rnd = random.Random(SEED).random

    def play() -> tuple[int, int]:
        s = game.new_initial_state()
        decisions = 0
        while not s.is_terminal():
            seat = s.current_player()
            a = s.legal_actions()
            if len(a) > 1 and seat >= 0:
                decisions += 1
            s.apply_action(a[int(rnd() * len(a))])
        return 1, decisions

    return Contender(who, "driven", play)


def rlcard(name: str) -> Contender | Absent:
    """Through its environment, which is its public interface; it computes features at every step."""
    who = f"RLCard {name}"
    try:
        import rlcard as package
    except ImportError:
        return Absent(who, "not installed")
    env: Any = package.make(name, config={"seed": SEED})
    rnd = random.Random(SEED).random

    def play() -> tuple[int, int]:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            a = list(state["legal_actions"])
            if len(a) > 1:
                decisions += 1
            state, _ = env.step(a[int(rnd() * len(a))])
        return 1, decisions

    return Contender(who, "driven", play)


def peers() -> list[Contender | Absent]:
    """Card and tile games of the same kind: hidden hands, several seats, combinations."""
    return [
        open_spiel("dou_dizhu"),
        open_spiel("skat"),
        open_spiel("hearts"),
        rlcard("doudizhu"),
        rlcard(RLCARD_MAHJONG),
    ]


def package_versions(names: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for name in names:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found
