"""Views of Xianqi that contradict themselves: what a case needs, where it is changed, and to what."""

from __future__ import annotations

from tests.fuzz.contradiction import Cases, has_hand

CASES: Cases = {
    "a negative count of pillars": (has_hand, "public.players.0.captured_pillar_count", -1),
    "a round without end": (has_hand, "public.turn.round_index", 2**31),
    "a seat far away": (has_hand, "public.players.0.seat", 10**6),
    "another hand": (has_hand, "private.hand", {"R_SHI": 2, "B_SHI": 2, "R_XIANG": 2, "B_XIANG": 1}),
    "a version of its own": (has_hand, "public.version", lambda n: n + 1),
    "true for a number": (lambda v: has_hand(v) and v["public"]["version"] == 1, "public.version", True),
    "another starter": (lambda v: has_hand(v) and v["public"]["pillar_groups"], "starter", lambda n: (n + 1) % 3),
    "a buckle that nobody made": (
        lambda v: has_hand(v) and v["public"]["phase"] == "buckle_decision",
        "public.reveal.active_revealer_seat",
        lambda seat: 0 if seat is None else None,
    ),
    "pillars that were not won": (
        lambda v: has_hand(v) and v["public"]["players"][0]["captured_pillar_count"],
        "public.players.0.captured_pillar_count",
        lambda n: n - 1,
    ),
}
