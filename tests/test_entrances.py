"""Whatever is wrong is said: a code and a sentence for a wrong seed, seat, game, level, option or missing extra."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import qipai
import qipai.envs
from qipai.agents import agent

SEED = "01" * 32
SHORT = {"game": "xianqi", "seed": SEED, "moves": []}


def table() -> qipai.Table:
    return qipai.Table("xianqi", seed=SEED)


@pytest.mark.parametrize(
    ("call", "code", "told"),
    [
        (lambda: qipai.Table("xianqi", seed="abc"), "BAD_SEED", "A seed is 64 hexadecimal digits, not “abc”."),
        (lambda: qipai.Table("xianqi", seed=42), "BAD_SEED", "not “42”"),
        (lambda: qipai.Table("xianqi", deal_seed="g" * 64), "BAD_SEED", "64 hexadecimal digits"),
        (lambda: qipai.Table("nobody"), "UNKNOWN_GAME", "No game called “nobody”. Available: guandan,"),
        (lambda: qipai.game("nobody"), "UNKNOWN_GAME", "No game called “nobody”"),
        (lambda: qipai.Table("xianqi", {"nope": 1}), "BAD_RULES", "unknown option 'nope'"),
        (lambda: qipai.Table("xianqi", {"preset": "nope"}), "BAD_RULES", "unknown preset 'nope'"),
        (lambda: qipai.Table("xianqi", {"baotou": 3}), "BAD_RULES", "option 'baotou' can’t be 3"),
        (lambda: table().play(9, "pass"), "BAD_SEAT", "No seat 9."),
        (lambda: table().play("0", "pass"), "BAD_SEAT", "No seat 0."),
        (lambda: table().legal(9), "BAD_SEAT", "No seat 9."),
        (lambda: table().view(9), "BAD_SEAT", "No seat 9."),
        (lambda: table().private(-1), "BAD_SEAT", "No seat -1."),
        (lambda: table().hints(3), "BAD_SEAT", "No seat 3."),
        (lambda: qipai.svg.table(table(), seat=7), "BAD_SEAT", "No seat 7."),
        (lambda: qipai.envs.gym("xianqi", seat=9), "BAD_SEAT", "No seat 9."),
        (lambda: qipai.envs.gym("xianqi", opponents="nope"), "UNKNOWN_LEVEL", "No bot called “nope” in xianqi"),
        (lambda: qipai.envs.vector("nobody", 2), "UNKNOWN_GAME", "No game called “nobody”"),
        (lambda: qipai.envs.aec("xianqi", rules={"nope": 1}), "BAD_RULES", "unknown option 'nope'"),
        (lambda: agent("xianqi", "nope"), "UNKNOWN_LEVEL", "Available: random, easy, normal, hard, master"),
        (lambda: agent("nobody", "hard"), "UNKNOWN_GAME", "No game called “nobody”"),
        (lambda: agent("xianqi", "hard", budget="nope"), "UNKNOWN_BUDGET", "No budget called “nope”"),
        (lambda: qipai.replay({**SHORT, "game": "nobody"}), "UNKNOWN_GAME", "No game called “nobody”"),
        (lambda: qipai.verify({**SHORT, "rules": {"nope": 1}}), "BAD_RULES", "unknown option 'nope'"),
        (lambda: list(qipai.steps({**SHORT, "seed": "abc"})), "BAD_RECORD", "deal 0: A seed is 64 hexadecimal digits"),
        (lambda: qipai.replay({**SHORT, "moves": [[9, "pass"]]}), "BAD_RECORD", "seat 9 'pass': No seat 9."),
    ],
)
def test_what_is_wrong_is_said_with_its_own_code(call: Callable[[], object], code: str, told: str) -> None:
    with pytest.raises(qipai.QipaiError) as refusal:
        call()
    assert refusal.value.code == code
    assert told in refusal.value.message
    assert "{" not in refusal.value.say("zh")
    if code != "BAD_RECORD":
        assert "replayed" not in refusal.value.message


MISSING = """
import sys
for name in {packages!r}:
    sys.modules[name] = None
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {packages!r} else found(name, package)
import qipai
try:
    {line}
except qipai.MissingExtra as refusal:
    print(refusal.message)
"""


@pytest.mark.parametrize(
    ("line", "packages", "extra"),
    [
        ("import qipai.envs; qipai.envs.gym('xianqi')", ("gymnasium",), "rl"),
        ("import qipai.envs; qipai.envs.aec('xianqi')", ("pettingzoo",), "rl"),
        ("import qipai.envs; qipai.envs.parallel('xianqi')", ("pettingzoo", "gymnasium"), "rl"),
        ("import qipai.envs; qipai.envs.vector('xianqi', 2)", ("numpy",), "rl"),
        ("import qipai.envs.openspiel", ("pyspiel",), "openspiel"),
        ("qipai.svg.pixels('<svg/>')", ("resvg_py",), "rl"),
    ],
)
def test_a_missing_extra_is_told_with_the_command(line: str, packages: tuple[str, ...], extra: str) -> None:
    code = MISSING.format(line=line, packages=packages)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == f"This needs more packages: pip install 'qipai[{extra}]'\n", done.stderr


@pytest.mark.parametrize("module", ["qipai", "qipai.cli"])
def test_the_command_line_is_run_as_a_module(module: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", module, "games"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "xianqi" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "nobody"), "No game called “nobody”"),
        (("play", "xianqi", "--watch", "--seed", "abc"), "A seed is 64 hexadecimal digits"),
        (("arena", "xianqi", "hard", "nope", "easy", "--deals", "1"), "No bot called “nope” in xianqi"),
        (("replay", "missing.json"), "No such file"),
        (("rules", "nobody"), "No game called “nobody”"),
    ],
)
def test_a_command_says_what_is_wrong(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "qipai", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=60)
    assert done.returncode != 0
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
