"""Reads views from JSON: folds the log, and the result must write the same JSON. view_check.py proves that a deal gives it."""

from __future__ import annotations

from qipai.core.data import Json, as_int, as_list, as_object, same_json
from qipai.core.views import WRONG_DATA, bad_view, contradiction, no_shape, view_object
from qipai.games.mahjong.actions import BURY, HU, bury_action
from qipai.games.mahjong.events import (
    ANSWER,
    CHECKED,
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
from qipai.games.mahjong.ledger import ANSWER_NAMES, DIRECTION_NAMES, STATUS_NAMES, Event, ledger_of
from qipai.games.mahjong.melds import (
    KIND_NAMES,
    KONG_ADDED,
    KONG_EXPOSED,
    add_meld,
    peng_to_kong,
)
from qipai.games.mahjong.melds import PENG as PENG_MELD
from qipai.games.mahjong.patterns import read_patterns
from qipai.games.mahjong.position import (
    AT_START,
    BY_DRAW,
    BY_FIRST_DRAW,
    BY_PENG,
    BY_REPLACEMENT,
    MAY_HU,
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_MISSING,
    PHASE_NAMES,
    PHASE_SWAP,
    SEAT_BIT,
    UNBURIED,
)
from qipai.games.mahjong.rules import MahjongRules, read_rules
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import NO_TILE, SUITS, pack, read_tiles, unpack
from qipai.games.mahjong.unseen import unseen_copies
from qipai.games.mahjong.view import held_count, on_turn, view_json
from qipai.games.mahjong.view_check import check_view

MOST_EVENTS = 600  # more than any deal has
LONGEST_TEXT = 400  # of tiles


def read_view(given: object) -> MahjongView:
    """The inverse of `view_json`. BAD_VIEW unless some deal gives this view."""
    data = view_object(given)
    try:
        view = build_view(data)
        again = view_json(view)
        fits = tiles_add_up(view)
    except WRONG_DATA:
        raise no_shape() from None
    if not same_json(again, data):
        raise contradiction(again, data)
    if not fits:
        raise bad_view("tiles occur too often, or hands have another size", "有牌超过四张，或手牌张数不对")
    check_view(view)
    return view


def tiles_add_up(view: MahjongView) -> bool:
    """Hands of the correct size, no fifth copy, and as many unseen tiles as unseen places (M-16.1, M-16.2)."""
    known = view.known
    left = unseen_copies(known)
    if min(left) < 0:
        return False
    places = known.wall_left()
    for seat in range(4):
        size = len(unpack(known.counts(seat, 0), known.counts(seat, 1), known.counts(seat, 2)))
        wanted = held_count(known, seat)
        if known.phase == PHASE_BURY and known.buried[seat]:
            wanted -= 3
        if seat == view.seat and size != wanted:
            return False
        places += wanted - size
        if known.phase != PHASE_BURY and not known.buried[seat] and not known.rules.sichuan:
            places += 3
    return places == sum(left)


def seat_number(value: object) -> int:
    return as_int(value, 0, 3)


def tiles_of(value: object) -> list[int]:
    tiles = read_tiles(value) if isinstance(value, str) and len(value) <= LONGEST_TEXT else None
    if tiles is None:
        raise ValueError("no text of tiles")
    return tiles


def tile_code(value: object) -> int:
    if value is None:
        return NO_TILE
    tiles = tiles_of(value)
    if len(tiles) != 1:
        raise ValueError("no tile")
    return tiles[0]


def build_view(data: Json) -> MahjongView:
    seat = as_int(data["seat"], -1, 3)
    public = as_object(data["public"])
    private = as_object(data["private"])
    rules = read_rules(as_object(data["rules"]))
    log = read_events(as_list(data["events"]), rules)
    paid = [as_int(v) for v in as_list(public["returns"])]
    base = [as_int(v) - p for v, p in zip(as_list(public["scores"]), paid, strict=True)]
    state = MahjongState(
        rules,
        seat_number(public["dealer"]),
        [],
        NO_TILE,
        base,
        pack(tiles_of(public["absent"])),
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        log,
    )
    state.phase = PHASE_NAMES.index(str(public["phase"]))
    state.steps = as_int(public["version"]) - 1
    refold(state, as_int(public["wall_left"]))
    shown = as_list(public["hands"])
    for s in range(4):
        if shown[s] is not None:
            place_hand(state, s, tiles_of(shown[s]))
    state.waiting = 0
    if state.phase in (PHASE_SWAP, PHASE_MISSING):
        state.waiting = sum(SEAT_BIT[s] for s, chosen in enumerate(as_list(public["chosen"])) if chosen is not True)
    if state.phase == PHASE_FINISHED:
        buried = as_list(public["swaps" if rules.sichuan else "buried"])
        for s in range(4):
            state.buried[s] = burial_code(buried[s])
    if len(paid) != 4 or len(shown) != 4:
        raise ValueError("four seats")
    if seat >= 0:
        place_private(state, seat, private)
    return MahjongView(seat, state)


def burial_code(value: object) -> int:
    if value is None:
        return UNBURIED
    tiles = sorted(tiles_of(value))
    if len(tiles) != 3 or tiles[0] // 9 != tiles[2] // 9:
        raise ValueError("a burial is three tiles of one suit")
    return bury_action(tiles[0], tiles[1], tiles[2])


def place_hand(state: MahjongState, seat: int, tiles: list[int]) -> None:
    packed = pack(tiles)
    for suit in range(3):
        state.put(seat, suit, packed[suit])


def place_private(state: MahjongState, seat: int, private: Json) -> None:
    place_hand(state, seat, tiles_of(private["hand"]))
    fourteenth = tile_code(private["fourteenth"])
    if seat == state.dealer:
        state.fourteenth = fourteenth
    if state.rules.sichuan:
        place_sichuan(state, seat, private)
    else:
        state.buried[seat] = burial_code(private["buried"])
        state.give_up(seat, as_int(private["given_up"], 0, 63))
    if on_turn(state, seat):
        state.drawn = tile_code(private["drawn"])
    if state.phase == PHASE_BURY:
        state.waiting = 0 if state.buried[seat] >= BURY else SEAT_BIT[seat]
    elif state.phase == PHASE_CLAIM and seat != state.turn:
        answer = private["answer"]
        rights = own_rights(state, seat, answer is not None)
        state.rights = rights << 3 * seat
        if answer is not None:
            state.answers = (answer_code(answer) - HU + 1) << 3 * seat
        elif rights:
            state.waiting = SEAT_BIT[seat]


def place_sichuan(state: MahjongState, seat: int, private: Json) -> None:
    """The three tiles given and got, the suit declared, the win given up (M-33.3)."""
    state.buried[seat] = burial_code(private["gave"])
    if state.rules.swap and state.phase != PHASE_SWAP:
        state.buried[(seat - state.swap_direction()) & 3] = burial_code(private["got"])
    if state.phase == PHASE_MISSING and private["suit"] is not None:
        state.missing = SUITS.index(str(private["suit"])) << 2 * seat
    if private["given_up"] is not None:
        state.give_up(seat, 1 + as_int(private["given_up"], 0, 62))


def own_rights(state: MahjongState, seat: int, answered: bool) -> int:
    """What the seat may claim, from its own hand, including a win given up in this window (M-8.5)."""
    state.open_window()
    rights = state.rights_of(seat)
    if answered and state.wins_on_discard(seat):
        rights |= MAY_HU
    state.rights = 0
    state.waiting = 0
    return rights


def read_events(events: list[object], rules: MahjongRules) -> list[int]:
    """The inverse of `events_of`; payments follow from the rest."""
    if len(events) > MOST_EVENTS:
        raise ValueError("more events than a deal has")
    out: list[int] = []
    for given in events:
        item = as_object(given)
        if item["event"] != "pay":
            out.append(read_event(item, rules))
    return out


def answer_code(name: object) -> int:
    for action, known in ANSWER_NAMES.items():
        if known == name:
            return action
    raise ValueError("no such answer")


def read_event(item: Event, rules: MahjongRules) -> int:
    kind = item["event"]
    if kind == "missing":
        suits = as_list(item["suits"])
        if len(suits) != 4:
            raise ValueError("four seats")
        return event(REVEAL, 0, NO_TILE, sum(SUITS.index(str(s)) << 2 * k for k, s in enumerate(suits)))
    if kind == "swap":
        die = 0 if item["die"] is None else as_int(item["die"], 1, 6)
        return event(FURTHER, 0, NO_TILE, SWAPPED | die << 3 | DIRECTION_NAMES.index(str(item["direction"])) << 6)
    seat = seat_number(item["seat"])
    if kind == "check":
        return read_check(item, seat)
    tile = tile_code(item["tile"])
    if kind == "draw":
        return event(DRAW, seat, tile, 1 if item["tail"] is True else 0)
    if kind == "discard":
        return event(DISCARD, seat, tile, 1 if item["drawn"] is True else 0)
    if kind == "peng":
        return event(PENG_MADE, seat, tile, seat_number(item["from"]))
    if kind == "kong":
        meld = KIND_NAMES.index(str(item["kind"]))
        feeder = seat_number(item["from"]) if meld == KONG_EXPOSED else seat
        late = LATE_KONG if rules.sichuan and item["late"] is True else 0
        return event(KONG_MADE, seat, tile, meld | (feeder << 2) | late)
    if kind == "answer":
        return event(ANSWER, seat, tile, answer_code(item["answer"]))
    if kind == "declare":
        return event(FURTHER, seat, tile, DECLARED)
    patterns = read_patterns(item["patterns"], rules.sichuan)
    if kind != "win" or patterns is None:
        raise ValueError("no such event")
    own = item["by"] in ("self", "fed")
    feeder = seat if item["by"] == "self" else seat_number(item["from"])
    return event(WIN, seat, tile, (1 if own else 0) | (feeder << 1) | (patterns << 3))


def read_check(item: Event, seat: int) -> int:
    waits = sum(1 << tile_code(tile) for tile in as_list(item["waits"]))
    fan = 0 if item["fan"] is None else as_int(item["fan"], 0, 63)
    status = STATUS_NAMES.index(str(item["status"]))
    return event(FURTHER, seat, NO_TILE, CHECKED | status << 3 | fan << 5 | waits << 11)


def refold(state: MahjongState, wall_left: int) -> None:
    """Recomputes from the log everything public that the kernel stores besides it."""
    draws = 0
    tails = 0
    for code in state.log:
        kind = code & 7
        seat = (code >> 3) & 3
        tile = (code >> 5) & 31
        extra = code >> 10
        if kind == REVEAL:
            state.missing = extra
            state.turn = state.dealer
            state.origin = AT_START
        elif kind == DRAW:
            draws += 1
            tails += extra
            state.turn = seat
            if extra:
                state.origin = BY_REPLACEMENT
            else:
                first = not (state.have_drawn >> seat) & 1 and seat != state.dealer
                state.origin = BY_FIRST_DRAW if first else BY_DRAW
                state.have_drawn |= SEAT_BIT[seat]
        elif kind == DISCARD:
            state.tile = tile
            state.kong_discard = 1 if state.origin == BY_REPLACEMENT else 0
        elif kind == PENG_MADE:
            state.melds[seat] = add_meld(state.melds[seat], tile, PENG_MELD, extra)
            state.called = 1
            state.turn = seat
            state.origin = BY_PENG
        elif kind == KONG_MADE:
            refold_kong(state, seat, tile, extra)
        elif kind == WIN:
            if state.rules.leave:
                state.gone |= SEAT_BIT[seat]
            else:
                state.locked |= SEAT_BIT[seat]
            state.rob = 0
        elif kind == FURTHER:
            refold_further(state, tile, extra)
    for transfer in ledger_of(state.log, state.rules):
        state.pay(transfer.payer, transfer.receiver, transfer.points)
    state.front = draws - tails
    state.back = state.front + wall_left


def refold_further(state: MahjongState, tile: int, extra: int) -> None:
    if extra & 7 == SWAPPED:
        state.die = (extra >> 3) & 7
    elif extra & 7 == DECLARED:
        state.tile = tile
        state.rob = 1


def refold_kong(state: MahjongState, seat: int, tile: int, extra: int) -> None:
    state.called = 1
    state.rob = 0
    if extra & 3 == KONG_ADDED:
        state.melds[seat] = peng_to_kong(state.melds[seat], tile)
    else:
        state.melds[seat] = add_meld(state.melds[seat], tile, extra & 3, (extra >> 2) & 3)
