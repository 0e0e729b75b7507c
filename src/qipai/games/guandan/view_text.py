"""A view as one line, as FEN is for chess, and back.

    guandan/1 0 official 1:2 2,2:0,0:- - D6 play 2 3 8 - -- C2D2C3S4…HR - 3H4.0-.1-.2-.3D4.0-.1- - -

Fields: rules, deal:level, levels:fails:owner, the previous deal's order, starting card, phase, seats to act, leader, version,
order so far, tribute (who pays the first, and the payers' big jokers after immunity), own hand, own committed card or answer
about immunity, all moves so far, hands left at the end, finished deals of the match, and for a set-up that is short on purpose
its cards and sizes.
A move is its seat and its cards, `1-` a pass; a reading that must be said follows `=`; `t`, `k` and `r` are tribute, take and
return.
"""

from __future__ import annotations

from typing import Final

from qipai.core.data import Json, as_list, as_object
from qipai.core.view_text import (
    from_dash,
    numbers_text,
    or_dash,
    read_numbers,
    read_rules_text,
    read_seat,
    rules_text,
    seat_text,
)
from qipai.games.guandan.cards import NAMES, RANKS, SEATS, text
from qipai.games.guandan.match import finished_deal
from qipai.games.guandan.rules import OPTIONS
from qipai.games.guandan.state import IMMUNITY_PHASE
from qipai.games.guandan.view import PHASE_NAMES, GuandanView
from qipai.games.guandan.view_reader import build_view

VERBS: Final = {"tribute": "t", "take": "k", "return": "r"}
LONG_VERBS: Final = {letter: verb for verb, letter in VERBS.items()}


def cards_text(one: int, two: int) -> str:
    return text(one, two).replace(" ", "")


def spaced(cards: str) -> str:
    """Card names of two letters each, with blanks between them."""
    return " ".join([cards[at : at + 2] for at in range(0, len(cards), 2)])


def seats_text(seats: list[int]) -> str:
    return or_dash("".join([str(seat) for seat in seats]))


def read_seats(seats: str) -> list[object]:
    return [int(seat) for seat in from_dash(seats)]


def move_text(seat: object, move: object) -> str:
    """`play S3 H3 as pair:3` of seat 0 is 0S3H3=pair:3."""
    verb, _, rest = str(move).partition(" ")
    if verb == "pass":
        return f"{seat}-"
    cards, _, reading = rest.partition(" as ")
    return f"{seat}{VERBS.get(verb, '')}{cards.replace(' ', '')}" + (f"={reading}" if reading else "")


def read_move_text(word: str) -> list[object]:
    seat = int(word[0])
    rest = word[1:]
    if rest == "-":
        return [seat, "pass"]
    if rest[0] in LONG_VERBS:
        return [seat, f"{LONG_VERBS[rest[0]]} {rest[1:]}"]
    cards, _, reading = rest.partition("=")
    return [seat, f"play {spaced(cards)}" + (f" as {reading}" if reading else "")]


def line_text(line: Json) -> str:
    """One finished deal: 0213:22>42"""
    before = "".join([str(level) for level in as_list(line["before"])])
    after = "".join([str(level) for level in as_list(line["after"])])
    return "".join([str(seat) for seat in as_list(line["order"])]) + f":{before}>{after}"


def read_line_text(line: str, number: int) -> Json:
    order, _, levels = line.partition(":")
    before, _, after = levels.partition(">")
    return finished_deal(number, [int(seat) for seat in order], list(before), list(after))


def body_text(view: GuandanView) -> str:
    """What `view.text()` says after the seat."""
    setting = view.setting
    bigs = "".join([str((view.bigs >> 2 * seat) & 3) for seat in range(SEATS)]) if view.bigs else "-"
    card = view.committed()
    left = [cards_text(view.shown[2 * seat], view.shown[2 * seat + 1]) for seat in range(len(view.shown) // 2)]
    moves: list[str] = []
    for event in view.log:
        seat, move = view.written(event)
        moves.append(move_text(seat, move))
    fields = [
        rules_text(setting.rules),
        f"{setting.deals + 1}:{RANKS[setting.level]}",
        f"{','.join(setting.levels)}:{numbers_text(setting.fails)}:{seat_text(setting.owner)}",
        seats_text(setting.order),
        NAMES[setting.starting] if setting.starting >= 0 else "-",
        PHASE_NAMES[view.phase],
        seats_text(view.seats_to_act()),
        seat_text(view.leader),
        str(view.steps + 1),
        seats_text(view.order()),
        seat_text(view.to_first) + bigs,
        or_dash(cards_text(view.one, view.two)),
        or_dash(view.answer() or "") if view.phase == IMMUNITY_PHASE else NAMES[card] if card >= 0 else "-",
        or_dash(".".join(moves)),
        or_dash(",".join(left)),
        or_dash(",".join([line_text(line) for line in setting.history])),
    ]
    if setting.is_partial():
        fields.append(f"{cards_text(setting.pool_one, setting.pool_two)}:{numbers_text(setting.sizes)}")
    return " ".join(fields)


def read_body_text(seat: int, body: str) -> GuandanView:
    """The inverse of `body_text`; wrong text gives any error, or a view with another text."""
    words = body.split(" ")
    rules, deal, match, previous, starting, phase, acting, leader, version, order, tribute, hand, card, log, left, lines = (
        words[:16]
    )
    number, _, level = deal.partition(":")
    levels, fails, owner = match.split(":")
    finished = lines.split(",") if lines != "-" else []
    history: list[object] = []
    for at, line in enumerate(finished, int(number) - len(finished)):
        history.append(read_line_text(line, at))
    hands: list[object] = [spaced(cards) for cards in from_dash(left).split(",")]
    given = read_rules_text(rules, OPTIONS)
    payer = read_seat(tribute[0])
    public: Json = {
        "level": level,
        "levels": list(levels.split(",")),
        "fails": read_numbers(fails),
        "previous": None if previous == "-" else {"order": read_seats(previous)},
        "starting_card": None if starting == "-" else starting,
        "owner": None if owner == "-" else int(owner),
        "deal": int(number),
        "levels_history": [*history, None] if phase == "finished" else history,  # the reader drops the deal that is over
        "phase": phase,
        "to_act": read_seats(acting),
        "version": int(version),
        "leader": None if leader == "-" else int(leader),
        "history": [read_move_text(word) for word in log.split(".")] if log != "-" else [],
        "tribute": None,
        "order": read_seats(order),
        "hands": hands,
    }
    if previous != "-":
        public["tribute"] = {
            "big_jokers": None if tribute[1:] == "-" else read_seats(tribute[1:]),
            "paid": [] if payer < 0 else [[payer, as_list(read_seats(previous))[0], ""]],
        }
    own: Json = {"hand": spaced(from_dash(hand)), "committed": None, "answer": None}
    if card != "-":
        own["answer" if phase == PHASE_NAMES[IMMUNITY_PHASE] else "committed"] = card
    data: Json = {
        "seat": seat,
        "rules": given,
        "public": public,
        "private": own,
    }
    if len(words) > 16:
        cards, _, sizes = words[16].partition(":")
        data["setup"] = {"cards": spaced(cards), "sizes": read_numbers(sizes)}
    return build_view(as_object(data))
