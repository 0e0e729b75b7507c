"""Against bots a move can be taken back: the deal goes on from one's last decision, and counts nowhere."""

from __future__ import annotations

import json
import random

import pytest

from qipai.core.record import verify
from qipai.server.refusal import Refused
from qipai.server.rooms import takeback
from qipai.server.rooms.frames import FrameBuilder
from qipai.server.rooms.records import finished_deals
from qipai.server.rooms.room import DoesNotFold
from qipai.server.rooms.room_data import PLAYING, Options
from qipai.server.rooms.trial import Trial
from tests.games import with_choices
from tests.server.folds import fold_all
from tests.server.test_room import Log

GAMES = with_choices(3)  # two that are made, and the next one
ALLOWED = Options(takeback=True)


def begun(game: str, moves: int, options: Options = ALLOWED, humans: int = 1) -> Log:
    """A deal until the person has made so many choices and has the next one."""
    log = Log(game, options, humans)
    log.deal(*[""] * humans)
    rng, made = random.Random(4), 0
    while log.room.stage == PLAYING:
        seat = log.room.to_act()[0]
        choice = seat == 0 and not log.room.choices(0).forced
        if choice and made == moves:
            return log
        assert log.room.table is not None
        made += choice
        log.add("move", seat, log.room.window(), move=rng.choice(list(log.room.table.canonical(seat))), by="player")
    raise AssertionError("the deal was over before")


def asked_back(log: Log) -> None:
    """As a command gives it to the log."""
    trial = Trial(log.room)
    takeback.ask_back(trial, 0)
    for event in trial.events:
        log.add(event.kind, event.seat, **json.loads(event.payload))


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_goes_back_to_the_last_decision_of_the_person(game: str) -> None:
    before, log = begun(game, 1), begun(game, 2)
    window, wire = before.room.window(), log.room.wire
    asked_back(log)
    assert log.room.state().digest() == before.room.state().digest()
    assert log.room.wire == wire + 1, "it is a step that everybody sees"
    assert log.room.window() != window, "the same decision again has another name: its answer is another event"
    assert log.room.practised
    again = fold_all("room", log.events, log.secrets)
    assert (again.state().digest(), again.window(), again.practised) == (log.room.state().digest(), log.room.window(), True)
    frame = FrameBuilder(log.room, log.room.state(), log.room.wire, [True], 0.0).snapshot(0)
    assert b'"practised":true' in frame
    assert f'"window":"{log.room.window()}"'.encode() in frame
    asked_back(log)  # and once more, to the first decision
    with pytest.raises(Refused, match="NOTHING_TO_TAKE_BACK"):
        asked_back(log)


@pytest.mark.parametrize("game", GAMES)
def test_such_a_deal_counts_in_no_statistic_and_its_record_says_so(game: str) -> None:
    log = begun(game, 2)
    asked_back(log)
    log.play(random.Random(5))
    assert log.room.tally == [], "nothing was won or lost"
    (record,) = finished_deals("room", log.events, log.secrets).values()
    assert record["meta"]["practice"] == [0]  # type: ignore[index]
    report = verify(record)
    assert report["deals"][0]["practice"]
    assert report["deals"][0]["shuffle"] == "proven", "the cards were dealt as ever"
    assert record["deals"][0]["returns"] == log.room.table.returns  # type: ignore[union-attr,index]
    if log.room.stage != "finished":
        log.deal("")
        log.play(random.Random(6))
        assert [line.deals for line in log.room.tally] == [1] * len(log.room.seats), "the next deal counts again"
        (record,) = finished_deals("room", log.events, log.secrets).values()
        assert record["meta"]["practice"] == [0]  # type: ignore[index]


def test_only_where_it_is_allowed_and_only_against_bots() -> None:
    with pytest.raises(Refused, match="TAKEBACK_OFF"):
        asked_back(begun("xianqi", 1, Options()))
    with pytest.raises(Refused, match="BOTS_ONLY"):
        asked_back(begun("guandan", 1, humans=2))
    left = begun("guandan", 1, humans=2)
    left.add("give_up", 1, level="easy", name="Lan")
    with pytest.raises(Refused, match="BOTS_ONLY"):
        asked_back(left)  # somebody else has seen a hand of this deal
    waiting = Log("xianqi", ALLOWED, 1)
    with pytest.raises(Refused, match="NO_DEAL"):
        asked_back_without_a_deal(waiting)
    heir = begun("xianqi", 1)
    heir.add("sit", 1, player="p9", name="Yue", next=True)
    with pytest.raises(Refused, match="BOTS_ONLY"):
        asked_back(heir)


def asked_back_without_a_deal(log: Log) -> None:
    log.room.witnesses = frozenset({"p0"})
    asked_back(log)


def test_a_log_that_claims_more_does_not_fold() -> None:
    for moves in (-1, 10_000, "all"):
        log = begun("xianqi", 1)
        with pytest.raises(DoesNotFold):
            log.add("takeback", 0, moves=moves)
    log = begun("xianqi", 1, Options())
    with pytest.raises(DoesNotFold):
        log.add("takeback", 0, moves=0)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_sees_the_same_again_has_the_same_whim(game: str) -> None:
    """Nobody tries a move again and again until the bots happen to answer it badly, and no bot knows what was taken back."""
    log = begun(game, 2)
    first = {
        seat: takeback.whim(log.room, seat, log.room.state().view(seat).to_json()) for seat in range(1, len(log.room.seats))
    }
    assert len(set(first.values())) == len(first)
    moves = list(log.room.table.deals[-1].moves)  # type: ignore[union-attr]
    asked_back(log)
    later = {seat: takeback.whim(log.room, seat, log.room.state().view(seat).to_json()) for seat in first}
    for seat, move in moves[len(log.room.table.deals[-1].moves) :]:  # type: ignore[union-attr]
        log.add("move", seat, log.room.window(), move=move, by="player")
    views = {seat: log.room.state().view(seat) for seat in first}
    assert {seat: takeback.whim(log.room, seat, views[seat].to_json()) for seat in first} == first
    assert later != first
