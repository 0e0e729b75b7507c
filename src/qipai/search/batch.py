"""Many deals of one game side by side, moved forward together: what the vector environment runs on.

Each deal waits at a decision of one seat. `step` takes one number of the action space for every deal. A deal that is over
is replaced by a fresh one at once; its returns are kept until the next step. Seats that decide at the same time are asked
one after the other, the lowest first; none of them sees what another answered.
"""

from __future__ import annotations

from qipai.core.errors import IllegalMove
from qipai.core.game import Game
from qipai.core.planes import STEP, STEP_BITS, Planes
from qipai.core.rng import Rng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.native import i64


def fresh(game: Game, rules: Rules, rng: Rng) -> State:
    """A new deal in which somebody has something to decide; a deal that is void from the start has nothing to learn from."""
    state = game.deal(rng, rules)
    while state.over():
        state = game.deal(rng, rules)
    return state


class Decision:
    """The decision at which a deal waits: whose it is, the legal actions, and how far a move in steps has been told."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat: i64 = 0
        self.legal: list[int] = []
        self.chosen: i64 = 0  # the path so far
        self.shift: i64 = 0  # its length, in bits
        self.numbers: list[int] = []  # what may be answered
        self.at: list[int] = []  # the place in `legal` of the first action behind each number

    def ask(self, planes: Planes, factored: bool) -> None:
        """Looks who is to act and what the seat may answer."""
        state = self.state
        mask = state.to_act()
        seat: i64 = 0
        while not mask & 1:
            mask >>= 1
            seat += 1
        self.seat = seat
        self.legal = state.legal(seat)
        self.chosen = 0
        self.shift = 0
        self.list_numbers(planes, factored)

    def list_numbers(self, planes: Planes, factored: bool) -> None:
        """Paths that share a step lie side by side in the legal list, so that equal numbers follow each other."""
        numbers: list[int] = []
        at: list[int] = []
        state = self.state
        seat = self.seat
        shift = self.shift
        last: i64 = 0
        for place, action in enumerate(self.legal):
            path = planes.path(state, seat, action, factored)
            step: i64 = (path >> shift) & STEP
            if step != last and path - ((path >> shift) << shift) == self.chosen:
                numbers.append(step - 1)
                at.append(place)
                last = step
        self.numbers = numbers
        self.at = at

    def answer(self, planes: Planes, factored: bool, number: i64) -> bool:
        """Plays a number; False while a move in steps is not told to its end. IllegalMove."""
        k: i64 = 0
        for known in self.numbers:
            if known == number:
                break
            k += 1
        else:
            raise IllegalMove("BAD_INDEX", index=number, count=len(self.legal))
        action: i64 = self.legal[self.at[k]]
        if factored:
            path = planes.path(self.state, self.seat, action, True)
            if path >> (self.shift + STEP_BITS):
                self.chosen |= (number + 1) << self.shift
                self.shift += STEP_BITS
                self.list_numbers(planes, True)
                return False
        self.state.apply(self.seat, action)
        return True

    def forced(self) -> bool:
        return len(self.legal) == 1


class Batch:
    """n decisions, and their outcome as plain lists: nothing here knows about arrays."""

    def __init__(self, game: Game, rules: Rules, planes: Planes, rng: Rng, n: int, factored: bool, ask_forced: bool) -> None:
        self.game = game
        self.rules = rules
        self.planes = planes
        self.rng = rng
        self.factored = factored
        self.ask_forced = ask_forced
        self.size: i64 = planes.factored if factored else planes.actions
        self.finished: list[int] = []  # the places of deals that ended in the last step
        self.returns: list[int] = []  # their returns, one after the other
        self.decisions: list[Decision] = []
        while len(self.decisions) < n:
            self.decisions.append(self.begin())

    def begin(self) -> Decision:
        """A fresh deal at its first decision."""
        while True:
            decision = Decision(fresh(self.game, self.rules, self.rng))
            decision.ask(self.planes, self.factored)
            if not self.play_forced(decision):
                return decision

    def play_forced(self, decision: Decision) -> bool:
        """Plays on where there is no choice; True when that ends the deal."""
        while not self.ask_forced and decision.forced():
            decision.state.apply(decision.seat, decision.legal[0])
            if decision.state.over():
                return True
            decision.ask(self.planes, self.factored)
        return False

    def step(self, answers: list[int]) -> None:
        """One answer for each deal. IllegalMove; the deals before the illegal answer have then moved."""
        self.finished = []
        self.returns = []
        for place, number in enumerate(answers):
            decision = self.decisions[place]
            if decision.answer(self.planes, self.factored, number):
                over = decision.state.over()
                if not over:
                    decision.ask(self.planes, self.factored)
                    over = self.play_forced(decision)
                if over:
                    self.finished.append(place)
                    self.returns.extend(decision.state.returns())
                    self.decisions[place] = self.begin()

    def seats(self) -> list[int]:
        return [decision.seat for decision in self.decisions]

    def words(self) -> list[int]:
        """What each deciding seat sees, one observation after the other."""
        out: list[int] = []
        planes = self.planes
        for decision in self.decisions:
            planes.observe(decision.state, decision.seat, decision.chosen, out)
        return out

    def open_numbers(self) -> list[int]:
        """The legal numbers of all deals as places in one long mask."""
        out: list[int] = []
        base: i64 = 0
        for decision in self.decisions:
            for number in decision.numbers:
                out.append(base + number)
            base += self.size
        return out

    def sample(self) -> list[int]:
        """A random legal answer for each deal."""
        out: list[int] = []
        rng = self.rng
        for decision in self.decisions:
            numbers = decision.numbers
            out.append(numbers[rng.below(len(numbers))])
        return out
