"""A small share of the soak: whatever frame is sent, the server answers or closes, and its log stays empty."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from tests.fuzz.frames import fuzz
from tests.server.players import LOOSE, running


def test_mutated_frames_break_nothing(tmp_path: Path) -> None:
    patient = msgspec.structs.replace(LOOSE, bad_frames=10**9)
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=patient) as node:
        sent, heard = asyncio.run(fuzz(node, 1000, 7))
    assert sent >= 1000
    assert heard > 500
