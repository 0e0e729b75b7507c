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

    def by_machine(self) -> bool:
        return self.kind == BOT or bool(self.auto)


class Opening(msgspec.Struct, forbid_unknown_fields=True):
    """The first event of every room."""

    game: str
    rules: Json
    seats: list[Seat]
    options: Options
    owner: str
    public: bool
    rules_version: str


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
