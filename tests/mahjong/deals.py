"""Deals for tests: random ones, sensible ones, and the invariants of section 16 that hold after every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import qipai
from qipai.core.rng import FastRng
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, PASS, PENG, buried_tiles
from qipai.games.mahjong.distances import nearest
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.hands import wait_mask
from qipai.games.mahjong.ledger import ledger_of
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_FINISHED, PHASE_TURN
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import unpack

RULE_SETS: list[dict[str, Any]] = [
    {},
    {"added_kong": "just_drawn"},
    {"missed_win_lock": True},
    {"show_locked_hands": True, "haidi_on_discard": True},
    {"dihu_needs_no_calls": True, "qing_jingoudiao": "extra"},
    {"starting_score": 25, "dealer_rotation": "next"},
]


def random_deal(rules: dict[str, Any], seed: int) -> MahjongState:
    state = GAME.deal(FastRng(seed), GAME.rules(rules))
    assert isinstance(state, MahjongState)
    return state


def seats_to_act(state: MahjongState) -> list[int]:
    return [seat for seat in range(4) if (state.to_act() >> seat) & 1]


def nearer(state: MahjongState, seat: int, legal: list[int]) -> list[int]:
    """The discards that leave the hand nearest to a win; other moves as they are."""
    best: list[int] = []
    least = 99
    for tile in legal:
        if tile < KONG_OF:
            state.take(seat, tile)
            p, s, m = state.hand_of(seat)
            distance = nearest(p, s, m, state.missing_suit(seat), 3 - (state.melds[seat] & 7)) >> 27
            state.give(seat, tile)
            if distance < least:
                best, least = [], distance
            if distance == least:
                best.append(tile)
    return best


def choose(state: MahjongState, seat: int, rng: FastRng, sense: int) -> int:
    """A random move; with sense, wins are taken (19 of 20) and discards are those that bring the hand nearer."""
    legal = state.legal(seat)
    if sense:
        if HU in legal and rng.below(20):
            return HU
        if state.phase == PHASE_TURN:
            better = nearer(state, seat, legal)
            if better:
                kongs = [action for action in legal if action >= KONG_OF and action != HU]
                if kongs and rng.below(2):
                    return kongs[0]
                return better[rng.below(len(better))]
    return legal[rng.below(len(legal))]


def play(rules: dict[str, Any], seed: int, sense: int = 0) -> Iterator[tuple[MahjongState, int, int]]:
    """Plays a deal, yielding the state with the seat and action that come next; at the end with -1."""
    state = random_deal(rules, seed)
    rng = FastRng(seed + 1_000_003)
    while not state.over():
        seats = seats_to_act(state)
        seat = seats[rng.below(len(seats))]
        action = choose(state, seat, rng, sense)
        yield state, seat, action
        state.apply(seat, action)
    yield state, -1, -1


def finished(rules: dict[str, Any], seed: int, sense: int = 0) -> MahjongState:
    for state, _, action in play(rules, seed, sense):
        if action < 0:
            return state
    raise AssertionError


def held_tiles(state: MahjongState, seat: int) -> list[int]:
    p, s, m = state.hand_of(seat)
    return unpack(p, s, m)


def melds(state: MahjongState, seat: int) -> list[tuple[int, int]]:
    """(tile, number of tiles)"""
    packed = state.melds[seat]
    out = []
    for k in range(packed & 7):
        meld = (packed >> (3 + 9 * k)) & 511
        out.append((meld & 31, 3 if (meld >> 5) & 3 == 0 else 4))
    return out


def check_state(state: MahjongState) -> None:
    """M-16.1 to M-16.7, in the middle of anything."""
    public = state.view(-1).public()
    counts = [0] * 27
    for seat in range(4):
        for tile in held_tiles(state, seat):
            counts[tile] += 1
        for tile, n in melds(state, seat):
            counts[tile] += n
        if state.buried[seat]:
            for tile in buried_tiles(state.buried[seat]):
                counts[tile] += 1
        for entry in public["rivers"][seat]:
            if entry["claim"] is None:
                counts[9 * "psm".index(entry["tile"][1]) + int(entry["tile"][0]) - 1] += 1
        for entry in public["won"][seat]:
            if entry["by"] == "self":
                counts[9 * "psm".index(entry["tile"][1]) + int(entry["tile"][0]) - 1] += 1
    for tile in state.wall[state.front : state.back]:
        counts[tile] += 1
    assert counts == [4] * 27  # M-16.1

    for seat in range(4):
        size = len(held_tiles(state, seat)) + 3 * len(melds(state, seat))
        if state.phase == PHASE_BURY:
            assert size == (14 if seat == state.dealer else 13) - (3 if state.buried[seat] else 0)
            continue
        on_turn = state.phase == PHASE_TURN and seat == state.turn
        assert size == (11 if on_turn else 10)  # M-16.2
        assert len(melds(state, seat)) <= 3
        missing = state.missing_suit(seat)
        assert all(tile // 9 != missing for tile, _ in melds(state, seat))  # M-16.7
        if state.is_locked(seat):
            assert held_tiles(state, seat) == sorted(held_tiles(state, seat))

    mask = state.to_act()
    claimers = 0
    for seat in range(4):
        legal = state.legal(seat)
        assert bool(legal) == bool((mask >> seat) & 1)  # M-16.3
        assert len(legal) == len(set(legal))
        if PENG in legal or KONG in legal:
            claimers += 1
        if state.is_locked(seat) and legal:
            allowed = {HU, state.drawn} if state.phase == PHASE_TURN else {HU, PASS}
            assert set(legal) <= allowed  # M-16.6
    assert claimers <= 1  # M-16.5

    paid = [0, 0, 0, 0]
    for transfer in ledger_of(state.log, state.rules):
        assert transfer.points > 0
        paid[transfer.payer] -= transfer.points
        paid[transfer.receiver] += transfer.points
        assert sum(paid) == 0
    assert paid == state.returns()  # M-16.4
    start = state.rules.starting_score
    assert public["scores"] == [start + p for p in paid]


def locked_waits(state: MahjongState, seat: int) -> int:
    """The kinds a locked hand wins on, its drawn tile aside."""
    hand = held_tiles(state, seat)
    if state.phase == PHASE_TURN and seat == state.turn and state.drawn != 31:
        hand.remove(state.drawn)
    packed = [0, 0, 0]
    for tile in hand:
        packed[tile // 9] += 1 << 3 * (tile % 9)
    return wait_mask(packed[0], packed[1], packed[2], state.missing_suit(seat))


def check_end(state: MahjongState) -> None:
    """M-16.8: of a complete deal."""
    assert state.phase == PHASE_FINISHED
    events = state.view(-1).public()["events"]
    kinds = [e["event"] for e in events]
    assert kinds.count("draw") == 55
    own_wins = sum(1 for e in events if e["event"] == "win" and e["by"] == "self")
    own_kongs = sum(1 for e in events if e["event"] == "kong" and e["kind"] != "kong_exposed")
    assert kinds.count("discard") + own_wins == 56 + kinds.count("peng") - own_kongs


def table(hands: list[str], wall: str, dealer: int = 0, rules: dict[str, Any] | None = None, moves: Any = ()) -> qipai.Table:
    """A partial set-up, played so far."""
    return qipai.Table.from_record(
        {
            "game": "mahjong",
            "rules": rules or {},
            "deal": {"dealer": dealer, "hands": hands, "wall": wall},
            "partial": True,
            "moves": [list(move) for move in moves],
        }
    )


__all__ = ["BURY", "PHASE_CLAIM", "RULE_SETS", "check_end", "check_state", "finished", "play", "random_deal", "table"]
