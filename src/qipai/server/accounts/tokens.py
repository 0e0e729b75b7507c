"""Session tokens and one-time codes. A token is random and signed; only its hash is ever stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import NamedTuple

from qipai.server.refusal import Refused

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no two that look alike
CODE_LENGTH = 10  # characters: 50 bits


class Token(NamedTuple):
    text: str
    hash: str  # under which the session is stored


class TokenSigner:
    """Signs with the key of this database's servers."""

    def __init__(self) -> None:
        self.key = b""  # known when the node has started

    def sign(self, raw: bytes) -> bytes:
        return hmac.new(self.key, b"session:" + raw, hashlib.sha256).digest()[:16]

    def new_token(self) -> Token:
        raw = secrets.token_bytes(24)
        text = base64.urlsafe_b64encode(raw + self.sign(raw)).decode().rstrip("=")
        return Token(text, hashlib.sha256(raw).hexdigest())

    def token_hash(self, token: str) -> str:
        """UNAUTHORIZED when we did not sign it."""
        try:
            data = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        except (ValueError, TypeError):
            raise Refused("UNAUTHORIZED") from None
        raw, signature = data[:24], data[24:]
        if len(raw) != 24 or not hmac.compare_digest(signature, self.sign(raw)):
            raise Refused("UNAUTHORIZED")
        return hashlib.sha256(raw).hexdigest()

    def new_code(self) -> str:
        return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))

    def code_hash(self, code: str) -> str:
        return hmac.new(self.key, b"code:" + code.strip().upper().encode(), hashlib.sha256).hexdigest()
