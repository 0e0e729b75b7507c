"""Plays the same deals interpreted and compiled, each in child processes, and tells where they part."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import COMPILED_PYTHON, ROOT

SCRIPT = ROOT / "tests" / "build" / "digest_deals.py"


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV")) and key != "PYTHONPATH"}
    return {**kept, "PYTHONHASHSEED": "random", **more}


def start(python: Path | str, game: str, deals: int, seed: int, env: dict[str, str]) -> subprocess.Popen[str]:
    command = [str(python), str(SCRIPT), game, str(deals), str(seed)]
    return subprocess.Popen(command, cwd="/", env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def read(process: subprocess.Popen[str], who: str) -> dict[int, str]:
    out, err = process.communicate()
    assert process.returncode == 0, f"{who} failed:\n{err[-3000:]}"
    return {int(seed): digest for seed, digest in (line.split() for line in out.splitlines())}


def first_difference(game: str, deals: int, seed: int) -> int | None:
    """The first seed whose deal differs; None when all are equal."""
    # the test may itself run under either environment: the interpreted side is always the checkout's src
    processes = (
        start(sys.executable, game, deals, seed, environment(QIPAI_EXPECT="interpreted", PYTHONPATH=str(ROOT / "src"))),
        start(COMPILED_PYTHON, game, deals, seed, environment(QIPAI_EXPECT="compiled")),
    )
    interpreted, compiled = read(processes[0], "interpreted"), read(processes[1], "compiled")
    assert len(interpreted) == len(compiled) == deals
    assert len(set(interpreted.values())) == deals, "deals of different seeds have equal digests"
    return next((s for s in interpreted if interpreted[s] != compiled[s]), None)
