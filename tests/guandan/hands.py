"""Random hands for the proofs: fixed seeds, all levels, a chosen number of wildcards, hands that are rich in combinations."""

from __future__ import annotations

import random

from tests.guandan.enumerator import KINDS, ORDER, RANKS, Cards


def draw(rng: random.Random, size: int, level: str, wild: int, style: str) -> Cards:
    """A hand of that size with exactly `wild` wildcards. Styles: any, run (few suits), sets (few ranks)."""
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
    naturals = rng.sample(deck, min(size - wild, len(deck)))
    return tuple(sorted(naturals + [wildcard] * wild, key=ORDER.__getitem__))
