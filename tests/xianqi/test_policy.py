"""The policy of playouts, and what it makes one believe about hidden pieces."""

from __future__ import annotations

import qipai
from qipai.core.policy import Policy
from qipai.core.rng import FastRng
from qipai.games.xianqi.belief import XianqiBelief, dealt
from qipai.games.xianqi.pieces import BUCKLE, PASS, REVEAL
from qipai.games.xianqi.policy import XianqiPolicy
from qipai.games.xianqi.position import REVEAL_DECISION
from qipai.games.xianqi.state import XianqiState
from qipai.search.playout import policy_playout
from tests.clauses import clause
from tests.xianqi.deals import RULE_SETS, random_deal

GAME = qipai.game("xianqi")


def deals(count: int) -> list[XianqiState]:
    found = [random_deal(RULE_SETS[n % len(RULE_SETS)], n) for n in range(count)]
    return [state for state in found if not state.over()]


def test_the_policy_plays_legal_moves_under_all_rules() -> None:
    policy, rng = XianqiPolicy(), FastRng(1)
    words = set()
    for state in deals(150):
        while not state.over():
            action = policy.choose(state, state.actor, rng)
            assert action in state.legal(state.actor)
            words.add(action)
            state.apply(state.actor, action)
    assert {BUCKLE, REVEAL, PASS} < words


def test_the_policy_beats_random_play() -> None:
    policy, rng, total, count = XianqiPolicy(), FastRng(1), 0, 0
    for state in deals(200):
        if state.head >= 0:
            continue
        for me in range(3):
            again = state.copy()
            while not again.over():
                chooser = policy if again.actor == me else Policy()
                again.apply(again.actor, chooser.choose(again, again.actor, rng))
            total += again.returns()[me]
            count += 1
    assert total / count > 0.8


def test_the_true_deal_explains_whatever_the_policy_did() -> None:
    """So the deal is replayed exactly, buckles, reveals and covers included."""
    policy, rng = XianqiPolicy(), FastRng(2)
    belief = XianqiBelief(policy, 0.1)
    for state in deals(60):
        start = state.copy()
        while not state.over():
            if state.carried is None:
                assert dealt(state).digest() == start.digest()
            for viewer in range(-1, state.rules.seats):
                assert belief.weight(state, viewer, rng) == 1.0
            state.apply(state.actor, policy.choose(state, state.actor, rng))


def test_every_choice_of_others_that_surprises_costs_its_share() -> None:
    policy, rng = XianqiPolicy(), FastRng(3)
    belief = XianqiBelief(policy, 0.5)
    surprised = 0
    for state in deals(40):
        odd = dict.fromkeys(range(-1, 4), 0)
        while not state.over():
            for viewer in range(state.rules.seats):
                assert belief.weight(state, viewer, rng) == 0.5 ** odd[viewer]
            legal = state.legal(state.actor)
            action = legal[rng.below(len(legal))]
            if policy.choose(state, state.actor, rng) != action:
                surprised += 1
                for viewer in odd:
                    odd[viewer] += viewer != state.actor
            state.apply(state.actor, action)
    assert surprised > 50


@clause("X-5.5")
def test_who_reveals_is_believed_to_be_strong() -> None:
    """Of worlds drawn from the view of a seat that saw a reveal, the likely ones give the revealer more shi."""
    policy, rng = XianqiPolicy(), FastRng(4)
    belief = XianqiBelief(policy, 0.1)
    plain = weighted = weights = 0.0
    seen = 0
    for state in deals(120):
        while not state.over() and state.active < 0:
            state.apply(state.actor, policy.choose(state, state.actor, rng))
        if state.over() or state.actor == state.active or state.head >= 0:
            continue
        view = state.view(state.actor)
        for _ in range(40):
            world = GAME.world(view, rng)
            assert isinstance(world, XianqiState)
            shi = (world.hand(state.active) & 3) + ((world.hand(state.active) >> 2) & 3)
            weight = belief.weight(world, view.seat, rng)
            plain += shi
            weighted += weight * shi
            weights += weight
            seen += 1
    assert seen > 200
    assert weighted / weights > plain / seen


def test_a_playout_ends_every_deal() -> None:
    for state in deals(30):
        policy_playout(state, XianqiPolicy(), FastRng(1))
        assert state.over()


def test_the_policy_leads_as_the_hints_do() -> None:
    """Search credits the others with this policy: it must judge as they do, pieces under the table included."""
    policy, rng = XianqiPolicy(), FastRng(99)
    leads = alike = 0
    while leads < 250:
        state = GAME.deal(rng, GAME.rules(None))
        assert isinstance(state, XianqiState)
        while not state.over():
            seat = state.actor
            best = GAME.advice.hints(state.view(seat), 1)[0]
            action = best.action
            if state.round > 0 and state.played == 0 and state.phase != REVEAL_DECISION and len(state.legal(seat)) > 1:
                leads += 1
                alike += policy.choose(state, seat, rng) == action
            state.apply(seat, action)
    assert alike > 0.9 * leads
