"""Finished deals as records, read from the log: the deal that is being played is never among them."""

from __future__ import annotations

import datetime

import msgspec

from qipai.core import fairness
from qipai.core.data import Json
from qipai.core.table import FORMAT
from qipai.server.refusal import Refused
from qipai.server.rooms import practice
from qipai.server.rooms.room import Room
from qipai.server.storage.events import Event

Matches = dict[int, Json]  # records by the number of the match, from 1


def finished_deals(name: str, events: list[Event], secrets: dict[int, bytes]) -> Matches:
    """The records of a room's matches, as far as deals of them are over, with the proof that each was fair. NO_RECORD, and
    DRAWN_CARDS of practice with cards that were never dealt."""
    room = Room(name, secrets)
    out: Matches = {}
    deals: list[Json] = []
    practised: list[int] = []
    running = False
    for event in events:
        if event.kind == "rematch":
            out |= record_of_match(room, deals, practised)
            deals, practised = [], []
        room.fold(event)
        running = running or event.kind == "deal"
        if running and room.table is not None and room.table.over:
            if room.practice is None:
                deals.append(dict(room.table.deals[-1].to_json()))
            else:
                deals = practice.deals_of_try(room.practice, room.table)
            if room.practised or room.practice is not None:
                practised.append(len(deals) - 1)
            running = False
    out |= record_of_match(room, deals, practised)
    if not out:
        raise Refused("NO_RECORD")
    return out


def record_of_match(room: Room, deals: list[Json], practised: list[int]) -> Matches:
    """None before a deal of it is over."""
    if not deals:
        return {}
    started = datetime.datetime.fromtimestamp(room.started, datetime.UTC).isoformat(timespec="seconds")
    meta: Json = {"players": [seat.name for seat in room.seats], "started": started}
    if practised:
        meta["practice"] = practised
    return {room.matches: {"format": FORMAT, "game": room.game.name, "rules": room.rules, "meta": meta, "deals": deals}}


def fairness_of(name: str, events: list[Event], secrets: dict[int, bytes], over: int, open_to_all: bool) -> list[Json]:
    """Every commitment so far; of the first `over` deals, which are over, the server seeds and nonces, when these may be seen.

    The log's `commit` and `deal` events say it all: nothing is folded.
    """
    out: list[Json] = []
    deals: list[int] = []
    nonces: dict[int, list[str]] = {}
    for event in events:
        data = msgspec.json.decode(event.payload)
        if event.kind == "commit":
            out.append({"deal": data["deal"], "commit": data["commit"], "room": name, "over": len(out) < over})
            deals.append(data["deal"])
        elif event.kind == "deal":
            nonces[data["deal"]] = data["nonces"]
    if open_to_all:
        out[:over] = [{**fairness.prove(name, deal, nonces[deal], secrets[deal]), "over": True} for deal in deals[:over]]
    return out
