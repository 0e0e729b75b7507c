"""理牌: every card once, every group a play, as few as can be, bombs whole, wildcards kept; and offers of a selection."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import qipai
from qipai.core.registry import game
from qipai.games.guandan.arrange import SPENT, arrange
from qipai.games.guandan.cards import DECK, IDS, NAMES, planes, wildcard
from qipai.games.guandan.classify import all_readings
from tests.guandan.deals import table

GAME = game("guandan")


def groups(cards: list[int], level: int) -> list[list[int]]:
    return arrange(*planes(cards), level)


def hands(n: int, size: int) -> list[tuple[list[int], int]]:
    out = []
    for seed in range(n):
        rng = random.Random(seed)
        out.append((rng.sample(DECK, size), rng.randrange(13)))
    return out


@pytest.mark.parametrize("size", [27, 12, 3])
def test_every_card_stands_in_one_group_and_every_group_is_a_play(size: int) -> None:
    for cards, level in hands(150, size):
        found = groups(cards, level)
        assert Counter(kind for group in found for kind in group) == Counter(cards)
        for group in found:
            assert all_readings(*planes(group), level, True, False), [NAMES[kind] for kind in group]


def test_four_of_a_rank_stay_together_and_wildcards_stand_alone_unless_they_save_plays() -> None:
    for cards, level in hands(300, 27):
        found = groups(cards, level)
        wild = wildcard(level)
        ranks = Counter(kind >> 2 for kind in cards if kind < 52 and kind != wild)
        for rank, n in ranks.items():
            if n >= 4:
                assert max(sum(kind >> 2 == rank and kind != wild for kind in group) for group in found) >= 4
        spent = [group for group in found if wild in group and set(group) != {wild}]
        if spent:
            assert len(spent) == 1
            without = groups([kind for kind in cards if kind != wild], level)
            assert len(found) + SPENT <= len(without) + 1 + (cards.count(wild) == 2)


def fewest(cards: list[int]) -> int:
    """By trying everything, slowly: the lowest card is in some play."""
    if not cards:
        return 0
    best = len(cards)
    first, rest = cards[0], cards[1:]
    for mask in range(1 << len(rest)):
        others = [kind for k, kind in enumerate(rest) if mask >> k & 1]
        if len(others) <= 5 and all_readings(*planes([first, *others]), 12, True, False):
            best = min(best, 1 + fewest([kind for k, kind in enumerate(rest) if not mask >> k & 1]))
    return best


def test_no_hand_can_be_played_in_fewer_plays() -> None:
    """Against all ways to split small hands of few ranks, where no rank has four (these are never broken)."""
    tried = 0
    for seed in range(400):
        rng = random.Random(seed)
        start = rng.randrange(6)
        pool = [kind for kind in DECK if kind < 52 and start <= kind >> 2 < start + 6]
        cards = sorted(rng.sample(pool, 9))
        if max(Counter(kind >> 2 for kind in cards).values()) > 3:
            continue
        tried += 1
        assert len(groups(cards, 12)) == fewest(cards), [NAMES[kind] for kind in cards]
        if tried == 40:
            return
    raise AssertionError("too few hands")


def test_a_straight_flush_is_made_where_it_costs_no_play() -> None:
    names = ["S3", "S4", "S5", "S6", "S7", "D4", "D9"]
    found = [[NAMES[kind] for kind in group] for group in groups([IDS[name] for name in names], 12)]
    assert ["S3", "S4", "S5", "S6", "S7"] in found


def test_a_wildcard_completes_a_straight_flush_of_four_loose_cards() -> None:
    names = ["S3", "S4", "S5", "S7", "HA", "D9", "DJ"]
    found = [[NAMES[kind] for kind in group] for group in groups([IDS[name] for name in names], 12)]
    assert ["S3", "S4", "S5", "S7", "HA"] in found
    assert ["HA"] in [
        [NAMES[kind] for kind in group] for group in groups([IDS[name] for name in ["S3", "D3", "C3", "HA", "D9"]], 12)
    ]


def offered(on: qipai.Table, seat: int, cards: str) -> list[str]:
    view = on.state.view(seat)
    return [GAME.write(view, action) for action in GAME.advice.offers(view, cards.split(), 8)]


def test_a_card_offers_the_plays_that_it_takes_part_in() -> None:
    on = table(["S8 H8 C8 S5 D5 S9", "S6 S7", "D3 D4", "SA DA"], "2")
    found = offered(on, 0, "C8")
    assert found[0] == "play S5 D5 S8 H8 C8"
    assert set(found) == {"play S5 D5 S8 H8 C8", "play S8 H8 C8", "play S8 C8"}
    assert offered(on, 0, "S8 S9") == []
    assert offered(on, 0, "S8 S8") == []
    assert offered(on, 0, "what is this") == []
    assert offered(on, 1, "S6") == []  # it is not their turn


@pytest.mark.parametrize("tapped", ["S5", "H5", "D5"])
def test_the_plain_set_of_a_rank_is_never_behind_other_plays(tapped: str) -> None:
    """Straights, full houses and tubes of the same card may leave a better hand, and there may be more of them than room."""
    hand = "S3 S4 C4 S5 H5 D5 S6 C6 D6 S7 C7 S8 C8 C9 D9 H2 SB SB"
    on = table([hand, "SA DA", "D3 D4", "SK SQ"], "2")
    view = on.state.view(0)
    found = [GAME.write(view, action) for action in GAME.advice.offers(view, [tapped], 8)]
    assert len(found) == 8
    assert "play S5 H5 D5" in found[:2]
    assert "play SB SB" in offered(on, 0, "SB")[:2]


def test_offers_beat_the_table_contain_the_selection_and_spend_wildcards_last() -> None:
    on = table(["SK S4", "S9 H9 C9 D9 SA H2 S3", "S8 S6", "ST SJ"], "2", moves=[(0, "play SK")])
    found = offered(on, 1, "D9")
    assert found[0] == "play S9 H9 C9 D9"
    assert found[-1] == "play H2 S9 H9 C9 D9"
    for seed in range(30):
        deal = qipai.Table("guandan", seed=f"{seed:064x}")
        rng = random.Random(seed)
        for _ in range(6):
            seat = deal.to_act[0]
            legal = deal.legal(seat)
            hand = str(deal.private(seat)["hand"]).split()
            chosen = rng.choice(hand)
            made = offered(deal, seat, chosen)
            wilds = [Counter(move.split(" as ")[0].split())[str(deal.public()["wildcard"])] for move in made]
            assert wilds == sorted(wilds)
            for move in made:
                assert chosen in move.split()
                deal.copy().play(seat, move)
            deal.play(seat, rng.choice(legal))


def test_every_straight_flush_in_hand_is_told_natural_ones_first() -> None:
    on = table(["S3 S4 S5 S6 S7 H2 D4", "S8 S9", "D3 D5", "SA DA"], "2")
    sets = GAME.advice.sorting(on.state.view(0)).sets
    assert sets[0] == ["S3", "S4", "S5", "S6", "S7"]
    assert all("H2" in cards for cards in sets[1:])
    assert len(sets) == 1 + 2  # 2-6 and 4-8 with the wildcard
