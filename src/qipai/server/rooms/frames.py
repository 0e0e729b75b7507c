"""What each seat is sent: its own view and nothing else. What is the same for all is encoded once.

This module is the only way from a table to a socket. It reads views, never a State's other fields; `facts` is asked
only of a deal that is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.state import SPECTATOR, State, View
from qipai.core.table import Table
from qipai.core.text import LANGUAGES
from qipai.server.accounts.faces import bot_face, face_of
from qipai.server.rooms import practice
from qipai.server.rooms.choices import Choices
from qipai.server.rooms.messages import Clocks, EveningLine, EventInfo, Fairness, Match, Result, SeatInfo, Words, encode
from qipai.server.rooms.pause import window_name
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import FINISHED, PLAYING, Tally
from qipai.server.rooms.takeback import may_ask_back


class FrameBuilder:
    """One moment of a room, ready to be sent to anybody: built once, asked for each seat."""

    def __init__(
        self,
        room: Room,
        state: State | None,
        wire: int,
        online: Sequence[bool],
        now: float,
        late: bool = False,  # shown when it is past: nobody's time runs
        watch: bool | None = None,  # of spectators: whether they may see the table, by now
        locked: bool | None = None,  # of spectators: whether nobody may sit down, by now
    ) -> None:
        self.room = room
        self.state = state
        self.watch = watch
        self.locked = room.locked if locked is None else locked
        hidden = watch is False
        self.wire = wire
        self.live = state is not None and room.table is not None and state is room.table.state
        self.now = now
        paused = None if state is None or self.live else room.pause
        self.stage = room.stage if paused is None else PLAYING
        self.deal = room.deal if paused is None else paused.deal
        self.commit = room.commit if paused is None else paused.commit
        self.tally = room.tally if paused is None else paused.tally
        self.dues = {} if late or hidden else room.dues(now)
        if hidden:
            state = self.state = None
            self.live = False
        public: Json | None = None if state is None else state.view(SPECTATOR).public()
        if public is not None:
            self.time_decision(public)
        self.acting = [] if state is None or self.stage != PLAYING else bits(state.to_act(), len(room.seats))
        self.secret = state is not None and self.stage == PLAYING and room.game.claim_pause.asks_secretly(state)
        self.open_to_act = None if public is None else public_to_act(public, self.acting, self.secret)
        self.answers_told = public is not None and tells_answers(public, self.secret)
        shared = encode(self.shared(public))[:-1]
        self.common = b"".join((shared, b',"result":', self.result(), b",", self.lasting(online), b","))

    def lasting(self, online: Sequence[bool]) -> bytes:
        """What a move does not change, as the inside of an object; kept with the room until something else happens."""
        room = self.room
        key = (self.stage, self.deal, self.commit, id(self.tally), self.watch, self.locked, *online)
        if room.encoded is None or room.encoded[0] != key:
            data = {
                "deal": self.deal,
                "fairness": Fairness(self.deal, self.commit),
                "seats": seat_infos(room, online, self.stage),
                "game": room.game.name,
                "rules": room.rules,
                "options": room.options if self.watch is None else structs.replace(room.options, watch=self.watch),
                "owner": room.seat_of(room.owner),
                "locked": self.locked,
                "match": Match(room.matches, room.first, room.ending, room.seating),  # type: ignore[arg-type]
                "evening": evening_of(room, self.tally),
                "practice": practice.told_of(room),
            }
            room.encoded = (key, encode(data)[1:-1])
        return room.encoded[1]

    def shared(self, public: Json | None) -> Json:
        return {
            "stage": self.stage,
            "public": public,
            "window": self.window(),
            "scores": self.scores(),
            "practised": self.room.practised,
        }

    def result(self) -> bytes:
        """Of a deal that is over; kept with the room, or everybody who gets ready for the next would have it made again."""
        room, table = self.room, self.room.table
        if not self.live or table is None or not table.over:
            return b"null"
        key = (table, room.stage, room.proven, names_of(room))
        if room.told_result is None or room.told_result[0] != key:
            room.told_result = (key, encode(result_of(room, table)))
        return room.told_result[1]

    def time_decision(self, public: Json) -> None:
        """When the one decision of a view began and when its time is up, for views that have a place for it (X-10.4)."""
        decision = public.get("decision")
        if not isinstance(decision, dict) or "started_at_ms" not in decision or decision.get("seat") not in self.room.to_act():
            return
        seat = decision["seat"]
        since = self.room.seats[seat].since
        due = self.dues.get(seat)
        decision["started_at_ms"] = round((self.now if since is None else since) * 1000)
        decision["timeout_at_ms"] = None if due is None else round(due * 1000)

    def scores(self) -> list[int]:
        table = self.room.table
        if table is None or self.state is None:
            return []
        return self.room.game.scores(table.rules_object, table.scores_before, self.state)

    def window(self) -> str | None:
        if self.state is None or self.stage != PLAYING:
            return None
        return window_name(self.deal, self.state.version(), self.room.takebacks)

    def to_act(self, seat: int | None) -> list[int]:
        """In a window whose asked seats nobody may know: the seat itself or nobody."""
        if self.secret and self.open_to_act is not None:
            return [other for other in self.open_to_act if other != seat or seat in self.acting]
        if self.open_to_act is not None:
            return self.open_to_act
        return [seat] if seat is not None and seat in self.acting else []

    def own(self, seat: int | None) -> bytes:
        """What this seat alone is told; closes the object that `common` opens."""
        to_act = self.to_act(seat)
        private: Mapping[str, object] | None = None
        legal: list[str] = []
        if self.state is not None and seat is not None:
            own = self.state.view(seat)
            private = own.private()
            legal = self.legal(own)
        mine = {
            "seat": seat,
            "private": private,
            "legal": legal,
            "to_act": to_act,
            "clocks": self.clocks([seat] if self.secret else to_act),
            "code": "" if seat is None else self.room.code,
            "may_take_back": seat is not None and may_ask_back(self.room, seat),
        }
        return encode(mine)[1:]

    def legal(self, view: View) -> list[str]:
        """The moves among which the view's seat has to decide now."""
        room, seat = self.room, int(view.seat)
        if self.state is None or room.table is None or seat not in self.acting:
            return []
        choices = room.choices(seat) if self.live else Choices(room.game, self.state, seat)
        return [] if choices.forced else [room.game.write(view, action) for action in choices.actions]

    def clocks(self, to_act: Sequence[int | None]) -> Clocks | None:
        room = self.room
        clock = room.options.clock
        if clock is None or not room.clock_runs():
            return None
        left: list[int | None] = [None] * len(room.seats)
        for seat, due in self.dues.items():
            if seat in to_act:
                left[seat] = max(0, round((due - self.now) * 1000))
        return Clocks(round(clock.base * 1000), [round(seat.bank * 1000) for seat in room.seats], left)

    def snapshot(self, seat: int | None) -> bytes:
        return b"".join((b'{"type":"snapshot","version":%d,"view":' % self.wire, self.common, self.own(seat), b"}"))

    def event(self, seat: int | None, what: bytes) -> bytes:
        """`what` is an encoded `EventInfo`."""
        head = b'{"type":"event","version":%d,"view":' % self.wire
        return b"".join((head, self.common, self.own(seat), b',"what":', what, b"}"))


def public_to_act(public: Json, acting: list[int], secret: bool) -> list[int] | None:
    """Whom everybody may know to be asked; None when that would tell something of a hand.

    A public view that has `to_act` itself decides: null there means that nobody may know. Where answers are `secret`
    (`ClaimPause.asks_secretly`) it lists who is shown as deciding.
    """
    if "to_act" not in public:
        return acting
    shown = public["to_act"]
    return shown if shown is None or secret else acting  # type: ignore[return-value]


def tells_answers(public: Json, secret: bool) -> bool:
    """Whether everybody may know who has answered while others still decide.

    The public view tells, by `to_act` or, where that is null outside a window of claims, by `chosen`.
    """
    if secret:
        return False
    if public.get("to_act", ()) is not None:
        return True
    return public.get("window", "") is None and public.get("chosen") is not None


def bits(mask: int, seats: int) -> list[int]:
    return [seat for seat in range(seats) if (mask >> seat) & 1]


def seat_infos(room: Room, online: Sequence[bool], stage: str) -> list[SeatInfo]:
    """`stage` is the one that is shown."""
    out = []
    for index, seat in enumerate(room.seats):
        ready = seat.kind == "bot" or seat.nonce is not None or stage == PLAYING
        kind = "human" if seat.kind == "human" else ("bot" if seat.kind == "bot" else "open")
        there = seat.kind == "bot" or (index < len(online) and online[index])
        again = seat.again and stage == FINISHED
        face = bot_face(seat.name) if kind == "bot" else (seat.face or face_of(seat.name)) if kind == "human" else ""
        out.append(SeatInfo(index, kind, seat.name, seat.level, seat.auto, ready, there, again, seat.heir_name, face))  # type: ignore[arg-type]
    return out


def evening_of(room: Room, tally: list[Tally]) -> list[EveningLine]:
    """Who has won what in this room so far, best first."""
    seats = {seat.player or f"bot {seat.name}": index for index, seat in enumerate(room.seats) if seat.name}
    lines = [EveningLine(line.name, seats.get(line.who), line.bot, line.score, line.wins, line.deals) for line in tally]
    return sorted(lines, key=lambda line: -line.score)


def names_of(room: Room) -> list[str]:
    return [seat.name or str(index + 1) for index, seat in enumerate(room.seats)]


def result_of(room: Room, table: Table) -> Result:
    figures = figures_of(table)
    words = settlement_lines(table, figures, names_of(room))
    over = room.stage == FINISHED and room.practice is None
    winner = room.game.winner(table.rules_object, room.game.carry(table.state, table.carried), table.scores) if over else None
    proof = room.proven if room.practice is None else None  # it is not this room's
    return Result(table.returns, table.scores, over, winner, words, figures, proof)


def figures_of(table: Table) -> Json:
    """Everything about a deal that is over: nothing of it is hidden any more."""
    assert table.over
    return table.facts()


def settlement_lines(table: Table, everything: Json, names: list[str]) -> dict[str, list[list[list[str]]]]:
    """Every point of a deal that is over, in words."""
    return {
        lang: [[[span.text, span.style] for span in line] for line in table.game.words.explain(everything, names, lang)]
        for lang in LANGUAGES
    }


def event_words(room: Room, kind: str, seat: int | None, before: View | None, after: View | None) -> EventInfo:
    """What everybody may know of an event, told from the spectator's views before and after it."""
    if kind != "move":
        return EventInfo(kind, seat, [])
    if before is None or after is None or seat is None:
        return EventInfo("move", seat, [])
    return move_words(room.game, names_of(room), before, after, seat, room.last_move())


def move_words(game: Game, names: list[str], before: View, after: View, seat: int, move: str) -> EventInfo:
    """A move, or in games with windows what came of it: nobody may know whose answer resolved one."""
    lines = news(game, names, before, after)
    if lines is not None:
        return EventInfo("move", None, lines)
    said = [f"{names[seat]}: {text(game.words.describe(before, seat, move, names, lang))}" for lang in LANGUAGES]
    return EventInfo("move", seat, [Words(said[0], said[1].replace(": ", "：", 1))])


def news(game: Game, names: list[str], before: View, after: View) -> list[Words] | None:
    """What came about between two views, in games with windows."""
    en, zh = (game.words.news(before, after, names, lang) for lang in LANGUAGES)
    if en is None or zh is None:
        return None
    return [Words(text(one), text(other)) for one, other in zip(en, zh, strict=True)]


def text(line: Sequence[tuple[str, str]]) -> str:
    return "".join(span[0] for span in line)
