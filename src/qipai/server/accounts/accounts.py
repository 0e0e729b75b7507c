"""Guests, accounts and sessions. A token is random and signed; the database keeps only its hash, so it can be revoked
and cannot be read from there."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from qipai.server.refusal import Refused
from qipai.server.storage import schema
from qipai.server.storage.store import Store

if TYPE_CHECKING:
    from argon2 import PasswordHasher

NAME = 16  # characters
SESSION = 180 * 86400.0  # seconds
CODE = 600.0
REMEMBERED = 30.0  # seconds that a session is believed without asking the database
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that looks like something else


class Player(NamedTuple):
    id: str
    name: str
    account: bool


def check_name(name: str) -> str:
    """1 to 16 visible characters: no control, format or bidirectional ones, no lone surrogates."""
    clean = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(clean) <= NAME or any(unicodedata.category(ch)[0] in "CZ" and ch != " " for ch in clean):
        raise Refused("BAD_NAME")
    if all(unicodedata.category(ch)[0] == "M" for ch in clean):
        raise Refused("BAD_NAME")
    return clean


def login_of(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = b""  # known when the house has started
        self.hasher: PasswordHasher | None = None
        self.nobody = ""  # a hash: an unknown name takes as long as a wrong password
        self.known: dict[str, tuple[float, Player]] = {}

    # tokens
    def sign(self, raw: bytes) -> bytes:
        return hmac.new(self.key, b"session:" + raw, hashlib.sha256).digest()[:16]

    def new_token(self) -> tuple[str, str]:
        """(token, the hash under which it is kept)."""
        raw = secrets.token_bytes(24)
        token = base64.urlsafe_b64encode(raw + self.sign(raw)).decode().rstrip("=")
        return token, hashlib.sha256(raw).hexdigest()

    def token_hash(self, token: str) -> str:
        try:
            data = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        except (ValueError, TypeError):
            raise Refused("UNAUTHORIZED") from None
        raw, signature = data[:24], data[24:]
        if len(raw) != 24 or not hmac.compare_digest(signature, self.sign(raw)):
            raise Refused("UNAUTHORIZED")
        return hashlib.sha256(raw).hexdigest()

    async def who(self, token: str) -> Player:
        """The person whose session this is. UNAUTHORIZED."""
        name = self.token_hash(token)
        known = self.known.get(name)
        if known is not None and known[0] > time.monotonic():
            return known[1]

        def work(connection: Connection) -> Player | None:
            query = (
                sa.select(schema.user.c.id, schema.user.c.name, schema.user.c.login)
                .join(schema.session, schema.session.c.player == schema.user.c.id)
                .where((schema.session.c.id == name) & (schema.session.c.expires > self.store.now(connection)))
            )
            row = connection.execute(query).first()
            return None if row is None else Player(row[0], row[1], row[2] is not None)

        found = await asyncio.wrap_future(self.store.read(work))
        if found is None:
            self.known.pop(name, None)
            raise Refused("UNAUTHORIZED")
        if len(self.known) > 50_000:
            self.known.clear()
        self.known[name] = (time.monotonic() + REMEMBERED, found)
        return found

    def session_row(self, connection: Connection, player: str, name: str, now: float) -> None:
        row = {"id": name, "player": player, "created": now, "expires": now + SESSION}
        connection.execute(schema.session.insert(), row)

    # guests and accounts
    async def guest(self, name: str) -> tuple[str, Player]:
        clean = check_name(name)
        player = Player(secrets.token_hex(12), clean, False)
        token, kept = self.new_token()

        def work(connection: Connection, now: float) -> None:
            connection.execute(schema.user.insert(), {"id": player.id, "name": clean, "created": now})
            self.session_row(connection, player.id, kept, now)

        await asyncio.wrap_future(self.store.write(work))
        return token, player

    async def rename(self, player: Player, name: str) -> Player:
        """Another name to be seen by; an account is still entered under its old one. BAD_NAME."""
        clean = check_name(name)

        def work(connection: Connection, now: float) -> None:
            connection.execute(schema.user.update().where(schema.user.c.id == player.id).values(name=clean))

        await asyncio.wrap_future(self.store.write(work))
        self.known.clear()
        return Player(player.id, clean, player.account)

    async def account(self, name: str, password: str, guest: Player | None) -> tuple[str, Player]:
        """A new account; a guest's seats and history become its own."""
        clean = check_name(name)
        if not 8 <= len(password) <= 128:
            raise Refused("BAD_PASSWORD")
        if guest is not None and guest.account:
            guest = None
        hashed = await asyncio.to_thread(self.hash, password)
        player = Player(secrets.token_hex(12) if guest is None else guest.id, clean, True)
        token, kept = self.new_token()
        row = {"name": clean, "login": login_of(clean), "password": hashed}

        def work(connection: Connection, now: float) -> None:
            with connection.begin_nested():
                if guest is None:
                    connection.execute(schema.user.insert(), {"id": player.id, "created": now, **row})
                else:
                    connection.execute(schema.user.update().where(schema.user.c.id == player.id).values(row))
            self.session_row(connection, player.id, kept, now)

        try:
            await asyncio.wrap_future(self.store.write(work))
        except IntegrityError:
            raise Refused("NAME_TAKEN") from None
        self.known.clear()
        return token, player

    async def log_in(self, name: str, password: str) -> tuple[str, Player]:
        """BAD_LOGIN, the same and as late for unknown names as for wrong passwords."""

        def work(connection: Connection) -> tuple[str, str, str] | None:
            columns = (schema.user.c.id, schema.user.c.name, schema.user.c.password)
            row = connection.execute(sa.select(*columns).where(schema.user.c.login == login_of(name))).first()
            return None if row is None else (row[0], row[1], row[2])

        row = await asyncio.wrap_future(self.store.read(work))
        if not self.nobody:
            self.nobody = await asyncio.to_thread(self.hash, secrets.token_hex(16))
        right = await asyncio.to_thread(self.verify, self.nobody if row is None else row[2], password)
        if row is None or not right:
            raise Refused("BAD_LOGIN")
        player = Player(row[0], row[1], True)
        return await self.open_session(player), player

    def argon(self) -> PasswordHasher:
        """Loaded with the first account: guests need none, and the start should not wait for it."""
        if self.hasher is None:
            from argon2 import PasswordHasher

            self.hasher = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
        return self.hasher

    def hash(self, password: str) -> str:
        return self.argon().hash(password)

    def verify(self, hashed: str, password: str) -> bool:
        from argon2.exceptions import Argon2Error, InvalidHashError

        try:
            return self.argon().verify(hashed, password)
        except (Argon2Error, InvalidHashError):
            return False

    async def open_session(self, player: Player) -> str:
        token, kept = self.new_token()
        await asyncio.wrap_future(self.store.write(lambda c, now: self.session_row(c, player.id, kept, now)))
        return token

    async def log_out(self, token: str) -> None:
        kept = self.token_hash(token)
        self.known.pop(kept, None)

        def work(connection: Connection, now: float) -> None:
            connection.execute(schema.session.delete().where(schema.session.c.id == kept))

        await asyncio.wrap_future(self.store.write(work))

    # another device
    async def new_code(self, player: Player) -> str:
        """A one-time code, 50 bits, good for ten minutes."""
        code = "".join(secrets.choice(ALPHABET) for _ in range(10))

        def work(connection: Connection, now: float) -> None:
            connection.execute(schema.handover.delete().where(schema.handover.c.expires < now))
            row = {"id": self.code_hash(code), "player": player.id, "expires": now + CODE}
            connection.execute(schema.handover.insert(), row)

        await asyncio.wrap_future(self.store.write(work))
        return code

    def code_hash(self, code: str) -> str:
        return hmac.new(self.key, b"code:" + code.strip().upper().encode(), hashlib.sha256).hexdigest()

    async def redeem(self, code: str) -> tuple[str, Player]:
        kept = self.code_hash(code)

        def work(connection: Connection, now: float) -> Player | None:
            table = schema.handover
            gone = connection.execute(
                table.delete().where((table.c.id == kept) & (table.c.expires > now)).returning(table.c.player)
            ).first()
            if gone is None:
                return None
            columns = (schema.user.c.id, schema.user.c.name, schema.user.c.login)
            row = connection.execute(sa.select(*columns).where(schema.user.c.id == gone[0])).one()
            return Player(row[0], row[1], row[2] is not None)

        player = await asyncio.wrap_future(self.store.write(work))
        if player is None:
            raise Refused("BAD_LOGIN")
        return await self.open_session(player), player
