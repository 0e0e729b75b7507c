"""Interpreted and compiled kernels give the same review."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.build.digests import environment
from tests.conftest import COMPILED_PYTHON, ROOT, compiled_status, must_have_compiled
from tests.review.records import golden, played

SCRIPT = """
import json, sys
from qipai.review import Effort, review
for record in json.load(sys.stdin):
    print(json.dumps(review(record, Effort("little", 250, 30), seed=3), sort_keys=True))
"""


def reviews(python: Path | str, records: str, **more: str) -> list[str]:
    command = [str(python), "-c", SCRIPT]
    done = subprocess.run(
        command, cwd="/", env=environment(**more), input=records, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def test_a_review_is_the_same_interpreted_and_compiled() -> None:
    status = compiled_status()
    if (status is None or status.get("stale")) and not must_have_compiled():
        pytest.skip("no compiled build: make compiled")
    records = json.dumps(
        [played("xianqi", 13), golden("guandan", "GD-F09"), golden("mahjong", "mj-f-last-discard-peng-then-end")]
    )
    interpreted = reviews(sys.executable, records, PYTHONPATH=str(ROOT / "src"))
    assert len(interpreted) == 3
    assert interpreted == reviews(COMPILED_PYTHON, records)
