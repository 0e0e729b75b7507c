"""Plain JSON values, and the checks that narrow them: ValueError when a value is of another kind."""

from __future__ import annotations

Json = dict[str, object]

WIDEST = 1 << 62  # what the kernel's integers hold


def fields_of(thing: object) -> Json:
    """All attributes of an object, for copies and pickles; compiled objects have no `__dict__`."""
    fields = thing.__getstate__()
    assert isinstance(fields, dict)
    return fields


def as_object(value: object) -> Json:
    if not isinstance(value, dict):
        raise ValueError("an object is missing")
    return value


def as_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("a list is missing")
    return value


def as_int(value: object, low: int = -WIDEST, high: int = WIDEST) -> int:
    """An integer in low..high, and not a bool."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{value!r} is no number from {low} to {high}")
    return value
