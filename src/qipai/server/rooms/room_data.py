"""What a room consists of: its options, its seats, its first event and its snapshots."""

from __future__ import annotations

import msgspec

from qipai.core.data import Json

HUMAN, OPEN, BOT = "human", "open", "bot"
WAITING, PLAYING, BETWEEN, FINISHED, CLOSED = "waiting", "playing", "between", "finished", "closed"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each decision, and a bank for the whole match that longer thoughts draw on."""

    base: float
    bank: float


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a room is kept, beside the rules of the game."""

    clock: Clock | None = None
    claim_pause: float = 1.0
    pace: float = 0.7  # seconds before a bot's move, so that people can follow
    grace: float = 45.0  # seconds without its player before a seat goes on autopilot
    quick_forced: bool = False  # moves without a choice come at once, though that tells the others something
    deals: int = 0  # after so many the match is over, if the rules have not ended it before; 0: they alone do, or the host
    chat: str = "auto"  # auto: text, in public rooms from accounts alone; on; phrases: fixed ones only; off
    talk_in_deals: bool = False  # partners may write to each other while a deal is on
    watch: bool = True  # people without a seat see the table
    watch_delay: int = 2  # public steps by which they see it later
    coach: bool = False  # against bots alone: asks before a costly move
    takeback: bool = False  # against bots alone: moves can be taken back, and the deal counts nowhere then


class Seat(msgspec.Struct):
    """One place at the table."""

    kind: str = OPEN
    player: str | None = None
    name: str = ""
    level: str | None = None
    auto: str = ""  # why the seat is on autopilot; empty when it is not
    nonce: str | None = None  # of the next deal; None: not ready
    bank: float = 0.0
    since: float | None = None  # when the decision that it owes began
    again: bool = False  # wants another match
    heir: str | None = None  # who takes a bot's seat when the deal is over
    heir_name: str = ""
    face: str = ""  # that its player has chosen
    heir_face: str = ""

    def by_machine(self) -> bool:
        return self.kind == BOT or bool(self.auto)


class Tally(msgspec.Struct, frozen=True):
    """What somebody has won in this room, over all its matches."""

    who: str  # a player's id, or a bot's name; not told
    name: str
    bot: bool
    score: int = 0
    wins: int = 0  # deals
    deals: int = 0


class Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of an earlier deal, from which every deal of a practice room begins."""

    deals: list[Json]  # as in a record, without names: those before, and the one that is tried again as far as it had come
    seat: int
    cards: str  # real; drawn: they fit what the seat knew, others each time
    first: list[int] | None = None  # what the deal brought when it was played
    room: str = ""  # where that was; empty: a record was sent in
    match: int = 1


class Opening(msgspec.Struct, forbid_unknown_fields=True):
    """The first event of every room."""

    game: str
    rules: Json
    seats: list[Seat]
    options: Options
    owner: str
    public: bool
    rules_version: str
    practice: Practice | None = None


class RoomSnapshot(msgspec.Struct, forbid_unknown_fields=True):
    """The room between two deals, from which folding can continue."""

    version: int
    wire: int
    deal: int
    commit: str
    opening: Opening
    started: float
    carried: Json | None
    scores: list[int]
    shared: bool = False
    code: str = ""
    locked: bool = False
    banned: frozenset[str] = frozenset()
    first: int = 0
    matches: int = 1
    tally: list[Tally] = []
    ending: bool = False
    former: tuple[str, float | None] | None = None
    dismissed: frozenset[str] = frozenset()
    tries: list[list[int]] = []
