"""What people say at a table: to whom it is sent, what is refused, and where it is kept."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from qipai.server.config import read_words
from qipai.server.refusal import Refused
from qipai.server.rooms.talk import LONGEST, clean, masked
from tests.server.players import Node, Socket, guest
from tests.server.test_hosting import ask, nodes, seen, table

__all__ = ["nodes"]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  你好  呀 ", "你好 呀"),
        ("a\u202eb\u2066c\u200bd\u00ade", "abcde"),
        ("one\ntwo\tthree", "one two three"),
        ("\u3164x\u2800", "x"),
        ("打得漂亮 👍", "打得漂亮 👍"),
    ],
)
def test_invisible_characters_and_bidi_tricks_are_stripped(given: str, shown: str) -> None:
    assert clean(given) == shown


@pytest.mark.parametrize("given", ["", " \u200b\u202e ", "x" * (LONGEST + 1), "z" + "\u0301\u0302\u0303\u0304" * 9])
def test_nothing_and_too_much_is_no_line(given: str) -> None:
    with pytest.raises(Refused) as refused:
        clean(given)
    assert refused.value.code == "BAD_CHAT"


@pytest.mark.parametrize(
    "given", ["http://x.yz", "www.bad", "go to Evil.COM now", "10.0.0.1:80", "ｅｖｉｌ．ｃｏｍ", "x.cn", "ftp://a"]
)
def test_links_are_refused(given: str) -> None:
    with pytest.raises(Refused) as refused:
        clean(given)
    assert refused.value.code == "NO_LINKS"


def test_the_operators_words_are_masked(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("# ours\nrude\n笨蛋\n\n", encoding="utf-8")
    words = read_words(str(path))
    assert sorted(words) == ["rude", "笨蛋"]
    assert masked("You RUDE 笨蛋!", words) == "You ＊＊＊＊ ＊＊!"


async def heard(socket: Socket) -> dict[str, object]:
    return await socket.until("chat")


def test_talk_reaches_the_table_and_watchers_apart_and_moves_no_version(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo", "Cai"], ["me", "open", "open"]) as (room, people, sockets):
            ann, bo, cai = sockets
            watcher = await guest(nodes[-1], "Dan")
            async with Socket(nodes[-1], room, watcher.token) as dan, Socket(nodes[0], room, None) as nobody:
                before = (await ask(people[0], "GET", f"/rooms/{room}"))["version"]
                await ann.send({"type": "say", "text": "hello table"})
                for socket in sockets:
                    line = await heard(socket)
                    assert (line["name"], line["seat"], line["text"], line["channel"]) == ("Ann", 0, "hello table", "table")
                # one who is muted is not sent
                await bo.send({"type": "mute", "who": [line["who"]]})
                await bo.send({"type": "ping", "t": 1})
                await bo.until("pong")
                await ann.send({"type": "say", "text": "are you there"})
                assert (await heard(cai))["text"] == "are you there"
                await cai.send({"type": "say", "phrase": "nice"})
                assert (await heard(bo))["text"] == "nice"
                # those who watch talk among themselves, and hear the phrases of the table
                await dan.send({"type": "say", "phrase": "wow"})
                await dan.send({"type": "say", "text": "what a game"})
                for socket in (dan, nobody):
                    assert [(await heard(socket))["text"] for _ in range(3)] == ["nice", "wow", "what a game"]
                await nobody.send({"type": "say", "text": "I have no name"})
                assert (await nobody.until("reject"))["code"] == "NO_CHAT"
                # somebody who gave the seat up hears no more of the table
                await ask(people[2], "POST", f"/rooms/{room}/leave")
                await seen(cai, lambda view: view["seat"] is None)
                await ann.send({"type": "say", "text": "without Cai"})
                await ann.send({"type": "say", "phrase": "bye"})
                assert (await heard(cai))["text"] == "bye"
                told = "".join(frame for socket in (bo,) for frame in socket.frames if '"chat"' in frame)
                assert "are you there" not in told
                assert all("without Cai" not in frame for frame in [*cai.frames, *dan.frames, *nobody.frames])
                assert all('"wow"' not in frame for socket in sockets for frame in socket.frames)
                assert (await ask(people[0], "GET", f"/rooms/{room}"))["version"] == before + 1  # Cai's leaving
                lines = await ask(people[1], "GET", f"/rooms/{room}/chat")
                assert [line["text"] for line in lines] == ["hello table", "are you there", "nice", "without Cai", "bye"]
                assert [line["text"] for line in await ask(watcher, "GET", f"/rooms/{room}/chat")] == [
                    "nice",
                    "wow",
                    "what a game",
                    "bye",
                ]
            export = await ask(people[0], "GET", "/me/export")
            assert [line["text"] for line in export["chat"]] == ["hello table", "are you there", "without Cai", "bye"]
            await ask(people[0], "POST", "/me/delete", {})
            assert [line["name"] for line in await ask(people[1], "GET", f"/rooms/{room}/chat")] == ["Cai"]
            await ask(people[1], "POST", f"/rooms/{room}/close")
            assert await ask(people[1], "GET", f"/rooms/{room}/chat") == []

    asyncio.run(run())


def test_the_host_switches_talk_off_and_a_flood_is_refused(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "bot"]) as (room, people, sockets):
            ann, bo = sockets
            await ask(people[0], "PUT", f"/rooms/{room}/talk", {"chat": "phrases"})
            await seen(bo, lambda view: view["options"]["chat"] == "phrases")
            await bo.send({"type": "say", "text": "hello"})
            assert (await bo.until("reject"))["code"] == "NO_CHAT"
            await bo.send({"type": "say", "phrase": "hello"})
            assert (await heard(ann))["text"] == "hello"
            await bo.send({"type": "say", "phrase": "no such"})
            assert (await bo.until("reject"))["code"] == "BAD_CHAT"
            await ask(people[0], "PUT", f"/rooms/{room}/talk", {"chat": "on"})
            await seen(bo, lambda view: view["options"]["chat"] == "on")
            for _ in range(9):
                await bo.send({"type": "say", "text": "again"})
            assert (await bo.until("reject"))["code"] == "TOO_FAST"
            assert await (await people[1].call("PUT", f"/rooms/{room}/talk", {"chat": "off"})).aread() is not None
        async with table(nodes, ["Eve"], ["me", "open", "open"], public=True) as (_, _, (eve,)):
            await eve.send({"type": "say", "text": "a guest in public"})
            assert (await eve.until("reject"))["code"] == "NO_CHAT"

    asyncio.run(run())


def test_partners_only_use_phrases_while_a_deal_is_on(nodes: list[Node]) -> None:
    async def run() -> None:
        ann = await guest(nodes[0], "Ann")
        room = await ann.open("guandan", ["me", "bot", "bot", "bot"])
        async with Socket(nodes[0], room, ann.token) as socket:
            await socket.send({"type": "say", "text": "before the deal"})
            assert (await heard(socket))["text"] == "before the deal"
            await seen(socket, lambda view: view["fairness"]["commit"])
            await socket.ready()
            await seen(socket, lambda view: view["stage"] == "playing")
            await socket.send({"type": "say", "text": "I have both jokers"})
            assert (await socket.until("reject"))["code"] == "PHRASES_ONLY"
            await socket.send({"type": "say", "phrase": "hurry"})
            assert (await heard(socket))["text"] == "hurry"
            await ask(ann, "PUT", f"/rooms/{room}/talk", {"talk_in_deals": True})
            await seen(socket, lambda view: view["options"]["talk_in_deals"])
            await socket.send({"type": "say", "text": "now I may"})
            assert (await heard(socket))["text"] == "now I may"
            assert all("jokers" not in json.dumps(line) for line in await ask(ann, "GET", f"/rooms/{room}/chat"))

    asyncio.run(run())
