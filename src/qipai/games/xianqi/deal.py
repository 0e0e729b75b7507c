"""Deals: from a generator (X-4, X-8.4 to X-8.6), and explicit ones, also set up midway (X-10.16)."""

from __future__ import annotations

from typing import Final

from qipai.core.data import Json, brief
from qipai.core.errors import BadRecord
from qipai.core.rng import Rng
from qipai.core.text import Text
from qipai.games.xianqi.combos import read_count_map
from qipai.games.xianqi.pieces import COPIES, FULL, SHI_XIANG, TEXT_ORDER, UNIT, pieces_in
from qipai.games.xianqi.position import BUCKLE_DECISION, NONE, SETTLEMENT, Carried
from qipai.games.xianqi.rules import XianqiRules
from qipai.games.xianqi.settlement import CERAMIC, ENOUGH, pack_relation
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64

# the deck before shuffling: red before black, SHI XIANG MA CHE GOU NIU, copies side by side
DECK: Final[list[int]] = [slot for slot in TEXT_ORDER for _ in range(COPIES[slot])]
HAND: Final = 8
MOST_RELATIONS: Final = 8

# the drawer's place (from 1) by the kind of the drawn piece
KINDS: Final[list[str]] = ["SHI", "XIANG", "MA", "CHE", "GOU", "NIU"]
DRAW_PLACE: Final[dict[str, int]] = {"MA": 1, "CHE": 1, "XIANG": 2, "NIU": 2, "SHI": 3, "GOU": 3}
BAOTOU_PLACE: Final[dict[str, int]] = {"CHE": 1, "MA": 2, "XIANG": 3, "NIU": 3, "SHI": 4, "GOU": 4}


def bad_deal(reason: Text) -> BadRecord:
    return BadRecord("BAD_DEAL", reason=reason)


# from a generator
def drawn_kind(rng: Rng) -> str:
    """One random piece of the full 24 (X-8.5)."""
    return KINDS[TEXT_ORDER.index(DECK[rng.below(24)]) % 6]


def new_deal(rng: Rng, rules: XianqiRules, previous: Json | None) -> XianqiState:
    """X-4.4: (head), shuffle, deal, starter, then the black check; `redeal` continues the same stream (X-8.6)."""
    first = True
    drawer: i64 = NONE
    if previous is not None:
        first = previous["first_deal"] is True
        given = previous["drawer"]
        if isinstance(given, int) and rules.draw:
            drawer = given
    while True:
        state = deal_once(rng, rules, first, drawer)
        if not (state.void and rules.redeal):
            return state


def deal_once(rng: Rng, rules: XianqiRules, first: bool, drawer: i64) -> XianqiState:
    state = XianqiState(rules, first)
    starter: i64 = NONE
    if rules.baotou:
        if drawer >= 0:
            place: i64 = BAOTOU_PLACE[drawn_kind(rng)]
            starter = (drawer - (place - 1)) % 4
            state.head = (starter - 1) % 4
        else:
            state.head = rng.below(4)
    deck = DECK[:]
    rng.shuffle(deck)
    at: i64 = 0
    seat: i64 = 0
    while seat < rules.seats:
        if seat != state.head:
            hand: i64 = 0
            end: i64 = at + HAND
            while at < end:
                hand += UNIT[deck[at]]
                at += 1
            state.set_hand(seat, hand)
        seat += 1
    if not rules.baotou and drawer >= 0:
        place = DRAW_PLACE[drawn_kind(rng)]
        starter = (drawer - (place - 1)) % 3
    if starter < 0:
        starter = rng.below(3)
        if state.head >= 0 and starter >= state.head:
            starter += 1
    open_deal(state, starter)
    return state


def open_deal(state: XianqiState, starter: i64) -> None:
    """X-4.5, X-4.6: a black hand ends the deal at once; otherwise the starter decides."""
    state.starter = starter
    seat: i64 = 0
    while seat < state.rules.seats:
        if seat != state.head and state.hand(seat) & SHI_XIANG == 0:
            state.void = True
        seat += 1
    if state.void:
        state.phase = SETTLEMENT
        state.actor = NONE
    else:
        state.phase = BUCKLE_DECISION
        state.actor = starter


# the match
def carry(state: XianqiState, previous: Json | None) -> Json:
    """What the next deal needs: whether the first non-void deal is still to come (X-8.3), and who draws (X-8.5)."""
    first = previous is None or previous["first_deal"] is True
    return {"first_deal": first and state.void, "drawer": next_drawer(state)}


def next_drawer(state: XianqiState) -> int:
    """X-8.5; with baotou the head draws."""
    if state.head >= 0:
        return state.head
    if state.void:
        seat = state.starter
        while state.hand(seat) & SHI_XIANG:
            seat = state.next_seat(seat)
        return seat
    enough = [seat for seat in range(3) if state.pillars_of(seat) >= ENOUGH]
    if len(enough) == 2:
        return 3 - enough[0] - enough[1]
    if len(enough) == 1:
        return enough[0]
    return state.buckler


def check_carried(rules: XianqiRules, carried: Json) -> Json:
    """Validates `previous` from outside. BAD_DEAL."""
    if set(carried) != {"first_deal", "drawer"} or not isinstance(carried["first_deal"], bool):
        raise bad_deal(
            Text(
                "what the last deal left is {first_deal: true|false, drawer: seat|null}",
                "上一局留下的应为 {first_deal: true|false, drawer: 座位|null}",
            )
        )
    drawer = carried["drawer"]
    if drawer is not None and (not isinstance(drawer, int) or isinstance(drawer, bool) or not 0 <= drawer < rules.seats):
        raise bad_deal(Text(f"drawer {brief(drawer)} isn’t one of the seats", f"没有座位 {brief(drawer)} 可以接棋"))
    return carried


# explicit deals
def set_up_deal(deal: Json, rules: XianqiRules, previous: Json | None) -> XianqiState:
    """An explicit deal. BAD_DEAL when it is impossible (X-9.6)."""
    for key in deal:
        if key not in ("hands", "starter", "pillars", "active_revealer", "relations", "captured"):
            raise bad_deal(Text(f"unknown key {brief(key)}", f"未知的键 {brief(key)}"))
    first = previous is None or previous["first_deal"] is True
    state = XianqiState(rules, first)
    hands = deal.get("hands")
    if not isinstance(hands, list) or len(hands) != rules.seats:
        raise bad_deal(Text(f"hands of {rules.seats} seats are needed", f"需要 {rules.seats} 个座位的手棋"))
    total = read_hands(state, hands)
    starter = read_seat(state, deal.get("starter"), "starter")
    if "pillars" in deal:
        read_middle(state, deal, starter, total)
        return state
    for key in ("active_revealer", "relations", "captured"):
        if deal.get(key):
            raise bad_deal(Text(f"{key} needs pillars beside it", f"给出 {key} 就必须给出 pillars"))
    if total != FULL or any(pieces_in(state.hand(seat)) != HAND for seat in state.playing()):
        raise bad_deal(Text("the three hands must be the 24 pieces, eight each", "三家手棋必须正好是 24 张，每家 8 张"))
    open_deal(state, starter)
    if state.void and rules.redeal:
        raise bad_deal(Text("a hand is black; under these rules it is dealt again", "有人黑棋，按这套规则要重发"))
    return state


def read_hands(state: XianqiState, hands: list[object]) -> int:
    """Sets head and hands; returns the packed total."""
    total = 0
    for seat, given in enumerate(hands):
        if given is None and state.rules.baotou and state.head < 0:
            state.head = seat
            continue
        packed = read_count_map(given)
        if packed is None:
            raise bad_deal(Text(f"the hand of seat {seat} is not a count map of pieces", f"座位 {seat} 的手棋不是棋子计数表"))
        for slot in range(12):
            if ((total >> (2 * slot)) & 3) + ((packed >> (2 * slot)) & 3) > COPIES[slot]:
                raise bad_deal(Text("a piece occurs more often than it exists", "某种棋子超过了应有的数目"))
        total += packed
        state.set_hand(seat, packed)
    if state.rules.baotou and state.head < 0:
        raise bad_deal(Text("with baotou the seat that sits out has null in hands", "抱头的座位在 hands 中应为 null"))
    return total


def read_seat(state: XianqiState, given: object, what: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < state.rules.seats or given == state.head:
        raise bad_deal(Text(f"{what} must be one of the seats that play", f"{what} 必须是参加本局的座位"))
    return given


def read_middle(state: XianqiState, deal: Json, starter: int, total: int) -> None:
    """A deal set up midway (X-10.16)."""
    pillars = deal["pillars"]
    if not isinstance(pillars, list) or len(pillars) != state.rules.seats:
        raise bad_deal(Text(f"pillars of {state.rules.seats} seats are needed", f"需要 {state.rules.seats} 个座位的柱数"))
    for seat, n in enumerate(pillars):
        if seat == state.head:
            if n is not None:
                raise bad_deal(Text("the seat that sits out has null in pillars", "抱头的座位在 pillars 中应为 null"))
        elif not isinstance(n, int) or isinstance(n, bool) or not 0 <= n < CERAMIC:
            raise bad_deal(
                Text(f"pillars of seat {seat} must be 0–5 while a deal runs", f"对局进行中座位 {seat} 的柱数必须是 0–5")
            )
        else:
            state.pillars += n << (4 * seat)
    won = sum(state.pillars_of(seat) for seat in state.playing())
    captured = read_count_map(deal.get("captured", {}))
    if captured is None or pieces_in(captured) != 3 * won:
        raise bad_deal(Text("captured must be three pieces for each pillar", "captured 必须是每柱三张"))
    if (
        any(((total >> (2 * slot)) & 3) + ((captured >> (2 * slot)) & 3) != COPIES[slot] for slot in range(12))
        or won >= HAND
        or any(pieces_in(state.hand(seat)) != HAND - won for seat in state.playing())
    ):
        raise bad_deal(
            Text(
                "hands and captured must be the 24 pieces, with equal hands",
                "手棋与 captured 合起来必须是 24 张，且各家一样多",
            )
        )
    if state.enough_seats() >= 2:
        raise bad_deal(Text("with enough pillars at two seats the deal is already over", "两家够棋，本局早已结束"))
    relations = read_relations(state, deal.get("relations", []))
    active = deal.get("active_revealer")
    if active is not None:
        state.active = read_seat(state, active, "active_revealer")
        if not relations or relations[-1] >> 3 != state.active:
            raise bad_deal(Text("active_revealer must be the last seat to reveal", "active_revealer 必须是上次掀棋的座位"))
        if state.pillars_of(state.active) >= ENOUGH and not relations[-1] & 1:
            raise bad_deal(
                Text(
                    "with enough since the reveal it can’t be active_revealer (X-5.9)",
                    "掀棋后才够的座位不再是 active_revealer（X-5.9）",
                )
            )
    state.carried = Carried(state.pillars, captured, relations)
    state.starter = starter
    state.actor = starter


def read_relations(state: XianqiState, given: object) -> list[int]:
    if not isinstance(given, list) or len(given) > MOST_RELATIONS:
        raise bad_deal(
            Text(f"relations must be a list of at most {MOST_RELATIONS}", f"relations 必须是至多 {MOST_RELATIONS} 条的列表")
        )
    try:
        packed = [pack_relation(relation, state.rules.seats, state.head) for relation in given]
    except ValueError as problem:
        raise bad_deal(
            Text(
                f"relations: {problem}", "relations 的每条应为 [掀棋的座位, 扣棋的座位, 当时是否够棋]，两个座位不同且都参加本局"
            )
        ) from None
    if any(relation & 1 and state.pillars_of(relation >> 3) < ENOUGH for relation in packed):
        raise bad_deal(Text("seats with enough when revealing still have enough", "掀棋时已够的座位现在也必须够"))
    return packed
