"""Interpreted and compiled code answer mutated views, records, states, moves and calls alike: code, text and state."""

from __future__ import annotations

import pytest

from tests.conftest import compiled_status, must_have_compiled
from tests.fuzz.builds import difference

CASES = 20_000  # about 15 s of each build's processor time


@pytest.mark.slow
def test_both_builds_answer_whatever_comes_alike() -> None:
    status = compiled_status()
    if (status is None or status.get("stale")) and not must_have_compiled():
        pytest.skip("no compiled build: make compiled")
    assert difference(1, 0, CASES) is None
