"""Agents: given what a seat knows and may do, an agent answers with one move and can say why."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cached_property

from qipai.core.game import Game
from qipai.core.parts import Hint
from qipai.core.state import State, View
from qipai.core.text import LANGUAGES, Text, unnamed

MOST_SEATS = 10
ALL_HINTS = 10_000


@dataclass(frozen=True)
class Budget:
    """How long a level may think. Iterations are the real limit; seconds are a safety net for slow machines.

    As long as the iterations run out first, a choice depends on the seed alone.
    """

    name: str
    seconds: float | None


ARENA = Budget("arena", None)
PLAY = Budget("play", 0.9)
DEVICE = Budget("device", 0.8)  # in a browser, where Python is slower: few enough iterations to run out in that time
BUDGETS = {budget.name: budget for budget in (ARENA, PLAY, DEVICE)}
LIKED = Text("the move that experience favours", "照经验，这一手最好")


class AgentError(Exception):
    """An agent that gave no usable answer. `kind` is illegal, error or timeout."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason


class Decision:
    """One decision of one seat: its view, and its legal moves as packed actions in canonical order.

    Everything here follows from the view; the real state stays with the caller.
    """

    def __init__(self, game: Game, view: View, actions: list[int]) -> None:
        self.game = game
        self.view = view
        self.seat = int(view.seat)
        self.actions = actions

    @cached_property
    def known(self) -> State:
        """A state with what the view shows, to parse and list moves."""
        return self.game.known(self.view)

    @cached_property
    def hints(self) -> list[Hint]:
        """All moves that the game's hints rank, best first."""
        return self.game.advice.hints(self.view, ALL_HINTS)

    def reason(self, action: int) -> Text:
        """Why a move is good, in the words of the hints."""
        return next((hint.reason for hint in self.hints if hint.action == action), LIKED)

    @property
    def moves(self) -> list[str]:
        """The legal moves as text."""
        return [self.text(action) for action in self.actions]

    def text(self, action: int) -> str:
        """A packed action in notation."""
        return self.game.write(self.view, action)

    def words(self, action: int) -> Text:
        """A move in words, for an explanation; the seats have no names here."""
        move = self.text(action)
        said = []
        for lang in LANGUAGES:
            said.append(self.game.words.spoken(self.view, self.seat, move, unnamed(MOST_SEATS, lang), lang) or move)
        return Text(said[0], said[1])

    def action(self, move: str) -> int:
        """The packed action of a move given as text. IllegalMove."""
        return self.game.resolve(self.known, self.seat, self.game.read(move))

    def exact(self) -> list[int]:
        """Every legal action, including those that the canonical list replaces by a representative."""
        return self.game.exact(self.known, self.seat)

    def allows(self, action: int) -> bool:
        """Whether a packed action is legal."""
        return action in self.actions or action in self.exact()

    def fallback(self) -> int:
        """The move for an agent that fails: quick to find, legal, harmless."""
        action = self.game.advice.default_action(self.view)
        return action if self.allows(action) else self.actions[0]


class Agent:
    """Plays one seat for one or more deals. The same seed, budget and decisions give the same answers."""

    name = ""

    def __init__(self) -> None:
        # a sentence, or what finds it: that may take longer than the choice, and few ask
        self.reason: Text | Callable[[], Text] = Text("No move chosen yet.", "还没有出过。")

    def choose(self, decision: Decision) -> int:
        """A packed action that `decision.allows`. AgentError if it has no answer."""
        raise NotImplementedError

    def choosing(self, decision: Decision) -> Generator[None, None, int]:
        """The same with rests (`agents.slices`), for agents that think long."""
        return self.choose(decision)
        yield

    def explain(self) -> Text:
        """Why it made its last choice, in one sentence."""
        return self.reason if isinstance(self.reason, Text) else self.reason()

    def over(self, view: View, returns: list[int]) -> None:
        """Called when the deal is over, with the seat's final view and the returns by seat."""

    def close(self) -> None:
        """Releases what the agent holds."""
