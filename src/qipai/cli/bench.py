"""`qipai bench`: the speed of a game's kernel, beside other libraries where they are installed."""

from __future__ import annotations

import importlib
import importlib.util

from qipai.cli import words
from qipai.cli.fail import CommandError
from qipai.cli.output import Output
from qipai.core.registry import game as find_game


def bench(out: Output, name: str, rounds: int, seconds: float, peers: bool) -> int:
    find_game(name)
    if importlib.util.find_spec("qipai.bench") is None:
        raise CommandError("NO_BENCH", words.NO_BENCH)
    bench = importlib.import_module("qipai.bench")
    result = bench.run_bench(name, rounds=rounds, seconds=seconds, peers=peers)
    out.data(result)
    if out.console is not None:
        out.console.print(bench.render(result, out.lang))
    else:
        out.markdown(bench.markdown(result, out.lang))
    return 0
