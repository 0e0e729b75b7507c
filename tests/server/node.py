"""A server process of the tests: python -m tests.server.node CONFIG_JSON; prints its port when it is ready."""

from __future__ import annotations

import os
import sys
import time

import msgspec

from qipai.server.config import Config
from qipai.server.run import listen, serve


def go_wrong(seconds: float) -> None:
    """The clocks of this process are ahead, or behind."""
    real, steady = time.time, time.monotonic
    time.time = lambda: real() + seconds
    time.monotonic = lambda: steady() + seconds


if __name__ == "__main__":
    if skew := float(os.environ.get("QIPAI_TEST_SKEW", "0")):
        go_wrong(skew)
    config = msgspec.json.decode(sys.argv[1], type=Config)
    listening = listen(config.host, config.port)

    def ready() -> None:
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()

    if not serve(config, listening, ready):
        sys.exit(1)
