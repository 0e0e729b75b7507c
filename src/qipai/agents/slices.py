"""Thoughts in slices: where nothing else runs beside them, as in a browser, others are served between two of them.

A thought is a generator that yields whenever it may be left alone for a while, and returns what it has come to. A function made
`in_slices` thinks it to the end at once when it is called; `slices_of` gives it slice by slice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Thought = Generator[None, None, T]


def whole(thought: Thought[T]) -> T:
    """Thinks to the end."""
    while True:
        try:
            next(thought)
        except StopIteration as over:
            result: T = over.value
            return result


def in_slices(work: Callable[P, Thought[T]]) -> Callable[P, T]:
    @wraps(work)
    def at_once(*args: P.args, **named: P.kwargs) -> T:
        return whole(work(*args, **named))

    return at_once


def slices_of(work: Callable[..., T], *args: Any) -> Thought[T]:
    """Of a function that was not made so, in one."""
    sliced: Callable[..., Thought[T]] | None = getattr(work, "__wrapped__", None)
    if sliced is None:
        return in_one(work, *args)
    return sliced(*args)


def in_one(work: Callable[..., T], *args: Any) -> Thought[T]:
    return work(*args)
    yield
