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
    "ROOM_LOCKED": 409,
    "STILL_PLAYED": 409,
    "NO_CHAT": 403,
    "PHRASES_ONLY": 403,
    "TOO_FAST": 429,
    "ALREADY_BEGUN": 409,
    "PEOPLE_PLAY": 409,
    "NAME_TAKEN": 409,
    "NOT_SEATED": 403,
    "NOT_OWNER": 403,
    "NOT_SHARED": 403,
    "NO_ACCOUNT": 409,
    "FORBIDDEN_ORIGIN": 403,
    "UNAUTHORIZED": 401,
    "BAD_LOGIN": 401,
    "NO_ROOM": 404,
    "NO_RECORD": 404,
    "NO_PUZZLES": 404,
    "NO_SUCH_PUZZLE": 404,
    "NOT_FOUND": 404,
    "ROOM_BROKEN": 409,
    "TOO_MANY": 429,
    "REVIEW_LIMIT": 429,
    "NO_JUDGE": 404,
    "TOO_LARGE": 413,
    "RETRY": 503,
    "BUSY": 429,
    "TAKEBACK_OFF": 409,
    "BOTS_ONLY": 409,
    "NOTHING_TO_TAKE_BACK": 409,
    "NO_STEP": 404,
    "DEAL_OVER": 409,
    "SEAT_DONE": 409,
    "DRAWN_CARDS": 409,
    "NO_PROOF": 409,
    "NO_HINT": 503,
}
# of all other codes, by their family in the users' engine document (X-9)
FAMILY_STATUS: dict[str, int] = {
    "ENGINE_VERSION_CONFLICT": 409,
    "ENGINE_INVALID_PHASE": 409,
    "ENGINE_INVALID_STATE": 409,
}

MESSAGES = Messages(
    {
        "NO_DEAL": Text("No deal in progress.", "现在没有正在打的牌局。"),
        "SEAT_TAKEN": Text("That seat is taken.", "这个座位已经有人了。"),
        "ROOM_FULL": Text("All seats are taken; you can watch.", "座位已满，可以旁观。"),
        "BAD_CHAT": Text("Write 1–{most} visible characters.", "请写 1–{most} 个可见字符。"),
        "NO_LINKS": Text("Links aren’t allowed here.", "这里不能发链接。"),
        "NO_CHAT": Text("Chat is off at this table; quick phrases may still work.", "这桌不能自由聊天，可以试试快捷语。"),
        "PHRASES_ONLY": Text("Partners can only use quick phrases during a deal.", "打牌时只能用快捷语，不能谈牌。"),
        "TOO_FAST": Text("You’re talking too fast. Wait a moment.", "说得太快了，歇一下。"),
        "STILL_PLAYED": Text("This match isn’t over. Leave the table first.", "这一场还没打完，请先离开牌桌。"),
        "ROOM_LOCKED": Text("The host has locked this room; you can watch.", "房主锁定了房间，可以旁观。"),
        "ALREADY_BEGUN": Text("The match has started; you can’t change this now.", "比赛已经开始，不能再改了。"),
        "PEOPLE_PLAY": Text("People are still playing; this deal can’t be skipped.", "还有人在打，这一局不能跳过。"),
        "NAME_TAKEN": Text("That name is taken. Choose another.", "这个名字已被使用，请换一个。"),
        "NOT_SEATED": Text("You don’t have a seat in this room.", "你在这个房间没有座位。"),
        "NOT_OWNER": Text("Only the host can do this.", "只有房主可以这样做。"),
        "NOT_SHARED": Text(
            "Only players from this room can see its records, unless one of them shares the replay.",
            "这个房间的牌谱只有入座的玩家能看，有人分享了才能看。",
        ),
        "FORBIDDEN_ORIGIN": Text("This page isn’t allowed to connect to this server.", "这个网页不能连接本服务器。"),
        "UNAUTHORIZED": Text(
            "Your session has expired. Sign in or continue as a guest.", "登录已过期，请重新登录，或以游客身份继续。"
        ),
        "BAD_LOGIN": Text("Wrong name or password.", "名字或密码不对。"),
        "NO_ACCOUNT": Text("You’re playing as a guest. Create an account first.", "你现在是游客，请先注册账号。"),
        "NO_ROOM": Text("Room not found.", "找不到这个房间。"),
        "NO_RECORD": Text("Finished deal not found.", "找不到这一局的牌谱。"),
        "TAKEBACK_OFF": Text("Takebacks are off at this table.", "这桌不能悔棋。"),
        "BOTS_ONLY": Text("Moves can only be taken back when all the others are bots.", "其他座位都是电脑时才能悔棋。"),
        "NOTHING_TO_TAKE_BACK": Text("You haven’t made a choice in this deal yet.", "这一局你还没有做过选择。"),
        "NO_STEP": Text("No move {given}: this deal has {moves} moves.", "这一局共 {moves} 步，没有第 {given} 步。"),
        "DEAL_OVER": Text("The deal is over there. Choose an earlier move.", "到这一步牌局已经结束，请选前面的一步。"),
        "SEAT_DONE": Text("That seat has finished the deal by then. Choose another.", "这一家到这一步已经打完，请换一家。"),
        "DRAWN_CARDS": Text(
            "This practice deal was played with drawn cards: they were never dealt, so it has no record and no proof.",
            "这局练习用的是推测的牌，没有真正发过，所以没有牌谱，也没有公平证明。",
        ),
        "NO_PROOF": Text(
            "Nothing is shuffled for practice: the cards are those of an earlier deal, or fit what one knew of it.",
            "练习局不洗牌：用的是先前那一局的牌，或按当时所知推测的牌。",
        ),
        "NOT_FOUND": Text("Page not found.", "找不到这个页面。"),
        "ROOM_BROKEN": Text(
            "This room’s log is damaged, so the room is closed. Other rooms aren’t affected.",
            "这个房间的日志损坏，已停用；其他房间不受影响。",
        ),
        "TOO_MANY": Text("Too many requests. Wait a moment and try again.", "请求太频繁，请稍后再试。"),
        "REVIEW_LIMIT": Text("You’ve asked for many reviews today. Try again later.", "今天复盘的次数用完了，过些时候再来。"),
        "TOO_LARGE": Text("Too large. Send less.", "内容太大，请减少后再发。"),
        "RETRY": Text("We couldn’t confirm the save. Please try again.", "不确定有没有保存，请再试一次。"),
        "BUSY": Text("Still working on your last hint. Try again in a moment.", "上一条提示还在想，请稍后再试。"),
        "NO_HINT": Text("No hint in time. Please ask again.", "提示没能及时想出来，请再点一次。"),
        "BAD_REQUEST": Text("Invalid request: {reason}", "请求有误：{reason}"),
        "BAD_NAME": Text("Use 1–16 visible characters.", "名字要用 1–16 个可见字符。"),
        "BAD_PASSWORD": Text("Use 8–128 characters for the password.", "密码要用 8–128 个字符。"),
        "WEAK_PASSWORD": Text(
            "That password is too easy to guess. Use a longer one, such as three unrelated words.",
            "这个密码太容易猜到，请换个长些的，比如几个不相干的词。",
        ),
    },
    {"NO_DEAL": "ENGINE_INVALID_PHASE"},
)


class Refused(QipaiError):
    """The server says no; nothing has changed."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, MESSAGES, **detail)


def status_of(refusal: QipaiError) -> int:
    return STATUS.get(refusal.code) or FAMILY_STATUS.get(refusal.engine_code, 400)


def words_of(refusal: QipaiError) -> Words:
    return Words(refusal.message, refusal.say("zh"))
