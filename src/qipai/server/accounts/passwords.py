"""Password hashes (Argon2id). All of it takes long on purpose: call it in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher


class Passwords:
    def __init__(self) -> None:
        self.hasher: PasswordHasher | None = None

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
