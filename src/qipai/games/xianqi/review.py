"""How Xianqi is judged: a tree in worlds weighed by what the others did, best plans for the last pieces."""

from __future__ import annotations

from qipai.agents.base import Decision
from qipai.core.state import View
from qipai.core.text import Text
from qipai.games.xianqi.agents import ENDING_PIECES, ENDING_STEPS, FOLLOW, SCALE, WIDENING
from qipai.games.xianqi.belief import XianqiBelief
from qipai.games.xianqi.pieces import BUCKLE, FIRST_COVER, REVEAL
from qipai.games.xianqi.policy import XianqiPolicy
from qipai.games.xianqi.view import XianqiView
from qipai.review.judge import Judge, best_hints
from qipai.search.tree import TreeSearch

WIDTH = 6
LEFT = 0.1  # of a world's weight remains for each choice that it does not explain


def looks(decision: Decision) -> list[int]:
    """The best plays or covers; and always buckles, reveals and passes."""
    return best_hints(decision, WIDTH, lambda action: action >= BUCKLE)


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
    policy=XianqiPolicy,
    search=lambda game, policy: TreeSearch(game, policy, None, SCALE, FOLLOW, WIDENING),
    belief=lambda: XianqiBelief(XianqiPolicy(), LEFT),
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
    playouts={"quick": 200_000, "deep": 2_400_000},
    worlds={"quick": 800, "deep": 6000},
    ending=ending,
    ending_steps=ENDING_STEPS,
)
