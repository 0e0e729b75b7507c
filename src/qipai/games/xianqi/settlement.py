"""Who pays whom at the end of a deal (X-7, with the options of X-8)."""

from __future__ import annotations

from typing import Final

from qipai.core.errors import bad_input
from qipai.games.xianqi.rules import XianqiRules, read_rules
from qipai.native import i64

ENOUGH: Final = 3
CERAMIC: Final = 6
CERAMIC_UNIT: Final = 3
BAOTOU_UNIT: Final = 4
SOFT_UNIT: Final = 1


class Deltas:
    """Chips won and lost by seat, in total and by reason (X-7.6)."""

    def __init__(self, seats: i64) -> None:
        self.enough: list[int] = [0] * seats
        self.reveal: list[int] = [0] * seats
        self.ceramic: list[int] = [0] * seats

    def total(self) -> list[int]:
        out: list[int] = []
        seat: i64 = 0
        n: i64 = len(self.enough)
        while seat < n:
            out.append(self.enough[seat] + self.reveal[seat] + self.ceramic[seat])
            seat += 1
        return out

    def to_json(self) -> dict[str, list[int]]:
        return {
            "delta": self.total(),
            "delta_enough": self.enough,
            "delta_reveal": self.reveal,
            "delta_ceramic": self.ceramic,
        }


def pay(column: list[int], payer: i64, receiver: i64, chips: i64, head: i64, bound: i64) -> None:
    """One transfer; the head pays or receives the same as the bound seat (X-8.4)."""
    column[payer] -= chips
    column[receiver] += chips
    if payer == bound:
        column[head] -= chips
        column[receiver] += chips
    elif receiver == bound:
        column[payer] -= chips
        column[head] += chips


def settle(
    rules: XianqiRules,
    soft: bool,
    head: i64,
    pillars: list[int],
    relations: list[int],
    contractor: i64,
) -> Deltas:
    """The settlement of X-7. `relations` are packed (revealer, buckler, flag) as 8 r + 2 b + f.

    `head` is -1 without baotou; `soft` is X-8.3; `contractor` is the liable seat of X-8.2, or -1.
    """
    seats: i64 = 4 if rules.baotou else 3
    out = Deltas(seats)
    bound: i64 = (head + 1) % 4 if head >= 0 else -2
    unit: i64 = CERAMIC_UNIT
    if soft:
        unit = SOFT_UNIT
    elif rules.baotou:
        unit = BAOTOU_UNIT
    barred: i64 = 0  # seats that revealed when they were already enough
    for relation in relations:
        if relation & 1:
            barred |= SEAT_BIT[relation >> 3]
        elif pillars[relation >> 3] < ENOUGH:
            pay(out.reveal, relation >> 3, (relation >> 1) & 3, 1, head, bound)
    payer: i64 = 0
    while payer < seats:
        if payer != head and pillars[payer] < ENOUGH:
            receiver: i64 = 0
            while receiver < seats:
                if receiver != head:
                    if pillars[receiver] >= CERAMIC:
                        pay(out.ceramic, payer, receiver, unit, head, bound)
                    elif pillars[receiver] >= ENOUGH and not barred & SEAT_BIT[receiver]:
                        pay(out.enough, payer, receiver, 1, head, bound)
                receiver += 1
        payer += 1
    if contractor >= 0:
        charge_contractor(out.ceramic, contractor, head, bound)
    return out


SEAT_BIT: Final = bytes([1, 2, 4, 8])


def charge_contractor(ceramic: list[int], contractor: i64, head: i64, bound: i64) -> None:
    """X-8.2: the ceramic seat (and its head) receives the same, but only the contractor pays, with the head if bound."""
    total: i64 = 0
    seat: i64 = 0
    n: i64 = len(ceramic)
    while seat < n:
        if ceramic[seat] > 0:
            total += ceramic[seat]
        else:
            ceramic[seat] = 0
        seat += 1
    if contractor == bound:
        ceramic[contractor] -= total // 2
        ceramic[head] -= total // 2
    else:
        ceramic[contractor] -= total


def settlement(pillars: object, relations: object, rules: object = None) -> dict[str, list[int]]:
    """The settlement of final pillars and relations, as chips by seat: delta, delta_enough, delta_reveal, delta_ceramic.

    `pillars` has null for the head under `baotou`; a relation is [revealer, buckler, enough_at_time]. Relations have no
    round here, so `contract_ceramic` has no effect. BAD_INPUT on impossible arguments.
    """
    checked = read_rules(rules)
    if not isinstance(pillars, list | tuple) or len(pillars) != checked.seats:
        raise bad_input(f"pillars of {checked.seats} seats are needed", f"应给出 {checked.seats} 个座位的柱数")
    if not isinstance(relations, list | tuple):
        raise bad_input("relations must be a list", "relations 应为列表")
    heads = [seat for seat, n in enumerate(pillars) if n is None]
    if len(heads) != (1 if checked.baotou else 0):
        raise bad_input("with baotou exactly one seat has null; else none", "抱头时恰有一个座位为空，否则没有")
    head = heads[0] if heads else -1
    counts: list[int] = []
    for n in pillars:
        if n is not None and (not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 8):
            raise bad_input("a seat has at most 8 pillars", "每个座位至多 8 柱")
        counts.append(0 if n is None else n)
    try:
        packed = [pack_relation(relation, checked.seats, head) for relation in relations]
    except ValueError as problem:
        raise bad_input(
            f"relations: {problem}", "relations 的每条应为 [掀棋的座位, 扣棋的座位, 当时是否够棋]，两个座位不同且都参加本局"
        ) from None
    result = settle(checked, checked.soft, head, counts, packed, -1)
    return {
        "delta": result.total(),
        "delta_enough": result.enough,
        "delta_reveal": result.reveal,
        "delta_ceramic": result.ceramic,
    }


def pack_relation(relation: object, seats: int, head: int) -> int:
    """[revealer, buckler, flag] to 8 r + 2 b + f. ValueError unless both play and differ."""
    if not isinstance(relation, list | tuple) or len(relation) != 3:
        raise ValueError("a relation is [revealer, buckler, enough_at_time]")
    for seat in relation[:2]:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats or seat == head:
            raise ValueError("revealer and buckler must be seats that play")
    if relation[0] == relation[1] or not isinstance(relation[2], bool):
        raise ValueError("revealer and buckler must differ, and enough_at_time must be true or false")
    packed: int = 8 * relation[0] + 2 * relation[1] + (1 if relation[2] else 0)
    return packed
