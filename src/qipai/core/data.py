"""Plain data."""

from __future__ import annotations

Json = dict[str, object]


def fields_of(thing: object) -> Json:
    """All attributes of an object, for copies and pickles: a compiled one has no `__dict__`."""
    fields = thing.__getstate__()
    assert isinstance(fields, dict)
    return fields
