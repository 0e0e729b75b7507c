"""`make bench`: times every game (or those named) and writes the results below benchmarks/."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console

from qipai.bench import markdown, render, run_bench
from qipai.core.registry import games


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m qipai.bench")
    parser.add_argument("games", nargs="*", help="default: every game")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU time of each contender in each round")
    parser.add_argument("--out", type=Path, help="write <game>.md and <game>.json into this folder")
    given = parser.parse_args()
    console = Console()
    for game in given.games or games():
        result = run_bench(game, rounds=given.rounds, seconds=given.seconds)
        console.print(render(result))
        if given.out is None:
            continue
        if not result["sound"]:
            console.print("not written: only a compiled, fresh build and at least 10 rounds count")
            return 1
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / f"{game}.md").write_text(markdown(result), encoding="utf-8")
        (given.out / f"{game}.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
