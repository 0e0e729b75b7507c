"""Nobody is sent what is not theirs: every byte of whole deals, for every seat and a spectator, in every game.

Each frame that arrived over a real socket is compared with one made from a *world*: another deal that the seat cannot
tell from the real one. Equal bytes mean that the frame depends on nothing that the seat does not know. The same
comparison shows that every view is the fold of the log.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR
from qipai.server.http.wire_schema import schema
from qipai.server.rooms.frames import FrameBuilder
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import PLAYING
from qipai.server.storage.events import Event
from qipai.server.storage.log import events_after, secrets_of
from qipai.server.storage.store import Store
from tests.conftest import ROOT
from tests.contract import random_states
from tests.server.players import Node, Person, Socket, guest, pick, play_deal, running

LEFT_OUT = ("seats", "clocks")  # who is connected, and times
TIMES = re.compile(r'"(started_at_ms|timeout_at_ms)": \d+')


def bare(view: dict[str, Any]) -> str:
    """Without times, too: nodes show those of a clock that is never set, whatever the log's clock said."""
    return TIMES.sub(r'"\1": 0', json.dumps({key: value for key, value in view.items() if key not in LEFT_OUT}, sort_keys=True))


def read_log(url: str, room: str) -> tuple[list[Event], dict[int, bytes]]:
    store = Store(url)
    try:
        with store.reader.begin() as connection:
            return events_after(connection, room, 0), secrets_of(connection, room)
    finally:
        store.reader.dispose()


def moments(name: str, events: list[Event], secrets: dict[int, bytes], seat: int | None) -> dict[int, set[str]]:
    """By version: what the seat may be shown, made from worlds in which everything hidden is different."""
    room = Room(name, dict(secrets))
    rng = FastRng(7)
    out: dict[int, set[str]] = {}
    for event in events:
        room.fold(event)
        shown = room
        if room.table is not None and room.stage == PLAYING:
            shown = room.successor("move")
            assert shown.table is not None
            view = room.state().view(SPECTATOR if seat is None else seat)
            shown.table.state = room.game.world(view, rng)
        state = None if shown.table is None else shown.table.state
        frame = FrameBuilder(shown, state, room.wire, [], 0.0).snapshot(seat)
        out.setdefault(room.wire, set()).add(bare(json.loads(frame)["view"]))
    return out


def server_messages() -> jsonschema.Draft202012Validator:
    """What docs/wire.schema.json says of the server's frames."""
    kept = json.loads((ROOT / "docs" / "wire.schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator({**kept["server"], "$defs": kept["$defs"]})


def test_the_schema_in_the_docs_is_the_one_of_the_code() -> None:
    assert json.loads((ROOT / "docs" / "wire.schema.json").read_text(encoding="utf-8")) == schema()
    with pytest.raises(jsonschema.ValidationError):
        server_messages().validate({"type": "ack", "cmd_id": 5, "version": "x"})


def names_nobody_else(frame: dict[str, Any]) -> bool:
    """In a window whose asked seats are nobody's business: the seat itself or nobody. True when this was such a window."""
    public = frame["view"]["public"]
    if public is None or public.get("to_act", []) is not None:
        return False
    seat = frame["view"]["seat"]
    assert frame["view"]["to_act"] in ([], [seat])
    assert frame.get("what", {}).get("seat") in (None, seat)
    return True


async def whole_deal(node: Node, game: str, seed: int) -> tuple[str, list[Socket], list[Person]]:
    seats = qipai.game(game).seats(qipai.game(game).rules())
    people = [await guest(node, f"P{k}") for k in range(seats)]
    room = await people[0].open(game, ["me"] + ["open"] * (seats - 1), claim_pause=0)
    for person in people[1:]:
        await person.join(room)
    sockets = [Socket(node, room, person.token) for person in people] + [Socket(node, room, None)]
    for socket in sockets:
        await socket.connect()
    for _ in range(8):  # some deals are over after three moves
        await play_deal(sockets, pick(random.Random(seed)), "ab" * 8)
        if len(sockets[0].frames) > 30 or sockets[0].view["stage"] == "finished":
            break
    for socket in sockets:
        await socket.socket.close()
    return room, sockets, people


def hides_who_is_asked(game: str) -> bool:
    """Whether being asked tells something in this game, as a claim does."""
    states = random_states(game, 6, 3)
    return any(state.view(SPECTATOR).public().get("to_act", []) is None for _, state, _ in states)


def test_some_games_hide_who_is_asked_and_some_do_not() -> None:
    assert {hides_who_is_asked(game) for game in qipai.games()} == {True, False}


@pytest.mark.parametrize("game", qipai.games())
def test_every_byte_could_have_come_from_another_world(game: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/rooms.db"
    with running(url, tmp_path) as node:
        for seed in range(5, 30):  # the server's seeds are random: a deal may be over before it began
            room, sockets, people = asyncio.run(whole_deal(node, game, seed))
            events, secrets = read_log(url, room)
            if sum(event.kind == "move" for event in events) > 10:
                break
        log = node.log()
    assert sum(event.kind == "move" for event in events) > 10
    hidden = 0
    documented = server_messages()
    for seat, socket in enumerate(sockets):
        mine = None if seat == len(people) else seat
        possible = moments(room, events, secrets, mine)
        seen = 0
        over: set[int] = set()
        for number, text in enumerate(socket.frames):
            frame = json.loads(text)
            if number % 7 == 0 or frame["type"] not in ("event", "presence"):
                documented.validate(frame)
            if frame["type"] in ("snapshot", "event"):
                assert bare(frame["view"]) in possible[frame["version"]], f"seat {mine}, version {frame['version']}"
                result = frame["view"]["result"]
                if result is not None:
                    over.add(result["fairness"]["deal"])
                seen += 1
                hidden += names_nobody_else(frame)
            for index, person in enumerate(people):
                assert person.token not in text
                assert person.player not in text, index
            assert not any(seed.hex() in text for deal, seed in secrets.items() if deal not in over)
            assert over or "server_seed" not in text
        assert seen > 10
        if mine is None:
            playing = [json.loads(t) for t in socket.frames if '"stage":"playing"' in t]
            assert all(f["view"]["private"] is None and f["view"]["legal"] == [] for f in playing)
    assert (hidden > 0) == hides_who_is_asked(game)
    assert log == ""  # nothing of a hand, no token: nothing at all
