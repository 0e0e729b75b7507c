"""Makes puzzles: bots play deals, their decisions are looked at, and what is found is kept until there are enough.

The same game, seed and count give the same puzzles, on any number of processes: they are taken in the order of the deals.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from qipai.arena.backends import Backend
from qipai.core.data import Json
from qipai.core.errors import Messages, QipaiError
from qipai.core.game import Game
from qipai.core.registry import folders
from qipai.core.registry import game as find_game
from qipai.core.text import Text
from qipai.core.weights import read_header
from qipai.puzzles.setter import setter_of
from qipai.puzzles.shapes import FORMAT, FileDict, FoundDict, PuzzleDict
from qipai.puzzles.tell import tell
from qipai.version import VERSION

KEPT = "qipai-puzzles-part/1"

MESSAGES = Messages(
    {
        "OTHER_PUZZLES": Text(
            "{path} does not hold the beginning of this work; name another folder.",
            "{path} 里不是同一次出题的内容；请换一个文件夹。",
        ),
        "BAD_PUZZLE_SEED": Text("The seed is a whole number from 0 on.", "种子应为不小于 0 的整数。"),
    }
)


def judge_print(game: Game) -> str:
    """The weights of the policy that judges, as a hash, whatever else their file tells; empty where rules of thumb judge."""
    found = [path for folder in folders(game) for path in sorted(Path(folder).glob("*.weights"))]
    heads = [read_header(path.read_text(encoding="utf-8")) for path in found]
    numbers = "".join(f"{head['features']} {head['weights']}\n" for head in heads)
    return hashlib.sha256(numbers.encode()).hexdigest()[:16] if found else ""


@dataclass(frozen=True)
class Run:
    """What all deals of a run have in common."""

    game: str
    seed: int

    def to_json(self) -> Json:
        return {"game": self.game, "seed": self.seed}


class Journal:
    """The deals that have been looked at, one a line; what is found is kept without words, which may be improved later."""

    def __init__(self, folder: str | Path | None, run: Run) -> None:
        self.head = {"format": KEPT, "game": run.game, "seed": run.seed, "version": VERSION}
        self.deals: dict[int, Json] = {}
        self.path = None if folder is None else Path(folder) / f"{run.game}-{run.seed}.jsonl"
        if self.path is not None and self.path.exists():
            self.read(self.path)
        elif self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.head) + "\n", encoding="utf-8")

    def read(self, path: Path) -> None:
        """OTHER_PUZZLES. A last line that was cut off is done again."""
        head, *lines = path.read_bytes().split(b"\n")
        try:
            same = json.loads(head) == self.head
        except ValueError:
            same = False
        if not same:
            raise QipaiError("OTHER_PUZZLES", MESSAGES, path=str(path))
        if lines and lines[-1]:
            with path.open("ab") as file:
                file.write(b"\n")
        for line in lines:
            try:
                deal = json.loads(line)
            except ValueError:
                continue
            self.deals[deal["number"]] = deal

    def add(self, deal: Json) -> None:
        self.deals[int(str(deal["number"]))] = deal
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(deal, ensure_ascii=False, separators=(",", ":")) + "\n")


class Tally:
    """The puzzles of the first deals without a gap: what a run has so far, whatever finished first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.share = setter_of(game).share
        self.kinds: Counter[str] = Counter()
        self.next = 0
        self.decisions = 0
        self.found = 0
        self.puzzles: list[PuzzleDict] = []
        self.ids: set[str] = set()

    def take(self, deals: dict[int, Json], count: int) -> bool:
        """Whether there are enough. Of one kind of decision no more are taken than its share."""
        most = math.ceil(self.share * count)
        while len(self.puzzles) < count and self.next in deals:
            deal = deals[self.next]
            self.next += 1
            self.decisions += int(str(deal["decisions"]))
            for one in cast(list[FoundDict], deal["found"]):
                self.found += 1
                if self.kinds[one["kind"]] >= most:
                    continue
                puzzle = tell(self.game, one)
                if puzzle is not None and puzzle["id"] not in self.ids:
                    self.ids.add(puzzle["id"])
                    self.kinds[one["kind"]] += 1
                    self.puzzles.append(puzzle)
        return len(self.puzzles) >= count


Watch = Callable[[Tally], None]


def make(
    game: str, count: int, seed: int, backend: Backend, keep: str | Path | None = None, watch: Watch = lambda tally: None
) -> FileDict:
    """`count` puzzles. An interrupted run resumes from the folder `keep`. UNKNOWN_GAME, NO_PUZZLES, OTHER_PUZZLES."""
    found = find_game(game)
    setter_of(found)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise QipaiError("BAD_PUZZLE_SEED", MESSAGES)
    run = Run(game, seed)
    journal = Journal(keep, run)
    tally = Tally(found)
    tally.take(journal.deals, count)
    watch(tally)

    def numbers() -> Iterator[int]:
        number = 0
        while len(tally.puzzles) < count:
            if number not in journal.deals:
                yield number
            number += 1

    for deal in backend(run, numbers()):
        journal.add(deal)
        tally.take(journal.deals, count)
        watch(tally)
    return {
        "format": FORMAT,
        "game": game,
        "version": VERSION,
        "seed": seed,
        "deals": tally.next,
        "decisions": tally.decisions,
        "judge": judge_print(find_game(game)),
        "puzzles": tally.puzzles[:count],
    }
