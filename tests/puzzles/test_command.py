"""`qipai puzzles` as people use it, in both languages; bad input gets a coded error."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from qipai.cli.main import run
from qipai.puzzles import daily, shelf
from qipai.puzzles.shelf import read_date

ONE = shelf("xianqi")["puzzles"][0]


def test_puzzles_are_counted_and_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "list", "--lang", "en"]) == 0
    assert f"Xianqi: {len(shelf('xianqi')['puzzles'])} puzzles" in capsys.readouterr().out
    assert run(["puzzles", "list", "xianqi", "--lang", "zh"]) == 0
    out = capsys.readouterr().out
    assert ONE["id"] in out
    assert "难度" in out
    assert run(["puzzles", "list", "xianqi", "--json", "--difficulty", str(ONE["difficulty"])]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ONE["id"] in [line["id"] for line in lines]
    assert {line["difficulty"] for line in lines} == {ONE["difficulty"]}


def test_a_puzzle_is_shown_without_its_answer_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "show", "xianqi", ONE["id"], "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "find it" in shown
    assert ONE["reason"]["en"] not in shown
    assert run(["puzzles", "show", "xianqi", ONE["id"], "--answer", "--lang", "zh"]) == 0
    told = capsys.readouterr().out
    assert ONE["reason"]["zh"] in told
    assert not re.search(r"[A-Za-z]{4,}", told.replace(ONE["id"], ""))
    assert run(["puzzles", "show", "xianqi", ONE["id"], "--json"]) == 0
    assert "best" not in json.loads(capsys.readouterr().out)["puzzle"]


def test_a_puzzle_is_solved_or_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "play", "xianqi", ONE["id"], "--move", ONE["best"], "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "Right" in out
    assert ONE["reason"]["en"] in out
    assert run(["puzzles", "play", "xianqi", ONE["id"], "--move", ONE["hint"], "--lang", "en"]) == 1
    assert "Not the best" in capsys.readouterr().out


def test_moves_are_read_from_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": ONE["best"])
    assert run(["puzzles", "play", "xianqi", ONE["id"], "--lang", "en"]) == 0
    assert "1 of 1 right." in capsys.readouterr().out


def test_the_puzzle_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    found = daily("xianqi", read_date("2026-05-04"))
    assert found is not None
    assert run(["puzzles", "daily", "xianqi", "--date", "2026-05-04", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"date": "2026-05-04", "id": found["id"], "view": found["view"]}
    assert run(["puzzles", "daily", "xianqi", "--date", "2026-05-04", "--move", found["best"], "--lang", "en"]) == 0


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["show", "xianqi", "nothing"], "NO_SUCH_PUZZLE"),
        (["list", "chess"], "UNKNOWN_GAME"),
        (["list", "xianqi", "--theme", "chess"], "NO_SUCH_THEME"),
        (["list", "xianqi", "--difficulty", "7"], "BAD_DIFFICULTY"),
        (["daily", "xianqi", "--date", "soon"], "BAD_DATE"),
        (["play", "xianqi", ONE["id"], "--move", "jump"], "BAD_MOVE"),
        (["make", "xianqi", "--out", "/nowhere/at/all.json"], "BAD_FILE"),
        (["make", "xianqi", "--count", "0"], "BAD_USAGE"),
    ],
)
def test_bad_input_gets_a_coded_error(args: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", *args, "--json"]) == 2
    out = capsys.readouterr().out.splitlines()
    assert json.loads(out[-1])["error"]["code"] == code


def test_making_writes_a_file_and_says_how_many_were_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {key: value for key, value in ONE.items() if key not in ("id", "themes", "difficulty", "reason")}
    monkeypatch.setattr(
        "qipai.cli.puzzles.mine_number", lambda spec, number: {"number": number, "decisions": 7, "found": [found]}
    )
    out = tmp_path / "made.json"
    keep = str(tmp_path / "keep")
    assert run(["puzzles", "make", "xianqi", "--count", "1", "--keep", keep, "--out", str(out), "--lang", "en"]) == 0
    assert "1 puzzles from 7 decisions of 1 deals" in capsys.readouterr().out
    assert json.loads(out.read_text(encoding="utf-8"))["puzzles"] == [ONE]
