"""Changes data with its structure in mind: types swapped, one off, keys lost and added, huge numbers, parts of other data."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from typing import Any


def nested(depth: int) -> list[Any]:
    out: list[Any] = []
    for _ in range(depth):
        out = [out]
    return out


DEEP = nested(100_000)
HUGE = 10**5000
NUMBERS = (0, 1, -1, 2, 3, 4, 7, 8, 13, 27, 108, 255, 256, 2**31, -(2**31), 2**62, 2**63, 2**64, HUGE, -HUGE)
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 1.0, 0.0, 0.5, float("nan"), float("inf"), "", "0", "x", "\ud800", "\x00", "１", "王" * 50,
    "9" * 5000, [], {}, [[]], [None], {"x": 1}, {1: 1}, HUGE, DEEP, (1, 2), b"x", {1, 2}, object, 1j,
)  # fmt: skip
PATH_END = 0.25


def mutated(data: Any, rng: random.Random, donors: list[Any]) -> Any:
    """A changed copy; the parts that stay are shared with the original, which is never changed."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = at_some_place(data, rng, rng.choice(donors) if donors else None)
    return data


def at_some_place(data: Any, rng: random.Random, donor: Any) -> Any:
    """Changes one place of the data, found by a walk from the top."""
    if data is DEEP:
        return rng.choice(ODD)
    if isinstance(data, dict) and data and rng.random() > PATH_END / 2:
        key = rng.choice(list(data))
        return {**data, key: at_some_place(data[key], rng, donor.get(key) if isinstance(donor, dict) else None)}
    if isinstance(data, list) and data and rng.random() > PATH_END:
        at = rng.randrange(len(data))
        other = donor[min(at, len(donor) - 1)] if isinstance(donor, list) and donor else None
        return [*data[:at], at_some_place(data[at], rng, other), *data[at + 1 :]]
    if donor is not None and rng.random() < 0.4:
        return donor
    if rng.random() < 0.15:
        return rng.choice(ODD)
    return CHANGES.get(type(data), odd)(data, rng)


def odd(data: Any, rng: random.Random) -> Any:
    return rng.choice(ODD)


def other_number(data: int, rng: random.Random) -> Any:
    way = rng.randrange(8) if abs(data) < 2**53 else 7
    if way < 4:
        return data + rng.choice((-1, 1, 1, -2, 3))
    if way == 4:
        return rng.choice((float(data), str(data), bool(data), -data))
    return rng.choice(NUMBERS)


def other_bool(data: bool, rng: random.Random) -> Any:
    return rng.choice((not data, not data, int(data), None, str(data)))


def other_text(data: str, rng: random.Random) -> Any:
    if not data:
        return rng.choice(ODD)
    at = rng.randrange(len(data))
    way = rng.randrange(8)
    if way == 0:
        return data[:at] + data[at + 1 :]
    if way == 1:
        return data[:at] + rng.choice(string.printable) + data[at + 1 :]
    if way == 2:
        return data[:at] + data[at] + data[at:]
    if way == 3:
        return data.swapcase()
    if way == 4:
        return data + rng.choice(("\ud800", " ", "\n", "\x00", "，", data))
    words = data.split(" ")
    rng.shuffle(words)
    return " ".join(words) if way < 7 else data[:at] + str(rng.randrange(10)) + data[at + 1 :]


def other_list(data: list[Any], rng: random.Random) -> Any:
    at = rng.randrange(len(data) + 1)
    way = rng.randrange(7)
    if way == 0 or not data:
        return [*data[:at], rng.choice(ODD), *data[at:]]
    if way == 1:
        return data[:at] + data[at + 1 :]
    if way == 2:
        return [*data[:at], rng.choice(data), *data[at:]]
    if way == 3:
        return data[::-1]
    if way == 4:
        return data[:at]
    if way == 5:
        other = rng.randrange(len(data))
        at = min(at, len(data) - 1)
        data = list(data)
        data[at], data[other] = data[other], data[at]
        return data
    return {"0": data} if rng.random() < 0.3 else [*data, *data[:1]]


def other_object(data: dict[str, Any], rng: random.Random) -> Any:
    way = rng.randrange(6)
    keys = list(data)
    if way == 0 or not keys:
        return {**data, rng.choice(("x", "", "\ud800", "seat", "deal", "captured", 1, None)): rng.choice(ODD)}
    key = rng.choice(keys)
    if way == 1:
        return {name: value for name, value in data.items() if name != key}
    if way == 2:
        other = rng.choice(keys)
        return {**data, key: data[other], other: data[key]}
    if way == 3:
        return {(f"{name}x" if name == key else name): value for name, value in data.items()}
    if way == 4:
        return {name: data[name] for name in reversed(keys)}  # order means nothing
    return list(data.values())


CHANGES: dict[type, Callable[[Any, random.Random], Any]] = {
    int: other_number,
    bool: other_bool,
    str: other_text,
    list: other_list,
    dict: other_object,
}
