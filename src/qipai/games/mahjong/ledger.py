"""What follows from the log: events as JSON, the ledger of transfers (M-10.3), rivers, won tiles."""

from __future__ import annotations

from typing import NamedTuple

from qipai.games.mahjong.actions import HU, KONG, PASS, PENG
from qipai.games.mahjong.events import ANSWER, DISCARD, DRAW, KONG_MADE, PENG_MADE, REVEAL, WIN
from qipai.games.mahjong.melds import KIND_NAMES, KONG_EXPOSED
from qipai.games.mahjong.scoring import fan_of, pattern_fans
from qipai.games.mahjong.tiles import NAMES, NO_TILE, SUITS

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
    """One win (M-10.3)."""

    seat: int
    tile: int
    by: str
    feeder: int | None
    fan: int
    patterns: int


def suits_text(missing: int) -> list[object]:
    return [SUITS[(missing >> 2 * seat) & 3] for seat in range(4)]


def tile_or_none(tile: int) -> str | None:
    return None if tile == NO_TILE else NAMES[tile]


def win_of(code: int) -> WinRecord:
    extra = code >> 10
    patterns = extra >> 3
    own = extra & 1 == 1
    return WinRecord(
        (code >> 3) & 3,
        (code >> 5) & 31,
        "self" if own else "discard",
        None if own else (extra >> 1) & 3,
        fan_of(patterns),
        patterns,
    )


def wins_of(log: list[int]) -> list[WinRecord]:
    return [win_of(code) for code in log if code & 7 == WIN]


def events_of(log: list[int]) -> list[Event]:
    """The log as JSON, with each payment right after its cause; those of a kong after its draw (M-10.3)."""
    out: list[Event] = []
    due: list[Transfer] = []
    for code in log:
        kind = code & 7
        out.append(one_event(code))
        if kind == WIN:
            due = win_transfers(win_of(code), len(out) - 1)
        elif kind == KONG_MADE:
            due = kong_transfers(code, len(out) - 1)
        if due and kind != KONG_MADE:
            for t in due:
                out.append(
                    {"event": "pay", "from": t.payer, "to": t.receiver, "points": t.points, "reason": t.reason, "ref": t.ref}
                )
            due = []
    return out


def one_event(code: int) -> Event:
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
        feeder = extra >> 2
        return {
            "event": "kong",
            "seat": seat,
            "tile": tile,
            "kind": KIND_NAMES[extra & 3],
            "from": feeder if extra & 3 == KONG_EXPOSED else None,
        }
    if kind == ANSWER:
        return {"event": "answer", "seat": seat, "tile": tile, "answer": ANSWER_NAMES[extra]}
    win = win_of(code)
    return {
        "event": "win",
        "seat": seat,
        "tile": tile,
        "by": win.by,
        "from": win.feeder,
        "fan": win.fan,
        "patterns": pattern_fans(win.patterns),
    }


def win_transfers(win: WinRecord, ref: int) -> list[Transfer]:
    """From the discarder alone, or from each other seat starting at winner+1 (M-10.2)."""
    if win.feeder is not None:
        return [Transfer(win.feeder, win.seat, win.fan, "hu", ref)]
    return [Transfer((win.seat + k) & 3, win.seat, win.fan, "hu", ref) for k in (1, 2, 3)]


def kong_transfers(code: int, ref: int) -> list[Transfer]:
    """M-6.1 to M-6.3."""
    seat = (code >> 3) & 3
    kind = (code >> 10) & 3
    if kind == KONG_EXPOSED:
        return [Transfer(code >> 12, seat, 2, KIND_NAMES[kind], ref)]
    return [Transfer((seat + k) & 3, seat, 1, KIND_NAMES[kind], ref) for k in (1, 2, 3)]


def ledger_of(log: list[int]) -> list[Transfer]:
    """Every transfer so far, in log order."""
    out: list[Transfer] = []
    for e in events_of(log):
        if e["event"] == "pay":
            payer, receiver, points, ref = e["from"], e["to"], e["points"], e["ref"]
            assert isinstance(payer, int)
            assert isinstance(receiver, int)
            assert isinstance(points, int)
            assert isinstance(ref, int)
            out.append(Transfer(payer, receiver, points, str(e["reason"]), ref))
    return out


def rivers_of(log: list[int]) -> list[list[Event]]:
    """Each seat's discards in order, with who claimed or won them (M-7.4, M-12.1)."""
    out: list[list[Event]] = [[], [], [], []]
    last: Event = {}
    winners: list[object] = []
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
            out[seat].append(last)
        elif kind == PENG_MADE:
            last["claim"] = "peng"
            last["claimed_by"] = seat
        elif kind == KONG_MADE and (code >> 10) & 3 == KONG_EXPOSED:
            last["claim"] = "kong"
            last["claimed_by"] = seat
        elif kind == WIN and not (code >> 10) & 1:
            winners.append(seat)
    return out


def next_dealer(log: list[int], dealer: int, rotation: str) -> int:
    """M-11.4."""
    if rotation == "next":
        return (dealer + 1) & 3
    if rotation == "fixed":
        return dealer
    first: WinRecord | None = None
    for code in log:
        if code & 7 == WIN:
            win = win_of(code)
            if first is None:
                first = win
            elif first.feeder is not None:
                return first.feeder
            else:
                return first.seat
        elif first is not None:
            return first.seat
    return dealer if first is None else first.seat
