"""A room is the fold of its log: who sits where, what was promised, and the table, deal after deal.

Nothing here knows a database, a socket or a clock; the times are those that the log carries. Two nodes that fold the
same events hold the same room. An event that cannot be folded raises `DoesNotFold`: such a room is put aside.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from qipai.core import fairness
from qipai.core.errors import QipaiError
from qipai.core.game import Game, Json
from qipai.core.registry import game as find_game
from qipai.core.state import State
from qipai.core.table import Deal, Table, blank_table
from qipai.server.storage.store import Event

REMEMBERED = 64  # commands of the last moments; older ones are found in the log itself

HUMAN, OPEN, BOT = "human", "open", "bot"
WAITING, PLAYING, BETWEEN, FINISHED, CLOSED = "waiting", "playing", "between", "finished", "closed"


class DoesNotFold(Exception):
    """The log says something that these rules do not allow."""


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


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """A snapshot: the room between two deals, from which the fold can go on."""

    version: int
    wire: int
    deal: int
    commit: str
    opening: Opening
    started: float
    carried: Json | None
    scores: list[int]
    shared: bool = False


class Room:
    """The state of a room after `version` events."""

    game: Game

    def __init__(self, name: str, secrets: dict[int, bytes]) -> None:
        self.id = name
        self.secrets = secrets  # server seeds, by deal
        self.version = 0  # of the log; nobody outside is told
        self.wire = 0  # what clients count: public steps
        self.rules: Json = {}
        self.options = Options()
        self.seats: list[Seat] = []
        self.owner = ""
        self.public = False
        self.shared = False  # somebody who sits here lets everybody see the deals that are over
        self.stage = WAITING
        self.table: Table | None = None
        self.deal = 0  # the deal that is played, or that comes next
        self.commit = ""  # the commitment to that deal
        self.proven: Json | None = None  # the proof of the deal that is over
        self.started = 0.0
        self.resumed = False  # the deals before were not played here: the table has none yet
        self.commands: dict[str, tuple[int, str | None]] = {}

    # reading
    def seat_of(self, player: str) -> int | None:
        for index, seat in enumerate(self.seats):
            if seat.kind == HUMAN and seat.player == player:
                return index
        return None

    def humans(self) -> int:
        return sum(seat.kind == HUMAN for seat in self.seats)

    def clock_runs(self) -> bool:
        """Never when one person plays against bots."""
        return self.options.clock is not None and self.humans() > 1

    def state(self) -> State:
        assert self.table is not None
        return self.table.state

    def window(self) -> str | None:
        """The decision that the table waits for. An answer that does not resolve it leaves it open for the others."""
        if self.stage != PLAYING or self.table is None:
            return None
        return f"{self.deal}.{self.table.version}"

    def to_act(self) -> list[int]:
        return self.table.to_act if self.stage == PLAYING and self.table is not None else []

    def ready_to_deal(self) -> bool:
        """Every person who is there has agreed, and there is at least one; bots and absent players agree silently."""
        if self.stage not in (WAITING, BETWEEN) or not self.commit:
            return False
        agreed = 0
        for seat in self.seats:
            if seat.kind == OPEN:
                return False
            if not seat.by_machine():
                if seat.nonce is None:
                    return False
                agreed += 1
        return agreed > 0

    def nonces(self) -> list[str]:
        return [seat.nonce or "" for seat in self.seats]

    def dues(self, at: float) -> dict[int, float]:
        """When the time of each person who is to act is up; `at` stands for decisions that begin now."""
        clock = self.options.clock
        if clock is None or not self.clock_runs():
            return {}
        out: dict[int, float] = {}
        for index in self.to_act():
            seat = self.seats[index]
            if not seat.by_machine():
                out[index] = (at if seat.since is None else seat.since) + clock.base + seat.bank
        return out

    def deals_over(self) -> int:
        table = self.table
        if table is None:
            return 0
        return len(table.deals) if self.resumed or table.over else len(table.deals) - 1

    def ends_match(self, seat: int, action: int) -> bool:
        """Whether a legal action is the last one of the whole match."""
        table = self.table
        assert table is not None
        trial = table.state.copy()
        trial.apply(seat, action)
        if not trial.over():
            return False
        return self.game.match_over(table.rules_object, self.game.carry(trial, table.carried))

    # folding
    def fold(self, event: Event) -> None:
        if event.version != self.version + 1:
            raise DoesNotFold(f"event {event.version} does not follow {self.version}")
        before = self.wire
        try:
            data = msgspec.json.decode(event.payload)
            if not isinstance(data, dict) or (event.kind == "open") != (event.version == 1):
                raise DoesNotFold(f"event {event.version} is not an event")
            step = STEPS.get(event.kind)
            if step is None:
                raise DoesNotFold(f"event {event.version} is of an unknown kind")
            step(self, event, data)
        except (QipaiError, KeyError, IndexError, TypeError, ValueError, AssertionError, msgspec.MsgspecError) as problem:
            raise DoesNotFold(f"event {event.version} ({event.kind}): {type(problem).__name__}: {problem}") from problem
        self.version = event.version
        if event.kind != "move":
            self.wire += 1
        if event.cmd_id is not None:
            window = event.answers if self.wire == before else None
            self.commands[event.cmd_id] = (self.wire, window)
            if len(self.commands) > REMEMBERED:
                del self.commands[next(iter(self.commands))]

    def fold_open(self, event: Event, data: Json) -> None:
        opening = msgspec.convert(data, Opening)
        self.open_as(opening)
        self.started = event.at

    def open_as(self, opening: Opening) -> None:
        self.game = find_game(opening.game)
        rules = self.game.rules(opening.rules)
        self.rules = rules.to_json()
        if len(opening.seats) != self.game.seats(rules):
            raise DoesNotFold("the number of seats does not fit the rules")
        self.options = opening.options
        self.seats = opening.seats
        self.owner = opening.owner
        self.public = opening.public
        if self.options.clock is not None:
            for seat in self.seats:
                seat.bank = seat.bank or self.options.clock.bank

    def own(self, event: Event) -> Seat:
        assert event.seat is not None
        assert 0 <= event.seat < len(self.seats)
        return self.seats[event.seat]

    def fold_sit(self, event: Event, data: Json) -> None:
        seat = self.own(event)
        assert seat.kind == OPEN
        seat.kind, seat.player, seat.name = HUMAN, str(data["player"]), str(data["name"])
        seat.auto, seat.nonce = "", None

    def fold_fill(self, event: Event, data: Json) -> None:
        seat = self.own(event)
        assert seat.kind == OPEN
        seat.kind, seat.level, seat.name = BOT, str(data["level"]), str(data["name"])

    def fold_leave(self, event: Event, data: Json) -> None:
        """Before the first deal the seat is free again; later it waits for its player, and plays by itself meanwhile."""
        seat = self.own(event)
        if self.stage == WAITING:
            assert event.seat is not None
            self.seats[event.seat] = Seat(bank=seat.bank)
            if seat.player == self.owner:
                self.owner = next((other.player for other in self.seats if other.player is not None), self.owner)
        else:
            seat.auto, seat.nonce = "left", None

    def fold_options(self, event: Event, data: Json) -> None:
        """Other rules need everybody's consent again."""
        assert self.stage == WAITING
        rules = self.game.rules(data["rules"])
        assert self.game.seats(rules) == len(self.seats)
        self.rules = rules.to_json()
        self.options = msgspec.convert(data["options"], Options)
        for seat in self.seats:
            seat.nonce = None
            seat.bank = self.options.clock.bank if self.options.clock is not None else 0.0

    def fold_commit(self, event: Event, data: Json) -> None:
        deal = data["deal"]
        assert deal == (0 if self.table is None else self.table.deal_index + 1)
        assert isinstance(deal, int)
        assert fairness.commitment(self.secrets[deal]) == data["commit"]
        self.deal, self.commit = deal, str(data["commit"])

    def fold_ready(self, event: Event, data: Json) -> None:
        assert self.stage in (WAITING, BETWEEN)
        nonce = data["nonce"]
        assert fairness.is_nonce(nonce)
        self.own(event).nonce = str(nonce)

    def fold_deal(self, event: Event, data: Json) -> None:
        """The seed follows from the committed server seed and the nonces that the players sent after it."""
        nonces = data["nonces"]
        assert nonces == self.nonces()
        assert data["deal"] == self.deal
        server_seed = self.secrets[self.deal]
        seed = fairness.server_deal_seed(server_seed, self.id, self.deal, self.nonces()).hex()
        proof = fairness.prove(self.id, self.deal, self.nonces(), server_seed)
        if self.table is None:
            self.table = Table(self.game, self.rules, deal_seed=seed, fairness=proof)
        elif self.resumed:
            self.table.start_seeded(seed, proof)
        else:
            self.table.next_deal(deal_seed=seed, fairness=proof)
        self.resumed = False
        self.stage = PLAYING
        self.proven = None
        for seat in self.seats:
            seat.nonce, seat.since = None, None
        self.begin_decisions(event.at)
        self.end_deal()

    def fold_move(self, event: Event, data: Json) -> None:
        table = self.table
        assert table is not None
        assert self.stage == PLAYING
        assert event.answers == self.window()
        seat = self.own(event)
        before = table.version
        table.play(event.seat, data["move"])
        self.wire += table.version - before
        clock = self.options.clock
        if clock is not None and seat.since is not None:
            seat.bank = max(0.0, seat.bank - max(0.0, event.at - seat.since - clock.base))
        seat.since = None
        if table.version != before:
            self.begin_decisions(event.at)
        self.end_deal()

    def begin_decisions(self, at: float) -> None:
        acting = self.to_act()
        for index, seat in enumerate(self.seats):
            seat.since = at if index in acting else None

    def end_deal(self) -> None:
        table = self.table
        assert table is not None
        if table.over:
            self.proven = table.deals[-1].proof
            self.commit = ""
            self.stage = FINISHED if table.match_over else BETWEEN

    def fold_auto(self, event: Event, data: Json) -> None:
        """A decision that its player takes back begins anew."""
        seat = self.own(event)
        assert seat.kind == HUMAN
        seat.auto = str(data["why"])
        if event.seat in self.to_act():
            seat.since = event.at

    def fold_share(self, event: Event, data: Json) -> None:
        assert self.own(event).kind == HUMAN
        self.shared = True

    def fold_close(self, event: Event, data: Json) -> None:
        self.stage = CLOSED

    # snapshots
    def keep(self) -> bytes:
        """The room just before its next deal."""
        table = self.table
        opening = Opening(self.game.name, self.rules, self.seats, self.options, self.owner, self.public, "")
        carried = None if table is None else table.after_deal()
        scores = [] if table is None else table.scores
        return msgspec.json.encode(
            Kept(self.version, self.wire, self.deal, self.commit, opening, self.started, carried, scores, self.shared)
        )

    def restore(self, blob: bytes) -> None:
        kept = msgspec.json.decode(blob, type=Kept)
        self.open_as(kept.opening)
        self.version, self.wire, self.shared = kept.version, kept.wire, kept.shared
        self.deal, self.commit, self.started = kept.deal, kept.commit, kept.started
        if kept.deal:
            table = blank_table(self.game, self.game.rules(self.rules))
            table.deals = [Deal(None, None, False, None) for _ in range(kept.deal)]
            table.carried = kept.carried
            table.scores_before = kept.scores
            self.table = table
            self.resumed = True
            self.stage = BETWEEN

    def copy(self) -> Room:
        """For trying out what an event would lead to."""
        other = Room(self.id, self.secrets)
        other.__dict__.update(self.__dict__)
        other.seats = [msgspec.structs.replace(seat) for seat in self.seats]
        other.commands = dict(self.commands)
        if self.table is not None:
            other.table = copy_table(self.table)
        return other


def copy_table(table: Table) -> Table:
    other = blank_table(table.game, table.rules_object)
    last = table.deals[-1]
    deal = Deal(last.seed, last.explicit, last.partial, last.proof)
    deal.moves = list(last.moves)
    deal.returns = last.returns
    other.deals = [*table.deals[:-1], deal]
    other.carried = table.carried
    other.scores_before = table.scores_before
    other.state = table.state.copy()
    return other


def is_forced(game: Game, state: State, seat: int, legal: list[int]) -> bool:
    """Whether the seat has one move only, which the server then makes; in Guandan also no other cards for it."""
    return len(legal) == 1 and len(game.exact(state, seat)) == 1


def public_to_act(public: Json, acting: list[int]) -> list[int] | None:
    """Whom everybody may know to be asked; None when that would tell something of a hand.

    A public view that says `to_act` itself has the last word: null there means that it is nobody's business.
    """
    if "to_act" in public:
        told = public["to_act"]
        return None if told is None else acting
    return acting


def fold_all(name: str, events: Iterable[Event], secrets: dict[int, bytes], kept: bytes | None = None) -> Room:
    """The room that a log describes, from its beginning or from a snapshot."""
    room = Room(name, secrets)
    if kept is not None:
        room.restore(kept)
    for event in events:
        if event.version > room.version:
            room.fold(event)
    return room


STEPS = {
    "open": Room.fold_open,
    "sit": Room.fold_sit,
    "fill": Room.fold_fill,
    "leave": Room.fold_leave,
    "options": Room.fold_options,
    "commit": Room.fold_commit,
    "ready": Room.fold_ready,
    "deal": Room.fold_deal,
    "move": Room.fold_move,
    "auto": Room.fold_auto,
    "share": Room.fold_share,
    "close": Room.fold_close,
}
