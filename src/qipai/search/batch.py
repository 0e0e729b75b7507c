"""Many deals of one game side by side, moved forward together: what the vector environment runs on.

Each deal waits at a decision of one seat. `step` takes one number of the action space for every deal. A deal that is over
is replaced by a fresh one at once; its returns are kept until the next step. Seats that decide at the same time are asked
one after the other, the lowest first; none of them sees what another answered.
"""

from __future__ import annotations

from librt.strings import BytesWriter, read_i64_le, write_i64_le

from qipai.core.data import Json
from qipai.core.errors import IllegalMove
from qipai.core.game import Game
from qipai.core.planes import STEP, STEP_BITS, TOP, Memory, Planes
from qipai.core.rng import Rng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.native import i64, u8


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

    def __init__(self, state: State, carried: Json | None) -> None:
        self.state = state
        self.memory: Memory | None = None  # of observers; made when the deal is first looked at
        self.carried = carried  # from the deals before
        self.seat: i64 = 0
        self.legal: list[int] = []
        self.chosen: i64 = 0  # the path so far
        self.shift: i64 = 0  # its length, in bits
        self.found: i64 = 0  # the action that is about to be taken

    def ask(self, forced: bool) -> bool:
        """Looks who is to act and what the seat may do; False when the deal is over.

        Unless forced moves are asked for too, the deal plays on while there is no choice.
        """
        state = self.state
        self.chosen = 0
        self.shift = 0
        while True:
            mask = state.to_act()
            if mask == 0:
                return False
            seat: i64 = 0
            while not mask & 1:
                mask >>= 1
                seat += 1
            legal = state.legal(seat)
            if forced or len(legal) != 1:
                self.seat = seat
                self.legal = legal
                return True
            state.apply(seat, legal[0])

    def put_mask(self, planes: Planes, factored: bool, blank: bytes, out: BytesWriter) -> None:
        """What may be answered, a bit for each number, set in a blank mask."""
        base: i64 = len(out)
        out.write(blank)
        state = self.state
        seat = self.seat
        shift = self.shift
        for action in self.legal:
            path: i64 = planes.path(state, seat, action, factored)
            if shift:
                if path - ((path >> shift) << shift) != self.chosen:
                    continue
                path >>= shift
            number: i64 = (path & STEP) - 1
            at: i64 = base + (number >> 3)
            out[at] = out[at] | u8(TOP >> 60 - (number & 7))

    def observe(self, planes: Planes, seat: i64, out: BytesWriter) -> None:
        """Puts what a seat sees; of a move that is told in steps only its own seat knows."""
        memory = self.memory
        if memory is None:
            memory = planes.memory()
            self.memory = memory
        chosen: i64 = 0
        if seat == self.seat:
            chosen = self.chosen
        planes.observe(self.state, seat, chosen, memory, out)

    def look(self, planes: Planes, factored: bool, seat: i64, blank: bytes, out: BytesWriter) -> bytes:
        """What a seat sees and may answer, one after the other; only the seat that is asked has a mask with ones."""
        out.truncate(0)
        self.observe(planes, seat, out)
        if seat == self.seat and not self.state.over():
            self.put_mask(planes, factored, blank, out)
        else:
            out.write(blank)
        return out.getvalue()

    def numbers(self, planes: Planes, factored: bool) -> list[int]:
        """Everything that may be answered, in the order of the legal list."""
        out: list[int] = []
        for action in self.legal:
            path: i64 = planes.path(self.state, self.seat, action, factored)
            if path - ((path >> self.shift) << self.shift) == self.chosen:
                number: i64 = ((path >> self.shift) & STEP) - 1
                if number not in out:
                    out.append(number)
        return out

    def find(self, planes: Planes, factored: bool, number: i64) -> None:
        """Looks up the first legal action that begins with the number. IllegalMove."""
        found: i64 = -1
        if not factored:
            found = planes.find(self.state, self.seat, self.legal, number)
        else:
            wanted: i64 = (number + 1) << self.shift | self.chosen
            whole: i64 = self.shift + STEP_BITS
            for action in self.legal:
                path: i64 = planes.path(self.state, self.seat, action, True)
                if path - ((path >> whole) << whole) == wanted:
                    found = action
                    break
        if found < 0:
            raise IllegalMove("BAD_INDEX", index=number, count=len(self.legal))
        self.found = found

    def take(self, planes: Planes, factored: bool) -> bool:
        """Plays what was found; False while a move in steps is not told to its end."""
        action = self.found
        if factored:
            path: i64 = planes.path(self.state, self.seat, action, True)
            whole: i64 = self.shift + STEP_BITS
            rest: i64 = path >> whole
            if rest:
                self.chosen = path - (rest << whole)
                self.shift = whole
                return False
        self.state.apply(self.seat, action)
        return True

    def answer(self, planes: Planes, factored: bool, number: i64, forced: bool) -> bool:
        """Plays a number and asks on; False when the deal is over. IllegalMove, and nothing has changed."""
        self.find(planes, factored, number)
        return not self.take(planes, factored) or self.ask(forced)


class Batch:
    """n decisions, and their outcome as bytes and plain lists: nothing here knows about arrays."""

    def __init__(
        self, game: Game, rules: Rules, planes: Planes, rng: Rng, n: int, factored: bool, ask_forced: bool, match: bool
    ) -> None:
        self.game = game
        self.rules = rules
        self.planes = planes
        self.rng = rng
        self.factored = factored
        self.ask_forced = ask_forced
        self.match = match  # deals follow each other as in a match; else each is the first of one
        self.finished: list[int] = []  # the places of deals that ended in the last step
        self.returns: list[int] = []  # their returns, one after the other
        self.decisions: list[Decision] = []
        self.blank = planes.no_mask(factored)
        # written again at every look
        self.seen = BytesWriter()
        self.masks = BytesWriter()
        self.seats = BytesWriter()
        self.drawn = BytesWriter()
        while len(self.decisions) < n:
            self.decisions.append(self.begin(None))

    def begin(self, before: Decision | None) -> Decision:
        """A fresh deal at its first decision."""
        while True:
            if before is None or not self.match:
                state, carried = fresh(self.game, self.rules, self.rng, None, None)
            else:
                state, carried = fresh(self.game, self.rules, self.rng, before.state, before.carried)
            decision = Decision(state, carried)
            if decision.ask(self.ask_forced):
                return decision
            before = decision

    def step(self, answers: bytes) -> None:
        """One answer for each deal, eight bytes each, the lowest first. IllegalMove, and nothing has changed."""
        planes = self.planes
        factored = self.factored
        at: i64 = 0
        for decision in self.decisions:
            decision.find(planes, factored, read_i64_le(answers, at))
            at += 8
        self.finished = []
        self.returns = []
        for place, decision in enumerate(self.decisions):
            if decision.take(planes, factored) and not decision.ask(self.ask_forced):
                self.finished.append(place)
                self.returns.extend(decision.state.returns())
                self.decisions[place] = self.begin(decision)

    def look(self) -> tuple[bytes, bytes, bytes]:
        """What each deciding seat sees, what it may answer, and which seat it is (a byte), deal after deal."""
        seen = self.seen
        masks = self.masks
        seats = self.seats
        seen.truncate(0)
        masks.truncate(0)
        seats.truncate(0)
        planes = self.planes
        for decision in self.decisions:
            decision.observe(planes, decision.seat, seen)
            decision.put_mask(planes, self.factored, self.blank, masks)
            seats.append(u8(decision.seat))
        return seen.getvalue(), masks.getvalue(), seats.getvalue()

    def sample(self) -> bytes:
        """A random legal answer for each deal: any legal action with equal chance, or its next step."""
        out = self.drawn
        out.truncate(0)
        rng = self.rng
        planes = self.planes
        for decision in self.decisions:
            if decision.shift:
                numbers = decision.numbers(planes, self.factored)
                write_i64_le(out, numbers[rng.below(len(numbers))])
            else:
                legal = decision.legal
                action: i64 = legal[rng.below(len(legal))]
                write_i64_le(out, (planes.path(decision.state, decision.seat, action, self.factored) & STEP) - 1)
        return out.getvalue()
