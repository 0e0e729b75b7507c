"""Makes the fixture of a server with 0.1.0: rooms in all stages, and what each person was shown.

See README.md beside this file.
"""

from __future__ import annotations

import asyncio
import lzma
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec

import qipai
from tests.compat.kept import FOLDER, Json, write_lines
from tests.server.players import LOOSE, Node, Person, Socket, guest, pick, play_deal

PASSWORD = "an old password"
# matches that come to an end, in games whose matches do
SHORT: dict[str, Json] = {"guandan": {"preset": "seed-002", "start_level": "K"}, "mahjong": {"deals_per_match": 2}}
LONG: dict[str, Json] = {"mahjong": {"deals_per_match": 8}, "xianqi": {"black_chess": "redeal"}}
rng = random.Random(1)
client = httpx.AsyncClient(timeout=60)


async def call(person: Person, method: str, path: str, body: object = None) -> httpx.Response:
    headers = person.headers if person.token else {}
    return await client.request(method, f"{person.node.url}/api/v1{path}", json=body, headers=headers)


class Maker:
    """Opens the rooms of one game."""

    def __init__(self, node: Node, game: str, people: list[Person]) -> None:
        self.node = node
        self.game = game
        self.people = people
        self.count = qipai.game(game).seats(qipai.game(game).rules(None))
        self.rooms: list[Json] = []

    async def open(self, label: str, people: int, rules: Json | None = None, level: str = "easy", **more: Any) -> Json:
        """A room with so many people and bots on the other seats."""
        wishes = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
        wishes += [{"kind": "bot", "level": level}] * (self.count - people)
        given = LONG.get(self.game, {}) if rules is None else rules
        body = {"game": self.game, "rules": given, "seats": wishes, "pace": 0, "claim_pause": 0, "grace": 3600, **more}
        answer = await call(self.people[0], "POST", "/rooms", body)
        assert answer.status_code == 201, answer.text
        room = answer.json()["room"]
        for person in self.people[1:people]:
            await person.join(room)
        sys.stderr.write(f"{self.game}: {label}\n")
        self.rooms.append({"room": room, "game": self.game, "label": label, "people": list(range(people))})
        return self.rooms[-1]

    async def views(self, room: Json) -> list[Json]:
        return [await state(self.people[k], room["room"]) for k in room["people"]]

    async def agree(self, room: Json) -> int:
        """Everybody agrees to the next deal; its number."""
        for k in room["people"]:
            while not (view := await state(self.people[k], room["room"]))["fairness"]["commit"]:
                await asyncio.sleep(0.02)
            answer = await call(self.people[k], "POST", f"/rooms/{room['room']}/ready", {"nonce": f"{k}a8"})
            assert answer.status_code == 204, answer.text
        return int(view["deal"])

    async def play(self, room: Json, done: Callable[[list[Json]], bool]) -> None:
        """People move at random until everybody's views are as wanted."""
        while True:
            views = await self.views(room)
            if done(views):
                return
            asked = [k for k, view in zip(room["people"], views, strict=True) if view["legal"]]
            if not asked:
                await asyncio.sleep(0.02)
                continue
            k = rng.choice(asked)
            view = views[room["people"].index(k)]
            body = {"move": rng.choice(view["legal"]), "window": view["window"]}
            answer = await call(self.people[k], "POST", f"/rooms/{room['room']}/actions", body)
            assert answer.status_code in (200, 409), answer.text

    async def deals(self, room: Json, number: int) -> None:
        """So many whole deals, or fewer where the match ends."""
        for _ in range(number):
            deal = await self.agree(room)
            await self.play(room, lambda views, deal=deal: deal_over(views[0], deal))  # type: ignore[misc]
            if (await self.views(room))[0]["stage"] == "finished":
                return

    async def begin(self, room: Json, moves: int) -> None:
        """The next deal, and the first moves of people in it."""
        deal, left = await self.agree(room), moves

        def enough(views: list[Json]) -> bool:
            nonlocal left
            asked = any(view["legal"] for view in views)
            left -= asked
            return (asked and left < 0) or deal_over(views[0], deal)

        await self.play(room, enough)

    async def all(self) -> None:
        n = self.count
        room = await self.open("waiting, a seat is free", n, public=True)
        await call(self.people[n - 1], "POST", f"/rooms/{room['room']}/leave", {})
        room["people"].pop()
        room = await self.open("waiting, everybody is there", 2)
        room = await self.open("waiting, other rules, one has agreed", 2)
        rules = {**LONG.get(self.game, {}), **SHORT.get(self.game, {})}
        changed = {"rules": rules, "claim_pause": 0.05, "pace": 0, "grace": 3600, "clock": {"base": 300, "bank": 30}}
        await call(self.people[0], "PUT", f"/rooms/{room['room']}/options", changed)
        await call(self.people[1], "POST", f"/rooms/{room['room']}/ready", {"nonce": "c0ffee"})
        for level in ("random", "normal"):
            await self.begin(await self.open(f"playing with bots ({level})", 1, level=level), 1)
        await self.begin(await self.open("playing, only people", n), 9)
        room = await self.open("playing, several are to act or far in the deal", n, claim_pause=0.1)
        deal = await self.agree(room)
        await self.play(room, lambda views: sum(bool(v["legal"]) for v in views) > 1 or deal_over(views[0], deal))
        await self.deals(await self.open("between, the first deal is over", 2), 1)
        room = await self.open("playing the second deal", 1)
        await self.deals(room, 1)
        await self.begin(room, 2)
        room = await self.open("playing the third deal, people and bots", 2)
        await self.deals(room, 2)
        await self.begin(room, 3)
        await self.deals(await self.open("between, three deals are over", 1), 3)
        await self.begin(await self.open("playing with a clock", 2, clock={"base": 600, "bank": 60}), 4)
        room = await self.open("playing, one on autopilot and one who left", 3)
        await self.begin(room, 2)
        await call(self.people[1], "POST", f"/rooms/{room['room']}/leave", {})
        async with Socket(self.node, room["room"], self.people[2].token) as socket:
            await socket.send({"type": "auto", "on": True})
            while socket.view["seats"][2]["auto"] != "player":
                await socket.next()
        room = await self.open("over as far as matches end, shared", 2, SHORT.get(self.game))
        await self.deals(room, 4)
        answer = await call(self.people[1], "POST", f"/rooms/{room['room']}/share", {})
        assert answer.status_code == 200, answer.text
        room = await self.open("played over sockets, closed if it can be", 1, SHORT.get(self.game))
        async with Socket(self.node, room["room"], self.people[0].token) as socket:
            await play_deal([socket], pick(rng), "beef")
        room = await self.open("closed before it began", 1)
        await call(self.people[0], "POST", f"/rooms/{room['room']}/leave", {})
        room["people"] = []


async def state(person: Person, room: str) -> Json:
    answer = await call(person, "GET", f"/rooms/{room}/state")
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["view"])


def nobody(node: Node) -> Person:
    """A spectator."""
    return Person(node, "", "", "")


def deal_over(view: Json, deal: int) -> bool:
    return view["stage"] == "finished" or (
        view["stage"] == "between" and (view["deal"] > deal or not view["fairness"]["commit"])
    )


async def get(person: Person, path: str) -> Any:
    answer = await call(person, "GET", path)
    return answer.json() if answer.status_code == 200 else None


async def rest(node: Node, room: str) -> None:
    """Until nothing moves any more but the clocks."""
    before = None
    while (now := {**await state(nobody(node), room), "clocks": None}) != before:
        before = now
        await asyncio.sleep(0.3)


async def shown(node: Node, people: list[Person], room: Json) -> Json:
    """All that anybody was shown of a room."""
    name = room["room"]
    mine = [people[k] for k in room["people"]]
    out = {**room, "spectator": await state(nobody(node), name), "views": [await state(person, name) for person in mine]}
    one = people[0]
    out["detail"] = await get(one, f"/rooms/{name}")
    out["fairness"] = await get(one, f"/rooms/{name}/fairness")
    out["record"] = await get(one, f"/rooms/{name}/record")
    if out["record"] is not None:
        last = len(out["record"]["deals"]) - 1
        replay = await get(one, f"/rooms/{name}/replay?deal={last}")
        if replay is not None:
            out["replay"] = {
                **replay,
                "steps": [{key: step[key] for key in ("seat", "move", "to_act")} for step in replay["steps"]],
            }
    return out


async def make(folder: Path) -> list[Json]:
    node = Node(f"sqlite:///{folder}/rooms.db", folder).start()
    names = ["Ann", "Bo 波", "Chen", "Dee"]
    people = [await guest(node, name) for name in names]
    answer = await call(people[0], "POST", "/accounts", {"name": "Ann", "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    people[0].token = answer.json()["token"]
    makers = [Maker(node, game, people) for game in qipai.games()]
    for maker in makers:
        await maker.all()
    for maker in makers:
        for room in maker.rooms:
            await rest(node, room["room"])
    made_at = time.time()
    node.kill()
    sqlite3.connect(folder / "rooms.db").execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
    copy = folder / "copy"
    copy.mkdir()
    for name in ("rooms.db", "key"):
        shutil.copy(folder / name, copy / name)
    patient = msgspec.structs.replace(LOOSE, own_record_seconds=600.0, records_per_minute=1e6)
    again = Node(f"sqlite:///{copy}/rooms.db", copy, limits=patient).start()
    for person in people:
        person.node = again
    head: Json = {
        "made_at": made_at,
        "key": (folder / "key").read_bytes().hex(),
        "password": PASSWORD,
        "people": [{"name": person.name, "token": person.token, "id": person.player} for person in people],
        "me": [await get(person, "/me") for person in people],
        "lists": [[await get(person, f"/rooms?which={which}") for which in ("mine", "past")] for person in people],
    }
    rooms = [await shown(again, people, room) for maker in makers for room in maker.rooms]
    again.kill()
    sys.stderr.write(node.log() + again.log())  # nothing, when all is well
    return [head, *rooms]


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write_lines("rooms", asyncio.run(make(folder)))
        packed = lzma.compress((folder / "rooms.db").read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / "rooms.db.xz").write_bytes(packed)


if __name__ == "__main__":
    assert qipai.__version__ == "0.1.0"
    main()
