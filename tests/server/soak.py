"""Nobody can tell a discard that can be claimed from one that cannot: `python -m tests.server.soak [FIRST_SEED] [WINDOWS]`.

Rooms of two people and two bots on a real server, at the usual pace. One person probes in every claim pause, with frames and
requests, and keeps the codes, sizes and times of all answers, and how long the pause was. What was true is read from the log
afterwards. A classifier that is fitted to some of the windows must not tell the others apart: AUC at most 0.55.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from qipai.server.rooms.room import Room
from tests.server.guess import auc, guessed
from tests.server.players import Node, Person, Socket, guest, running
from tests.server.test_leaks import read_log

WINDOWS = 1600  # one in ten can be claimed
ROOMS = 24
BAR = 0.55
GAME = "mahjong"  # whose windows may not be known
ASKED = (
    "act by window", "act by version", "act too late", "check", "hint",
    "resync", "GET state", "GET room", "later resync", "later GET room",
)  # fmt: skip
FEATURES = [*(f"{what}, {kind}" for what in ASKED for kind in ("seconds", "bytes")), "length of the pause", "codes"]


class Probed:
    """One claim pause, as the one who probes it sees it."""

    def __init__(self, room: str, version: int) -> None:
        self.room = room
        self.version = version
        self.features: list[float] = []
        self.codes: list[str] = []


class Prober:
    """Plays at one seat, and probes every pause after another's discard."""

    def __init__(self, node: Node, room: str, person: Person, http: httpx.AsyncClient, seed: int) -> None:
        self.room = room
        self.person = person
        self.http = http
        self.rng = random.Random(seed)
        self.socket = Socket(node, room, person.token)
        self.seen: list[Probed] = []
        self.ended: float | None = None

    async def ask(self, message: dict[str, Any], *kinds: str) -> tuple[float, int, dict[str, Any]]:
        """(seconds, bytes, the answer); an event that comes meanwhile ends the pause."""
        version, began = self.socket.version, time.perf_counter()
        await self.socket.send(message)
        while True:
            answer = await self.socket.next()
            if answer["type"] in kinds:
                return time.perf_counter() - began, len(self.socket.frames[-1]), answer
            if answer["type"] == "event" and answer["version"] != version:
                self.ended = time.perf_counter()

    async def get(self, path: str) -> tuple[float, int]:
        began = time.perf_counter()
        answer = await self.http.get(f"/api/v1/rooms/{self.room}{path}", headers=self.person.headers)
        assert answer.status_code == 200, answer.text
        return time.perf_counter() - began, len(answer.content)

    async def probe(self) -> None:
        view, version, began = self.socket.view, self.socket.version, time.perf_counter()
        shown = len(self.socket.frames[-1])
        found = Probed(self.room, version)
        self.ended = None
        asked: list[tuple[float, int]] = []
        for what in ({"window": view["window"]}, {"version": version}, {"version": version + 1}):
            message = {"type": "act", "cmd_id": f"x{self.rng.getrandbits(60)}", "move": "pass", **what}
            seconds, size, answer = await self.ask(message, "reject")
            found.codes.append(f"{answer['code']} {answer['version'] - version}")
            asked.append((seconds, size))
        for message in ({"type": "check", "req": 1, "cards": []}, {"type": "hint"}):
            seconds, size, _ = await self.ask(message, "check", "reject", "hints")  # hints: it is our turn by now
            asked.append((seconds, size))
        seconds, first, _ = await self.ask({"type": "resync"}, "snapshot")
        asked.append((seconds, first - shown))
        state, detail = await self.get("/state"), await self.get("")
        asked += [(state[0], state[1] - first), (detail[0], 0)]
        await asyncio.sleep(max(0.0, began + 0.7 - time.perf_counter()))
        if self.ended is None:
            later, again = await self.ask({"type": "resync"}, "snapshot"), await self.get("")
            asked += [(later[0], later[1] - first), (again[0], again[1] - detail[1])]
        while self.ended is None:
            message = await self.socket.next(30)
            if message["type"] == "event" and message["version"] != version:
                self.ended = time.perf_counter()
        if len(asked) == len(ASKED):  # all of it within the pause
            found.features = [value for pair in asked for value in pair] + [self.ended - began]
            self.seen.append(found)

    async def play(self) -> None:
        """One match."""
        answered = ""
        await self.socket.connect()
        while self.socket.view["stage"] != "finished":
            view = self.socket.view
            if view["stage"] in ("waiting", "between") and view["fairness"]["commit"]:
                await self.socket.ready()
            elif view["legal"] and view["window"] != answered:
                answered = view["window"]
                await asyncio.sleep(self.rng.uniform(0.1, 0.3))
                await self.socket.act(self.choice(view["legal"]))
            elif self.is_probed(view) and view["window"] != answered:
                answered = view["window"]
                await self.probe()
                continue
            if (await self.socket.next())["type"] == "reject":
                answered = ""
        await self.socket.socket.close()

    def choice(self, legal: list[str]) -> str:
        """Nobody who may claim shows it."""
        return "pass" if "pass" in legal else self.rng.choice(legal)

    def is_probed(self, view: dict[str, Any]) -> bool:
        return False


class Attacker(Prober):
    def is_probed(self, view: dict[str, Any]) -> bool:
        public = view["public"]
        return (
            view["stage"] == "playing" and public["phase"] == "claim" and public["turn"] != view["seat"] and not view["legal"]
        )


def claimable(url: str, name: str) -> dict[int, bool]:
    """By the version at which a discard was shown: whether anybody was asked."""
    events, secrets = read_log(url, name)
    room = Room(name, secrets)
    out: dict[int, bool] = {}
    for event in events:
        before = room.pause
        room.fold(event)
        pause = room.pause
        if pause is not None and (before is None or before.window != pause.window):
            out[pause.wire] = pause.state.to_act() != 0
    return out


async def watch(node: Node, windows: int, first: int) -> list[Probed]:
    async with httpx.AsyncClient(base_url=node.url, timeout=60) as http:
        probers: list[Attacker] = []

        async def table(number: int) -> None:
            """Two people who play one match after the other."""
            ann, bob = await guest(node, f"A{number}"), await guest(node, f"B{number}")
            while True:
                room = await ann.open(GAME, ["me", "bot", "open", "bot"], pace=0.7, quick_forced=False)
                await bob.join(room)
                probers.append(Attacker(node, room, ann, http, first + len(probers)))
                await asyncio.gather(probers[-1].play(), Prober(node, room, bob, http, -len(probers)).play())

        tasks = [asyncio.ensure_future(table(number)) for number in range(ROOMS)]
        try:
            told = 0
            while (count := sum(len(prober.seen) for prober in probers)) < windows:
                await asyncio.sleep(1.0)
                for task in tasks:
                    if task.done():
                        task.result()  # which is what went wrong
                if count >= told + 100:
                    told = count
                    print(f"server: {count} of {windows} windows", flush=True)
        finally:
            for task in tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)
        return [found for prober in probers for found in prober.seen]


def strongest(rows: list[list[float]], truth: list[bool]) -> list[tuple[str, float]]:
    """The three features that tell most by themselves, each fitted to all windows."""
    alone = [(name, auc([row[at] for row in rows], truth)) for at, name in enumerate(FEATURES)]
    return sorted(alone, key=lambda pair: -abs(pair[1] - 0.5))[:3]


def judge(seen: list[Probed], truth: list[bool]) -> int:
    codes = sorted({tuple(one.codes) for one in seen})
    rows = [[*one.features, float(codes.index(tuple(one.codes)))] for one in seen]
    found = guessed(rows, truth)
    draw = random.Random(0)
    aided = guessed([[*row, true + draw.gauss(0, 0.5)] for row, true in zip(rows, truth, strict=True)], truth)
    print(f"server: {sum(truth)} of {len(truth)} discards could be claimed; AUC {found:.3f} (at most {BAR}), codes {codes}")
    for name, one in strongest(rows, truth):
        print(f"server:   {name}: {one:.3f}")
    if aided < 0.8:
        print(f"server: the classifier does not see a leak that is there: {aided:.3f}")
        return 1
    return int(found > BAR)


def main(first: int, windows: int) -> int:
    with tempfile.TemporaryDirectory(prefix="qipai-soak-") as folder:
        url = f"sqlite:///{folder}/rooms.db"
        with running(url, Path(folder), luck=False) as node:
            seen = asyncio.run(watch(node, windows, first))
        truths = {room: claimable(url, room) for room in {one.room for one in seen}}
        known = [one for one in seen if one.version in truths[one.room]]
        return judge(known, [truths[one.room][one.version] for one in known])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0, int(sys.argv[2]) if len(sys.argv) > 2 else WINDOWS))
