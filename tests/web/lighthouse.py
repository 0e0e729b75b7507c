"""`make lighthouse`: the web client on a phone of the middle class, as Lighthouse simulates it, page by page, median of five.

    python -m tests.web.lighthouse [--runs N] [PATH ...]

A path is one of the client's; `table` is a room in play.
Writes Lighthouse's own reports into .cache/lighthouse/ and ends with an error when a page stays below a mark.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conftest import ROOT
from tests.server.players import Node, running
from tests.web.chromium import ARGS, LIGHTHOUSE, chromium, missing
from tests.web.people import Guest

MARKS = {"performance": 95, "accessibility": 100, "best-practices": 95}
RUNS = 5  # of which the middle one counts: a busy machine makes single ones slow
PAGES = ["/", "table", "/rules/guandan", "/learn/xianqi"]
REPORTS = ROOT / ".cache" / "lighthouse"
NODE = ROOT / ".venv-node" / "bin" / "node"


def table(node: Node) -> str:
    """The path of a room in play, which anybody may watch."""
    with Guest(node.url, "Lighthouse") as guest:
        room = guest.open("guandan")
        guest.ready(room)
        guest.play(room, 2)
    return f"/r/{room}"


def marks(url: str, name: str) -> dict[str, int]:
    """What a page gets, in hundredths; nothing when it shows nothing. The report stays in the cache."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    target = REPORTS / name
    command = [
        NODE if NODE.exists() else "node",
        LIGHTHOUSE,
        url,
        "--quiet",
        f"--chrome-flags=--headless=new {' '.join(ARGS)}",
        f"--only-categories={','.join(MARKS)}",
        "--output=json",
        "--output=html",
        f"--output-path={target}",
    ]
    env = {**os.environ, "CHROME_PATH": str(chromium())}
    for _ in range(2):  # now and then it loses its own trace of a page
        if subprocess.run(command, check=False, env=env, timeout=300).returncode == 0:
            break
    else:
        return dict.fromkeys(MARKS, 0)
    report = json.loads(Path(f"{target}.report.json").read_text(encoding="utf-8"))
    for audit in report["audits"].values():
        if audit["score"] is not None and audit["score"] < 0.9 and audit["scoreDisplayMode"] in ("binary", "numeric"):
            print(f"    {audit['id']}: {audit['title']} {audit.get('displayValue', '')}")
    return {key: round(100 * report["categories"][key]["score"]) for key in MARKS}


def main() -> int:
    reason = missing()
    if reason is not None:
        print(reason, file=sys.stderr)
        return 2
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("paths", nargs="*", default=PAGES)
    asked = parser.parse_args()
    below = 0
    with tempfile.TemporaryDirectory() as folder, running(f"sqlite:///{folder}/rooms.db", Path(folder)) as node:
        for name in asked.paths:
            path = table(node) if name == "table" else name
            runs = [marks(node.url + path, "-".join(path.split("/")[1:2]) or "lobby") for _ in range(asked.runs)]
            found = {key: statistics.median_low([run[key] for run in runs]) for key in MARKS}
            low = [key for key, mark in MARKS.items() if found[key] < mark]
            below += len(low)
            print(f"{path}: {', '.join(f'{key} {value}' for key, value in found.items())}", f"BELOW: {low}" if low else "")
    return 1 if below else 0


if __name__ == "__main__":
    raise SystemExit(main())
