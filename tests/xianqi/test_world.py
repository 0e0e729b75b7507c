"""Worlds of a view, held against brute force: every placement of the unseen pieces, played again move by move."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.games.xianqi import pieces
from qipai.games.xianqi.state import XianqiState
from tests.clauses import clause
from tests.xianqi.deals import rest_of, table

GAME = qipai.game("xianqi")
Hidden = tuple[tuple[str, ...], ...]


def names(cards: dict[str, int]) -> list[str]:
    return [name for name, n in cards.items() for _ in range(n)]


def hidden_of(state: XianqiState, viewer: int) -> Hidden:
    """What the viewer does not see, place by place: covers in order, then the hand, seat by seat."""
    out: list[tuple[str, ...]] = []
    for seat in state.playing():
        if seat != viewer:
            for number in range(state.round + 1):
                action = state.action_in_round(number, seat)
                if action >= pieces.FIRST_COVER:
                    out.append(tuple(sorted(names(pieces.count_map(pieces.PACKED[action])))))
            out.append(tuple(sorted(names(pieces.count_map(state.hand(seat))))))
    return tuple(out)


def brute_force(setup: dict[str, Any], moves: list[tuple[int, str]], viewer: int) -> Counter[Hidden]:
    """Weights of all hidden parts: each placement of the unseen pieces, copies told apart, that replays to the same view."""
    t = table(moves, **setup)
    state = t.state
    assert isinstance(state, XianqiState)
    wanted = json.dumps(state.view(viewer).to_json())
    sizes = [len(place) for place in hidden_of(state, viewer)]
    unseen = [name for place in hidden_of(state, viewer) for name in place]
    weights: Counter[Hidden] = Counter()
    verdict: dict[Hidden, bool] = {}
    for order in permutations(range(len(unseen))):
        cut: list[tuple[str, ...]] = []
        at = 0
        for size in sizes:
            cut.append(tuple(sorted(unseen[k] for k in order[at : at + size])))
            at += size
        key = tuple(cut)
        if key not in verdict:
            verdict[key] = replays(setup, moves, viewer, state, key, wanted)
        if verdict[key]:
            weights[key] += 1
    return weights


def replays(
    setup: dict[str, Any], moves: list[tuple[int, str]], viewer: int, state: XianqiState, key: Hidden, wanted: str
) -> bool:
    """Puts the hidden pieces where `key` says and plays the deal again from its beginning."""
    places = list(key)
    hands: list[Any] = [None] * len(setup["hands"])
    covers: dict[int, list[tuple[str, ...]]] = {}
    for seat in state.playing():
        if seat == viewer:
            hands[seat] = setup["hands"][seat]
            continue
        count = sum(1 for n in range(state.round + 1) if state.action_in_round(n, seat) >= pieces.FIRST_COVER)
        covers[seat] = places[:count]
        held = [*places[count], *[name for cover in covers[seat] for name in cover]]
        del places[: count + 1]
        for who, move in moves:
            if who == seat and move.startswith("play"):
                for part in move[5:].split("+"):
                    name, _, n = part.partition("*")
                    held += [name] * int(n or 1)
        hands[seat] = {name: held.count(name) for name in held}
    again = []
    for who, move in moves:
        if who in covers and move.startswith("cover"):
            move = "cover " + "+".join(covers[who].pop(0))
        again.append((who, move))
    try:
        t = table(again, **{**setup, "hands": hands})
    except qipai.BadRecord:
        return False
    return json.dumps(t.state.view(viewer).to_json()) == wanted


def middle(hands: list[dict[str, int]], pillars: list[int], starter: int = 0) -> dict[str, Any]:
    return {"hands": hands, "pillars": pillars, "captured": rest_of(*hands), "starter": starter}


ENDINGS: dict[str, tuple[dict[str, Any], list[tuple[int, str]], int]] = {
    "nothing known": (
        middle([{"R_SHI": 1, "B_MA": 2}, {"R_NIU": 3}, {"R_CHE": 1, "B_NIU": 2}], [2, 2, 1]),
        [],
        0,
    ),
    "single covers cap what is left": (
        middle(
            [{"R_XIANG": 1, "B_MA": 1, "B_SHI": 1}, {"B_XIANG": 1, "R_MA": 1, "R_NIU": 1}, {"R_CHE": 2, "B_NIU": 1}], [2, 2, 1]
        ),
        [(0, "play R_XIANG"), (1, "cover R_NIU"), (2, "cover B_NIU")],
        0,
    ),
    "a cover of the running round": (
        middle(
            [
                {"R_XIANG": 1, "B_MA": 1, "B_SHI": 1},
                {"B_XIANG": 1, "R_MA": 1, "R_NIU": 1},
                {"R_SHI": 1, "R_CHE": 1, "B_NIU": 1},
            ],
            [2, 2, 1],
        ),
        [(0, "play R_XIANG"), (1, "cover R_NIU")],
        2,
    ),
    "two rounds of covers": (
        middle(
            [{"B_SHI": 1, "R_XIANG": 1, "B_CHE": 1}, {"B_XIANG": 1, "R_CHE": 1, "R_NIU": 1}, {"R_MA": 1, "B_NIU": 2}], [2, 2, 1]
        ),
        [(0, "play B_SHI"), (1, "cover R_NIU"), (2, "cover B_NIU"), (0, "play B_CHE"), (1, "play B_XIANG"), (2, "cover R_MA")],
        0,
    ),
    "pair covers, the dogs among them": (
        middle([{"B_SHI": 2, "R_NIU": 1}, {"R_GOU": 1, "R_MA": 1, "B_NIU": 1}, {"B_GOU": 1, "B_MA": 1, "B_NIU": 1}], [2, 2, 1]),
        [(0, "play B_SHI*2"), (1, "cover R_MA+B_NIU"), (2, "cover B_MA+B_NIU")],
        0,
    ),
    "pairs above a low pair": (
        middle(
            [{"B_CHE": 2, "R_NIU": 1}, {"R_MA": 1, "B_XIANG": 1, "R_CHE": 1}, {"R_MA": 1, "B_MA": 1, "R_CHE": 1}], [2, 2, 1]
        ),
        [(0, "play B_CHE*2"), (1, "cover R_MA+R_CHE"), (2, "cover R_MA+B_MA")],
        0,
    ),
    "three niu covered": (
        middle([{"B_NIU": 3, "R_SHI": 1}, {"R_NIU": 2, "B_SHI": 1, "R_MA": 1}, {"R_NIU": 1, "R_CHE": 2, "B_MA": 1}], [2, 2, 0]),
        [(0, "play B_NIU*3"), (1, "cover R_NIU*2+R_MA"), (2, "cover R_CHE*2+B_MA")],
        0,
    ),
    "a spectator": (
        middle([{"R_XIANG": 1, "B_MA": 1}, {"B_XIANG": 1, "R_NIU": 1}, {"R_CHE": 1, "B_NIU": 1}], [2, 2, 2]),
        [(0, "play R_XIANG"), (1, "cover R_NIU")],
        -1,
    ),
}


def fixed(case: tuple[dict[str, Any], list[tuple[int, str]], int]) -> tuple[dict[str, Any], list[tuple[int, str]], int]:
    """Pillars that fit the size of the hands: 8 - pieces, spread so that nobody is enough twice."""
    setup, moves, viewer = case
    won = 8 - sum(setup["hands"][0].values())
    spread = {4: [2, 1, 1], 5: [2, 2, 1], 6: [2, 2, 2]}[won]
    return {**setup, "pillars": spread}, moves, viewer


@clause("X-11.15", "X-6.2", "X-6.3")
@pytest.mark.parametrize("name", ENDINGS)
def test_worlds_come_as_often_as_their_physical_placements(name: str) -> None:
    setup, moves, viewer = fixed(ENDINGS[name])
    weights = brute_force(setup, moves, viewer)
    total = sum(weights.values())
    assert len(weights) >= 3
    view = table(moves, **setup).state.view(viewer)
    rng = FastRng(20)
    draws = 4000
    found: Counter[Hidden] = Counter()
    for _ in range(draws):
        world = GAME.world(view, rng)
        assert isinstance(world, XianqiState)
        found[hidden_of(world, viewer)] += 1
    assert set(found) <= set(weights)
    chi = 0.0
    freedom = -1
    rest_seen, rest_wanted = 0, 0.0
    for key, weight in weights.items():
        wanted = draws * weight / total
        if wanted < 5:
            rest_seen, rest_wanted = rest_seen + found[key], rest_wanted + wanted
            continue
        chi += (found[key] - wanted) ** 2 / wanted
        freedom += 1
    if rest_wanted >= 5:
        chi += (rest_seen - rest_wanted) ** 2 / rest_wanted
        freedom += 1
    assert freedom >= 2
    assert chi < freedom + 4.5 * (2 * freedom) ** 0.5 + 6


def test_what_covers_prove_is_used() -> None:
    """Without the proofs these endings would have more worlds."""
    setup, moves, viewer = fixed(ENDINGS["pair covers, the dogs among them"])
    view = table(moves, **setup).state.view(viewer)
    rng = FastRng(21)
    for _ in range(300):
        world = GAME.world(view, rng)
        for seat in (1, 2):
            dealt = world.hand(seat) + world.covered(seat)  # type: ignore[attr-defined]
            held = pieces.count_map(dealt)
            assert not ("R_GOU" in held and "B_GOU" in held)
            assert held.get("R_SHI", 0) < 2


def test_no_dealt_hand_of_a_world_is_black_and_some_hand_of_a_void_deal_is() -> None:
    rng = FastRng(22)
    running = void = 0
    for _ in range(250):
        state = GAME.deal(rng, GAME.rules({}))
        for viewer in (-1, 0, 1):
            world = GAME.world(state.view(viewer), rng)
            black = any(world.hand(seat) & pieces.SHI_XIANG == 0 for seat in range(3))  # type: ignore[attr-defined]
            assert black == state.over()
        running += not state.over()
        void += state.over()
    assert running > 200
    assert void > 3


def test_a_view_that_no_deal_gives_is_refused() -> None:
    t = table()
    data = json.loads(json.dumps(t.view(0).to_json()))
    data["private"]["hand"] = {"R_SHI": 2, "B_SHI": 2, "R_XIANG": 2, "B_XIANG": 2}  # then the others are black
    with pytest.raises(qipai.BadRecord) as refusal:
        GAME.read_view(data)
    assert refusal.value.code == "BAD_VIEW"
