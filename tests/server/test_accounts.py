"""Guests, accounts, sessions."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from qipai.core.errors import QipaiError
from qipai.server.accounts.password_rules import check_password
from qipai.server.accounts.player import check_name
from qipai.server.config import key_file
from qipai.server.rooms.bots import BOT_NAMES
from tests.server.players import Node, Person, guest, running


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("people")
    with running(f"sqlite:///{folder}/rooms.db", folder) as started:
        yield started


@pytest.mark.parametrize("name", ["Ann", "阿明", " Bo ", "a" * 16, "é", "O'Neil", "<b>", "小 兰"])
def test_names_that_people_have(name: str) -> None:
    assert check_name(name) == name.strip()


BLANK = ["\u3164", "\u2800\u2800", "Ann\u3164", "\uffa0", "\u115f", "\u034f", "\u17b4", "\u180b", "\U000e0041", "\ufe0f"]
DECEIVING = ["a\nb", "\u202eevil", "\u200b", "a\u2066b", "\x00", "\ufeff", "\ud800", "\u0301", "\u2028"]


@pytest.mark.parametrize("name", ["", "   ", "a" * 17, "ﷺ" * 16, *DECEIVING, *BLANK])
def test_names_that_deceive(name: str) -> None:
    with pytest.raises(QipaiError) as refusal:
        check_name(name)
    assert refusal.value.code == "BAD_NAME"


def test_no_person_is_called_like_a_bot() -> None:
    for name in (*BOT_NAMES, "ming阿明", "ＭＩＮＧ 阿明", "Lan-小兰", "—"):
        with pytest.raises(QipaiError) as refusal:
            check_name(name)
        assert refusal.value.code == "NAME_TAKEN"


def test_pictures_in_names_lose_what_nobody_sees() -> None:
    assert check_name("\u2600\ufe0f") == "\u2600"


WEAK = ["password1", "12345678", "87654321", "qwertyuiop", "abcdefgh", "1qaz2wsx", "88888888", "abcabcabc", "woaini1314"]


@pytest.mark.parametrize("password", [*WEAK, "5201314520", "19900101", "iloveyou!", "Annchen1", "nehcnna1", "annchenannchen"])
def test_passwords_that_are_tried_first_are_refused(password: str) -> None:
    with pytest.raises(QipaiError) as refusal:
        check_password(password, "Annchen")
    assert refusal.value.code == "WEAK_PASSWORD"


@pytest.mark.parametrize("password", ["long enough", "X9f!kk2pQ", "tulip-river-77", "象棋麻将都好玩啊", "Annchen likes tea"])
def test_passwords_that_will_do(password: str) -> None:
    check_password(password, "Annchen")


def test_the_key_file_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    key = key_file(tmp_path / "data")
    assert key_file(tmp_path / "data") == key
    assert len(key) == 32
    assert stat.S_IMODE((tmp_path / "data" / "key").stat().st_mode) == 0o600


def test_an_account_keeps_the_guests_seats(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        room = await ann.open("xianqi")
        made = await ann.call("POST", "/accounts", {"name": "Ännchen", "password": "long enough"})
        assert made.status_code == 201
        assert made.json()["user"]["id"] == ann.player
        again = await ann.call("POST", "/sessions", {"name": "ännchen", "password": "long enough"})
        assert again.status_code == 201
        me = Person(node, "Ann", again.json()["token"], ann.player)
        state = (await me.call("GET", f"/rooms/{room}/state")).json()
        assert state["view"]["seat"] == 0
        assert [line["mine"] for line in (await me.call("GET", "/rooms")).json()] == [True]
        other = await guest(node, "Eve")
        taken = await other.call("POST", "/accounts", {"name": "ÄNNCHEN", "password": "long enough"})
        assert (taken.status_code, taken.json()["code"]) == (409, "NAME_TAKEN")
        short = await other.call("POST", "/accounts", {"name": "Eve", "password": "short"})
        assert (short.status_code, short.json()["code"]) == (400, "BAD_PASSWORD")

    asyncio.run(run())


def test_unknown_names_and_wrong_passwords_are_answered_alike(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        await ann.call("POST", "/accounts", {"name": "Known", "password": "long enough"})
        wrong = await ann.call("POST", "/sessions", {"name": "Known", "password": "wrong wrong"})
        unknown = await ann.call("POST", "/sessions", {"name": "Nobody", "password": "wrong wrong"})
        assert wrong.status_code == unknown.status_code == 401
        assert wrong.content == unknown.content

    asyncio.run(run())


def test_a_session_that_was_ended_is_worth_nothing(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        assert (await ann.call("GET", "/me")).json()["name"] == "Ann"
        assert (await ann.call("DELETE", "/sessions")).status_code == 204
        assert (await ann.call("GET", "/me")).status_code == 401
        assert (await ann.call("POST", "/rooms", {"game": "xianqi"})).status_code == 401

    asyncio.run(run())


def test_a_code_takes_another_device_along_once(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        told = (await ann.call("POST", "/sessions/code")).json()
        assert told["link"].startswith(node.url)
        async with httpx.AsyncClient(base_url=node.url) as client:
            first = await client.post("/api/v1/sessions/redeem", json={"code": told["code"].lower()})
            assert first.json()["user"]["id"] == ann.player
            assert (await client.post("/api/v1/sessions/redeem", json={"code": told["code"]})).status_code == 401

    asyncio.run(run())


def test_a_nickname_can_be_changed_and_an_account_keeps_its_login(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        renamed = await ann.call("PUT", "/me", {"name": " 阿兰 "})
        assert (renamed.status_code, renamed.json()["name"]) == (200, "阿兰")
        assert (await ann.call("GET", "/me")).json()["name"] == "阿兰"
        assert (await ann.call("PUT", "/me", {"name": "\u202eevil"})).json()["code"] == "BAD_NAME"
        await ann.call("POST", "/accounts", {"name": "Lanlan", "password": "long enough"})
        await ann.call("PUT", "/me", {"name": "Orchid"})
        again = await ann.call("POST", "/sessions", {"name": "Lanlan", "password": "long enough"})
        assert again.json()["user"]["name"] == "Orchid"

    asyncio.run(run())
