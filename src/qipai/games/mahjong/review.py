"""How mahjong is judged: playouts to the end of the wall by the learned policy."""

from __future__ import annotations

from functools import cache

from qipai.agents.base import Decision
from qipai.core.text import Text
from qipai.games.mahjong.actions import HU, KONG_OF, MISSING_OF, PASS
from qipai.games.mahjong.agents import Trust, candidates, values_of
from qipai.games.mahjong.learned import LearnedPolicy, shipped
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_MISSING, PHASE_SWAP
from qipai.games.mahjong.state import MahjongView
from qipai.review.judge import Judge, best_hints, by_policy

WIDTH = 5
LIKED = Trust(width=WIDTH, margin=0.2)
OPENINGS = {PHASE_BURY: "bury", PHASE_SWAP: "swap", PHASE_MISSING: "missing"}


def policy() -> LearnedPolicy:
    return LearnedPolicy(shipped())


@cache
def taste() -> LearnedPolicy:
    """Which moves are worth looking at."""
    return policy()


def looks(decision: Decision) -> list[int]:
    """The discards, burials or swaps that hints and policy like best; and always wins, kongs, claims and passes."""
    hinted = best_hints(decision, WIDTH, lambda action: KONG_OF <= action < MISSING_OF)
    liked = candidates(decision.actions, values_of(taste(), decision), LIKED)
    return list(dict.fromkeys([*hinted, *(decision.actions[at] for at in liked)]))


def kind(decision: Decision) -> str:
    view = decision.view
    assert isinstance(view, MahjongView)
    known = view.known
    if known.phase in OPENINGS:
        return OPENINGS[known.phase]
    if known.phase == PHASE_CLAIM:
        return "rob" if known.rob else "win" if HU in decision.actions else "claim"
    if HU in decision.actions:
        return "win"
    return "kong" if any(KONG_OF <= action < PASS for action in decision.actions) else "discard"


JUDGE = Judge(
    policy=policy,
    search=by_policy,
    belief=lambda: None,
    looks=looks,
    kind=kind,
    kinds={
        "bury": Text("bury three", "埋三张"),
        "swap": Text("swap three", "换三张"),
        "missing": Text("void suit", "定缺"),
        "discard": Text("discards", "打牌"),
        "kong": Text("kong, or discard", "杠还是打牌"),
        "claim": Text("pung, kong or pass", "碰、杠还是过"),
        "win": Text("win, or go on", "胡还是不胡"),
        "rob": Text("robbing a kong", "抢杠"),
    },
    scale=6.0,
    spread=2.0,  # as measured by tests/review/check.py
    playouts={"quick": 12_000, "deep": 150_000},
    worlds={"quick": 0, "deep": 0},
)
