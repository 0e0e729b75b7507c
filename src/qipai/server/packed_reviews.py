"""Whole reviews as they are kept: packed to a fifth, because a long row in a commit holds up the moves that are in it."""

from __future__ import annotations

import base64
import zlib

from qipai.review.pieces import whole_of


def packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode())).decode()


def unpacked(kept: str) -> str:
    """What was kept before there was packing is JSON as it stands."""
    return kept if kept.startswith("{") else zlib.decompress(base64.b64decode(kept)).decode()


def packed_whole(record: str, deal: int, effort: str, share: float, decisions: list[str]) -> str:
    """Runs in a worker, when every decision is judged."""
    return packed(whole_of(record, deal, effort, share, decisions))
