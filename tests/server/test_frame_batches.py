"""Frames for one socket are written together where the server can, else one by one."""

from __future__ import annotations

import asyncio
from typing import Any

from qipai.server.http.frame_batches import EXTENSION, transmitter


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
