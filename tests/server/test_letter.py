"""The users' documents at the server: times of a decision, codes and statuses, an immunity that tells nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import qipai
from qipai.server.refusal import Refused, status_of
from qipai.server.rooms import room as room_module
from qipai.server.rooms.frames import FrameBuilder
from qipai.server.rooms.room_data import Clock, Options
from tests.clauses import clause
from tests.guandan.deals import table
from tests.server.test_room import Log


def view_of(log: Log, seat: int | None, at: float) -> dict[str, Any]:
    room = log.room
    frame = FrameBuilder(room, room.state(), room.wire, [True] * len(room.seats), at).snapshot(seat)
    view: dict[str, Any] = json.loads(frame)["view"]
    return view


@clause("X-10.4")
@pytest.mark.parametrize("clock", [None, Clock(15, 60)])
def test_a_decision_has_its_times(clock: Clock | None) -> None:
    log = Log("xianqi", Options(clock=clock), humans=3)
    log.deal("aa", "", "")
    began = log.at
    for _ in range(4):
        seat = log.room.to_act()[0]
        for watcher in (None, 0, 1, 2):
            decision = view_of(log, watcher, log.at + 2)["public"]["decision"]
            assert decision["seat"] == seat
            assert decision["started_at_ms"] == round(began * 1000)
            due = log.room.dues(log.at).get(seat)
            assert decision["timeout_at_ms"] == (None if due is None else round(due * 1000))
            assert (due is None) == (clock is None)
        log.at += 3.5
        began = log.at
        moves = list(log.room.table.canonical(seat))  # type: ignore[union-attr]
        log.add("move", seat, log.room.window(), move=next(m for m in moves if m != "buckle"), by="player")
    log.play(random.Random(1))
    assert view_of(log, 0, log.at)["public"]["decision"] is None


@clause("X-9.3")
def test_refusals_have_the_statuses_of_the_document() -> None:
    no_deal = Refused("NO_DEAL")
    assert (no_deal.engine_code, status_of(no_deal)) == ("ENGINE_INVALID_PHASE", 409)
    for code in ("BAD_RULES", "BAD_DEAL", "BAD_STATE", "BAD_VIEW", "BAD_RECORD"):
        refusal = qipai.BadRecord(code, reason="")
        assert (refusal.engine_code, status_of(refusal)) == ("ENGINE_INVALID_STATE", 409)
    for code in ("GAME_OVER", "DEAL_RUNNING", "MATCH_OVER", "STALE_VERSION"):
        assert status_of(qipai.IllegalMove(code)) == 409
    for code in ("BAD_INDEX", "NOT_TO_ACT", "BAD_MOVE"):
        assert status_of(qipai.IllegalMove(code)) == 400
    assert status_of(Refused("BAD_REQUEST", reason="")) == 400


def asked(hands: list[str], moves: list[tuple[int, str]], clock: Clock | None = None) -> Log:
    """A room of four people whose deal begins with the question about immunity."""
    log = Log("guandan", Options(clock=clock), humans=4)
    log.deal("", "", "", "")
    log.room.table = table(hands, previous=[0, 2, 1, 3], rules={"immunity": "choice"})
    log.room.choices_of = {}
    log.room.encoded = None
    for seat in log.room.seats:
        seat.since = None
    log.room.stamp(log.at)
    for seat, move in moves:
        log.at += 1.5
        log.add("move", seat, log.room.window(), move=move, by="player")
    return log


@clause("G-12.6")
@pytest.mark.parametrize("clock", [None, Clock(15, 60)])
def test_frames_of_the_question_do_not_tell_who_holds_jokers(clock: Clock | None) -> None:
    """Before and after an answer, with and without jokers: the same to everybody else."""
    shown: list[Any] = []
    for hands in (["S3 C4", "HR S6", "D3 D4", "HR S9"], ["S3 C4", "SB S6", "D3 D4", "SK S9"]):
        for moves in ([], [(1, "pay")]):
            log = asked(hands, moves, clock)
            seen = []
            for watcher in (None, 0, 2):
                view = view_of(log, watcher, 1010.0)
                assert view["to_act"] == view["public"]["to_act"] == [1, 3]
                assert view["legal"] == []
                assert view["clocks"] is None or view["clocks"]["left_ms"] == [None] * 4
                seen.append([view["public"], view["clocks"], view["window"]])
            shown.append(seen)
    assert all(one == shown[0] for one in shown)
    log = asked(["S3 C4", "HR S6", "D3 D4", "HR S9"], [(1, "pay")], clock)
    assert view_of(log, 1, 1010.0)["to_act"] == [3]  # it has answered itself
    own = view_of(log, 3, 1010.0)
    assert (own["to_act"], own["legal"]) == ([1, 3], ["immune", "pay"])
    assert clock is None or own["clocks"]["left_ms"][3] > 0


@clause("G-12.6")
def test_a_deal_that_begins_with_the_question_is_held_for_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ["S3 C4", "SB S6", "D3 D4", "SK S9"]
    question = table(hands, previous=[0, 2, 1, 3], rules={"immunity": "choice"})
    with monkeypatch.context() as dealt:
        dealt.setattr(room_module, "Table", lambda *given, **more: question)
        log = Log("guandan", humans=4)
        log.deal("", "", "", "")
        room = log.room
        assert all(room.choices(seat).forced for seat in (1, 3))
        assert room.pause is not None
        assert room.pause.until == log.at + room.options.claim_pause
        assert [room.pause.asks(seat) for seat in range(4)] == [False, True, False, True]
        alone = Log("guandan", humans=1)
        alone.deal("")
        assert alone.room.pause is None
    usual = Log("guandan", humans=4)
    usual.deal("", "", "", "")
    assert usual.room.pause is None
