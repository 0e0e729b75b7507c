"""Settlement (X-7, X-8.2 to X-8.4): its bounds by exhaustion, its options, and what cannot be settled."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.games.xianqi.game import XianqiGame
from qipai.games.xianqi.policy import XianqiPolicy
from qipai.games.xianqi.rules import XianqiRules, read_rules
from qipai.games.xianqi.settlement import settle
from qipai.search.playout import policy_playout
from tests.clauses import clause
from tests.xianqi.deals import table

State = tuple[tuple[int, int, int], int, int, int, int, int, int]
COLUMNS = ("delta", "delta_enough", "delta_reveal", "delta_ceramic")


@cache
def outcomes(soft: bool) -> set[tuple[State, int]]:
    """Every way in which a deal can end, as far as chips of seat 0 are concerned.

    A state is (pillars, starter, reveals of 0 against 1 and 2 with flag false, reveals of 1 and 2 against 0 with flag false,
    seats with a reveal of flag true); with it comes the seat whose reveal opened the last round, or -1. Hands are left
    out: any seat may win any round of any count that is left. So the set holds every real deal and some more.
    """
    ends: set[tuple[State, int]] = set()
    seen: set[State] = set()
    todo: list[State] = [((0, 0, 0), starter, 0, 0, 0, 0, 0) for starter in range(3)]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        pillars, starter, a1, a2, b1, b2, true = state
        may_buckle = not soft or pillars[starter] >= 3
        if may_buckle:
            ends.add((state, -1))
        for revealer in (-1, *[s for s in range(3) if s != starter and may_buckle]):
            n = [a1, a2, b1, b2]
            flags = true
            if revealer >= 0 and pillars[revealer] >= 3:
                flags |= 1 << revealer
            elif revealer == 0:
                n[starter - 1] += 1
            elif revealer > 0 and starter == 0:
                n[1 + revealer] += 1
            for count in range(1, min(3, 8 - sum(pillars)) + 1):
                for winner in range(3):
                    after = tuple(p + count * (s == winner) for s, p in enumerate(pillars))
                    new: State = (after, winner, n[0], n[1], n[2], n[3], flags)  # type: ignore[assignment]
                    if max(after) >= 6 or sum(p >= 3 for p in after) >= 2 or sum(after) == 8:
                        ends.add((new, revealer))
                    else:
                        todo.append(new)
    return ends


def delta_of(state: State, rules: XianqiRules, head: int, opener: int) -> int:
    """Chips of playing seat 0; with a head, the seats are turned so that it plays the part of seat 0, 1 or 2 after the head."""
    pillars, _, a1, a2, b1, b2, true = state
    names = [0, 1, 2] if head < 0 else [s for s in range(4) if s != head]
    counts = [0] * (3 if head < 0 else 4)
    for part, seat in enumerate(names):
        counts[seat] = pillars[part]
    relations: list[int] = []
    for revealer, buckler, n in ((0, 1, a1), (0, 2, a2), (1, 0, b1), (2, 0, b2)):
        relations += [8 * names[revealer] + 2 * names[buckler]] * n
    for part in range(3):
        if true >> part & 1:
            relations.append(8 * names[part] + 2 * names[(part + 1) % 3] + 1)
    contractor = -1
    soft = rules.soft
    if rules.contract and not soft and opener >= 0 and any(p >= 6 and part != opener for part, p in enumerate(pillars)):
        contractor = names[opener]
    return settle(rules, soft, head, counts, relations, contractor).total()[names[0]]


@clause("X-11.7")
@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        ({}, -11, 12),
        ({"contract_ceramic": True}, -14, 12),
        ({"soft_first_deal": True}, -5, 5),
        ({"baotou": True}, -22, 24),
        ({"baotou": True, "contract_ceramic": True}, -30, 24),
        ({"baotou": True, "soft_first_deal": True}, -9, 9),
    ],
)
def test_a_deal_cannot_cost_or_bring_more_than_this(options: dict[str, Any], low: int, high: int) -> None:
    rules = read_rules(options)
    heads = (1, 2, 3) if rules.baotou else (-1,)
    worst, best = 0, 0
    for state, opener in outcomes(rules.soft):
        for head in heads:
            delta = delta_of(state, rules, head, opener)
            worst, best = min(worst, delta), max(best, delta)
    assert (worst, best) == (low, high)


@clause("X-11.9")
def test_final_pillars_have_41_shapes_and_31_in_a_soft_deal() -> None:
    shapes = {tuple(sorted(state[0], reverse=True)) for state, _ in outcomes(False)}
    assert len(shapes) == 41
    running = {s for s in shapes if sum(s) <= 7 and max(s) < 6 and sum(p >= 3 for p in s) <= 1}
    ceramic = {s for s in shapes if max(s) >= 6}
    two = {s for s in shapes if sum(p >= 3 for p in s) >= 2}
    assert (len(running), len(ceramic), len(two)) == (25, 7, 7)
    assert shapes - running - ceramic - two == {(5, 2, 1), (4, 2, 2)}
    assert len({tuple(sorted(state[0])) for state, _ in outcomes(True)}) == 31


@clause("X-7.6", "X-11.7", "X-11.8")
def test_all_columns_sum_to_zero_and_ceramic_excludes_enough() -> None:
    for rules in ({}, {"baotou": True}, {"soft_first_deal": True}, {"baotou": True, "soft_first_deal": True}):
        for pillars in {state[0] for state, _ in outcomes(False)}:
            given: list[int | None] = list(pillars)
            if "baotou" in rules:
                given.insert(1, None)
            seats = [s for s, n in enumerate(given) if n is not None]
            result = qipai.xianqi.settlement(given, [[seats[0], seats[1], False], [seats[2], seats[0], False]], rules)
            assert all(sum(result[column]) == 0 for column in COLUMNS)
            assert result["delta"] == [sum(x) for x in zip(*(result[c] for c in COLUMNS[1:]), strict=True)]
            if max(pillars) >= 6:
                assert not any(result["delta_enough"])
            else:
                assert not any(result["delta_ceramic"])
            if "baotou" in rules:
                assert all(result[c][1] == result[c][2] for c in COLUMNS)  # the head and the seat after him


@clause("X-7.4", "X-7.5")
@pytest.mark.parametrize("revealer", range(3))
@pytest.mark.parametrize("buckler", range(3))
def test_a_relation_counts_for_its_revealer_by_its_flag(revealer: int, buckler: int) -> None:
    if revealer == buckler:
        return
    third = 3 - revealer - buckler
    pillars, paid = [0, 0, 0], [0, 0, 0]
    pillars[revealer], pillars[third] = 4, 3
    paid[buckler], paid[third] = -1, 1
    enough = qipai.xianqi.settlement(pillars, [[revealer, buckler, True]])
    assert (enough["delta_enough"], enough["delta_reveal"]) == (paid, [0, 0, 0])
    paid[buckler], paid[revealer] = -2, 1
    assert qipai.xianqi.settlement(pillars, [[revealer, buckler, False]])["delta_enough"] == paid


@clause("X-8.2", "X-8.4")
def test_a_contractor_after_the_head_shares_with_him_in_whole_chips() -> None:
    rules = read_rules({"baotou": True, "contract_ceramic": True})
    shared = settle(rules, False, 0, [0, 1, 6, 1], [], 1).ceramic
    assert str(shared) == "[-6, -6, 12, 0]"
    assert settle(rules, False, 0, [0, 1, 6, 1], [], 3).ceramic == [0, 0, 12, -12]


@clause("X-8.2", "X-8.4")
def test_a_contractor_pays_what_a_ceramic_seat_and_its_head_receive() -> None:
    rules = read_rules({"baotou": True, "contract_ceramic": True})
    assert settle(rules, False, 0, [0, 6, 1, 1], [], 2).ceramic == [8, 8, -16, 0]
    assert settle(rules, False, 3, [6, 1, 1, 0], [], 1).ceramic == [8, -16, 0, 8]


@clause("X-8.2")
@pytest.mark.parametrize("contractor", range(3))
def test_a_contractor_pays_alone_from_every_seat(contractor: int) -> None:
    ceramic = (contractor + 1) % 3
    paid = settle(
        read_rules({"contract_ceramic": True}), False, -1, [6 if seat == ceramic else 1 for seat in range(3)], [], contractor
    )
    assert paid.ceramic == [{contractor: -6, ceramic: 6}.get(seat, 0) for seat in range(3)]


@clause("X-7.5")
def test_every_seat_that_revealed_as_enough_is_barred() -> None:
    pillars = [3, 4, 1]
    assert qipai.xianqi.settlement(pillars, [[0, 2, True], [1, 2, True]])["delta_enough"] == [0, 0, 0]
    assert qipai.xianqi.settlement(pillars, [[1, 2, True], [0, 2, True]])["delta_enough"] == [0, 0, 0]


@clause("X-8.2")
def test_contract_looks_only_at_the_reveal_that_opened_the_last_round() -> None:
    setup = {
        "hands": [{"R_SHI": 1, "R_MA": 1}, {"B_NIU": 2}, {"B_MA": 1, "R_NIU": 1}],
        "pillars": [4, 1, 1],
        "active_revealer": 1,
        "relations": [[1, 0, False]],
        "captured": {
            "R_SHI": 1,
            "R_XIANG": 2,
            "R_MA": 1,
            "R_CHE": 2,
            "R_GOU": 1,
            "R_NIU": 2,
            "B_SHI": 2,
            "B_XIANG": 2,
            "B_MA": 1,
            "B_CHE": 2,
            "B_GOU": 1,
            "B_NIU": 1,
        },
    }
    t = table([(0, "play R_SHI"), (1, "cover B_NIU"), (2, "cover R_NIU")], rules={"contract_ceramic": True}, **setup)
    t.play(0, "play R_MA")  # no reveal opened this round
    t.play(1, "cover B_NIU")
    t.play(2, "cover B_MA")
    assert t.facts()["delta_ceramic"] == [6, -3, -3]
    t = table(
        [(0, "play R_SHI"), (1, "cover B_NIU"), (2, "cover R_NIU"), (0, "buckle"), (1, "pass"), (2, "reveal")],
        rules={"contract_ceramic": True},
        **setup,
    )
    t.play(0, "play R_MA")
    t.play(1, "cover B_NIU")
    t.play(2, "cover B_MA")
    assert t.facts()["delta_ceramic"] == [6, 0, -6]
    assert t.facts()["contractor"] == 2


@pytest.mark.parametrize(
    ("pillars", "relations", "rules"),
    [
        ([1, 2], [], {}),
        ([1, 2, 3, 4], [], {}),
        ([1, 2, None], [], {}),
        ([1, 2, 3, 4], [], {"baotou": True}),
        ([1, 2, None, None], [], {"baotou": True}),
        ([1, 2, 9], [], {}),
        ([1, 2, -1], [], {}),
        ([1, 2, True], [], {}),
        ([1, 2, 3], [[0, 0, False]], {}),
        ([1, 2, 3], [[0, 3, False]], {}),
        ([1, 2, 3], [[0, 1, 1]], {}),
        ([1, 2, 3], [[0, 1]], {}),
        ([1, 2, 3], [[True, 0, False]], {}),
        ([1, 2, 3], [["0", 1, False]], {}),
        ([None, 2, 3, 1], [[0, 1, False]], {"baotou": True}),
        ([1, 2, 3], [], {"nonsense": 1}),
    ],
)
def test_what_cannot_be_settled_is_a_value_error(pillars: Any, relations: Any, rules: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        qipai.xianqi.settlement(pillars, relations, rules)


def test_one_pillar_and_one_chip_are_told_in_the_singular() -> None:
    game = XianqiGame()
    rng = FastRng(5)
    told = set()
    for _ in range(20):
        state = game.deal(rng, game.rules())
        policy_playout(state, XianqiPolicy(), rng)
        lines = game.words.explain(game.facts(state), ["Ann", "Bo", "Cy"], "en")
        told |= set(re.findall(r"\b1 (?:pillar|chip)s?\b", " ".join(span.text for line in lines for span in line)))
    assert told == {"1 pillar", "1 chip"}
