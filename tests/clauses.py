"""Marks a test with the numbered rules that it holds: `@clause("X-5.4", "X-5.9")`.

`tests/test_clauses.py` reads these marks from the source, so they must be plain text in the decorator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def clause(*ids: str) -> Callable[[F], F]:
    assert ids

    def mark(test: F) -> F:
        return test

    return mark
