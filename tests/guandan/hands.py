"""Random hands for the proofs: fixed seeds, all levels, a chosen number of wildcards, hands that are rich in combinations."""

from __future__ import annotations

import random

from tests.guandan.enumerator import KINDS, LINE, ORDER, RANKS, SUITS, Cards


def draw(rng: random.Random, size: int, level: str, wild: int, style: str) -> Cards:
    """A hand of that size with exactly `wild` wildcards. Styles: any, run (few suits), sets (few ranks), flush (a run of
    one suit, most of it twice, and some of its ranks in others), longer (the same with a sixth rank, once in each suit)."""
    wildcard = f"H{level}"
    deck = [card for card in KINDS for _ in range(2) if card != wildcard]
    if style == "run":
        start = rng.randrange(13)
        ranks = {RANKS[(start + k) % 13] for k in range(7)}
        suits = rng.sample("SHCD", 2)
        deck = [c for c in deck if c[1] in ranks and (c[0] in suits or rng.random() < 0.15)]
    elif style == "sets":
        start = rng.randrange(13)
        ranks = {RANKS[(start + k) % 13] for k in range(3)}
        deck = [c for c in deck if c[1] in ranks or c in ("SB", "HR")]
    elif style in ("flush", "longer"):
        start, (suit, second) = rng.choice((0, rng.randrange(10))), rng.sample("SHCD", 2)
        window = [LINE[start + k] for k in range(5)]
        spare = [rank for rank in window if rng.random() < 0.8]  # a second copy costs the straight flush nothing
        own = [suit + rank for rank in [*window, *spare] if suit + rank != wildcard]
        suits = second if rng.random() < 0.7 else SUITS.replace(suit, "")
        near = [card for card in deck if card[1] in window and card[0] in suits]
        if style == "longer":
            own += [other + LINE[(start + 5) % 13] for other in (suit, second) if other + LINE[(start + 5) % 13] != wildcard]
        more = rng.sample(near, min(len(near), max(0, size - wild - len(own))))
        return tuple(sorted([*own, *more, *[wildcard] * wild], key=ORDER.__getitem__))
    naturals = rng.sample(deck, min(size - wild, len(deck)))
    return tuple(sorted(naturals + [wildcard] * wild, key=ORDER.__getitem__))
