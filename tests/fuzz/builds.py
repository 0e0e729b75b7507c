"""Runs the same fuzz cases interpreted and compiled, each in a child process, and tells where the answers differ."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.build.digests import environment
from tests.conftest import COMPILED_PYTHON, ROOT
from tests.fuzz.cases import CHUNK


def start(python: Path | str, env: dict[str, str], *given: object) -> subprocess.Popen[str]:
    command = [str(python), "-m", "tests.fuzz.cases", *(str(word) for word in given)]
    return subprocess.Popen(command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def answers(*given: object, python: Path | str = sys.executable) -> tuple[list[str], list[str]]:
    """Line by line: interpreted, compiled. AssertionError names a case that failed in either."""
    # the interpreted side is always the checkout's src; PYTHONPATH would hide the compiled package
    both = (
        start(python, environment(QIPAI_EXPECT="interpreted", PYTHONPATH=str(ROOT / "src")), *given),
        start(COMPILED_PYTHON, environment(QIPAI_EXPECT="compiled"), *given),
    )
    told = [process.communicate() for process in both]
    for process, (_, err), who in zip(both, told, ("interpreted", "compiled"), strict=True):
        assert process.returncode == 0, f"{who}: {err[-3000:]}"
    return told[0][0].splitlines(), told[1][0].splitlines()


def difference(seed: int, first: int, count: int, python: Path | str = sys.executable) -> str | None:
    """The first case that the builds answer differently, with both answers; None when all are alike."""
    ours, theirs = answers(seed, first, count, python=python)
    assert len(ours) == len(theirs) == -(-count // CHUNK)
    for place, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if one != other:
            begin = first + place * CHUNK
            each = zip(*answers(seed, begin, min(CHUNK, first + count - begin), "--each", python=python), strict=True)
            return next((f"interpreted: {a[:1500]}\n   compiled: {b[:1500]}" for a, b in each if a != b), f"chunk at {begin}")
    return None
