"""A coach at a table with bots: asked before a move is made, it speaks up about costly ones, from one's own view alone."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from qipai.core.rng import FastRng
from qipai.server.accounts.player import Player
from qipai.server.rooms import coach
from qipai.server.rooms.conversation import Conversation
from qipai.server.rooms.messages import Weigh
from qipai.server.rooms.room_data import Options
from tests.server.test_practice import played, position
from tests.server.test_takeback import begun

NAMES = ["Ann", "Bo", "Yue"]
# the deal, after 18 moves: seat 2 has the red elephant, which nothing beats any more
MOVE, SEAT, BLUNDER, BEST = 18, 2, "buckle", "play R_XIANG"


def weighed(move: str, world: int | None = None) -> coach.Weighed:
    """What is said of a move in the prepared position, or in another that the seat cannot tell from it."""
    table = position(played("xianqi", 1, 1), 0, MOVE)
    view = table.state.view(SEAT)
    state = table.state if world is None else table.game.world(view, FastRng(world))
    texts = {table.game.write(view, action): action for action in state.legal(SEAT)}
    seen = state.view(SEAT).to_json()
    return coach.weigh("xianqi", seen, state.legal(SEAT), texts[move], NAMES, 0)


def test_a_costly_move_is_told_with_the_reason_and_the_better_move() -> None:
    found = weighed(BLUNDER)
    assert found.grade == "blunder"
    assert found.loss > 1.0  # as the judge that plays on by the learned policy counts it: 1.19
    assert found.best == BEST
    assert "red elephant" in found.words[0]
    assert "红相" in found.words[1]
    assert found.reason is not None
    assert all(found.reason)
    assert found.words[0] in found.said[0]
    assert weighed(BEST).grade == "best"


def test_the_verdict_knows_no_more_than_the_seat() -> None:
    hidden = position(played("xianqi", 1, 1), 0, MOVE)
    worlds = [hidden.game.world(hidden.state.view(SEAT), FastRng(number)) for number in range(4)]
    assert len({world.digest() for world in worlds}) > 1, "the worlds differ"
    assert len({weighed(BLUNDER, number) for number in range(4)} | {weighed(BLUNDER)}) == 1


class Talk(Conversation):
    """A conversation whose frames stay here."""

    def __init__(self, live: Any, workers: Any) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        home = SimpleNamespace(workers=workers, spawn=lambda work: self.tasks.append(asyncio.ensure_future(work)))
        super().__init__(home, live, 0, "p0", "P0", "who")  # type: ignore[arg-type]
        self.frames: list[dict[str, Any]] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))

    async def speaker(self) -> Player:
        raise AssertionError("nobody talks here")


class Thinkers:
    def __init__(self, answer: object, seconds: float = 0.0) -> None:
        self.answer = answer
        self.seconds = seconds
        self.asked: list[tuple[object, ...]] = []

    async def run(self, work: object, *args: object, **how: object) -> object:
        self.asked.append(args)
        await asyncio.sleep(self.seconds)
        return self.answer


WORSE = coach.Weighed("blunder", 2.0, 0.1, ("no", "不"), "pass", ("pass", "不要"), None)


def answers_of(
    options: Options, thinkers: Thinkers, humans: int = 1, times: int = 1, move: str | None = None
) -> list[dict[str, Any]]:
    log = begun("guandan", 1, options, humans)
    live = SimpleNamespace(room=log.room, seen=log.room.state)

    async def run() -> list[dict[str, Any]]:
        talk = Talk(live, thinkers)
        assert log.room.table is not None
        for req in range(times):
            await talk.handle(Weigh(req, move or next(iter(log.room.table.canonical(0)))))
        await asyncio.gather(*talk.tasks)
        return talk.frames

    return asyncio.run(run())


ON = Options(coach=True)


def test_the_coach_asks_about_mistakes_and_blunders_alone() -> None:
    (frame,) = answers_of(ON, Thinkers(WORSE))
    assert frame["type"] == "weighed"
    assert frame["verdict"]["grade"] == "blunder"
    for grade in ("best", "good", "inaccuracy"):
        assert answers_of(ON, Thinkers(WORSE._replace(grade=grade))) == [{"type": "weighed", "req": 0, "verdict": None}]


def test_nothing_is_asked_where_it_is_off_or_other_people_play() -> None:
    for options, humans in ((Options(), 1), (ON, 2)):
        thinkers = Thinkers(WORSE)
        assert answers_of(options, thinkers, humans) == [{"type": "weighed", "req": 0, "verdict": None}]
        assert thinkers.asked == []
    thinkers = Thinkers(WORSE)
    assert answers_of(ON, thinkers, move="play S2 S3")[0]["verdict"] is None, "what is not legal is refused when it is played"
    assert thinkers.asked == []


def test_without_an_answer_in_time_the_move_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers_of(ON, Thinkers(None))[0]["verdict"] is None
    monkeypatch.setattr(coach, "PATIENCE", 0.01)
    assert answers_of(ON, Thinkers(WORSE, seconds=60))[0]["verdict"] is None


def test_one_move_is_weighed_at_a_time() -> None:
    thinkers = Thinkers(WORSE, seconds=0.01)
    frames = answers_of(ON, thinkers, times=2)
    assert sorted((frame["req"], frame["verdict"] is None) for frame in frames) == [(0, False), (1, True)]
    assert len(thinkers.asked) == 1


def test_the_view_of_the_seat_is_all_that_is_sent() -> None:
    thinkers = Thinkers(WORSE)
    answers_of(ON, thinkers)
    log = begun("guandan", 1, ON)
    game, seen, legal, _, names, _ = thinkers.asked[0]
    assert (game, seen) == ("guandan", log.room.state().view(0).to_json())
    assert legal == log.room.state().legal(0)
    assert names == ["P0", "B1", "B2", "B3"]
