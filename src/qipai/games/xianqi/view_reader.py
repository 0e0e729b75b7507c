"""Reads views from JSON. Whatever comes from outside is bounded here; view_check.py proves that some deal gives it."""

from __future__ import annotations

from qipai.core.data import Json, as_int, as_list, as_object, same_json
from qipai.core.views import WRONG_DATA, contradiction, no_shape, view_object
from qipai.games.xianqi.combos import read_count_map
from qipai.games.xianqi.deal import HAND, MOST_RELATIONS
from qipai.games.xianqi.pieces import COVER_OF, HIDDEN, PLAY_OF
from qipai.games.xianqi.position import NONE, PHASES, Carried, Position
from qipai.games.xianqi.rules import OPTIONS, XianqiRules, read_rules
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView, make_view
from qipai.games.xianqi.view_check import check_view

MOST_STEPS = 64  # more than any deal has


def read_view(given: object) -> XianqiView:
    """The inverse of `XianqiView.to_json`. BAD_VIEW unless some deal gives this view."""
    data = view_object(given)
    try:
        view = build_view(data)
        again = view.to_json()
    except WRONG_DATA:
        raise no_shape() from None
    if not same_json(again, data):
        raise contradiction(again, data)
    check_view(view)
    return view


def build_view(data: Json) -> XianqiView:
    """Reads the fields one by one; `read_view` checks that they agree by writing the view again."""
    public = as_object(data["public"])
    rules = read_rules(OPTIONS.kept(as_object(data["rules"])))
    seat = as_int(data["seat"], NONE, rules.seats - 1)
    known = XianqiState(rules, data["first_deal"] is True)
    known.head = seat_number(public["head_seat"], rules)
    known.starter = as_int(data["starter"], 0, rules.seats - 1)
    if (known.head >= 0) != rules.baotou or known.starter == known.head:
        raise ValueError("the seat that sits out")
    if data["carried"] is not None:
        read_carried(known, data)
    known.phase = PHASES.index(str(public["phase"]))
    known.steps = as_int(public["version"], 1, MOST_STEPS)
    read_pillars(known, as_list(public["players"]))
    if seat >= 0 and seat != known.head:
        known.set_hand(seat, count_of(as_object(data["private"])["hand"]))
    turn = as_object(public["turn"])
    known.actor = seat_number(turn["current_seat"], rules)
    known.round = as_int(turn["round_index"], 0, HAND - 1)
    read_reveal(known, as_object(public["reveal"]))
    plays = as_list(turn["plays"])
    groups = as_list(public["pillar_groups"])
    known.void = not groups and not plays and public["decision"] is None and known.buckler < 0 and known.round == 0
    read_rounds(known, groups, plays, as_object(data["own_covers"]), seat)
    if plays:
        last = as_object(turn["last_combo"])
        known.kind = as_int(turn["round_kind"], 1, 3)
        known.top_power = as_int(last["power"], 0, 11)
        known.top_seat = as_int(last["owner_seat"], 0, rules.seats - 1)
    return make_view(known, seat)


def read_pillars(known: Position, players: list[object]) -> None:
    total = 0
    for number, item in enumerate(players):
        n = as_int(as_object(item)["captured_pillar_count"], 0, HAND)
        total += n
        known.pillars |= n << (4 * as_int(number, 0, known.rules.seats - 1))
    if total > HAND:
        raise ValueError("more pillars than a deal has")


def read_reveal(known: Position, reveal: Json) -> None:
    rules = known.rules
    known.buckler = seat_number(reveal["buckler_seat"], rules)
    known.active = seat_number(reveal["active_revealer_seat"], rules)
    pending = as_list(reveal["pending_order"])
    known.asked = seat_number(pending[1], rules) if len(pending) == 2 else NONE
    for item in as_list(reveal["relations"]):
        relation = as_object(item)
        number = as_int(relation["round_index"], -1, HAND - 1)
        if number >= 0:
            flag = 2 if relation["revealer_enough_at_time"] else 0
            known.relations |= (1 + flag + 4 * as_int(relation["revealer_seat"], 0, rules.seats - 1)) << (4 * number)


def read_rounds(known: Position, groups: list[object], running: list[object], own: Json, seat: int) -> None:
    """The finished rounds and the one on the table."""
    last = known.rules.seats - 1
    if len(groups) > HAND:
        raise ValueError("more rounds than a deal has")
    for number, item in enumerate(groups):
        plays = as_list(as_object(item)["plays"])
        leader = as_int(as_object(plays[0])["seat"], 0, last)
        known.set_round(number, read_plays(plays, own.get(str(number)), seat) | leader << 27)
    if running:
        known.table = read_plays(running, own.get(str(known.round)), seat)
        known.played = len(running)
        known.leader = as_int(as_object(running[0])["seat"], 0, last)


def read_carried(known: Position, data: Json) -> None:
    """The public part of what a deal set up midway started with."""
    carried = as_object(data["carried"])
    pillars = 0
    for seat, n in enumerate(as_list(carried["pillars"])):
        if n is not None:
            pillars |= as_int(n, 0, HAND) << (4 * as_int(seat, 0, known.rules.seats - 1))
    last = known.rules.seats - 1
    relations: list[int] = []
    for item in as_list(as_object(as_object(data["public"])["reveal"])["relations"]):
        r = as_object(item)
        if r["round_index"] == -1:
            revealer = as_int(r["revealer_seat"], 0, last)
            flag = 1 if r["revealer_enough_at_time"] is True else 0
            relations.append(8 * revealer + 2 * as_int(r["buckler_seat"], 0, last) + flag)
    if len(relations) > MOST_RELATIONS:
        raise ValueError("more relations than a set-up may have")
    known.carried = Carried(pillars, count_of(carried["captured"]), relations)


def seat_number(value: object, rules: XianqiRules) -> int:
    return NONE if value is None else as_int(value, 0, rules.seats - 1)


def count_of(value: object) -> int:
    packed = read_count_map(value)
    if packed is None:
        raise ValueError("no count map of pieces")
    return packed


def read_plays(plays: list[object], own: object, seat: int) -> int:
    """The actions of a round; own covers are known, others stay hidden."""
    if len(plays) > 3:
        raise ValueError("three seats play")
    packed = 0
    for k, item in enumerate(plays):
        play = as_object(item)
        if as_int(play["power"], -1, 11) >= 0:
            action = PLAY_OF[count_of(play["cards"])]
        elif play["seat"] == seat:
            action = COVER_OF[count_of(own)]
        else:
            action = HIDDEN + as_int(play["covered_count"], 1, 3) - 1
        packed |= action << (9 * k)
    return packed
