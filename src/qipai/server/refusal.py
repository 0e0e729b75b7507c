"""Refusals of the server itself: a code, an HTTP status, words in both languages. Games refuse with their own."""

from __future__ import annotations

from qipai.core.errors import Messages, QipaiError
from qipai.core.text import Text
from qipai.server.rooms.messages import Words

STATUS: dict[str, int] = {
    "STALE_VERSION": 409,
    "GAME_OVER": 409,
    "NO_DEAL": 409,
    "SEAT_TAKEN": 409,
    "ROOM_FULL": 409,
    "ALREADY_BEGUN": 409,
    "NAME_TAKEN": 409,
    "NOT_SEATED": 403,
    "NOT_OWNER": 403,
    "NOT_SHARED": 403,
    "FORBIDDEN_ORIGIN": 403,
    "UNAUTHORIZED": 401,
    "BAD_LOGIN": 401,
    "NO_ROOM": 404,
    "NO_RECORD": 404,
    "NOT_FOUND": 404,
    "ROOM_BROKEN": 409,
    "TOO_MANY": 429,
    "TOO_LARGE": 413,
    "RETRY": 503,
    "BUSY": 429,
    "NO_HINT": 503,
}

MESSAGES = Messages(
    {
        "NO_DEAL": Text("No deal is being played now.", "现在没有正在进行的牌局。"),
        "SEAT_TAKEN": Text("This seat is taken.", "这个座位已经有人了。"),
        "ROOM_FULL": Text("All seats are taken; you can watch.", "座位已满，可以旁观。"),
        "ALREADY_BEGUN": Text("The match has begun; this can no longer be changed.", "比赛已经开始，不能再改了。"),
        "NAME_TAKEN": Text("This name is taken; please choose another.", "这个名字已被使用，请换一个。"),
        "NOT_SEATED": Text("You have no seat in this room.", "你不在这个房间的座位上。"),
        "NOT_OWNER": Text("Only the person who opened the room can do this.", "只有房主可以这样做。"),
        "NOT_SHARED": Text(
            "This room's deals are for those who sat there, until one of them shares the replay.",
            "这个房间的牌谱只有入座的玩家能看，除非其中有人分享。",
        ),
        "FORBIDDEN_ORIGIN": Text("This page may not talk to this server.", "此网页无权连接本服务器。"),
        "UNAUTHORIZED": Text("Please come in again: the session is unknown or has ended.", "会话无效或已过期，请重新进入。"),
        "BAD_LOGIN": Text("Name or password is wrong.", "名字或密码不对。"),
        "NO_ROOM": Text("There is no such room.", "没有这个房间。"),
        "NO_RECORD": Text("There is no such deal that is over.", "没有这样一局打完的牌。"),
        "NOT_FOUND": Text("There is nothing here.", "这里什么也没有。"),
        "ROOM_BROKEN": Text(
            "This room's log cannot be replayed and was put aside; other rooms are not affected.",
            "这个房间的日志无法重放，已被隔离；其他房间不受影响。",
        ),
        "TOO_MANY": Text("Too many requests; please wait a moment.", "请求太频繁，请稍等片刻。"),
        "TOO_LARGE": Text("This is too large.", "内容太大。"),
        "RETRY": Text(
            "Please send the same again: it is not known whether it was written.", "请原样重发：尚不确定是否已写入。"
        ),
        "BUSY": Text("Still thinking about the last question.", "上一个问题还在思考中。"),
        "NO_HINT": Text("No hint was found in time; please ask again.", "提示没能及时想出来，请再点一次。"),
        "BAD_REQUEST": Text("This request is not understood: {reason}", "无法理解这个请求：{reason}"),
        "BAD_NAME": Text("A name has 1 to 16 visible characters.", "名字应为 1 到 16 个可见字符。"),
        "BAD_PASSWORD": Text("A password has 8 to 128 characters.", "密码应为 8 到 128 个字符。"),
    }
)


class Refused(QipaiError):
    """The server says no; nothing has changed."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, MESSAGES, **detail)


def status_of(refusal: QipaiError) -> int:
    return STATUS.get(refusal.code, 400)


def words_of(refusal: QipaiError) -> Words:
    return Words(refusal.message, refusal.say("zh"))
