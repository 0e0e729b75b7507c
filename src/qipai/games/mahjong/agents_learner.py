"""What mahjong brings to training: features, situations, and what a deal is worth in each way to play."""

from __future__ import annotations

from qipai.agents.learner import Learner
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng, Rng
from qipai.core.state import State
from qipai.games.mahjong.features import CLAIMS, NEARS, OPENING, PLACES, ROWS, WALLS, WIDTH, features_hash
from qipai.games.mahjong.learned import SCALE, LearnedPolicy, shipped
from qipai.games.mahjong.policy import MahjongPolicy
from qipai.games.mahjong.state import MahjongState
from qipai.search.playout import lowest_seat

WAYS = ("default", "chengdu", "river")
UNITS = {"default": 8.0, "chengdu": 4.0, "river": 10.0}  # points that are worth one: about what a deal's result varies by


def deal(rng: Rng) -> State:
    """As in an arena, each way to play equally often."""
    game = find_game("mahjong")
    rules = game.rules({"preset": WAYS[rng.below(len(WAYS))]})
    return game.deal(FastRng(int(rng.word()) << 32 | int(rng.word())), rules)


def learns(state: State) -> bool:
    """A locked hand needs no weights."""
    return isinstance(state, MahjongState) and not state.is_locked(lowest_seat(state.to_act()))


def unit_of(state: MahjongState) -> float:
    """The points that are worth one, in the way to play whose weights are used."""
    rules = state.rules
    way = "default" if not rules.sichuan else "chengdu" if rules.leave else "river"
    return UNITS[way] * int(rules.base)


def worth(state: State, seat: int) -> float:
    assert isinstance(state, MahjongState)
    return state.returns()[seat] / unit_of(state)


def families() -> list[int]:
    """Of each row its way to play and kind of decision."""
    out = []
    for row in range(ROWS):
        place = row % PLACES
        kind = 2 if place >= OPENING else 1 if place >= CLAIMS else 0
        out.append(3 * (row // PLACES) + kind)
    return out


def parts() -> list[list[int]]:
    """One part for all rows of a family, and one each for the wall and for the seat's distance."""
    out = []
    for row in range(ROWS):
        place = row % PLACES
        if place >= OPENING:
            out.append([0])
            continue
        wall, near = place % (WALLS * NEARS) // NEARS, place % NEARS
        out.append([0] + ([wall] if wall else []) + ([WALLS - 1 + near] if near else []))
    return out


LEARNER = Learner(
    sides=[0, 1, 2, 3],
    rows=ROWS,
    width=WIDTH,
    scale=SCALE,
    family=families(),
    parts=parts(),
    features=features_hash(),
    teacher=MahjongPolicy,
    policy=LearnedPolicy,
    shipped=shipped,
    deal=deal,
    learns=learns,
    worth=worth,
)
