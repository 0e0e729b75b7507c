"""REST: reviews of a room’s finished deals, for those who may see its replays, and of records that somebody brings along."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from qipai.core.record import MAX_BYTES, parse_record
from qipai.server.http.guard import address_of
from qipai.server.http.rest import MaybeMe, Quotas, limited
from qipai.server.http.rest_deals import MatchNumber, MatchOf, readable, whose
from qipai.server.http.rest_games import RECORD, DealNumber
from qipai.server.http.rest_rooms import RoomId
from qipai.server.http.review_models import ReviewOut
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.reviews import Reviews
from qipai.server.rooms.reviews import (
    DIGEST,
    IMPOSSIBLE,
    Deal,
    answer_json,
    brought_deal,
    brought_record,
    can_judge,
    check,
)

Digest = Annotated[str, Path(pattern=f"^{DIGEST}$", description="the SHA-256 of the record’s JSON text, in hexadecimal")]


def add(api: APIRouter, node: Node, quotas: Quotas, match_of: MatchOf) -> None:
    reviews = Reviews(node)

    @api.get("/rooms/{room}/review", tags=["deals"], responses={200: {"model": ReviewOut}})
    async def get_review(
        room: RoomId, me: MaybeMe, request: Request, deal: DealNumber = 0, match: MatchNumber = None
    ) -> Response:
        """The review of a finished deal, or how far it is; nothing is begun."""
        live, person = await readable(node, room, me), whose(request, me)
        underway = None if match is None else reviews.progress(Deal(live.room.id, match, deal), person)
        if underway is not None:  # asked every second: no record is needed for that
            return json(underway)
        number, record = await match_of(room, me, request, match)
        place = Deal(live.room.id, number, deal)
        if not can_judge(record, deal):
            return json(answer_json(place, IMPOSSIBLE))
        return json(reviews.progress(place, person) or reviews.answer(place, record, await reviews.kept(place)))

    @api.post("/rooms/{room}/review", tags=["deals"], responses={200: {"model": ReviewOut}})
    async def ask_for_review(
        room: RoomId, me: MaybeMe, request: Request, deal: DealNumber = 0, match: MatchNumber = None
    ) -> Response:
        """Asks for a review; an interrupted one resumes. Each person has a queue and one review runs at a time."""
        live, person = await readable(node, room, me), whose(request, me)
        number, record = await match_of(room, me, request, match)
        check(record, deal)
        place = Deal(live.room.id, number, deal)
        kept = await reviews.kept(place)
        if kept.whole is not None:
            return json(reviews.answer(place, record, kept))
        if not kept.parts and place not in reviews.works:
            one_more(person, request)
        return json(reviews.ask(place, record, person))

    def one_more(person: str, request: Request) -> None:
        """Counts one against the day's limit. REVIEW_LIMIT."""
        mine, ours = quotas.reviews.take(person), quotas.address_reviews.take(address_of(request.scope))
        if not (mine and ours):
            raise Refused("REVIEW_LIMIT")

    @api.get("/records/{record}/review", tags=["games"], responses={200: {"model": ReviewOut}})
    async def get_record_review(record: Digest, me: MaybeMe, request: Request, deal: DealNumber = 0) -> Response:
        """The review of a deal of a record that was sent in, or how far it is; nothing is begun."""
        place = brought_deal(record, deal)
        return json(reviews.progress(place, whose(request, me)) or reviews.answer(place, None, await reviews.kept(place)))

    @api.post("/records/{record}/review", tags=["games"], openapi_extra=RECORD, responses={200: {"model": ReviewOut}})
    async def ask_for_record_review(record: Digest, me: MaybeMe, request: Request, deal: DealNumber = 0) -> Response:
        """Asks for it. The server keeps no record, and remembers the review for a while."""
        limited(quotas.records, f"record:{address_of(request.scope)}")
        limits, person = node.config.limits, whose(request, me)
        body = await request.body()
        place = brought_deal(record, deal, body)
        brought = parse_record(body, min(MAX_BYTES, limits.record))
        kept = await reviews.kept(place)
        if kept.whole is not None:
            return json(reviews.answer(place, None, kept))
        seconds = limits.record_seconds
        text = await node.workers.answer(brought_record, brought, deal, limits.record_moves, limit=seconds, person=person)
        if text is None:
            raise Refused("TOO_LARGE")
        if not kept.parts and place not in reviews.works:
            one_more(person, request)
        return json(reviews.wait(place, lambda: text, person))


def json(text: str) -> Response:
    return Response(text, media_type="application/json")
