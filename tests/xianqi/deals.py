"""Deals that the tests of Xianqi share."""

from __future__ import annotations

from typing import Any

import qipai
from qipai.core.rng import FastRng
from qipai.games.xianqi.state import XianqiState

# hand 0 is strong, nobody is black
HANDS: list[dict[str, int]] = [
    {"R_SHI": 2, "R_MA": 1, "R_NIU": 2, "B_XIANG": 1, "B_CHE": 1, "B_NIU": 1},
    {"R_XIANG": 1, "R_MA": 1, "R_GOU": 1, "B_SHI": 2, "B_CHE": 1, "B_GOU": 1, "B_NIU": 1},
    {"R_XIANG": 1, "R_CHE": 2, "R_NIU": 1, "B_XIANG": 1, "B_MA": 2, "B_NIU": 1},
]
DECK: dict[str, int] = {
    colour + kind: n
    for colour in ("R_", "B_")
    for kind, n in [("SHI", 2), ("XIANG", 2), ("MA", 2), ("CHE", 2), ("GOU", 1), ("NIU", 3)]
}
BLACK_HANDS: list[dict[str, int]] = [
    {"R_MA": 2, "R_CHE": 2, "R_NIU": 1, "B_MA": 2, "B_NIU": 1},
    {"R_SHI": 2, "R_XIANG": 1, "R_GOU": 1, "R_NIU": 1, "B_SHI": 1, "B_XIANG": 1, "B_CHE": 1},
    {"R_XIANG": 1, "R_NIU": 1, "B_SHI": 1, "B_XIANG": 1, "B_CHE": 1, "B_GOU": 1, "B_NIU": 2},
]
RULE_SETS: list[dict[str, Any]] = [
    {},
    {"black_chess": "redeal"},
    {"starter": "draw"},
    {"contract_ceramic": True},
    {"soft_first_deal": True},
    {"baotou": True},
    {"baotou": True, "contract_ceramic": True},
    {"baotou": True, "soft_first_deal": True},
    {"baotou": True, "starter": "draw", "black_chess": "redeal"},
    {"contract_ceramic": True, "soft_first_deal": True, "starter": "draw"},
]


def table(
    moves: list[tuple[int, str]] | None = None, starter: int = 0, rules: dict[str, Any] | None = None, **deal: Any
) -> qipai.Table:
    """A table with the shared hands (or those given), after some moves."""
    record = {
        "game": "xianqi",
        "rules": rules or {},
        "deal": {"hands": HANDS, "starter": starter, **deal},
        "moves": [list(move) for move in moves or []],
    }
    return qipai.Table.from_record(record)


def rest_of(*parts: dict[str, int]) -> dict[str, int]:
    """What is left of the 24 pieces."""
    left = dict(DECK)
    for part in parts:
        for name, n in part.items():
            left[name] -= n
    assert min(left.values()) >= 0
    return {name: n for name, n in left.items() if n}


def random_deal(rules: dict[str, Any], seed: int) -> XianqiState:
    game = qipai.game("xianqi")
    state = game.deal(FastRng(seed), game.rules(rules))
    assert isinstance(state, XianqiState)
    return state
