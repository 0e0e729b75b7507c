"""A found decision becomes a puzzle when it can be told why its best move is best."""

from __future__ import annotations

from hashlib import sha256

from qipai.agents.base import Decision
from qipai.core.game import Game
from qipai.core.registry import view_from_text
from qipai.puzzles.panel import difficulty_of
from qipai.puzzles.setter import setter_of
from qipai.puzzles.shapes import FoundDict, PuzzleDict


def decision_of(game: Game, text: str) -> Decision:
    """The decision that a view's text describes. BAD_VIEW."""
    view = view_from_text(text)
    return Decision(game, view, game.known(view).legal(view.seat))


def tell(game: Game, found: FoundDict) -> PuzzleDict | None:
    """None without a reason or a theme."""
    setter = setter_of(game)
    decision = decision_of(game, found["view"])
    best, hint = decision.action(found["best"]), decision.action(found["hint"])
    reason = setter.reason(decision, best, hint)
    themes = setter.themes_of(decision, best, hint)
    if reason is None or not themes:
        return None
    return {
        **found,
        "id": sha256(found["view"].encode()).hexdigest()[:8],
        "themes": themes,
        "difficulty": difficulty_of(found["finders"]),
        "reason": {"en": reason.en, "zh": reason.zh},
    }
