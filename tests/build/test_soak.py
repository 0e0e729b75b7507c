"""The driver of `make soak` finds every part, and a part that fails makes it fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import qipai
from tests.build import soak


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The commands of the parts' own soaks; nothing is really run, and that of mahjong fails."""
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 1 if "mahjong" in command[2] else 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(soak, "CACHE", tmp_path)
    monkeypatch.setattr(soak, "digests", lambda game, deals: True)
    return commands


def test_every_soak_of_the_tests_is_run(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["soak"])
    assert soak.main() == 1
    run = {command[2].split(".")[1]: command[0] for command in started}
    assert set(run) >= {*qipai.games(), "arena", "compat", "envs", "fuzz", "server"}
    assert Path(run["arena"]).parts[-3] == ".venv-ray"


def test_a_soak_that_went_well_goes_on_with_new_seeds(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["soak", "arena", "mahjong"])
    for _ in range(2):
        soak.main()
    seeds = [(command[2].split(".")[1], int(command[3])) for command in started]
    assert seeds == [
        ("arena", soak.FIRST),
        ("mahjong", soak.FIRST),
        ("arena", soak.FIRST + soak.STRIDE),
        ("mahjong", soak.FIRST),
    ]
