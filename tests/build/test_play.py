"""What `make play` says while it gets ready, and how the games are compiled behind a table that is open already."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from tests.conftest import ROOT

STEP = ROOT / ".ci" / "step"
COMPILE = ROOT / ".ci" / "compile-behind"


def step(*command: str, lang: str = "C") -> tuple[int, str, str]:
    done = subprocess.run(
        [STEP, "[1/2] working ...", "[1/2] 正在干活……", *command],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "LANG": lang, "LC_ALL": "", "LC_MESSAGES": ""},
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_step_says_what_it_does_and_every_four_seconds_that_it_still_does() -> None:
    code, out, err = step("sleep", "5")
    assert (code, err) == (0, "")
    assert out.startswith("[1/2] working ... ")
    assert "… 4 s" in out
    assert out.endswith("✓\n")


def test_a_step_that_fails_shows_what_was_said_and_is_in_ones_language() -> None:
    code, out, err = step("sh", "-c", "echo no registry; exit 7", lang="zh_CN.UTF-8")
    assert code == 7
    assert out == "[1/2] 正在干活…… ✗\n"
    assert err.endswith("no registry\n")


def stub(folder: Path, seconds: int) -> Path:
    """A python that "builds" a wheel for a while."""
    path = folder / "python"
    path.write_text(
        f"""#!/bin/sh
case "$*" in *" wheel "*)
    echo begun >>{folder}/calls
    sleep {seconds}
    while [ $# -gt 0 ]; do [ "$1" = --wheel-dir ] && made=$2; shift; done
    mkdir -p "$made" && touch "$made/qipai.whl";;
esac
"""
    )
    path.chmod(0o755)
    return path


def test_the_games_are_compiled_once_behind_the_table_and_the_wheel_is_there_only_when_it_is_whole(tmp_path: Path) -> None:
    python, folder = stub(tmp_path, 3), tmp_path / "play"
    first = subprocess.Popen([COMPILE, python, folder], cwd=ROOT)
    limit = time.monotonic() + 60
    while not (tmp_path / "calls").exists() and time.monotonic() < limit:
        time.sleep(0.05)
    assert list(folder.glob("*.whl")) == []
    assert subprocess.run([COMPILE, python, folder], cwd=ROOT, check=False, timeout=60).returncode == 0  # it is under way
    assert first.wait(timeout=60) == 0
    assert [path.name for path in folder.iterdir()] == ["qipai.whl"]
    assert (tmp_path / "calls").read_text() == "begun\n"


def test_a_compilation_that_was_killed_does_not_keep_the_next_one_from_running(tmp_path: Path) -> None:
    folder = tmp_path / "play"
    folder.mkdir()
    ended = subprocess.Popen(["true"])
    ended.wait()
    (folder / "pid").write_text(f"{ended.pid}\n")
    subprocess.run([COMPILE, stub(tmp_path, 0), folder], cwd=ROOT, check=True, timeout=60)
    assert list(folder.glob("*.whl")) != []
