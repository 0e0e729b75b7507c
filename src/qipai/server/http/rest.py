"""REST under /api/v1: what its parts share, and the parts together. What changes a room takes the sockets' write path."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from qipai.server.accounts.player import Player
from qipai.server.config import Limits
from qipai.server.http.limits import Buckets
from qipai.server.http.login_limits import LoginLimits
from qipai.server.http.models import Problem
from qipai.server.http.reach import reach
from qipai.server.node import Node
from qipai.server.refusal import Refused

bearer = HTTPBearer(auto_error=False, description="the token of a session")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
Lang = Annotated[Literal["en", "zh"], Query(description="the language")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def node_of(request: Request) -> Node:
    node = request.app.state.node
    assert isinstance(node, Node)
    return node


TheNode = Annotated[Node, Depends(node_of)]


async def somebody(node: TheNode, given: Bearer) -> Player:
    if given is None:
        raise Refused("UNAUTHORIZED")
    return await node.accounts.player(given.credentials)


async def anybody(node: TheNode, given: Bearer) -> Player | None:
    return None if given is None else await node.accounts.player(given.credentials)


Me = Annotated[Player, Depends(somebody)]
MaybeMe = Annotated[Player | None, Depends(anybody)]


def base_url(request: Request, node: Node) -> str:
    """Links carry an address that others can reach, too."""
    return reach(request, node.config).bases[0]


@lru_cache(256)
def qr_svg(text: str) -> str:
    """A QR code as a picture that scales; drawn once, since it takes longer than all else that is told of a room."""
    import segno

    return segno.make(text, micro=False).svg_inline(scale=4, border=2, dark="#171614", light="#ffffff")


FRIENDS = 4  # behind one address


class Quotas:
    """The buckets of this node."""

    def __init__(self, limits: Limits) -> None:
        self.passwords = LoginLimits(limits)
        self.exports = Buckets(limits.exports_per_hour / 3600, limits.exports_per_hour)
        self.guests = Buckets(limits.guests_per_hour / 3600, limits.guests_per_hour)
        self.logins = Buckets(limits.logins_per_minute / 60, limits.logins_per_minute)
        self.rooms = Buckets(limits.rooms_per_hour / 3600, limits.rooms_per_hour)
        self.records = Buckets(limits.records_per_minute / 60, limits.records_per_minute)
        self.puzzles = Buckets(limits.puzzles_per_minute / 60, limits.puzzles_per_minute)
        self.own_records = Buckets(limits.own_records_per_minute / 60, limits.own_records_per_minute)
        self.reviews = Buckets(limits.reviews_per_day / 86400, limits.reviews_per_day)
        together = FRIENDS * limits.reviews_per_day
        self.address_reviews = Buckets(together / 86400, together)


def limited(buckets: Buckets, *keys: str) -> None:
    taken = [buckets.take(key) for key in keys]  # every key pays, whichever of them is empty
    if not all(taken):
        raise Refused("TOO_MANY")


def router(node: Node) -> APIRouter:
    from qipai.server.http import (
        rest_accounts,
        rest_deals,
        rest_games,
        rest_hosting,
        rest_practice,
        rest_puzzles,
        rest_reviews,
        rest_rooms,
        rest_screens,
    )

    quotas = Quotas(node.config.limits)
    api = APIRouter(prefix="/api/v1", responses=REFUSALS)
    rest_accounts.add(api, node, quotas)
    rest_games.add(api, node, quotas)
    rest_rooms.add(api, node, quotas)
    rest_hosting.add(api, node, quotas)
    match_of = rest_deals.add(api, node, quotas)
    rest_reviews.add(api, node, quotas, match_of)
    rest_screens.add(api, node, quotas)
    rest_practice.add(api, node, quotas)
    rest_puzzles.add(api, node, quotas)
    return api
