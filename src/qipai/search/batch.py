"""Many deals of one game side by side, moved forward together: what the vector environment runs on.

Each deal waits at a decision of one seat. `step` takes one number of the action space for every deal. A deal that is over
is replaced by a fresh one at once; its returns are kept until the next step. Seats that decide at the same time are asked
one after the other, the lowest first; none of them sees what another answered.
"""

from __future__ import annotations

from qipai.core.errors import IllegalMove
from qipai.core.game import Game, Json
from qipai.core.planes import STEP, STEP_BITS, Memory, Planes
from qipai.core.rng import Rng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.native import i64


def fresh(game: Game, rules: Rules, rng: Rng, finished: State | None, previous: Json | None) -> tuple[State, Json | None]:
    """The next deal of the match in which `finished` was played, or the first of a new one; and what it carries on.

    There is something to decide in it: a deal that is void from the start has nothing to learn from.
    """
    carried: Json | None = None
    if finished is not None:
        carried = game.carry(finished, previous)
        if game.match_over(rules, carried):
            carried = None
    while True:
        state = game.deal(rng, rules, carried)
        if not state.over():
            return state, carried


class Decision:
    """The decision at which a deal waits: whose it is, the legal actions, and how far a move in steps has been told."""

    def __init__(self, state: State, carried: Json | None, memory: Memory) -> None:
        self.state = state
        self.memory = memory
        self.carried = carried  # from the deals before
        self.seat: i64 = 0
        self.legal: list[int] = []
        self.chosen: i64 = 0  # the path so far
        self.shift: i64 = 0  # its length, in bits

    def ask(self) -> None:
        """Looks who is to act and what the seat may do."""
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

    def list_numbers(self, planes: Planes, factored: bool, base: i64, out: list[int]) -> None:
        """Appends base + number for everything that may be answered.

        Paths that share a step lie side by side in the legal list, so that equal numbers follow each other.
        """
        state = self.state
        seat = self.seat
        shift = self.shift
        chosen = self.chosen
        last: i64 = 0
        base -= 1
        for action in self.legal:
            path: i64 = planes.path(state, seat, action, factored)
            if shift:
                if path - ((path >> shift) << shift) != chosen:
                    continue
                path >>= shift
            step: i64 = path & STEP
            if step != last:
                out.append(base + step)
                last = step

    def numbers(self, planes: Planes, factored: bool) -> list[int]:
        """Everything that may be answered, in the order of the legal list."""
        out: list[int] = []
        self.list_numbers(planes, factored, 0, out)
        return out

    def answer(self, planes: Planes, factored: bool, number: i64) -> bool:
        """Plays a number; False while a move in steps is not told to its end. IllegalMove, and nothing has changed."""
        state = self.state
        seat = self.seat
        wanted: i64 = number + 1
        shift = self.shift
        if shift:
            wanted = wanted << shift | self.chosen
        whole: i64 = shift + STEP_BITS
        for action in self.legal:
            path: i64 = planes.path(state, seat, action, factored)
            rest: i64 = path >> whole
            if path - (rest << whole) == wanted:
                if rest:
                    self.chosen = wanted
                    self.shift = whole
                    return False
                state.apply(seat, action)
                return True
        raise IllegalMove("BAD_INDEX", index=number, count=len(self.legal))


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
            self.decisions.append(self.begin(None))

    def begin(self, before: Decision | None) -> Decision:
        """A fresh deal at its first decision."""
        while True:
            if before is None:
                state, carried = fresh(self.game, self.rules, self.rng, None, None)
            else:
                state, carried = fresh(self.game, self.rules, self.rng, before.state, before.carried)
            decision = Decision(state, carried, self.planes.memory())
            decision.ask()
            if not self.play_forced(decision):
                return decision
            before = decision

    def play_forced(self, decision: Decision) -> bool:
        """Plays on where there is no choice; True when that ends the deal."""
        while not self.ask_forced and len(decision.legal) == 1:
            decision.state.apply(decision.seat, decision.legal[0])
            if decision.state.over():
                return True
            decision.ask()
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
                    decision.ask()
                    over = self.play_forced(decision)
                if over:
                    self.finished.append(place)
                    self.returns.extend(decision.state.returns())
                    self.decisions[place] = self.begin(decision)

    def seats(self) -> list[int]:
        return [decision.seat for decision in self.decisions]

    def words(self) -> list[int]:
        """What each deciding seat sees, one observation after the other."""
        out: list[int] = []
        planes = self.planes
        for decision in self.decisions:
            planes.observe(decision.state, decision.seat, decision.chosen, decision.memory, out)
        return out

    def open_numbers(self) -> list[int]:
        """What may be answered in all deals, as places in one long mask."""
        out: list[int] = []
        base: i64 = 0
        for decision in self.decisions:
            decision.list_numbers(self.planes, self.factored, base, out)
            base += self.size
        return out

    def sample(self) -> list[int]:
        """A random legal answer for each deal: any legal action with equal chance, or its next step."""
        out: list[int] = []
        rng = self.rng
        for decision in self.decisions:
            if decision.shift:
                numbers = decision.numbers(self.planes, self.factored)
                out.append(numbers[rng.below(len(numbers))])
            else:
                legal = decision.legal
                action: i64 = legal[rng.below(len(legal))]
                out.append((self.planes.path(decision.state, decision.seat, action, self.factored) & STEP) - 1)
        return out
