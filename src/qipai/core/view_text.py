"""Parts that the one-line texts of views share: rules, lists, and `-` for nothing."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.rules import Options, Rules

NOTHING = "-"


def or_dash(text: str) -> str:
    """The text, or - for an empty one."""
    return text or NOTHING


def from_dash(text: str) -> str:
    """The inverse of `or_dash`."""
    return "" if text == NOTHING else text


def seat_text(seat: int) -> str:
    """A seat, or - for none (-1)."""
    return NOTHING if seat < 0 else str(seat)


def read_seat(text: str) -> int:
    """The inverse of `seat_text`; the caller checks the range."""
    return -1 if text == NOTHING else int(text)


def numbers_text(numbers: list[int]) -> str:
    """1,2,3"""
    return ",".join([str(number) for number in numbers])


def read_numbers(text: str) -> list[int]:
    """The inverse of `numbers_text`."""
    return [int(number) for number in text.split(",")]


def rules_text(rules: Rules) -> str:
    """The preset and the options that were set: `default,limit=3`."""
    parts = [rules.preset]
    for name, value in rules.given.items():
        parts.append(f"{name}={str(value).lower() if isinstance(value, bool) else value}")
    return ",".join(parts)


def read_rules_text(text: str, options: Options) -> Json:
    """The inverse of `rules_text`, as a rules object that is yet to be checked."""
    preset, *parts = text.split(",")
    out: Json = {"preset": preset}
    for part in parts:
        name, _, value = part.partition("=")
        default = options.by_name[name].default
        if isinstance(default, bool):
            out[name] = {"true": True, "false": False}[value]
        elif isinstance(default, int):
            out[name] = int(value)
        else:
            out[name] = value
    return out
