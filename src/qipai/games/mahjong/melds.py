"""The melds of a seat, packed: their number in three bits, then nine bits each, in the order they were made.

A meld is tile | kind << 5 | feeder << 7. The feeder is the seat whose discard was claimed, or the owner of a concealed kong.
"""

from __future__ import annotations

from typing import Final

from qipai.native import i64

PENG: Final = 0
KONG_EXPOSED: Final = 1
KONG_CONCEALED: Final = 2
KONG_ADDED: Final = 3
KIND_NAMES: Final = ["peng", "kong_exposed", "kong_concealed", "kong_added"]
KIND_NAMES_ZH: Final = ["碰", "明杠", "暗杠", "补杠"]

MELD_BITS: Final = 9
MELD: Final = 511
ADDED_AT: Final = [(KONG_ADDED << 5) << (3 + MELD_BITS * k) for k in range(4)]


def meld_at(melds: i64, index: i64) -> i64:
    return (melds >> (3 + MELD_BITS * index)) & MELD


def meld_tile(meld: i64) -> i64:
    return meld & 31


def meld_kind(meld: i64) -> i64:
    return (meld >> 5) & 3


def meld_feeder(meld: i64) -> i64:
    return meld >> 7


def add_meld(melds: i64, tile: i64, kind: i64, feeder: i64) -> i64:
    n: i64 = melds & 7
    meld: i64 = tile | (kind << 5) | (feeder << 7)
    return (melds + 1) | (meld << (3 + MELD_BITS * n))


def has_peng(melds: i64, tile: i64) -> bool:
    n: i64 = melds & 7
    rest: i64 = melds >> 3
    while n > 0:
        if rest & 127 == tile:  # the kind bits are those of a peng
            return True
        rest >>= MELD_BITS
        n -= 1
    return False


def peng_to_kong(melds: i64, tile: i64) -> i64:
    """An added kong keeps the place and the feeder of its peng (M-17.2)."""
    n: i64 = melds & 7
    k: i64 = 0
    while k < n:
        shift: i64 = 3 + MELD_BITS * k
        if (melds >> shift) & 127 == tile:
            return melds | ADDED_AT[k]
        k += 1
    return melds
