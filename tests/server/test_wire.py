"""The wire: what a client may say, in which order, how often; and what it is answered."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import qipai
from qipai.games.mahjong.tiles import read_tiles, write_tiles
from qipai.games.mahjong.tools import waits as library_waits
from tests.games import playable
from tests.server.players import PATIENCE, Node, Person, Socket, guest, pick, play_deal, running
from tests.server.test_leaks import read_log


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("wire")
    with running(f"sqlite:///{folder}/rooms.db", folder, sweep=0.1) as started:
        yield started


def database(node: Node) -> str:
    return node.config.database


async def table_of(node: Node, count: int = 3, **more: Any) -> tuple[str, list[Person], list[Socket]]:
    """A room of Xianqi with so many people, all connected and dealt to."""
    people = [await guest(node, f"P{k}") for k in range(count)]
    room = await people[0].open("xianqi", ["me", *["open"] * (count - 1), *["bot"] * (3 - count)], **more)
    for person in people[1:]:
        await person.join(room)
    sockets = [Socket(node, room, person.token) for person in people]
    for socket in sockets:
        await socket.connect()
    await to_move(sockets)
    return room, people, sockets


async def to_move(sockets: list[Socket]) -> Socket:
    """The socket of the person who has a real choice now; plays nothing. Some deals are over at once: then the next one."""
    asked: dict[int, int] = {}
    while True:
        for index, socket in enumerate(sockets):
            view = socket.view
            waits = view["stage"] in ("waiting", "between") and view["fairness"]["commit"] and view["seat"] is not None
            if waits and asked.get(index) != view["deal"] and not view["seats"][view["seat"]]["ready"]:
                asked[index] = view["deal"]
                await socket.ready("0a")
        for socket in sockets:
            if len(socket.view["legal"]) > 1 and socket.view["stage"] == "playing":
                newest = max(s.version for s in sockets)
                if socket.version == newest:
                    return socket
        arriving = [asyncio.ensure_future(socket.next()) for socket in sockets]
        await asyncio.wait(arriving, return_when=asyncio.FIRST_COMPLETED)
        for task in arriving:
            task.cancel()
        await asyncio.gather(*arriving, return_exceptions=True)


async def close_code(url: str, *frames: str | bytes, headers: dict[str, str] | None = None) -> int:
    async with connect(url, compression=None, additional_headers=headers or {}) as socket:
        try:
            for frame in frames:
                if isinstance(frame, str):
                    socket.protocol.send_text(frame.encode())
                else:
                    socket.protocol.send_binary(frame)
            # in one packet: who is still writing to a connection that has ended hears no code
            socket.transport.write(b"".join(socket.protocol.data_to_send()))
            while True:
                await asyncio.wait_for(socket.recv(), PATIENCE)
        except ConnectionClosed as end:
            return 0 if end.rcvd is None else end.rcvd.code


def test_hello_comes_first_and_must_be_true(node: Node) -> None:
    async def run() -> None:
        room, people, _ = await table_of(node, 1)
        url = f"ws://127.0.0.1:{node.port}/ws/v1/rooms/{room}"
        assert await close_code(url, '{"type":"ping","t":1}') == 4001
        assert await close_code(url, "nonsense") == 4001
        assert await close_code(url, b"\x00\x01") == 4001
        assert await close_code(url, '{"type":"hello","token":"AAAA"}') == 4001
        changed = people[0].token[:-2] + ("AA" if people[0].token[-2:] != "AA" else "BB")
        assert await close_code(url, json.dumps({"type": "hello", "token": changed})) == 4001
        elsewhere = f"ws://127.0.0.1:{node.port}/ws/v1/rooms/nowhere"
        assert await close_code(elsewhere, json.dumps({"type": "hello", "token": people[0].token})) == 4002

    asyncio.run(run())


def test_the_same_command_twice_is_one_event_and_two_equal_acknowledgements(node: Node) -> None:
    async def run() -> None:
        room, _, sockets = await table_of(node)
        for _ in range(4):
            actor = await to_move(sockets)
            frame = {"type": "act", "cmd_id": f"twice{actor.version}", "move": actor.view["legal"][0], "version": actor.version}
            await actor.send(frame)
            await actor.send(frame)
            first = await actor.until("ack", "reject")
            second = await actor.until("ack", "reject")
            assert first == second
            assert first["type"] == "ack"
            while actor.version < first["version"]:
                await actor.next()
        events, _ = read_log(database(node), room)
        ids = [event.cmd_id for event in events if event.cmd_id and "twice" in event.cmd_id]
        assert len(ids) == 4

    asyncio.run(run())


def test_two_tabs_in_one_seat_agree(node: Node) -> None:
    async def run() -> None:
        room, people, sockets = await table_of(node)
        actor = await to_move(sockets)
        seat = actor.view["seat"]
        async with Socket(node, room, people[seat].token) as other:
            assert other.view["private"] == actor.view["private"]
            assert other.view["legal"] == actor.view["legal"]
            await asyncio.gather(actor.act(actor.view["legal"][0]), other.act(other.view["legal"][1]))
            answers = [await actor.until("ack", "reject"), await other.until("ack", "reject")]
            assert sorted(answer["type"] for answer in answers) == ["ack", "reject"]
            refused = next(answer for answer in answers if answer["type"] == "reject")
            assert refused["code"] == "STALE_VERSION"
            await actor.send({"type": "resync"})
            await other.send({"type": "resync"})
            one, two = await actor.until("snapshot"), await other.until("snapshot")
            assert one["version"] == two["version"] or one["view"]["window"] != two["view"]["window"]
            if one["version"] == two["version"]:
                assert one["view"]["private"] == two["view"]["private"]

    asyncio.run(run())


def test_a_stale_or_illegal_move_is_refused_with_its_reason_and_changes_nothing(node: Node) -> None:
    async def run() -> None:
        room, _, sockets = await table_of(node)
        actor = await to_move(sockets)
        before = len(read_log(database(node), room)[0])
        cases: list[tuple[dict[str, Any], str]] = [
            ({"version": actor.version - 1, "move": actor.view["legal"][0]}, "STALE_VERSION"),
            ({"window": "0.999", "move": actor.view["legal"][0]}, "STALE_VERSION"),
            ({"version": actor.version, "move": "play NOTHING"}, "BAD_MOVE"),
            ({"version": actor.version, "move": "reveal"}, "WRONG_PHASE"),
            ({"move": actor.view["legal"][0]}, "BAD_REQUEST"),
        ]
        for number, (body, code) in enumerate(cases):
            await actor.send({"type": "act", "cmd_id": f"bad{number}", **body})
            refusal = await actor.until("reject")
            assert (refusal["cmd_id"], refusal["code"]) == (f"bad{number}", code)
            assert refusal["version"] == actor.version
            assert refusal["message"]["en"]
            assert refusal["message"]["zh"]
        idle = next(socket for socket in sockets if socket is not actor)
        await idle.send({"type": "act", "cmd_id": "x", "version": actor.version, "move": actor.view["legal"][0]})
        assert (await idle.until("reject"))["code"] == "NOT_TO_ACT"
        async with Socket(node, room, None) as spectator:
            await spectator.send({"type": "act", "cmd_id": "y", "version": actor.version, "move": "buckle"})
            assert (await spectator.until("reject"))["code"] == "NOT_SEATED"
        assert len(read_log(database(node), room)[0]) == before

    asyncio.run(run())


@pytest.mark.parametrize("game", qipai.games())
def test_bots_of_every_level_play_a_whole_deal(game: str, tmp_path: Path) -> None:
    """And had not to be replaced by the fallback: their own moves were played."""

    async def run(node: Node) -> None:
        ann = await guest(node)
        known = next(line for line in httpx.get(f"{node.url}/api/v1/games").json() if line["name"] == game)
        assert {"random", "easy", "normal"} <= set(known["levels"])
        wishes = [
            {"kind": "me"},
            *({"kind": "bot", "level": level} for level in ("random", "easy", "normal")[: known["seats"] - 1]),
        ]
        answer = await ann.call("POST", "/rooms", {"game": game, "rules": playable(game), "seats": wishes, "pace": 0})
        assert answer.status_code == 201, answer.text
        bad = [{"kind": "me"}, *[{"kind": "bot", "level": "nonsense"}] * (known["seats"] - 1)]
        assert (await ann.call("POST", "/rooms", {"game": game, "seats": bad})).status_code == 400
        async with Socket(node, answer.json()["room"], ann.token) as socket:
            await play_deal([socket], pick(random.Random(4)))
        counted = re.search(r"^qipai_bot_fallbacks_total (\d+)", httpx.get(f"{node.url}/metrics").text, re.MULTILINE)
        assert counted is not None
        assert int(counted[1]) == 0

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, think=120) as node:  # a busy machine may take its time
        asyncio.run(run(node))


def test_a_check_tells_what_a_mahjong_hand_would_wait_for(node: Node) -> None:
    """On one's turn without the chosen discard, at other times as it is; the same as the library's `waits`."""

    async def run() -> None:
        player = await guest(node)
        while not await waits_found(player):
            pass  # whoever has no luck waits for nothing in a whole deal

    async def waits_found(player: Person) -> bool:
        room = await player.open("mahjong", ["me", "bot", "bot", "bot"], pace=0)
        found = False
        async with Socket(node, room, player.token) as socket:
            while not found and socket.view["stage"] != "finished":
                view = socket.view
                if view["stage"] in ("waiting", "between") and view["fairness"]["commit"]:
                    await socket.ready("0a")
                elif view["stage"] == "playing" and len(view["legal"]) > 1:
                    for move in [m for m in view["legal"] if m.startswith("discard ")]:
                        found = await compare(socket, move.removeprefix("discard ")) or found
                    await socket.send({"type": "hint"})
                    await socket.act((await socket.until("hints"))["hints"][0]["move"])
                await socket.until("event")
            while socket.view["public"]["turn"] == socket.view["seat"] and socket.view["stage"] == "playing":
                await socket.until("event")
        return found

    async def compare(socket: Socket, tile: str) -> bool:
        public, private, seat = socket.view["public"], socket.view["private"], socket.view["seat"]
        await socket.send({"type": "check", "req": 1, "cards": [tile]})
        told = (await socket.until("check"))["waits"]
        hand = read_tiles(private["hand"])
        hand.remove(read_tiles(tile)[0])
        melds = [[meld["kind"], meld["tile"]] for meld in public["melds"][seat]]
        expected = library_waits(write_tiles(hand), melds, public["missing"][seat])
        assert {wait["piece"] for wait in told} >= set(expected)  # the library leaves out what its own melds use up
        assert all(0 <= wait["left"] <= 4 and wait["fan"] >= 1 for wait in told)
        return bool(told)

    asyncio.run(run())


def test_while_a_pause_lasts_a_check_knows_nothing_of_what_follows() -> None:
    """The seat that draws next has its tile already; asking about it must not tell that nobody claimed (M-12.3)."""
    from qipai.server.http.sockets import Connection
    from qipai.server.rooms.audience import Held
    from qipai.server.rooms.live_room import LiveRoom
    from qipai.server.rooms.messages import Check
    from qipai.server.rooms.pause import Pause
    from tests.server.test_room import Log

    log = Log("mahjong", humans=4)
    log.deal("", "", "", "")
    live = LiveRoom.__new__(LiveRoom)
    live.room, live.held = log.room, None
    connection = Connection.__new__(Connection)
    connection.live = live
    table = log.room.table
    assert table is not None
    paused = 0
    while not table.over and paused < 5:
        seat = table.to_act[0]
        move = table.canonical(seat)[-1]
        before = table.state.copy()
        table.play(seat, move)
        shown = table.game.claim_pause.shown(before, seat, table.game.resolve(before, seat, table.game.read(move)), table.state)
        if shown is None or shown is table.state or table.over:
            continue
        ask = Check(1, [])
        following = table.to_act[0]
        hand = shown.view(following).private()["hand"]
        live.held = Held(Pause(shown, live.room.wire - 1, 0, "", 0, []), 0.0)
        assert all(connection.checked(Check(1, [tile]), following).readings == [] for tile in {hand[0] + hand[-1], "5p"})
        as_shown = connection.checked(ask, following).waits
        live.held = None
        assert connection.checked(Check(1, [str(table.view(following).private()["drawn"])]), following).waits == as_shown
        assert connection.checked(ask, following).waits == []  # eleven tiles wait for nothing
        paused += 1
    assert paused == 5


def test_a_selection_with_several_readings_lists_them_all() -> None:
    """Guandan's wildcard: the level card of hearts stands for others."""
    from qipai.server.rooms.selection import readings

    record = {
        "game": "guandan", "partial": True, "moves": [],
        "deal": {"level": "2", "hands": ["H2 S5 S6 S7 S8", "C3 C4", "D3 D4", "C7 C8"], "leader": 0},
    }  # fmt: skip
    table = qipai.Table.from_record(record)
    found = readings(table.game, table.state, 0, ["H2", "S5", "S6", "S7", "S8"])
    assert len(found) >= 2
    assert all(reading.legal for reading in found)
    assert len({reading.reading for reading in found}) == len(found)
    for reading in found:
        assert reading.move in table.legal(0)


def test_the_rest_interface_plays_by_index_with_the_statuses_of_document_004(node: Node) -> None:
    async def run() -> None:
        room, people, sockets = await table_of(node)
        actor = await to_move(sockets)
        person = people[actor.view["seat"]]
        path = f"/rooms/{room}/actions"
        stale = await person.call("POST", path, {"action_idx": 0, "client_version": actor.version - 1})
        assert (stale.status_code, stale.json()["engine_code"]) == (409, "ENGINE_VERSION_CONFLICT")
        wrong = await person.call("POST", path, {"action_idx": 9999, "client_version": actor.version})
        assert (wrong.status_code, wrong.json()["engine_code"]) == (400, "ENGINE_INVALID_ACTION_INDEX")
        other = people[(actor.view["seat"] + 1) % 3]
        assert (await other.call("POST", path, {"action_idx": 0})).status_code == 400
        both = await person.call("POST", path, {"action_idx": 0, "move": "pass"})
        assert both.status_code == 400
        right = await person.call("POST", path, {"action_idx": 0, "client_version": actor.version})
        assert right.status_code == 200, right.text
        assert right.json()["version"] > actor.version
        state = (await person.call("GET", f"/rooms/{room}/state")).json()
        assert state["view"]["seat"] == actor.view["seat"]
        assert state["version"] >= right.json()["version"]

    asyncio.run(run())


def test_an_action_between_deals_and_impossible_rules_over_http(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node, "Ann")
        room = await ann.open("xianqi", ["me", "open", "open"])
        for body in ({"action_idx": 0}, {"move": "buckle"}):
            early = await ann.call("POST", f"/rooms/{room}/actions", body)
            assert (early.status_code, early.json()["engine_code"]) == (409, "ENGINE_INVALID_PHASE")
        bad = await ann.call("POST", "/rooms", {"game": "xianqi", "rules": {"initial_chips": -1}})
        assert (bad.status_code, bad.json()["engine_code"]) == (409, "ENGINE_INVALID_STATE")

    asyncio.run(run())


def test_options_seats_bots_and_consent(node: Node) -> None:
    async def run() -> None:
        ann, bo, eve = [await guest(node, name) for name in ("Ann", "Bo", "Eve")]
        room = await ann.open("xianqi", ["me", "open", "open"], public=True)
        lines = (await eve.call("GET", "/rooms")).json()
        assert next(line for line in lines if line["room"] == room)["seats"] == ["human", "open", "open"]
        assert await bo.join(room) == 1
        assert await bo.join(room) == 1  # once is enough
        assert (await bo.call("POST", f"/rooms/{room}/bots", {"seat": 2})).status_code == 403
        assert (await ann.call("POST", f"/rooms/{room}/bots", {"seat": 1})).status_code == 409
        assert (await ann.call("POST", f"/rooms/{room}/bots", {"seat": 2, "level": "random"})).status_code == 204
        assert (await eve.call("POST", f"/rooms/{room}/join", {})).json()["code"] == "ROOM_FULL"
        async with Socket(node, room, ann.token) as one, Socket(node, room, bo.token) as two:
            await one.ready("aa")
            while not one.view["seats"][0]["ready"]:
                await one.next()
            options = {"rules": {"initial_chips": 30}}
            assert (await bo.call("PUT", f"/rooms/{room}/options", options)).status_code == 403
            assert (await ann.call("PUT", f"/rooms/{room}/options", {"rules": {"nonsense": 1}})).json()["code"] == "BAD_RULES"
            assert (await ann.call("PUT", f"/rooms/{room}/options", options)).status_code == 204
            while two.view["rules"].get("initial_chips") != 30:
                await two.next()
            assert not any(seat["ready"] for seat in two.view["seats"][:2])
            await play_deal([one, two], pick(random.Random(1)))
            assert sum(one.view["scores"]) == 90
            assert (await ann.call("PUT", f"/rooms/{room}/options", options)).json()["code"] == "ALREADY_BEGUN"
            record = (await eve.call("GET", f"/rooms/{room}/record")).json()
            assert qipai.verify(record)["deals"][0]["shuffle"] == "proven"
            assert (await eve.call("POST", "/verify", record)).json()["ok"] is True
            record["deals"][0]["returns"][0] += 1
            assert (await eve.call("POST", "/verify", record)).status_code == 409

    asyncio.run(run())


def test_who_leaves_is_played_for_and_gets_the_seat_back(node: Node) -> None:
    async def run() -> None:
        room, people, sockets = await table_of(node, 2)
        assert (await people[0].call("POST", f"/rooms/{room}/leave")).status_code == 204
        watcher = sockets[1]
        while watcher.view["seats"][0]["auto"] != "left":
            await watcher.next()
        for _ in range(2):  # the table goes on
            actor = await to_move([watcher])
            await actor.act(actor.view["legal"][0])
            done = await actor.until("ack")
            while actor.version < done["version"]:
                await actor.next()
            if actor.view["stage"] != "playing":
                break
        assert await people[0].join(room) == 0
        while watcher.view["seats"][0]["auto"]:
            await watcher.next()

    asyncio.run(run())


def test_a_socket_follows_its_person_from_seat_to_seat(node: Node) -> None:
    """Who has left must not see the hand of whoever sits there next."""

    async def run() -> None:
        ann, bo, eve = [await guest(node, name) for name in ("Ann", "Bo", "Eve")]
        room = await ann.open("xianqi", ["me", "open", "bot"])
        await bo.join(room)
        async with (
            Socket(node, room, ann.token) as one,
            Socket(node, room, bo.token) as two,
            Socket(node, room, eve.token) as late,
        ):
            assert (two.view["seat"], late.view["seat"]) == (1, None)
            await bo.call("POST", f"/rooms/{room}/leave")
            while two.view["seat"] is not None:
                await two.next()
            assert await eve.join(room) == 1
            while late.view["seat"] != 1:
                await late.next()
            await one.ready("")
            await late.ready("")
            while two.view["stage"] != "playing":
                await two.next()
            assert two.view["private"] is None
            assert two.view["legal"] == []
            while late.view["stage"] != "playing":
                await late.next()
            assert late.view["private"]["hand"]

    asyncio.run(run())


def test_a_lost_player_is_played_for_after_the_grace_and_welcomed_back(node: Node) -> None:
    async def run() -> None:
        room, people, sockets = await table_of(node, 2, grace=1)
        async with Socket(node, room, None) as spectator:
            sockets[0].socket.transport.abort()  # no goodbye
            while sockets[1].view["seats"][0]["auto"] != "away":
                await sockets[1].next()
            assert spectator.view["seats"][0]["auto"] == ""  # who watches is told later
            again = Socket(node, room, people[0].token)
            snapshot = await again.connect()
            assert snapshot["view"]["seat"] == 0
            assert snapshot["view"]["private"]["hand"] is not None
            while again.view["seats"][0]["auto"]:
                await again.next()
            await again.socket.close()
        # a spectator who leaves changes nothing for anybody
        await sockets[1].send({"type": "resync"})
        assert (await sockets[1].until("snapshot"))["view"]["stage"] in ("playing", "between")

    asyncio.run(run())


def test_when_time_is_up_the_autopilot_plays_until_it_is_switched_off(node: Node) -> None:
    async def run() -> None:
        _, _, sockets = await table_of(node, 3, clock={"base": 3, "bank": 0})
        actor = await to_move(sockets)
        seat, version = actor.view["seat"], actor.version
        left = actor.view["clocks"]["left_ms"][seat]
        assert 2000 < left <= 3000
        while actor.version == version or not actor.view["seats"][seat]["auto"]:
            await actor.next()
        assert actor.view["seats"][seat]["auto"] == "timeout"
        await actor.send({"type": "auto", "on": False})
        while actor.view["seats"][seat]["auto"]:
            await actor.next()

    asyncio.run(run())


def test_health_readiness_and_numbers(node: Node) -> None:
    for path in ("/health", "/ready", "/api/v1/health", "/api/v1/ready"):
        assert httpx.get(node.url + path).json()["status"] == "ok"
    text = httpx.get(f"{node.url}/metrics").text
    assert "qipai_ack_seconds_count" in text
    assert httpx.get(f"{node.url}/docs").status_code == 200
