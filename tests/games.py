"""All games, by what tests ask of them. What only one game knows is in tests/<game>/figures.py, which is found by its name."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import qipai

HERE = Path(__file__).resolve().parent


def figure(game: str, name: str, default: Any = None) -> Any:
    """What a game's own tests say under that name."""
    if not (HERE / game / "figures.py").is_file():
        return default
    return getattr(importlib.import_module(f"tests.{game}.figures"), name, default)


def with_figure(name: str) -> list[str]:
    """The games whose own tests say something under that name."""
    return [game for game in qipai.games() if figure(game, name) is not None]


def playable(game: str) -> dict[str, str]:
    """The server's seeds are random: where a deal can be void, it is dealt again, so that there is something to play."""
    return dict(figure(game, "PLAYABLE", {}))


def ways(game: str) -> list[str]:
    """The presets that are offered side by side, which all have a name; otherwise the default alone."""
    options = qipai.game(game).options()
    presets = list(options.presets)
    return presets if presets[0] in options.titles else presets[:1]


@cache
def choices(game: str) -> int:
    """How often the first seat has a choice in a short deal of random moves."""
    found = []
    for seed in range(3):
        table, rng, count = qipai.Table(game, playable(game), seed=f"{seed:064x}"), random.Random(seed), 0
        while not table.over:
            seat = table.to_act[0]
            moves = list(table.canonical(seat))
            count += seat == 0 and len(moves) > 1
            table.play(seat, rng.choice(moves))
        found.append(count)
    return min(found)


def with_choices(least: int) -> list[str]:
    """Games whose deals leave everybody so many choices."""
    return [game for game in qipai.games() if choices(game) >= least]


def first_columns(groups: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Where each group of a policy's features begins."""
    counts = [count for _, count in groups]
    return {name: sum(counts[:k]) for k, (name, _) in enumerate(groups)}
