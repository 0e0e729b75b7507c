"""One deal as a state machine (G-6): tribute, return, tricks, finishing order."""

from __future__ import annotations

from typing import Final

from qipai.core.data import fields_of
from qipai.core.rng import mix
from qipai.core.state import State, View
from qipai.games.guandan.cards import BIG_JOKER, bit, copies
from qipai.games.guandan.combos import Finder, new_finder
from qipai.games.guandan.exact import ExactFinder
from qipai.games.guandan.packing import IMMUNE, PAY, RETURN, TAKE, TRIBUTE, natural_planes, rank_class, strength
from qipai.games.guandan.rules import FIRST_CHOOSES, RANDOM
from qipai.games.guandan.setting import Setting
from qipai.games.guandan.tribute import higher, may_refuse, return_choices, tribute_choices
from qipai.games.guandan.view import GuandanView
from qipai.native import i64

TRIBUTE_PHASE: Final = 0
TAKE_PHASE: Final = 1
RETURN_PHASE: Final = 2
PLAY_PHASE: Final = 3
FINISHED: Final = 4
IMMUNITY_PHASE: Final = 5
PHASES: Final = ["tribute", "take", "return", "play", "finished", "immunity"]


class GuandanState(State):
    """A deal. Cards committed to a tribute or return stay in the hand until all are in, then move together (G-7.10).

    `paid` and `given` have a byte per seat, kind + 1: the payer's tribute, the receiver's return; in the phase `immunity`
    `given` has the payers' answers, 1 for `pay` and 2 for `immune`. `places`, the finishing order, has two bits per place.
    The log has public events only, with the seat in the two lowest bits.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.level: i64 = setting.level
        self.finder: Finder | None = None  # reused for the next list; holds nothing of the deal
        self.one0: i64 = 0
        self.two0: i64 = 0
        self.one1: i64 = 0
        self.two1: i64 = 0
        self.one2: i64 = 0
        self.two2: i64 = 0
        self.one3: i64 = 0
        self.two3: i64 = 0
        self.phase: i64 = PLAY_PHASE
        self.acting: i64 = 0
        # tribute
        self.paid: i64 = 0
        self.given: i64 = 0
        self.bigs: i64 = 0  # two bits per seat: the 大王 shown by immunity (G-12.2)
        self.to_first: i64 = -1  # payer whose card goes to 头游
        self.tie: i64 = -1  # drawn with the deal under equal_tribute="random" (G-7.7)
        # tricks
        self.leader: i64 = -1
        self.turn: i64 = -1
        self.top: i64 = -1  # owner of the play on the table
        self.table: i64 = 0
        self.kind: i64 = 0
        self.power: i64 = 0
        self.passes: i64 = 0
        self.active: i64 = 15
        self.places: i64 = 0
        self.out: i64 = 0
        self.steps: i64 = 0
        self.log: list[int] = []

    def __reduce__(self) -> tuple[object, ...]:
        return GuandanState, (self.setting,), {**fields_of(self), "finder": None}

    # hands
    def one(self, seat: i64) -> i64:
        if seat == 0:
            return self.one0
        if seat == 1:
            return self.one1
        if seat == 2:
            return self.one2
        return self.one3

    def two(self, seat: i64) -> i64:
        if seat == 0:
            return self.two0
        if seat == 1:
            return self.two1
        if seat == 2:
            return self.two2
        return self.two3

    def set_hand(self, seat: i64, one: i64, two: i64) -> None:
        if seat == 0:
            self.one0 = one
            self.two0 = two
        elif seat == 1:
            self.one1 = one
            self.two1 = two
        elif seat == 2:
            self.one2 = one
            self.two2 = two
        else:
            self.one3 = one
            self.two3 = two

    def move_card(self, giver: i64, taker: i64, kind: i64) -> None:
        mark = bit(kind)
        one = self.one(giver)
        two = self.two(giver)
        if two & mark:
            self.set_hand(giver, one, two & ~mark)
        else:
            self.set_hand(giver, one & ~mark, two)
        one = self.one(taker)
        two = self.two(taker)
        if one & mark:
            self.set_hand(taker, one, two | mark)
        else:
            self.set_hand(taker, one | mark, two)

    # the kernel contract
    def to_act(self) -> i64:
        return self.acting

    def over(self) -> bool:
        return self.phase == 4

    def legal(self, seat: i64) -> list[int]:
        """The canonical list (G-10.2), in the order of G-10.5."""
        if not (self.acting >> seat) & 1:
            return []
        if self.phase != 3:
            return self.tribute_moves(seat)
        finder = self.finder
        if finder is None:
            finder = new_finder(self.setting.rules)
            self.finder = finder
        finder.look(self.one(seat), self.two(seat), self.level)
        return finder.plays(self.kind, self.power)

    def exact(self, seat: i64) -> list[int]:
        """The exact list (G-10.1)."""
        if not (self.acting >> seat) & 1:
            return []
        if self.phase != 3:
            return self.tribute_moves(seat)
        rules = self.setting.rules
        finder = ExactFinder(rules.joker_pair, rules.suited_straight, rules.over_flush)
        finder.look(self.one(seat), self.two(seat), self.level)
        return finder.plays(self.kind, self.power)

    def apply(self, seat: i64, action: i64) -> None:
        if self.phase != 3:
            self.apply_tribute(seat, action)
            return
        self.log.append((action << 2) | seat)
        self.steps += 1
        if action == 0:
            self.passes += 1
            self.after_pass(seat)
            return
        self.take_from(seat, action)
        self.table = action
        self.kind = rank_class(action)
        self.power = strength(action, self.level, self.setting.rules.over_flush)
        self.top = seat
        self.passes = 0
        if self.one(seat) == 0 and self.goes_out(seat):
            return
        self.pass_turn(seat)

    def take_from(self, seat: i64, action: i64) -> None:
        """Removes the cards of a play from the hand."""
        one = self.one(seat)
        two = self.two(seat)
        once, twice = natural_planes(action)
        one &= ~((once & ~two) | twice)
        two &= ~once
        wild: i64 = (action >> 24) & 3
        if wild:
            mark: i64 = 0x1000000000000000 >> 59 - 4 * self.level
            if wild == 2 or not two & mark:
                one &= ~mark
            two &= ~mark
        self.set_hand(seat, one, two)

    def pass_turn(self, seat: i64) -> None:
        """Passes the turn to the next seat that holds cards (G-8.4)."""
        following: i64 = (seat + 1) & 3
        while not (self.active >> following) & 1:
            following = (following + 1) & 3
        self.turn = following
        self.acting = 0x1000000000000000 >> 60 - following

    def after_pass(self, seat: i64) -> None:
        """The trick ends when all other seats with cards have passed since the top play (G-8.5)."""
        active = self.active
        others: i64 = (active & 1) + ((active >> 1) & 1) + ((active >> 2) & 1) + (active >> 3) - ((active >> self.top) & 1)
        if self.passes < others:
            self.pass_turn(seat)
            return
        self.table = 0
        self.kind = 0
        self.power = 0
        self.passes = 0
        leader = self.top
        self.top = -1
        if not (active >> leader) & 1:
            # 接风 (G-8.7)
            if self.setting.rules.jiefeng_next:
                self.pass_turn(leader)
                return
            leader = (leader + 2) & 3
        self.turn = leader
        self.acting = 0x1000000000000000 >> 60 - leader

    def goes_out(self, seat: i64) -> bool:
        """A seat without cards takes the next place (G-8.8); true if that ends the deal (G-8.9)."""
        self.active &= ~(0x1000000000000000 >> 60 - seat)
        self.places |= seat << 2 * self.out
        self.out += 1
        if self.out == 2 and ((self.places ^ (self.places >> 2)) & 1) == 0:
            # 双下: the other two in seat order (G-8.11)
            third: i64 = (seat + 1) & 3
            self.places |= third << 4 | ((third + 2) & 3) << 6
        elif self.out == 3:
            last: i64 = 0
            while not (self.active >> last) & 1:
                last += 1
            self.places |= last << 6
        else:
            return False
        self.out = 4
        self.phase = 4
        self.acting = 0
        self.turn = -1
        return True

    def order(self) -> list[int]:
        """The seats that are out, first to last; all four when the deal is finished."""
        return [(self.places >> 2 * k) & 3 for k in range(self.out)]

    def returns(self) -> list[int]:
        """±3, ±2 or ±1 to the teams when the deal is finished (G-9.10)."""
        if self.phase != 4:
            return [0, 0, 0, 0]
        first: i64 = self.places & 3
        partner: i64 = (first + 2) & 3
        place: i64 = 1
        while (self.places >> 2 * place) & 3 != partner:
            place += 1
        gain: i64 = 4 - place
        if first & 1:
            return [-gain, gain, -gain, gain]
        return [gain, -gain, gain, -gain]

    def version(self) -> i64:
        return self.steps + 1

    def copy(self) -> State:
        out = GuandanState(self.setting)
        out.one0 = self.one0
        out.two0 = self.two0
        out.one1 = self.one1
        out.two1 = self.two1
        out.one2 = self.one2
        out.two2 = self.two2
        out.one3 = self.one3
        out.two3 = self.two3
        out.phase = self.phase
        out.acting = self.acting
        out.paid = self.paid
        out.given = self.given
        out.bigs = self.bigs
        out.to_first = self.to_first
        out.tie = self.tie
        out.leader = self.leader
        out.turn = self.turn
        out.top = self.top
        out.table = self.table
        out.kind = self.kind
        out.power = self.power
        out.passes = self.passes
        out.active = self.active
        out.places = self.places
        out.out = self.out
        out.steps = self.steps
        out.log = self.log.copy()
        return out

    def digest(self) -> i64:
        h: i64 = self.setting.mark()
        h = mix(mix(h, self.one0), self.two0)
        h = mix(mix(h, self.one1), self.two1)
        h = mix(mix(h, self.one2), self.two2)
        h = mix(mix(h, self.one3), self.two3)
        h = mix(h, (self.phase << 4) | self.acting)
        h = mix(mix(h, self.paid), self.given)
        h = mix(h, ((self.bigs * 8 + self.to_first + 1) * 8 + self.tie + 1) * 8 + self.leader + 1)
        h = mix(h, self.table)
        h = mix(h, ((self.top + 1) * 8 + self.passes) * 256 + self.places)
        return mix(h, self.steps * 8 + self.out)

    # tribute
    def begin(self) -> None:
        """Starts the deal after the hands are set: tribute, immunity or the first lead (G-6.3, G-7.1, G-7.3)."""
        setting = self.setting
        if not setting.order:
            self.start_play(self.leader)
            return
        if setting.rules.immunity_choice:
            self.phase = IMMUNITY_PHASE
            self.acting = seats_mask(setting.payers)
        else:
            self.start_tribute(True)

    def start_tribute(self, refused: bool) -> None:
        """Immunity if the payers hold both 大王 and refuse (G-7.3); else the tribute is due."""
        setting = self.setting
        shown = 0
        held = 0
        for seat in setting.payers:
            n = copies(self.one(seat), self.two(seat), BIG_JOKER)
            shown |= n << 2 * seat
            held += n
        if held == 2 and refused:
            self.bigs = shown
            self.start_play(setting.order[0])
            return
        self.phase = TRIBUTE_PHASE
        self.acting = seats_mask(setting.payers)

    def answer_immunity(self, seat: int, kind: int) -> None:
        """One payer's answer; the last one ends the phase, and none of them is shown (G-7.13)."""
        self.note_answer(seat, kind)
        if self.acting:
            return
        refused = True
        for payer in self.setting.payers:
            if (self.one(payer) >> BIG_JOKER) & 1 and (self.given >> 8 * payer) & 255 != 2:
                refused = False
        self.given = 0
        self.steps += 1
        self.start_tribute(refused)

    def note_answer(self, seat: int, kind: int) -> None:
        """The answer alone, whether or not it is the last."""
        self.acting &= ~(1 << seat)
        self.given |= (2 if kind == IMMUNE else 1) << 8 * seat

    def start_play(self, leader: int) -> None:
        self.phase = PLAY_PHASE
        self.leader = leader
        self.turn = leader
        self.acting = 1 << leader

    def tribute_moves(self, seat: int) -> list[int]:
        """Moves of the phases before play, in card or seat order (G-10.5)."""
        one = self.one(seat)
        if self.phase == TRIBUTE_PHASE:
            return [TRIBUTE << 34 | kind for kind in tribute_choices(one, self.level)]
        if self.phase == TAKE_PHASE:
            return [TAKE << 34 | payer for payer in self.setting.payers]
        if self.phase == IMMUNITY_PHASE:
            refuses = may_refuse(one, self.two(seat), len(self.setting.payers))
            return [IMMUNE << 34, PAY << 34] if refuses else [PAY << 34]
        return [RETURN << 34 | kind for kind in return_choices(one, self.level, self.setting.rules)]

    def apply_tribute(self, seat: int, action: int) -> None:
        setting = self.setting
        what = action & 63
        if self.phase == TAKE_PHASE:
            self.log.append(action << 2 | seat)
            self.steps += 1
            self.hand_over(what)
            return
        if self.phase == IMMUNITY_PHASE:
            self.answer_immunity(seat, action >> 34)
            return
        self.acting &= ~(1 << seat)
        if self.phase == TRIBUTE_PHASE:
            self.paid |= (what + 1) << 8 * seat
            if not self.acting:
                for payer in setting.payers:
                    self.log.append((TRIBUTE << 34 | self.paid_by(payer)) << 2 | payer)
                self.steps += 1
                self.sort_tributes()
            return
        self.given |= (what + 1) << 8 * seat
        if not self.acting:
            for receiver in sorted(setting.receivers):
                card = self.given_by(receiver)
                self.log.append((RETURN << 34 | card) << 2 | receiver)
                self.move_card(receiver, self.payer_of(receiver), card)
            self.steps += 1
            self.start_play(self.first_leader())

    def paid_by(self, payer: int) -> int:
        return ((self.paid >> 8 * payer) & 255) - 1

    def given_by(self, receiver: int) -> int:
        return ((self.given >> 8 * receiver) & 255) - 1

    def payer_of(self, receiver: int) -> int:
        """Whose tribute a receiver got."""
        if receiver == self.setting.order[0]:
            return self.to_first
        payers = self.setting.payers
        return payers[1] if payers[0] == self.to_first else payers[0]

    def sort_tributes(self) -> None:
        """All payments are in: decides who gets which (G-7.5 to G-7.7)."""
        setting = self.setting
        rules = setting.rules
        payers = setting.payers
        if len(payers) == 1:
            self.hand_over(payers[0])
            return
        order = higher(self.paid_by(payers[0]), self.paid_by(payers[1]), self.level)
        if rules.first_chooses or (order == 0 and rules.equal == FIRST_CHOOSES):
            self.phase = TAKE_PHASE
            self.acting = 1 << setting.order[0]
        elif order:
            self.hand_over(payers[0] if order > 0 else payers[1])
        elif rules.equal == RANDOM and self.tie >= 0:
            self.hand_over(self.tie)
        else:
            self.hand_over((setting.order[0] + 1) & 3)

    def hand_over(self, to_first: int) -> None:
        """Moves the tributes; the returns are due."""
        self.to_first = to_first
        for receiver in self.setting.receivers:
            payer = self.payer_of(receiver)
            self.move_card(payer, receiver, self.paid_by(payer))
        self.phase = RETURN_PHASE
        self.acting = seats_mask(self.setting.receivers)

    def first_leader(self) -> int:
        """Who leads the first trick after a tribute (G-7.12)."""
        setting = self.setting
        payers = setting.payers
        if len(payers) == 2 and setting.rules.first_chooses:
            order = higher(self.paid_by(payers[0]), self.paid_by(payers[1]), self.level)
            if order:
                return payers[0] if order > 0 else payers[1]
            return (setting.order[0] + 1) & 3
        return self.to_first

    # views
    def view(self, seat: i64) -> View:
        return self.seen_by(seat)

    def seen_by(self, seat: i64) -> GuandanView:
        """What a seat knows (G-12): everything public, its own hand, its own committed card."""
        paid: i64 = self.paid
        given: i64 = self.given
        if self.phase == 0:
            paid = paid & (0xFF << 8 * int(seat)) if seat >= 0 else 0
        acting: i64 = self.acting
        if self.phase == 2 or self.phase == 5:
            given = given & (0xFF << 8 * int(seat)) if seat >= 0 else 0
            if self.phase == 5:  # the others are seen as deciding, whatever they have answered
                acting = self.seen_deciding(seat)
        out = GuandanView(seat, self.setting)
        if seat >= 0:
            out.one = self.one(seat)
            out.two = self.two(seat)
        out.phase = self.phase
        out.acting = acting
        out.paid = paid
        out.given = given
        out.bigs = self.bigs
        out.to_first = self.to_first
        out.leader = self.leader
        out.turn = self.turn
        out.top = self.top
        out.table = self.table
        out.passes = self.passes
        out.active = self.active
        out.places = self.places
        out.out = self.out
        out.steps = self.steps
        out.log = self.log.copy()
        if self.phase == 4:
            out.shown = [self.one0, self.two0, self.one1, self.two1, self.one2, self.two2, self.one3, self.two3]
        return out

    def seen_deciding(self, seat: int) -> int:
        """In the phase `immunity`: all payers, but not the seat itself once it has answered (G-12.6)."""
        deciding = seats_mask(self.setting.payers)
        if seat >= 0 and not (self.acting >> seat) & 1:
            deciding &= ~(1 << seat)
        return deciding


def seats_mask(seats: list[int]) -> int:
    return sum([1 << seat for seat in seats])
