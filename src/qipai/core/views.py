"""What every game's `read_view` shares: the shape of what comes from outside, and refusals with a reason."""

from __future__ import annotations

from qipai.core.data import Json, difference, flaw
from qipai.core.errors import BadRecord
from qipai.core.text import Text

MOST_PARTS = 50_000  # values in one view; a long match has some thousands
WRONG_DATA = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def bad_view(en: str, zh: str) -> BadRecord:
    return BadRecord("BAD_VIEW", reason=Text(en, zh))


def view_object(data: object) -> Json:
    """The object of a view, free of what no reader should meet. BAD_VIEW."""
    if not isinstance(data, dict):
        raise bad_view("it is not an object", "它不是对象")
    found = flaw(data, MOST_PARTS)
    if found is not None:
        raise BadRecord("BAD_VIEW", reason=found)
    return data


def no_shape() -> BadRecord:
    """The exception's own words are not repeated: they differ between interpreted and compiled code."""
    return bad_view("something is missing or of the wrong kind", "有字段缺失或类型不对")


def contradiction(written: Json, data: Json) -> BadRecord:
    """A view that is written differently once it is read."""
    where = difference(written, data)
    return bad_view(f"{where} contradicts the rest", f"{where} 与其余部分矛盾")


def no_world() -> BadRecord:
    return bad_view("no deal gives this view", "没有哪种发牌能得到这个视角")
