"""Errors with a stable code, the code's family in the engine interface, and a message in both languages.

Each game, the server and the arena has its own `Messages`; two of them may use one code for different sentences.
"""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.text import Text
from qipai.native import mypyc_attr

BAD_ACTION = "ENGINE_INVALID_ACTION_INDEX"  # the default family
FAMILIES: dict[str, str] = {
    "BAD_INPUT": "ENGINE_INVALID_STATE",
    "BAD_RECORD": "ENGINE_INVALID_STATE",
    "BAD_SEED": "ENGINE_INVALID_STATE",
    "BAD_RULES": "ENGINE_INVALID_STATE",
    "BAD_DEAL": "ENGINE_INVALID_STATE",
    "BAD_STATE": "ENGINE_INVALID_STATE",
    "BAD_VIEW": "ENGINE_INVALID_STATE",
    "UNKNOWN_GAME": "ENGINE_INVALID_STATE",
    "WRONG_GAME": "ENGINE_INVALID_STATE",
    "GAME_OVER": "ENGINE_INVALID_PHASE",
    "DEAL_RUNNING": "ENGINE_INVALID_PHASE",
    "MATCH_OVER": "ENGINE_INVALID_PHASE",
    "STALE_VERSION": "ENGINE_VERSION_CONFLICT",
}

COMMON: dict[str, Text] = {
    "BAD_MOVE": Text("Unknown move: {move}", "没有这种出法：{move}"),
    "NOT_LEGAL": Text("You can’t do that now: {move}", "现在不能这样出：{move}"),
    "NOT_TO_ACT": Text("It isn’t seat {seat}’s turn.", "还没轮到座位 {seat}。"),
    "WRONG_PHASE": Text("You can’t do that during “{phase}”.", "“{phase}”阶段不能这样出。"),
    "NOT_IN_HAND": Text("Not in your hand: {move}", "手里没有：{move}"),
    "GAME_OVER": Text("The deal is over.", "本局已经结束。"),
    "DEAL_RUNNING": Text("The deal isn’t over yet.", "本局还没结束。"),
    "MATCH_OVER": Text("The match is over.", "整场比赛已经结束。"),
    "STALE_VERSION": Text(
        "The table has moved on to version {version}; you sent {given}.",
        "牌桌已有新变化：现在是版本 {version}，收到的是 {given}。",
    ),
    "BAD_SEED": Text("A seed is 64 hexadecimal digits, not “{seed}”.", "种子应为 64 位十六进制数字，不是“{seed}”。"),
    "BAD_RULES": Text("Invalid rules: {reason}", "规则设置无效：{reason}"),
    "BAD_DEAL": Text("Impossible deal: {reason}", "这一局的发牌不成立：{reason}"),
    "BAD_STATE": Text("Impossible state: {reason}", "这个状态不成立：{reason}"),
    "BAD_VIEW": Text("Impossible view: {reason}", "这个视角数据不成立：{reason}"),
    "BAD_RECORD": Text("This record can’t be replayed: {reason}", "这份牌谱无法回放：{reason}"),
    "BAD_INPUT": Text("Invalid input: {reason}", "输入无效：{reason}"),
    "UNKNOWN_GAME": Text("No game called “{game}”. Available: {games}", "没有“{game}”这个游戏。可选：{games}"),
    "BAD_INDEX": Text("No legal action {index}; there are {count}.", "没有第 {index} 个行动，一共 {count} 个。"),
    "NOTHING_TO_UNDO": Text("Can’t undo {moves} moves; this deal has {count}.", "撤不回 {moves} 步，本局只有 {count} 步。"),
    "WRONG_GAME": Text("This is a table of {given}, not of {game}.", "这是 {given} 的牌桌，不是 {game} 的。"),
    "BAD_SEAT": Text("No seat {seat}.", "没有座位 {seat}。"),
    "BAD_NUMBER": Text("Not a number from 0 to {most}: {given}", "应为 0 到 {most} 的数：{given}"),
}


class Messages:
    """The error texts of one game or package by code, with the common ones as fallback."""

    def __init__(self, texts: dict[str, Text], families: dict[str, str] | None = None) -> None:
        self.texts = texts
        self.families: dict[str, str] = families or {}

    def text(self, code: str) -> Text | None:
        return self.texts.get(code) or COMMON.get(code)

    def family(self, code: str) -> str:
        return self.families.get(code) or FAMILIES.get(code, BAD_ACTION)


NO_MESSAGES = Messages({})


def fill(template: Text | None, code: str, detail: Json, lang: str) -> str:
    """The message for a person. A template with a missing detail is shown unfilled; it never raises."""
    if template is None:
        return code
    words: dict[str, object] = {}
    for key, value in detail.items():
        words[key] = value.say(lang) if isinstance(value, Text) else value
    try:
        return template.say(lang).format(**words)
    except (KeyError, IndexError, ValueError):
        return template.say(lang)


def plain(detail: Json) -> Json:
    """Details as JSON values; a Text becomes an object with both languages."""
    return {key: value.to_json() if isinstance(value, Text) else value for key, value in detail.items()}


@mypyc_attr(native_class=False)
class QipaiError(Exception):
    """Has `code` (specific), `engine_code` (its family), `message` (English), `detail` (JSON)."""

    def __init__(self, code: str, messages: Messages = NO_MESSAGES, /, **detail: object) -> None:
        self.code = code
        self.engine_code = messages.family(code)
        self.template = messages.text(code)
        self.detail = detail
        self.message = self.say("en")
        super().__init__(f"{code}: {self.message}")

    def say(self, lang: str) -> str:
        """The message for a person, in `en` or `zh`."""
        return fill(self.template, self.code, self.detail, lang)

    def to_json(self) -> Json:
        """Code, family, both messages and the details, as plain JSON."""
        return {
            "code": self.code,
            "engine_code": self.engine_code,
            "message": self.message,
            "message_zh": self.say("zh"),
            "detail": plain(self.detail),
        }

    def __reduce__(self) -> tuple[object, ...]:
        """Keeps the message when the error is copied or sent to another process."""
        return restore, (type(self), self.args, dict(self.__dict__))


def restore(kind: type[QipaiError], args: tuple[object, ...], fields: Json) -> QipaiError:
    error: QipaiError = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


@mypyc_attr(native_class=False)
class IllegalMove(QipaiError, ValueError):
    """A move that the rules do not allow; nothing has changed."""


@mypyc_attr(native_class=False)
class BadRecord(QipaiError, ValueError):
    """An invalid record, deal, rules object, view or state, or an argument that a library function cannot use."""


def bad_input(en: str, zh: str) -> BadRecord:
    """What a library function raises that cannot use an argument."""
    return BadRecord("BAD_INPUT", reason=Text(en, zh))
