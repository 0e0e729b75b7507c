"""Both recipes as packages of their own: built, installed beside qipai, found by their entry points, and played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qipai.build import compiled
from tests.conftest import ROOT
from tests.toy import recipe

both = pytest.mark.parametrize("game", recipe.GAMES)
PLAYER = """
import asyncio, random, sys
from pathlib import Path
from tests.server.players import Socket, guest, pick, play_deal, running

async def play(node, game):
    ann = await guest(node)
    known = next(line for line in (await ann.call("GET", "/games")).json() if line["name"] == game)
    room = await ann.open(game, ["me"] + ["bot"] * (known["seats"] - 1), pace=0, clock={"base": 30, "bank": 0})
    async with Socket(node, room, ann.token) as socket:
        await play_deal([socket], pick(random.Random(1)), "ab" * 8)
        result = socket.view["result"]
    record = (await ann.call("GET", f"/rooms/{room}/record")).json()
    replay = (await ann.call("GET", f"/rooms/{room}/replay")).json()
    log = (await ann.call("GET", f"/rooms/{room}/log")).json()
    assert result["returns"] == record["deals"][0]["returns"] and result["explain"]["zh"]
    assert len(replay["steps"]) == len(record["deals"][0]["moves"]) + 1
    assert log["lines"]
    print(record["game"], len(record["deals"][0]["moves"]))

folder = Path(sys.argv[2])
with running(f"sqlite:///{folder}/rooms.db", folder) as node:
    asyncio.run(play(node, sys.argv[1]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder on the path into which both packages are installed."""
    folder = tmp_path_factory.mktemp("packages")
    target = folder / "installed"
    places = [str(recipe.package(folder, game)) for game in recipe.GAMES]
    flags = ["--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *flags, "--target", str(target), *places]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def run(installed: Path, *command: str, cwd: Path | str = "/", check: bool = True) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV", "LC_", "LANG"))}
    path = [str(installed)] if compiled() else [str(installed), str(ROOT / "src")]
    env = {**kept, "PYTHONPATH": os.pathsep.join(path), "PYTHONUTF8": "1", "LANG": "en_US.UTF-8"}
    done = subprocess.run(
        [sys.executable, *command], cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0 or not check, done.stdout + done.stderr
    return done


def qipai(installed: Path, *args: str) -> str:
    return run(installed, "-m", "qipai.cli", *args).stdout


@both
def test_an_installed_game_is_listed_played_recorded_and_verified(installed: Path, tmp_path: Path, game: str) -> None:
    listed = json.loads(qipai(installed, "games", "--json"))["games"]
    assert {"xianqi", *recipe.GAMES} <= {line["name"] for line in listed}
    path = str(tmp_path / "record.json")
    qipai(installed, "play", game, "--watch", "--seed", "5" * 64, "--record", path)
    assert json.loads(qipai(installed, "verify", path, "--json"))["ok"] is True
    assert "Scores: " in qipai(installed, "replay", path)
    told = qipai(installed, "rules", game)
    assert told.startswith("# High Card" if game == "highcard" else "This game has no rule book")
    where = run(installed, "-c", f"import qipai; print(type(qipai.game({game!r})).__module__)").stdout
    assert where.strip() == f"qipai_{game}.game"


@both
def test_an_installed_game_plays_in_the_arena(installed: Path, game: str) -> None:
    agents = ["normal", "random"] if game == "duel" else ["normal", "easy", "random"]
    standing = json.loads(qipai(installed, "arena", game, *agents, "--deals", "4", "--json", "-"))
    assert [one["name"] for one in standing["agents"]] == agents
    assert sum(one["mean"] for one in standing["agents"]) == pytest.approx(0)


@both
def test_an_installed_game_is_played_in_a_room_against_bots(installed: Path, tmp_path: Path, game: str) -> None:
    told = run(installed, "-c", PLAYER, game, str(tmp_path), cwd=ROOT).stdout.split()
    assert told == [game, "16" if game == "duel" else "12"]


def test_without_its_package_a_game_is_not_there(tmp_path: Path) -> None:
    assert "duel" not in qipai(tmp_path, "games")
