"""What every test run says of itself, and how random tests draw."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from qipai import build

ROOT = Path(__file__).resolve().parent.parent
Json = dict[str, Any]  # what a server or a file says, not yet looked at
COMPILED_PYTHON = ROOT / ".venv-compiled" / "bin" / "python"
# What is not compiled, or looks at no build: the kernels are compared deal by deal, and `make test` runs this once, compiled.
ONCE = (
    "arena",
    "bench",
    "cli",
    "compat/test_rooms.py",
    "fuzz/test_frames.py",
    "review/test_check.py",
    "server",
    "test_capacity.py",
    "test_clauses.py",
    "test_collection.py",
    "test_cookbook.py",
    "test_deploy.py",
    "test_readme.py",
    "test_strings.py",
    "test_words.py",
    "toy/test_package.py",
    "train",
)
# Files that take longest, for `--no-loadscope-reorder`: begun first, so that nobody waits for the last one alone.
LONGEST = (
    "toy/test_inside.py",
    "build/test_compiled_build.py",
    "build/test_release.py",
    "server/test_faults.py",
    "web/test_geometry.py",
    "web/test_evening.py",
    "web/test_two_nodes.py",
    "test_collection.py",
)
# What waits for other processes, sockets or a browser: a machine at its limit may let one of them down, so it gets a second
# chance, which the summary tells (RERUN). What fails twice has failed; what is rerun again and again is to be mended.
WAITING = ("cli", "compat/test_rooms.py", "fuzz/test_frames.py", "local", "server", "test_deploy.py", "test_readme.py", "web")
# A fault found once in a while is a fault.
NEVER_AGAIN = ("server/test_leaks.py", "server/test_one_fold.py", "server/test_two_worlds.py", "web/test_budget.py")

CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]  # a deal takes its time when interpreted
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=CALM, print_blob=True)
settings.register_profile("dev", deadline=None, suppress_health_check=CALM, print_blob=True)
# few cases, always the same: thousands of mutants run them, and whatever survives is judged by more
settings.register_profile("mutants", max_examples=20, derandomize=True, deadline=None, suppress_health_check=CALM)
settings.register_profile("soak", max_examples=2000, deadline=None, suppress_health_check=CALM, print_blob=True)


def must_have_compiled() -> bool:
    """In CI and in `make test` a missing compiled build is a failure, never a skip."""
    return os.environ.get("QIPAI_TEST_COMPILED") == "required" or os.environ.get("CI", "").lower() in ("1", "true")


settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if must_have_compiled() else "dev"))


def compiled_status() -> dict[str, object] | None:
    """What the build of .venv-compiled says of itself, asked in a child process outside the checkout."""
    if not COMPILED_PYTHON.exists():
        return None
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    script = "import json, qipai.build as b; print(json.dumps({**b.status(), 'home': str(b.HOME)}))"
    answer = subprocess.run(
        [COMPILED_PYTHON, "-c", script], cwd="/", env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    if answer.returncode:
        return {"error": answer.stderr.strip().splitlines()[-1] if answer.stderr.strip() else "no answer"}
    found = json.loads(answer.stdout)
    assert isinstance(found, dict)
    return found


def in_words(status: dict[str, object] | None, checkout: str) -> str:
    if status is None:
        return "not there (make compiled)"
    if "error" in status:
        return f"broken: {status['error']}"
    kind = "compiled" if status["compiled"] else "interpreted"
    if status["stale"]:
        return f"{kind}, STALE: sources changed since the build"
    source = str(status["built_hash"] or status["source_hash"])
    age = "up to date" if source == checkout else "STALE: the checkout has changed since"
    return f"{kind}, source {source[:12]}, {age}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        place = item.path.relative_to(ROOT / "tests") if item.path.is_relative_to(ROOT / "tests") else Path()
        once = any(place.is_relative_to(part) for part in ONCE) or place.name == "test_bench.py"
        if any(place.is_relative_to(part) for part in WAITING) and not any(place.is_relative_to(part) for part in NEVER_AGAIN):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if once and item.get_closest_marker("interpreted") is None:
            item.add_marker("once")
    items.sort(
        key=lambda item: next((at for at, name in enumerate(LONGEST) if item.path == ROOT / "tests" / name), len(LONGEST))
    )


def pytest_report_header(config: pytest.Config) -> list[str]:
    checkout = build.hash_sources(ROOT / "src" / "qipai")
    return [
        f"qipai under test: {in_words(build.status(), checkout)} ({build.HOME})",
        f"qipai in .venv-compiled: {in_words(compiled_status(), checkout)}",
    ]
