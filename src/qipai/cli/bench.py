"""`qipai bench`: the speed of a game's kernel, compared with other libraries if they are installed."""

from __future__ import annotations

import importlib
import importlib.util
import json
from pathlib import Path

from qipai.cli import words
from qipai.cli.errors import CommandError
from qipai.cli.output import Output
from qipai.core.extras import need
from qipai.core.registry import game as find_game

PEERS = "peers"  # instead of a game: all games through every layer, compared with other environments


def bench(out: Output, name: str, rounds: int, seconds: float, peers: bool, folder: str) -> int:
    if name != PEERS:
        find_game(name)
    if importlib.util.find_spec("qipai.bench") is None:
        raise CommandError("NO_BENCH", words.NO_BENCH)
    if name == PEERS:
        return bench_peers(out, rounds, seconds, Path(folder) if folder else None)
    bench = importlib.import_module("qipai.bench")
    result = bench.run_bench(name, rounds=rounds, seconds=seconds, peers=peers)
    out.data(result)
    if out.console is not None:
        out.console.print(bench.render(result, out.lang))
    else:
        out.markdown(bench.markdown(result, out.lang))
    return 0


def bench_peers(out: Output, rounds: int, seconds: float, folder: Path | None) -> int:
    """Prints the page, and with a folder writes benchmarks.md, .svg and .json into it."""
    need("rl")
    field = importlib.import_module("qipai.bench.peers")
    result = field.run_peers(rounds=rounds, seconds=seconds)
    out.data(result)
    out.markdown(field.peers_markdown(result))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "benchmarks.md").write_text(field.peers_markdown(result, "benchmarks.svg"), encoding="utf-8")
        (folder / "benchmarks.svg").write_text(field.peers_plot(result), encoding="utf-8")
        (folder / "benchmarks.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0
