"""REST: reviews of a room’s finished deals, for those who may see its replays."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from qipai.server.http.guard import address_of
from qipai.server.http.rest import MaybeMe, Quotas
from qipai.server.http.rest_deals import MatchNumber, MatchOf, readable, whose
from qipai.server.http.rest_games import DealNumber
from qipai.server.http.rest_rooms import RoomId
from qipai.server.http.review_models import ReviewOut
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.reviews import Reviews
from qipai.server.rooms.reviews import IMPOSSIBLE, Deal, answer_json, can_judge, check


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
        """Asks for it; what was interrupted goes on. Everybody has a queue, of which one review at a time is made."""
        live, person = await readable(node, room, me), whose(request, me)
        number, record = await match_of(room, me, request, match)
        check(record, deal)
        place = Deal(live.room.id, number, deal)
        kept = await reviews.kept(place)
        if kept.whole is not None:
            return json(reviews.answer(place, record, kept))
        if not kept.parts and place not in reviews.works:
            mine, ours = quotas.reviews.take(person), quotas.address_reviews.take(address_of(request.scope))
            if not (mine and ours):
                raise Refused("REVIEW_LIMIT")
        return json(reviews.ask(place, record, person))


def json(text: str) -> Response:
    return Response(text, media_type="application/json")
