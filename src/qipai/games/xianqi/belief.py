"""How well a world explains what the others have done: the deal is played again, and each choice compared.

`world` gives every physical deal the same weight. But who buckled at once is weak, and who revealed is not; a world in
which a sensible player would have chosen otherwise is less likely the true one. Covers are compared too: nobody lays
aside a shi as long as there is a niu.
"""

from __future__ import annotations

from qipai.core.policy import Belief, Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.games.xianqi.pieces import BUCKLE, PACKED, PASS, REVEAL
from qipai.games.xianqi.position import NONE, REVEAL_DECISION
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64


class XianqiBelief(Belief):
    """Weights by agreement with a policy. A set-up from the middle of a deal has no history and weighs 1.

    `left` is what a choice other than the policy's leaves of a world's weight.
    """

    def __init__(self, policy: Policy, left: float) -> None:
        self.policy = policy
        self.left = left

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
        """1 for a choice that was to be expected, and for one's own."""
        if again.actor == viewer or self.policy.choose(again, again.actor, rng) == action:
            return 1.0
        return self.left


def dealt(world: XianqiState) -> XianqiState:
    """The deal from which this world came about."""
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
    """Who revealed in that round, if anybody did."""
    packed: i64 = (world.relations >> (4 * number)) & 15
    return packed >> 2 if packed & 1 else NONE


def buckled(world: XianqiState, number: i64) -> bool:
    """Whether the round began with a buckle: it was revealed, or is being answered now."""
    return revealer_of(world, number) != NONE or (number == world.round and world.phase == REVEAL_DECISION)
