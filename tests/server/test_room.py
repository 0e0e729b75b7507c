"""Rooms as folds of their log, without a network."""

from __future__ import annotations

import hashlib
import random

import msgspec
import pytest

import qipai
from qipai.core import fairness
from qipai.server.rooms.room import DoesNotFold, Room
from qipai.server.rooms.room_data import BETWEEN, FINISHED, PLAYING, WAITING, Clock, Options
from qipai.server.rooms.snapshots import snapshot
from qipai.server.storage.events import Event
from tests.server.folds import fold_all


class Log:
    """Writes a room's log as the server would, and folds it."""

    def __init__(self, game: str, options: Options | None = None, humans: int = 2) -> None:
        self.events: list[Event] = []
        self.secrets: dict[int, bytes] = {}
        self.room = Room("room", self.secrets)
        self.at = 1000.0
        found = qipai.game(game)
        count = found.seats(found.rules())
        seats = [
            {"kind": "human", "player": f"p{k}", "name": f"P{k}"}
            if k < humans
            else {"kind": "bot", "level": "random", "name": f"B{k}"}
            for k in range(count)
        ]
        opening = {"game": game, "rules": {}, "seats": seats, "options": options or Options(), "owner": "p0", "public": False}
        self.add("open", None, **opening, rules_version="0")

    def add(self, kind: str, seat: int | None = None, answers: str | None = None, **data: object) -> None:
        event = Event(self.room.version + 1, seat, kind, msgspec.json.encode(data).decode(), None, answers, self.at)
        self.room.fold(event)
        self.events.append(event)

    def deal(self, *nonces: str) -> None:
        number = 0 if self.room.table is None else self.room.table.deal_index + 1
        self.secrets[number] = hashlib.sha256(f"{number}".encode()).digest()
        self.add("commit", deal=number, commit=fairness.commitment(self.secrets[number]))
        for seat, nonce in enumerate(nonces):
            self.add("ready", seat, nonce=nonce)
        assert self.room.ready_to_deal()
        self.add("deal", deal=number, nonces=self.room.nonces())

    def play(self, rng: random.Random) -> None:
        room = self.room
        assert room.table is not None
        while room.stage == PLAYING:
            self.at += 1.0
            seat = rng.choice(room.to_act())
            self.add("move", seat, room.window(), move=rng.choice(list(room.table.canonical(seat))), by="player")


@pytest.mark.parametrize("game", qipai.games())
def test_a_room_is_the_fold_of_its_log(game: str) -> None:
    log = Log(game)
    log.deal("aa", "")
    log.play(random.Random(1))
    again = fold_all("room", log.events, log.secrets)
    assert again.state().digest() == log.room.state().digest()
    assert (again.wire, again.version, again.stage) == (log.room.wire, log.room.version, log.room.stage)
    assert again.stage in (BETWEEN, FINISHED)


@pytest.mark.parametrize("game", qipai.games())
def test_a_snapshot_and_the_rest_of_the_log_give_the_same_room(game: str) -> None:
    log = Log(game)
    kept = b""
    before = 0
    rng = random.Random(2)
    for number in range(3):
        if log.room.stage == FINISHED:
            break
        log.secrets[number] = bytes([number]) * 32
        log.add("commit", deal=number, commit=fairness.commitment(log.secrets[number]))
        log.add("ready", 0, nonce="0a")
        log.add("ready", 1, nonce="")
        before, kept = log.room.version, snapshot(log.room)
        log.add("deal", deal=number, nonces=log.room.nonces())
        log.play(rng)
    rest = [event for event in log.events if event.version > before]
    again = fold_all("room", rest, log.secrets, kept)
    whole = fold_all("room", log.events, log.secrets)
    assert again.state().digest() == whole.state().digest()
    assert again.table is not None
    assert whole.table is not None
    assert again.table.scores == whole.table.scores
    for room in (again.table, whole.table):
        assert [deal.moves for deal in room.deals[:-1]] == [[]] * room.deal_index  # the log has them: memory need not
    assert len(again.table.deals) == len(whole.table.deals) == whole.deals_over()
    assert (again.wire, again.version, again.deal, again.stage) == (whole.wire, whole.version, whole.deal, whole.stage)
    assert [msgspec.to_builtins(seat) for seat in again.seats] == [msgspec.to_builtins(seat) for seat in whole.seats]


def test_the_deal_follows_from_the_commitment_and_the_nonces() -> None:
    log = Log("xianqi")
    log.deal("beef", "01")
    assert log.room.table is not None
    expected = fairness.server_deal_seed(log.secrets[0], "room", 0, ["beef", "01", ""]).hex()
    assert log.room.table.deals[0].seed == expected
    assert log.room.proven is None  # nothing of it is shown while it is played
    log.play(random.Random(3))
    assert log.room.proven is not None
    fairness.check(log.room.proven, expected, 3)


@pytest.mark.parametrize(
    ("kind", "seat", "data"),
    [
        ("move", 0, {"move": "play NOTHING", "by": "player"}),
        ("move", 9, {"move": "pass", "by": "player"}),
        ("ready", 0, {"nonce": "aa"}),
        ("deal", None, {"deal": 5, "nonces": ["", "", ""]}),
        ("commit", None, {"deal": 1, "commit": "00"}),
        ("sit", 0, {"player": "x", "name": "X"}),
        ("nonsense", None, {}),
        ("open", None, {}),
        ("auto", 2, {"why": "player"}),
    ],
)
def test_what_cannot_be_does_not_fold(kind: str, seat: int | None, data: dict[str, object]) -> None:
    log = Log("xianqi")
    log.deal("", "")
    with pytest.raises(DoesNotFold):
        log.add(kind, seat, log.room.window(), **data)


def test_a_gap_in_the_log_does_not_fold() -> None:
    log = Log("xianqi")
    with pytest.raises(DoesNotFold):
        log.room.fold(Event(5, 0, "ready", '{"nonce":""}', None, None, 0.0))


def test_a_change_of_options_clears_all_readies() -> None:
    log = Log("xianqi")
    log.secrets[0] = b"0" * 32
    log.add("commit", deal=0, commit=fairness.commitment(log.secrets[0]))
    log.add("ready", 0, nonce="aa")
    log.add("ready", 1, nonce="bb")
    assert log.room.ready_to_deal()
    log.add("options", rules={"initial_chips": 30}, options=Options())
    assert not log.room.ready_to_deal()
    assert [seat.nonce for seat in log.room.seats] == [None, None, None]


def test_before_the_first_deal_a_seat_left_is_free_and_ownership_passes_on() -> None:
    log = Log("xianqi")
    log.add("leave", 0)
    assert log.room.seats[0].kind == "open"
    assert log.room.owner == "p1"
    log.add("sit", 0, player="p7", name="New")
    assert log.room.seat_of("p7") == 0


def test_later_a_seat_left_waits_for_its_player() -> None:
    log = Log("xianqi")
    log.deal("", "")
    log.add("leave", 0)
    assert log.room.seat_of("p0") == 0
    assert log.room.seats[0].by_machine()
    log.add("auto", 0, why="")
    assert not log.room.seats[0].by_machine()


def test_time_beyond_the_base_is_taken_from_the_bank() -> None:
    log = Log("xianqi", Options(clock=Clock(10, 60)), humans=3)
    log.deal("", "", "")
    room = log.room
    assert room.table is not None
    (seat,) = room.to_act()
    assert room.dues(0.0) == {seat: log.at + 70}
    log.at += 25
    log.add("move", seat, room.window(), move=room.table.canonical(seat)[0], by="player")
    assert room.seats[seat].bank == 45
    following = room.to_act()[0]
    assert room.dues(0.0) == {following: log.at + 70}


def test_one_person_against_bots_is_never_timed() -> None:
    log = Log("xianqi", Options(clock=Clock(10, 60)), humans=1)
    log.deal("")
    assert log.room.dues(0.0) == {}


def test_nobody_is_dealt_cards_when_everybody_is_away() -> None:
    log = Log("xianqi")
    log.secrets[0] = b"0" * 32
    log.add("commit", deal=0, commit=fairness.commitment(log.secrets[0]))
    log.add("auto", 0, why="away")
    log.add("auto", 1, why="away")
    assert log.room.stage == WAITING
    assert not log.room.ready_to_deal()


def test_trying_out_an_event_changes_nothing() -> None:
    log = Log("xianqi")
    log.deal("", "")
    room = log.room
    digest, version = room.state().digest(), room.version
    trial = room.successor("move")
    seat = room.to_act()[0]
    assert trial.table is not None
    payload = msgspec.json.encode({"move": trial.table.canonical(seat)[0], "by": "player"}).decode()
    trial.fold(Event(version + 1, seat, "move", payload, None, room.window(), 5.0))
    assert trial.state().digest() != digest
    assert (room.state().digest(), room.version) == (digest, version)
    assert room.table is not None
    assert room.table.deals[-1].moves == []
