"""Fair deals: the seeds of a local match, and the commitment by which a server proves that it did not choose a deal."""

from __future__ import annotations

import hashlib
import hmac
import json

from qipai.core.data import flaw
from qipai.core.errors import BadRecord
from qipai.core.rng import parse_seed
from qipai.core.text import Text

FIELDS = ("commit", "server_seed", "nonces", "room", "deal")
NONCE_DIGITS = 64


def match_deal_seed(match_seed: bytes, index: int) -> bytes:
    """The seed of deal `index` (from 0) of a local match."""
    return hmac.new(match_seed, f"deal:{index}".encode("ascii"), hashlib.sha256).digest()


def engine_seed(number: int) -> bytes:
    """The deal seed for an integer `rng_seed` of `Engine`."""
    return hashlib.sha256(f"qipai:{number}".encode("ascii")).digest()


def commitment(server_seed: bytes) -> str:
    """Published before the players send their nonces."""
    return hashlib.sha256(server_seed).hexdigest()


def server_deal_seed(server_seed: bytes, room: str, deal: int, nonces: list[str]) -> bytes:
    """HMAC-SHA256(server_seed, canonical JSON [room, deal, [nonce by seat]]): compact, UTF-8, no escapes beyond JSON's."""
    text = json.dumps([room, deal, nonces], ensure_ascii=False, separators=(",", ":"))
    return hmac.new(server_seed, text.encode(), hashlib.sha256).digest()


def prove(room: str, deal: int, nonces: list[str], server_seed: bytes) -> dict[str, object]:
    """The `fairness` object of a record."""
    return {
        "commit": commitment(server_seed),
        "server_seed": server_seed.hex(),
        "nonces": nonces,
        "room": room,
        "deal": deal,
    }


def is_nonce(value: object) -> bool:
    """Hexadecimal, at most 64 digits, empty allowed (absent players and bots)."""
    if not isinstance(value, str) or len(value) > NONCE_DIGITS:
        return False
    return all(ch in "0123456789abcdef" for ch in value)


def check(proof: object, seed: str, seats: int) -> None:
    """BadRecord unless `seed` follows from the commitment and the players' nonces."""
    if flaw(proof) is not None or not isinstance(proof, dict) or set(proof) != set(FIELDS):
        raise BadRecord(
            "BAD_RECORD",
            reason=Text(f"fairness must have exactly {', '.join(FIELDS)}", f"fairness 必须正好有 {'、'.join(FIELDS)}"),
        )
    nonces = proof["nonces"]
    if not isinstance(nonces, list) or len(nonces) != seats or not all(is_nonce(n) for n in nonces):
        raise BadRecord(
            "BAD_RECORD",
            reason=Text(
                "fairness.nonces must be one hexadecimal text (at most 64 digits) per seat",
                "fairness.nonces 必须是每个座位一段十六进制文本（至多 64 位）",
            ),
        )
    room = proof["room"]
    deal = proof["deal"]
    if not isinstance(room, str) or not isinstance(deal, int) or isinstance(deal, bool):
        raise BadRecord(
            "BAD_RECORD",
            reason=Text(
                "fairness.room must be a text and fairness.deal an integer",
                "fairness.room 必须是文本，fairness.deal 必须是整数",
            ),
        )
    server_seed = parse_seed(proof["server_seed"])
    if commitment(server_seed) != proof["commit"]:
        raise BadRecord(
            "BAD_RECORD", reason=Text("fairness: the server seed does not match the commitment", "服务器种子与事先的承诺不符")
        )
    if server_deal_seed(server_seed, room, deal, nonces).hex() != seed:
        raise BadRecord(
            "BAD_RECORD",
            reason=Text(
                "fairness: the deal’s seed does not follow from the server seed and the nonces",
                "本局种子不是由服务器种子和各家随机数推出的",
            ),
        )
