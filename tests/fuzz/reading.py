"""Views of random deals, read again: all are accepted, in time."""

from __future__ import annotations

import json
import math
import random
import time

import qipai
from qipai.core.policy import Policy
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.search.playout import random_playout
from tests.fuzz.corpus import policy_of, rule_sets

LONGEST = 0.05  # seconds of processor time for a view, compiled
LOOKS = 3  # views of a deal that are read, and the last one


def read_deals(game: str, first: int, deals: int) -> float:
    """Plays that many deals, half of them sensibly, and reads some views of each. The longest reading, in seconds."""
    found = qipai.game(game)
    sets = [found.rules(rules) for rules in rule_sets(game)]
    policy = policy_of(game)
    slowest = 0.0
    for number in range(first, first + deals):
        rng = random.Random(number)
        state = found.deal(qipai.FastRng(number), sets[number % len(sets)])
        if number % 5 == 0:
            state = after(game, state, sets[number % len(sets)], rng)
        while not state.over() and rng.random() > 0.002:
            seat = rng.choice([seat for seat in range(4) if (state.to_act() >> seat) & 1])
            if rng.random() < 0.05 * LOOKS:
                slowest = max(slowest, read_one(game, state, rng, number))
            state.apply(seat, chosen(state, seat, rng, policy, number))
        slowest = max(slowest, read_one(game, state, rng, number))
    return slowest


def after(game: str, state: State, rules: Rules, rng: random.Random) -> State:
    """The next deal of the match, if there is one: with tribute, levels, other scores."""
    found = qipai.game(game)
    drawn = qipai.FastRng(rng.randrange(1 << 30))
    random_playout(state, drawn)
    carried = found.carry(state, None)
    return state if found.match_over(rules, carried) else found.deal(drawn, rules, carried)


def chosen(state: State, seat: int, rng: random.Random, policy: Policy, number: int) -> int:
    if number % 2 and rng.random() < 0.95:
        return policy.choose(state, seat, qipai.FastRng(rng.randrange(1 << 30)))
    legal = state.legal(seat)
    return legal[rng.randrange(len(legal))]


def read_one(game: str, state: State, rng: random.Random, number: int) -> float:
    seat = rng.randrange(-1, len(state.returns()))
    view = state.view(seat)
    data = json.loads(json.dumps(view.to_json()))
    spent = math.inf
    for _ in range(5):  # a busy machine also costs processor time
        began = time.process_time()
        try:
            read = qipai.game(game).read_view(data)
        except qipai.QipaiError as refusal:
            where = f"{game}, deal {number}, seat {seat}, version {data['public']['version']}"
            raise AssertionError(f"{where}: {refusal}") from None
        spent = min(spent, time.process_time() - began)
        if spent < LONGEST:
            break
    assert read == view
    return spent
