"""Golden kinds of mahjong: pure scoring cases, and hands and melds by seat."""

from __future__ import annotations

from typing import Any

import qipai
from qipai.games.mahjong.tiles import read_tiles
from tests.golden_runner import UNKNOWN


def pure(case: dict[str, Any]) -> dict[str, Any] | None:
    """The actual values of a scoring case; a hand that is no win has `hu` alone (M-17.3)."""
    if "concealed" not in case:
        return None
    win = qipai.mahjong.score(
        case["concealed"], case["melds"], case["missing"], case["win"], case["by"], case["flags"], case["rules"]
    )
    if win is None:
        return {"hu": False}
    return {"hu": True, "fan": win.fan, "patterns": win.patterns, "points": win.points, "each": win.each}


def same_tiles(actual: str, wanted: Any) -> Any:
    """The wanted text when it names the same tiles, in whatever order."""
    tiles = read_tiles(wanted) if isinstance(wanted, str) else None
    held = read_tiles(actual)
    assert held is not None
    return wanted if tiles is not None and sorted(tiles) == sorted(held) else actual


def observe(table: qipai.Table, key: str, wanted: Any) -> Any:
    """`hands` and `melds` name the seats that matter (M-17.2)."""
    facts = table.facts()
    if key == "hands" and isinstance(wanted, dict):
        hands = facts["hands"]
        return {seat: same_tiles(hands[int(seat)], text) for seat, text in wanted.items() if seat in "0123"}
    if key == "melds" and isinstance(wanted, dict):
        return {seat: facts["melds"][int(seat)] for seat in wanted if seat in "0123"}
    return UNKNOWN
