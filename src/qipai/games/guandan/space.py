"""Guandan's action space for learners: classes of plays, pass, tribute, return, take, answers about immunity."""

from __future__ import annotations

from typing import Final

from qipai.core.observation import table_16
from qipai.games.guandan.cards import KEYS, KINDS, RANKS
from qipai.games.guandan.packing import (
    BOMB,
    FLUSH,
    FULL_HOUSE,
    JOKERS,
    MAX_BOMB,
    PAIR,
    PLATE,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    TUBE,
    TYPES,
    WINDOW_KEYS,
    WINDOWS,
    head,
)


def classes() -> list[int]:
    """The heads of all classes of plays (packing.py): type, key, second, wildcards."""
    out: list[int] = []
    for kind in (SINGLE, PAIR):
        for key in range(15):
            for wild in range(kind + 1):
                out.append(head(kind, key, 0, wild) >> 24)
    for key in range(13):
        for wild in range(3):
            out.append(head(TRIPLE, key, 0, wild) >> 24)
    for key in range(13):
        for pair in range(15):
            for wild in range(3):
                if pair != key:
                    out.append(head(FULL_HOUSE, key, pair, wild) >> 24)
    for kind in (STRAIGHT, TUBE, PLATE):
        for window in range(WINDOWS[kind]):
            for wild in range(3):
                out.append(head(kind, window, 0, wild) >> 24)
    for key in range(13):
        for size in range(4, MAX_BOMB + 1):
            for wild in range(3):
                out.append(head(BOMB, key, size, wild) >> 24)
    for window in range(WINDOWS[FLUSH]):
        for wild in range(3):
            out.append(head(FLUSH, window, 0, wild) >> 24)
    out.append(head(JOKERS, 0, 0, 0) >> 24)
    return out


PASS_NUMBER: Final = 0
FIRST_PLAY: Final = 1
CLASSES: Final[list[int]] = classes()
FIRST_TRIBUTE: Final = 1070
FIRST_RETURN: Final = FIRST_TRIBUTE + KINDS
FIRST_TAKE: Final = FIRST_RETURN + KINDS
FIRST_ANSWER: Final = FIRST_TAKE + 4  # where version 0 of the environments ends
ACTIONS: Final = FIRST_ANSWER + 2
assert FIRST_PLAY + len(CLASSES) == FIRST_TRIBUTE


def class_numbers() -> list[int]:
    """The number + 1 of each class by its head; 0 for none."""
    out = [0] * (1 << 14)
    for number, front in enumerate(CLASSES):
        out[front] = FIRST_PLAY + number + 1
    return out


CLASS_PATH: Final = table_16(class_numbers())


def class_text(front: int) -> str:
    """A class of plays in words close to the long reading."""
    kind, key, second, wild = front >> 10, (front >> 6) & 15, (front >> 2) & 15, front & 3
    text = TYPES[kind]
    if kind == FULL_HOUSE:
        text += f":{RANKS[key]}/{KEYS[second]}"
    elif kind == BOMB:
        text += f":{RANKS[key]}x{second}"
    elif WINDOWS[kind]:
        text += f":{WINDOW_KEYS[key]}"
    elif kind != JOKERS:
        text += f":{KEYS[key]}"
    return text + ("" if not wild else f" with {wild} wildcard{'s' if wild > 1 else ''}")
