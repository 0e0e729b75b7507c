"""REST: guests, accounts, sessions, another device."""

from __future__ import annotations

import contextlib

from fastapi import APIRouter, Request, Response
from msgspec import structs

from qipai.server.accounts.accounts import CODE
from qipai.server.accounts.faces import face_of
from qipai.server.accounts.player import ERASED, Player
from qipai.server.http.guard import address_of
from qipai.server.http.models import (
    AccountBody,
    CodeBody,
    CodeOut,
    EraseBody,
    ExportOut,
    GuestBody,
    PasswordBody,
    SessionOut,
    UserOut,
)
from qipai.server.http.rest import Bearer, MaybeMe, Me, Quotas, base_url, limited, qr_svg
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.messages import encode
from qipai.server.storage import erasure_rows


def user_out(player: Player) -> UserOut:
    return UserOut(id=player.id, name=player.name, account=player.account, face=player.face or face_of(player.name))


def session_out(token: str, player: Player) -> SessionOut:
    return SessionOut(token=token, user=user_out(player))


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    @api.post("/sessions/guest", status_code=201, tags=["people"])
    async def new_guest(body: GuestBody, request: Request) -> SessionOut:
        """Comes in without an account; the nickname is all that is asked."""
        limited(quotas.guests, address_of(request.scope))
        return session_out(*await node.accounts.add_guest(body.name, body.face or ""))

    @api.post("/accounts", status_code=201, tags=["people"])
    async def new_account(body: AccountBody, request: Request, me: MaybeMe) -> SessionOut:
        """An account; with a guest's token it keeps that guest's seats and history."""
        limited(quotas.logins, address_of(request.scope))
        return session_out(*await node.accounts.add_account(body.name, body.password, me))

    @api.post("/sessions", status_code=201, tags=["people"])
    async def log_in(body: AccountBody, request: Request) -> SessionOut:
        address = address_of(request.scope)
        quotas.passwords.check(body.name, address)
        try:
            found = await node.accounts.log_in(body.name, body.password)
        except Refused:
            quotas.passwords.was_wrong(body.name)
            raise
        quotas.passwords.was_right(body.name, address)
        return session_out(*found)

    @api.delete("/sessions", status_code=204, tags=["people"])
    async def log_out(me: Me, given: Bearer) -> None:
        """Ends this session; its token is worthless from now on."""
        assert given is not None
        await node.accounts.log_out(given.credentials)

    @api.delete("/sessions/all", status_code=204, tags=["people"])
    async def log_out_everywhere(me: Me) -> None:
        """Ends all sessions of this person, on every device; their sockets close at once."""
        await node.accounts.log_out_everywhere(me)

    @api.put("/me/password", status_code=204, tags=["people"])
    async def change_password(body: PasswordBody, me: Me, given: Bearer) -> None:
        """Another password for an account; ends all other sessions."""
        if not me.account:
            raise Refused("NO_ACCOUNT")
        assert given is not None
        await check_password(me, body.password)
        await node.accounts.change_password(me, given.credentials, body.new_password)

    @api.post("/me/delete", status_code=204, tags=["people"])
    async def delete_me(body: EraseBody, me: Me) -> None:
        """Deletes this account or guest with all rooms in which nobody else played, and takes the name out of the others."""
        await check_password(me, body.password)
        await erase_player(node, me)

    @api.get("/me/export", tags=["people"], responses={200: {"model": ExportOut}})
    async def export(me: Me) -> Response:
        """All that is kept of this person."""
        limited(quotas.exports, me.id)
        found = await erasure_rows.export(node.store, me.id)
        named = {"content-disposition": 'attachment; filename="qipai.json"'}
        return Response(encode(found), media_type="application/json", headers=named)

    async def check_password(me: Player, password: str) -> None:
        """A session does not allow more guesses than anybody has. BAD_LOGIN, TOO_MANY."""
        limited(quotas.logins, f"own:{me.id}")
        await node.accounts.check_own_password(me, password)

    @api.get("/me", tags=["people"])
    async def who_am_i(me: Me) -> UserOut:
        return user_out(me)

    @api.put("/me", tags=["people"])
    async def rename(body: GuestBody, me: Me) -> UserOut:
        """Another nickname, or another face; seats that are taken already keep the old ones until one joins again."""
        limited(quotas.logins, f"rename:{me.id}")
        return user_out(await node.accounts.rename(me, body.name, body.face))

    @api.post("/sessions/code", status_code=201, tags=["people"])
    async def new_code(me: Me, request: Request) -> CodeOut:
        """A one-time code with which another device continues as the same person."""
        limited(quotas.logins, f"code:{me.id}")
        code = await node.accounts.new_code(me)
        link = f"{base_url(request, node)}/#code={code}"
        return CodeOut(code=code, expires_in=int(CODE), link=link, qr=qr_svg(link))

    @api.post("/sessions/redeem", status_code=201, tags=["people"])
    async def redeem(body: CodeBody, request: Request) -> SessionOut:
        limited(quotas.logins, address_of(request.scope))
        return session_out(*await node.accounts.redeem(body.code))


async def erase_player(node: Node, me: Player) -> None:
    """Leaves every table first, so that nobody waits for somebody who no longer exists."""
    traces = await erasure_rows.traces_of(node.store, me.id)
    for name in traces.seated:
        with contextlib.suppress(Refused):  # a room that was put aside
            await (await node.get(name)).erase(me.id)
    for name in traces.alone:
        node.rooms.pop(name, None)
    node.accounts.ended(await erasure_rows.erase(node.store, me.id, traces))
    for name in traces.shared:
        live = node.rooms.get(name)
        if live is None:
            continue
        for room in (live.room, *(moment.room for moment in live.timeline.moments)):
            for seat in room.seats:
                if seat.player == me.id:
                    seat.name, seat.face = ERASED, ""
            room.tally = [structs.replace(line, name=ERASED) if line.who == me.id else line for line in room.tally]
            room.encoded = None
