"""Reads views from JSON."""

from __future__ import annotations

from qipai.core.data import Json, as_int
from qipai.core.errors import BadRecord
from qipai.games.xianqi.combos import read_count_map
from qipai.games.xianqi.pieces import COVER_OF, HIDDEN, PLAY_OF, pieces_in
from qipai.games.xianqi.position import NONE, PHASES, Carried, Position
from qipai.games.xianqi.rules import OPTIONS, XianqiRules, read_rules
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView, make_view


def read_view(data: object) -> XianqiView:
    """The inverse of `XianqiView.to_json`. BAD_VIEW."""
    try:
        view = build_view(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError) as problem:
        raise BadRecord("BAD_VIEW", reason=f"it does not have the shape of a view ({problem})") from None
    again = view.to_json()
    if again != data or not same_kinds(again, data):
        raise BadRecord("BAD_VIEW", reason="its parts do not fit together")
    return view


def build_view(data: object) -> XianqiView:
    """Reads the fields one by one; `read_view` checks that they agree by writing the view again."""
    assert isinstance(data, dict)
    public = data["public"]
    rules = read_rules(OPTIONS.kept(data["rules"]))
    seat = as_int(data["seat"], NONE, rules.seats - 1)
    known = XianqiState(rules, data["first_deal"] is True)
    known.head = seat_number(public["head_seat"], rules)
    known.starter = seat_number(data["starter"], rules)
    if data["carried"] is not None:
        read_carried(known, data)
    known.phase = PHASES.index(public["phase"])
    known.steps = public["version"]
    known.pillars = sum(p["captured_pillar_count"] << (4 * p["seat"]) for p in public["players"])
    if seat >= 0 and seat != known.head:
        hand = read_count_map(data["private"]["hand"])
        assert hand is not None
        known.set_hand(seat, hand)
    turn = public["turn"]
    known.actor = seat_number(turn["current_seat"], rules)
    known.round = turn["round_index"]
    if not 0 <= known.round <= 7:
        raise ValueError("no such round")
    reveal = public["reveal"]
    known.buckler = seat_number(reveal["buckler_seat"], rules)
    known.active = seat_number(reveal["active_revealer_seat"], rules)
    pending = reveal["pending_order"]
    known.asked = seat_number(pending[1], rules) if len(pending) == 2 else NONE
    for relation in reveal["relations"]:
        if relation["round_index"] >= 0:
            flag = 2 if relation["revealer_enough_at_time"] else 0
            known.relations |= (1 + flag + 4 * seat_number(relation["revealer_seat"], rules)) << (4 * relation["round_index"])
    known.void = (
        not public["pillar_groups"]
        and not turn["plays"]
        and public["decision"] is None
        and known.buckler < 0
        and known.round == 0
    )
    own = data["own_covers"]
    for number, group in enumerate(public["pillar_groups"]):
        known.set_round(number, read_plays(group["plays"], own.get(str(number)), seat) | group["plays"][0]["seat"] << 27)
    if turn["plays"]:
        known.table = read_plays(turn["plays"], own.get(str(known.round)), seat)
        known.played = len(turn["plays"])
        known.leader = seat_number(turn["plays"][0]["seat"], rules)
        known.kind = turn["round_kind"]
        known.top_power = turn["last_combo"]["power"]
        known.top_seat = seat_number(turn["last_combo"]["owner_seat"], rules)
    return make_view(known, seat)


def read_carried(known: Position, data: Json) -> None:
    """The public part of what a deal set up midway started with."""
    carried = data["carried"]
    public = data["public"]
    assert isinstance(carried, dict)
    assert isinstance(public, dict)
    captured = read_count_map(carried["captured"])
    assert captured is not None
    pillars = 0
    for seat, n in enumerate(carried["pillars"]):
        pillars += 0 if n is None else n << (4 * seat)
    if 3 * sum((pillars >> (4 * seat)) & 15 for seat in range(4)) != pieces_in(captured):
        raise ValueError("captured pieces and pillars disagree")
    relations: list[int] = []
    for r in public["reveal"]["relations"]:
        if r["round_index"] < 0:
            relations.append(8 * r["revealer_seat"] + 2 * r["buckler_seat"] + (1 if r["revealer_enough_at_time"] else 0))
    known.carried = Carried(pillars, captured, relations)


def seat_number(value: object, rules: XianqiRules) -> int:
    return NONE if value is None else as_int(value, NONE, rules.seats - 1)


def read_plays(plays: list[Json], own: object, seat: int) -> int:
    """The actions of a round; own covers are known, others stay hidden."""
    packed = 0
    for k, play in enumerate(plays):
        if play["power"] == -1:
            if play["seat"] == seat:
                laid = read_count_map(own)
                assert laid is not None
                action = COVER_OF[laid]
            else:
                count = play["covered_count"]
                assert isinstance(count, int)
                if not 1 <= count <= 3:
                    raise ValueError("a cover is one to three pieces")
                action = HIDDEN + count - 1
        else:
            cards = read_count_map(play["cards"])
            assert cards is not None
            action = PLAY_OF[cards]
        packed |= action << (9 * k)
    return packed


def same_kinds(a: object, b: object) -> bool:
    """Whether types match too: 1, 1.0 and true are equal in Python, but not the same JSON."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return all(same_kinds(value, b[key]) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return all(same_kinds(x, y) for x, y in zip(a, b, strict=True))
    return True
