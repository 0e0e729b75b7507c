"""Kong money and the checks at an empty wall (chapters 26, 31 and 32), from the log alone.

The kernel pays by these functions, and the ledger repeats them: what is paid follows from the log in one way only.
"""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.events import CHECKED, FURTHER, KONG_MADE, LATE_KONG, PIG, READY, UNREADY, WIN
from qipai.games.mahjong.melds import KONG_ADDED, KONG_EXPOSED
from qipai.games.mahjong.patterns import GANGSHANGPAO
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.sichuan_fan import points_of
from qipai.native import i64

# reasons of transfers (M-31.5)
FLOWER_PIG: Final = 0
NOT_READY: Final = 1
KONG_REFUND: Final = 2
REASONS: Final = ["flower_pig", "not_ready", "kong_refund"]

SEAT_BIT: Final = bytes([1, 2, 4, 8])


def pack_kong(seat: i64, kind: i64, feeder: i64, payers: i64, late: i64, place: i64) -> i64:
    """A kong of the book: seat, kind, feeder, who was to pay, whether it paid nothing; bit 11 is for closed ones."""
    return seat | (kind << 2) | (feeder << 4) | (payers << 6) | (late << 10) | (place << 12)


CLOSED: Final = 2048


def kong_book(log: list[int], leave: bool) -> list[int]:
    """Every kong so far, as made: who paid for it, and whether a win on its discard has closed it (M-26.1, M-26.5)."""
    out: list[int] = []
    gone: i64 = 0
    for place, code in enumerate(log):
        packed: i64 = code
        kind: i64 = packed & 7
        if kind == KONG_MADE:
            seat: i64 = (packed >> 3) & 3
            extra: i64 = packed >> 10
            late: i64 = 1 if extra & LATE_KONG else 0
            out.append(pack_kong(seat, extra & 3, (extra >> 2) & 3, 15 & ~gone & ~SEAT_BIT[seat], late, place))
        elif kind == WIN:
            if leave:
                gone |= SEAT_BIT[(packed >> 3) & 3]
            if (packed >> 13) & GANGSHANGPAO:
                out[len(out) - 1] = out[len(out) - 1] | CLOSED
    return out


def kong_share(kong: i64, payer: i64, rules: MahjongRules) -> i64:
    """What the seat paid for the kong (M-26.1, M-26.3)."""
    if not (kong >> (6 + payer)) & 1 or (kong >> 10) & 1:
        return 0
    kind: i64 = (kong >> 2) & 3
    if kind == KONG_EXPOSED:
        if payer == (kong >> 4) & 3:
            return 2 * rules.base
        return rules.base if rules.graze else 0
    return rules.base if kind == KONG_ADDED else 2 * rules.base


def kong_total(kong: i64, rules: MahjongRules) -> i64:
    """All that the konger received for it."""
    total: i64 = 0
    payer: i64 = 0
    while payer < 4:
        total += kong_share(kong, payer, rules)
        payer += 1
    return total


def check_status(code: i64) -> i64:
    return (code >> 13) & 3


def check_fan(code: i64) -> i64:
    return (code >> 15) & 63


def check_waits(code: i64) -> i64:
    return code >> 21


def checks_of(log: list[int]) -> list[int]:
    """The hands checked at the end, by their place in the log; empty unless the wall ran out (M-32.2)."""
    out: list[int] = []
    place: i64 = len(log) - 1
    while place >= 0:
        packed: i64 = log[place]
        if packed & 7 != FURTHER or (packed >> 10) & 7 != CHECKED:
            break
        out.append(place)
        place -= 1
    out.reverse()
    return out


class Due:
    """One transfer of the checks; `place` is that of its check or kong in the log."""

    def __init__(self, payer: i64, receiver: i64, points: i64, reason: i64, place: i64) -> None:
        self.payer: i64 = payer
        self.receiver: i64 = receiver
        self.points: i64 = points
        self.reason: i64 = reason
        self.place: i64 = place


def check_dues(log: list[int], rules: MahjongRules) -> list[Due]:
    """The transfers of the three checks, in the order of M-32.8."""
    out: list[Due] = []
    places = checks_of(log)
    if not places:
        return out
    by_seat: list[int] = [-1, -1, -1, -1]
    for place in places:
        packed: i64 = log[place]
        by_seat[(packed >> 3) & 3] = place
    for place in places:
        packed = log[place]
        if check_status(packed) == PIG and rules.pig_fan >= 0:
            add_dues(out, log, by_seat, place, FLOWER_PIG, points_of(rules.pig_fan, rules.base, 0), rules)
    for place in places:
        packed = log[place]
        if check_status(packed) == UNREADY and rules.ready_check:
            add_dues(out, log, by_seat, place, NOT_READY, 0, rules)
    if rules.kong_refund:
        book = kong_book(log, rules.leave)
        for place in places:
            packed = log[place]
            if check_status(packed) <= UNREADY:
                add_refunds(out, book, (packed >> 3) & 3, rules)
    return out


def add_dues(
    out: list[Due], log: list[int], by_seat: list[int], place: i64, reason: i64, points: i64, rules: MahjongRules
) -> None:
    """A pig pays all but pigs; a hand that is not ready pays each ready one its value (M-32.5, M-32.6)."""
    payer: i64 = (log[place] >> 3) & 3
    k: i64 = 1
    while k < 4:
        receiver: i64 = (payer + k) & 3
        if by_seat[receiver] >= 0:
            other: i64 = log[by_seat[receiver]]
            status: i64 = check_status(other)
            if reason == FLOWER_PIG:
                if status != PIG:
                    out.append(Due(payer, receiver, points, reason, place))
            elif status >= READY and check_waits(other):
                out.append(Due(payer, receiver, points_of(check_fan(other), rules.base, rules.cap), reason, place))
        k += 1


def add_refunds(out: list[Due], book: list[int], seat: i64, rules: MahjongRules) -> None:
    """Kong by kong as made, to each what it paid (M-32.7)."""
    for code in book:
        kong: i64 = code
        if kong & 3 != seat or (kong & CLOSED and rules.transfer != 0):
            continue
        k: i64 = 1
        while k < 4:
            payer: i64 = (seat + k) & 3
            points: i64 = kong_share(kong, payer, rules)
            if points:
                out.append(Due(seat, payer, points, KONG_REFUND, kong >> 12))
            k += 1
