"""Views of Guandan that contradict themselves: what a case needs, where it is changed, and to what."""

from __future__ import annotations

from tests.fuzz.contradiction import Cases, has_hand

CASES: Cases = {
    "another leader": (lambda v: v["public"]["history"] and v["seat"] >= 0, "public.leader", lambda n: (n + 1) % 4),
    "a card too many": (has_hand, "private.hand", lambda hand: f"{hand} HR"),
    "other cards": (lambda v: has_hand(v) and v["public"]["history"], "private.hand", "HR HR HR"),
    "a level of its own": (lambda v: v["public"]["previous"] is None, "public.levels.0", "K"),
    "fails before any deal": (lambda v: v["public"]["previous"] is None, "public.fails.0", 1),
    "a huge deal": (has_hand, "public.deal", 2**70),
    "a starting card that nobody leads with": (lambda v: v["public"]["starting_card"], "public.starting_card", "HR"),
    "somebody is out": (lambda v: has_hand(v) and not v["public"]["order"], "public.order", [1]),
}
