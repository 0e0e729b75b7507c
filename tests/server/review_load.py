"""Whether tables feel reviews: python -m tests.server.review_load [--rounds 8] [--seconds 5].

Tables of a person and bots play on one real node while somebody's reviews are made. In every second round the process that
makes them is stopped, so that both kinds of rounds meet the same machine. Measured are acknowledgements, and the time until it
is a person's turn again, which is the bots'.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.server.players import Node, Socket, guest, pick, play_deal
from tests.server.scenarios import Player, playing, seat_players

TABLES = 4
PEOPLE = 4  # who have asked for reviews
DEALS = 40  # of each: enough for all rounds on a quick machine, and fewer than a day allows
PACE = 0.1  # seconds between the moves of one person


class Timed(Player):
    """Plays at the pace of a quick person, and looks at the clock."""

    turn = 0.0

    def begin(self) -> None:
        self.waits = []
        self.bots: list[float] = []
        self.turn = 0.0

    async def command(self, socket: Socket, cmd_id: str, window: str, move: str) -> None:
        if self.turn:
            self.bots.append(time.monotonic() - self.turn)
        await asyncio.sleep(PACE * self.rng.uniform(0.5, 1.5))
        await super().command(socket, cmd_id, window, move)
        self.turn = time.monotonic()


def reviewers(node: Node) -> list[int]:
    """The processes of the lowest rank among the node's children."""
    assert node.process is not None
    own = str(node.process.pid)
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == own and int(fields[16]) == 19:
            found.append(int(stat.parent.name))
    return found


async def reviews_wait(node: Node) -> None:
    """Somebody has played, and has asked for a review of every deal."""
    ann = await guest(node)
    room = await ann.open("xianqi")
    async with Socket(node, room, ann.token) as socket:
        for _ in range(DEALS):
            await play_deal([socket], pick(random.Random(1)))
    for deal in range(DEALS):
        answer = await ann.call("POST", f"/rooms/{room}/review?deal={deal}")
        assert answer.status_code == 200, answer.text


async def measure(rounds: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        node = Node(f"sqlite:///{folder}/rooms.db", Path(folder)).start()
        try:
            await asyncio.gather(*(reviews_wait(node) for _ in range(PEOPLE)))
            while not reviewers(node):
                await asyncio.sleep(0.2)
            seated = await seat_players([node], TABLES, "xianqi", 3, bots=2)
            players = [Timed(one.nodes, one.room, one.person, number) for number, one in enumerate(seated)]
            for player in players:
                player.begin()
            kept: dict[bool, tuple[list[float], list[float]]] = {False: ([], []), True: ([], [])}
            async with playing(list(players)):
                await asyncio.sleep(seconds)
                for number in range(2 * rounds):
                    with_reviews = number % 2 == 1
                    made = reviewers(node)
                    assert made, "the reviews are done: ask for more of them"
                    for pid in made:
                        os.kill(pid, signal.SIGCONT if with_reviews else signal.SIGSTOP)
                    for player in players:
                        player.begin()
                    await asyncio.sleep(seconds)
                    acks, bots = kept[with_reviews]
                    acks += [wait for player in players for wait in player.waits]
                    bots += [wait for player in players for wait in player.bots]
            show(kept)
        finally:
            node.stop()


def show(kept: dict[bool, tuple[list[float], list[float]]]) -> None:
    def quantiles(values: list[float]) -> tuple[float, float]:
        ordered = sorted(values)
        return statistics.median(ordered), ordered[int(len(ordered) * 0.99)]

    for name, place in (("acknowledgement", 0), ("bots", 1)):
        quiet, busy = kept[False][place], kept[True][place]
        (a50, a99), (b50, b99) = quantiles(quiet), quantiles(busy)
        sys.stdout.write(
            f"| {name} | {len(quiet)} | {len(busy)} | {b50 / a50:.2f} | {b99 / a99:.2f} |"
            f" <!-- {1000 * a50:.1f} {1000 * a99:.1f} ms -->\n"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    asyncio.run(measure(given.rounds, given.seconds))
