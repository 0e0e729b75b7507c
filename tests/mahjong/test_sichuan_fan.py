"""Fan and waits of the Sichuan family in hands that chance seldom makes."""

from __future__ import annotations

import pytest

from qipai.games.mahjong.hands import suit_value
from qipai.games.mahjong.patterns import DIHU, QINGYISE, TIANHU
from qipai.games.mahjong.sichuan_fan import capped, doubled_fan, points_of, ready_waits, winning_kinds
from qipai.games.mahjong.tiles import NAMES, pack, read_tiles
from tests.clauses import clause
from tests.mahjong.sichuan_hands import all_rules, compare_ready, packed_melds
from tests.mahjong.slow_score import Meld


def counts(tiles: str) -> tuple[int, int, int]:
    found = read_tiles(tiles)
    assert found is not None
    return pack(found)


def waits(tiles: str, melds: list[Meld], missing: str) -> list[str]:
    mask = ready_waits(*counts(tiles), packed_melds(melds), "psm".index(missing))
    return [NAMES[tile] for tile in range(27) if (mask >> tile) & 1]


@clause("M-32.4")
@pytest.mark.parametrize(
    ("kinds", "held", "left"),
    [
        (["peng"], "34567p11222s", ["2p", "8p"]),
        (["kong_exposed", "peng"], "34567p11s", ["2p", "8p"]),
        (["peng", "kong_exposed"], "34567p11s", ["2p", "8p"]),
        (["kong_added", "kong_added", "peng"], "5678p", ["8p"]),
    ],
)
def test_a_tile_that_is_held_four_times_is_no_wait(kinds: list[str], held: str, left: list[str]) -> None:
    """Three melded and one in a run: there is no other."""
    others = iter(["9s", "8s"])
    melds: list[Meld] = [(kind, "5p" if kind == "peng" else next(others)) for kind in kinds]
    assert waits(held, melds, "m") == left
    assert waits(held, [(kind, "7s" if tile == "5p" else tile) for kind, tile in melds], "m") == sorted([*left, "5p"])
    tiles = read_tiles(held)
    assert tiles is not None
    for given, rules in all_rules():
        assert compare_ready([NAMES[tile] for tile in tiles], melds, "m", given, rules)


@clause("M-32.4")
@pytest.mark.parametrize(("suit", "rest"), [("p", "sm"), ("s", "mp"), ("m", "ps")])
def test_a_pig_waits_for_nothing(suit: str, rest: str) -> None:
    held = f"111{suit}123456789{rest[0]}9{rest[1]}"
    assert waits(held, [], suit) == []
    assert waits(held.replace(f"111{suit}", f"111{rest[1]}"), [], suit) != []


@clause("M-27.1")
@pytest.mark.parametrize(("suit", "rest"), [("p", "sm"), ("s", "mp"), ("m", "ps")])
def test_no_tile_of_the_missing_suit_wins(suit: str, rest: str) -> None:
    tiles = counts(f"123456789{rest[0]}111{rest[1]}1{suit}")
    assert winning_kinds(*tiles, 0, "psm".index(suit)) == 0
    assert winning_kinds(*tiles, 0, "psm".index(rest[0])) == 1 << NAMES.index(f"1{suit}")


def test_a_fifth_copy_completes_no_suit() -> None:
    assert suit_value(5 << 6) == 0
    assert suit_value(3 << 6) != 0


@clause("M-30.1", "M-30.2")
def test_heavenly_and_earthly_wins_add_to_the_rest_and_a_cap_of_one_counts() -> None:
    assert doubled_fan(TIANHU | QINGYISE) == doubled_fan(DIHU | QINGYISE) == 7
    assert [capped(fan, 1) for fan in range(4)] == [0, 1, 1, 1]
    assert [capped(fan, 0) for fan in range(4)] == [0, 1, 2, 3]
    assert points_of(5, 3, 1) == 6
