"""Rounds of training in a folder: collect, fit, compare with the last policy; stop at any time, and resume exactly there.

    checkpoint.npz      everything that the next step needs, replaced in one step
    round-003.weights   the policy of each round that was kept
    curve.jsonl         one line per round
    GAME.weights        the best so far

A policy that does not beat the last one is dropped, but not its labels: the next round adds more of them.
"""

from __future__ import annotations

import base64
import io
import json
import os
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from qipai.agents.learner import learner
from qipai.arena.backends import Backend
from qipai.core.data import Json
from qipai.core.errors import BadRecord, Messages
from qipai.core.policy import Policy
from qipai.core.registry import game as find_game
from qipai.core.rng import mix
from qipai.core.text import Text
from qipai.core.weights import write_weights
from qipai.train.collect import Job, Sums, as_text
from qipai.train.compare import Result, compare, compare_against
from qipai.train.fit import explained, fit

POOL = 4  # of the latest policies, which take turns at the seats
KEEP = 0.7  # of a round's sums is carried into the next: nearly the same policy made them
SAVE_EVERY = 20.0  # seconds

MESSAGES = Messages(
    {
        "OTHER_TRAINING": Text(
            "{folder} holds another training run ({what}). Choose another folder.",
            "{folder} 里是另一次训练（{what}），请换一个文件夹。",
        ),
        "NO_FOLDER": Text("{folder} isn’t a folder that can be written to.", "{folder} 不是可以写入的文件夹。"),
        "BAD_TRAINING": Text(
            "{path} is damaged. Put a copy of it back, or choose another folder.",
            "{path} 已损坏，请恢复备份，或换一个文件夹。",
        ),
    }
)


@dataclass(frozen=True)
class Settings:
    """What a run is; two runs with the same settings are the same, however often they were stopped."""

    game: str
    seed: int
    positions: int  # of a round
    job: int  # positions of a job
    deals: int  # of a comparison
    against: bool  # the shipped policy stays as it is, and the learner plays against it


class Training:
    """One run in its folder."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        self.one = learner(find_game(settings.game))
        self.fixed = self.one.shipped() if settings.against else None
        self.round = 0
        self.jobs = 0  # of this round that are done
        self.pool: list[bytes] = []
        self.curve: list[Json] = []
        self.sums = Sums.empty(self.one)
        self.saved = 0.0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise BadRecord("NO_FOLDER", MESSAGES, folder=str(folder)) from None
        if self.path.exists():
            self.load()

    @property
    def path(self) -> Path:
        return self.folder / "checkpoint.npz"

    @property
    def total(self) -> int:
        """The jobs of a round."""
        return -(-self.settings.positions // self.settings.job)

    def identity(self) -> Json:
        """With a fixed opponent also which: another version's would be another run."""
        opponent = {} if self.fixed is None else {"opponent": sha256(self.fixed).hexdigest()[:16]}
        return {**asdict(self.settings), "features": self.one.features, **opponent}

    # the checkpoint
    def load(self) -> None:
        """OTHER_TRAINING, BAD_TRAINING."""
        try:
            with np.load(self.path, allow_pickle=False) as file:
                kept = json.loads(bytes(file["state"]).decode())
                at, squares, products = file["at"], file["squares"], file["products"]
                identity, sums = dict(kept["identity"]), Sums.empty(self.one)
            if identity == self.identity():
                sums.squares.reshape(-1)[at] = squares
                sums.products += products
                figures = kept["sums"]
                sums.labels, sums.positions, sums.moves = figures["labels"], figures["positions"], figures["moves"]
                self.round, self.jobs, self.curve, self.sums = kept["round"], kept["jobs"], kept["curve"], sums
                self.pool = [base64.b64decode(text) for text in kept["pool"]]
                return
        except (OSError, ValueError, KeyError, TypeError, IndexError, EOFError, zipfile.BadZipFile, zlib.error):
            raise BadRecord("BAD_TRAINING", MESSAGES, path=str(self.path)) from None
        mine = self.identity()
        what = ", ".join(f"{key}: {identity.get(key)}" for key in {**identity, **mine} if mine.get(key) != identity.get(key))
        raise BadRecord("OTHER_TRAINING", MESSAGES, folder=str(self.folder), what=what)

    def save(self) -> None:
        sums = self.sums
        kept = {
            "identity": self.identity(),
            "round": self.round,
            "jobs": self.jobs,
            "curve": self.curve,
            "pool": [as_text(weights) for weights in self.pool],
            "sums": {"labels": sums.labels, "positions": sums.positions, "moves": sums.moves},
        }
        state = np.frombuffer(json.dumps(kept).encode(), dtype=np.uint8)
        buffer = io.BytesIO()
        squares = sums.squares.reshape(-1)
        at = np.flatnonzero(squares)  # most features never meet
        np.savez(buffer, state=state, at=at.astype(np.int32), squares=squares[at], products=sums.products)
        replace(self.path, buffer.getvalue())
        self.saved = time.monotonic()

    # the work
    def run(self, backend: Backend, stop: Callable[[], bool], watch: Callable[[Training], None]) -> None:
        """Rounds until `stop` says so; it is asked before every job and every round."""
        while not stop():
            self.collect(backend, stop, watch)
            if self.jobs < self.total:
                break
            self.finish_round()
            watch(self)
        self.save()

    def collect(self, backend: Backend, stop: Callable[[], bool], watch: Callable[[Training], None]) -> None:
        """The rest of this round's jobs. Results count in the order of their numbers, wherever they were made."""
        job = Job(self.settings.game, tuple(self.pool), self.fixed, self.settings.job, int(mix(self.settings.seed, self.round)))
        early: dict[int, Sums] = {}

        def numbers() -> Iterator[int]:
            for number in range(self.jobs, self.total):
                if stop():
                    return
                yield number

        for result in backend(job, numbers()):
            sums = result["sums"]
            assert isinstance(sums, Sums)
            early[int(str(result["number"]))] = sums
            while self.jobs in early:
                self.sums.add(early.pop(self.jobs))
                self.jobs += 1
                watch(self)
                if time.monotonic() - self.saved > SAVE_EVERY:
                    self.save()

    def finish_round(self) -> None:
        """Fits a policy, and keeps it if it beats the last one."""
        one, settings = self.one, self.settings
        weights = fit(one, self.sums)
        last = one.policy(self.pool[-1]) if self.pool else one.teacher()
        results = self.compare(one.policy(weights), last)
        kept = results["last"].worth > 0
        entry: Json = {
            "round": self.round,
            "kept": kept,
            "positions": self.total * settings.job,
            "explained": round(explained(one, self.sums, weights), 5),
            **{name: result.to_json() for name, result in results.items()},
        }
        self.curve.append(entry)
        if kept:
            self.pool = [*self.pool, weights][-POOL:]
            self.sums = carried(self.sums)
            header: Json = {
                "seed": settings.seed,
                "rounds": self.round + 1,
                "positions": self.total * settings.job,  # of each round
                "arena": list(self.curve),
            }
            text = write_weights(settings.game, one.features, weights, header).encode()
            replace(self.folder / f"round-{self.round:03}.weights", text)
            replace(self.folder / f"{settings.game}.weights", text)
        self.round += 1
        self.jobs = 0
        lines = "".join(json.dumps(line) + "\n" for line in self.curve)
        replace(self.folder / "curve.jsonl", lines.encode())
        self.save()

    def compare(self, new: Policy, last: Policy) -> dict[str, Result]:
        """With the last policy, and with one that never changes: the teacher, or the fixed opponent.

        Against a fixed opponent the newer policy is better if it gains more from it than the last one did.
        """
        one, deals = self.one, self.settings.deals
        seed = int(mix(self.settings.seed, 1_000_003 + self.round))
        if self.fixed is None:
            return {"last": compare(one, new, last, deals, seed), "teacher": compare(one, new, one.teacher(), deals, seed)}
        fixed = one.policy(self.fixed)
        more, gained = compare_against(one, new, last, fixed, deals, seed)
        return {"last": more, "fixed": gained}


def carried(sums: Sums) -> Sums:
    """What is left of a round's sums in the next."""
    return Sums(
        KEEP * sums.squares, KEEP * sums.products, KEEP * sums.labels, int(KEEP * sums.positions), int(KEEP * sums.moves)
    )


def replace(path: Path, data: bytes) -> None:
    """Writes a file in one step: after a crash it is the old one or the new one."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
