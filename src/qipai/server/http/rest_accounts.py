"""REST: guests, accounts, sessions, another device."""

from __future__ import annotations

from fastapi import APIRouter, Request

from qipai.server.accounts.accounts import CODE
from qipai.server.accounts.player import Player
from qipai.server.http.guard import address_of
from qipai.server.http.models import AccountBody, CodeBody, CodeOut, GuestBody, SessionOut, UserOut
from qipai.server.http.rest import Bearer, MaybeMe, Me, Quotas, base_url, limited, qr_svg
from qipai.server.node import Node


def user_out(player: Player) -> UserOut:
    return UserOut(id=player.id, name=player.name, account=player.account)


def session_out(token: str, player: Player) -> SessionOut:
    return SessionOut(token=token, user=user_out(player))


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    @api.post("/sessions/guest", status_code=201, tags=["people"])
    async def new_guest(body: GuestBody, request: Request) -> SessionOut:
        """Comes in without an account; the nickname is all that is asked."""
        limited(quotas.guests, address_of(request.scope))
        return session_out(*await node.accounts.add_guest(body.name))

    @api.post("/accounts", status_code=201, tags=["people"])
    async def new_account(body: AccountBody, request: Request, me: MaybeMe) -> SessionOut:
        """An account; with a guest's token it keeps that guest's seats and history."""
        limited(quotas.logins, address_of(request.scope))
        return session_out(*await node.accounts.add_account(body.name, body.password, me))

    @api.post("/sessions", status_code=201, tags=["people"])
    async def log_in(body: AccountBody, request: Request) -> SessionOut:
        limited(quotas.logins, address_of(request.scope), f"name:{body.name.casefold()}")
        return session_out(*await node.accounts.log_in(body.name, body.password))

    @api.delete("/sessions", status_code=204, tags=["people"])
    async def log_out(me: Me, given: Bearer) -> None:
        """Ends this session; its token is worthless from now on."""
        assert given is not None
        await node.accounts.log_out(given.credentials)

    @api.get("/me", tags=["people"])
    async def who_am_i(me: Me) -> UserOut:
        return user_out(me)

    @api.put("/me", tags=["people"])
    async def rename(body: GuestBody, me: Me) -> UserOut:
        """Another nickname; seats that are taken already keep the old one."""
        limited(quotas.logins, f"rename:{me.id}")
        return user_out(await node.accounts.rename(me, body.name))

    @api.post("/sessions/code", status_code=201, tags=["people"])
    async def new_code(me: Me, request: Request) -> CodeOut:
        """A one-time code with which another device goes on as the same person."""
        limited(quotas.logins, f"code:{me.id}")
        code = await node.accounts.new_code(me)
        link = f"{base_url(request, node)}/#code={code}"
        return CodeOut(code=code, expires_in=int(CODE), link=link, qr=qr_svg(link))

    @api.post("/sessions/redeem", status_code=201, tags=["people"])
    async def redeem(body: CodeBody, request: Request) -> SessionOut:
        limited(quotas.logins, address_of(request.scope))
        return session_out(*await node.accounts.redeem(body.code))
