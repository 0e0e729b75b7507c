"""Frames for one socket are written together where the server can, else one by one."""

from __future__ import annotations

import asyncio
from typing import Any

from websockets.protocol import State

from qipai.server.config import Limits
from qipai.server.http.frame_batches import EXTENSION, PARTS, TOO_FAST, BoundedFrames, transmitter
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
