"""A view as one line, as FEN is for chess, and back.

    xianqi/1 2 default 2f 0,0,0 in_round:0:3 1 --- - 2ss,?? SXNNxn

Fields: rules, start, pillars, phase:round:version, seat to act, reveal, finished rounds, running round, own hand, and for a
deal set up midway what it started with. Pieces are letters, S X M C G N, red ones capital and black ones small. A round is its
leader and the plays in turn order: `2ss,SS,??`; `??` is a cover of two pieces, `(sn)` one's own, `^0` says that seat 0
revealed at its start, `^0+` with enough pillars.
"""

from __future__ import annotations

from typing import Final

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
from qipai.games.xianqi.pieces import COVER_OF, FIRST_COVER, HIDDEN, NAMES, PACKED, PLAY_OF, POWER, SIZE, TEXT_ORDER, UNIT
from qipai.games.xianqi.position import PHASES, SETTLEMENT, Carried, Position
from qipai.games.xianqi.rules import OPTIONS, read_rules
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView, make_view

# the first letter of the name, capital for red: R_SHI is S, B_NIU is n
LETTERS: Final[list[str]] = [name[2] if name[0] == "R" else name[2].lower() for name in NAMES]
SLOT_OF: Final[dict[str, int]] = {letter: slot for slot, letter in enumerate(LETTERS)}


def pieces_text(packed: int) -> str:
    return "".join([LETTERS[slot] * ((packed >> 2 * slot) & 3) for slot in TEXT_ORDER])


def read_pieces(text: str) -> int:
    packed = 0
    for letter in text:
        packed += UNIT[SLOT_OF[letter]]
    return packed


def play_text(action: int) -> str:
    if action >= HIDDEN:
        return "?" * SIZE[action]
    pieces = pieces_text(PACKED[action])
    return f"({pieces})" if action >= FIRST_COVER else pieces


def read_play(text: str) -> int:
    if text[0] == "?":
        if text != "?" * len(text) or len(text) > 3:
            raise ValueError(text)
        return HIDDEN + len(text) - 1
    if text[0] == "(":
        return COVER_OF[read_pieces(text[1:-1])]
    return PLAY_OF[read_pieces(text)]


def relation_text(known: Position, number: int) -> str:
    packed = (known.relations >> 4 * number) & 15
    return f"^{packed >> 2}{'+' if packed & 2 else ''}" if packed & 1 else ""


def round_text(known: Position, number: int, leader: int, actions: int, count: int) -> str:
    plays = ",".join([play_text((actions >> 9 * k) & 511) for k in range(count)])
    return (f"{leader}{plays}" if count else "") + relation_text(known, number)


def body_text(view: XianqiView) -> str:
    """What `view.text()` says after the seat."""
    known = view.known
    done = known.rounds_done()
    rounds: list[str] = []
    for number in range(done):
        packed = known.round_at(number)
        rounds.append(round_text(known, number, packed >> 27, packed & 0x7FFFFFF, 3))
    running = round_text(known, known.round, known.leader, known.table, known.played) if known.round >= done else ""
    fields = [
        rules_text(known.rules),
        seat_text(known.starter) + ("f" if known.first else "") + (f"h{known.head}" if known.head >= 0 else ""),
        numbers_text(known.pillar_list()),
        f"{PHASES[known.phase]}:{known.round}:{known.steps}",
        seat_text(known.actor),
        seat_text(known.buckler) + seat_text(known.active) + seat_text(known.asked),
        or_dash("/".join(rounds)),
        or_dash(running),
        or_dash(pieces_text(known.hand(view.seat)) if view.seat >= 0 else ""),
    ]
    carried = known.carried
    if carried is not None:
        before = numbers_text([(carried.pillars >> 4 * seat) & 15 for seat in range(4)])
        relations = "".join([f"^{r >> 3}{(r >> 1) & 3}{'+' if r & 1 else ''}" for r in carried.relations])
        fields.append(f"{before}:{pieces_text(carried.captured)}:{relations}")
    return " ".join(fields)


def read_relation(known: Position, number: int, text: str) -> None:
    if text:
        known.relations |= (1 + (2 if text[1:] == "+" else 0) + 4 * int(text[0])) << 4 * number


def read_round(text: str) -> tuple[int, list[int], str]:
    """Leader, actions, and who revealed."""
    plays, _, relation = text.partition("^")
    if not plays:
        return -1, [], relation
    return int(plays[0]), [read_play(play) for play in plays[1:].split(",")], relation


def packed_round(actions: list[int]) -> int:
    return sum([action << 9 * k for k, action in enumerate(actions)])


def read_carried(text: str) -> Carried:
    before, captured, relations = text.split(":")
    pillars = sum([number << 4 * seat for seat, number in enumerate(read_numbers(before))])
    found: list[int] = []
    for relation in relations.split("^")[1:]:
        found.append(8 * int(relation[0]) + 2 * int(relation[1]) + (1 if relation[2:] == "+" else 0))
    return Carried(pillars, read_pieces(captured), found)


def read_body_text(seat: int, body: str) -> XianqiView:
    """The inverse of `body_text`; wrong text gives any error, or a view with another text."""
    rules, start, pillars, stage, actor, reveal, rounds, running, hand, *rest = body.split(" ")
    place, _, head = start.partition("h")
    known = XianqiState(read_rules(read_rules_text(rules, OPTIONS)), place.endswith("f"))
    known.head = int(head) if head else -1
    known.starter = read_seat(place.removesuffix("f"))
    known.pillars = sum([number << 4 * at for at, number in enumerate(read_numbers(pillars))])
    phase, number, version = stage.split(":")
    known.phase = PHASES.index(phase)
    known.round = int(number)
    known.steps = int(version)
    known.actor = read_seat(actor)
    known.buckler = read_seat(reveal[0])
    known.active = read_seat(reveal[1])
    known.asked = read_seat(reveal[2])
    if not 0 <= known.round <= 7:
        raise ValueError("no such round")
    if rest:
        known.carried = read_carried(rest[0])
    finished = from_dash(rounds).split("/") if rounds != "-" else []
    for at, text in enumerate(finished):
        leader, actions, relation = read_round(text)
        if len(actions) != 3 or at > 7:
            raise ValueError(text)
        known.set_round(at, packed_round(actions) | leader << 27)
        read_relation(known, at, relation)
    leader, actions, relation = read_round(from_dash(running))
    read_relation(known, known.round, relation)
    if actions:
        known.leader = leader
        known.played = len(actions)
        known.table = packed_round(actions)
        known.kind = SIZE[actions[0]]
        read_top(known, actions)
    known.void = known.phase >= SETTLEMENT and not finished and not actions and known.buckler < 0 and known.round == 0
    if seat >= 0:
        known.set_hand(seat, read_pieces(from_dash(hand)))
    return make_view(known, seat)


def read_top(known: Position, actions: list[int]) -> None:
    """The play to beat: the last that is not a cover."""
    at = known.leader
    for action in actions:
        if action < FIRST_COVER:
            known.top_power = POWER[action]
            known.top_seat = at
        at = known.next_seat(at)
