"""Proves that some deal gives a view: finds a world, goes back to its deal, and plays it again move by move."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.rng import FastRng
from qipai.core.views import bad_view
from qipai.games.xianqi.deal import HAND, set_up_deal
from qipai.games.xianqi.pieces import (
    BUCKLE,
    COPIES,
    FIRST_COVER,
    HIDDEN,
    PACKED,
    PASS,
    REVEAL,
    SIZE,
    SLOTS,
    count_map,
    pieces_in,
)
from qipai.games.xianqi.position import FINISHED, Position
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView, carried_json
from qipai.games.xianqi.world import draw_world


def check_view(view: XianqiView) -> None:
    """BAD_VIEW unless a deal, played by the rules, gives exactly this view."""
    known = view.known
    check_rounds(known)
    check_pieces(view)
    world = draw_world(view, FastRng(0))
    for active in possible_revealers(known):
        again = played_again(world, active)
        if again is not None and same_position(again, world):
            return
    raise bad_view("its rounds were not played by the rules", "各轮的出法不合规则")


def check_rounds(known: Position) -> None:
    """Every round has one size, and hands are as large as the rounds left them."""
    done = known.rounds_done()
    laid = sum([n for n in known.pillar_list() if known.carried is None])
    if known.carried is not None:
        start = sum([(known.carried.pillars >> (4 * seat)) & 15 for seat in range(4)])
        laid = sum(known.pillar_list()) - start
    if done > HAND or laid != sum([SIZE[known.round_at(number) & 511] for number in range(done)]):
        raise bad_view("pillars and rounds disagree", "柱数与各轮不符")
    for number in range(done + 1):
        packed = known.round_at(number) if number < done else known.table
        count = 3 if number < done else known.played
        for k in range(count):
            action = (packed >> (9 * k)) & 511
            if SIZE[action] != SIZE[packed & 511] or packed & 511 >= FIRST_COVER:
                raise bad_view(f"round {number} has plays of different size", f"第 {number} 轮各家的张数不同")
    if any(known.hand_size(seat) < 0 for seat in known.playing()) or known.played > 2:
        raise bad_view("more was played than was dealt", "打出的比发到的还多")


def check_pieces(view: XianqiView) -> None:
    """No piece occurs more often than it exists, and the viewer's hand has its size."""
    known = view.known
    seen = [known.hand(view.seat)] if view.seat >= 0 else []
    if known.carried is not None:
        seen.append(known.carried.captured)
    done = known.rounds_done()
    for number in range(done + 1):
        packed = known.round_at(number) if number < done else known.table
        for k in range(3 if number < done else known.played):
            action = (packed >> (9 * k)) & 511
            if action < HIDDEN:
                seen.append(PACKED[action])
    for slot in range(SLOTS):
        if sum([(packed >> (2 * slot)) & 3 for packed in seen]) > COPIES[slot]:
            raise bad_view("a piece occurs more often than it exists", "某种棋子超过了应有的数目")
    if view.seat >= 0 and view.seat != known.head and pieces_in(known.hand(view.seat)) != known.hand_size(view.seat):
        raise bad_view("the hand has another size than the rounds left it", "手棋的张数与各轮不符")


def possible_revealers(known: Position) -> list[int | None]:
    """Who was the active revealer when the deal began: nobody, or the last who revealed before a set-up (X-10.16)."""
    out: list[int | None] = [None]
    carried = known.carried
    if carried is not None and carried.relations:
        out.append(carried.relations[-1] >> 3)
    return out


def played_again(world: XianqiState, active: int | None) -> XianqiState | None:
    """The deal of a world, played again with every check; None if a move in it was not legal."""
    try:
        state = set_up_deal(first_deal(world, active), world.rules, {"first_deal": world.first, "drawer": None})
    except QipaiError:
        return None
    done = world.rounds_done()
    for number in range(done + 1):
        revealed = (world.relations >> (4 * number)) & 15
        if revealed & 1 and not buckle_and_reveal(state, revealed >> 2):
            return None
        packed = world.round_at(number) if number < done else world.table
        for k in range(3 if number < done else world.played):
            if not applied(state, (packed >> (9 * k)) & 511):
                return None
    if world.buckler >= 0 and not state.over() and not state.played and state.buckler < 0:
        passes = 2 if world.over() else (0 if world.asked >= 0 else 1)
        for action in [BUCKLE, PASS, PASS][: passes + 1]:
            if not applied(state, action):
                return None
    if world.phase == FINISHED and state.over():
        state.settle()
    return state


def first_deal(world: XianqiState, active: int | None) -> Json:
    """The hands before the first move, as a record writes them."""
    hands: list[object] = []
    for seat in range(world.rules.seats):
        packed = world.hand(seat)
        for number in range(world.round + 1):
            action = world.action_in_round(number, seat)
            if action >= 0:
                packed += PACKED[action]
        hands.append(None if seat == world.head else count_map(packed))
    deal: Json = {"hands": hands, "starter": world.starter}
    carried = world.carried
    if carried is not None:
        deal.update(carried_json(world))
        deal["relations"] = [[r >> 3, (r >> 1) & 3, r & 1 == 1] for r in carried.relations]
        if active is not None:
            deal["active_revealer"] = active
    return deal


def applied(state: XianqiState, action: int) -> bool:
    if state.actor < 0 or action not in state.legal(state.actor):
        return False
    state.apply(state.actor, action)
    return True


def buckle_and_reveal(state: XianqiState, revealer: int) -> bool:
    if not applied(state, BUCKLE):
        return False
    if state.actor != revealer and not applied(state, PASS):
        return False
    return state.actor == revealer and applied(state, REVEAL)


def same_position(a: Position, b: Position) -> bool:
    return (
        a.void == b.void
        and a.head == b.head
        and all(a.hand(seat) == b.hand(seat) for seat in range(4))
        and a.pillars == b.pillars
        and a.phase == b.phase
        and a.starter == b.starter
        and a.actor == b.actor
        and a.steps == b.steps
        and a.round == b.round
        and (a.leader, a.kind, a.played, a.table) == (b.leader, b.kind, b.played, b.table)
        and (a.top_power, a.top_seat) == (b.top_power, b.top_seat)
        and (a.buckler, a.active, a.asked, a.relations) == (b.buckler, b.active, b.asked, b.relations)
        and (a.log0, a.log1, a.log2, a.log3) == (b.log0, b.log1, b.log2, b.log3)
    )
