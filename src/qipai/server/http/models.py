"""Bodies and answers of the REST interface, as FastAPI's page at /docs shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from qipai.server.rooms.messages import DealResult, SeatInfo, Spectator, Words


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GuestBody(Body):
    name: Annotated[str, Field(max_length=64, examples=["Ann"])]
    face: Annotated[
        str | None, Field(max_length=16, examples=["fox-3"], description="empty: the one that follows from the name")
    ] = None


class AccountBody(Body):
    name: Annotated[str, Field(max_length=64)]
    password: Annotated[str, Field(max_length=256)]


class PasswordBody(Body):
    password: Annotated[str, Field(max_length=256, description="the one until now")]
    new_password: Annotated[str, Field(max_length=256)]


class EraseBody(Body):
    password: Annotated[str, Field(max_length=256, description="of an account; a guest has none")] = ""


class CodeBody(Body):
    code: Annotated[str, Field(max_length=32)]


class SeatWish(Body):
    kind: Literal["me", "open", "bot"]
    level: Annotated[str | None, Field(max_length=20)] = None


class ClockBody(Body):
    """Seconds for each decision, and a bank for the match."""

    base: Annotated[float, Field(ge=3, le=3600)]
    bank: Annotated[float, Field(ge=0, le=36000)] = 0.0


class RoomBody(Body):
    game: Annotated[str, Field(max_length=40, examples=["xianqi"])]
    rules: dict[str, Any] = {}
    seats: Annotated[list[SeatWish] | None, Field(max_length=8)] = None
    clock: ClockBody | None = None
    public: bool = False
    claim_pause: Annotated[float, Field(ge=0, le=5)] = 1.0
    pace: Annotated[float, Field(ge=0, le=5)] = 0.7
    grace: Annotated[float, Field(ge=1, le=3600)] = 45.0
    quick_forced: bool = False
    deals: Annotated[int, Field(ge=0, le=1000, description="of a match; 0: as the rules say, or until the host ends it")] = 0
    watch: bool = True
    watch_delay: Annotated[
        int | None, Field(ge=0, le=20, description="public steps by which people who watch see the table later")
    ] = None
    coach: Annotated[bool, Field(description="against bots alone: one may ask about a move before it is made")] = False
    takeback: Annotated[bool, Field(description="against bots alone: moves can be taken back")] = False


class OptionsBody(Body):
    rules: dict[str, Any] = {}
    clock: ClockBody | None = None
    claim_pause: Annotated[float, Field(ge=0, le=5)] = 1.0
    pace: Annotated[float, Field(ge=0, le=5)] = 0.7
    grace: Annotated[float, Field(ge=1, le=3600)] = 45.0
    quick_forced: bool = False
    deals: Annotated[int, Field(ge=0, le=1000, description="of a match; 0: as the rules say, or until the host ends it")] = 0
    watch_delay: Annotated[
        int | None, Field(ge=0, le=20, description="public steps by which people who watch see the table later")
    ] = None
    coach: Annotated[bool, Field(description="against bots alone: one may ask about a move before it is made")] = False
    takeback: Annotated[bool, Field(description="against bots alone: moves can be taken back")] = False


class PracticeBody(Body):
    """A position: a deal of a room, or of a record, after a number of moves."""

    room: Annotated[str | None, Field(max_length=24, description="whose finished deal it is")] = None
    match: Annotated[int | None, Field(ge=1, le=10_000, description="of the room; without it the last one with a deal")] = None
    record: Annotated[dict[str, Any] | None, Field(description="instead of a room (docs/records.md)")] = None
    deal: Annotated[int, Field(ge=0, le=10_000)] = 0
    move: Annotated[int, Field(ge=0, le=1_000_000, description="how many moves of the deal stand")] = 0
    seat: Annotated[int, Field(ge=0, le=7)] = 0
    cards: Annotated[
        Literal["real", "drawn"], Field(description="`drawn`: others each time, which fit what the seat knew then")
    ] = "real"
    level: Annotated[str, Field(max_length=20)] = "normal"


class JoinBody(Body):
    seat: Annotated[int | None, Field(ge=0, le=7)] = None


class LeaveBody(Body):
    for_good: Annotated[bool, Field(description="gives the seat up: a bot plays on, and a table with bots alone ends")] = False


class SeatBody(Body):
    seat: Annotated[int, Field(ge=0, le=7)]


class SeatsBody(Body):
    order: Annotated[
        list[Annotated[int, Field(ge=0, le=7)]] | None,
        Field(max_length=8, description="`order[n]` is who sits on seat n now, by the seat until now; without it, by lot"),
    ] = None


class LockBody(Body):
    on: bool


class WatchBody(Body):
    on: bool


class WhoBody(Body):
    who: Annotated[str, Field(max_length=32)]


class HelpBody(Body):
    """What the host allows in games against bots."""

    coach: bool = False
    takeback: bool = False


class PaceBody(Body):
    pace: Annotated[float, Field(ge=0, le=5)]


class TalkBody(Body):
    """What may be said: `auto` is text for everybody, in a public room for accounts alone; `phrases`: the fixed ones only."""

    chat: Literal["auto", "on", "phrases", "off"] = "auto"
    talk_in_deals: bool = False


class ChatLine(BaseModel):
    id: int
    who: str  # the same person has the same in this room
    name: str
    seat: int | None
    channel: Literal["table", "watchers"]
    kind: Literal["text", "phrase"]
    text: str


class AgainBody(Body):
    """Another match. `seats` and `now` are the host's: how people sit in it, and whether to continue without the others."""

    seats: Literal["keep", "random", "choose"] | None = None
    now: bool = False


class BotBody(Body):
    seat: Annotated[int, Field(ge=0, le=7)]
    level: Annotated[str, Field(max_length=20)] = "normal"


class ReadyBody(Body):
    nonce: Annotated[str, Field(pattern="^[0-9a-f]{0,64}$")] = ""


class ActionBody(Body):
    """Either a move in notation with the version or window seen, or an index as the engine interface has it."""

    cmd_id: Annotated[str | None, Field(pattern="^[A-Za-z0-9_.:-]{1,64}$")] = None
    version: Annotated[int | None, Field(ge=0, le=2**53)] = None
    window: Annotated[str | None, Field(max_length=40)] = None
    move: Annotated[str | None, Field(max_length=1000)] = None
    action_idx: Annotated[int | None, Field(ge=-(2**31), le=2**31)] = None
    cover_list: Any = None
    client_version: Annotated[int | None, Field(ge=0, le=2**53)] = None


class UserOut(BaseModel):
    id: str
    name: str
    account: bool
    face: str


class OwnUser(BaseModel):
    id: str
    name: str
    login: str | None  # of an account
    created: float
    face: str | None  # the one that was chosen


class OwnSession(BaseModel):
    created: float
    expires: float


class OwnEvent(BaseModel):
    """Something that this person did."""

    kind: str
    data: dict[str, Any]
    at: float


class OwnRoom(BaseModel):
    room: str
    game: str
    status: str
    created: float
    seat: int
    log: list[OwnEvent]


class OwnLine(BaseModel):
    """Something that this person said at a table."""

    room: str
    text: str
    at: float


class ExportOut(BaseModel):
    """All that is kept of a person; times in seconds since 1970."""

    user: OwnUser
    sessions: list[OwnSession]
    rooms: list[OwnRoom]  # the newest thousand
    chat: list[OwnLine]


class SessionOut(BaseModel):
    token: str
    user: UserOut


class CodeOut(BaseModel):
    code: str
    expires_in: int  # seconds
    link: str
    qr: str  # the link as an SVG picture


class RoomOut(BaseModel):
    room: str
    code: str
    link: str


class ReachOut(BaseModel):
    """Where others can reach this server."""

    bases: list[str]  # "http://192.168.1.5:8000"; a room's link is one of these and /r/<code>
    only_here: bool  # nobody outside this machine can
    command: str  # what changes that


class RoomLine(BaseModel):
    """A room in a list."""

    room: str
    game: str
    rules: dict[str, Any]
    status: Literal["open", "playing", "finished", "closed", "broken"]
    public: bool
    seats: list[Literal["human", "open", "bot"]]
    names: list[str]  # of the people, by seat; empty for bots and free seats
    levels: list[str | None]  # of the bots
    mine: bool
    my_seat: int | None
    score: int | None  # what I have won there
    practice: bool  # a position that is tried again
    updated: float  # seconds since 1970, by the server's clock


class OptionOut(BaseModel):
    """An option in force."""

    name: str
    title: Words
    value: bool | int | float | str | dict[str, float] | None
    value_title: Words
    default: bool | int | float | str | None
    default_title: Words
    differs: bool  # not as usual: to be shown before sitting down
    clause: str | None


class LogLine(BaseModel):
    """Something that everybody at the table was told."""

    seat: int | None  # who did it, where everybody may know
    words: Words


class LogOut(BaseModel):
    """The deal on the table so far, in words, up to a version of the view."""

    deal: int
    version: int
    lines: list[LogLine]


class RoomDetail(BaseModel):
    """A room before one sits down: who is there and what is played, with everything that is not as usual."""

    room: str
    code: str
    link: str
    game: str
    title: Words
    stage: Literal["waiting", "playing", "between", "finished", "closed"]
    public: bool
    shared: bool
    may_see_deals: bool
    owner: int | None
    my_seat: int | None
    seats: list[SeatInfo]
    spectators: int
    watchers: list[Spectator]  # the first fifty of them
    deals: int  # that are over
    scores: list[int]
    locked: bool
    match: int  # from 1
    practice: bool  # a position that is tried again
    rules: dict[str, Any]
    preset: Words  # what its way to play is called
    options: list[OptionOut]
    room_options: list[OptionOut]
    version: int


class PresetOut(BaseModel):
    name: str
    title: Words


class GameOut(BaseModel):
    """A game in the lobby. `options` is the JSON Schema of `rules`, with titles in both languages."""

    name: str
    title: Words
    words: Words
    seats: int
    teams: bool  # whether seats play together
    options: dict[str, Any]
    presets: list[PresetOut]
    levels: list[str]
    level_titles: dict[str, Words]


class BookOut(BaseModel):
    game: str
    lang: Literal["en", "zh"]
    title: str
    markdown: str


class TermOut(BaseModel):
    """A word of the game, explained."""

    term: Words
    words: Words
    clause: str


class DeckOut(BaseModel):
    """`names[n]` is what the number n in a shuffled deck stands for."""

    game: str
    names: list[str]
    words: Words


class FairnessOut(BaseModel):
    """One deal's commitment; seed and nonces when it is over and one may see it."""

    deal: int
    room: str
    commit: str
    over: bool
    server_seed: str | None = None
    nonces: list[str] | None = None


class FairnessList(BaseModel):
    deals: list[FairnessOut]


class ShareOut(BaseModel):
    link: str


class StepOut(BaseModel):
    """One step of a replay; the first is the deal itself, with neither seat nor move."""

    seat: int | None
    move: str | None
    words: Words | None  # the move, nothing hidden
    news: list[Words]  # what followed for everybody to see, in games with windows
    public: dict[str, Any]
    privates: list[dict[str, Any]]  # of every seat
    to_act: list[int]
    scores: list[int]


class ProofOut(BaseModel):
    commit: str
    server_seed: str
    nonces: list[str]
    room: str
    deal: int


class DrawOut(BaseModel):
    """Either one number (`below`, `drawn`) or a shuffle (`deck`, `shuffled`), in the order in which they were drawn."""

    below: int | None = None
    drawn: int | None = None
    deck: list[int] | None = None
    shuffled: list[int] | None = None


class ShuffleOut(BaseModel):
    seed: str
    draws: list[DrawOut]
    fairness: ProofOut | None


class ReplayOut(BaseModel):
    """One deal of a record, every step with all hands open."""

    game: str
    title: Words
    rules: dict[str, Any]
    players: list[str]
    seats: int
    deals: int
    deal: int
    over: bool
    steps: list[StepOut]
    result: DealResult | None
    shuffle: ShuffleOut | None


class VerifiedDeal(BaseModel):
    deal: int
    moves: int
    over: bool
    returns: list[int] | None
    shuffle: Literal["proven", "seed", "explicit"]
    practice: bool  # moves had been tried before


class VerifyOut(BaseModel):
    ok: bool
    game: str
    rules: dict[str, Any]
    deals: list[VerifiedDeal]
    scores: list[int]


class JoinOut(BaseModel):
    seat: int


class ActionOut(BaseModel):
    cmd_id: str
    version: int
    window: str | None


class HealthOut(BaseModel):
    status: str
    version: str


class Problem(BaseModel):
    """Every refusal, whatever its status."""

    code: str
    engine_code: str
    message: str
    message_zh: str
    detail: dict[str, Any]
