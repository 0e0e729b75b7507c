"""Plays seeded deals and prints one digest per deal, of everything that the kernel says on the way.

    python tests/build/digest_deals.py GAME N SEED

Run by the interpreted and by the compiled environment, each in a process of its own; the outputs must be equal. Every
deal depends on its own seed alone, so that one that differs can be played again: GAME 1 SEED.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys

import qipai
from qipai import build
from qipai.core.game import Game
from qipai.core.rng import DealRng, FastRng
from qipai.core.rules import Rules
from qipai.core.state import State

LOOK_EVERY = 9  # decisions between two looks at views and worlds, which cost more than moves
HINT_EVERY = 31


def say(chain: hashlib._Hash, *values: object) -> None:
    chain.update(json.dumps(values, ensure_ascii=False, sort_keys=True).encode())


def some_rules(game: Game, rng: FastRng) -> Rules:
    """The default rules for every second deal; else a preset with a few options drawn at random."""
    options = game.options()
    if rng.below(2) == 0:
        return game.rules(None)
    names = list(options.presets)
    given: dict[str, object] = {"preset": names[rng.below(len(names))]}
    for option in options.options:
        if rng.below(4):
            continue
        values: list[object] = list(option.choices)
        if isinstance(option.default, bool):
            values = [False, True]
        elif not values and option.low is not None and option.high is not None:
            values = [option.low + rng.below(option.high - option.low + 1)]
        if values:
            wished = {**given, option.name: values[rng.below(len(values))]}
            with contextlib.suppress(qipai.BadRecord):  # options that exclude each other
                game.rules(wished)
                given = wished
    return game.rules(given)


def play(game: Game, state: State, rules: Rules, rng: FastRng, chain: hashlib._Hash) -> None:
    """A random deal to its end; several seats to act answer in random order."""
    seats = game.seats(rules)
    decisions = 0
    while not state.over():
        mask = state.to_act()
        acting = [seat for seat in range(seats) if mask >> seat & 1]
        seat = acting[rng.below(len(acting))]
        legal = state.legal(seat)
        action = legal[rng.below(len(legal))]
        say(chain, state.digest(), state.version(), acting, legal, game.phase(state), game.write(state.view(seat), action))
        if decisions % LOOK_EVERY == 0:
            for viewer in (-1, *range(seats)):
                view = state.view(viewer)
                say(chain, view.to_json(), view.public(), view.private() if viewer >= 0 else None)
                say(chain, game.world(view, FastRng(decisions)).digest())
            say(chain, game.facts(state), state.copy().digest())
        if decisions % HINT_EVERY == 0:
            say(chain, [[h.action, h.reason.to_json(), repr(h.score)] for h in game.advice.hints(state.view(seat), 3)])
        state.apply(seat, action)
        decisions += 1
    say(chain, state.digest(), state.returns(), game.facts(state), [state.view(s).to_json() for s in range(-1, seats)])


def digest(game: Game, seed: int) -> str:
    rng = FastRng(seed)
    rules = some_rules(game, rng)
    chain = hashlib.sha256()
    say(chain, rules.to_json())
    dealer = DealRng(hashlib.sha256(str(seed).encode()).digest()) if seed % 2 else rng
    state = game.deal(dealer, rules)
    play(game, state, rules, rng, chain)
    if seed % 5 == 0:  # what one deal leaves to the next is part of the kernel too
        carried = game.carry(state, None)
        say(chain, carried, game.match_over(rules, carried))
        if not game.match_over(rules, carried):
            play(game, game.deal(dealer, rules, carried), rules, rng, chain)
    return chain.hexdigest()[:32]


def main() -> None:
    name, count, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    expected = os.environ.get("QIPAI_EXPECT")  # two runs of the same build would be equal and prove nothing
    assert expected in (None, "compiled" if build.compiled() else "interpreted"), build.HOME
    game = qipai.game(name)
    for seed in range(first, first + count):
        print(seed, digest(game, seed), flush=seed % 50 == 0)


if __name__ == "__main__":
    main()
