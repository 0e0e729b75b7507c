"""What Xianqi brings to training: features, situations, and what a deal is worth."""

from __future__ import annotations

from qipai.agents.learner import Learner
from qipai.core.registry import game as find_game
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.games.xianqi.features import KINDS, ROWS, SITUATIONS, WIDTH, features_hash
from qipai.games.xianqi.learned import SCALE, LearnedPolicy, shipped
from qipai.games.xianqi.policy import XianqiPolicy

SHORT = 21  # situations of a seat that is short: seven for each number of pillars; then three for each
OWN = 6
OTHERS = 7


def deal(rng: Rng) -> State:
    """By the default rules; deals that are void from the start teach nothing."""
    game = find_game("xianqi")
    while True:
        state = game.deal(rng, game.rules(None))
        if not state.over():
            return state


def learns(state: State) -> bool:
    return True


def worth(state: State, seat: int) -> float:
    """Chips."""
    return float(state.returns()[seat])


def parts() -> list[list[int]]:
    """One part for all rows of a kind of decision, one for the seat's own pillars and one for the others'."""
    out = []
    for row in range(ROWS):
        at = row % SITUATIONS
        own, others = divmod(at, OTHERS) if at < SHORT else (SHORT // OTHERS + (at - SHORT) // 3, (at - SHORT) % 3)
        out.append([0, 1 + own, 1 + OWN + others])
    return out


LEARNER = Learner(
    sides=[0, 1, 2],
    rows=ROWS,
    width=WIDTH,
    scale=SCALE,
    family=[row // SITUATIONS for row in range(ROWS)],
    parts=parts(),
    features=features_hash(),
    teacher=XianqiPolicy,
    policy=LearnedPolicy,
    shipped=shipped,
    deal=deal,
    learns=learns,
    worth=worth,
)
assert KINDS * SITUATIONS == ROWS
