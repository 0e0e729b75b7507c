"""A server process of the tests: python -m tests.server.node CONFIG_JSON; prints its port when it is ready."""

from __future__ import annotations

import sys

import msgspec

from qipai.server.config import Config
from qipai.server.run import listen, serve

if __name__ == "__main__":
    config = msgspec.json.decode(sys.argv[1], type=Config)
    listening = listen(config.host, config.port)

    def ready() -> None:
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()

    if not serve(config, listening, ready):
        sys.exit(1)
