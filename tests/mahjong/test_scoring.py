"""Fan: the scorer against an independent count, symmetric hands, and questions that cannot be."""

from __future__ import annotations

import random
from typing import Any

import pytest

import qipai
from qipai.games.mahjong.patterns import PATTERNS, pattern_fans, read_patterns
from qipai.games.mahjong.scoring import fan_of
from qipai.games.mahjong.tiles import NAMES, SUITS
from tests.clauses import clause

Reading = list[tuple[int, ...]]


def readings(tiles: list[int]) -> list[Reading]:
    """All ways to part concealed tiles into sets and one pair."""
    found: list[Reading] = []

    def part(rest: list[int], sets: Reading, pair: bool) -> None:
        if not rest:
            if pair:
                found.append(sets)
            return
        first = rest[0]
        options = [(first, first, first)]
        if first % 9 <= 6:
            options.append((first, first + 1, first + 2))
        for option in options:
            left = rest[:]
            try:
                for tile in option:
                    left.remove(tile)
            except ValueError:
                continue
            part(left, [*sets, option], pair)
        if not pair and len(rest) >= 2 and rest[1] == first:
            part(rest[2:], sets, True)

    part(sorted(tiles), [], False)
    return found


def by_hand(held: list[int], melds: list[tuple[str, int]], missing: int, win: int, own: bool) -> dict[str, int] | None:
    """The fan table of chapter 9, read as a person would."""
    tiles = [*held, win]
    everything = tiles + [t for _, t in melds]
    if any(t // 9 == missing for t in everything):
        return None
    ways = readings(tiles)
    if not ways:
        return None
    out = {"basic": 1}
    if all(kind == "kong_concealed" for kind, _ in melds):
        out["menqing"] = 1
    if own:
        out["zimo"] = 1
    copies = {t: tiles.count(t) + sum(3 if kind == "peng" else 4 for kind, m in melds if m == t) for t in everything}
    roots = sum(1 for n in copies.values() if n == 4)
    if roots:
        out["root"] = roots
    if any(all(len(set(s)) == 1 for s in way) for way in ways):
        out["duiduihu"] = 1
    if len({t // 9 for t in everything}) == 1:
        out["qingyise"] = 2
    if len(melds) == 3:
        out["jingoudiao"] = 1
    return out


def random_case(rnd: random.Random) -> tuple[list[int], list[tuple[str, int]], int, int] | None:
    suits = rnd.sample(range(3), rnd.choice([1, 2]))
    missing = rnd.choice([s for s in range(3) if s not in suits] or [0])
    melds = [
        (rnd.choice(["peng", "kong_exposed", "kong_concealed", "kong_added"]), 9 * rnd.choice(suits) + rnd.randrange(9))
        for _ in range(rnd.randrange(4))
    ]
    tiles: list[int] = []
    for _ in range(3 - len(melds)):
        suit = rnd.choice(suits)
        if rnd.random() < 0.5:
            tiles += [9 * suit + rnd.randrange(9)] * 3
        else:
            first = 9 * suit + rnd.randrange(7)
            tiles += [first, first + 1, first + 2]
    tiles += [9 * rnd.choice(suits) + rnd.randrange(9)] * 2
    if rnd.random() < 0.2:
        tiles[rnd.randrange(len(tiles))] = 9 * rnd.choice(suits) + rnd.randrange(9)
    copies = [0] * 27
    for t in tiles:
        copies[t] += 1
    for kind, t in melds:
        copies[t] += 3 if kind == "peng" else 4
    if max(copies) > 4:
        return None
    win = tiles.pop(rnd.randrange(len(tiles)))
    return tiles, melds, missing, win


def ask(held: list[int], melds: list[tuple[str, int]], missing: int, win: int, own: bool, **more: Any) -> Any:
    return qipai.mahjong.score(
        "".join(NAMES[t] for t in held),
        [[kind, NAMES[t]] for kind, t in melds],
        SUITS[missing],
        NAMES[win],
        "self" if own else "discard",
        **more,
    )


@clause("M-9.1", "M-9.12", "M-17.3")
def test_the_scorer_agrees_with_a_count_by_hand() -> None:
    rnd = random.Random(11)
    wins = 0
    for _ in range(6000):
        case = random_case(rnd)
        if case is None:
            continue
        held, melds, missing, win = case
        own = rnd.random() < 0.5
        wanted = by_hand(held, melds, missing, win, own)
        found = ask(held, melds, missing, win, own)
        if wanted is None:
            assert found is None
        else:
            wins += 1
            assert found.patterns == wanted
            assert found.fan == sum(wanted.values())
    assert wins > 1500


@clause("M-16.11")
def test_renamed_suits_and_mirrored_ranks_keep_all_fan() -> None:
    rnd = random.Random(12)
    for _ in range(800):
        case = random_case(rnd)
        if case is None:
            continue
        held, melds, missing, win = case
        order = rnd.sample(range(3), 3)

        def move(t: int, order: list[int] = order) -> int:
            return 9 * order[t // 9] + 8 - t % 9

        one = ask(held, melds, missing, win, True)
        two = ask([move(t) for t in held], [(k, move(t)) for k, t in melds], order[missing], move(win), True)
        assert one == two


@clause("M-9.14", "M-9.13")
def test_flags_count_only_where_they_belong() -> None:
    hand = ("123456p789s5s", [], "m", "5s")
    for flag, name in [("heavenly", "tianhu"), ("earthly", "dihu"), ("after_kong", "gangshanghua"), ("last_tile", "haidi")]:
        assert name in qipai.mahjong.score(*hand, "self", [flag]).patterns
        assert name not in qipai.mahjong.score(*hand, "discard", [flag]).patterns
    assert "gangshangpao" in qipai.mahjong.score(*hand, "discard", ["kong_discard"]).patterns
    assert "gangshangpao" not in qipai.mahjong.score(*hand, "self", ["kong_discard"]).patterns
    assert "haidi" in qipai.mahjong.score(*hand, "discard", ["last_tile"], {"haidi_on_discard": True}).patterns


@pytest.mark.parametrize(
    "question",
    [
        ("123p", [], "m", "5s", "self"),
        ("123456p789s5s", [], "m", "5s", "theft"),
        ("123456p789s5s", [], "m", "5s", "self", ["lucky"]),
        ("123456p789s5s", [], "x", "5s", "self"),
        ("123456p789s5s", [["chow", "1p"]], "m", "5s", "self"),
        ("123456p7p", [["peng", "1p2p"]], "m", "5s", "self"),
        ("123456p789s5s", [], "m", "5s6s", "self"),
        ("111122p5555s", [], "m", "5s", "self"),
        ("123456p789s5s", "peng", "m", "5s", "self"),
    ],
)
def test_questions_that_cannot_be_are_refused(question: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"."):
        qipai.mahjong.score(*question)


def test_patterns_are_packed_and_unpacked() -> None:
    for row in PATTERNS:
        assert pattern_fans(row.bit).get(row.name, 1) == (row.fan if row.name != "root" else 1)
    for packed in range(1 << 14):
        fans = pattern_fans(packed)
        if not (packed & 512 and packed & 1024) and not (packed & 2048 and packed & 4096):
            assert fan_of(packed) == sum(fans.values())
        assert read_patterns(fans) == packed
    assert read_patterns({"basic": 2}) is None
    assert read_patterns({"root": 1}) is None
    assert read_patterns(None) is None


def score(*given: Any, **more: Any) -> Any:
    return qipai.mahjong.score(*given, **more)


def test_what_a_win_pays_is_told_with_its_fan() -> None:
    drawn = score("123p4446667s", [], "m", "7s", "self")
    claimed = score("123p4446667s", [], "m", "7s", "discard")
    assert drawn.points == drawn.each == drawn.fan > claimed.fan
    assert (claimed.points, claimed.each) == (claimed.fan, None)


def test_only_a_golden_hook_of_one_suit_may_count_more() -> None:
    rules = {"qing_jingoudiao": "extra"}
    melds = [["peng", "1p"], ["peng", "3p"], ["peng", "5p"]]
    pure, mixed = (score(tile, melds, "m", tile, "discard", rules=rules) for tile in ("9p", "9s"))
    assert "qing_jingoudiao" in pure.patterns
    assert "jingoudiao" in mixed.patterns
    assert "qing_jingoudiao" not in mixed.patterns
    assert "qing_jingoudiao" not in score("9p", melds, "m", "9p", "discard").patterns


@pytest.mark.parametrize("suit", SUITS)
def test_a_hand_with_its_missing_suit_does_not_win(suit: str) -> None:
    others = SUITS.replace(suit, "")
    hand = f"123{others[0]}444666{others[1]}7{others[1]}"
    assert score(hand, [], suit, f"7{others[1]}", "discard") is not None
    assert score(hand, [], None, f"7{others[1]}", "discard") == score(hand, [], suit, f"7{others[1]}", "discard")
    for place in "19":
        held = f"{place * 3}{suit}444666{others[1]}7{others[1]}"
        assert score(held, [], suit, f"7{others[1]}", "discard") is None
        assert score(held, [], None, f"7{others[1]}", "discard") is not None


def test_the_family_of_sichuan_wins_in_more_ways() -> None:
    hand, rules = "123p444666s77s12p", {"preset": "chengdu"}
    won = score(hand, [], "m", "3p", "discard", rules=rules)
    fed = score(hand, [], "m", "3p", "fed", rules=rules)
    robbed = score("111p444666s77s12p", [], "m", "3p", "rob", rules=rules)
    kept = score("111p444666s77s12p", [], "m", "3p", "discard", rules=rules)
    assert won.each is None
    assert fed.each is None
    assert set(fed.patterns) - set(won.patterns) == {"gangshanghua"}
    assert set(robbed.patterns) - set(kept.patterns) == {"qianggang"}
    assert set(kept.patterns) <= set(robbed.patterns)
    own = score(hand, [], "m", "3p", "self", rules=rules)
    assert own.each is not None
    assert own.each >= own.points
    paid = score(hand, [], "m", "3p", "discard", ["kong_discard"], rules=rules)
    assert set(paid.patterns) - set(won.patterns) == {"gangshangpao"}
    assert score(hand, [], "m", "3p", "rob", ["robbed"], rules=rules) is not None
    for way in ("rob", "fed"):
        refused("123p4446667s", [], "m", "7s", way)
    refused("123p4446667s", [], "m", "7s", "self", ["robbed"])
    refused("123p4446667s", [], "m", "7s", "self", ["ROBBED"])


def test_seven_pairs_win_in_the_family_of_sichuan_alone() -> None:
    assert score("1133557799p113s", [], "m", "3s", "self", rules={"preset": "chengdu"}) is not None
    refused("1133557799p113s", [], "m", "3s", "self")


def test_five_copies_are_none_wherever_they_are() -> None:
    rules = {"preset": "chengdu"}
    assert score("123p456s77s99s", [["kong_exposed", "1s"]], "m", "9s", "self", rules=rules) is not None
    refused("123p11s456s77s", [["kong_exposed", "1s"]], "m", "1s", "self", rules=rules)
    refused("123p11s456s77s", [["peng", "1s"]], "m", "1s", "self", rules=rules)
    refused("123456p23s44s", [["kong_exposed", "2s"]], "m", "1s", "self", rules=rules)


@pytest.mark.parametrize(
    "melds",
    [
        "peng",
        [["peng", "1p"]] * 5,
        [["peng"]],
        [["peng", "1p", "1p"]],
        [[1, "1p"]],
        ["1p"],
        [["chow", "1p"]],
        {"peng": "1p"},
        None,
        7,
    ],
)
def test_melds_of_another_form_are_refused(melds: Any) -> None:
    refused("7s", melds, "m", "7s", "self")


@pytest.mark.parametrize("tiles", [None, 7, ["1", "p"], ["12p"], "12", "p"])
def test_tiles_of_another_form_are_refused(tiles: Any) -> None:
    refused(tiles, [], "m", "7s", "self")
    refused("123p4446667s", [], "m", tiles, "self")
    refused("123p4446s", [["peng", tiles]], "m", "7s", "self")


@pytest.mark.parametrize("suit", ["ps", "", "x", 7, ["p"]])
def test_a_missing_suit_of_another_form_is_refused(suit: Any) -> None:
    refused("123p4446667s", [], suit, "7s", "self")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (("7s", [["chow", "1p"]], "m", "7s", "self"), "peng, kong_exposed, kong_concealed, kong_added"),
        (("123p4446667s", [], "m", "7s", "theft"), "self, discard"),
        (("123p4446667s", [], "m", "7s", "self", ["lucky"]), "heavenly, earthly, after_kong, kong_discard, last_tile"),
    ],
)
def test_a_refused_word_is_answered_with_the_words_there_are(question: tuple[Any, ...], words: str) -> None:
    with pytest.raises(qipai.QipaiError) as caught:
        score(*question)
    assert words in caught.value.say("en")
    assert words in caught.value.say("zh")


def refused(*given: Any, **more: Any) -> None:
    with pytest.raises(qipai.QipaiError) as caught:
        score(*given, **more)
    assert caught.value.code == "BAD_INPUT"
