"""Practice: a position of an earlier deal that one plays on from against bots, as often as one likes.

Every deal of a practice room begins in the same position. With the real cards it is that position; with drawn cards it is a
world that shows the seat exactly what it knew, and follows from the deal's seed, which nobody knows before the deal is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from qipai.core.data import Json
from qipai.core.record import deals_of, replay, steps
from qipai.core.rng import DealRng, parse_seed
from qipai.core.state import SPECTATOR
from qipai.core.table import Deal, Table, blank_table
from qipai.server.refusal import Refused
from qipai.server.rooms.room_data import CLOSED, Practice

if TYPE_CHECKING:
    from qipai.server.rooms.room import Room

REAL, DRAWN = "real", "drawn"
SIGN = "0"  # begins the names of practice rooms; no other name has this digit
DEAL_KEYS = ("seed", "deal", "partial", "fairness")


# steps of the fold
def begin(room: Room, practice: Practice, seed: str, drawn: object) -> bool:
    """The position on the table. `drawn` is the digest that the log has of drawn cards, None when they are drawn now. False
    when they cannot be drawn again: another version draws others from the same seed, and the room is over."""
    origin = origin_of(room, practice)
    table = blank_table(origin.game, origin.rules_object)
    table.carried, table.scores_before = origin.carried, origin.scores_before
    deal = origin.deals[-1]
    if practice.cards == DRAWN:
        state = room.game.world(origin.state.view(practice.seat), DealRng(parse_seed(seed)))
        room.drawn = int(state.digest())
        if drawn is not None and drawn != room.drawn:
            room.lost, room.stage, room.table = True, CLOSED, None
            return False
        table.begin(state, Deal(None, None, False, None))
    else:
        table.begin(origin.state.copy(), Deal(deal.seed, deal.explicit, deal.partial, deal.proof))
    room.table = table
    return True


def origin_of(room: Room, practice: Practice) -> Table:
    if room.origin is None:
        room.origin = replay({"game": room.game.name, "rules": room.rules, "deals": practice.deals})
    return room.origin


def ignore(room: Room, index: int | None, data: Json) -> None:
    """Of a room that is lost nothing more can be told."""


# the position that somebody asks for
def position_json(record: Json, number: int, move: int, seat: int, most: int) -> Json:
    """What a practice room needs of a record, checked. Runs in a worker. BAD_RECORD, NO_RECORD, NO_STEP, BAD_SEAT, DEAL_OVER,
    SEAT_DONE."""
    played: list[tuple[int, str]] = []
    first: list[int] | None = None
    deals = deals_of(record)
    if not 0 <= number < len(deals):
        replay(record, max_moves=most)
        raise Refused("NO_RECORD")
    for step in steps(record, max_moves=most):
        if step.deal == number:
            played, first = list(step.table.deals[-1].moves), step.table.deals[-1].returns
    top: Json = {"game": record["game"], "rules": step.table.rules}
    if not 0 <= move <= len(played):
        raise Refused("NO_STEP", moves=len(played), given=move)
    bare = [{key: deal[key] for key in (*DEAL_KEYS, "moves", "returns") if key in deal} for deal in deals[: number + 1]]
    bare[-1] = {**{key: bare[-1][key] for key in DEAL_KEYS if key in bare[-1]}, "moves": [[*one] for one in played[:move]]}
    table = replay({**top, "deals": bare})
    table.check_seat(seat)
    if table.over:
        raise Refused("DEAL_OVER")
    if not plays_on(table, seat):
        raise Refused("SEAT_DONE")
    return {**top, "deals": cast(object, bare), "first": None if first is None else list(first), "seats": table.seats}


def plays_on(table: Table, seat: int) -> bool:
    """Whether the seat may have something to decide before the deal is over, as far as everybody can see."""
    in_play = table.state.view(SPECTATOR).public().get("in_play")
    return not isinstance(in_play, list) or bool(in_play[seat])


# what is told of it
def told_of(room: Room) -> Json | None:
    """As a seat is shown it."""
    practice = room.practice
    if practice is None:
        return None
    moves = practice.deals[-1].get("moves")
    return {
        "cards": practice.cards,
        "seat": practice.seat,
        "deal": len(practice.deals) - 1,
        "move": len(moves) if isinstance(moves, list) else 0,
        "room": practice.room,
        "match": practice.match,
        "first": practice.first,
        "tries": room.tries,
    }


def deals_of_try(practice: Practice, table: Table) -> list[Json]:
    """A try as a record has it: the deals before, then the position's with what was played from there. DRAWN_CARDS."""
    if practice.cards == DRAWN:
        raise Refused("DRAWN_CARDS")
    before = practice.deals[-1]["moves"]
    assert isinstance(before, list)
    moves = [*before, *([seat, move] for seat, move in table.deals[-1].moves)]
    return [*practice.deals[:-1], {**practice.deals[-1], "moves": moves, "returns": table.returns}]


def is_practice_name(room: str) -> bool:
    return room.removeprefix("~").startswith(SIGN)
