"""Reads views from JSON. Whatever comes from outside is bounded here; view_check.py proves that some deal gives it."""

from __future__ import annotations

from qipai.core.data import Json, as_int, as_list, as_object, same_json
from qipai.core.views import WRONG_DATA, contradiction, no_shape, view_object
from qipai.games.guandan.cards import IDS, RANKS, SEATS, bits_in, parse, parse_level, planes
from qipai.games.guandan.match import check_history, is_order
from qipai.games.guandan.notation import read_event
from qipai.games.guandan.packing import TAKE, TRIBUTE
from qipai.games.guandan.rules import OPTIONS, GuandanRules, read_rules
from qipai.games.guandan.setting import Setting
from qipai.games.guandan.view import ANSWERS, PHASE_NAMES, SINCE_2, GuandanView
from qipai.games.guandan.view_check import check_view

MOST_EVENTS = 500  # no deal has more: 108 cards, three passes after each, and the tribute


def read_view(given: object) -> GuandanView:
    """The inverse of `GuandanView.to_json`. BAD_VIEW unless some deal gives this view."""
    data = view_object(given)
    try:
        view = build_view(data)
        again = without_missing(view.to_json(), data)
    except WRONG_DATA:  # refusals of rules and moves included
        raise no_shape() from None
    if not same_json(again, data):
        raise contradiction(again, data)
    check_view(view)
    return view


def without_missing(written: Json, data: Json) -> Json:
    """What was written, less the newer keys that `data` lacks: views of version 0.1.0 are read too."""
    for part, key in SINCE_2:
        if key not in as_object(data[part]):
            del as_object(written[part])[key]
    return written


def seat_or_none(data: object) -> int:
    return -1 if data is None else as_int(data, 0, SEATS - 1)


def parse_setting(public: Json, data: Json, rules: GuandanRules) -> Setting:
    level = parse_level(public["level"])
    levels = [RANKS[parse_level(name)] for name in as_list(public["levels"])]
    fails = [as_int(n, 0, 10**9) for n in as_list(public["fails"])]
    if len(levels) != 2 or len(fails) != 2:
        raise ValueError("two teams have two levels and two counts")
    order: list[int] = []
    if public["previous"] is not None:
        before = as_object(public["previous"])["order"]
        if not is_order(before):
            raise ValueError("previous.order is no order")
        order = [as_int(seat, 0, 3) for seat in as_list(before)]
    starting = -1 if public["starting_card"] is None else IDS[str(public["starting_card"])]
    setting = Setting(
        rules, level, levels, fails, seat_or_none(public["owner"]), as_int(public["deal"], 1, 10**9) - 1, order, starting
    )
    if "levels_history" in public:
        lines = as_list(public["levels_history"])
        # a deal that is over stands in the list itself
        setting.history = check_history(lines[:-1] if public["phase"] == "finished" else lines, setting.deals, levels)
    if "setup" in data:
        setup = as_object(data["setup"])
        setting.pool_one, setting.pool_two = planes(parse(setup["cards"]))
        setting.sizes = [as_int(n, 1, 108) for n in as_list(setup["sizes"])]
        if sum(setting.sizes) != bits_in(setting.pool_one) + bits_in(setting.pool_two) or len(setting.sizes) != SEATS:
            raise ValueError("the hands of the set-up have other sizes")
    return setting


def build_view(data: Json) -> GuandanView:
    rules = read_rules(OPTIONS.kept(as_object(data["rules"])))
    public = as_object(data["public"])
    private = as_object(data["private"])
    setting = parse_setting(public, data, rules)
    view = GuandanView(as_int(data["seat"], -1, SEATS - 1), setting)
    view.phase = PHASE_NAMES.index(str(public["phase"]))
    for seat in setting.payers if view.phase == 5 else as_list(public["to_act"]):
        view.acting |= 1 << as_int(seat, 0, 3)
    view.steps = as_int(public["version"], 1, 10**9) - 1
    view.leader = seat_or_none(public["leader"])
    history = as_list(public["history"])
    if len(history) > MOST_EVENTS:
        raise ValueError("more events than a deal has")
    for entry in history:
        pair = as_list(entry)
        view.log.append(read_event(str(pair[1]), setting.level, rules) << 2 | as_int(pair[0], 0, 3))
    parse_tribute(view, public)
    parse_trick(view, public)
    if view.seat >= 0:
        view.one, view.two = planes(parse(private["hand"]))
        committed = private["committed"]
        if committed is not None:
            card = (IDS[str(committed)] + 1) << 8 * view.seat
            if view.phase == 0:
                view.paid |= card
            else:
                view.given |= card
        if view.phase == 5 and private["answer"] is not None:
            view.given = ANSWERS.index(str(private["answer"])) << 8 * view.seat
            view.acting &= ~(1 << int(view.seat))
    return view


def parse_tribute(view: GuandanView, public: Json) -> None:
    for event in view.log:
        kind = event >> 36
        if kind >= TRIBUTE and kind != TAKE:
            card = ((event >> 2 & 63) + 1) << 8 * (event & 3)
            if kind == TRIBUTE:
                view.paid |= card
            else:
                view.given |= card
    if public["tribute"] is None:
        return
    tribute = as_object(public["tribute"])
    if tribute["big_jokers"] is not None:
        for seat, n in enumerate(as_list(tribute["big_jokers"])):
            view.bigs |= as_int(n, 0, 2) << 2 * as_int(seat, 0, 3)
    for entry in as_list(tribute["paid"]):
        paid = as_list(entry)
        if paid[1] == view.setting.order[0]:
            view.to_first = as_int(paid[0], 0, 3)


def parse_trick(view: GuandanView, public: Json) -> None:
    """The table, the turn and the finishing order, which must agree with the log."""
    order = [as_int(seat, 0, 3) for seat in as_list(public["order"])]
    for place, seat in enumerate(order):
        view.places |= seat << 2 * as_int(place, 0, 3)
    view.out = len(order)
    for seat, left in enumerate(view.sizes()):
        if left <= 0:
            view.active &= ~(1 << seat)
    trick = view.tricks()[-1]
    for event in trick:
        if event >> 2:
            view.table = event >> 2
            view.top = event & 3
            view.passes = 0
        else:
            view.passes += 1
    if view.phase == 3:
        view.turn = as_int(as_list(public["to_act"])[0], 0, 3)
    if view.phase == 4:
        for hand in as_list(public["hands"]):
            view.shown += list(planes(parse(hand)))
