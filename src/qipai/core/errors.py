"""Refusals: each has a stable code, the family that document 004 gives it, and words in both languages.

A game adds the words of its own codes with `add_messages` when its folder is loaded.
"""

from __future__ import annotations

from qipai.core.text import Text
from qipai.native import mypyc_attr

ENGINE_CODES: dict[str, str] = {
    "BAD_RECORD": "ENGINE_INVALID_STATE",
    "BAD_RULES": "ENGINE_INVALID_STATE",
    "BAD_DEAL": "ENGINE_INVALID_STATE",
    "BAD_STATE": "ENGINE_INVALID_STATE",
    "BAD_VIEW": "ENGINE_INVALID_STATE",
    "UNKNOWN_GAME": "ENGINE_INVALID_STATE",
    "GAME_OVER": "ENGINE_INVALID_PHASE",
    "DEAL_RUNNING": "ENGINE_INVALID_PHASE",
    "MATCH_OVER": "ENGINE_INVALID_PHASE",
    "STALE_VERSION": "ENGINE_VERSION_CONFLICT",
    "BAD_COVER": "ENGINE_INVALID_COVER_LIST",
}

MESSAGES: dict[str, Text] = {
    "BAD_MOVE": Text("This is not a move that this game knows: {move}", "这不是本游戏的走法：{move}"),
    "NOT_TO_ACT": Text("Seat {seat} is not to act now.", "现在不轮到座位 {seat} 行动。"),
    "WRONG_PHASE": Text("This move does not belong to the phase “{phase}”.", "“{phase}”阶段不能这样行动。"),
    "NOT_IN_HAND": Text("These are not all in the hand: {move}", "手里没有这些：{move}"),
    "GAME_OVER": Text("The deal is over.", "本局已经结束。"),
    "DEAL_RUNNING": Text("The deal is still running.", "本局尚未结束。"),
    "MATCH_OVER": Text("The match is over.", "整场比赛已经结束。"),
    "STALE_VERSION": Text(
        "The table has moved on: it is at version {version}, not {given}.", "牌桌已有新变化：当前版本 {version}，不是 {given}。"
    ),
    "BAD_RULES": Text("These rules cannot be played: {reason}", "规则设置无效：{reason}"),
    "BAD_DEAL": Text("This deal is impossible: {reason}", "这一局的发牌不成立：{reason}"),
    "BAD_STATE": Text("This state is impossible: {reason}", "这个状态不成立：{reason}"),
    "BAD_VIEW": Text("This view is impossible: {reason}", "这个视角数据不成立：{reason}"),
    "BAD_RECORD": Text("This record cannot be replayed: {reason}", "这份对局记录无法重放：{reason}"),
    "UNKNOWN_GAME": Text("There is no game “{game}”; there are: {games}", "没有“{game}”这个游戏；现有：{games}"),
    "BAD_INDEX": Text("There is no legal action {index}: there are {count}.", "没有第 {index} 个行动：共有 {count} 个。"),
    "BAD_COVER": Text("This list of covered pieces does not fit.", "垫棋的列表不合要求。"),
    "BAD_SEAT": Text("There is no seat {seat}.", "没有座位 {seat}。"),
}


def add_messages(messages: dict[str, Text]) -> None:
    MESSAGES.update(messages)


def engine_code(code: str) -> str:
    """The family of a specific code (FORMAT: every code that is not listed is a bad action)."""
    if code.startswith("ENGINE_"):
        return code
    return ENGINE_CODES.get(code, "ENGINE_INVALID_ACTION_INDEX")


def message(code: str, detail: dict[str, object], lang: str) -> str:
    """What to tell a person. A template whose detail is missing is shown as it stands, never an error."""
    text = MESSAGES.get(code)
    if text is None:
        return code
    words: dict[str, object] = {}
    for key, value in detail.items():
        words[key] = value.say(lang) if isinstance(value, Text) else value
    try:
        return text.say(lang).format(**words)
    except (KeyError, IndexError, ValueError):
        return text.say(lang)


def plain(detail: dict[str, object]) -> dict[str, object]:
    """Detail as JSON values: words in both languages become an object."""
    return {key: value.to_json() if isinstance(value, Text) else value for key, value in detail.items()}


@mypyc_attr(native_class=False)
class QipaiError(Exception):
    """A refusal: `code` (specific), `engine_code` (document 004's family), `message` (English), `detail` (JSON)."""

    def __init__(self, code: str, **detail: object) -> None:
        self.code = code
        self.engine_code = engine_code(code)
        self.detail = detail
        self.message = message(code, detail, "en")
        super().__init__(f"{code}: {self.message}")

    def say(self, lang: str) -> str:
        return message(self.code, self.detail, lang)

    def to_json(self) -> dict[str, object]:
        return {
            "code": self.code,
            "engine_code": self.engine_code,
            "message": self.message,
            "message_zh": self.say("zh"),
            "detail": plain(self.detail),
        }


@mypyc_attr(native_class=False)
class IllegalMove(QipaiError, ValueError):
    """A move that the rules refuse; nothing has changed."""


@mypyc_attr(native_class=False)
class BadRecord(QipaiError, ValueError):
    """A record, deal, rules object, view or state that cannot be."""


@mypyc_attr(native_class=False)
class EngineError(QipaiError):
    """What `Engine` raises: `code` is one of document 004's five; `detail["code"]` is the specific one."""

    def __init__(self, code: str, message: str, detail: dict[str, object]) -> None:
        Exception.__init__(self, f"{code}: {message}")
        self.code = code
        self.engine_code = code
        self.message = message
        self.detail = detail
