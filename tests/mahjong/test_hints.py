"""Hints: legal, from the view alone, with reasons; and good enough to win as the rules' base rates say."""

from __future__ import annotations

from qipai.core.rng import FastRng
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.state import MahjongState
from tests.mahjong.deals import play, table

BURIED = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 8m8m8m"), (3, "bury 2s2s2s")]


def first(t: object, seat: int) -> dict[str, object]:
    return t.hints(seat, 1)[0]  # type: ignore[attr-defined, no-any-return]


def test_a_win_is_taken() -> None:
    hands = ["1p5s4468p4688s8s444m", "13579p13579s222m", "456p456s88p46s888m", "13579p13579m222s"]
    t = table(hands, "9s6m5s6m6m", moves=[*BURIED, (0, "discard 5s")])
    hint = first(t, 2)
    assert hint["move"] == "hu"
    assert "2 fan" in hint["reason"]["en"]  # type: ignore[index]


def test_a_ready_hand_names_its_waits() -> None:
    hands = ["123456p78s55s9p444m", "13579p1357s2s222m", "456p456s88p46s888m", "13579p13579m222s"]
    t = table(hands, "6m6m6m", moves=BURIED)
    hint = first(t, 0)
    assert hint["move"] == "discard 9p"
    assert "waiting for 6, 9 of bamboo" in hint["reason"]["en"]  # type: ignore[index]
    assert "听 6、9条" in hint["reason"]["zh"]  # type: ignore[index]


def test_tiles_that_help_are_compared() -> None:
    words = [
        hint.reason.en
        for state, seat, _ in play({}, 4, 1)
        if seat >= 0 and state.phase == 1 and seat == state.turn
        for hint in GAME.advice.hints(state.view(seat), 3)
    ]
    assert any("tiles help; best other discard:" in text for text in words)


def test_the_missing_suit_goes_first() -> None:
    hands = ["1p1s446p44688s4444m", "13579p13579s222m", "13579s13579m888p", "13579p13579m222s"]
    moves = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 8p8p8p"), (3, "bury 2s2s2s")]
    t = table(hands, "6m6m8m8m6m8m", moves=moves)
    hint = first(t, 0)
    assert hint["move"] == "discard 4m"
    assert "void suit" in hint["reason"]["en"]  # type: ignore[index]


def test_a_tile_that_a_winner_waits_for_is_kept() -> None:
    hands = ["1p5s4468p4688s8s444m", "13579p13579s222m", "456p456s88p46s888m", "13579p13579m222s"]
    t = table(hands, "9p9s6m5s6m", moves=[*BURIED, (0, "discard 5s"), (2, "hu")])
    hints = {h["move"]: h for h in t.hints(1, 20)}
    assert "already won takes it" in hints["discard 5s"]["reason"]["en"]
    assert list(hints).index("discard 5s") > len(hints) // 2


def test_players_by_hints_win_as_often_as_the_base_rates_say() -> None:
    """Section 16: 8.7 wins per deal for least distance, then most tiles that help; the limits are wide."""
    rng = FastRng(3)
    wins = pengs = 0
    deals = 6
    for _ in range(deals):
        state = GAME.deal(rng, GAME.rules())
        assert isinstance(state, MahjongState)
        while not state.over():
            seat = (state.to_act() & -state.to_act()).bit_length() - 1
            hint = GAME.advice.hints(state.view(seat), 1)[0]
            state.apply(seat, hint.action)
        kinds = [e["event"] for e in state.view(-1).public()["events"]]
        wins += kinds.count("win")
        pengs += kinds.count("peng")
    assert 4.5 < wins / deals < 14
    assert 0.5 < pengs / deals < 5


READY_ON_9P = ["123456p78s55s9p444m", "13579p1357s2s222m", "456p456s88p46s888m", "13579p13579m222s"]


def test_the_waits_of_a_discard_are_told_with_unseen_copies_and_fan() -> None:
    """M-7.2: 6s and 9s complete 78s. This partial deal has two 6s, both in a hand that is not seen, and no 9s at all."""
    t = table(READY_ON_9P, "6m6m6m", moves=BURIED)
    assert GAME.advice.waits(t.view(0), ["9p"]) == [("6s", 2, 2, 2), ("9s", 0, 2, 2)]  # basic and closed
    assert GAME.advice.waits(t.view(0), ["1p"]) == []
    t.play(0, "discard 9p")
    assert GAME.advice.waits(t.view(0), []) == [("6s", 2, 2, 2), ("9s", 0, 2, 2)]


def test_no_waits_while_a_missing_tile_or_one_too_many_is_held() -> None:
    hands = ["123456p78s55s4444m", *READY_ON_9P[1:]]
    t = table(hands, "6m6m6m", moves=BURIED)
    assert GAME.advice.waits(t.view(0), ["4m"]) != []
    assert GAME.advice.waits(t.view(0), ["1p"]) == []
    assert GAME.advice.waits(t.view(0), []) == []


def test_waits_know_only_the_view() -> None:
    """A spectator, a tile that is not held and a word that is no tile wait for nothing; nor does anybody before the burial."""
    t = table(READY_ON_9P, "6m6m6m", moves=BURIED)
    assert GAME.advice.waits(t.view(-1), ["9p"]) == []
    assert GAME.advice.waits(t.view(0), ["9m"]) == []
    assert GAME.advice.waits(t.view(0), ["joker"]) == []
    assert GAME.advice.waits(table(READY_ON_9P, "6m6m6m").view(0), ["9p"]) == []
