"""The calculation in docs/operating.md is that of benchmarks/capacity.py from the figures that were measured."""

from __future__ import annotations

import json

from benchmarks.capacity import CONNECTIONS, needs

from tests.conftest import ROOT

UNEVEN = 1.07  # of the fullest of sixteen nodes, as the page tells


def test_the_page_has_what_the_figures_give() -> None:
    figures = json.loads((ROOT / "benchmarks" / "cluster.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert f"fullest {UNEVEN} × mean" in page
    lines = [line for line in page.splitlines() if line.startswith("|")]
    small, large = (needs(rooms, figures["quick"]["steady"]["2 nodes + proxy"], UNEVEN) for rooms in (10_000, 100_000))
    cores = [f"{need['node_cores']}, {need['database_cores']}, {need['proxy_cores']}" for need in (small, large)]
    for row in (
        [f"{need['actions_per_s']:,}" for need in (small, large)],
        [str(need["nodes"]) for need in (small, large)],
        cores,
        [f"{need['appends_per_s']:,}" for need in (small, large)],
        [f"{round(need['megabytes_per_s'])} MB" for need in (small, large)],
        [str(need["nodes"] * CONNECTIONS) for need in (small, large)],
    ):
        assert any(line.endswith(f"| {row[0]} | {row[1]} |") for line in lines), row
