"""The REST calls of a client that plays alone, answered as a server would answer them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
from msgspec import Meta, Struct

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.record import MAX_BYTES, parse_record
from qipai.core.registry import games as all_games
from qipai.local.home import LocalHome
from qipai.local.reviews import LocalReviews
from qipai.server.accounts.faces import face_of
from qipai.server.accounts.player import Player
from qipai.server.http.catalogue import book_json, deck_json, game_json, terms_json
from qipai.server.refusal import Refused, status_of
from qipai.server.rooms.deal_log import deal_log_of
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Act, Ready, encode
from qipai.server.rooms.opening import check_level, detail_of, opening_of, options_of, practice_opening
from qipai.server.rooms.practice import position_json
from qipai.server.rooms.puzzles import answer_json, check_json, list_json, puzzle_json
from qipai.server.rooms.records import fairness_of, finished_deals
from qipai.server.rooms.replays import replay_json, verify_bounded
from qipai.server.rooms.reviews import Deal, brought_deal, brought_record
from qipai.server.rooms.screens import screen_of, screens_of
from qipai.server.storage.events import StoreDown

MOVES = 5000  # of a record that is brought along
PUZZLE = "/puzzles/{game}/{puzzle}"

Seconds = Annotated[float, Meta(ge=0, le=5)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]


class Clock(Struct, forbid_unknown_fields=True):
    base: Annotated[float, Meta(ge=3, le=3600)]
    bank: Annotated[float, Meta(ge=0, le=36000)] = 0.0


class SeatBody(Struct, forbid_unknown_fields=True):
    kind: Literal["me", "open", "bot"]
    level: Annotated[str, Meta(max_length=20)] | None = None


class OptionsBody(Struct, forbid_unknown_fields=True):
    rules: dict[str, Any] = {}
    clock: Clock | None = None
    claim_pause: Seconds = 1.0
    pace: Seconds = 0.7
    grace: Annotated[float, Meta(ge=1, le=3600)] = 45.0
    quick_forced: bool = False
    deals: Annotated[int, Meta(ge=0, le=1000)] = 0
    watch_delay: Annotated[int, Meta(ge=0, le=20)] | None = None
    coach: bool = False
    takeback: bool = False


class RoomBody(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    rules: dict[str, Any] = {}
    seats: list[SeatBody] | None = None
    clock: Clock | None = None
    public: bool = False
    claim_pause: Seconds = 1.0
    pace: Seconds = 0.7
    grace: Annotated[float, Meta(ge=1, le=3600)] = 45.0
    quick_forced: bool = False
    deals: Annotated[int, Meta(ge=0, le=1000)] = 0
    watch: bool = True
    watch_delay: Annotated[int, Meta(ge=0, le=20)] | None = None
    coach: bool = False
    takeback: bool = False


class PracticeBody(Struct, forbid_unknown_fields=True):
    room: Annotated[str, Meta(max_length=24)] | None = None
    match: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    record: dict[str, Any] | None = None
    deal: Annotated[int, Meta(ge=0, le=10_000)] = 0
    move: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    seat: SeatNumber = 0
    cards: Literal["real", "drawn"] = "real"
    level: Annotated[str, Meta(max_length=20)] = "normal"


class NameBody(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=64)]
    face: Annotated[str, Meta(max_length=16)] | None = None


class ActionBody(Struct, forbid_unknown_fields=True):
    move: Annotated[str, Meta(max_length=1000)]
    cmd_id: Annotated[str, Meta(pattern="^[A-Za-z0-9_.:-]{1,64}$")] | None = None
    version: Annotated[int, Meta(ge=0)] | None = None
    window: Annotated[str, Meta(max_length=40)] | None = None


class ReadyBody(Struct, forbid_unknown_fields=True):
    nonce: Annotated[str, Meta(pattern="^[0-9a-f]{0,64}$")] = ""


class SelectionBody(Struct, forbid_unknown_fields=True):
    cards: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=40)]


class AnswerBody(Struct, forbid_unknown_fields=True):
    move: Annotated[str, Meta(max_length=1000)]


class JoinBody(Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None


class BotBody(Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    level: Annotated[str, Meta(max_length=20)] = "normal"


class RemoveBody(Struct, forbid_unknown_fields=True):
    seat: SeatNumber


class OrderBody(Struct, forbid_unknown_fields=True):
    order: list[SeatNumber] | None = None


class HelpBody(Struct, forbid_unknown_fields=True):
    coach: bool = False
    takeback: bool = False


class PaceBody(Struct, forbid_unknown_fields=True):
    pace: Seconds


class TalkBody(Struct, forbid_unknown_fields=True):
    chat: Literal["auto", "on", "phrases", "off"] = "auto"
    talk_in_deals: bool = False


class SwitchBody(Struct, forbid_unknown_fields=True):
    on: bool


class AgainBody(Struct, forbid_unknown_fields=True):
    seats: Literal["keep", "random", "choose"] | None = None
    now: bool = False


class LeaveBody(Struct, forbid_unknown_fields=True):
    for_good: bool = False


class Answer(NamedTuple):
    status: int
    body: str


class Asked:
    """A request: the parts of its path that a route names, its query and its body."""

    def __init__(self, parts: dict[str, str], query: dict[str, list[str]], body: str | None) -> None:
        self.parts = parts
        self.query = query
        self.raw = body

    def body(self, shape: Any) -> Any:
        """BAD_REQUEST."""
        try:
            return msgspec.json.decode(self.raw if self.raw else "{}", type=shape)
        except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
            raise BadBody(str(problem)) from None

    def text(self, name: str, usual: str = "") -> str:
        return self.query.get(name, [usual])[0]

    def number(self, name: str, most: int = 10_000) -> int:
        given = self.text(name, "0")
        if not (given.isascii() and given.isdigit() and int(given) <= most):
            raise BadBody(f"{name} has to be a number up to {most}")
        return int(given)

    def lang(self) -> str:
        given = self.text("lang", "en")
        if given not in ("en", "zh"):
            raise BadBody("lang is en or zh")
        return given


class BadBody(Exception):
    pass


def user_json(player: Player) -> Json:
    return {"id": player.id, "name": player.name, "account": False, "face": player.face or face_of(player.name)}


class Requests:
    def __init__(self, home: LocalHome) -> None:
        self.home = home
        self.reviews = LocalReviews(home)
        self.routes: list[tuple[str, re.Pattern[str], int, Callable[[Asked], Awaitable[object]]]] = []
        room = "/rooms/{room}"
        for method, path, status, work in (
            ("POST", "/sessions/guest", 201, self.new_guest),
            ("GET", "/me", 200, self.who_am_i),
            ("PUT", "/me", 200, self.rename),
            ("GET", "/games", 200, self.games),
            ("GET", "/games/{game}/book", 200, self.book),
            ("GET", "/games/{game}/terms", 200, self.terms),
            ("GET", "/games/{game}/deck", 200, self.deck),
            ("POST", "/verify", 200, self.verify),
            ("POST", "/replay", 200, self.replay_record),
            ("POST", "/replay/screens", 200, self.record_screens),
            ("GET", "/records/{record}/review", 200, self.record_review),
            ("POST", "/records/{record}/review", 200, self.ask_for_record_review),
            ("POST", "/practice", 201, self.practise),
            ("GET", "/puzzles", 200, self.puzzles),
            ("GET", PUZZLE, 200, self.puzzle),
            ("POST", f"{PUZZLE}/check", 200, self.check_puzzle),
            ("POST", f"{PUZZLE}/answer", 200, self.answer_puzzle),
            ("POST", "/rooms", 201, self.open_room),
            ("GET", "/rooms", 200, self.list_rooms),
            ("GET", room, 200, self.look),
            ("DELETE", room, 204, self.forget),
            ("GET", f"{room}/state", 200, self.state),
            ("GET", f"{room}/log", 200, self.deal_log),
            ("GET", f"{room}/screen", 200, self.screen),
            ("GET", f"{room}/chat", 200, self.chat),
            ("GET", f"{room}/record", 200, self.finished),
            ("GET", f"{room}/replay", 200, self.replay),
            ("GET", f"{room}/replay/screens", 200, self.screens),
            ("GET", f"{room}/review", 200, self.review),
            ("POST", f"{room}/review", 200, self.ask_for_review),
            ("GET", f"{room}/fairness", 200, self.fairness),
            ("POST", f"{room}/join", 200, self.join),
            ("POST", f"{room}/ready", 204, self.ready),
            ("POST", f"{room}/bots", 204, self.add_bot),
            ("POST", f"{room}/skip", 204, self.skip),
            ("POST", f"{room}/actions", 200, self.act),
            ("POST", f"{room}/takeback", 204, self.take_back),
            ("PUT", f"{room}/help", 204, self.set_help),
            ("POST", f"{room}/leave", 204, self.leave),
            ("POST", f"{room}/remove", 204, self.remove),
            ("POST", f"{room}/finish", 204, self.finish),
            ("POST", f"{room}/close", 204, self.close),
            ("POST", f"{room}/again", 204, self.again),
            ("PUT", f"{room}/options", 204, self.change_options),
            ("PUT", f"{room}/seats", 204, self.arrange),
            ("PUT", f"{room}/pace", 204, self.set_pace),
            ("PUT", f"{room}/talk", 204, self.set_talk),
            ("PUT", f"{room}/lock", 204, self.lock),
            ("PUT", f"{room}/watching", 204, self.set_watch),
        ):
            pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
            self.routes.append((method, pattern, status, work))

    async def answer(self, method: str, address: str, body: str | None = None) -> Answer:
        """`address` is what follows /api/v1: a path and a query."""
        parts = urlsplit(address)
        try:
            for known, pattern, status, work in self.routes:
                found = pattern.fullmatch(parts.path)
                if found is not None and known == method:
                    named = {name: unquote(part) for name, part in found.groupdict().items()}
                    answer = await work(Asked(named, parse_qs(parts.query), body))
                    if status == 204:
                        return Answer(status, "")
                    return Answer(status, answer.decode() if isinstance(answer, bytes) else encode(answer).decode())
            raise Refused("NOT_FOUND")
        except StoreDown:
            return problem(Refused("RETRY"))
        except BadBody as wrong:
            return problem(Refused("BAD_REQUEST", reason=str(wrong)), 422)
        except QipaiError as refusal:
            return problem(refusal)

    async def live(self, asked: Asked) -> LiveRoom:
        return await self.home.get(asked.parts["room"].lower())

    # people
    async def new_guest(self, asked: Asked) -> Json:
        body = asked.body(NameBody)
        return {"token": "local", "user": user_json(self.home.call_me(body.name, body.face))}

    async def who_am_i(self, asked: Asked) -> Json:
        return user_json(self.home.me)

    async def rename(self, asked: Asked) -> Json:
        body = asked.body(NameBody)
        return user_json(self.home.call_me(body.name, body.face))

    # what there is to play and to read
    async def games(self, asked: Asked) -> list[Json]:
        return [game_json(name) for name in all_games()]

    async def book(self, asked: Asked) -> Json:
        return book_json(asked.parts["game"], asked.lang(), asked.text("preset"))

    async def terms(self, asked: Asked) -> list[Json]:
        return terms_json(asked.parts["game"])

    async def deck(self, asked: Asked) -> Json:
        return deck_json(asked.parts["game"])

    async def puzzles(self, asked: Asked) -> Json:
        return list_json(asked.text("date") or datetime.now(UTC).date().isoformat())

    async def puzzle(self, asked: Asked) -> Json:
        return puzzle_json(asked.parts["game"], asked.parts["puzzle"])

    async def check_puzzle(self, asked: Asked) -> Json:
        return check_json(asked.parts["game"], asked.parts["puzzle"], asked.body(SelectionBody).cards)

    async def answer_puzzle(self, asked: Asked) -> Json:
        return answer_json(asked.parts["game"], asked.parts["puzzle"], asked.body(AnswerBody).move)

    # records that somebody brings along
    def brought(self, asked: Asked) -> Json:
        return dict(parse_record((asked.raw or "").encode(), MAX_BYTES))

    async def verify(self, asked: Asked) -> Json:
        return verify_bounded(self.brought(asked), MOVES)

    async def replay_record(self, asked: Asked) -> Json:
        return replay_json(self.brought(asked), asked.number("deal"), MOVES)

    async def record_screens(self, asked: Asked) -> Json:
        return screens_of(self.brought(asked), asked.number("deal"), asked.number("seat"), asked.lang(), MOVES)

    async def record_review(self, asked: Asked) -> bytes:
        return (await self.reviews.get(brought_deal(asked.parts["record"], asked.number("deal")))).encode()

    async def ask_for_record_review(self, asked: Asked) -> bytes:
        place = brought_deal(asked.parts["record"], asked.number("deal"), (asked.raw or "").encode())
        return (await self.reviews.ask_brought(place, brought_record(self.brought(asked), place.deal, MOVES))).encode()

    # rooms
    async def open_room(self, asked: Asked) -> Json:
        name = await self.home.open_room(opening_of(asked.body(RoomBody), self.home.me))
        return {"room": name, "code": name, "link": ""}

    async def list_rooms(self, asked: Asked) -> list[Json]:
        return await self.home.lines(asked.text("which", "all"))

    async def look(self, asked: Asked) -> Json:
        return detail_of(await self.live(asked), self.home.me, "")

    async def forget(self, asked: Asked) -> None:
        await self.home.remove(await self.live(asked))

    async def state(self, asked: Asked) -> bytes:
        live = await self.live(asked)
        return live.snapshot(live.room.seat_of(self.home.me.id))

    async def deal_log(self, asked: Asked) -> Json:
        moment = (await self.live(asked)).moment_of(self.home.me.id)
        found = deal_log_of(moment)
        if found is None:
            return {"deal": moment.room.deal, "version": moment.wire, "lines": []}
        lines = [{"seat": what.seat, "words": each} for what in found.lines() for each in what.words]
        return {"deal": found.deal, "version": moment.wire, "lines": lines}

    async def screen(self, asked: Asked) -> Json:
        return screen_of(await self.live(asked), self.home.me)

    async def chat(self, asked: Asked) -> list[Json]:
        said = await (await self.live(asked)).said(self.home.me)
        return [msgspec.structs.asdict(line) for line in said]

    # deals that are over
    async def finished(self, asked: Asked) -> Json:
        return (await self.finished_match(await self.live(asked), asked.number("match")))[0]

    async def finished_match(self, live: LiveRoom, match: int) -> tuple[Json, tuple[str, int]]:
        """The record of its finished deals, its room and number. 0 is the last one with a deal. NO_RECORD."""
        if not live.all_over():
            raise Refused("NO_RECORD")
        stored = await self.home.shelf.read(live.room.id)
        matches = finished_deals(live.room.id, stored.events, stored.secrets)
        number = match or max(matches)
        if number not in matches:
            raise Refused("NO_RECORD")
        return dict(matches[number]), (live.room.id, number)

    async def review(self, asked: Asked) -> bytes:
        record, source = await self.finished_match(await self.live(asked), asked.number("match"))
        return (await self.reviews.get(Deal(*source, asked.number("deal")), record)).encode()

    async def ask_for_review(self, asked: Asked) -> bytes:
        record, source = await self.finished_match(await self.live(asked), asked.number("match"))
        return (await self.reviews.ask(Deal(*source, asked.number("deal")), record)).encode()

    async def practise(self, asked: Asked) -> Json:
        body = asked.body(PracticeBody)
        if (body.room is None) == (body.record is None):
            raise Refused("BAD_REQUEST", reason="give either room or record")
        record, source = body.record, ("", 1)
        if body.room is not None:
            record, source = await self.finished_match(await self.home.get(body.room.lower()), body.match or 0)
        position = position_json(record, body.deal, body.move, body.seat, MOVES)
        opening = practice_opening(position, body.seat, body.cards, body.level, self.home.me, source)
        name = await self.home.open_room(opening)
        return {"room": name, "code": name, "link": ""}

    async def replay(self, asked: Asked) -> Json:
        return replay_json(await self.finished(asked), asked.number("deal"), MOVES)

    async def screens(self, asked: Asked) -> Json:
        record = await self.finished(asked)
        return screens_of(record, asked.number("deal"), asked.number("seat"), asked.lang(), MOVES)

    async def fairness(self, asked: Asked) -> Json:
        live = await self.live(asked)
        if live.room.practice is not None:
            raise Refused("NO_PROOF")
        stored = await self.home.shelf.read(live.room.id)
        promises = [event for event in stored.events if event.kind in ("commit", "deal")]
        found = fairness_of(live.room.id, promises, stored.secrets, live.all_over(), True)
        return {"deals": [{"server_seed": None, "nonces": None, **line} for line in found]}

    # acting
    async def join(self, asked: Asked) -> Json:
        live, me = await self.live(asked), self.home.me
        return {"seat": await live.join(me.id, me.name, asked.body(JoinBody).seat, me.face)}

    async def ready(self, asked: Asked) -> None:
        await (await self.live(asked)).perform(self.home.me.id, Ready(asked.body(ReadyBody).nonce))

    async def act(self, asked: Asked) -> Json:
        live, body = await self.live(asked), asked.body(ActionBody)
        act = Act(body.cmd_id or secrets.token_hex(12), body.move, body.version, body.window)
        ack = await live.perform(self.home.me.id, act)
        assert ack is not None
        return {"cmd_id": ack.cmd_id, "version": ack.version, "window": ack.window}

    async def add_bot(self, asked: Asked) -> None:
        live, body = await self.live(asked), asked.body(BotBody)
        await live.fill(self.home.me.id, body.seat, check_level(live.room.game.name, body.level))

    async def skip(self, asked: Asked) -> None:
        await (await self.live(asked)).skip(self.home.me.id)

    async def take_back(self, asked: Asked) -> None:
        await (await self.live(asked)).take_back(self.home.me.id)

    async def set_help(self, asked: Asked) -> None:
        body = asked.body(HelpBody)
        await (await self.live(asked)).set_help(self.home.me.id, body.coach, body.takeback)

    async def leave(self, asked: Asked) -> None:
        await (await self.live(asked)).leave(self.home.me.id, asked.body(LeaveBody).for_good)

    async def remove(self, asked: Asked) -> None:
        live = await self.live(asked)
        await live.remove(self.home.me.id, asked.body(RemoveBody).seat, live.room.code)

    async def finish(self, asked: Asked) -> None:
        await (await self.live(asked)).finish(self.home.me.id)

    async def close(self, asked: Asked) -> None:
        await (await self.live(asked)).close(self.home.me.id)

    async def again(self, asked: Asked) -> None:
        live, body = await self.live(asked), asked.body(AgainBody)
        await live.again(self.home.me.id, body.seats, body.now)

    async def change_options(self, asked: Asked) -> None:
        live, body = await self.live(asked), asked.body(OptionsBody)
        await live.set_options(self.home.me.id, body.rules, options_of(body, live.room.options))

    async def arrange(self, asked: Asked) -> None:
        await (await self.live(asked)).arrange(self.home.me.id, asked.body(OrderBody).order)

    async def set_pace(self, asked: Asked) -> None:
        await (await self.live(asked)).set_pace(self.home.me.id, asked.body(PaceBody).pace)

    async def set_talk(self, asked: Asked) -> None:
        body = asked.body(TalkBody)
        await (await self.live(asked)).set_talk(self.home.me.id, body.chat, body.talk_in_deals)

    async def lock(self, asked: Asked) -> None:
        await (await self.live(asked)).set_lock(self.home.me.id, asked.body(SwitchBody).on)

    async def set_watch(self, asked: Asked) -> None:
        await (await self.live(asked)).set_watch(self.home.me.id, asked.body(SwitchBody).on)


def problem(refusal: QipaiError, status: int | None = None) -> Answer:
    """As every refusal of a server looks."""
    return Answer(status or status_of(refusal), encode(refusal.to_json()).decode())
