"""Set-ups for tests: short deals written as hands, tables played to a point, random matches."""

from __future__ import annotations

from typing import Any

import qipai
from qipai.core.rng import FastRng


def table(
    hands: list[str],
    level: str = "7",
    leader: int | None = 0,
    previous: list[int] | None = None,
    rules: dict[str, Any] | None = None,
    moves: list[tuple[int, str]] | None = None,
    **deal: Any,
) -> qipai.Table:
    """A deal that is short on purpose, played so far."""
    explicit: dict[str, Any] = {"level": level, "hands": hands, **deal}
    if previous is not None:
        explicit["previous"] = {"order": previous}
    elif leader is not None:
        explicit["leader"] = leader
    record = {
        "game": "guandan",
        "rules": rules or {},
        "deal": explicit,
        "partial": True,
        "moves": [list(move) for move in moves or []],
    }
    return qipai.Table.from_record(record)


def refusal(on: qipai.Table, seat: int, move: str) -> str:
    """The code with which a move is refused; nothing changes."""
    before = (on.facts(), on.record(), on.version)
    try:
        on.play(seat, move)
    except qipai.IllegalMove as refused:
        assert before == (on.facts(), on.record(), on.version)
        return refused.code
    raise AssertionError(f"{move} was accepted")


def finish_deal(on: qipai.Table, rng: FastRng) -> None:
    """Random canonical moves to the end of the deal."""
    while not on.over:
        seat = on.to_act[rng.below(len(on.to_act))]
        moves = on.canonical(seat)
        on.play(seat, moves[rng.below(len(moves))])
