"""Walks through the log of a view by the rules; see view_check.py."""

from __future__ import annotations

from qipai.core.errors import BadRecord
from qipai.core.views import bad_view
from qipai.games.mahjong.actions import HU, KONG, KONG_OF, PASS, PENG
from qipai.games.mahjong.events import (
    ANSWER,
    DECLARED,
    DISCARD,
    DRAW,
    FURTHER,
    KONG_MADE,
    LATE_KONG,
    PENG_MADE,
    REVEAL,
    SWAPPED,
    WIN,
    event,
)
from qipai.games.mahjong.melds import KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, add_meld, has_peng, peng_to_kong
from qipai.games.mahjong.melds import PENG as PENG_MELD
from qipai.games.mahjong.patterns import HAND_PATTERNS
from qipai.games.mahjong.position import (
    AT_START,
    BY_DRAW,
    BY_FIRST_DRAW,
    BY_PENG,
    BY_REPLACEMENT,
    FAN_BITS,
    MAY_HU,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_MISSING,
    PHASE_TURN,
    SAME_WAITS,
    SEAT_BIT,
)
from qipai.games.mahjong.rules import DIE
from qipai.games.mahjong.scoring import hand_patterns
from qipai.games.mahjong.state import THREE_OR_MORE, MahjongState
from qipai.games.mahjong.tiles import NO_TILE, SUIT_OF

ANY_NUMBER = 99


class LogCheck:
    """A deal that follows the log. `state` holds what is public, and the tracked hands; other hands stay empty."""

    def __init__(self, known: MahjongState, viewer: int, tracked: list[int], wall: int) -> None:
        self.known = known
        self.viewer = viewer
        self.tracked = tracked
        self.log = known.log
        self.at = 0
        self.most = [ANY_NUMBER] * 4  # of its missing suit in an untracked hand
        self.before_draw = [ANY_NUMBER] * 4  # the same before its last draw
        nothing: list[int] = []
        state = MahjongState(
            known.rules, known.dealer, nothing, known.fourteenth, known.base, known.absent, [0] * 4, [0] * 4, [0] * 4, []
        )
        state.back = wall
        state.die = known.die
        self.state = state

    # reading
    def wrong(self) -> BadRecord:
        number = self.at - 1
        return bad_view(f"event {number} is against the rules", f"第 {number} 个事件不合规则")

    def need(self, holds: bool) -> None:
        if not holds:
            raise self.wrong()

    def next(self, kind: int) -> int:
        """The next event, which must be of this kind."""
        self.at += 1
        self.need(self.at <= len(self.log) and self.log[self.at - 1] & 7 == kind)
        return self.log[self.at - 1]

    def follows(self, kind: int) -> bool:
        return self.at < len(self.log) and self.log[self.at] & 7 == kind

    # the deal
    def run(self) -> None:
        state = self.state
        if state.rules.swap:
            self.swap()
        if self.known.phase == PHASE_MISSING:
            state.phase = PHASE_MISSING
            self.compare()
            return
        reveal = self.next(REVEAL)
        state.missing = reveal >> 10
        state.log.append(reveal)
        state.phase = PHASE_TURN
        state.steps += 1
        while state.phase == PHASE_TURN and self.at < len(self.log):
            self.turn()
        self.compare()

    def swap(self) -> None:
        """The direction is that of the die, or fixed by the rules (M-22.4)."""
        state = self.state
        code = self.next(FURTHER)
        self.need((state.die > 0) == (state.rules.direction == DIE))
        self.need(code == event(FURTHER, 0, NO_TILE, SWAPPED | state.die << 3 | state.swap_direction() << 6))
        state.log.append(code)
        state.steps = 1

    def turn(self) -> None:
        """One decision on turn, and what it leads to."""
        if self.follows(DISCARD):
            self.discard()
        elif self.follows(FURTHER):
            self.declare()
        elif self.follows(KONG_MADE):
            self.own_kong()
        else:
            self.own_win()

    def discard(self) -> None:
        code = self.next(DISCARD)
        state = self.state
        seat = (code >> 3) & 3
        tile = (code >> 5) & 31
        flagged = code >> 10 == 1
        self.need(seat == state.turn and tile != NO_TILE)
        if seat in self.tracked:
            self.need(tile in state.turn_moves(seat) and flagged == (tile == state.drawn))
        else:
            self.hidden_discard(seat, tile, flagged)
            state.drawn = tile if flagged else NO_TILE
            state.give(seat, tile)
        state.lay_down(tile)
        self.window()

    def hidden_discard(self, seat: int, tile: int, flagged: bool) -> None:
        """What the void-first rule and a lock allow to a hand that is not known (M-4.4, M-8.2)."""
        origin = self.state.origin
        drew = origin not in (AT_START, BY_PENG)
        self.need(flagged <= drew and (flagged or not self.state.is_locked(seat)))
        if not self.state.rules.missing_first:
            return
        if SUIT_OF[tile] == self.state.missing_suit(seat):
            self.need(self.most[seat] > 0 and (flagged or not drew or self.before_draw[seat] > 0))
            self.most[seat] -= 1
        else:
            self.most[seat] = 0

    def window(self) -> None:
        """Answers to a discard, wins, a claim; then the next turn (M-5.7 to M-5.10)."""
        state = self.state
        if self.at == len(self.log) and self.known.phase == PHASE_CLAIM:
            state.phase = PHASE_CLAIM
            self.own_answer()
            return
        discarder = state.turn
        tile = state.tile
        answers = self.read_answers(tile)
        winners = self.read_winners(tile)
        taker = -1
        if not winners and not state.rob and (self.follows(PENG_MADE) or self.exposed_follows()):
            taker = (self.log[self.at] >> 3) & 3
            answers[taker] = PENG if self.follows(PENG_MADE) else KONG
        for seat in winners:
            answers[seat] = HU
        for seat in self.tracked:
            self.check_answer(seat, answers.get(seat, -1))
        for answer in answers.values():
            self.need(winners != [] or taker >= 0 or answer == PASS)
        state.steps += 1
        for code in self.log[self.at - len(winners) : self.at]:
            state.log.append(code)
        state.rights = 0
        state.waiting = 0
        if winners:
            if state.rob and discarder in self.tracked:
                state.take(discarder, tile)
            state.rob = 0
            self.after_wins(winners, winners[-1] if state.rules.after_winner else discarder)
        elif taker >= 0:
            self.claim(taker, tile, discarder)
        elif state.rob:
            self.own_kong()
        else:
            self.draw(state.next_in_play(discarder))

    def after_wins(self, winners: list[int], before: int) -> None:
        """Winners are locked or leave; the third to leave ends the deal (M-8.1, M-28.1, M-32.1)."""
        state = self.state
        for seat in winners:
            self.most[seat] = 0
            if state.rules.leave:
                state.gone |= SEAT_BIT[seat]
            else:
                state.locked |= SEAT_BIT[seat]
        if THREE_OR_MORE[state.gone]:
            state.finish()
        else:
            self.draw(state.next_in_play(before))

    def exposed_follows(self) -> bool:
        return self.follows(KONG_MADE) and (self.log[self.at] >> 10) & 3 == KONG_EXPOSED

    def read_answers(self, tile: int) -> dict[int, int]:
        """Passes and overruled claims of tracked seats, in turn order."""
        state = self.state
        out: dict[int, int] = {}
        last = 0
        while self.follows(ANSWER):
            code = self.next(ANSWER)
            seat = (code >> 3) & 3
            place = (seat - state.turn) & 3
            self.need(seat in self.tracked and place > last and (code >> 5) & 31 == tile and code >> 10 in (PENG, KONG, PASS))
            last = place
            out[seat] = code >> 10
            state.log.append(code)
        return out

    def read_winners(self, tile: int) -> list[int]:
        """The seats that win on the discard, in turn order, with what each win must show."""
        state = self.state
        out: list[int] = []
        last = 0
        while self.follows(WIN):
            code = self.next(WIN)
            seat = (code >> 3) & 3
            place = (seat - state.turn) & 3
            self.need(place > last and (code >> 5) & 31 == tile and not (state.gone >> seat) & 1)
            self.need(code >> 10 & 7 == state.turn << 1 and SUIT_OF[tile] != state.missing_suit(seat))
            last = place
            self.check_patterns(seat, code >> 13, state.how_claimed())
            if seat in self.tracked:
                self.need(state.claim_patterns(seat) == code >> 13)
            out.append(seat)
        return out

    def check_patterns(self, seat: int, shown: int, how: int) -> None:
        """What a win shows besides the hand itself: how it came, and what its melds are."""
        melds = hand_patterns(0, 0, 0, self.state.melds[seat], self.state.rules.fan)
        self.need((shown ^ (melds | how)) & ~HAND_PATTERNS == 0)

    def check_answer(self, seat: int, answer: int) -> None:
        """A tracked seat answers exactly if it may claim, and only with what it may (M-5.1 to M-5.7, M-8.5)."""
        state = self.state
        self.need((state.waiting >> seat) & 1 == (1 if answer >= 0 else 0))
        if answer >= 0:
            self.need(answer in self.claims(seat))
            if answer != HU and state.rules.missed_win_lock and state.rights_of(seat) & MAY_HU:
                state.give_up(seat, state.value_of(state.claim_patterns(seat)))

    def claims(self, seat: int) -> list[int]:
        state = self.state
        phase = state.phase
        state.phase = PHASE_CLAIM
        out = state.legal(seat)
        state.phase = phase
        return out

    def own_answer(self) -> None:
        """The viewer's answer in the window that is still open."""
        known = self.known
        if self.viewer >= 0 and known.answer_of(self.viewer) >= 0:
            self.check_answer(self.viewer, known.answer_of(self.viewer))
        elif self.viewer >= 0:
            self.need((self.state.waiting ^ known.waiting) & SEAT_BIT[self.viewer] == 0)

    def claim(self, seat: int, tile: int, discarder: int) -> None:
        """A peng or an exposed kong of the discard (M-5.2, M-5.3)."""
        state = self.state
        kong = self.follows(KONG_MADE)
        code = self.next(KONG_MADE if kong else PENG_MADE)
        self.need(seat != discarder and (code >> 5) & 31 == tile and SUIT_OF[tile] != state.missing_suit(seat))
        self.need(state.melds[seat] & 7 < state.rules.hand_size // 3 and not (state.gone >> seat) & 1)
        self.need(not state.is_locked(seat) or (kong and state.rules.locked_kong == SAME_WAITS))
        if seat in self.tracked:
            for _ in range(3 if kong else 2):
                state.take(seat, tile)
        state.called = 1
        state.log.append(code)
        if kong:
            self.need(code >> 10 == KONG_EXPOSED | discarder << 2)
            state.melds[seat] = add_meld(state.melds[seat], tile, KONG_EXPOSED, discarder)
            self.replace(seat)
            return
        self.need(code >> 10 == discarder)
        state.melds[seat] = add_meld(state.melds[seat], tile, PENG_MELD, discarder)
        state.turn = seat
        state.origin = BY_PENG
        state.drawn = NO_TILE

    def declare(self) -> None:
        """An added kong that others may rob (M-25.2)."""
        code = self.next(FURTHER)
        state = self.state
        seat = (code >> 3) & 3
        tile = (code >> 5) & 31
        self.need(tile != NO_TILE and code == event(FURTHER, state.turn, tile, DECLARED) and state.rules.rob_kong)
        self.may_kong(seat, tile, KONG_ADDED)
        state.declare_kong(tile)
        self.window()

    def may_kong(self, seat: int, tile: int, kind: int) -> None:
        """What the log shows of a kong on turn; a tracked hand must have the tiles."""
        state = self.state
        self.need(seat == state.turn and tile != NO_TILE and (kind == KONG_ADDED) == has_peng(state.melds[seat], tile))
        self.need(state.origin != BY_PENG and state.front < state.back)
        if state.is_locked(seat):
            self.need(state.rules.locked_kong == SAME_WAITS or (kind == KONG_ADDED and state.rules.locked_kong > 0))
        if seat in self.tracked:
            self.need(KONG_OF + tile in state.turn_moves(seat))
        self.need(kind == KONG_ADDED or state.melds[seat] & 7 < state.rules.hand_size // 3)
        self.need(SUIT_OF[tile] != state.missing_suit(seat))

    def own_kong(self) -> None:
        """A concealed or added kong (M-6.2, M-6.3)."""
        code = self.next(KONG_MADE)
        state = self.state
        seat = (code >> 3) & 3
        tile = (code >> 5) & 31
        kind = (code >> 10) & 3
        late = code >> 10 & LATE_KONG
        self.need((code >> 12) & 3 == seat and kind in (KONG_ADDED, KONG_CONCEALED) and code >> 15 == 0)
        if state.rob:
            self.need(seat == state.turn and tile == state.tile and kind == KONG_ADDED)
        else:
            self.need(kind == KONG_CONCEALED or not state.rules.rob_kong)
            self.may_kong(seat, tile, kind)
            state.steps += 1
        self.need(not late or (kind == KONG_ADDED and state.rules.late_unpaid and not state.is_locked(seat)))
        if seat in self.tracked:
            self.need((late > 0) == (kind == KONG_ADDED and state.rules.late_unpaid and tile != state.drawn))
            for _ in range(1 if kind == KONG_ADDED else 4):
                state.take(seat, tile)
        state.rob = 0
        if kind == KONG_ADDED:
            state.melds[seat] = peng_to_kong(state.melds[seat], tile)
        else:
            state.melds[seat] = add_meld(state.melds[seat], tile, KONG_CONCEALED, seat)
        state.called = 1
        state.log.append(code)
        self.replace(seat)

    def own_win(self) -> None:
        """A self-drawn win (M-5.10, M-7.4, M-9, M-31.4)."""
        code = self.next(WIN)
        state = self.state
        seat = (code >> 3) & 3
        tile = (code >> 5) & 31
        feeder = state.fed_by() if state.fed_by() >= 0 else state.turn
        self.need(seat == state.turn and tile != NO_TILE and (code >> 10) & 7 == 1 | feeder << 1)
        self.need(state.origin != BY_PENG and SUIT_OF[tile] != state.missing_suit(seat))
        self.check_patterns(seat, code >> 13, state.how_drawn())
        if seat in self.tracked:
            self.need(state.may_hu_now() and state.own_patterns() == code >> 13)
            if state.origin != AT_START:
                self.need(tile == state.drawn)
            elif state.fourteenth != NO_TILE:
                self.need(tile == state.heavenly_tile())
            self.need(state.held(seat, tile) > 0)
            state.take(seat, tile)
        state.drawn = NO_TILE
        state.log.append(code)
        state.steps += 1
        self.after_wins([seat], seat)

    # the wall
    def draw(self, seat: int) -> None:
        """From the front; an empty wall ends the deal (M-4.6, M-11.1)."""
        state = self.state
        if state.front == state.back:
            if state.rules.sichuan and self.known.phase == PHASE_FINISHED:
                state.check_hands()
                self.at = min(len(state.log), len(self.log))
            state.finish()
            return
        state.front += 1
        state.origin = BY_DRAW
        if not (state.have_drawn >> seat) & 1:
            state.have_drawn |= SEAT_BIT[seat]
            if seat != state.dealer:
                state.origin = BY_FIRST_DRAW
        self.take_tile(seat, 0)

    def replace(self, seat: int) -> None:
        state = self.state
        self.need(state.front < state.back)
        state.back -= 1
        state.origin = BY_REPLACEMENT
        self.take_tile(seat, 1)

    def take_tile(self, seat: int, tail: int) -> None:
        code = self.next(DRAW)
        state = self.state
        tile = (code >> 5) & 31
        self.need(code == event(DRAW, seat, tile, tail) and (tile == NO_TILE) == (seat not in self.tracked))
        state.turn = seat
        state.drawn = tile
        if tile != NO_TILE:
            self.need(state.held(seat, tile) < 4)
            state.give(seat, tile)
        state.given_up -= state.bar_of(seat) << FAN_BITS * seat
        state.log.append(code)
        self.before_draw[seat] = self.most[seat]
        self.most[seat] += 1

    def compare(self) -> None:
        """What the log leads to must be what the view shows."""
        state = self.state
        known = self.known
        same = (
            self.at == len(self.log)
            and state.log == known.log
            and state.phase == known.phase
            and state.steps == known.steps
            and state.wall_left() == known.wall_left()
            and state.melds == known.melds
            and (state.locked, state.origin, state.called) == (known.locked, known.origin, known.called)
            and (state.gone, state.rob) == (known.gone, known.rob)
        )
        for seat in self.tracked:
            same = same and all(state.counts(seat, suit) == known.counts(seat, suit) for suit in range(3))
            if state.phase != PHASE_FINISHED:
                same = same and state.bar_of(seat) == known.bar_of(seat)
                same = same and (seat != state.turn or state.drawn == known.drawn)
        if not same:
            raise bad_view("its events lead to another table", "按这些事件得不到这样的牌桌")
