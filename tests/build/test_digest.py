"""Interpreted and compiled kernels play alike, deal by deal."""

from __future__ import annotations

import pytest

import qipai
from tests.build.digests import first_difference
from tests.conftest import compiled_status, must_have_compiled

DEALS = 300


@pytest.mark.slow
@pytest.mark.parametrize("game", qipai.games())
def test_interpreted_equals_compiled(game: str) -> None:
    status = compiled_status()
    if (status is None or status.get("stale")) and not must_have_compiled():
        pytest.skip("no compiled build: make compiled")
    seed = first_difference(game, DEALS, 0)
    assert seed is None, f"the deal differs: tests/build/digest_deals.py {game} 1 {seed}"
