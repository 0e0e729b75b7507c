"""A room's reviews: as they are kept, without anybody's name, and as they are told, with the names that people have now.

A record that somebody brings along is named by the digest of its text, and its reviews are told as they are.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import NamedTuple

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.record import deals_of, replay
from qipai.core.registry import game as find_game
from qipai.review.classes import CLASSES
from qipai.review.deals import CheckedRecord
from qipai.review.judge import judge_of
from qipai.server.refusal import Refused
from qipai.server.rooms.replays import names_in

NONE, WAITING, RUNNING, STOPPED, DONE = "none", "waiting", "running", "stopped", "done"
IMPOSSIBLE = "impossible"  # the game has nobody to judge it
SEATS = "\ue000\ue001\ue002\ue003\ue004\ue005\ue006\ue007"  # characters of no language, where the names will stand
EFFORT = "quick"
DIGEST = "[0-9a-f]{64}"  # no room has so long a name


class Deal(NamedTuple):
    """A finished deal of a room, or of a record that somebody brought along."""

    room: str  # or the record's digest
    match: int  # from 1
    deal: int  # in its match, from 0

    @property
    def brought(self) -> bool:
        return re.fullmatch(DIGEST, self.room) is not None


def brought_deal(digest: str, deal: int, body: bytes | None = None) -> Deal:
    """A deal of a record, and of none but the one that was sent. BAD_REQUEST."""
    if re.fullmatch(DIGEST, digest) is None:
        raise Refused("BAD_REQUEST", reason="a record is named by the SHA-256 of its text")
    if body is not None and sha256(body).hexdigest() != digest:
        raise Refused("BAD_REQUEST", reason="this is not the record that is named")
    return Deal(digest, 1, deal)


def brought_record(record: Json, deal: int, moves: int) -> str:
    """A record that somebody brings along, up to a deal, checked by playing it. Runs in a worker. BAD_RECORD, NO_RECORD,
    UNFINISHED_DEAL, NO_SUCH_DEAL, NO_JUDGE."""
    replay(record, max_moves=moves)
    deals = deals_of(record)
    if deal >= len(deals):
        raise Refused("NO_RECORD")
    part = {**record, "deals": deals[: deal + 1]}
    judge_of(CheckedRecord(part, deal).game)
    return json.dumps(part, ensure_ascii=False, sort_keys=True)


def check(record: Json, deal: int) -> None:
    """That a deal can be reviewed. NO_RECORD, NO_JUDGE."""
    if not can_judge(record, deal):
        judge_of(find_game(str(record["game"])))


def can_judge(record: Json, deal: int) -> bool:
    """Whether the game of a deal has a judge. NO_RECORD."""
    if not 0 <= deal < len(deals_of(record)):
        raise Refused("NO_RECORD")
    try:
        judge_of(find_game(str(record["game"])))
    except QipaiError:
        return False
    return True


def nameless(record: Json, deal: int) -> str:
    """The record up to a deal, as the judge needs it."""
    deals = deals_of(record)
    returns = deals[deal]["returns"]
    assert isinstance(returns, list)
    meta = {"players": list(SEATS[: len(returns)])}
    bare = [{key: value for key, value in one.items() if key != "fairness"} for one in deals[: deal + 1]]
    return json.dumps({**record, "meta": meta, "deals": bare}, ensure_ascii=False, sort_keys=True)


def answer_json(place: Deal, state: str, done: int = 0, total: int = 0, ahead: int = 0, review: str | None = None) -> str:
    """The answer as JSON; `review` is a kept one with its names."""
    grades = {grade: text.to_json() for grade, text in CLASSES.items()}
    head = {"match": place.match, "deal": place.deal, "state": state, "done": done, "total": total, "ahead": ahead}
    text = json.dumps({**head, "grades": grades}, ensure_ascii=False)
    return f'{text[:-1]}, "review": {review or "null"}}}'


def with_names(review: str, record: Json) -> str:
    """A kept review, which is JSON, with the names of the record in place of the seats' signs."""
    names = names_in(record, sum(sign in review for sign in SEATS))
    spelled = [json.dumps(name, ensure_ascii=False)[1:-1] for name in names]
    return re.sub(f"[{SEATS}]", lambda found: spelled[SEATS.index(found.group())], review)
