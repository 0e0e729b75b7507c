"""How well a world explains the others' choices: replays the deal and compares each choice with a policy's.

`world` weighs all physical deals equally. But a seat that buckled at once is weak, and one that revealed is not; a world
in which a sensible player would have chosen otherwise is less likely. Covers count too: nobody lays aside a shi while
holding a niu.
"""

from __future__ import annotations

from qipai.core.policy import Belief, Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.games.xianqi.learned import LearnedPolicy
from qipai.games.xianqi.pieces import BUCKLE, PACKED, PASS, REVEAL
from qipai.games.xianqi.position import NONE, REVEAL_DECISION
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64


class XianqiBelief(Belief):
    """Weights by agreement with a policy. A deal set up midway has no history and weighs 1.

    `left` is the factor for each choice that differs from the policy's.
    """

    def __init__(self, policy: Policy, left: float) -> None:
        self.policy = policy
        self.left = left

    def __reduce__(self) -> tuple[object, ...]:
        return XianqiBelief, (self.policy, self.left)

    def weight(self, world: State, viewer: i64, rng: Rng) -> float:
        assert isinstance(world, XianqiState)
        if world.carried is not None:
            return 1.0
        again = dealt(world)
        weight: float = 1.0
        number: i64 = 0
        while number <= world.round:
            if buckled(world, number):
                weight *= self.surprise(again, viewer, BUCKLE, rng)
                again.apply(again.actor, BUCKLE)
                revealer = revealer_of(world, number)
                while again.phase == REVEAL_DECISION:
                    if revealer == NONE and again.actor == world.actor:
                        return weight
                    answer: i64 = REVEAL if again.actor == revealer else PASS
                    weight *= self.surprise(again, viewer, answer, rng)
                    again.apply(again.actor, answer)
            while again.round == number:
                action = world.action_in_round(number, again.actor)
                if action < 0:
                    return weight
                weight *= self.surprise(again, viewer, action, rng)
                again.apply(again.actor, action)
            number += 1
        return weight

    def surprise(self, again: XianqiState, viewer: i64, action: i64, rng: Rng) -> float:
        """1 for an expected choice and for one's own."""
        if again.actor == viewer or self.policy.choose(again, again.actor, rng) == action:
            return 1.0
        return self.left


class LikelyBelief(XianqiBelief):
    """Weights by how likely the learned policy makes each choice when it mixes at that warmth.

    `left` is the least chance of any choice: nobody plays exactly like the policy.
    """

    def __init__(self, learned: LearnedPolicy, warmth: float, left: float) -> None:
        super().__init__(learned, left)
        self.learned = learned
        self.warmth = warmth

    def __reduce__(self) -> tuple[object, ...]:
        return LikelyBelief, (self.learned, self.warmth, self.left)

    def surprise(self, again: XianqiState, viewer: i64, action: i64, rng: Rng) -> float:
        """1 for one's own choices."""
        if again.actor == viewer:
            return 1.0
        return self.left + (1.0 - self.left) * self.learned.chance(again, again.actor, action, self.warmth)


def dealt(world: XianqiState) -> XianqiState:
    """The initial deal of this world."""
    state = XianqiState(world.rules, world.first)
    state.head = world.head
    state.starter = world.starter
    state.actor = world.starter
    seat: i64 = 0
    while seat < world.rules.seats:
        hand = world.hand(seat)
        number: i64 = 0
        while number <= world.round:
            action = world.action_in_round(number, seat)
            if action >= 0:
                hand += PACKED[action]
            number += 1
        state.set_hand(seat, hand)
        seat += 1
    return state


def revealer_of(world: XianqiState, number: i64) -> i64:
    """The seat that revealed in that round, if any."""
    packed: i64 = (world.relations >> (4 * number)) & 15
    return packed >> 2 if packed & 1 else NONE


def buckled(world: XianqiState, number: i64) -> bool:
    """Whether the round began with a buckle that was revealed or is being answered."""
    return revealer_of(world, number) != NONE or (number == world.round and world.phase == REVEAL_DECISION)
