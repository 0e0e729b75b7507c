"""The same script of requests and frames, to a server and to a home without one: the same answers.

The home runs without msgspec, as in a browser, so this is also where its stand-in is held to the real one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.games import playable, with_choices
from tests.server.players import PATIENCE, Node, Person, Socket, guest, running

ROOT = Path(__file__).resolve().parents[2]
# times of day, who somebody is among all people of a server, and addresses under which others would find a room
OWN = {"started_at_ms", "timeout_at_ms", "id", "token", "updated", "link", "started", "reason", "who"}

BOTS_FIRST = 1.0  # seconds in which bots have answered


def plain(value: Any) -> Any:
    """Without what two homes cannot have in common."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if key not in OWN}
    return [plain(each) for each in value] if isinstance(value, list) else value


class Client(Protocol):
    frames: list[dict[str, Any]]

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]: ...
    async def connect(self, room: str) -> None: ...
    async def send(self, frame: object) -> None: ...
    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]: ...


class OfServer:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.frames: list[dict[str, Any]] = []

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        answer = await self.person.call(method, path, body)
        return answer.status_code, answer.json() if answer.content else None

    async def connect(self, room: str) -> None:
        self.socket = Socket(self.person.node, room, self.person.token)
        await self.socket.connect()
        self.frames += [json.loads(text) for text in self.socket.frames]

    async def send(self, frame: object) -> None:
        await self.socket.socket.send(frame if isinstance(frame, str) else json.dumps(frame))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            self.frames.append(await self.socket.next())
            if wanted(self.frames[-1]):
                return self.frames[-1]


class OfHome:
    """Speaks to a process that has nothing but Python."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.frames: list[dict[str, Any]] = []
        self.answers: dict[int, asyncio.Future[Any]] = {}
        self.arrived: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reader = asyncio.ensure_future(self.read())

    async def read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            said = json.loads(line)
            if said["on"] == "answer":
                self.answers.pop(said["id"]).set_result(said)
            elif said["on"] == "frame":
                self.arrived.put_nowait(json.loads(said["text"]))

    def say(self, **said: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(said).encode() + b"\n")

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        number = len(self.answers) + 1
        answer = self.answers[number] = asyncio.get_running_loop().create_future()
        self.say(do="call", id=number, method=method, path=path, body=None if body is None else json.dumps(body))
        async with asyncio.timeout(PATIENCE):
            said = await answer
        return said["status"], json.loads(said["body"]) if said["body"] else None

    async def connect(self, room: str) -> None:
        self.say(do="open", id=1, room=room)
        await self.send({"type": "hello", "last_version": 0, "token": "any"})
        await self.until(lambda frame: frame["type"] == "snapshot")

    async def send(self, frame: object) -> None:
        self.say(do="frame", id=1, text=frame if isinstance(frame, str) else json.dumps(frame))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            async with asyncio.timeout(PATIENCE):
                self.frames.append(await self.arrived.get())
            if wanted(self.frames[-1]):
                return self.frames[-1]


def kind(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda frame: frame["type"] == name


class Script:
    """What somebody does in an evening, mistakes included, and all that is answered."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.answers: list[Any] = []
        self.begin = 0

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        status, answer = await self.client.call(method, path, body)
        self.answers.append([method, path, status, plain(answer)])
        return answer

    def view(self) -> dict[str, Any]:
        return next(frame["view"] for frame in reversed(self.client.frames) if "view" in frame)

    async def play(self, game: str, rules: dict[str, Any], name: Callable[[str], None]) -> None:
        client, ask = self.client, self.ask
        for path in (
            "/games",
            f"/games/{game}/terms",
            f"/games/{game}/deck",
            f"/games/{game}/book?lang=zh",
            "/games/nothing/book",
        ):
            await ask("GET", path)
        await ask("POST", "/rooms", {"game": game, "rules": {"nothing": 1}})
        await ask("POST", "/rooms", {"game": game, "pace": 9})
        await ask("POST", "/rooms", {"game": game, "seats": [{"kind": "me"}]})
        seats = next(one["seats"] for one in self.answers[0][3] if one["name"] == game)
        bots = [{"kind": "bot", "level": "easy"}] * (seats - 1)
        opened = await ask("POST", "/rooms", {"game": game, "rules": rules, "seats": [{"kind": "me"}, *bots], "pace": 0})
        room = opened["room"]
        name(room)
        await client.connect(room)
        while not self.view()["fairness"]["commit"]:
            await client.until(kind("event"))
        self.begin = len(client.frames)  # whether the promise came before the connection is chance
        await ask("GET", f"/rooms/{room}")
        await ask("GET", f"/rooms/{room}/record")
        await ask("GET", f"/rooms/{room}/nothing")
        await client.send("no frame")
        await client.until(kind("reject"))
        await client.send({"type": "act", "cmd_id": "early", "move": "pass", "window": "0.0"})
        await client.until(kind("reject"))
        await client.send({"type": "ready", "nonce": "00ff"})
        await client.until(lambda frame: "view" in frame and bool(frame["view"]["legal"]))
        await self.odd_frames()
        number = 0
        while self.view()["stage"] == "playing":
            while len(self.view()["to_act"]) > 1:  # whose answer is written first would be chance
                await client.until(lambda frame: "view" in frame)
            if self.view()["public"].get("to_act", ()) is None:  # nobody is told who has answered
                await asyncio.sleep(BOTS_FIRST)
            view, number = self.view(), number + 1
            await client.send({"type": "act", "cmd_id": f"c{number}", "move": view["legal"][-1], "window": view["window"]})
            before = len(client.frames)
            await client.until(
                lambda frame: "view" in frame and (bool(frame["view"]["legal"]) or frame["view"]["stage"] != "playing")
            )
            assert any(frame["type"] == "ack" for frame in client.frames[before:])
        await client.send({"type": "act", "cmd_id": f"c{number}", "move": "again", "window": "0.0"})
        await client.until(kind("ack"))  # it was written already
        if self.view()["stage"] == "between":
            while not self.view()["fairness"]["commit"]:
                await client.until(kind("event"))
        await self.look_back(room)

    async def odd_frames(self) -> None:
        client, view = self.client, self.view()
        for frame, answer in (
            ({"type": "ping", "t": 1.5}, "pong"),
            ({"type": "resync"}, "snapshot"),
            ({"type": "act", "cmd_id": "w", "move": "nonsense!", "window": view["window"]}, "reject"),
            ({"type": "act", "cmd_id": "w", "move": view["legal"][0], "window": "9.99"}, "reject"),
            ({"type": "act", "cmd_id": "w", "move": view["legal"][0]}, "reject"),
            ({"type": "check", "req": 1, "cards": []}, "check"),
            ({"type": "check", "req": 2, "cards": view["legal"][0].replace("+", " ").split()[1:]}, "check"),
            ({"type": "hint"}, "hints"),
            ({"type": "say", "phrase": "hello"}, "chat"),
            ({"type": "say", "phrase": "nothing"}, "reject"),
        ):
            await client.send(frame)
            await client.until(kind(answer))

    async def look_back(self, room: str) -> None:
        ask = self.ask
        for path in (
            "record",
            "replay?deal=0",
            "replay?deal=7",
            "fairness",
            "log",
            "screen",
            "replay/screens?seat=1&lang=zh",
            "",
        ):
            await ask("GET", f"/rooms/{room}/{path}".rstrip("/"))
        record = (await self.client.call("GET", f"/rooms/{room}/record"))[1]
        await ask("POST", "/verify", record)
        await ask("POST", "/replay?deal=0", {**record, "game": "nothing"})
        await ask("PUT", f"/rooms/{room}/pace", {"pace": 2})
        await ask("PUT", f"/rooms/{room}/pace", {"pace": "slow"})
        await ask("GET", "/rooms")
        await ask("DELETE", f"/rooms/{room}")
        await ask("GET", "/rooms")
        await ask("GET", f"/rooms/{room}")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Node]:
    """One for each test: deals follow from the names of rooms, and in a first room nobody has a claim together with a bot."""
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, workers=1) as node:  # thoughts come in one order
        yield node


@pytest.mark.once
@pytest.mark.parametrize("game", with_choices(2))
def test_a_server_and_a_home_without_one_answer_alike(server: Node, game: str) -> None:
    async def on_server() -> tuple[Script, str]:
        client = OfServer(await guest(server))
        script, names = Script(client), []
        await script.play(game, playable(game), names.append)
        await client.socket.socket.close()
        return script, names[0]

    async def at_home(room: str) -> Script:
        command = (sys.executable, "-m", "tests.local.home", room)
        pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, limit=1 << 26, **pipes)
        client = OfHome(process)
        try:
            script = Script(client)
            await client.call("POST", "/sessions/guest", {"name": "Ann"})
            await script.play(game, playable(game), lambda name: None)
            return script
        finally:
            client.reader.cancel()
            process.kill()
            await process.wait()

    async def both() -> None:
        there, room = await on_server()
        here = await at_home(room)
        for one, other in zip(there.answers, here.answers, strict=True):
            assert same_problem(one) == same_problem(other)
        frames = [[plain(frame) for frame in script.client.frames[script.begin :]] for script in (there, here)]
        for one, other in zip(*frames, strict=True):
            assert one == other

    asyncio.run(asyncio.wait_for(both(), 4 * PATIENCE))


def same_problem(answer: list[Any]) -> list[Any]:
    """What is wrong with a body each library says in its own words."""
    method, path, status, body = answer
    return [method, path, status, body["code"] if status == 422 else body]
