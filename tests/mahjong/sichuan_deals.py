"""Deals of the Sichuan family: rules in which every pair of option values occurs, play, and the invariants of chapter 35."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from qipai.core.rng import FastRng
from qipai.games.mahjong.actions import HU, KONG, KONG_OF, PASS, PENG
from qipai.games.mahjong.distances import nearest_win
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.ledger import ledger_of
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_FINISHED, PHASE_MISSING, PHASE_SWAP, PHASE_TURN
from qipai.games.mahjong.sichuan_options import conflict
from qipai.games.mahjong.state import MahjongState
from tests.mahjong.deals import held_tiles, melds, seats_to_act

VALUES: dict[str, list[Any]] = {
    "opening": ["swap", "missing"],
    "swap_direction": ["dice", "next", "across", "previous"],
    "missing_first": [True, False],
    "after_win": ["leave", "stay"],
    "locked_kong": ["none", "added", "same_waits"],
    "next_after_win": ["winner", "discarder"],
    "rob_kong": [True, False],
    "last_four_must_win": [False, True],
    "base": [1, 5],
    "cap": [3, 0, 1, 5],
    "zimo_bonus": ["base", "fan", "none"],
    "kong_flower": ["self", "discard"],
    "yaojiu_jiangdui": [False, True],
    "menqing_zhongzhang": [False, True],
    "tiandihu": [True, False],
    "dihu_on_first_discard": [False, True],
    "kong_pay": ["rain", "rain_graze"],
    "kong_transfer": ["transfer", "refund", "none"],
    "kong_refund": ["unready", "none"],
    "flower_pig": ["cap", "sixteen", "none"],
    "ready_check": ["max", "none"],
    "added_kong": ["late_unpaid", "any", "just_drawn"],
    "dealer_rotation": ["winner", "next", "fixed", "winner_or_next"],
    "dihu_needs_no_calls": [True, False],
    "haidi_on_discard": [True, False],
    "missed_win_lock": [True, False],
    "show_locked_hands": [False, True],
    "starting_score": [0, 25],
}
Pair = tuple[str, Any, str, Any]


def pairs_in(row: dict[str, Any]) -> set[Pair]:
    return {(a, row[a], b, row[b]) for a, b in itertools.combinations(VALUES, 2)}


def lawful(row: dict[str, Any]) -> bool:
    return conflict({**GAME.rules({"preset": "chengdu"}).options, **row}) is None


def every_pair() -> set[Pair]:
    """The pairs of values that some lawful rules have."""
    out: set[Pair] = set()
    for a, b in itertools.combinations(VALUES, 2):
        for x, y in itertools.product(VALUES[a], VALUES[b]):
            if completed({a: x, b: y}, random.Random(0)) is not None:
                out.add((a, x, b, y))
    return out


def completed(fixed: dict[str, Any], rnd: random.Random) -> dict[str, Any] | None:
    """Random lawful rules with these values; None if they exclude each other."""
    for _ in range(60):
        row = {name: fixed.get(name, rnd.choice(values)) for name, values in VALUES.items()}
        if "swap_direction" not in fixed and row["opening"] != "swap":
            row["swap_direction"] = "dice"
        if "opening" not in fixed and row["swap_direction"] != "dice":
            row["opening"] = "swap"
        if lawful(row):
            return row
    return None


def pairwise() -> list[dict[str, Any]]:
    """Rules in which every pair occurs; the first pair left open is in the next row, with the values that close most others."""
    rnd = random.Random(19)
    left = every_pair()
    rows: list[dict[str, Any]] = []
    while left:
        a, x, b, y = min(left, key=repr)
        tries = [row for row in (completed({a: x, b: y}, rnd) for _ in range(25)) if row is not None]
        best = max(tries, key=lambda row: len(pairs_in(row) & left))
        left -= pairs_in(best)
        rows.append(best)
    return rows


RULES: list[dict[str, Any]] = []


def rules_of(number: int) -> dict[str, Any]:
    """The rules of a deal by its number: both presets and every row in turn."""
    if not RULES:
        RULES.extend([{"preset": "chengdu"}, {"preset": "river"}, *({"preset": "chengdu", **row} for row in pairwise())])
    return RULES[number % len(RULES)]


def choose(state: MahjongState, seat: int, rng: FastRng, sense: bool) -> int:
    """A random move; with sense mostly wins and kongs, and discards that bring the hand nearer."""
    legal = state.legal(seat)
    if sense:
        if HU in legal and rng.below(10):
            return HU
        kongs = [action for action in legal if KONG_OF <= action < HU or action == KONG]
        if kongs and rng.below(3):
            return kongs[rng.below(len(kongs))]
        if state.phase == PHASE_TURN:
            near: list[int] = []
            least = 99
            for tile in legal:
                if tile < KONG_OF:
                    state.take(seat, tile)
                    p, s, m = state.hand_of(seat)
                    sets = 4 - (state.melds[seat] & 7)
                    distance = nearest_win(p, s, m, state.missing_suit(seat), sets) >> 27
                    state.give(seat, tile)
                    if distance < least:
                        near, least = [], distance
                    if distance == least:
                        near.append(tile)
            if near:
                return near[rng.below(len(near))]
    return legal[rng.below(len(legal))]


def play(rules: dict[str, Any], seed: int, sense: bool = False) -> Iterator[tuple[MahjongState, int, int]]:
    """Plays a deal, yielding the state with the seat and action that come next; at the end with -1."""
    rng = FastRng(seed)
    state = GAME.deal(rng, GAME.rules(rules))
    assert isinstance(state, MahjongState)
    while not state.over():
        seats = seats_to_act(state)
        seat = seats[rng.below(len(seats))]
        action = choose(state, seat, rng, sense)
        yield state, seat, action
        state.apply(seat, action)
    yield state, -1, -1


def finished(rules: dict[str, Any], seed: int, sense: bool = False) -> MahjongState:
    for state, _, action in play(rules, seed, sense):
        if action < 0:
            return state
    raise AssertionError


def tile_number(text: str) -> int:
    return 9 * "psm".index(text[1]) + int(text[0]) - 1


def check_state(state: MahjongState) -> None:
    """M-35.1, M-35.2, M-35.5, M-35.7 in the middle of anything."""
    public = state.view(-1).public()
    rules = state.rules
    counts = [0] * 27
    for seat in range(4):
        for tile in held_tiles(state, seat):
            counts[tile] += 1
        for tile, n in melds(state, seat):
            counts[tile] += n
        for entry in public["rivers"][seat]:
            if entry["claim"] is None:
                counts[tile_number(entry["tile"])] += 1
        for entry in public["won"][seat]:
            if entry["by"] in ("self", "fed"):
                counts[tile_number(entry["tile"])] += 1
    for tile in state.wall[state.front : state.back]:
        counts[tile] += 1
    assert counts == [4] * 27  # M-35.1

    choosing = state.phase in (PHASE_SWAP, PHASE_MISSING)
    for seat in range(4):
        size = len(held_tiles(state, seat)) + 3 * len(melds(state, seat))
        active = state.phase == PHASE_TURN or (state.phase == PHASE_CLAIM and state.rob)
        more = seat == state.dealer if choosing else seat == state.turn and active
        assert size == (14 if more else 13)  # M-35.2
        assert public["held"][seat] == len(held_tiles(state, seat))
        assert len(melds(state, seat)) <= 4
        if not choosing:
            assert all(tile // 9 != state.missing_suit(seat) for tile, _ in melds(state, seat))  # M-16.7
        assert not (state.is_locked(seat) and rules.leave)  # M-28.1

    mask = state.to_act()
    assert mask & state.gone == 0  # M-24.2
    claimers = 0
    for seat in range(4):
        legal = state.legal(seat)
        assert bool(legal) == bool((mask >> seat) & 1)
        assert len(legal) == len(set(legal))
        claimers += PENG in legal or KONG in legal
        if state.rob and state.phase == PHASE_CLAIM and legal:
            assert set(legal) <= {HU, PASS}
        if HU in legal and rules.must_win and state.wall_left() <= 4:
            assert legal == [HU]  # M-29.4
        if state.is_locked(seat) and legal and not rules.locked_kong:
            assert set(legal) <= ({HU, state.drawn} if state.phase == PHASE_TURN else {HU, PASS})
    assert claimers <= 1  # M-16.5
    check_ledger(state)


def check_ledger(state: MahjongState) -> None:
    """The ledger explains every point; wins are powers of two of the base, capped (M-35.5, M-16.4)."""
    paid = [0, 0, 0, 0]
    base, cap = int(state.rules.base), int(state.rules.cap)
    for transfer in ledger_of(state.log, state.rules):
        assert transfer.points > 0
        assert transfer.points % base == 0
        paid[transfer.payer] -= transfer.points
        paid[transfer.receiver] += transfer.points
        assert sum(paid) == 0
    assert paid == state.returns()
    for won in state.view(-1).public()["won"]:
        for win in won:
            units = win["points"] // base
            assert win["points"] % base == 0
            assert units & (units - 1) == 0
            assert units == 1 << (min(win["fan"], cap) if cap else win["fan"])


def check_end(state: MahjongState) -> None:
    """M-35.3, M-35.4, M-35.6 of a finished deal."""
    assert state.phase == PHASE_FINISHED
    events = state.view(-1).public()["events"]
    kinds = [event["event"] for event in events]
    wins = [event for event in events if event["event"] == "win"]
    if state.rules.leave:
        winners = [win["seat"] for win in wins]
        assert len(winners) == len(set(winners)) <= 3
        check_gone(events)
    ended_early = bool(state.rules.leave) and len({win["seat"] for win in wins}) == 3
    assert ended_early == ("check" not in kinds)  # M-32.2
    if not ended_early:
        assert kinds.count("draw") == 55
        own = sum(1 for win in wins if win["by"] in ("self", "fed"))
        robbed = sum(entry["robbed"] for river in state.view(-1).public()["rivers"] for entry in river)
        kongs = sum(1 for event in events if event["event"] == "kong" and event["kind"] != "kong_exposed")
        assert kinds.count("discard") + own + robbed == 56 + kinds.count("peng") - kongs  # M-35.3
    check_kongs(events)


def check_gone(events: list[dict[str, Any]]) -> None:
    """After its win a seat only gets kong money back; what belongs to its winning step aside (M-35.4)."""
    gone: set[int] = set()
    leaving: set[int] = set()
    for event in events:
        if event["event"] == "win":
            leaving.add(event["seat"])
        elif event["event"] == "pay":
            if event["from"] in gone or event["to"] in gone:
                assert event["reason"] == "kong_refund"
                assert event["to"] in gone
        else:
            gone |= leaving
            leaving = set()


def check_kongs(events: list[dict[str, Any]]) -> None:
    """What was paid for a kong stays, or all of it goes back, once (M-35.6)."""
    paid: dict[int, int] = {}
    back: dict[int, int] = {}
    moved: set[int] = set()
    for event in events:
        if event["event"] == "pay":
            ref = event["ref"]
            if event["reason"] in ("kong_exposed", "kong_concealed", "kong_added"):
                paid[ref] = paid.get(ref, 0) + event["points"]
            elif event["reason"] in ("kong_back", "kong_refund"):
                back[ref] = back.get(ref, 0) + event["points"]
                assert not (event["reason"] == "kong_refund" and ref in moved)
            if event["reason"] in ("kong_transfer", "kong_back"):
                moved.add(ref)
    for ref, points in back.items():
        assert points == paid[ref]


def check_deal(number: int, step: int, sense: bool) -> MahjongState:
    """Plays a deal by its number; every `step` positions and its end are checked."""
    for k, (state, _, _) in enumerate(play(rules_of(number), number, sense)):
        if step and k % step == 0:
            check_state(state)
    check_state(state)
    check_end(state)
    return state
