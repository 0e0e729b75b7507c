"""Fits how far from a win the others' hands are: `python -m tests.mahjong.fit_habits [ROUNDS]`, the table of habits.py.

In deals of the learned policy against itself, the hands that seats have are compared with those that search would draw for
them (likely.py). By way to play, tiles in the wall and distance, what comes up too seldom gains weight, until both agree.
Far hands that hardly ever come up weigh no more than nearer ones. Prints the table, and on standard error how far the shares
still differ.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import qipai
from qipai.agents.base import Decision
from qipai.core.rng import FastRng
from qipai.games.mahjong import habits
from qipai.games.mahjong.agents import MahjongNormal
from qipai.games.mahjong.habits import FARTHEST, HABITS, MOST, ROW, STAGES
from qipai.games.mahjong.hands import nearest_win
from qipai.games.mahjong.likely import LikelyHands
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_TURN
from qipai.games.mahjong.state import MahjongState

WAYS = ("default", "chengdu", "river")
DEALS = 300  # of each way to play, in each round
ROUNDS = 10
DRAWN = 2  # worlds of a decision
EVERY = 4  # decisions between two that are looked at
FEW = 0.5  # added to counts: what never came up may yet
STEP = 0.9


def distance(state: MahjongState, seat: int) -> int:
    """The tiles missing for a win, as the table counts them."""
    sets = state.rules.hand_size // 3 - (state.melds[seat] & 7)
    far = nearest_win(*state.hand_of(seat), state.missing_suit(seat), sets) >> 27
    return min(far, FARTHEST)


def row_of(state: MahjongState) -> int:
    return min(STAGES - 1, state.wall_left() >> 3)


def looks(way: str, first: int, deals: int) -> Iterator[tuple[MahjongState, list[MahjongState], int]]:
    """A deal, worlds that search draws of it, and a seat whose hand search does not know."""
    game, policy, belief = qipai.game("mahjong"), MahjongNormal(), LikelyHands()
    for number in range(first, first + deals):
        rng = FastRng(number)
        state = game.deal(rng, game.rules({"preset": way}))
        assert isinstance(state, MahjongState)
        while asked := state.to_act():
            seat = next(seat for seat in range(4) if (asked >> seat) & 1)
            decision = Decision(game, state.view(seat), state.legal(seat))
            looked = state.phase in (PHASE_TURN, PHASE_CLAIM) and not state.rob and len(decision.actions) > 1
            if looked and rng.below(EVERY) == 0:
                worlds = []
                for _ in range(DRAWN):
                    world = belief.world(game, decision.view, rng)
                    assert isinstance(world, MahjongState)
                    worlds.append(world)
                for other in range(4):
                    if other != seat and not (state.gone | state.locked) >> other & 1:
                        yield state, worlds, other
            state.apply(seat, policy.choose(decision))


def shares(way: str, first: int, deals: int) -> tuple[list[list[float]], list[list[float]]]:
    """By tiles in the wall and distance, how often hands are so, and how often they are drawn so."""
    true, drawn = ([[FEW] * ROW for _ in range(STAGES)] for _ in range(2))
    for state, worlds, seat in looks(way, first, deals):
        stage = row_of(state)
        true[stage][distance(state, seat)] += 1
        for world in worlds:
            drawn[stage][distance(world, seat)] += 1
    return tuple([[count / sum(row) for count in row] for row in table] for table in (true, drawn))  # type: ignore[return-value]


def smooth(row: list[float]) -> list[int]:
    """No farther hand weighs more than a nearer one; no hand of thirteen tiles is a win."""
    out = [row[1], *row[1:]]
    for far in range(2, ROW):
        out[far] = min(out[far], out[far - 1])
    return [max(1, round(weight / out[1] * MOST)) for weight in out]


def main(args: list[str]) -> None:
    weights = [float(MOST)] * (len(WAYS) * STAGES * ROW)
    for number in range(int(args[0]) if args else ROUNDS):
        worst = 0.0
        for place, way in enumerate(WAYS):
            true, drawn = shares(way, DEALS * number, DEALS)
            for stage in range(STAGES):
                at = ROW * (STAGES * place + stage)
                for far in range(ROW):
                    weights[at + far] *= (true[stage][far] / drawn[stage][far]) ** STEP
                    worst = max(worst, abs(true[stage][far] - drawn[stage][far]))
                row = smooth(weights[at : at + ROW])
                weights[at : at + ROW] = map(float, row)
                HABITS[at : at + ROW] = row
        sys.stderr.write(f"round {number + 1}: shares differ by {worst:.3f} at most\n")
    for at in range(0, len(HABITS), ROW):
        sys.stdout.write(" ".join(map(str, HABITS[at : at + ROW])) + "\n")


if __name__ == "__main__":
    habits.HABITS[:] = [MOST] * len(HABITS)
    main(sys.argv[1:])
