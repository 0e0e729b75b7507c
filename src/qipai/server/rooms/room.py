"""A room is the fold of its log: who sits where, what was promised, and the table, deal after deal.

Nothing here knows a database, a socket or a clock; the times are those that the log carries. Two nodes that fold the
same events hold the same room. An event that cannot be folded raises `DoesNotFold`: such a room is put aside.

A room that is in use is never changed: every event makes a new one of it (`successor`, `apply`). Applying an event
needs no time. Its time is known only when the database has written it, and `stamp` adds it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from qipai.core import fairness
from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.game import Game
from qipai.core.registry import game as find_game
from qipai.core.state import SPECTATOR, State
from qipai.core.table import Deal, Table, blank_table, judge
from qipai.server.rooms import hosting, practice, takeback
from qipai.server.rooms.choices import Choices
from qipai.server.rooms.pause import Pause, window_name
from qipai.server.rooms.room_data import (
    BETWEEN,
    BOT,
    CLOSED,
    FINISHED,
    HUMAN,
    OPEN,
    PLAYING,
    WAITING,
    Opening,
    Options,
    Practice,
    Seat,
    Tally,
)
from qipai.server.storage.events import Event

REMEMBERED = 64  # commands of the last moments; older ones are found in the log itself
OVER = Deal(None, None, False, None)  # an earlier deal: the log has it, and an evening of them is long
STATUS = {WAITING: "open", PLAYING: "playing", BETWEEN: "playing", FINISHED: "finished", CLOSED: "closed"}


class DoesNotFold(Exception):
    """The log says something that these rules do not allow."""


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
        self.code = name  # under which others find it
        self.locked = False  # nobody new may sit down
        self.banned: frozenset[str] = frozenset()  # players who were removed
        self.dismissed: frozenset[str] = frozenset()  # who must not watch any more, by what they are called in frames
        self.former: tuple[str, float | None] | None = None  # an owner who was missing, and since when
        self.witnesses: frozenset[str] = frozenset()  # who has seen a hand of the deal on the table
        self.matches = 1
        self.first = 0  # the number of this match's first deal
        self.ending = False  # this deal is the match's last
        self.seating = "keep"  # in the next match
        self.tally: list[Tally] = []
        self.shared = False  # somebody who sits here lets everybody see the deals that are over
        self.stage = WAITING
        self.table: Table | None = None
        self.deal = 0  # the deal that is played, or that comes next
        self.commit = ""  # the commitment to that deal
        self.proven: Json | None = None  # the proof of the deal that is over
        self.started = 0.0
        self.resumed = False  # the deals before were not played here: the table has none yet
        self.commands: dict[str, tuple[int, str | None]] = {}
        self.answered: tuple[int, float] | None = None  # a decision that has ended, at a time not yet known: (seat, since)
        self.choices_of: dict[int, Choices] = {}
        self.skipping = False  # nobody who plays on in this deal is a person: it is played to its end at once
        self.pause: Pause | None = None  # after the last move that others might answer; it may be over by now
        self.secretive: bool | None = None  # see `asks_secretly`
        self.encoded: tuple[object, bytes] | None = None  # what frames keep here while only moves are made
        self.told_result: tuple[object, bytes] | None = None  # likewise, of the deal that is over
        self.practice: Practice | None = None  # where every deal begins, in a practice room
        self.origin: Table | None = None  # the table there; never changed
        self.tries: list[list[int]] = []  # what its deals have brought so far
        self.drawn: int | None = None  # the digest of the cards that were drawn for this deal
        self.practised = False  # moves of this deal were taken back: it counts nowhere
        self.takebacks = 0  # in this deal; each gives its decisions new names
        self.lost = False  # this version draws other cards: what was played with them cannot be told any more

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

    def even_pace(self) -> bool:
        """Whether the server's moves keep to a pace that does not tell which of them were forced."""
        return not self.options.quick_forced and self.humans() > 1 and not self.skipping

    def may_pause(self) -> bool:
        return self.options.claim_pause > 0 and self.humans() > 1 and not self.skipping

    def asks_secretly(self) -> bool:
        """Whether nobody may know who is asked now. Then neither a bank nor an autopilot may tell it afterwards."""
        if self.secretive is None:
            state = self.state()
            hidden = state.view(SPECTATOR).public().get("to_act", ()) is None
            self.secretive = hidden or self.game.claim_pause.asks_secretly(state)
        return self.secretive

    def status(self) -> str:
        """As the lists of rooms have it."""
        return STATUS[self.stage]

    def state(self) -> State:
        assert self.table is not None
        return self.table.state

    def window(self) -> str | None:
        """The decision that the table waits for. An answer that does not resolve it leaves it open for the others."""
        if self.stage != PLAYING or self.table is None:
            return None
        return window_name(self.deal, self.table.version, self.takebacks)

    def to_act(self) -> list[int]:
        return self.table.to_act if self.stage == PLAYING and self.table is not None else []

    def choices(self, seat: int) -> Choices:
        """What the seat may do in the state on the table; found once, however many ask."""
        found = self.choices_of.get(seat)
        if found is None:
            found = self.choices_of[seat] = Choices(self.game, self.state(), seat)
        return found

    def last_move(self) -> str:
        """The text of the move that was played last in this deal."""
        assert self.table is not None
        return self.table.deals[-1].moves[-1][1]

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

    def next_deal(self) -> int:
        """The number of the deal after the one on the table."""
        return self.first if self.table is None else self.first + self.table.deal_index + 1

    def dues(self, at: float) -> dict[int, float]:
        """When the time of each person who is to act is up; `at` stands for what begins or ends now."""
        clock = self.options.clock
        if clock is None or not self.clock_runs():
            return {}
        out: dict[int, float] = {}
        for index in self.to_act():
            seat = self.seats[index]
            if not seat.by_machine():
                bank = 0.0 if self.asks_secretly() else self.bank_left(index, at)
                out[index] = (self.begins(at) if seat.since is None else seat.since) + clock.base + bank
        return out

    def pauses_after(self, before: Room) -> bool:
        """Whether a claim pause has begun since."""
        return self.pause is not None and (before.pause is None or before.pause.window != self.pause.window)

    def begins(self, at: float) -> float:
        """From when a decision counts that came about at `at`: it is shown when the pause before it is over."""
        pause = self.pause
        if pause is None or pause.window == self.window():
            return at
        return max(at, at + self.options.claim_pause if pause.until is None else pause.until)

    def bank_left(self, index: int, at: float) -> float:
        """The seat's bank once a decision that ends at `at` has been paid for."""
        bank, clock = self.seats[index].bank, self.options.clock
        if self.answered is None or self.answered[0] != index or clock is None:
            return bank
        return max(0.0, bank - max(0.0, at - self.answered[1] - clock.base))

    def deals_over(self) -> int:
        table = self.table
        if table is None:
            return 0
        return len(table.deals) if self.resumed or table.over else len(table.deals) - 1

    # folding
    def fold(self, event: Event) -> None:
        """Takes an event of the log in. Only for a room that nobody else uses."""
        if event.version != self.version + 1:
            raise DoesNotFold(f"event {event.version} does not follow {self.version}")
        try:
            data = msgspec.json.decode(event.payload)
            if not isinstance(data, dict) or (event.kind == "open") != (event.version == 1):
                raise DoesNotFold(f"event {event.version} is not an event")
            self.apply(event.kind, event.seat, data, event.cmd_id, event.answers)
        except (QipaiError, KeyError, IndexError, TypeError, ValueError, AssertionError, msgspec.MsgspecError) as problem:
            raise DoesNotFold(f"event {event.version} ({event.kind}): {type(problem).__name__}: {problem}") from problem
        self.stamp(event.at)

    def successor(self, kind: str) -> Room:
        """A copy that an event of this kind may change; what such an event leaves alone is shared."""
        other = Room.__new__(Room)
        other.__dict__.update(self.__dict__)
        other.seats = [msgspec.structs.replace(seat) for seat in self.seats]
        other.commands = dict(self.commands)
        if kind in CHANGE_THE_TABLE and self.table is not None:
            other.table = copy_table(self.table, self.resumed)
        return other

    def apply(self, kind: str, seat: int | None, data: Json, cmd_id: str | None, answers: str | None) -> None:
        """What an event does, apart from its time. Raises what does not fit: IllegalMove, AssertionError and others."""
        step = practice.ignore if self.lost else STEPS.get(kind)
        assert step is not None, "an unknown kind"
        before, pause = self.wire, self.pause
        self.choices_of = {}
        self.secretive = None
        if kind == "move" and not self.lost:
            assert answers == self.window()
        else:
            self.wire += 1
            self.encoded = None
        step(self, seat, data)
        self.version += 1
        if cmd_id is not None:
            told = (self.wire, answers if self.wire == before else None)
            if kind == "move" and self.pause is not None and self.pause is not pause:  # no more than what is shown
                told = (self.pause.wire, answers if answers == self.pause.window else None)
            self.commands[cmd_id] = told
            if len(self.commands) > REMEMBERED:
                del self.commands[next(iter(self.commands))]

    def stamp(self, at: float) -> None:
        """The time of the event: decisions that it began count from here, the one that it ended is paid for."""
        if self.version == 1:
            self.started = at
        if self.answered is not None:
            index = self.answered[0]
            self.seats[index].bank = self.bank_left(index, at)
            self.answered = None
        if self.former is not None and self.former[1] is None:
            self.former = (self.former[0], at)
        if self.pause is not None and self.pause.until is None:
            self.pause.until = at + self.options.claim_pause
        for index in self.to_act():
            if self.seats[index].since is None:
                self.seats[index].since = self.begins(at)

    # one step for each kind of event
    def open(self, seat: int | None, data: Json) -> None:
        self.open_as(msgspec.convert(data, Opening))

    def open_as(self, opening: Opening) -> None:
        self.game = find_game(opening.game)
        rules = self.game.kept_rules(opening.rules)
        self.rules = rules.to_json()
        if len(opening.seats) != self.game.seats(rules):
            raise DoesNotFold("the number of seats does not fit the rules")
        self.options = opening.options
        self.seats = opening.seats
        self.owner = opening.owner
        self.public = opening.public
        self.practice = opening.practice
        if self.options.clock is not None:
            for seat in self.seats:
                seat.bank = seat.bank or self.options.clock.bank

    def own(self, index: int | None) -> Seat:
        assert index is not None
        assert 0 <= index < len(self.seats)
        return self.seats[index]

    def fill(self, index: int | None, data: Json) -> None:
        seat = self.own(index)
        assert seat.kind == OPEN
        seat.kind, seat.level, seat.name = BOT, str(data["level"]), str(data["name"])

    def leave(self, index: int | None, data: Json) -> None:
        """Before the first deal the seat is free again; later it waits for its player, and plays by itself meanwhile."""
        seat = self.own(index)
        if self.stage == WAITING:
            assert index is not None
            self.seats[index] = Seat(bank=seat.bank)
            hosting.pass_on(self, seat.player)
        else:
            seat.auto, seat.nonce = "left", None
            seat.name = str(data.get("name", seat.name))

    def change_options(self, index: int | None, data: Json) -> None:
        """Other rules need everybody's consent again."""
        assert self.stage == WAITING
        assert self.practice is None
        rules = self.game.kept_rules(data["rules"])
        assert self.game.seats(rules) == len(self.seats)
        self.rules = rules.to_json()
        self.options = msgspec.convert(data["options"], Options)
        for seat in self.seats:
            seat.nonce = None
            seat.bank = self.options.clock.bank if self.options.clock is not None else 0.0

    def commit_to(self, index: int | None, data: Json) -> None:
        deal = data["deal"]
        assert deal == self.next_deal()
        assert isinstance(deal, int)
        assert fairness.commitment(self.secrets[deal]) == data["commit"]
        self.deal, self.commit = deal, str(data["commit"])
        hosting.seat_heirs(self)

    def agree(self, index: int | None, data: Json) -> None:
        assert self.stage in (WAITING, BETWEEN)
        nonce = data["nonce"]
        assert fairness.is_nonce(nonce)
        self.own(index).nonce = str(nonce)

    def start_deal(self, index: int | None, data: Json) -> None:
        """The seed follows from the committed server seed and the nonces that the players sent after it."""
        nonces = self.nonces()
        assert data["nonces"] == nonces
        assert data["deal"] == self.deal
        server_seed = self.secrets[self.deal]
        seed = fairness.server_deal_seed(server_seed, self.id, self.deal, nonces).hex()
        proof = fairness.prove(self.id, self.deal, nonces, server_seed)
        if self.practice is not None:
            if not practice.begin(self, self.practice, seed, data.get("drawn")):
                return
        elif self.table is None:
            self.table = Table(self.game, self.game.kept_rules(self.rules), deal_seed=seed, fairness=proof)
        elif self.resumed:
            self.table.start_seeded(seed, proof)
        else:
            self.table.next_deal(deal_seed=seed, fairness=proof)
            self.table.deals[:-1] = [OVER] * self.table.deal_index
        self.resumed = False
        self.witnesses = frozenset(seat.player for seat in self.seats if seat.player is not None)
        self.stage = PLAYING
        self.proven, self.told_result = None, None
        self.pause, self.skipping = None, False
        self.practised, self.takebacks = False, 0
        for seat in self.seats:
            seat.nonce, seat.since = None, None
        if self.may_pause() and self.game.claim_pause.asks_secretly(self.state()):
            self.pause = Pause(self.state().copy(), self.wire, self.deal, self.commit, self.version, self.tally)
        self.end_deal()

    def play(self, index: int | None, data: Json) -> None:
        """A move in notation, or the packed action of one that is known to be legal."""
        table = self.table
        assert table is not None
        assert self.stage == PLAYING
        seat = self.own(index)
        assert index is not None
        before, move = table.version, data["move"]
        assert index in table.to_act or not isinstance(move, int)
        action = move if isinstance(move, int) else judge(self.game, table.state, index, move)
        if self.options.clock is not None and seat.since is not None and not self.asks_secretly():
            self.answered = (index, seat.since)
        self.secretive = None
        answers = self.window()
        state = table.state.copy() if self.may_pause() else None
        table.play_action(index, action)
        self.wire += table.version - before
        if state is not None:
            self.pause_after(state, index, action, answers)
        seat.since = None
        if table.version != before:  # a new decision for everybody, also for those whom the last one still waited for
            for other in self.seats:
                other.since = None
        self.end_deal()

    def pause_after(self, before: State, seat: int, action: int, answers: str | None) -> None:
        """Notes what everybody is shown after the move, or the answer that its own seat alone is shown."""
        pausing, pause, state = self.game.claim_pause, self.pause, self.state()
        if pause is not None and pause.window == answers:
            self.pause = pause.answered(pausing.answered(pause.state, seat, action))
            return
        shown = pausing.shown(before, seat, action, state)
        if shown is not None:
            wire = self.wire - (state.version() - shown.version())
            self.pause = Pause(shown.copy(), wire, self.deal, self.commit, self.version, self.tally, self.takebacks)

    def end_deal(self) -> None:
        table = self.table
        assert table is not None
        if table.over:
            self.proven = table.deals[-1].proof
            self.commit = ""
            if self.practice is not None:
                self.tries = [*self.tries, table.returns]
            elif not self.practised:
                hosting.settle_evening(self, table.returns)
            enough = self.ending or 0 < self.options.deals <= len(table.deals)
            self.stage = FINISHED if enough or table.match_over else BETWEEN

    def set_auto(self, index: int | None, data: Json) -> None:
        """A decision that its player takes back restarts."""
        seat = self.own(index)
        assert seat.kind == HUMAN
        seat.auto = str(data["why"])
        if index in self.to_act():
            seat.since = None

    def share(self, index: int | None, data: Json) -> None:
        assert self.own(index).kind == HUMAN
        self.shared = True

    def skip(self, index: int | None, data: Json) -> None:
        assert self.stage == PLAYING
        assert self.own(index).kind == HUMAN
        self.skipping = True

    def close(self, index: int | None, data: Json) -> None:
        self.stage = CLOSED


def copy_table(table: Table, empty: bool) -> Table:
    """Deals that are over never change: they are shared. `empty`: it was restored from a snapshot, nothing lies on it yet."""
    other = blank_table(table.game, table.rules_object)
    other.deals = list(table.deals)
    other.carried = table.carried
    other.scores_before = table.scores_before
    if not empty:
        other.deals[-1] = table.deals[-1].copy()
        other.state = table.state.copy()
        other.start = table.start
    return other


CHANGE_THE_TABLE = frozenset({"deal", "move", "takeback"})
STEPS: dict[str, Callable[[Room, int | None, Json], None]] = {
    "open": Room.open,
    "sit": hosting.sit,
    "fill": Room.fill,
    "leave": Room.leave,
    "options": Room.change_options,
    "commit": Room.commit_to,
    "ready": Room.agree,
    "deal": Room.start_deal,
    "move": Room.play,
    "auto": Room.set_auto,
    "share": Room.share,
    "skip": Room.skip,
    "takeback": takeback.take_back,
    "help": takeback.set_help,
    "close": Room.close,
    "remove": hosting.remove,
    "give_up": hosting.give_up,
    "arrange": hosting.arrange,
    "owner": hosting.hand_over,
    "lock": hosting.lock,
    "face": hosting.set_face,
    "pace": hosting.set_pace,
    "talk": hosting.set_talk,
    "watch": hosting.set_watch,
    "dismiss": hosting.dismiss,
    "finish": hosting.finish,
    "plan": hosting.plan,
    "again": hosting.again,
    "rematch": hosting.rematch,
}
