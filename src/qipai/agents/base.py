"""What an agent is: it gets what a seat knows and may do, answers with one move, and can say why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from qipai.core.game import Game
from qipai.core.state import State, View
from qipai.core.text import Text


@dataclass(frozen=True)
class Budget:
    """How long a level may think. The iterations decide; the seconds only catch what a slow machine cannot do in time.

    With the iterations used up before the time, a choice depends on the seed alone.
    """

    name: str
    seconds: float | None


ARENA = Budget("arena", None)
PLAY = Budget("play", 0.9)
BUDGETS = {budget.name: budget for budget in (ARENA, PLAY)}


class AgentError(Exception):
    """An agent that gave no usable answer. `kind` is illegal, error or timeout."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason


class Decision:
    """One decision of one seat: its view, and its legal moves as packed actions in the canonical order.

    Everything here follows from the view; the real state stays with whoever asks.
    """

    def __init__(self, game: Game, view: View, actions: list[int]) -> None:
        self.game = game
        self.view = view
        self.seat = int(view.seat)
        self.actions = actions

    @cached_property
    def known(self) -> State:
        """What the view tells, as a state: to read moves and to list all of them."""
        return self.game.known(self.view)

    @property
    def moves(self) -> list[str]:
        """The legal moves as text."""
        return [self.text(action) for action in self.actions]

    def text(self, action: int) -> str:
        return self.game.write(self.view, action)

    def action(self, move: str) -> int:
        """The packed action of a written move. IllegalMove."""
        return self.game.resolve(self.known, self.seat, self.game.read(move))

    def exact(self) -> list[int]:
        """Every legal action, those included that the canonical list leaves to a representative."""
        return self.game.exact(self.known, self.seat)

    def allows(self, action: int) -> bool:
        return action in self.actions or action in self.exact()

    def fallback(self) -> int:
        """What is played for an agent that fails: cheap, legal, harmless."""
        action = self.game.advice.default_action(self.view)
        return action if self.allows(action) else self.actions[0]


class Agent:
    """One seat's player for one deal or many. The same seed, budget and decisions give the same answers."""

    name = ""

    def __init__(self) -> None:
        self.reason = Text("No choice has been made yet.", "还没有做过选择。")

    def choose(self, decision: Decision) -> int:
        """A packed action that `decision.allows`. AgentError when there is no answer."""
        raise NotImplementedError

    def explain(self) -> Text:
        """The last choice in one sentence."""
        return self.reason

    def over(self, view: View, returns: list[int]) -> None:
        """The deal is over: what the seat sees at its end, and the returns by seat."""

    def close(self) -> None:
        """The agent is not needed any more."""
