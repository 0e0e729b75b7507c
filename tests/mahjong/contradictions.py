"""Views of mahjong that contradict themselves: what a case needs, where it is changed, and to what."""

from __future__ import annotations

from tests.conftest import Json
from tests.fuzz.contradiction import Cases, has_hand


def may_answer(view: Json) -> bool:
    return view["public"]["phase"] == "claim" and view["seat"] not in (-1, view["public"]["turn"])


CASES: Cases = {
    "an unknown answer": (may_answer, "private.answer", "x"),
    "points from nowhere": (lambda v: v["seat"] >= 0, "public.scores.0", lambda n: n + 1),
    "a wall of another size": (lambda v: v["public"]["phase"] != "finished", "public.wall_left", lambda n: n - 1),
    "a version of its own": (lambda v: v["public"]["phase"] == "turn", "public.version", lambda n: n + 2),
    "a fifth tile": (has_hand, "private.hand", "11111p1234567s"),
    "a suit nobody missed": (lambda v: len(v["events"]) > 3, "events.0.suits.0", "x"),
    "a dealer who did not deal": (lambda v: len(v["events"]) > 3, "public.dealer", lambda n: (n + 1) % 4),
    "a win given up in vain": (lambda v: v["seat"] >= 0, "private.given_up", 63),
    "tiles of a finished deal": (lambda v: v["public"]["phase"] == "finished", "public.hands.1", "1p"),
}
