"""The hand arithmetic against programs that we did not write, and against brute force."""

from __future__ import annotations

import random
from functools import cache

import pytest
from mahjong.agari import Agari
from xiangting import PlayerCount, calculate_necessary_tiles

import qipai
from qipai.games.mahjong import hands
from qipai.games.mahjong.distances import nearest, ukeire_all
from qipai.games.mahjong.hands import complete, complete_all, suit_value, wait_mask
from qipai.games.mahjong.tiles import KINDS, pack, read_tiles, unpack, write_tiles
from tests.clauses import clause


def counts_34(tiles: list[int]) -> list[int]:
    """The other programs' order of suits does not matter: three suits and no honours."""
    out = [0] * 34
    for tile in tiles:
        out[tile] += 1
    return out


def some_hand(rnd: random.Random, size: int) -> list[int]:
    """Tiles of one, two or three suits, sometimes only a few ranks: quads and near wins are common then."""
    suits = rnd.sample(range(3), rnd.choice([1, 1, 2, 2, 3]))
    low = rnd.randrange(0, 7)
    high = rnd.choice([9, 9, min(9, low + 3), min(9, low + 4)]) if len(suits) < 3 else 9
    low = low if high - low >= 3 and high < 9 else 0
    deck = [9 * suit + rank for suit in suits for rank in range(low, high) for _ in range(4)]
    if len(deck) < size:
        deck = [9 * suit + rank for suit in suits for rank in range(9) for _ in range(4)]
    return rnd.sample(deck, size)


def built_win(rnd: random.Random, sets: int) -> list[int]:
    """A complete hand of at most four copies each, laid from random sets."""
    while True:
        suits = rnd.sample(range(3), rnd.choice([1, 2]))
        tiles: list[int] = []
        for _ in range(sets):
            suit = rnd.choice(suits)
            if rnd.random() < 0.5:
                tiles += [9 * suit + rnd.randrange(9)] * 3
            else:
                first = 9 * suit + rnd.randrange(7)
                tiles += [first, first + 1, first + 2]
        tiles += [9 * rnd.choice(suits) + rnd.randrange(9)] * 2
        if max(tiles.count(t) for t in tiles) <= 4:
            return tiles


@clause("M-16.10", "M-7.1", "M-7.2")
def test_the_win_test_agrees_with_another_checker_on_thousands_of_hands() -> None:
    rnd = random.Random(20240601)
    agari = Agari()
    wins = quads = 0
    for number in range(22_000):
        sets = rnd.randrange(4)
        tiles = built_win(rnd, sets) if number % 3 == 0 else some_hand(rnd, 3 * sets + 2)
        if number % 3 == 0 and rnd.random() < 0.4:  # one tile away from a win
            tiles[rnd.randrange(len(tiles))] = rnd.choice(tiles)
            if max(tiles.count(t) for t in tiles) > 4:
                continue
        wanted = bool(agari.is_agari(counts_34(tiles)))
        p, s, m = pack(tiles)
        assert complete(p, s, m) == wanted, write_tiles(tiles)
        wins += wanted
        quads += wanted and any(tiles.count(t) == 4 for t in tiles)
    assert wins > 5000
    assert quads > 300


@clause("M-16.10")
def test_distance_and_useful_tiles_agree_with_another_program() -> None:
    """The fifth-copy convention is the same on both sides: no reading uses a kind five times (tools.py)."""
    rnd = random.Random(7)
    for _ in range(5_000):
        sets = rnd.randrange(4)
        tiles = some_hand(rnd, 3 * sets + rnd.choice([1, 2]))
        number, mask = calculate_necessary_tiles(counts_34(tiles), PlayerCount.FOUR)
        p, s, m = pack(tiles)
        found = nearest(p, s, m, -1, sets)
        assert (found >> 27, found & 0x7FFFFFF) == (number, mask & 0x7FFFFFF), write_tiles(tiles)


def test_without_a_suit_the_distance_agrees_too() -> None:
    rnd = random.Random(8)
    for _ in range(3_000):
        sets = rnd.randrange(4)
        missing = rnd.randrange(3)
        deck = [t for t in range(KINDS) for _ in range(4) if t // 9 != missing]
        tiles = rnd.sample(deck, 3 * sets + rnd.choice([1, 2]))
        number, mask = calculate_necessary_tiles(counts_34(tiles), PlayerCount.FOUR)
        p, s, m = pack(tiles)
        found = nearest(p, s, m, missing, sets)
        allowed = sum(1 << t for t in range(KINDS) if t // 9 != missing)
        assert found >> 27 == number
        assert found & 0x7FFFFFF == mask & allowed


@cache
def brute_suit(counts: tuple[int, ...], pair: bool) -> bool:
    """Takes away the lowest tile in every way that the rule allows."""
    for r in range(9):
        if counts[r]:
            break
    else:
        return not pair
    options = [(r, r, r), (r, r + 1, r + 2)] + ([(r, r)] if pair else [])
    for option in options:
        rest = list(counts)
        if max(option) > 8:
            continue
        for rank in option:
            rest[rank] -= 1
        if min(rest) >= 0 and brute_suit(tuple(rest), pair and len(option) == 3):
            return True
    return False


def test_every_suit_of_up_to_eleven_tiles_is_judged_as_by_hand() -> None:
    """A sample over all sizes, and every suit of at most five tiles."""
    rnd = random.Random(3)

    def small(rank: int, left: int, counts: list[int]) -> None:
        if rank == 9:
            check(counts)
            return
        for n in range(min(4, left) + 1):
            small(rank + 1, left - n, [*counts, n])

    def check(counts: list[int]) -> None:
        packed = sum(n << 3 * r for r, n in enumerate(counts))
        size = sum(counts)
        wanted = size % 3 != 1 and brute_suit(tuple(counts), size % 3 == 2)
        assert bool(suit_value(packed)) == wanted, counts

    small(0, 5, [])
    for _ in range(4000):
        tiles = rnd.sample([r for r in range(9) for _ in range(4)], rnd.randrange(6, 12))
        check([tiles.count(r) for r in range(9)])


@clause("M-16.11")
def test_renaming_suits_and_mirroring_ranks_changes_no_distance() -> None:
    rnd = random.Random(5)
    for _ in range(500):
        sets = rnd.randrange(4)
        tiles = some_hand(rnd, 3 * sets + 1)
        order = rnd.sample(range(3), 3)
        moved = [9 * order[t // 9] + 8 - t % 9 for t in tiles]
        one = nearest(*pack(tiles), -1, sets)
        two = nearest(*pack(moved), -1, sets)
        assert one >> 27 == two >> 27
        useful = sorted(9 * order[t // 9] + 8 - t % 9 for t in range(KINDS) if (one >> t) & 1)
        assert useful == [t for t in range(KINDS) if (two >> t) & 1]


def test_waits_are_the_useful_tiles_of_a_ready_hand() -> None:
    rnd = random.Random(9)
    ready = 0
    for _ in range(2500):
        sets = rnd.randrange(4)
        tiles = built_win(rnd, sets)
        tiles.pop(rnd.randrange(len(tiles)))
        p, s, m = pack(tiles)
        found = nearest(p, s, m, -1, sets)
        assert found >> 27 <= 1
        ready += 1
        assert wait_mask(p, s, m, -1) == found & 0x7FFFFFF
    assert ready == 2500


def test_many_hands_at_once_give_what_each_gives_alone() -> None:
    rnd = random.Random(1)
    packed = [pack(some_hand(rnd, 11)) for _ in range(50)]
    assert complete_all(packed) == [complete(*hand) for hand in packed]
    assert ukeire_all(packed, -1, 3) == [nearest(*hand, -1, 3) for hand in packed]


@pytest.mark.parametrize(
    ("concealed", "melds", "missing", "steps"),
    [
        ("123456p789s55s", (), "m", -1),
        ("123456p789s5s", (), "m", 0),
        ("1111p", (("peng", "5s"), ("peng", "6s")), "m", 1),
        ("5s", (("peng", "1p"), ("peng", "2p"), ("peng", "3p")), "m", 0),
        ("147p147s147m1p", (), "m", 5),
        ("1m2m3m456p78p11p", (), "m", 3),
    ],
)
def test_shanten_of_known_hands(concealed: str, melds: tuple[tuple[str, str], ...], missing: str, steps: int) -> None:
    assert qipai.mahjong.shanten(concealed, melds, missing) == steps


def test_waits_and_useful_tiles_count_what_can_still_come() -> None:
    assert qipai.mahjong.waits("123456p78s55s", missing="m") == {"6s": 4, "9s": 4}
    assert qipai.mahjong.waits("123456p78s55s", missing="m", seen="6s6s9s") == {"6s": 2, "9s": 3}
    assert qipai.mahjong.waits("123456p78s55s", missing="m", seen="6666s") == {"9s": 4}
    assert qipai.mahjong.waits("1p", [["peng", "2s"], ["peng", "3s"], ["kong_added", "4s"]], "m") == {"1p": 3}
    assert qipai.mahjong.waits("123456p7p", [["peng", "7s"]], "m") == {"1p": 3, "4p": 3, "7p": 3}
    assert qipai.mahjong.waits("123456p78s5m5m", missing="m") == {}
    assert qipai.mahjong.waits("1133557799p11s5m") == {"5m": 3}
    # 13s wants 2s; a pair of 1s, 5s or 9s helps, and 4s makes 345s instead
    assert qipai.mahjong.ukeire("123456p13s59s", missing="m") == {"1s": 3, "2s": 4, "4s": 4, "5s": 3, "9s": 3}
    # a peng of the tile leaves one copy
    assert qipai.mahjong.waits("55p46s", [["peng", "5s"], ["peng", "9p"]], "m") == {"5s": 1}


def test_wrong_questions_are_refused() -> None:
    for concealed, melds in [
        ("123p", ()),
        ("12p", [["peng", "1p"]]),
        ("11111p12345s", ()),
        ("1x", ()),
        ("1111p", [["peng", "1p"], ["peng", "2p"]]),
    ]:
        with pytest.raises(ValueError, match=r"."):
            qipai.mahjong.shanten(concealed, melds)
    with pytest.raises(ValueError, match="void suit"):
        qipai.mahjong.shanten("1p", [["peng", "2p"], ["peng", "3p"], ["peng", "4p"]], "x")
    with pytest.raises(ValueError, match="one tile short"):
        qipai.mahjong.waits("11p", [["peng", "2p"], ["peng", "3p"], ["peng", "4p"]])


def test_tiles_are_written_and_read() -> None:
    assert read_tiles("123p 5m") == [0, 1, 2, 22]
    assert write_tiles([22, 0, 1, 2]) == "123p5m"
    for wrong in ("12", "p", "1z", "0p", "1p2", "１p", "1 p"):
        assert read_tiles(wrong) is None
    assert unpack(*pack([26, 0, 0, 13])) == [0, 0, 13, 26]


def test_the_classes_of_half_suits_fit_seven_bits() -> None:
    assert max(hands.LOW_CLASS) == 124
    assert max(hands.HIGH_CLASS) == 118
