"""How Guandan is judged: playouts by the learned policy, best plans for the last cards."""

from __future__ import annotations

from qipai.agents.base import Decision
from qipai.core.state import View
from qipai.core.text import Text
from qipai.games.guandan.agents import CLOSE, ENDING_CARDS, ENDING_STEPS, candidates, playing, values_of
from qipai.games.guandan.learned import LearnedPolicy, shipped
from qipai.games.guandan.state import IMMUNITY_PHASE, PLAY_PHASE, RETURN_PHASE, TAKE_PHASE
from qipai.games.guandan.view import GuandanView
from qipai.review.judge import Judge, best_hints, by_policy

WIDTH = 6  # of tribute moves


def looks(decision: Decision) -> list[int]:
    """The plays that the policy likes, the best bomb, a pass, and what goes out; tributes by the hints."""
    view = decision.view
    assert isinstance(view, GuandanView)
    if not playing(decision):
        return best_hints(decision, WIDTH, lambda action: False)
    values = values_of(LearnedPolicy(shipped()), decision)
    return [decision.actions[at] for at in candidates(decision.actions, values, CLOSE, view.sizes()[decision.seat])]


def kind(decision: Decision) -> str:
    view = decision.view
    assert isinstance(view, GuandanView)
    if view.phase != PLAY_PHASE:
        return {IMMUNITY_PHASE: "immunity", TAKE_PHASE: "take", RETURN_PHASE: "return"}.get(view.phase, "tribute")
    if not view.table:
        return "lead"
    return "partner" if view.top == (decision.seat + 2) % 4 else "answer"


def ending(view: View) -> bool:
    assert isinstance(view, GuandanView)
    return view.phase == PLAY_PHASE and sum(view.sizes()) <= ENDING_CARDS


JUDGE = Judge(
    policy=lambda: LearnedPolicy(shipped()),
    search=by_policy,
    belief=lambda: None,
    looks=looks,
    kind=kind,
    kinds={
        "immunity": Text("refuse or pay tribute", "抗贡还是进贡"),
        "tribute": Text("tribute", "进贡"),
        "take": Text("which tribute card to take", "选贡牌"),
        "return": Text("returning a card", "还贡"),
        "lead": Text("leads", "先出"),
        "answer": Text("answers to opponents", "压对手还是不要"),
        "partner": Text("answers to your partner", "压对家还是不要"),
    },
    scale=2.0,
    playouts={"quick": 40_000, "deep": 480_000},
    worlds={"quick": 300, "deep": 2000},
    ending=ending,
    ending_steps=ENDING_STEPS,
)
