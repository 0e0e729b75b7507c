"""What Guandan brings to training: features, situations, and what a deal is worth."""

from __future__ import annotations

from qipai.agents.learner import Learner
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng, Rng
from qipai.core.state import State
from qipai.games.guandan.agents import deal_context
from qipai.games.guandan.features import DANGERS, HANDS, HOLDERS, PARTNERS, ROWS, WIDTH, features_hash
from qipai.games.guandan.learned import SCALE, LearnedPolicy, shipped
from qipai.games.guandan.policy import GuandanPolicy
from qipai.games.guandan.state import PLAY_PHASE, GuandanState


def deal(rng: Rng) -> State:
    """As in an arena: any level, half of the deals with a tribute."""
    game = find_game("guandan")
    seed = b"".join(int(rng.word()).to_bytes(4, "big") for _ in range(8))
    rules, previous = deal_context(game, game.rules(None), seed)
    return game.deal(FastRng(int.from_bytes(seed[:7], "big")), rules, previous)


def learns(state: State) -> bool:
    return isinstance(state, GuandanState) and state.phase == PLAY_PHASE


def worth(state: State, seat: int) -> float:
    """A won deal counts, and so do the levels."""
    brought = state.returns()[seat]
    return (0.5 if brought > 0 else -0.5) + brought / 6


def parts() -> list[list[int]]:
    """One part for all rows, and one each for few cards with an opponent, in the seat's hand and with the partner."""
    out = []
    for row in range(ROWS):
        partner = row % PARTNERS
        hand = row // PARTNERS % HANDS
        danger = row // (PARTNERS * HANDS) % DANGERS
        out.append([0] + [2 * at + number for at, number in enumerate((danger, hand, partner)) if number])
    return out


LEARNER = Learner(
    sides=[0, 1, 0, 1],
    rows=ROWS,
    width=WIDTH,
    scale=SCALE,
    family=[row // (ROWS // HOLDERS) for row in range(ROWS)],
    parts=parts(),
    features=features_hash(),
    teacher=GuandanPolicy,
    policy=LearnedPolicy,
    shipped=shipped,
    deal=deal,
    learns=learns,
    worth=worth,
)
