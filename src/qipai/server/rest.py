"""REST under /api/v1: people, games, rooms. What changes a room takes the same write path as the WebSocket."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy.engine import Connection

from qipai.agents import levels
from qipai.core.errors import QipaiError
from qipai.core.record import MAX_BYTES, parse_record, replay, verify
from qipai.core.registry import game as find_game
from qipai.core.registry import games as all_games
from qipai.server import bots, schema
from qipai.server.guard import address_of
from qipai.server.house import House, room_name
from qipai.server.limits import Buckets
from qipai.server.live import Live
from qipai.server.models import (
    AccountBody,
    ActionBody,
    ActionOut,
    BotBody,
    ClockBody,
    CodeBody,
    CodeOut,
    GuestBody,
    JoinBody,
    JoinOut,
    OptionsBody,
    Problem,
    ReadyBody,
    RoomBody,
    RoomLine,
    RoomOut,
    SessionOut,
    UserOut,
)
from qipai.server.people import CODE, Player
from qipai.server.records import fairness_of, finished_deals
from qipai.server.refusal import Refused
from qipai.server.room import BOT, HUMAN, OPEN, Clock, DoesNotFold, Opening, Options, Room, Seat
from qipai.server.store import Event, events_after, secrets_of
from qipai.version import VERSION

Json = dict[str, Any]
RoomId = Annotated[str, Path(max_length=16, description="as in the room's link")]
bearer = HTTPBearer(auto_error=False, description="the token of a session")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def house_of(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


TheHouse = Annotated[House, Depends(house_of)]


async def somebody(house: TheHouse, given: Bearer) -> Player:
    if given is None:
        raise Refused("UNAUTHORIZED")
    return await house.people.who(given.credentials)


async def anybody(house: TheHouse, given: Bearer) -> Player | None:
    return None if given is None else await house.people.who(given.credentials)


Me = Annotated[Player, Depends(somebody)]
MaybeMe = Annotated[Player | None, Depends(anybody)]


def user_out(player: Player) -> UserOut:
    return UserOut(id=player.id, name=player.name, account=player.account)


def session_out(token: str, player: Player) -> SessionOut:
    return SessionOut(token=token, user=user_out(player))


def base_url(request: Request, house: House) -> str:
    """Links carry the address that the browser used, or the one that was given."""
    return house.config.public_url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', '')}"


def clock_of(body: ClockBody | None) -> Clock | None:
    return None if body is None else Clock(body.base, body.bank)


def check_level(game: str, level: str) -> str:
    if level not in levels(game):
        raise Refused("BAD_REQUEST", reason=f"there are the levels {', '.join(levels(game))}")
    return level


def router(house: House) -> APIRouter:
    """The routes, with the buckets of this node."""
    limits = house.config.limits
    guests = Buckets(limits.guests_per_hour / 3600, limits.guests_per_hour)
    logins = Buckets(limits.logins_per_minute / 60, limits.logins_per_minute)
    rooms = Buckets(limits.rooms_per_hour / 3600, limits.rooms_per_hour)
    api = APIRouter(prefix="/api/v1", responses=REFUSALS)

    def limited(buckets: Buckets, *keys: str) -> None:
        taken = [buckets.take(key) for key in keys]  # every key pays, whichever of them is empty
        if not all(taken):
            raise Refused("TOO_MANY")

    # people
    @api.post("/sessions/guest", status_code=201, tags=["people"])
    async def new_guest(body: GuestBody, request: Request) -> SessionOut:
        """Comes in without an account; the nickname is all that is asked."""
        limited(guests, address_of(request.scope))
        return session_out(*await house.people.guest(body.name))

    @api.post("/accounts", status_code=201, tags=["people"])
    async def new_account(body: AccountBody, request: Request, me: MaybeMe) -> SessionOut:
        """An account; with a guest's token it keeps that guest's seats and history."""
        limited(logins, address_of(request.scope))
        return session_out(*await house.people.account(body.name, body.password, me))

    @api.post("/sessions", status_code=201, tags=["people"])
    async def log_in(body: AccountBody, request: Request) -> SessionOut:
        limited(logins, address_of(request.scope), f"name:{body.name.casefold()}")
        return session_out(*await house.people.log_in(body.name, body.password))

    @api.delete("/sessions", status_code=204, tags=["people"])
    async def log_out(me: Me, given: Bearer) -> None:
        """Ends this session; its token is worthless from now on."""
        assert given is not None
        await house.people.log_out(given.credentials)

    @api.get("/me", tags=["people"])
    async def who_am_i(me: Me) -> UserOut:
        return user_out(me)

    @api.post("/sessions/code", status_code=201, tags=["people"])
    async def new_code(me: Me, request: Request) -> CodeOut:
        """A one-time code with which another device goes on as the same person."""
        limited(logins, f"code:{me.id}")
        code = await house.people.new_code(me)
        return CodeOut(code=code, expires_in=int(CODE), link=f"{base_url(request, house)}/#code={code}")

    @api.post("/sessions/redeem", status_code=201, tags=["people"])
    async def redeem(body: CodeBody, request: Request) -> SessionOut:
        limited(logins, address_of(request.scope))
        return session_out(*await house.people.redeem(body.code))

    # games
    @api.get("/games", tags=["games"])
    async def list_games() -> list[Json]:
        """Every game with its options as JSON Schema, titles in both languages."""
        return [game_json(name) for name in all_games()]

    @api.post("/verify", tags=["games"])
    async def verify_record(request: Request) -> Json:
        """Replays a record and says what is proven: moves, results, and that the shuffles were fair."""
        limited(logins, f"verify:{address_of(request.scope)}")
        record = parse_record(await request.body(), min(MAX_BYTES, limits.record))
        found = await house.thinkers.think(verify_bounded, record, limits.record_moves, limit=2.0)
        if found is None:
            raise Refused("TOO_LARGE")
        if "code" in found:
            raise Refused("BAD_REQUEST", reason=str(found["message"]))
        return dict(found)

    # rooms
    @api.post("/rooms", status_code=201, tags=["rooms"])
    async def open_room(body: RoomBody, me: Me, request: Request) -> RoomOut:
        """One click: without `seats`, oneself and bots."""
        limited(rooms, me.id)
        opening = opening_of(body, me)
        await check_quota(house, me)
        name = await house.open_room(opening, me.id)
        return RoomOut(room=name, code=name, link=f"{base_url(request, house)}/r/{name}")

    @api.get("/rooms", tags=["rooms"])
    async def list_rooms(me: MaybeMe) -> list[RoomLine]:
        """One's own rooms that are not over, and the public ones that wait for players."""
        return await asyncio.wrap_future(house.store.read(lambda c: room_lines(c, me)))

    @api.get("/rooms/{room}", tags=["rooms"])
    async def look_at_room(room: RoomId, me: MaybeMe) -> Response:
        """The same as `state`."""
        return await state_of(room, me)

    @api.get("/rooms/{room}/state", tags=["rooms"])
    async def get_state(room: RoomId, me: MaybeMe) -> Response:
        """The snapshot that the WebSocket would send: one's own view, or a spectator's."""
        return await state_of(room, me)

    async def state_of(room: str, me: Player | None) -> Response:
        live = await house.get(room_name(room))
        seat = None if me is None else live.room.seat_of(me.id)
        return Response(live.snapshot(seat), media_type="application/json")

    @api.post("/rooms/{room}/join", tags=["rooms"])
    async def join(room: RoomId, body: JoinBody, me: Me) -> JoinOut:
        """Sits down on a free seat, or comes back to one's own."""
        live = await house.get(room_name(room))
        return JoinOut(seat=await live.join(me.id, me.name, body.seat))

    @api.post("/rooms/{room}/leave", status_code=204, tags=["rooms"])
    async def leave(room: RoomId, me: Me) -> None:
        """Before the first deal the seat is free again; later a bot plays it until its player comes back."""
        await (await house.get(room_name(room))).leave(me.id)

    @api.post("/rooms/{room}/ready", status_code=204, tags=["rooms"])
    async def ready(room: RoomId, body: ReadyBody, me: Me) -> None:
        live = await house.get(room_name(room))
        await live.ready(own_seat(live, me), body.nonce)

    @api.post("/rooms/{room}/bots", status_code=204, tags=["rooms"])
    async def add_bot(room: RoomId, body: BotBody, me: Me) -> None:
        """A bot on a free seat; for the person who opened the room."""
        live = await house.get(room_name(room))
        await live.fill(me.id, body.seat, check_level(live.room.game.name, body.level))

    @api.put("/rooms/{room}/options", status_code=204, tags=["rooms"])
    async def change_options(room: RoomId, body: OptionsBody, me: Me) -> None:
        """Other rules, before the first deal; everybody has to agree again."""
        options = Options(clock_of(body.clock), body.claim_pause, body.pace, body.grace)
        await (await house.get(room_name(room))).set_options(me.id, body.rules, options)

    @api.post("/rooms/{room}/actions", tags=["rooms"])
    async def act(room: RoomId, body: ActionBody, me: Me) -> ActionOut:
        """A move in notation, or document 004's `action_idx` with `cover_list` and `client_version`."""
        live = await house.get(room_name(room))
        seat = own_seat(live, me)
        cmd_id = body.cmd_id or secrets.token_hex(12)
        if (body.move is None) == (body.action_idx is None):
            raise Refused("BAD_REQUEST", reason="give either move or action_idx")
        if body.move is not None:
            ack = await live.act(seat, cmd_id, body.move, body.version, body.window)
        else:
            ack = await live.act(seat, cmd_id, indexed(body, seat), body.client_version, body.window)
        return ActionOut(cmd_id=ack.cmd_id, version=ack.version, window=ack.window)

    @api.get("/rooms/{room}/record", tags=["rooms"])
    async def get_record(room: RoomId) -> Json:
        """The finished deals, with the proof of each shuffle; never the one that is being played."""
        events, seeds = await whole_log(house, room_name(room))
        return dict(await folded(house, room_name(room), finished_deals, events, seeds))

    @api.get("/rooms/{room}/fairness", tags=["rooms"])
    async def get_fairness(room: RoomId) -> Json:
        """Commitments, and for deals that are over the server seeds and nonces."""
        events, seeds = await whole_log(house, room_name(room))
        return {"deals": await folded(house, room_name(room), fairness_of, events, seeds)}

    return api


async def folded(house: House, room: str, work: Any, events: list[Event], seeds: dict[int, bytes]) -> Any:
    """A whole log is long: it is folded beside the loop that serves the others."""
    try:
        return await asyncio.to_thread(work, room, events, seeds)
    except DoesNotFold as problem:
        house.quarantine(room, str(problem))
        raise Refused("ROOM_BROKEN") from None


async def whole_log(house: House, room: str) -> Any:
    def work(connection: Connection) -> Any:
        return events_after(connection, room, 0), secrets_of(connection, room)

    events, seeds = await asyncio.wrap_future(house.store.read(work))
    if not events:
        raise Refused("NO_ROOM")
    return events, seeds


def own_seat(live: Live, me: Player) -> int:
    seat = live.room.seat_of(me.id)
    if seat is None:
        raise Refused("NOT_SEATED")
    return seat


def indexed(body: ActionBody, seat: int) -> Any:
    """Document 004's index as a move in notation, judged in the room as it is when it is written (X-9)."""
    index = body.action_idx
    assert index is not None

    def move(room: Room) -> str:
        state = room.state()
        if seat not in room.to_act():
            raise Refused("NOT_TO_ACT", seat=seat)
        action = room.game.engine_move(state, seat, index, body.cover_list)
        return room.game.write(state, seat, action)

    return move


def game_json(name: str) -> Json:
    game = find_game(name)
    return {
        "name": game.name,
        "title": game.title.to_json(),
        "words": game.words.to_json(),
        "seats": game.seats(game.rules()),
        "options": game.options().schema(),
        "levels": levels(name),
    }


def opening_of(body: RoomBody, me: Player) -> Opening:
    """The first event of a room. BAD_RULES, BAD_REQUEST."""
    game = find_game(body.game)
    rules = game.rules(body.rules)
    count = game.seats(rules)
    wishes = body.seats
    if wishes is None:
        kinds: list[tuple[str, str | None]] = [("me", None), *[("bot", bots.AUTOPILOT)] * (count - 1)]
    else:
        kinds = [(wish.kind, wish.level) for wish in wishes]
    if len(kinds) != count:
        raise Refused("BAD_REQUEST", reason=f"with these rules there are {count} seats")
    if [kind for kind, _ in kinds].count("me") != 1:
        raise Refused("BAD_REQUEST", reason="exactly one seat is yours")
    seats = []
    for index, (kind, level) in enumerate(kinds):
        if kind == "me":
            seats.append(Seat(HUMAN, me.id, me.name))
        elif kind == "bot":
            seats.append(Seat(BOT, None, bots.bot_name(index), check_level(game.name, level or bots.AUTOPILOT)))
        else:
            seats.append(Seat(OPEN))
    options = Options(clock_of(body.clock), body.claim_pause, body.pace, body.grace)
    return Opening(game.name, rules.to_json(), seats, options, me.id, body.public, VERSION)


async def check_quota(house: House, me: Player) -> None:
    table = schema.room
    query = sa.select(sa.func.count()).where((table.c.owner == me.id) & table.c.status.in_(("open", "playing")))
    if await asyncio.wrap_future(house.store.read(lambda c: c.execute(query).scalar_one())) >= house.config.limits.open_rooms:
        raise Refused("TOO_MANY")


def room_lines(connection: Connection, me: Player | None) -> list[RoomLine]:
    room, seat = schema.room, schema.seat
    own = sa.select(seat.c.room).where(seat.c.player == (me.id if me is not None else ""))
    listed = (room.c.public & (room.c.status == "open")) | (room.c.id.in_(own) & room.c.status.in_(("open", "playing")))
    columns = (room.c.id, room.c.game, room.c.rules, room.c.status)
    rows = connection.execute(sa.select(*columns).where(listed).order_by(room.c.touched.desc()).limit(100)).all()
    names = [row[0] for row in rows]
    seats: dict[str, list[tuple[str, str | None]]] = {name: [] for name in names}
    query = sa.select(seat.c.room, seat.c.kind, seat.c.player).where(seat.c.room.in_(names)).order_by(seat.c.room, seat.c.idx)
    for name, kind, player in connection.execute(query):
        seats[name].append((kind, player))
    return [
        RoomLine(
            room=name,
            game=game,
            rules=msgspec.json.decode(rules),
            status=status,
            seats=[kind for kind, _ in seats[name]],
            mine=me is not None and any(player == me.id for _, player in seats[name]),
        )
        for name, game, rules, status in rows
    ]


def verify_bounded(record: Json, moves: int) -> Json:
    """Runs in a worker, which can be ended when it takes too long."""
    try:
        replay(record, max_moves=moves)
        return verify(record)
    except QipaiError as problem:
        return problem.to_json()
