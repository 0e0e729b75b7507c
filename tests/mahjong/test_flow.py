"""Rules of the flow that no golden case holds: dealing, burying, turns, locked seats, refusals, defaults, ends."""

from __future__ import annotations

import pytest

import qipai
from qipai.core.rng import DealRng
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.tiles import DECK_IN_ORDER, NAMES
from tests.clauses import clause
from tests.mahjong.deals import finished, held_tiles, play, random_deal, table

PLAIN = ["1p1s4468p44688s444m", "13579p13579s222m", "13579s13579m222p", "13579p13579m222s"]
BURIED = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 2p2p2p"), (3, "bury 2s2s2s")]
WAITING = ["1p5s4468p4688s8s444m", "13579p13579s222m", "456p456s88p46s888m", "13579p13579m222s"]
WAITING_BURIED = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 8m8m8m"), (3, "bury 2s2s2s")]


def refusal(t: qipai.Table, seat: int, move: str) -> str:
    before = (t.state.digest(), t.version, len(t.record()["deals"]))
    with pytest.raises(qipai.IllegalMove) as caught:
        t.play(seat, move)
    assert before == (t.state.digest(), t.version, len(t.record()["deals"]))
    assert caught.value.say("zh") != caught.value.say("en")
    return caught.value.code


@clause("M-2.4", "M-2.2")
@pytest.mark.parametrize("number", range(6))
def test_a_seed_yields_the_dealer_and_then_the_shuffle(number: int) -> None:
    seed = bytes([number]) * 32
    rng = DealRng(seed)
    dealer = rng.below(4)
    tiles = DECK_IN_ORDER[:]
    rng.shuffle(tiles)
    state = GAME.deal(DealRng(seed), GAME.rules())
    assert state.dealer == dealer
    at = 14
    assert held_tiles(state, dealer) == sorted(tiles[:14])
    assert state.fourteenth == tiles[13]
    for k in (1, 2, 3):
        assert held_tiles(state, (dealer + k) & 3) == sorted(tiles[at : at + 13])
        at += 13
    assert state.wall == tiles[53:]
    later = GAME.deal(DealRng(seed), GAME.rules(), {"dealer": 2, "deals": 1, "scores": [0, 0, 0, 0]})
    rng = DealRng(seed)
    tiles = DECK_IN_ORDER[:]
    rng.shuffle(tiles)
    assert later.dealer == 2
    assert held_tiles(later, 2) == sorted(tiles[:14])


@clause("M-2.3")
def test_draws_come_from_the_front_and_replacements_from_the_tail() -> None:
    for seed in range(30):
        state = random_deal({}, seed)
        wall = state.wall
        front, back = 0, len(wall)
        for now, _, _ in play({}, seed):
            state = now
        for e in state.view(-1).public()["events"]:
            if e["event"] == "draw":
                if e["tail"]:
                    back -= 1
                    assert e["tile"] == NAMES[wall[back]]
                else:
                    assert e["tile"] == NAMES[wall[front]]
                    front += 1
        assert front == back


@clause("M-13.3", "M-3.1", "M-3.2")
def test_refusals_of_burials() -> None:
    t = table(PLAIN, "6m6m8m8m6m8m")
    assert refusal(t, 0, "bury 4m4m4m4m") == "BURY_THREE"
    assert refusal(t, 0, "bury 4m5p") == "BURY_THREE"
    assert refusal(t, 0, "bury 4p4p4s") == "BURY_ONE_SUIT"
    assert refusal(t, 0, "bury 9p9p9p") == "NOT_IN_HAND"
    assert refusal(t, 0, "bury 4p4p4p") == "NOT_IN_HAND"
    for move in ("hu", "peng", "pass", "kong", "kong 4m", "discard 4m"):
        assert refusal(t, 0, move) == "WRONG_PHASE"
    for move in ("bury", "discard", "discard 4p4p", "kong 4p4p", "bury 4z", "hu 4p", "pass 1p", ""):
        assert refusal(t, 0, move) == "BAD_MOVE"


@clause("M-13.3")
def test_refusals_on_a_turn_come_in_their_order() -> None:
    t = table(PLAIN, "6m6m8m8m6m8m", moves=BURIED)
    assert refusal(t, 1, "discard 9m") == "NOT_TO_ACT"
    assert refusal(t, 0, "bury 4p4p6p") == "WRONG_PHASE"
    assert refusal(t, 0, "kong") == "WRONG_PHASE"
    assert refusal(t, 0, "peng") == "WRONG_PHASE"
    assert refusal(t, 0, "discard 9m") == "NOT_IN_HAND"
    assert refusal(t, 0, "kong 4p") == "CANNOT_KONG"
    assert refusal(t, 0, "hu") == "CANNOT_HU"
    # the shape is asked before the suit: one 4m is left after burying three
    t = table(["1p1s446p44688s4444m", *PLAIN[1:]], "", moves=BURIED)
    assert refusal(t, 0, "kong 4m") == "CANNOT_KONG"


@clause("M-13.3", "M-6.6")
def test_an_empty_wall_is_the_last_reason_against_a_kong() -> None:
    hands = ["8888p1p1s44688s444m", "13579p13579s222m", "13579s13579m222p", "13579p13579m222s"]
    t = table(hands, "", moves=BURIED)
    assert refusal(t, 0, "kong 8p") == "EMPTY_WALL"
    assert refusal(t, 0, "kong 4s") == "CANNOT_KONG"


@clause("M-8.2", "M-8.3", "M-13.4")
def test_a_locked_seat_throws_what_it_drew_and_the_engine_does_not_do_it_for_it() -> None:
    t = table(WAITING, "6m9s6m6m", moves=[*WAITING_BURIED, (0, "discard 5s"), (2, "hu"), (1, "discard 6m")])
    assert t.to_act == [2]
    assert list(t.legal(2)) == ["discard 9s"]
    assert refusal(t, 2, "discard 4p") == "LOCKED"
    assert refusal(t, 2, "discard 1m") == "NOT_IN_HAND"
    assert refusal(t, 2, "hu") == "CANNOT_HU"
    t.play(2, "discard 9s")
    assert t.to_act == [3]


@clause("M-8.5", "M-13.3")
def test_a_win_given_up_bars_equal_ones_until_the_next_draw() -> None:
    rules = {"missed_win_lock": True}
    moves = [*WAITING_BURIED, (0, "discard 5s"), (2, "pass"), (1, "discard 5s")]
    t = table(WAITING, "9p6m6m6m", rules=rules, moves=moves)
    # barred: the same win is not offered again before the draw, and the turn went on to seat 2, who has drawn
    assert t.to_act == [2]
    assert t.private(2)["given_up"] == 0
    # with a pair of the tile the seat is asked, and may not hu
    hands = ["1p5s4468p4688s8s444m", "13579p1379s3s222m", "456p55s789s88p888m", "13579p13579m222s"]
    # 55s88p waits for 5s and 8p; peng of 5s is possible
    t = table(hands, "5s6m6m6m6m", rules=rules, moves=[*WAITING_BURIED, (0, "discard 5s"), (2, "pass"), (1, "discard 5s")])
    assert list(t.legal(2)) == ["peng", "pass"]
    assert refusal(t, 2, "hu") == "MISSED_WIN"
    assert t.private(2)["given_up"] == 2


@clause("M-8.5")
def test_a_bigger_win_is_not_barred() -> None:
    """55s88p: 8p gives all triplets only with triplets elsewhere; here a kong discard adds a fan."""
    rules = {"missed_win_lock": True}
    hands = ["1p5s4468p4688s8s444m", "13579p13579s222m", "456p456s88p46s888m", "13579p13579m222s"]
    t = table(hands, "9p6m6m6m", rules=rules, moves=[*WAITING_BURIED, (0, "discard 5s"), (2, "pass")])
    state = t.state.copy()
    state.kong_discard = 1  # type: ignore[attr-defined]
    assert state.bar_of(2) == 2  # type: ignore[attr-defined]
    state.tile = 13  # type: ignore[attr-defined]
    assert not state.barred(2)  # type: ignore[attr-defined]
    state.kong_discard = 0  # type: ignore[attr-defined]
    assert state.barred(2)  # type: ignore[attr-defined]


@clause("M-13.5", "M-1.3")
def test_default_moves() -> None:
    def default(t: qipai.Table, seat: int) -> str:
        move = GAME.write(t.view(seat), GAME.advice.default_action(t.view(seat)))
        assert move in t.legal(seat)
        return move

    t = table(PLAIN, "6m6m8m8m6m8m")
    assert default(t, 0) == "bury 4m4m4m"
    assert default(t, 1) == "bury 2m2m2m"
    # five and five and three: the three-tile suit; with equal suits the lower one, its tiles nearest to 5
    t = table(["1122889p1133557s", *["13579p13579s222m", "13579s13579m444p", "468p13579m44669s"]], "6m6m")
    assert default(t, 0) == "bury 2p2p8p"
    t = table(PLAIN, "6m6m8m8m6m8m", moves=BURIED)
    assert default(t, 0) == "discard 8s"  # nothing drawn, nothing missing: the highest
    t.play(0, "discard 8s")
    assert default(t, 1) == "discard 6m"  # the drawn tile
    # holding the missing suit, the drawn tile may not be thrown: the lowest missing one
    t = table(["1p1s446p44688s444m9p", "13579p13579s222m", "13579s13579m222p", "13579p1357m9m222s"], "6m6m", moves=BURIED)
    assert default(t, 0) == "discard 8s"
    # a claim is passed, unless the seat is locked and may win
    t = table(WAITING, "9s6m5s6m6m", moves=[*WAITING_BURIED, (0, "discard 5s")])
    assert default(t, 2) == "pass"
    t.play(2, "hu")
    t.play(1, "discard 5s")
    assert default(t, 2) == "hu"
    t.play(2, "hu")
    assert default(t, 2) == "discard 6m"


@clause("M-13.5")
def test_the_default_move_is_legal_everywhere() -> None:
    for seed in range(4):
        for state, _, _ in play({"missed_win_lock": True}, seed, 1):
            for seat in range(4):
                if (state.to_act() >> seat) & 1:
                    move = GAME.write(state.view(seat), GAME.advice.default_action(state.view(seat)))
                    GAME.resolve(state, seat, GAME.read(move))


@clause("M-11.1", "M-11.2", "M-11.3")
def test_the_deal_ends_only_when_a_draw_falls_due_on_an_empty_wall() -> None:
    for seed in range(12):
        last = None
        for state, seat, action in play({}, seed, 1):
            if state.over():
                assert state.wall_left() == 0
                assert last is not None
            last = (state.wall_left(), seat, action)
            assert not state.over() or action == -1


@clause("M-14.1")
def test_unknown_rules_are_refused() -> None:
    for rules in [
        {"preset": "tournament"},
        {"seven_pairs": True},
        {"added_kong": "never"},
        {"deals_per_match": 0},
        {"deals_per_match": True},
        {"starting_score": 1.5},
        {"starting_score": 10**12 + 1},
        {"missed_win_lock": 1},
        {"dealer_rotation": None},
    ]:
        with pytest.raises(qipai.BadRecord) as caught:
            qipai.Table("mahjong", rules=rules)
        assert caught.value.code == "BAD_RULES"
    assert list(GAME.options().presets) == ["default", "chengdu", "river"]
    assert qipai.Table("mahjong", rules={"starting_score": -(10**12)}).scores == [-(10**12)] * 4


@clause("M-2.5")
@pytest.mark.parametrize(
    "deal",
    [
        {"dealer": 4, "hands": PLAIN, "wall": ""},
        {"dealer": True, "hands": PLAIN, "wall": ""},
        {"hands": PLAIN, "wall": ""},
        {"dealer": 0, "hands": PLAIN[:3], "wall": ""},
        {"dealer": 0, "hands": PLAIN},
        {"dealer": 0, "hands": [*PLAIN[:3], 5], "wall": ""},
        {"dealer": 0, "hands": PLAIN, "wall": "1x"},
        {"dealer": 0, "hands": PLAIN, "wall": "", "seed": 1},
        {"dealer": 1, "hands": PLAIN, "wall": ""},
    ],
)
def test_impossible_deals_are_refused(deal: dict[str, object]) -> None:
    with pytest.raises(qipai.BadRecord) as caught:
        qipai.Table.from_record({"game": "mahjong", "deal": deal, "partial": True})
    assert caught.value.code == "BAD_DEAL"
    assert caught.value.say("zh") != caught.value.say("en")


@clause("M-17.1", "M-17.2")
def test_facts_have_the_documented_keys() -> None:
    t = table(WAITING, "9s6m5s6m6m", moves=[*WAITING_BURIED, (0, "discard 5s"), (2, "hu")])
    facts = t.facts()
    assert facts["phase"] == "turn"
    assert facts["to_act"] == [1]
    assert facts["wins"] == [[2, "5s", 2, {"basic": 1, "menqing": 1}]]
    assert facts["ledger"] == [[0, 2, 2, "hu"]]
    assert facts["wall_left"] == 4
    assert facts["locked"] == [False, False, True, False]
    assert facts["next_dealer"] is None
    assert facts["melds"] == [[], [], [], []]
    assert facts["returns"] == facts["scores"] == [-2, 0, 2, 0]
    phases = {state.phase for seed in range(3) for state, _, _ in play({}, seed, 1)}
    assert phases == {0, 1, 2, 3}


@clause("M-9.10")
def test_having_won_on_a_discard_first_does_not_cancel_dihu() -> None:
    t = table(WAITING, "9s6m5s6m6m", moves=[*WAITING_BURIED, (0, "discard 5s"), (2, "hu"), (1, "discard 9s")])
    assert t.to_act == [2]
    state = finished({}, 3, 1)
    assert state.over()
    # seat 2 draws 6m, which does not win; with 5s it is an earthly win
    t = table(WAITING, "9s5s6m6m", moves=[*WAITING_BURIED, (0, "discard 5s"), (2, "hu"), (1, "discard 9s"), (2, "hu")])
    assert t.facts()["wins"][1][3] == {"basic": 1, "menqing": 1, "zimo": 1, "dihu": 5}
