"""A server process of the tests: python -m tests.server.node CONFIG_JSON; prints its port when it is ready."""

from __future__ import annotations

import os
import random
import sys
import time
from types import SimpleNamespace

import msgspec

from qipai.server import house, steward
from qipai.server.config import Config
from qipai.server.run import listen, serve


def go_wrong(seconds: float) -> None:
    """The clocks of this process are ahead, or behind."""
    real, steady = time.time, time.monotonic
    time.time = lambda: real() + seconds
    time.monotonic = lambda: steady() + seconds


def same_luck() -> None:
    """The names of the rooms, the seeds of their deals and the whims of the bots are the same in every run."""
    names, seeds = random.Random(1), random.Random(2)
    luck = SimpleNamespace(
        token_hex=lambda size: random.SystemRandom().randbytes(size).hex(),  # of this process, not of its games
        choice=names.choice,
        token_bytes=seeds.randbytes,
        randbits=lambda bits: 0,
    )
    house.secrets = steward.secrets = luck  # type: ignore[assignment]


if __name__ == "__main__":
    if os.environ.get("QIPAI_TEST_LUCK"):
        same_luck()
    if skew := float(os.environ.get("QIPAI_TEST_SKEW", "0")):
        go_wrong(skew)
    config = msgspec.json.decode(sys.argv[1], type=Config)
    listening = listen(config.host, config.port)

    def ready() -> None:
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()

    if not serve(config, listening, ready):
        sys.exit(1)
