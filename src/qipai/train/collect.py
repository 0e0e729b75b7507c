"""Counterfactual labels: what each legal move of a position would have brought, all else equal.

In a position of self-play every move is played out once, in the true deal, by the newest policy. Only differences between
the moves of one position are learned from, so that the luck of the deal cancels out. A job does not return its labels but
their sums, from which `fit` finds the weights: a matrix and a vector for each situation.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from qipai.agents.learner import Learner, learner
from qipai.core.data import Json
from qipai.core.policy import Policy
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng, mix
from qipai.core.state import State
from qipai.search.playout import lowest_seat, seats_playout

MOST_MOVES = 16  # of a position that are tried
STRIDE = 3  # one position in so many is labelled
RANDOM = 12  # one move in so many is random, so that mistakes are seen, too
BATCH = 256  # positions that are added up at a time

Array = NDArray[np.float64]


@dataclass
class Sums:
    """Of centred features x and labels y: x xᵀ and x y in each row, and y² in all."""

    squares: Array
    products: Array
    labels: float = 0.0
    positions: int = 0
    moves: int = 0

    @staticmethod
    def empty(one: Learner) -> Sums:
        return Sums(np.zeros((one.rows, one.width, one.width)), np.zeros((one.rows, one.width)))

    def add(self, other: Sums) -> None:
        self.squares += other.squares
        self.products += other.products
        self.labels += other.labels
        self.positions += other.positions
        self.moves += other.moves


@dataclass
class Batch:
    """Labelled positions before they are added up."""

    rows: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    features: list[int] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    labels: list[float] = field(default_factory=list)

    def add(self, row: int, noted: list[list[int]], labels: list[float]) -> None:
        self.rows.append(row)
        self.sizes.append(len(labels))
        for note, label in zip(noted, labels, strict=True):
            self.at += [len(self.labels)] * (len(note) // 2)
            self.features += note[0::2]
            self.values += note[1::2]
            self.labels.append(label)

    def add_to(self, sums: Sums) -> None:
        """Row by row, and only the features that occur there."""
        if not self.rows:
            return
        sizes = np.array(self.sizes)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        x = np.zeros((len(self.labels), sums.products.shape[1]))
        x[self.at, self.features] = self.values
        y = np.array(self.labels)
        owner = np.repeat(np.arange(len(sizes)), sizes)
        x -= (np.add.reduceat(x, starts, 0) / sizes[:, None])[owner]
        y -= (np.add.reduceat(y, starts) / sizes)[owner]
        row_of = np.array(self.rows)[owner]
        for row in np.unique(row_of):
            mine = x[row_of == row]
            seen = np.flatnonzero(mine.any(0))
            some = mine[:, seen]
            sums.squares[row][np.ix_(seen, seen)] += some.T @ some
            sums.products[row][seen] += some.T @ y[row_of == row]
        sums.labels += float((y**2).sum())
        sums.positions += len(sizes)
        sums.moves += len(y)


@dataclass(frozen=True)
class Job:
    """Some positions to label. The result depends on this and the job's number alone."""

    game: str
    pool: tuple[bytes, ...]  # packed weights, the newest last; without any, the game's own policy plays
    against: bytes | None  # an opponent that stays as it is: only moves against it are learned
    positions: int
    seed: int

    def to_json(self) -> Json:
        return {
            "game": self.game,
            "pool": [as_text(weights) for weights in self.pool],
            "against": None if self.against is None else as_text(self.against),
            "positions": self.positions,
            "seed": self.seed,
        }


def as_text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def work(spec: Json, number: int) -> Json:
    """A worker's part: job `number`, on any backend."""
    pool = spec["pool"]
    against = spec["against"]
    assert isinstance(pool, list)
    job = Job(
        str(spec["game"]),
        tuple(base64.b64decode(str(weights)) for weights in pool),
        None if against is None else base64.b64decode(str(against)),
        int(str(spec["positions"])),
        int(str(spec["seed"])),
    )
    return {"number": number, "sums": collect(job, number)}


class Collector:
    """One job at work."""

    def __init__(self, job: Job, number: int) -> None:
        self.one = learner(find_game(job.game))
        self.pool: list[Policy] = [self.one.policy(weights) for weights in job.pool] or [self.one.teacher()]
        self.eye = self.one.policy(bytes(2 * self.one.rows * self.one.width))
        self.against = None if job.against is None else self.one.policy(job.against)
        self.rng = FastRng(mix(mix(0, job.seed), number))
        self.sums = Sums.empty(self.one)
        self.batch = Batch()
        self.left = job.positions

    def seated(self, learning: int) -> list[Policy]:
        """Who plays while positions arise: each side one of the pool, or the fixed opponent on all sides but one."""
        rng = self.rng
        sides = [self.against or self.pool[rng.below(len(self.pool))] for _ in set(self.one.sides)]
        if self.against is not None:
            sides[learning] = self.pool[rng.below(len(self.pool))]
        return [sides[side] for side in self.one.sides]

    def finishing(self, learning: int) -> list[Policy]:
        """Who plays a labelled position to its end."""
        newest = self.pool[-1]
        return [self.against if self.against is not None and side != learning else newest for side in self.one.sides]

    def play_deal(self) -> None:
        """Plays a deal and labels some of its positions."""
        rng, one = self.rng, self.one
        state = one.deal(rng)
        learning = int(rng.below(len(set(one.sides))))
        seated, finishing = self.seated(learning), self.finishing(learning)
        due = rng.below(STRIDE)
        while not state.over() and self.left:
            seat = int(lowest_seat(state.to_act()))
            legal = state.legal(seat)
            chosen = legal[0]
            if len(legal) > 1:
                chosen = seated[seat].choose(state, seat, rng)
                if one.learns(state) and (self.against is None or one.sides[seat] == learning):
                    if due == 0:
                        self.label(state, seat, tried(legal, chosen, rng), finishing)
                    due = (due + 1) % STRIDE
                if rng.below(RANDOM) == 0:
                    chosen = legal[rng.below(len(legal))]
            state.apply(seat, chosen)

    def label(self, state: State, seat: int, actions: list[int], policies: list[Policy]) -> None:
        """Plays every move out and notes what it brought."""
        labels: list[float] = []
        luck = self.rng.word()
        for action in actions:
            world = state.copy()
            world.apply(seat, action)
            seats_playout(world, policies, FastRng(luck))
            labels.append(self.one.worth(world, seat))
        row, noted = self.eye.notes(state, seat, actions)
        self.batch.add(row, noted, labels)
        self.left -= 1
        if len(self.batch.rows) >= BATCH:
            self.flush()

    def flush(self) -> None:
        self.batch.add_to(self.sums)
        self.batch = Batch()


def tried(legal: list[int], chosen: int, rng: FastRng) -> list[int]:
    """At most MOST_MOVES moves: the first, the chosen one, and random others."""
    if len(legal) <= MOST_MOVES:
        return legal
    others = [action for action in legal[1:] if action != chosen]
    rng.shuffle(others)
    return [legal[0], *([chosen] if chosen != legal[0] else []), *others][:MOST_MOVES]


def collect(job: Job, number: int) -> Sums:
    """The sums of one job."""
    collector = Collector(job, number)
    while collector.left:
        collector.play_deal()
    collector.flush()
    return collector.sums
