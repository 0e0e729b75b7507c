"""Whether tables feel reviews: python -m tests.server.review_load [--rounds 8] [--seconds 5].

Tables of a person and bots play on one real node while somebody's reviews are made. In every second round the process that
makes them is stopped, so that both kinds of rounds meet the same machine. Measured are acknowledgements, and the time until it
is a person's turn again, which is the bots'. Beside each ratio stands what chance gives: 95 % of the ratios that come out when
the two rounds of every pair are exchanged at random.
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
CHANCES = 1000
PACE = 0.1  # seconds between the moves of one person

Round = tuple[list[float], list[float]]  # acknowledgements, bots


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
            kept: list[Round] = []
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
                    acks = [wait for player in players for wait in player.waits]
                    kept.append((acks, [wait for player in players for wait in player.bots]))
            show(kept)
        finally:
            node.stop()


def quantiles(rounds: list[list[float]]) -> tuple[float, float]:
    ordered = sorted(wait for one in rounds for wait in one)
    return statistics.median(ordered), ordered[int(len(ordered) * 0.99)]


def ratios(pairs: list[tuple[list[float], list[float]]]) -> tuple[float, float]:
    """Of the median and the 99th percentile, the second rounds of the pairs against the first."""
    quiet, busy = quantiles([one for one, _ in pairs]), quantiles([other for _, other in pairs])
    return busy[0] / quiet[0], busy[1] / quiet[1]


def by_chance(pairs: list[tuple[list[float], list[float]]]) -> list[tuple[float, float]]:
    """Between which two 95 % of the ratios lie when it does not matter which round of a pair is which."""
    rng = random.Random(1)
    drawn = [ratios([pair if rng.random() < 0.5 else (pair[1], pair[0]) for pair in pairs]) for _ in range(CHANCES)]
    return [(ordered[CHANCES // 40], ordered[-CHANCES // 40 - 1]) for ordered in map(sorted, zip(*drawn, strict=True))]


def show(kept: list[Round]) -> None:
    for name, place in (("acknowledgement", 0), ("bots", 1)):
        pairs = [(one[place], other[place]) for one, other in zip(kept[::2], kept[1::2], strict=True)]
        median, late = quantiles([one for one, _ in pairs])
        cells = [str(sum(map(len, part))) for part in zip(*pairs, strict=True)]
        for found, (low, high) in zip(ratios(pairs), by_chance(pairs), strict=True):
            cells.append(f"× {found:.2f} ({low:.2f} to {high:.2f})")
        sys.stdout.write(f"| {name} | {' | '.join(cells)} | without: {1000 * median:.1f} and {1000 * late:.1f} ms\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    asyncio.run(measure(given.rounds, given.seconds))
