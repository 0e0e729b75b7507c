"""Where games keep the views that contradict themselves: `CASES` of tests/<game>/contradictions.py, if it is there."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

from tests.conftest import Json

# by name: which views of the corpus it fits, a path into such a view, and another value (a function is applied to the old one)
Cases = dict[str, tuple[Callable[[Json], object], str, Any]]


def contradictions(game: str) -> Cases:
    place = f"tests.{game}.contradictions"
    if importlib.util.find_spec(f"tests.{game}") is None or importlib.util.find_spec(place) is None:
        return {}
    found: Cases = importlib.import_module(place).CASES
    return found


def has_hand(view: Json) -> bool:
    return bool(view["private"].get("hand"))
