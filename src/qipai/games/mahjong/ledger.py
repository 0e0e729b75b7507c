"""What follows from the log: events as JSON, the ledger of transfers (M-10.3), rivers, won tiles."""

from __future__ import annotations

from typing import NamedTuple

from qipai.games.mahjong.actions import HU, KONG, PASS, PENG
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
)
from qipai.games.mahjong.melds import KIND_NAMES, KONG_EXPOSED
from qipai.games.mahjong.patterns import GANGSHANGPAO, QIANGGANG, pattern_fans
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.scoring import fan_of
from qipai.games.mahjong.settlement import TO_WINNERS
from qipai.games.mahjong.sichuan_fan import doubled_fan, points_of
from qipai.games.mahjong.sichuan_ledger import (
    REASONS,
    check_dues,
    check_fan,
    check_status,
    check_waits,
    kong_book,
    kong_share,
    kong_total,
)
from qipai.games.mahjong.tiles import KINDS, NAMES, NO_TILE, SUITS

DIRECTION_NAMES = ["", "next", "across", "previous"]
STATUS_NAMES = ["pig", "unready", "ready", "won"]
Event = dict[str, object]
ANSWER_NAMES = {HU: "hu", PENG: "peng", KONG: "kong", PASS: "pass"}


class Transfer(NamedTuple):
    """One payment; `ref` is the index of its win or kong in the list of events."""

    payer: int
    receiver: int
    points: int
    reason: str
    ref: int


class WinRecord(NamedTuple):
    """One win (M-10.3); `points` is what a payer pays, `each` what each payer of a self-drawn one pays, bonus included."""

    seat: int
    tile: int
    by: str
    feeder: int | None
    fan: int
    patterns: int
    points: int
    each: int | None


def suits_text(missing: int) -> list[object]:
    return [SUITS[(missing >> 2 * seat) & 3] for seat in range(4)]


def tile_or_none(tile: int) -> str | None:
    return None if tile == NO_TILE else NAMES[tile]


def win_of(code: int, rules: MahjongRules) -> WinRecord:
    seat = (code >> 3) & 3
    extra = code >> 10
    patterns = extra >> 3
    own = extra & 1 == 1
    feeder = (extra >> 1) & 3
    tile = (code >> 5) & 31
    if not rules.sichuan:
        fan = fan_of(patterns)
        by = "self" if own else "discard"
        return WinRecord(seat, tile, by, None if own else feeder, fan, patterns, fan, fan if own else None)
    fan = doubled_fan(patterns)
    points = points_of(fan, rules.base, rules.cap)
    if own and feeder == seat:
        return WinRecord(seat, tile, "self", None, fan, patterns, points, points + rules.zimo_base)
    by = "fed" if own else ("rob" if patterns & QIANGGANG else "discard")
    return WinRecord(seat, tile, by, feeder, fan, patterns, points, None)


def wins_of(log: list[int], rules: MahjongRules) -> list[WinRecord]:
    return [win_of(code, rules) for code in log if code & 7 == WIN]


def pay_event(t: Transfer) -> Event:
    return {"event": "pay", "from": t.payer, "to": t.receiver, "points": t.points, "reason": t.reason, "ref": t.ref}


def events_of(log: list[int], rules: MahjongRules) -> list[Event]:
    """The log as JSON, with each payment right after its cause; those of a kong after its draw (M-10.3)."""
    if rules.sichuan:
        return SichuanEvents(log, rules).out
    out: list[Event] = []
    due: list[Transfer] = []
    for code in log:
        kind = code & 7
        out.append(one_event(code, rules))
        if kind == WIN:
            due = win_transfers(win_of(code, rules), len(out) - 1, 0)
        elif kind == KONG_MADE:
            due = kong_transfers(code, len(out) - 1)
        if due and kind != KONG_MADE:
            out += [pay_event(t) for t in due]
            due = []
    return out


class SichuanEvents:
    """The log as JSON with its payments; kong money moves on after all wins on one tile, the checks come last (M-31.5)."""

    def __init__(self, log: list[int], rules: MahjongRules) -> None:
        self.log = log
        self.rules = rules
        self.out: list[Event] = []
        self.placed: list[int] = []  # of each log entry in `out`
        self.kongs = kong_book(log, rules.leave)
        self.made = 0  # kongs so far
        self.due: list[Transfer] = []  # of a kong, until its draw
        self.winners: list[int] = []  # on the discard after a kong
        self.gone = 0
        for code in log:
            self.add(code)
        self.move_kong_money()
        for due in check_dues(log, rules):
            self.pay(Transfer(due.payer, due.receiver, due.points, REASONS[due.reason], self.placed[due.place]))

    def pay(self, transfer: Transfer) -> None:
        if transfer.points:
            self.out.append(pay_event(transfer))

    def add(self, code: int) -> None:
        kind = code & 7
        seat = (code >> 3) & 3
        if kind != WIN:
            self.move_kong_money()
        self.placed.append(len(self.out))
        self.out.append(one_event(code, self.rules))
        ref = len(self.out) - 1
        if kind == KONG_MADE:
            kong = self.kongs[self.made]
            self.made += 1
            name = KIND_NAMES[(code >> 10) & 3]
            for k in (1, 2, 3):
                payer = (seat + k) & 3
                self.due.append(Transfer(payer, seat, kong_share(kong, payer, self.rules), name, ref))
        elif kind == DRAW:
            for transfer in self.due:
                self.pay(transfer)
            self.due = []
        elif kind == WIN:
            for transfer in win_transfers(win_of(code, self.rules), ref, self.gone):
                self.pay(transfer)
            if self.rules.leave:
                self.gone |= 1 << seat
            if (code >> 13) & GANGSHANGPAO:
                self.winners.append(seat)

    def move_kong_money(self) -> None:
        """To each winner, or back to the payers (M-26.5)."""
        if self.winners and self.rules.transfer:
            kong = self.kongs[self.made - 1]
            konger = kong & 3
            ref = self.placed[kong >> 12]
            if self.rules.transfer == TO_WINNERS:
                total = kong_total(kong, self.rules)
                for seat in self.winners:
                    self.pay(Transfer(konger, seat, total, "kong_transfer", ref))
            else:
                for k in (1, 2, 3):
                    payer = (konger + k) & 3
                    self.pay(Transfer(konger, payer, kong_share(kong, payer, self.rules), "kong_back", ref))
        self.winners = []


def one_event(code: int, rules: MahjongRules) -> Event:
    kind = code & 7
    seat = (code >> 3) & 3
    tile = tile_or_none((code >> 5) & 31)
    extra = code >> 10
    if kind == REVEAL:
        return {"event": "missing", "suits": suits_text(extra)}
    if kind == DRAW:
        return {"event": "draw", "seat": seat, "tile": tile, "tail": extra == 1}
    if kind == DISCARD:
        return {"event": "discard", "seat": seat, "tile": tile, "drawn": extra == 1}
    if kind == PENG_MADE:
        return {"event": "peng", "seat": seat, "tile": tile, "from": extra}
    if kind == KONG_MADE:
        feeder = (extra >> 2) & 3 if extra & 3 == KONG_EXPOSED else None
        made: Event = {"event": "kong", "seat": seat, "tile": tile, "kind": KIND_NAMES[extra & 3], "from": feeder}
        return {**made, "late": extra & LATE_KONG != 0} if rules.sichuan else made
    if kind == ANSWER:
        return {"event": "answer", "seat": seat, "tile": tile, "answer": ANSWER_NAMES[extra]}
    if kind == FURTHER:
        return further_event(code, rules)
    win = win_of(code, rules)
    won: Event = {
        "event": "win",
        "seat": seat,
        "tile": tile,
        "by": win.by,
        "from": win.feeder,
        "fan": win.fan,
        "patterns": pattern_fans(win.patterns, rules.sichuan),
    }
    return {**won, "points": win.points, "each": win.each} if rules.sichuan else won


def further_event(code: int, rules: MahjongRules) -> Event:
    """A swap, a declared kong, a hand checked at the end."""
    seat = (code >> 3) & 3
    extra = code >> 10
    if extra & 7 == SWAPPED:
        return {"event": "swap", "direction": DIRECTION_NAMES[extra >> 6], "die": (extra >> 3) & 7 or None}
    if extra & 7 == DECLARED:
        return {"event": "declare", "seat": seat, "tile": tile_or_none((code >> 5) & 31)}
    waits = check_waits(code)
    fan = check_fan(code)
    return {
        "event": "check",
        "seat": seat,
        "status": STATUS_NAMES[check_status(code)],
        "waits": [NAMES[tile] for tile in range(KINDS) if (waits >> tile) & 1],
        "fan": fan if waits else None,
        "points": points_of(fan, rules.base, rules.cap) if waits else None,
    }


def win_transfers(win: WinRecord, ref: int, gone: int) -> list[Transfer]:
    """From the discarder alone, or from each other seat in play starting at winner+1 (M-10.2, M-31.1, M-31.2)."""
    if win.feeder is not None:
        return [Transfer(win.feeder, win.seat, win.points, "hu", ref)]
    assert win.each is not None
    payers = [(win.seat + k) & 3 for k in (1, 2, 3)]
    return [Transfer(payer, win.seat, win.each, "hu", ref) for payer in payers if not (gone >> payer) & 1]


def kong_transfers(code: int, ref: int) -> list[Transfer]:
    """M-6.1 to M-6.3."""
    seat = (code >> 3) & 3
    kind = (code >> 10) & 3
    if kind == KONG_EXPOSED:
        return [Transfer(code >> 12, seat, 2, KIND_NAMES[kind], ref)]
    return [Transfer((seat + k) & 3, seat, 1, KIND_NAMES[kind], ref) for k in (1, 2, 3)]


def ledger_of(log: list[int], rules: MahjongRules) -> list[Transfer]:
    """Every transfer so far, in log order."""
    out: list[Transfer] = []
    for e in events_of(log, rules):
        if e["event"] == "pay":
            payer, receiver, points, ref = e["from"], e["to"], e["points"], e["ref"]
            assert isinstance(payer, int)
            assert isinstance(receiver, int)
            assert isinstance(points, int)
            assert isinstance(ref, int)
            out.append(Transfer(payer, receiver, points, str(e["reason"]), ref))
    return out


def rivers_of(log: list[int], rules: MahjongRules) -> list[list[Event]]:
    """Each seat's discards in order, with who claimed or won them; a robbed tile lies there too (M-7.4, M-12.1, M-25.3)."""
    out: list[list[Event]] = [[], [], [], []]
    last: Event = {}
    winners: list[object] = []
    declared = 0
    for code in log:
        kind = code & 7
        seat = (code >> 3) & 3
        if kind == DISCARD:
            winners = []
            last = {
                "tile": NAMES[(code >> 5) & 31],
                "drawn": code >> 10 == 1,
                "claim": None,
                "claimed_by": None,
                "winners": winners,
            }
            if rules.sichuan:
                last["robbed"] = False
            out[seat].append(last)
        elif kind == PENG_MADE:
            last["claim"] = "peng"
            last["claimed_by"] = seat
        elif kind == KONG_MADE and (code >> 10) & 3 == KONG_EXPOSED:
            last["claim"] = "kong"
            last["claimed_by"] = seat
        elif kind == FURTHER and (code >> 10) & 7 == DECLARED:
            declared = code
        elif kind == WIN and not (code >> 10) & 1:
            if declared and (code >> 13) & QIANGGANG:
                winners = []
                last = robbed_entry(declared, winners)
                out[(declared >> 3) & 3].append(last)
                declared = 0
            winners.append(seat)
    return out


def robbed_entry(declared: int, winners: list[object]) -> Event:
    """A robbed tile in its konger's river."""
    tile = NAMES[(declared >> 5) & 31]
    return {"tile": tile, "drawn": False, "claim": None, "claimed_by": None, "winners": winners, "robbed": True}


def next_dealer(log: list[int], dealer: int, rotation: str) -> int:
    """M-11.4, M-33.1."""
    if rotation == "next":
        return (dealer + 1) & 3
    if rotation == "fixed":
        return dealer
    first = 0
    for code in log:
        if code & 7 == WIN:
            if not first:
                first = code
            elif not (first >> 10) & 1:
                return (first >> 11) & 3
            else:
                break
        elif first:
            break
    if first:
        return (first >> 3) & 3
    return (dealer + 1) & 3 if rotation == "winner_or_next" else dealer
