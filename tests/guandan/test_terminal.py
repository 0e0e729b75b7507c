"""The table in text: cards as people lay them down, the tribute step by step, the promotion explained, in both languages."""

from __future__ import annotations

import random
import re

import pytest

import qipai
from qipai.core.state import SPECTATOR
from qipai.core.text import Line
from qipai.games.guandan.cards import RANKS, listed, parse, planes
from qipai.games.guandan.exact import ExactFinder
from qipai.games.guandan.game import GAME
from qipai.games.guandan.packing import all_planes
from qipai.games.guandan.terminal import laid_out
from tests.clauses import clause
from tests.guandan.deals import table
from tests.guandan.hands import draw

NAMES = ["Ann", "Bo", "Chen", "Dai"]
HALF_WIDTH = set(",:;()!?")


def words(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


def screen(on: qipai.Table, seat: int, lang: str = "en") -> str:
    return words(GAME.words.screen(on.view(seat), NAMES, lang))


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("play H7 C8 SA HA DA as fullhouse:A", "A♠ A♥ A♦ 8♣ 7♥*  full house, aces over eights, with wildcard"),
        ("play SB SB S9 C9 H7", "9♠ 9♣ 7♥* small joker small joker  full house, nines over small jokers, with wildcard"),
        ("play S4 C5 D6 H7 H8 as straight:4", "4♠ 5♣ 6♦ 7♥* 8♥  straight 4-5-6-7-8, with wildcard"),
        ("play SA SA H7 H7 S3 S3 as tube:A", "A♠ A♠ 7♥* 7♥* 3♠ 3♠  tube A-2-3, with wildcard"),
        ("play SK DK SA CA H7 H7 as plate:K", "K♠ K♦ 7♥* A♠ A♣ 7♥*  plate K-A, with wildcard"),
        ("play SQ HQ CQ DQ H7", "Q♠ Q♥ Q♣ Q♦ 7♥*  bomb: five queens, with wildcard"),
        ("play H7 H7", "7♥* 7♥*  pair of sevens"),
    ],
)
@clause("G-4.3", "G-4.5")
def test_a_wildcard_lies_where_it_stands_in(move: str, shown: str) -> None:
    hands = [move.removeprefix("play ").partition(" as ")[0] + " S2", "S5 S6", "D5 D8", "C5 C6"]
    t = table(hands)
    assert words([GAME.words.describe(t.view(0), 0, move, NAMES, "en")]) == shown


def test_a_play_is_laid_out_with_just_its_own_cards() -> None:
    rng = random.Random(8)
    for k in range(60):
        level = k % 13
        one, two = planes(parse(" ".join(draw(rng, 12, RANKS[level], k % 3, ("any", "run", "sets")[k // 3 % 3]))))
        finder = ExactFinder(True, False)
        finder.look(one, two, level)
        for play in finder.plays(0, 0):
            assert sorted(laid_out(play, level)) == sorted(listed(*all_planes(play, level)))


@clause("G-7.4", "G-7.6", "G-7.8", "G-7.10")
def test_the_tribute_is_told_step_by_step() -> None:
    t = table(["S3 C4 S9", "SB S6 C8", "D3 D4 D6", "SK S8 H8"], previous=[0, 2, 3, 1])
    assert "Waiting for Bo and Dai to pay tribute: the highest card" in screen(t, 1)
    t.play(1, "tribute SB")
    assert "Paid, not yet shown: small joker" in screen(t, 1)
    assert "joker" not in screen(t, 0)
    t.play(3, "tribute SK")
    assert "Bo pays small joker → Ann" in screen(t, 0)
    assert "Return a card: 10 or lower, not a level card" in screen(t, 0)
    assert "还贡：10 以内，不能是级牌" in screen(t, 0, "zh")
    t.play(0, "return S3")
    t.play(2, "return D3")
    assert "Ann returns 3♠ → Bo" in screen(t, 3)


def test_a_single_card_is_told_once() -> None:
    view = table(["S6 SB S9", "SB S6 C8", "D3 D4 D6", "SK S8 H8"]).view(0)
    for move, en, zh in (("play S6", "6♠  single", "♠6  单张"), ("play SB", "small joker  single", "小王  单张")):
        assert words([GAME.words.describe(view, 0, move, NAMES, "en")]) == en
        assert words([GAME.words.describe(view, 0, move, NAMES, "zh")]) == zh


@clause("G-7.10")
def test_cards_that_change_hands_at_once_are_all_in_the_log_with_who_gets_them() -> None:
    t = table(["S3 C4 S9", "SB S6 C8", "D3 D4 D6", "SK S8 H8"], previous=[0, 2, 3, 1])

    def line_of(seat: int, move: str, viewer: int, lang: str = "en") -> str | None:
        before = t.view(viewer)
        t.play(seat, move)
        lines = GAME.words.news(before, t.view(viewer), NAMES, lang)
        return None if lines is None else words(lines)

    assert line_of(1, "tribute SB", SPECTATOR) == ""
    assert line_of(3, "tribute SK", SPECTATOR) == "Bo pays small joker → Ann\nDai pays K♠ → Chen"
    assert line_of(2, "return D3", 2) == ""
    assert line_of(0, "return S3", 2, "zh") == "Ann 还贡 ♠3 → Bo"  # a player's own move is no news
    assert line_of(1, "play S3", SPECTATOR) is None


@clause("G-7.8")
@pytest.mark.parametrize(
    ("rules", "en", "zh"),
    [
        ({"return_max": 8}, "8 or lower, not a level card", "8 以内，不能是级牌"),
        ({"return_allow_level": True}, "10 or lower\n", "10 以内\n"),
    ],
)
def test_what_may_be_returned_is_told_as_the_rules_have_it(rules: dict[str, object], en: str, zh: str) -> None:
    t = table(["S3 C4 S9", "SB S6 C8", "D3 D4 D6", "SK S8 H8"], previous=[0, 2, 3, 1], rules=rules)
    t.play(1, "tribute SB")
    t.play(3, "tribute SK")
    assert f"Return a card: {en}" in screen(t, 0)
    assert f"还贡：{zh}" in screen(t, 0, "zh")


def test_a_choice_of_combinations_is_asked_for_in_full_width_punctuation() -> None:
    t = table(["S5 D5 H7 S9 D9 S2", "S6 S8", "D6 D8", "C5 C6"])
    with pytest.raises(qipai.IllegalMove) as refusal:
        t.play(0, "play S5 D5 H7 S9 D9")
    assert refusal.value.code == "AMBIGUOUS"
    said = refusal.value.say("zh")
    assert said.startswith("这手牌能算几种牌型，请选一种：")
    assert not re.search("[;()]", said)


@clause("G-7.3")
def test_a_tribute_that_is_not_due_is_explained() -> None:
    t = table(["S3 C4 S9", "HR S6 C8", "D3 D4 D6", "HR S8 H8"], previous=[0, 2, 3, 1])
    assert "No tribute: Bo and Dai hold both big jokers; Ann leads" in screen(t, 2)
    assert "抗贡：Bo、Dai 有两张大王，Ann 先出" in screen(t, 2, "zh")


@clause("G-6.3")
def test_the_first_deal_tells_who_got_the_turned_up_card() -> None:
    t = qipai.Table("guandan", seed="05" * 32)
    first = t.to_act[0]
    assert f": {NAMES[first]} leads first" in screen(t, 0)
    t.play(first, t.canonical(first)[0])
    assert "Turned-up card " in screen(t, 0)
    assert f": {NAMES[first]} leads first" in screen(t, 0)


def test_a_seat_sees_who_its_partner_is_and_a_spectator_nobodys() -> None:
    t = table(["S3 C4", "S5 S6", "D5 D8", "C5"])
    assert "Chen  partner  2 left" in screen(t, 0)
    assert "Bo  partner" in screen(t, 3)
    assert "Dai  1 left\n" in screen(t, 0)
    assert "partner" not in screen(t, -1)


def test_seats_are_told_by_relation_or_name_and_never_by_the_compass() -> None:
    t = table(["S3 C4", "S5 S6", "D5 D8", "C5"], moves=[(0, "play S3")])
    shown = screen(t, 1, "zh")
    assert "Ann  上家" in shown
    assert "Chen  下家" in shown
    assert "Dai  对家" in shown
    assert "上一手（Ann）" in shown
    told = screen(t, 1) + shown + words(GAME.words.describe(t.view(1), 1, "take 0", NAMES, lang) for lang in ("en", "zh"))  # type: ignore[arg-type]
    assert not re.search("[东南西北]|East|South|West|North", told)


@clause("G-9.1", "G-9.3")
def test_the_promotion_is_explained_in_full_width_punctuation() -> None:
    t = table(["S3", "S5 S6", "D5", "C5 C6"], moves=[(0, "play S3"), (1, "pass"), (2, "play D5")])
    assert t.over
    told = words(GAME.words.explain(t.facts(), NAMES, "zh"))
    assert "Ann、Chen 胜：头游和二游（双下），升 3 级" in told
    assert "Ann、Chen：7 → 10" in told
    assert "Bo −3" in told
    assert not HALF_WIDTH & set(told)
    assert "Bo, cards left: 6♠  5♠" in screen(t, 0)


def test_chinese_screens_have_no_half_width_punctuation() -> None:
    t = qipai.Table("guandan", seed="06" * 32)
    chance = random.Random(3)
    for _ in range(2):
        while not t.over:
            seat = t.to_act[0]
            assert not HALF_WIDTH & set(screen(t, seat, "zh"))
            moves = t.canonical(seat)
            move = moves[chance.randrange(len(moves))]
            assert not HALF_WIDTH & set(words([GAME.words.describe(t.view(seat), seat, move, NAMES, "zh")]))
            t.play(seat, move)
        assert not HALF_WIDTH & set(screen(t, -1, "zh"))
        t.next_deal()


def test_a_line_that_somebody_changes_is_told_as_before_the_next_time() -> None:
    view = qipai.Table("guandan", seed="01" * 32).view(0)
    first = GAME.words.describe(view, 0, "play S3 H3", [], "en")
    told = list(first)
    first.clear()
    assert GAME.words.describe(view, 0, "play S3 H3", [], "en") == told != []
