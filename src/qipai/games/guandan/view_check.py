"""Proves that some deal gives a view: draws a world, goes back to its deal, and plays it again event by event."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.rng import FastRng
from qipai.core.views import WRONG_DATA, bad_view, no_world
from qipai.games.guandan.cards import KINDS, RANKS, SEATS, SMALL_JOKER, bit, copies, listed, planes, wildcard
from qipai.games.guandan.deal import check_carried
from qipai.games.guandan.packing import IMMUNE, PAY, RETURN, TRIBUTE, all_planes, stronger
from qipai.games.guandan.setting import Setting
from qipai.games.guandan.state import IMMUNITY_PHASE, PLAY_PHASE, RETURN_PHASE, TRIBUTE_PHASE, GuandanState
from qipai.games.guandan.tribute import tribute_choices
from qipai.games.guandan.view import GuandanView
from qipai.games.guandan.world import Unseen, draw_world

TRIES = 6  # worlds of a partial deal whose payer may hold nothing but wildcards; others need one


def check_view(view: GuandanView) -> None:
    """BAD_VIEW unless a deal, played by the rules, gives exactly this view."""
    check_setting(view.setting)
    try:
        if view.phase != 4 and not has_room(Unseen(view)):
            raise no_world()
        for number in range(TRIES):
            again = played_again(view, draw_world(view, FastRng(number)))
            if again is not None and again.seen_by(view.seat) == view:
                return
    except QipaiError:
        raise
    except WRONG_DATA:  # hands and history do not even add up
        raise no_world() from None
    raise bad_view("its history was not played by the rules", "出牌经过不合规则")


def check_setting(setting: Setting) -> None:
    """Levels, failures and the order before, as `carry` leaves them or a first deal has them (G-6.3, G-9)."""
    if not setting.order:
        level = RANKS[setting.level]
        first = setting.owner < 0 and setting.deals == 0 and setting.fails == [0, 0] and not setting.history
        if not first or setting.levels != [level, level]:
            raise bad_view("a first deal has nothing before it", "第一局之前没有别的局")
        if setting.starting >= SMALL_JOKER or setting.starting == wildcard(setting.level):
            raise bad_view("starting_card can’t be a joker or a wildcard", "starting_card 不能是王或逢人配")
        return
    carried: Json = {
        "deals": setting.deals,
        "levels": setting.levels,
        "fails": setting.fails,
        "owner": setting.owner,
        "order": setting.order,
    }
    try:
        check_carried(setting.rules, carried)
    except QipaiError:
        raise bad_view("what the deals before left is impossible", "前几局留下的数据不成立") from None
    if setting.starting >= 0 or setting.levels[setting.owner] != RANKS[setting.level]:
        raise bad_view("the deal is played at the winners’ level", "本局应打胜方的级")


def has_room(unseen: Unseen) -> bool:
    """Whether the unseen cards fit into the open places: for every set of seats, no more cards that only they may hold."""
    view = unseen.view
    if min(unseen.places) < 0:
        return False
    cards = listed(unseen.one, unseen.two)
    if len(cards) != sum(unseen.places):
        return False
    seats = [seat for seat in range(SEATS) if seat != view.seat]
    holders = [0] * len(cards)
    for at, kind in enumerate(cards):
        for seat in seats:
            if (unseen.allowed[seat] >> kind) & 1:
                holders[at] |= 1 << seat
    for group in range(1 << SEATS):
        only = sum([1 for mask in holders if mask & ~group == 0])
        if only > sum([unseen.places[seat] for seat in seats if (group >> seat) & 1]):
            return False
    return True


def first_hands(view: GuandanView, world: GuandanState) -> list[list[int]] | None:
    """What each seat was dealt, by kind: its cards now, its plays, and tributes and returns taken back."""
    hands: list[list[int]] = []
    for seat in range(SEATS):
        hands.append([copies(world.one(seat), world.two(seat), kind) for kind in range(KINDS)])
    for event in view.log:
        kind = event >> 36
        seat = event & 3
        if kind < TRIBUTE:
            once, twice = all_planes(event >> 2, view.setting.level)
            for plane in (once, twice):
                while plane:
                    card = plane.bit_length() - 1
                    plane -= bit(card)
                    hands[seat][card] += 1
        elif kind == RETURN:
            move(hands, view.payer_of(seat), seat, event >> 2 & 63)
    if view.to_first >= 0:
        for receiver in view.setting.receivers:
            payer = view.payer_of(receiver)
            move(hands, receiver, payer, world.paid_by(payer))
    dealt = [sum([hand[kind] for hand in hands]) for kind in range(KINDS)]
    setting = view.setting
    if dealt != [copies(setting.pool_one, setting.pool_two, kind) for kind in range(KINDS)]:
        return None
    if [sum(hand) for hand in hands] != setting.sizes or any(min(hand) < 0 for hand in hands):
        return None
    return hands


def move(hands: list[list[int]], giver: int, taker: int, card: int) -> None:
    hands[giver][card] -= 1
    hands[taker][card] += 1


def played_again(view: GuandanView, world: GuandanState) -> GuandanState | None:
    """The deal of a world, played again with every check; None if it was not dealt or played by the rules."""
    hands = first_hands(view, world)
    if hands is None:
        return None
    setting = view.setting
    state = GuandanState(setting)
    for seat in range(SEATS):
        one, two = planes([kind for kind in range(KINDS) for _ in range(hands[seat][kind])])
        state.set_hand(seat, one, two)
    state.tie = world.tie
    if not setting.order:
        named = setting.rules.first_leader
        if view.leader < 0 or (named >= 0 and (view.leader != named or setting.starting >= 0)):
            return None
        if setting.starting >= 0 and not hands[view.leader][setting.starting]:
            return None
        state.leader = view.leader
    state.begin()
    if state.phase == IMMUNITY_PHASE:
        if view.phase == IMMUNITY_PHASE:
            return state if answered_again(state, view) else None
        for payer in setting.payers:  # a right that was waived is never shown, so any answers do that lead to what followed
            action = state.tribute_moves(payer)[0 if view.bigs else -1]
            state.apply(payer, action)
    if state.phase == TRIBUTE_PHASE and not all(tribute_choices(state.one(payer), setting.level) for payer in setting.payers):
        return None
    for event in view.log:
        if not applied(state, event & 3, event >> 2):
            return None
    return state if committed_again(state, world) else None


def answered_again(state: GuandanState, view: GuandanView) -> bool:
    """The seat's own answer about immunity, which may be the last while the table still shows a pause."""
    answer = (view.given >> 8 * view.seat) & 255 if view.seat >= 0 else 0
    if answer:
        action = (IMMUNE if answer == 2 else PAY) << 34
        if not (state.acting >> view.seat) & 1 or action not in state.tribute_moves(view.seat):
            return False
        state.note_answer(view.seat, action >> 34)
    return True


def applied(state: GuandanState, seat: int, action: int) -> bool:
    """Plays a move if it is legal; plays are combinations already."""
    if not (state.acting >> seat) & 1:
        return False
    if state.phase != PLAY_PHASE:
        if action not in state.tribute_moves(seat):
            return False
    elif action >> 34 >= TRIBUTE:
        return False
    elif action == 0:
        if not state.kind:
            return False
    elif not holds(state, seat, action) or not beats(state, action):
        return False
    state.apply(seat, action)
    return True


def beats(state: GuandanState, action: int) -> bool:
    return not state.kind or stronger(state.table, action, state.level, state.setting.rules.over_flush)


def holds(state: GuandanState, seat: int, action: int) -> bool:
    one, two = all_planes(action, state.level)
    return not one & ~state.one(seat) and not two & ~state.two(seat)


def committed_again(state: GuandanState, world: GuandanState) -> bool:
    """The cards that are committed and not yet shown."""
    if state.phase not in (TRIBUTE_PHASE, RETURN_PHASE) or state.phase != world.phase:
        return True
    for seat in range(SEATS):
        if (state.acting >> seat) & 1 and not (world.acting >> seat) & 1:
            head, card = (TRIBUTE, world.paid_by(seat)) if state.phase == TRIBUTE_PHASE else (RETURN, world.given_by(seat))
            if card < 0 or not applied(state, seat, head << 34 | card):
                return False
    return True
