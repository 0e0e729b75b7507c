"""Guests, accounts and their sessions, and the way to another device."""

from __future__ import annotations

import asyncio
import secrets
import time

from qipai.server.accounts.passwords import Passwords
from qipai.server.accounts.player import Player, check_name, login_of
from qipai.server.accounts.tokens import TokenSigner
from qipai.server.refusal import Refused
from qipai.server.storage import account_rows
from qipai.server.storage.store import Store

SESSION = 180 * 86400.0  # seconds
CODE = 600.0  # seconds that a one-time code is good for
TRUSTED = 30.0  # seconds that a session is trusted without asking the database
MOST_TRUSTED = 50_000  # sessions


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.signer = TokenSigner()
        self.passwords = Passwords()
        self.dummy_hash = ""  # an unknown name takes as long as a wrong password
        self.trusted: dict[str, tuple[float, Player]] = {}

    async def player(self, token: str) -> Player:
        """The person whose session this is. UNAUTHORIZED."""
        session = self.signer.token_hash(token)
        known = self.trusted.get(session)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        found = await account_rows.player_of_session(self.store, session)
        if found is None:
            self.trusted.pop(session, None)
            raise Refused("UNAUTHORIZED")
        if len(self.trusted) > MOST_TRUSTED:
            self.trusted.clear()
        self.trusted[session] = (time.monotonic() + TRUSTED, found)
        return found

    async def add_guest(self, name: str) -> tuple[str, Player]:
        player = Player(secrets.token_hex(12), check_name(name), False)
        token = self.signer.new_token()
        await account_rows.add_guest(self.store, player, token.hash, SESSION)
        return token.text, player

    async def rename(self, player: Player, name: str) -> Player:
        """Another nickname; an account keeps its login. BAD_NAME."""
        clean = check_name(name)
        await account_rows.rename_player(self.store, player.id, clean)
        self.trusted.clear()
        return Player(player.id, clean, player.account)

    async def add_account(self, name: str, password: str, guest: Player | None) -> tuple[str, Player]:
        """A new account; a guest keeps seats and history. BAD_NAME, BAD_PASSWORD, NAME_TAKEN."""
        clean = check_name(name)
        if not 8 <= len(password) <= 128:
            raise Refused("BAD_PASSWORD")
        if guest is not None and guest.account:
            guest = None
        hashed = await asyncio.to_thread(self.passwords.hash, password)
        player = Player(secrets.token_hex(12) if guest is None else guest.id, clean, True)
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
        found = await account_rows.find_login(self.store, login_of(name))
        if not self.dummy_hash:
            self.dummy_hash = await asyncio.to_thread(self.passwords.hash, secrets.token_hex(16))
        hashed = self.dummy_hash if found is None else found.password
        matches = await asyncio.to_thread(self.passwords.verify, hashed, password)
        if found is None or not matches:
            raise Refused("BAD_LOGIN")
        return await self.open_session(found.player), found.player

    async def open_session(self, player: Player) -> str:
        token = self.signer.new_token()
        await account_rows.add_session(self.store, player.id, token.hash, SESSION)
        return token.text

    async def log_out(self, token: str) -> None:
        session = self.signer.token_hash(token)
        self.trusted.pop(session, None)
        await account_rows.end_session(self.store, session)

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
