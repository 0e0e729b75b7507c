"""The fan of the Sichuan family by definition: every reading of a hand is laid out, and each rule is looked up in it.

Slow, and independent of the kernel: tiles are texts such as "5p", and nothing is packed or read from tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

Meld = tuple[str, str]  # kind, tile
Reading = list[list[str]]  # sets and the pair, or seven pairs
PAIRS = 7


def after(tile: str, n: int) -> str:
    return f"{int(tile[0]) + n}{tile[1]}"


def splits(tiles: list[str], pair: bool) -> Iterator[Reading]:
    """Every way to lay tiles out in runs and triplets, and one pair if `pair`."""
    if not tiles:
        if not pair:
            yield []
        return
    first = min(tiles, key=lambda tile: (tile[1], tile[0]))
    choices = [[first] * 3, [first, after(first, 1), after(first, 2)]]
    if pair:
        choices.append([first] * 2)
    for part in choices:
        rest = list(tiles)
        try:
            for tile in part:
                rest.remove(tile)
        except ValueError:
            continue
        for reading in splits(rest, pair and len(part) == 3):
            yield [part, *reading]


def readings(held: list[str], melds: list[Meld]) -> Iterator[Reading]:
    """The readings of M-27.1 and M-27.2, melds included."""
    if len(held) + 3 * len(melds) != 14:
        return
    fixed = [[tile] * (3 if kind == "peng" else 4) for kind, tile in melds]
    if not melds:
        count = Counter(held)
        if all(n % 2 == 0 for n in count.values()):
            yield [[tile] * 2 for tile, n in count.items() for _ in range(n // 2)]
    for reading in splits(held, True):
        yield fixed + reading


def patterns_of(reading: Reading, melds: list[Meld], rules: dict[str, Any]) -> dict[str, int]:
    """What one reading shows (M-30.3)."""
    tiles = [tile for part in reading for tile in part]
    out: dict[str, int] = {}
    sevens = len(reading) == PAIRS
    alike = all(len(set(part)) == 1 for part in reading)
    if sevens:
        out["qidui"] = 2
    elif alike:
        out["duiduihu"] = 1
    if len(melds) == 4:
        out["jingoudiao"] = 1
    if len({tile[1] for tile in tiles}) == 1:
        out["qingyise"] = 2
    roots = sum(1 for n in Counter(tiles).values() if n == 4)
    if roots:
        out["root"] = roots
    if rules["yaojiu_jiangdui"]:
        if not sevens and all(any(tile[0] in "19" for tile in part) for part in reading):
            out["daiyaojiu"] = 2
        if all(tile[0] in "258" for tile in tiles) and (sevens or alike):
            out["jiangdui"] = 2
    if rules["menqing_zhongzhang"]:
        if all(kind == "kong_concealed" for kind, _ in melds):
            out["menqing"] = 1
        if not any(tile[0] in "19" for tile in tiles) and "jiangdui" not in out:
            out["zhongzhang"] = 1
    return out


def slow_score(held: list[str], melds: list[Meld], missing: str, win: str, rules: dict[str, Any]) -> dict[str, int] | None:
    """The patterns of the best reading of a win on a plain discard; None if it is no win."""
    tiles = [*held, win]
    if any(tile[1] == missing for tile in tiles + [tile for _, tile in melds]):
        return None
    best: dict[str, int] | None = None
    for reading in readings(tiles, melds):
        found = patterns_of(reading, melds, rules)
        if best is None or sum(found.values()) > sum(best.values()):
            best = found  # seven pairs come first, and stay at equal fan (M-30.7)
    return best


def slow_points(patterns: dict[str, int], rules: dict[str, Any]) -> int:
    fan = sum(patterns.values())
    if rules["cap"]:
        fan = min(fan, rules["cap"])
    points: int = rules["base"]
    for _ in range(fan):
        points *= 2
    return points


def slow_value(held: list[str], melds: list[Meld], missing: str, rules: dict[str, Any]) -> tuple[list[str], int]:
    """Waits and value of a hand at the empty wall, by trying every tile (M-32.4)."""
    if any(tile[1] == missing for tile in held):
        return [], 0
    own = Counter(held)
    for kind, tile in melds:
        own[tile] += 3 if kind == "peng" else 4
    waits: list[str] = []
    value = 0
    for suit in "psm":
        for rank in range(1, 10):
            tile = f"{rank}{suit}"
            found = slow_score(held, melds, missing, tile, rules) if own[tile] < 4 else None
            if found is not None:
                waits.append(tile)
                value = max(value, slow_points(found, rules))
    return waits, value
