"""The check of the reviewer runs: what it measures is in benchmarks/review.md, after hours."""

from __future__ import annotations

import pytest

from qipai.agents.ladder import agent
from tests.games import with_figure
from tests.review import check


@pytest.mark.parametrize("name", with_figure("master"))
def test_a_disagreement_is_judged_promised_and_measured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "master_of", lambda name, seed: agent(name, "normal", seed=seed))
    for place, decision, easy in check.decisions(name):
        row = check.check_one(name, place, decision, easy, worlds=3)
        if not row["same"]:
            break
    assert {"master", "easy", "promised", "measured", "loss", "error"} <= set(row)
    assert len(row["seconds"]) == 3
