"""Every message of the WebSocket, both ways. The JSON Schema in docs/wire.schema.json is made from these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from qipai.server.rooms.room_data import Options

CmdId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.:-]+$")]
Move = Annotated[str, Meta(max_length=1000)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Nonce = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")]


# from the client
class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first frame. Without a token one watches."""

    token: Annotated[str, Meta(max_length=200)] | None = None
    last_version: Count = 0
    beats: bool = False  # this client sends something every few seconds, also while events arrive


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """A move in notation, for the decision that was seen: its version, or better its window."""

    cmd_id: CmdId
    move: Move
    version: Count | None = None
    window: Annotated[str, Meta(max_length=40)] | None = None


class Check(Struct, tag="check", forbid_unknown_fields=True):
    """What may these cards be?"""

    req: Count
    cards: Annotated[list[Annotated[str, Meta(max_length=12)]], Meta(max_length=40)]


class Auto(Struct, tag="auto", forbid_unknown_fields=True):
    """Autopilot on or off, for the sender's seat."""

    on: bool


class Weigh(Struct, tag="weigh", forbid_unknown_fields=True):
    """What would this move cost? At a table with a coach, before it is made."""

    req: Count
    move: Move


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    pass


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """Agrees to the next deal, under the rules shown; the nonce is this player's part of the shuffle."""

    nonce: Nonce = ""


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """Free text, to those who sit at the table or, without a seat, to those who watch; or a fixed phrase, for everybody."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    phrase: Annotated[str, Meta(max_length=20)] = ""


class Mute(Struct, tag="mute", forbid_unknown_fields=True):
    """Whose talk is not to be sent any more, or nobody's; replaces what was said before."""

    who: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=100)] = []
    everybody: bool = False


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    t: float = 0.0


class Resync(Struct, tag="resync", forbid_unknown_fields=True):
    pass


ClientMessage = Hello | Act | Check | Weigh | Auto | AskHint | Ready | Say | Mute | Ping | Resync


# from the server; what REST answers with as well is a dataclass, which both of their libraries read
@dataclass(slots=True)
class Words:
    """A text in both languages."""

    en: str
    zh: str


class Fairness(Struct):
    """The commitment to the deal that is played or comes next; empty between the last card and the next commitment."""

    deal: int
    commit: str


@dataclass(slots=True)
class SeatInfo:
    seat: int
    kind: Literal["human", "open", "bot"]
    name: str
    level: str | None
    auto: str  # "", player, timeout, away, left
    ready: bool
    online: bool
    again: bool = False  # wants another match
    heir: str = ""  # who takes the bot's seat when the deal is over
    face: str = ""  # "fox-3": the drawing and its colour; "bot1" of a bot, empty where nobody sits


@dataclass(slots=True)
class Spectator:
    """Somebody who watches."""

    who: str  # the same person has the same in this room
    name: str  # empty: a guest without a name


class Match(Struct):
    """Which match of the room this is."""

    number: int  # from 1
    first: int  # the number of its first deal; `deal` counts on over all matches
    ending: bool  # the host ends it after this deal
    seating: Literal["keep", "random", "choose"]  # in the next match


class EveningLine(Struct):
    """What somebody has won in this room, over all its matches."""

    name: str
    seat: int | None  # None: no longer here
    bot: bool
    score: int
    wins: int  # deals
    deals: int


class Clocks(Struct):
    """What is left, in milliseconds, of those who may be known to be thinking; no time of day, so no clock can be wrong."""

    base_ms: int
    bank_ms: list[int]
    left_ms: list[int | None]


@dataclass(slots=True)
class DealResult:
    """A deal that is over: nothing of it is hidden any more."""

    returns: list[int]
    scores: list[int]
    match_over: bool
    winner: int | None
    explain: dict[str, list[list[list[str]]]]  # language -> lines -> [text, style]
    facts: dict[str, Any]  # the game's own figures, nothing hidden: what a settlement is drawn from


@dataclass(slots=True)
class Result(DealResult):
    """The same at the table, with the proof of its shuffle."""

    fairness: dict[str, Any] | None


class PracticeInfo(Struct):
    """Which position is tried, and what came of it so far. Nothing of it counts anywhere."""

    cards: Literal["real", "drawn"]
    seat: int
    deal: int  # of its match, from 0
    move: int
    room: str  # where it was played; empty: in a record that was sent in
    match: int
    first: list[int] | None  # what the deal brought then
    tries: list[list[int]]


class View(Struct):
    """All that one seat is shown. `public` and `private` are the game's own (view.md of its folder)."""

    seat: int | None  # None: a spectator
    stage: Literal["waiting", "playing", "between", "finished", "closed"]
    deal: int
    public: dict[str, Any] | None
    private: dict[str, Any] | None
    legal: list[str]
    window: str | None
    to_act: list[int]
    clocks: Clocks | None
    fairness: Fairness
    seats: list[SeatInfo]
    scores: list[int]
    game: str
    rules: dict[str, Any]
    options: Options
    owner: int | None
    result: Result | None
    locked: bool  # nobody new may sit down
    match: Match
    evening: list[EveningLine]
    code: str  # of the room now, for links; empty for spectators
    practice: PracticeInfo | None = None
    practised: bool = False  # moves of this deal were taken back: it counts nowhere
    may_take_back: bool = False


class EventInfo(Struct):
    """What happened, as far as everybody may know."""

    kind: str
    seat: int | None
    words: list[Words]


class Snapshot(Struct, tag="snapshot"):
    version: int
    view: View


class Event(Struct, tag="event"):
    version: int
    view: View
    what: EventInfo


class Ack(Struct, tag="ack"):
    cmd_id: str
    version: int
    window: str | None = None


class Reject(Struct, tag="reject"):
    """`code` RETRY means: send the same command again, it is not known whether it was written."""

    cmd_id: str | None
    code: str
    message: Words
    version: int


class Reading(Struct):
    reading: str | None
    move: str
    legal: bool
    code: str | None
    message: Words | None = None


class Wait(Struct):
    """A piece that would win, how many of it are unseen, its fan, and the points that it would bring on a discard."""

    piece: str
    left: int
    fan: int
    points: int


class Sorted(Struct):
    """The sender's hand in groups, as a good player would sort it, and sets in it that are worth a look (straight flushes)."""

    groups: list[list[str]]
    sets: list[list[str]]


class Checked(Struct, tag="check"):
    """The uses of the cards, and legal moves that contain them and more, the cheapest first; what the hand would win with
    once they are out of it, where the game knows waiting. Asked about no cards: the hand in order, where the game knows one."""

    req: int
    readings: list[Reading]
    waits: list[Wait] = []
    offers: list[Reading] = []
    sorted: Sorted | None = None


class HintItem(Struct):
    """`reading`: what the move is, where the game names it. `named`: the reason with {who} for the seat `about`."""

    move: str
    reason: Words
    reading: str | None = None
    about: int | None = None
    named: Words | None = None


class Hints(Struct, tag="hints"):
    version: int
    hints: list[HintItem]


class Verdict(Struct):
    """Why a move should be thought over: what it costs, and the better one."""

    grade: Literal["mistake", "blunder"]
    loss: float
    error: float
    said: Words
    best: str
    words: Words  # of the better move
    reason: Words | None  # for it, where there is one that can be told


class Weighed(Struct, tag="weighed"):
    """The verdict on a costly move; None: it costs little, nobody knows, or there was no time to find out."""

    req: int
    verdict: Verdict | None = None


class Presence(Struct, tag="presence"):
    seats: list[SeatInfo]
    spectators: int
    watchers: list[Spectator]  # the first fifty of them


class Chat(Struct, tag="chat"):
    """Something that was said. It belongs to no version."""

    id: int
    who: str  # the same person has the same in this room
    name: str
    seat: int | None
    channel: Literal["table", "watchers"]
    kind: Literal["text", "phrase"]
    text: str  # or the name of the phrase


class Pong(Struct, tag="pong"):
    t: float


class Bye(Struct, tag="bye"):
    code: int
    reason: str
    retry_ms: int | None = None


ServerMessage = Snapshot | Event | Ack | Reject | Checked | Weighed | Hints | Presence | Chat | Pong | Bye

encode = msgspec.json.Encoder().encode
client_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
