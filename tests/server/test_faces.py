"""What people look like: chosen or by name, kept with the person, and told with the seat."""

from __future__ import annotations

import asyncio
from pathlib import Path

from qipai.server.accounts.faces import CHOICES, FACES, bot_face, face_of
from qipai.server.rooms.bots import BOT_NAMES
from qipai.server.rooms.frames import seat_infos
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BOT, HUMAN, Seat
from tests.server.players import guest, running
from tests.server.test_hosting import ask, refusal


def test_there_are_twelve_faces_in_six_colours_and_four_of_bots() -> None:
    assert len(set(FACES)) == 12
    assert len(CHOICES) == 72
    assert [bot_face(name) for name in BOT_NAMES] == ["bot0", "bot1", "bot2", "bot3"]
    assert not {bot_face(name) for name in BOT_NAMES} & CHOICES


def test_a_name_has_a_face_and_many_names_have_all_of_them() -> None:
    assert face_of("小明") == face_of("小明")
    assert {face_of(f"P{number}") for number in range(2000)} == CHOICES


def test_a_seat_of_an_older_log_has_the_face_of_its_name() -> None:
    room = Room("room", {})
    room.seats = [Seat(HUMAN, "p", "Ann"), Seat(BOT, None, BOT_NAMES[1], "easy"), Seat()]
    faces = [info.face for info in seat_infos(room, [True] * 3, "playing")]
    assert faces == [face_of("Ann"), "bot1", ""]


def test_a_face_is_kept_and_taken_along(tmp_path: Path) -> None:
    async def run() -> None:
        ann, bo = await guest(node, "Ann"), await guest(node, "Bo")
        assert (await ask(ann, "GET", "/me"))["face"] == face_of("Ann")
        for bad in ("fox-6", "bot1", "unicorn-1", "fox"):
            assert await refusal(ann, "PUT", "/me", {"name": "Ann", "face": bad}) == "BAD_REQUEST"
        assert (await ask(ann, "PUT", "/me", {"name": "Ann", "face": "owl-5"}))["face"] == "owl-5"
        assert (await ask(ann, "PUT", "/me", {"name": "Anna"}))["face"] == "owl-5"  # another name, the same face
        room = await ann.open("xianqi", ["me", "open", "bot"])
        await bo.join(room)

        async def faces() -> list[str]:
            return [seat["face"] for seat in (await ask(ann, "GET", f"/rooms/{room}"))["seats"]]

        assert await faces() == ["owl-5", face_of("Bo"), "bot2"]
        # another one in the middle of a match: whoever comes again is seen with it
        await ask(bo, "PUT", "/me", {"name": "Bo", "face": "pig-0"})
        assert await faces() == ["owl-5", face_of("Bo"), "bot2"]
        await bo.join(room)
        assert await faces() == ["owl-5", "pig-0", "bot2"]
        node.kill()
        node.start()
        assert await faces() == ["owl-5", "pig-0", "bot2"]
        account = await ask(ann, "POST", "/accounts", {"name": "Anna", "password": "three unrelated words"})
        assert account["user"]["face"] == "owl-5"
        assert (await ask(ann, "GET", "/me/export"))["user"]["face"] == "owl-5"
        # without a choice the name decides again
        assert (await ask(ann, "PUT", "/me", {"name": "Anna", "face": ""}))["face"] == face_of("Anna")
        await ask(bo, "POST", "/me/delete", {})
        assert (await faces())[1] != "pig-0"

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path) as node:
        asyncio.run(run())
