"""Frames for one socket are written together where the server can, else one by one."""

from __future__ import annotations

import asyncio
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from qipai.server.config import Config, Limits
from qipai.server.http.frame_batches import EXTENSION, PARTS, TOO_FAST, BoundedFrames, packed, transmitter
from qipai.server.http.sockets import Connection
from tests.server.attacks import pieces


def sent(scope: dict[str, Any]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        out.append(message)

    asyncio.run(transmitter(scope, send)([b'{"a":1}', '{"b":"牌"}'.encode()]))
    return out


def test_a_server_with_the_extension_gets_all_frames_in_one_message() -> None:
    (message,) = sent({"extensions": {EXTENSION: {}}})
    assert message["frames"] == [b'{"a":1}', '{"b":"牌"}'.encode()]


def test_any_other_server_gets_them_one_by_one_as_text() -> None:
    for scope in ({}, {"extensions": None}, {"extensions": {}}):
        assert sent(scope) == [
            {"type": "websocket.send", "text": '{"a":1}'},
            {"type": "websocket.send", "text": '{"b":"牌"}'},
        ]


def test_frames_are_packed_as_the_protocol_has_them() -> None:
    sizes = [0, 1, 125, 126, 127, 65535, 65536, 70000]
    client = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    client.receive_data(packed([b"x" * size for size in sizes]))
    found = client.events_received()
    assert client.parser_exc is None
    assert [(frame.opcode, frame.fin, len(frame.data)) for frame in found] == [(Opcode.TEXT, True, size) for size in sizes]  # type: ignore[union-attr]


def test_what_cannot_be_written_at_once_waits_and_keeps_its_order() -> None:
    """The client reads, stops reading, and reads again; then all that it missed is one snapshot."""
    got: list[bytes] = []
    open_now, may_go_on = [True], asyncio.Event()

    class Nothing:
        config = Config(database="", data="")

        def snapshot(self, seat: int | None) -> bytes:
            return b"snapshot"

    def write(frames: list[bytes]) -> bool:
        if open_now[0]:
            got.extend(frames)
        return open_now[0]

    async def transmit(frames: list[bytes]) -> None:
        await may_go_on.wait()
        got.extend(frames)

    async def some_turns() -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def run() -> None:
        connection = Connection(Nothing(), None, transmit, Nothing(), 0, None, write=write)  # type: ignore[arg-type]
        sending = asyncio.ensure_future(connection.write_out())
        expected = [b"%d" % number for number in range(30)]
        for frame in expected[:10]:
            connection.send(frame)
        assert got == []  # a turn of the loop is one write
        await some_turns()
        assert got == expected[:10]
        open_now[0] = False
        for frame in expected[10:20]:
            connection.send(frame)
        await some_turns()
        open_now[0] = True  # what waits comes first
        for frame in expected[20:]:
            connection.send(frame)
        await some_turns()
        assert got == expected[:10]
        may_go_on.set()
        await some_turns()
        assert got == expected
        for _ in range(200):  # more than may wait
            connection.send(b"x")
        await some_turns()
        assert got == [*expected, b"snapshot"]
        connection.send(b"next")
        await some_turns()
        assert got[-1] == b"next"
        sending.cancel()

    asyncio.run(run())


def test_a_message_has_a_bounded_number_of_parts_however_slowly_they_come() -> None:
    def fed(parts: int) -> BoundedFrames:
        frames = BoundedFrames(Limits(frames=1e6, frame_burst=1e6))
        frames.state = State.OPEN
        frames.parser = frames.parse()
        next(frames.parser)
        frames.receive_data(pieces(parts))
        return frames

    assert not fed(PARTS).flooded
    assert fed(PARTS).parser_exc is None
    assert fed(PARTS + 1).flooded
    closing = fed(PARTS + 1).close_sent
    assert closing is not None
    assert closing.code == TOO_FAST
