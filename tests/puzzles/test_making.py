"""`make`: in the order of the deals whatever finishes first, and on from where it was stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.puzzles.make import Run, make
from qipai.puzzles.shelf import shelf

GAME = "xianqi"
ADDED = ("id", "themes", "difficulty", "reason")


def deal(number: int) -> Json:
    """A puzzle in every second deal."""
    shipped = shelf(GAME)["puzzles"]
    found = [{key: value for key, value in shipped[number // 2].items() if key not in ADDED}] if number % 2 == 0 else []
    return {"number": number, "decisions": 10, "found": found}


class Backend:
    """Looks at no deal, and finishes three at a time in the wrong order."""

    def __init__(self, stop_after: int = 1000) -> None:
        self.done: list[int] = []
        self.stop_after = stop_after

    def __call__(self, task: Any, numbers: Iterator[int]) -> Iterator[Json]:
        assert isinstance(task, Run)
        while batch := [number for number, _ in zip(numbers, range(3), strict=False)]:
            for number in reversed(batch):
                if len(self.done) == self.stop_after:
                    raise KeyboardInterrupt
                self.done.append(number)
                yield deal(number)


def test_puzzles_come_in_the_order_of_the_deals() -> None:
    made = make(GAME, 2, 1, Backend())
    assert [one["id"] for one in made["puzzles"]] == [one["id"] for one in shelf(GAME)["puzzles"][:2]]
    assert (made["deals"], made["decisions"]) == (3, 30)
    assert made["puzzles"][0] == shelf(GAME)["puzzles"][0]


def test_of_one_kind_no_more_are_taken_than_its_share() -> None:
    shipped = shelf(GAME)["puzzles"]
    often = [one for one in shipped if one["kind"] == "reveal"][:8]
    others = [one for one in shipped if one["kind"] != "reveal"][:3]
    given = [{key: value for key, value in one.items() if key not in ADDED} for one in (*often, *others)]

    def backend(task: Any, numbers: Iterator[int]) -> Iterator[Json]:
        for number in numbers:
            yield {"number": number, "decisions": 1, "found": given[number : number + 1]}

    made = make(GAME, 6, 1, backend)
    assert [one["id"] for one in made["puzzles"]] == [one["id"] for one in (*often[:3], *others)]
    assert made["deals"] == len(given)


def test_an_interrupted_run_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    first = Backend(stop_after=2)
    with pytest.raises(KeyboardInterrupt):
        make(GAME, 2, 1, first, tmp_path)
    kept = tmp_path / f"{GAME}-1.jsonl"
    kept.write_bytes(kept.read_bytes()[:-5])  # killed while writing: that deal is looked at again
    second = Backend()
    made = make(GAME, 2, 1, second, tmp_path)
    assert made == make(GAME, 2, 1, Backend())
    assert first.done[0] not in second.done
    assert first.done[1] in second.done
    third = Backend()
    assert make(GAME, 2, 1, third, tmp_path) == made
    assert third.done == []


def test_what_belongs_to_other_work_is_refused_and_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / f"{GAME}-1.jsonl"
    for text in ('{"format":"qipai-puzzles-part/1","game":"mahjong","seed":1}\n', "nonsense", ""):
        kept.write_text(text, encoding="utf-8")
        with pytest.raises(QipaiError) as problem:
            make(GAME, 1, 1, Backend(), tmp_path)
        assert problem.value.code == "OTHER_PUZZLES"
        assert kept.read_text(encoding="utf-8") == text


def test_what_cannot_be_told_is_no_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.puzzles.make.tell", lambda game, found: None if found["view"] == first else {**found, "id": "x"})
    first = shelf(GAME)["puzzles"][0]["view"]
    made = make(GAME, 1, 1, Backend(), tmp_path)
    assert made["puzzles"][0]["view"] != first
    assert first in json.dumps(json.loads((tmp_path / f"{GAME}-1.jsonl").read_text(encoding="utf-8").splitlines()[3]))


def test_bad_seeds_are_refused() -> None:
    for seed in (-1, True, "1"):
        with pytest.raises(QipaiError) as problem:
            make(GAME, 1, seed, Backend())  # type: ignore[arg-type]
        assert problem.value.code == "BAD_PUZZLE_SEED"
