"""The levels: `normal` is the learned policy, the others try what it likes and never overlook a win, a claim or a pass."""

from __future__ import annotations

import pytest

from qipai.agents import Decision, agent
from qipai.core.rng import FastRng
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, PASS, PENG, SWAP, bury_action
from qipai.games.mahjong.agents import WIDE, MahjongSearch, Trust, candidates
from qipai.games.mahjong.learned import LearnedPolicy, shipped
from qipai.games.mahjong.likely import LikelyHands
from tests.mahjong.test_learned import GAME, positions


@pytest.mark.parametrize("budget", ["arena", "device"])
def test_normal_plays_what_the_policy_likes_best_and_explains_it(budget: str) -> None:
    player = agent("mahjong", "normal", seed=1, budget=budget)
    policy = LearnedPolicy(shipped())
    for state, seat, legal in positions(30, seed=5):
        assert player.choose(Decision(GAME, state.view(seat), legal)) == policy.choose(state, seat, FastRng(1))
        assert player.explain().zh


def test_wins_kongs_pengs_and_passes_are_always_tried() -> None:
    """However little the policy thinks of them."""
    trust = Trust(width=1, margin=0.0)
    assert candidates([HU, KONG, PENG, PASS], [0.1, -9.0, 0.9, -5.0], trust) == [2, 0, 3, 1]
    assert candidates([KONG_OF + 3, 3, 4, 5], [-5.0, 0.9, 0.8, 0.1], trust) == [1, 0]
    wide = Trust(width=3, margin=0.2)
    assert candidates([KONG_OF + 3, 3, 4, 5], [-5.0, 0.9, 0.8, 0.1], wide) == [1, 2, 0]
    alone = Trust(width=2, margin=0.2, besides=False)
    assert candidates([KONG_OF + 3, 3, 4, 5], [-5.0, 0.9, 0.8, 0.1], alone) == [1, 2]


@pytest.mark.parametrize("budget", ["arena", "play"])
def test_master_trusts_the_policy_as_hard_does_however_many_playouts_it_has(budget: str) -> None:
    hard, master = (agent("mahjong", level, seed=1, budget=budget) for level in ("hard", "master"))
    assert isinstance(hard, MahjongSearch)
    assert isinstance(master, MahjongSearch)
    assert hard.trust.bonus(hard.playouts) * hard.playouts == pytest.approx(WIDE.playouts)
    assert hard.playouts >= 2 * WIDE.playouts
    assert master.playouts == 10 * hard.playouts
    assert master.trust.bonus(master.playouts) == pytest.approx(hard.trust.bonus(hard.playouts))
    assert isinstance(hard.belief, LikelyHands)
    assert isinstance(master.belief, LikelyHands)


def test_on_a_device_there_is_no_time_to_arrange_hands() -> None:
    player = agent("mahjong", "master", seed=1, budget="device")
    assert isinstance(player, MahjongSearch)
    assert player.belief is None


def test_burials_of_every_suit_are_tried_before_a_third_of_one_suit() -> None:
    actions = [bury_action(0, 1, tile) for tile in (2, 3, 4)] + [bury_action(9, 10, tile) for tile in (11, 12)]
    trust = Trust(width=3, margin=1.0)
    assert candidates(actions, [0.9, 0.8, 0.7, 0.6, 0.5], trust) == [0, 1, 3]
    swaps = [action - BURY + SWAP for action in actions]
    assert candidates(swaps, [0.9, 0.8, 0.7, 0.6, 0.5], trust) == [0, 1, 3]
