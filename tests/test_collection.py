"""No test file is passed over: pytest skips some folder names by itself, and a module outside a package can be hidden."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.conftest import ROOT


def test_every_test_file_is_collected() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    collected = {line.split("::")[0] for line in done.stdout.splitlines() if "::" in line}
    written = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("**/test_*.py")}
    assert written == collected
