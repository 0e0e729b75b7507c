"""Guests, accounts and their sessions, and the way to another device."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from qipai.server.accounts.faces import check_face
from qipai.server.accounts.password_rules import check_password
from qipai.server.accounts.passwords import Passwords
from qipai.server.accounts.player import Player, check_name, login_of
from qipai.server.accounts.tokens import TokenSigner
from qipai.server.refusal import Refused
from qipai.server.storage import account_rows
from qipai.server.storage.store import Store

T = TypeVar("T")

SESSION = 180 * 86400.0  # seconds
CODE = 600.0  # seconds that a one-time code is good for
TRUSTED = 30.0  # seconds that a session is trusted without asking the database
MOST_TRUSTED = 50_000  # sessions


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.signer = TokenSigner()
        self.passwords = Passwords()
        self.hashing = ThreadPoolExecutor(1, "qipai-hash")  # one after the other: each takes 19 MB while it lasts
        self.dummy_hash = ""  # an unknown name takes as long as a wrong password
        self.trusted: dict[str, tuple[float, Player]] = {}
        self.followers: dict[str, set[Callable[[], None]]] = {}
        self.ends = 0

    async def slowly(self, work: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.hashing, work, *args)

    async def player(self, token: str) -> Player:
        """The person whose session this is. UNAUTHORIZED."""
        session = self.signer.token_hash(token)
        known = self.trusted.get(session)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        ends = self.ends
        found = await account_rows.player_of_session(self.store, session)
        if found is None:
            self.trusted.pop(session, None)
            raise Refused("UNAUTHORIZED")
        if len(self.trusted) > MOST_TRUSTED:
            self.trusted.clear()
        if ends == self.ends:  # else it may have been this one that ended meanwhile
            self.trusted[session] = (time.monotonic() + TRUSTED, found)
        return found

    # connections end with their session
    def follow(self, token: str, end: Callable[[], None]) -> Callable[[], None]:
        """`end` is called when this session is ended. Returns what stops that."""
        session = self.signer.token_hash(token)
        self.followers.setdefault(session, set()).add(end)

        def stop() -> None:
            followers = self.followers.get(session, set())
            followers.discard(end)
            if not followers:
                self.followers.pop(session, None)

        return stop

    def forget(self, sessions: Iterable[str]) -> None:
        """These sessions have ended, here or at another node."""
        self.ends += 1
        for session in sessions:
            self.trusted.pop(session, None)
            for end in list(self.followers.get(session, ())):
                end()

    def ended(self, sessions: list[str]) -> None:
        self.forget(sessions)
        account_rows.announce_ends(self.store, sessions)

    async def add_guest(self, name: str, face: str = "") -> tuple[str, Player]:
        player = Player(secrets.token_hex(12), check_name(name), False, check_face(face))
        token = self.signer.new_token()
        await account_rows.add_guest(self.store, player, token.hash, SESSION)
        return token.text, player

    async def rename(self, player: Player, name: str, face: str | None = None) -> Player:
        """Another nickname, and another face where one is given; an account keeps its login. BAD_NAME, BAD_REQUEST."""
        changed = player._replace(name=check_name(name), face=player.face if face is None else check_face(face))
        await account_rows.rename_player(self.store, changed)
        self.trusted.clear()
        return changed

    async def add_account(self, name: str, password: str, guest: Player | None) -> tuple[str, Player]:
        """A new account; a guest keeps seats and history. BAD_NAME, BAD_PASSWORD, WEAK_PASSWORD, NAME_TAKEN."""
        clean = check_name(name)
        check_password(password, clean)
        if guest is not None and guest.account:
            guest = None
        hashed = await self.slowly(self.passwords.hash, password)
        kept = (secrets.token_hex(12), "") if guest is None else (guest.id, guest.face)
        player = Player(kept[0], clean, True, kept[1])
        token = self.signer.new_token()
        try:
            await account_rows.add_account(
                self.store, player, login_of(clean), hashed, token.hash, SESSION, was_guest=guest is not None
            )
        except account_rows.LoginTaken:
            raise Refused("NAME_TAKEN") from None
        self.trusted.clear()
        return token.text, player

    async def log_in(self, name: str, password: str) -> tuple[str, Player]:
        """BAD_LOGIN, the same and as late for unknown names as for wrong passwords."""
        login = login_of(name)
        found = None if "\0" in login else await account_rows.find_login(self.store, login)
        if not self.dummy_hash:
            self.dummy_hash = await self.slowly(self.passwords.hash, secrets.token_hex(16))
        hashed = self.dummy_hash if found is None else found.password
        matches = await self.slowly(self.passwords.verify, hashed, password)
        if found is None or not matches:
            raise Refused("BAD_LOGIN")
        return await self.open_session(found.player), found.player

    async def open_session(self, player: Player) -> str:
        token = self.signer.new_token()
        await account_rows.add_session(self.store, player.id, token.hash, SESSION)
        return token.text

    async def log_out(self, token: str) -> None:
        session = self.signer.token_hash(token)
        await account_rows.end_session(self.store, session)
        self.ended([session])

    async def log_out_everywhere(self, player: Player) -> None:
        self.ended(await account_rows.end_sessions(self.store, player.id))

    async def check_own_password(self, player: Player, password: str) -> None:
        """BAD_LOGIN. A guest has none."""
        hashed = await account_rows.password_of(self.store, player.id)
        if hashed is not None and not await self.slowly(self.passwords.verify, hashed, password):
            raise Refused("BAD_LOGIN")

    async def change_password(self, player: Player, token: str, password: str) -> None:
        """Ends all sessions but this one. BAD_PASSWORD, WEAK_PASSWORD."""
        check_password(password, player.name)
        hashed = await self.slowly(self.passwords.hash, password)
        await account_rows.set_password(self.store, player.id, hashed)
        self.ended(await account_rows.end_sessions(self.store, player.id, self.signer.token_hash(token)))

    async def new_code(self, player: Player) -> str:
        """A one-time code with which another device continues as the same person."""
        code = self.signer.new_code()
        await account_rows.add_code(self.store, player.id, self.signer.code_hash(code), CODE)
        return code

    async def redeem(self, code: str) -> tuple[str, Player]:
        """A session for the device that brings a code. BAD_LOGIN."""
        player = await account_rows.redeem_code(self.store, self.signer.code_hash(code))
        if player is None:
            raise Refused("BAD_LOGIN")
        return await self.open_session(player), player
