"""`python -m tests.fuzz.interface SEED`: 50,000 mutated frames, and Schemathesis over every operation on both databases.
No answer of 5xx, nothing in the server's log."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from tests.conftest import ROOT
from tests.fuzz.frames import fuzz
from tests.server.players import LOOSE, running

FRAMES = 50_000
REQUESTS = 100  # of each operation and database


def tell(sent: int, heard: int) -> None:
    sys.stdout.write(f"\r{sent} of {FRAMES} frames, {heard} answers")
    sys.stdout.flush()


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    patient = msgspec.structs.replace(LOOSE, bad_frames=10**9)
    folder = tempfile.TemporaryDirectory(prefix="qipai-fuzz-")
    with folder as name, running(f"sqlite:///{name}/rooms.db", Path(name), limits=patient) as node:  # which looks at its log
        asyncio.run(fuzz(node, FRAMES, seed, tell))
    sys.stdout.write(": the server lives, and had nothing to say\n")
    env = {**os.environ, "QIPAI_FUZZ": str(REQUESTS), "QIPAI_FUZZ_SEED": str(seed)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", "tests/server/test_openapi.py"]
    sys.exit(subprocess.run(command, cwd=ROOT, env=env, check=False).returncode)


if __name__ == "__main__":
    main()
