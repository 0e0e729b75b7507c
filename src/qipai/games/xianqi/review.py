"""How Xianqi is judged: a tree over the learned policy, worlds weighed by what others did, best plans for the last pieces."""

from __future__ import annotations

from functools import cache

from qipai.agents.base import Decision
from qipai.core.state import View
from qipai.core.text import Text
from qipai.games.xianqi.agents import (
    CLOSE,
    ENDING_PIECES,
    ENDING_STEPS,
    FOLLOW,
    LEFT,
    SCALE,
    WARMTH,
    WIDENING,
    candidates,
    values_of,
)
from qipai.games.xianqi.belief import LikelyBelief
from qipai.games.xianqi.learned import LearnedPolicy, shipped
from qipai.games.xianqi.pieces import BUCKLE, FIRST_COVER, REVEAL
from qipai.games.xianqi.view import XianqiView
from qipai.review.judge import Judge, best_hints
from qipai.search.tree import TreeSearch

WIDTH = 6


def policy() -> LearnedPolicy:
    return LearnedPolicy(shipped())


@cache
def taste() -> LearnedPolicy:
    """Which moves are worth looking at."""
    return policy()


def looks(decision: Decision) -> list[int]:
    """What hints and policy like best; and always buckles, reveals and passes."""
    hinted = best_hints(decision, WIDTH, lambda action: action >= BUCKLE)
    liked = candidates(values_of(taste(), decision), CLOSE)[:WIDTH]
    return list(dict.fromkeys([*hinted, *(decision.actions[at] for at in liked)]))


def kind(decision: Decision) -> str:
    first = decision.actions[0]
    if BUCKLE in decision.actions:
        return "buckle"
    if first == REVEAL:
        return "reveal"
    if first >= FIRST_COVER:
        return "cover"
    view = decision.view
    assert isinstance(view, XianqiView)
    return "beat" if view.known.played else "lead"


def ending(view: View) -> bool:
    assert isinstance(view, XianqiView)
    return bool(view.known.hand_size(view.seat) <= ENDING_PIECES)


JUDGE = Judge(
    policy=policy,
    search=lambda game, plays: TreeSearch(game, plays, None, SCALE, FOLLOW, WIDENING),
    belief=lambda: LikelyBelief(policy(), WARMTH, LEFT),
    looks=looks,
    kind=kind,
    kinds={
        "buckle": Text("lead, or buckle", "先出还是扣棋"),
        "lead": Text("leads after a reveal", "掀后先出"),
        "beat": Text("what to beat with", "压棋"),
        "cover": Text("face-down discards", "垫棋"),
        "reveal": Text("reveal, or pass", "掀还是不掀"),
    },
    scale=2.0,
    playouts={"quick": 100_000, "deep": 1_200_000},
    worlds={"quick": 800, "deep": 6000},
    ending=ending,
    ending_steps=ENDING_STEPS,
)
