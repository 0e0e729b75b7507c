"""Many deals of one game, stepped together: what the vector environment runs on.

Each deal waits at a decision of one seat. `step` takes one number of the action space for every deal. A deal that is over is
replaced by a new one at once; its returns are kept until the next step. Seats that decide at the same time are asked one
after another, the lowest first; none of them sees what another has answered.
"""

from __future__ import annotations

from qipai.buffers import BytesWriter, read_i64_le, write_i64_le
from qipai.core.data import Json
from qipai.core.errors import IllegalMove
from qipai.core.game import Game
from qipai.core.observation import STEP, STEP_BITS, TOP, Encoder, Memory
from qipai.core.rng import Rng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.native import i64, u8


def next_deal(game: Game, rules: Rules, rng: Rng, finished: State | None, previous: Json | None) -> tuple[State, Json | None]:
    """The deal after `finished` in its match, or the first of a new match; and what it carries over.

    Deals that are void from the start are skipped: there is nothing to learn from them.
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
    """The decision at which a deal waits: the seat, the legal actions, and the steps already chosen of a move in steps."""

    def __init__(self, state: State, carried: Json | None) -> None:
        self.state = state
        self.memory: Memory | None = None  # of the encoder; made at the first observation
        self.carried = carried  # from the deals before
        self.seat: i64 = 0
        self.legal: list[int] = []
        self.chosen: i64 = 0  # the path so far
        self.shift: i64 = 0  # its length, in bits
        self.found: i64 = 0  # the action that is about to be taken

    def __reduce__(self) -> tuple[object, ...]:
        """Without the memory: the next observation makes a new one."""
        answered = (self.seat, self.legal, self.chosen, self.shift, self.found)
        return restore_decision, (self.state, self.carried, *answered)

    def ask(self, forced: bool) -> bool:
        """Finds the next decision; False when the deal is over.

        Moves without a choice are played on the way, unless `forced` asks for them too.
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

    def put_mask(self, encoder: Encoder, factored: bool, blank: bytes, out: BytesWriter) -> None:
        """The legal numbers as bits, set in a blank mask."""
        base: i64 = len(out)
        out.write(blank)
        state = self.state
        seat = self.seat
        shift = self.shift
        for action in self.legal:
            path: i64 = encoder.path(state, seat, action, factored)
            if shift:
                if path - ((path >> shift) << shift) != self.chosen:
                    continue
                path >>= shift
            number: i64 = (path & STEP) - 1
            at: i64 = base + (number >> 3)
            out[at] = out[at] | u8(TOP >> 60 - (number & 7))

    def observe(self, encoder: Encoder, seat: i64, out: BytesWriter) -> None:
        """Writes what a seat sees; only the deciding seat sees the steps it has chosen."""
        memory = self.memory
        if memory is None:
            memory = encoder.memory()
            self.memory = memory
        chosen: i64 = 0
        if seat == self.seat:
            chosen = self.chosen
        encoder.observe(self.state, seat, chosen, memory, out)

    def look(self, encoder: Encoder, factored: bool, seat: i64, blank: bytes, out: BytesWriter) -> bytes:
        """What a seat sees, followed by its mask, which is empty unless the seat decides."""
        out.truncate(0)
        self.observe(encoder, seat, out)
        if seat == self.seat and not self.state.over():
            self.put_mask(encoder, factored, blank, out)
        else:
            out.write(blank)
        return out.getvalue()

    def numbers(self, encoder: Encoder, factored: bool) -> list[int]:
        """The legal numbers, in the order of the legal list."""
        out: list[int] = []
        for action in self.legal:
            path: i64 = encoder.path(self.state, self.seat, action, factored)
            if path - ((path >> self.shift) << self.shift) == self.chosen:
                number: i64 = ((path >> self.shift) & STEP) - 1
                if number not in out:
                    out.append(number)
        return out

    def find(self, encoder: Encoder, factored: bool, number: i64) -> None:
        """Looks up the first legal action whose next step is the number. IllegalMove."""
        found: i64 = -1
        if not factored:
            found = encoder.find(self.state, self.seat, self.legal, number)
        else:
            wanted: i64 = (number + 1) << self.shift | self.chosen
            whole: i64 = self.shift + STEP_BITS
            for action in self.legal:
                path: i64 = encoder.path(self.state, self.seat, action, True)
                if path - ((path >> whole) << whole) == wanted:
                    found = action
                    break
        if found < 0:
            raise IllegalMove("BAD_INDEX", index=number, count=len(self.legal))
        self.found = found

    def take(self, encoder: Encoder, factored: bool) -> bool:
        """Plays what was found; False while a move in steps is not complete."""
        action = self.found
        if factored:
            path: i64 = encoder.path(self.state, self.seat, action, True)
            whole: i64 = self.shift + STEP_BITS
            rest: i64 = path >> whole
            if rest:
                self.chosen = path - (rest << whole)
                self.shift = whole
                return False
        self.state.apply(self.seat, action)
        return True

    def answer(self, encoder: Encoder, factored: bool, number: i64, forced: bool) -> bool:
        """Plays a number and finds the next decision; False when the deal is over. IllegalMove, and nothing has changed."""
        self.find(encoder, factored, number)
        return not self.take(encoder, factored) or self.ask(forced)


def restore_decision(
    state: State, carried: Json | None, seat: i64, legal: list[int], chosen: i64, shift: i64, found: i64
) -> Decision:
    """For copies and pickles."""
    decision = Decision(state, carried)
    decision.seat = seat
    decision.legal = legal
    decision.chosen = chosen
    decision.shift = shift
    decision.found = found
    return decision


class Batch:
    """n decisions, and their outcome as bytes and plain lists: nothing here knows arrays."""

    def __init__(
        self, game: Game, rules: Rules, encoder: Encoder, rng: Rng, n: int, factored: bool, ask_forced: bool, match: bool
    ) -> None:
        self.game = game
        self.rules = rules
        self.encoder = encoder
        self.rng = rng
        self.factored = factored
        self.ask_forced = ask_forced
        self.match = match  # deals follow each other as in a match; else each is the first of one
        self.finished: list[int] = []  # the places of deals that ended in the last step
        self.returns: list[int] = []  # their returns, one after the other
        self.decisions: list[Decision] = []
        self.blank = encoder.no_mask(factored)
        # reused at every look
        self.seen = BytesWriter()
        self.masks = BytesWriter()
        self.seats = BytesWriter()
        self.drawn = BytesWriter()
        while len(self.decisions) < n:
            self.decisions.append(self.begin(None))

    def __reduce__(self) -> tuple[object, ...]:
        """Without the buffers, which cannot be copied."""
        settings = (self.game, self.rules, self.encoder, self.rng, 0, self.factored, self.ask_forced, self.match)
        return restore_batch, (settings, self.decisions, self.finished, self.returns)

    def begin(self, before: Decision | None) -> Decision:
        """A new deal at its first decision."""
        while True:
            if before is None or not self.match:
                state, carried = next_deal(self.game, self.rules, self.rng, None, None)
            else:
                state, carried = next_deal(self.game, self.rules, self.rng, before.state, before.carried)
            decision = Decision(state, carried)
            if decision.ask(self.ask_forced):
                return decision
            before = decision

    def step(self, answers: bytes) -> None:
        """One answer for each deal, eight bytes each, little-endian. IllegalMove, and then nothing has changed."""
        encoder = self.encoder
        factored = self.factored
        at: i64 = 0
        for decision in self.decisions:
            decision.find(encoder, factored, read_i64_le(answers, at))
            at += 8
        self.finished = []
        self.returns = []
        for place, decision in enumerate(self.decisions):
            if decision.take(encoder, factored) and not decision.ask(self.ask_forced):
                self.finished.append(place)
                self.returns.extend(decision.state.returns())
                self.decisions[place] = self.begin(decision)

    def look(self) -> tuple[bytes, bytes, bytes]:
        """Deal after deal: what the deciding seat sees, its mask, and which seat it is (a byte)."""
        seen = self.seen
        masks = self.masks
        seats = self.seats
        seen.truncate(0)
        masks.truncate(0)
        seats.truncate(0)
        encoder = self.encoder
        for decision in self.decisions:
            decision.observe(encoder, decision.seat, seen)
            decision.put_mask(encoder, self.factored, self.blank, masks)
            seats.append(u8(decision.seat))
        return seen.getvalue(), masks.getvalue(), seats.getvalue()

    def sample(self) -> bytes:
        """A random legal answer for each deal: every legal action is equally likely; in steps, every next step."""
        out = self.drawn
        out.truncate(0)
        rng = self.rng
        encoder = self.encoder
        for decision in self.decisions:
            if decision.shift:
                numbers = decision.numbers(encoder, self.factored)
                write_i64_le(out, numbers[rng.below(len(numbers))])
            else:
                legal = decision.legal
                action: i64 = legal[rng.below(len(legal))]
                write_i64_le(out, (encoder.path(decision.state, decision.seat, action, self.factored) & STEP) - 1)
        return out.getvalue()


def restore_batch(
    settings: tuple[Game, Rules, Encoder, Rng, int, bool, bool, bool],
    decisions: list[Decision],
    finished: list[int],
    returns: list[int],
) -> Batch:
    """For copies and pickles."""
    batch = Batch(*settings)
    batch.decisions = decisions
    batch.finished = finished
    batch.returns = returns
    return batch
