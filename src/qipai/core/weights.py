"""Weights of a learned policy on disk: a JSON object with what they were learned from, and the numbers, two bytes each.

They belong to one set of features. A file for another set, of another game or damaged is refused: the policy would play
nonsense without anybody noticing.
"""

from __future__ import annotations

import base64
import binascii
import json

from qipai.core.data import Json, brief
from qipai.core.errors import BadRecord, Messages
from qipai.core.text import Text

FORMAT = "qipai-weights/1"
BIAS = 32768  # the numbers are stored as 0 … 65535
MOST_BYTES = 3_000_000

MESSAGES = Messages(
    {"BAD_WEIGHTS": Text("These weights can’t be used: {reason}", "这份权重不能用：{reason}")},
    {"BAD_WEIGHTS": "ENGINE_INVALID_STATE"},
)


def refuse(en: str, zh: str) -> BadRecord:
    return BadRecord("BAD_WEIGHTS", MESSAGES, reason=Text(en, zh))


def pack(weights: list[int]) -> bytes:
    """Numbers from -32768 to 32767, two bytes each, lower byte first, BIAS added."""
    return b"".join([(weight + BIAS).to_bytes(2, "little") for weight in weights])


def unpack(data: bytes) -> list[int]:
    return [data[k] + 256 * data[k + 1] - BIAS for k in range(0, len(data), 2)]


def write_weights(game: str, features: str, data: bytes, origin: Json) -> str:
    """A file's text. `origin` says how the weights were made: seeds, data, results."""
    head: Json = {"format": FORMAT, "game": game, "features": features, **origin}
    lines = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{lines},\n "weights": "{base64.b64encode(data).decode("ascii")}"\n}}\n'


def read_header(text: str) -> Json:
    """Everything in a file, the numbers still as text. BAD_WEIGHTS."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise refuse(f"it isn’t a file of the format {FORMAT}", f"不是 {FORMAT} 格式的文件")
    return found


def read_weights(text: str, game: str, features: str, count: int) -> bytes:
    """The packed numbers of a file. BAD_WEIGHTS unless they are `count` numbers for these features of this game."""
    head = read_header(text)
    owner = brief(head.get("game"))
    if head.get("game") != game:
        raise refuse(f"it belongs to {owner}, not to {game}", f"是 {owner} 的，不是 {game} 的")
    if head.get("features") != features:
        other = brief(head.get("features"))
        raise refuse(
            f"it was learned with other features ({other}, this version has {features}); train again",
            f"训练时用的特征不同（{other}，本版本为 {features}），请重新训练",
        )
    try:
        data = base64.b64decode(str(head.get("weights")), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != 2 * count:
        raise refuse(f"it doesn’t have {count} numbers", f"没有 {count} 个数")
    return data
