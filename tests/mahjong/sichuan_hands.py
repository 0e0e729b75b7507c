"""Hands that win or are one tile away, and the kernel's answers beside the slow ones."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.melds import KIND_NAMES, add_meld
from qipai.games.mahjong.patterns import pattern_fans
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.sichuan_fan import largest_fan, points_of, ready_waits, sichuan_patterns, wins_four
from qipai.games.mahjong.tiles import NAMES, pack, read_tiles
from tests.mahjong.slow_score import Meld, slow_points, slow_score, slow_value

OPTIONS: list[dict[str, Any]] = [
    {"preset": "chengdu"},
    {"preset": "river"},
    {"preset": "river", "menqing_zhongzhang": True},
    {"preset": "chengdu", "menqing_zhongzhang": True, "cap": 0, "flower_pig": "sixteen", "base": 3},
]
KINDS_OF_MELD = ["peng", "kong_exposed", "kong_concealed", "kong_added"]


def number(tile: str) -> int:
    tiles = read_tiles(tile)
    assert tiles is not None
    return tiles[0]


def packed_melds(melds: list[Meld]) -> int:
    out = 0
    for kind, tile in melds:
        out = add_meld(out, number(tile), KIND_NAMES.index(kind), 0)
    return out


def some_set(rnd: random.Random, suits: str, pairs: bool, ends: bool) -> list[str]:
    """A triplet or a run, only triplets if `pairs`, each with a 1 or a 9 if `ends`."""
    suit = rnd.choice(suits)
    if pairs or rnd.random() < 0.4:
        return [f"{rnd.choice('19' if ends else '123456789')}{suit}"] * 3
    rank = rnd.choice((1, 7)) if ends else rnd.randrange(1, 8)
    return [f"{rank + k}{suit}" for k in range(3)]


def constructed(rnd: random.Random) -> tuple[list[str], list[Meld], str]:
    """A winning hand of two suits or one: sets and a pair, some of the sets melded, or seven pairs. The last tile wins."""
    while True:
        missing = rnd.choice("psm")
        suits = "".join(suit for suit in "psm" if suit != missing)
        if rnd.random() < 0.4:
            suits = suits[0]
        melds: list[Meld] = []
        held: list[str] = []
        if rnd.random() < 0.25:
            ranks = rnd.choice(["123456789", "123456789", "258", "234567", "19"])
            held = [tile for _ in range(7) for tile in [f"{rnd.choice(ranks)}{rnd.choice(suits)}"] * 2]
        else:
            only = rnd.random() < 0.3
            ends = rnd.random() < 0.2
            for _ in range(4):
                part = some_set(rnd, suits, only, ends)
                if len(set(part)) == 1 and rnd.random() < 0.5:
                    melds.append((rnd.choice(KINDS_OF_MELD), part[0]))
                else:
                    held += part
            held += [f"{rnd.choice('19' if ends else '123456789')}{rnd.choice(suits)}"] * 2
        count = Counter(held)
        for kind, tile in melds:
            count[tile] += 3 if kind == "peng" else 4
        if max(count.values()) <= 4:
            rnd.shuffle(held)
            return held, melds, missing


def disturbed(rnd: random.Random, held: list[str], melds: list[Meld], missing: str) -> list[str]:
    """The hand with one of its tiles changed, so that it often does not win."""
    count = Counter(held)
    for kind, tile in melds:
        count[tile] += 3 if kind == "peng" else 4
    out = list(held)
    while True:
        tile = f"{rnd.choice('123456789')}{rnd.choice([suit for suit in 'psm' if suit != missing])}"
        if count[tile] < 4:
            out[rnd.randrange(len(out))] = tile
            return out


def compare_win(held: list[str], melds: list[Meld], missing: str, given: dict[str, Any], rules: MahjongRules) -> bool:
    """Whether the hand wins, after kernel and definition have agreed on it; the last tile is the winning one."""
    slow = slow_score(held[:-1], melds, missing, held[-1], given)
    p, s, m = pack([number(tile) for tile in held])
    bits = packed_melds(melds)
    wins = wins_four(p, s, m, bits)
    assert wins == (slow is not None), (held, melds)
    if slow is not None:
        fast = pattern_fans(sichuan_patterns(p, s, m, bits, rules.fan), True)
        assert fast == slow, (held, melds, fast, slow)
        assert points_of(sum(fast.values()), rules.base, rules.cap) == slow_points(slow, given)
    return wins


def compare_ready(held: list[str], melds: list[Meld], missing: str, given: dict[str, Any], rules: MahjongRules) -> bool:
    """The same for the waits and the largest value of a hand that lacks a tile."""
    waits, value = slow_value(held, melds, missing, given)
    p, s, m = pack([number(tile) for tile in held])
    bits = packed_melds(melds)
    mask = ready_waits(p, s, m, bits, "psm".index(missing))
    assert [NAMES[tile] for tile in range(27) if (mask >> tile) & 1] == waits, (held, melds)
    if waits:
        fan = largest_fan(p, s, m, bits, mask, rules.fan)
        assert points_of(fan, rules.base, rules.cap) == value, (held, melds)
    return bool(waits)


def all_rules() -> list[tuple[dict[str, Any], MahjongRules]]:
    out = []
    for given in OPTIONS:
        rules = GAME.rules(given)
        assert isinstance(rules, MahjongRules)
        out.append((dict(rules.options), rules))
    return out


def cross_check(hands: int, built: int, ready: int, seed: int) -> tuple[int, int, int]:
    """So many hands that win or are one tile away, constructed wins, hands that lack a tile; how many won and were ready."""
    rnd = random.Random(seed)
    sets = all_rules()
    wins = won = waiting = 0
    for k in range(hands):
        held, melds, missing = constructed(rnd)
        wins += compare_win(disturbed(rnd, held, melds, missing), melds, missing, *sets[k % len(sets)])
    for k in range(built):
        held, melds, missing = constructed(rnd)
        won += compare_win(held, melds, missing, *sets[k % len(sets)])
    for k in range(ready):
        held, melds, missing = constructed(rnd)
        if k % 2:
            held = disturbed(rnd, held, melds, missing)
        waiting += compare_ready(held[:-1], melds, missing, *sets[k % len(sets)])
    return wins, won, waiting
