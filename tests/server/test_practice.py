"""Positions of earlier deals that are played on from against bots."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import qipai
from qipai.core.record import verify
from qipai.server.refusal import MESSAGES
from qipai.server.rooms.room import Room
from tests.games import playable, with_choices
from tests.server.folds import fold_all
from tests.server.players import Node, Person, Socket, guest, pick, play_deal, running
from tests.server.test_leaks import read_log

GAMES = with_choices(2)


@cache
def played(game: str, seed: int = 1, deals: int = 2) -> dict[str, Any]:
    """Deals of a match that random hands have played, as a record."""
    table = qipai.Table(game, playable(game), seed=f"{seed:064x}")
    rng = random.Random(seed)
    for number in range(deals):
        while not table.over:
            seat = table.to_act[0]
            table.play(seat, rng.choice(list(table.canonical(seat))))
        if number + 1 < deals and not table.match_over:
            table.next_deal()
    return dict(json.loads(json.dumps(table.record())))


def late(record: dict[str, Any], left: int = 16) -> tuple[int, int, int]:
    """The last deal, a move near its end that somebody chose, and who that was: with at least this many moves left."""
    number = len(record["deals"]) - 1
    moves = record["deals"][number]["moves"]
    bare = {**record, "deals": [*record["deals"][:-1], {**record["deals"][-1], "moves": []}]}
    bare["deals"][-1].pop("returns", None)
    table = qipai.replay(bare)
    found = (0, 0)
    for at, (seat, move) in enumerate(moves):
        if at > len(moves) - left and found[1]:
            break
        if len(table.legal(seat)) > 1:
            found = (seat, at)
        table.play(seat, move)
    return number, found[1], found[0]


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("practice")
    with running(f"sqlite:///{folder}/rooms.db", folder) as found:
        yield found


def with_person(node: Node, work: Callable[[Person], Awaitable[None]]) -> None:
    async def run() -> None:
        await work(await guest(node))

    asyncio.run(run())


async def practise(person: Person, **body: Any) -> str:
    answer = await person.call("POST", "/practice", {"level": "easy", **body})
    assert answer.status_code == 201, answer.text
    room = str(answer.json()["room"])
    assert (await person.call("PUT", f"/rooms/{room}/pace", {"pace": 0})).status_code == 204
    return room


def started(node: Node, room: str) -> Room:
    """As the last deal began: bots that are asked with the person may have answered since."""
    events, secrets = read_log(node.config.database, room)
    last = max(number for number, event in enumerate(events) if event.kind == "deal")
    return fold_all(room, events[: last + 1], secrets)


def position(record: dict[str, Any], number: int, move: int) -> qipai.Table:
    last = {key: value for key, value in record["deals"][number].items() if key != "returns"}
    deals = [*record["deals"][:number], {**last, "moves": last["moves"][:move]}]
    return qipai.replay({**record, "deals": deals})


def seen(socket: Socket) -> tuple[Any, Any]:
    return without_times(socket.view["public"]), socket.view["private"]


def without_times(public: Any) -> Any:
    """The view of a room tells when the decision began."""
    told = dict(public)
    if isinstance(told.get("decision"), dict):
        told["decision"] = {key: value for key, value in told["decision"].items() if not key.endswith("_at_ms")}
    return told


TRIES = {"real": 2, "drawn": 4}  # in small games two draws are often the same


@pytest.mark.parametrize("cards", list(TRIES))
@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_tried_again_and_again(game: str, cards: str, node: Node) -> None:
    record = played(game)
    number, move, seat = late(record, 16 if cards == "real" else 60)  # with cards enough to draw others
    then = position(record, number, move)

    async def run(person: Person) -> None:
        room = await practise(person, record=record, deal=number, move=move, seat=seat, cards=cards)
        starts = []
        async with Socket(node, room, person.token) as socket:
            for tries in range(TRIES[cards]):
                if tries:
                    assert (await person.call("POST", f"/rooms/{room}/again", {})).status_code == 204
                    while socket.view["stage"] != "waiting":
                        await socket.next()
                while not socket.view["fairness"]["commit"]:
                    await socket.next()
                await socket.ready()
                while socket.view["stage"] != "playing":
                    await socket.next()
                assert seen(socket) == (without_times(then.public()), json.loads(json.dumps(then.private(seat))))
                assert socket.view["legal"], "it is the decision that was asked for"
                starts.append(started(node, room).state().digest())
                await play_deal([socket], pick(random.Random(7)))
                told = socket.view["practice"]
                assert told["first"] == record["deals"][number]["returns"]
                assert len(told["tries"]) == tries + 1
                assert told["tries"][tries] == socket.view["result"]["returns"]
                assert (told["cards"], told["deal"], told["move"], told["seat"]) == (cards, number, move, seat)
                assert socket.view["evening"] == [], "it counts nowhere"
                assert socket.view["result"]["match_over"] is False
                assert socket.view["result"]["fairness"] is None
        assert (set(starts) == {then.state.digest()}) == (cards == "real")
        if cards == "drawn":
            assert len(set(starts)) > 1, "new cards each time"
        listed = (await person.call("GET", "/rooms?which=past")).json()
        (line,) = [line for line in listed if line["room"] == room]
        assert line["practice"]
        assert line["score"] is None
        refused = await person.call("GET", f"/rooms/{room}/fairness")
        assert refused.json()["code"] == "NO_PROOF"
        answer = await person.call("GET", f"/rooms/{room}/record?match=2")
        if cards == "drawn":
            assert answer.json()["code"] == "DRAWN_CARDS", "no shuffle ever gave these cards"
        else:
            found = answer.json()
            assert found["meta"]["practice"] == [number]
            report = verify(found)
            assert [deal["practice"] for deal in report["deals"]] == [False] * number + [True]
            assert found["deals"][number]["moves"][:move] == record["deals"][number]["moves"][:move]
            assert found["deals"][number]["returns"] == told["tries"][1]

    with_person(node, run)


def test_a_practice_room_folds_to_the_same_everywhere_and_survives_a_kill(tmp_path: Path) -> None:
    record = played("mahjong")
    number, move, seat = late(record, 60)
    url = f"sqlite:///{tmp_path}/rooms.db"
    with running(url, tmp_path) as node:

        async def run(person: Person) -> None:
            room = await practise(person, record=record, deal=number, move=move, seat=seat, cards="drawn")
            async with Socket(node, room, person.token) as socket:
                await play_deal([socket], pick(random.Random(3)))
                first = socket.view["practice"]["tries"]
                await person.call("POST", f"/rooms/{room}/again", {})
                while socket.view["stage"] != "waiting" or not socket.view["fairness"]["commit"]:
                    await socket.next()
                await socket.ready()
                while not socket.view["legal"]:
                    await socket.next()
                await socket.act(socket.view["legal"][0])
                made = (await socket.until("ack"))["version"]
                while socket.version < made or (not socket.view["legal"] and socket.view["stage"] == "playing"):
                    await socket.next()
                before = socket.view["private"]
            node.kill()
            events, secrets = read_log(url, room)
            one, other = fold_all(room, events, secrets), fold_all(room, events, secrets)
            assert one.state().digest() == other.state().digest()
            assert one.tries == first
            node.start()
            async with Socket(node, room, person.token) as socket:
                assert socket.view["private"] == before, "the same drawn cards"
                assert socket.view["practice"]["tries"] == first
                await play_deal([socket], pick(random.Random(4)))
                assert len(socket.view["practice"]["tries"]) == 2

        with_person(node, run)


def test_cards_that_this_version_cannot_draw_again_close_the_room_and_break_nothing(node: Node) -> None:
    record = played("xianqi")
    number, move, seat = late(record)

    async def run(person: Person) -> None:
        room = await practise(person, record=record, deal=number, move=move, seat=seat, cards="drawn")
        async with Socket(node, room, person.token) as socket:
            await play_deal([socket], pick(random.Random(3)))
        events, secrets = read_log(node.config.database, room)
        (at,) = [number for number, event in enumerate(events) if event.kind == "deal"]
        data = json.loads(events[at].payload)
        events[at] = events[at]._replace(payload=json.dumps({**data, "drawn": data["drawn"] + 1}))
        lost = fold_all(room, events, secrets)
        assert (lost.stage, lost.table, lost.version) == ("closed", None, len(events))

    with_person(node, run)


def test_the_deal_of_a_room_is_tried_by_those_who_may_see_it(node: Node) -> None:
    async def run(person: Person) -> None:
        room = await person.open("xianqi")
        async with Socket(node, room, person.token) as socket:
            stranger = await guest(node, "Bo")
            body = {"room": room, "deal": 0, "move": 0, "seat": 1}
            answer = await person.call("POST", "/practice", body)
            assert answer.json()["code"] == "NO_RECORD", "nothing is over yet"
            await play_deal([socket], pick(random.Random(1)))
        answer = await stranger.call("POST", "/practice", body)
        assert answer.json()["code"] == "NOT_SHARED"
        tried = await practise(person, **body)
        async with Socket(node, tried, person.token) as socket:
            told = socket.view["practice"]
            assert told["room"] == room
            assert socket.view["seat"] == 1
        # nobody else sits down, watches, or changes what is tried
        assert (await stranger.call("POST", f"/rooms/{tried}/join", {"seat": 0})).json()["code"] == "ROOM_LOCKED"
        async with Socket(node, tried, stranger.token) as other:
            assert other.view["public"] is None
        assert (await person.call("PUT", f"/rooms/{tried}/options", {})).json()["code"] == "ALREADY_BEGUN"
        assert (await person.call("PUT", f"/rooms/{tried}/seats", {})).json()["code"] == "ALREADY_BEGUN"

    with_person(node, run)


def test_what_cannot_be_tried_is_refused_and_nothing_is_opened(node: Node) -> None:
    record = played("xianqi")
    moves = len(record["deals"][1]["moves"])
    assert len(record["deals"]) == 2
    broken = json.loads(json.dumps(record))
    broken["deals"][0]["moves"][0] = [2, "pass"]
    asked: list[tuple[dict[str, Any], str]] = [
        ({}, "BAD_REQUEST"),
        ({"record": record, "room": "abc"}, "BAD_REQUEST"),
        ({"room": "nobodysroom"}, "NO_ROOM"),
        ({"record": record, "deal": 2}, "NO_RECORD"),
        ({"record": record, "deal": 1, "move": moves + 1}, "NO_STEP"),
        ({"record": record, "deal": 1, "move": moves}, "DEAL_OVER"),
        ({"record": record, "seat": 3}, "BAD_SEAT"),
        ({"record": record, "level": "godlike"}, "BAD_REQUEST"),
        ({"record": record, "cards": "marked"}, "BAD_REQUEST"),
        ({"record": broken}, "BAD_RECORD"),
        ({"record": {"game": "chess"}}, "UNKNOWN_GAME"),
    ]

    async def run(person: Person) -> None:
        for body, code in asked:
            answer = await person.call("POST", "/practice", body)
            assert answer.json()["code"] == code, (body.keys(), answer.text)
            assert answer.json()["message"]
        assert (await person.call("GET", "/rooms?which=mine")).json() == []

    with_person(node, run)
    for code in ("NO_STEP", "DEAL_OVER", "SEAT_DONE", "DRAWN_CARDS", "NO_PROOF"):
        assert MESSAGES.texts[code].zh != MESSAGES.texts[code].en


def test_a_seat_that_has_finished_is_not_sat_down_at() -> None:
    from qipai.server.rooms.practice import position_json
    from tests.server.test_skip import won_at_once

    record = dict(won_at_once().record())
    moves = len(record["deals"][0]["moves"])  # type: ignore[index]
    with pytest.raises(qipai.QipaiError, match="SEAT_DONE"):
        position_json(record, 0, moves, 0, 5000)
    assert position_json(record, 0, moves, 1, 5000)["first"] is None, "the deal is not over, so there is nothing to compare"
