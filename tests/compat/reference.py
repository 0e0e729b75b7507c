"""Qipai 0.1.0 in an environment of its own, built from the history of this repository: an opponent that never changes.

    python -m tests.compat.reference [LEVEL] [--commit COMMIT]

prints the name by which an arena seats it (`exec:…`), LEVEL being `hard` if none is given. The first call builds: its own
pinned packages, and the package itself compiled, which takes a few minutes. It stays in .cache/reference/, one environment
for each commit and Python version, and is used again. Another commit is for what 0.1.0 does not know yet.
"""

from __future__ import annotations

import argparse
import io
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests.conftest import ROOT

COMMIT = "a885ea5"
NAMES = {COMMIT: "0.1.0"}  # of commits that have one
CACHE = ROOT / ".cache" / "reference"
KERNEL_CACHE = ROOT / ".cache" / "kernel"
FLAGS = ("-I", "-X", "utf8")  # alone: no PYTHONPATH or working directory brings it our sources


class NoReference(Exception):
    """The version cannot be built here; the message says why and what to do."""


def called(commit: str) -> str:
    """What people call the version of a commit."""
    return NAMES.get(commit, commit)


def folder(commit: str = COMMIT) -> Path:
    return CACHE / f"{commit}-{sys.implementation.cache_tag}"


def sources(commit: str = COMMIT) -> bytes:
    """The tree of a commit as a tar archive. NoReference."""
    try:
        done = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    except OSError as problem:
        raise NoReference(f"git is needed to get {called(commit)} from the history: {problem}") from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip()
        told = f"commit {commit}" + (f" ({NAMES[commit]})" if commit in NAMES else "")
        raise NoReference(f"{told} is not in this clone ({reason}); a shallow clone gets it with: git fetch --unshallow")
    return done.stdout


def run(*command: str | Path, env: dict[str, str], cwd: Path) -> None:
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoReference(f"{shlex.join(map(str, command))} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def say(text: str) -> None:
    sys.stderr.write(f"reference: {text}\n")
    sys.stderr.flush()


def environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    return {"QIPAI_KERNEL_CACHE": str(KERNEL_CACHE), **kept, "QIPAI_COMPILE": "required", "PIP_ROOT_USER_ACTION": "ignore"}


def build(commit: str = COMMIT) -> None:
    """Rebuilds everything. The stamp comes last: what was interrupted is not taken for whole."""
    archive = sources(commit)
    place, env = folder(commit), environment()
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    python = place / "bin" / "python"
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    with tempfile.TemporaryDirectory() as made:
        tree = Path(made)
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extraction_filter = getattr(tarfile, "data_filter", None)  # which the first releases of 3.11 do not have
            tar.extractall(tree)
        say(f"making an environment for {called(commit)}")
        run(sys.executable, "-m", "venv", place, env=env, cwd=tree)
        needed = [tree / "requirements" / name for name in ("base.txt", "build.txt")]
        run(*pip, "-r", needed[0], "-r", needed[1], env=env, cwd=tree)
        say("compiling it, which takes a few minutes")
        run(*pip, "--no-build-isolation", "--no-deps", tree, env=env, cwd=tree)
    told = "import qipai.build as b; assert b.status()['compiled'], b.status()"
    run(python, *FLAGS, "-c", told, env=env, cwd=place)
    (place / "ready").touch()


def python(commit: str = COMMIT) -> Path:
    """The interpreter of a version's environment, built when it is not there yet. NoReference."""
    if not (folder(commit) / "ready").exists():
        build(commit)
    return folder(commit) / "bin" / "python"


def command(level: str = "hard", commit: str = COMMIT) -> str:
    """The agent's name in an arena. NoReference."""
    return "exec:" + shlex.join([str(python(commit)), *FLAGS, "-m", "qipai.cli", "bot", "--level", level])


def main() -> int:
    parser = argparse.ArgumentParser(description="The arena name of a level of an earlier version, which is built at need.")
    parser.add_argument("level", nargs="?", default="hard")
    parser.add_argument("--commit", default=COMMIT, help=f"of this repository's history; {COMMIT} is {NAMES[COMMIT]}")
    asked = parser.parse_args()
    try:
        sys.stdout.write(command(asked.level, asked.commit) + "\n")
    except NoReference as problem:
        sys.exit(f"reference: {problem}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
