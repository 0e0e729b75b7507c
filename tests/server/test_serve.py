"""`qipai serve` as a person meets it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import httpx
import pytest

from qipai.cli.main import run
from qipai.cli.serve import qr_lines
from qipai.server.config import Config
from qipai.server.http.reach import network_addresses
from tests.server.players import PATIENCE, Socket, free_port, guest


@contextmanager
def served(folder: Path, *args: str, errors: IO[str] | int = subprocess.PIPE, **more: str) -> Iterator[subprocess.Popen[str]]:
    env = {**os.environ, "QIPAI_DATA": str(folder), "PYTHONUTF8": "1", "LANG": "C", "BROWSER": "/bin/false", **more}
    command = [sys.executable, "-m", "qipai.cli", "serve", *args]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8", env=env)
    try:
        yield child
    finally:
        if child.poll() is None:
            child.kill()
        child.communicate()


def until(child: subprocess.Popen[str], pattern: str) -> str:
    assert child.stdout is not None
    told = ""
    while True:
        line = child.stdout.readline()
        assert line, f"it ended after: {told}"
        told += line
        if re.search(pattern, line):
            return told


def test_it_starts_says_where_and_stops_cleanly_at_ctrl_c(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path / "data", "--port", str(port), "--open") as child:
        told = until(child, "Ctrl-C")
        assert f"http://127.0.0.1:{port}" in told
        assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
        assert child.returncode == 0
        assert "stopped" in out
        assert err == ""
    assert (tmp_path / "data" / "rooms.db").exists()


def test_so_many_reviews_a_day_as_the_command_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server does with the number is told in tests/server/test_record_reviews.py."""
    asked: list[float] = []

    def serve(config: Config, listening: socket.socket, started: Callable[[], None]) -> bool:
        listening.close()
        asked.append(config.limits.reviews_per_day)
        return True

    monkeypatch.setattr("qipai.server.run.serve", serve)
    usual = ["serve", "--data", str(tmp_path), "--port", "0"]
    assert run([*usual, "--reviews-per-day", "7"]) == 0
    monkeypatch.setenv("QIPAI_REVIEWS_PER_DAY", "0")
    assert run(usual) == 0
    monkeypatch.delenv("QIPAI_REVIEWS_PER_DAY")
    assert run(usual) == 0
    assert asked == [7, 0, 50]


def processor_time(child: subprocess.Popen[str]) -> float:
    """What a child has cost when it has ended, in seconds."""
    before = os.times()
    child.wait(timeout=PATIENCE)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def test_a_start_costs_little_more_than_the_libraries_it_needs(tmp_path: Path) -> None:
    """The bar is two seconds from exec to the first 200 (benchmarks/load.md); machines differ, so a test can only compare.

    Processor time of the second start and later ones, beside the import of FastAPI, uvicorn and SQLAlchemy alone.
    """
    command = [sys.executable, "-c", "import fastapi, sqlalchemy, uvicorn"]
    starts, imports = [], []
    for _ in range(3):
        port = free_port()
        with served(tmp_path, "--port", str(port), "--json") as child:
            until(child, "serving")
            assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
            child.send_signal(signal.SIGINT)
            starts.append(processor_time(child))
        imports.append(processor_time(subprocess.Popen(command, text=True)))
    assert min(starts[1:]) < 3 * min(imports)


NOT_NEEDED_YET = (
    "alembic",  # the tables are as they should be
    "argon2",  # until somebody has an account
    "segno",  # until somebody asks for a QR code
    "psycopg",  # with SQLite
    "sqlalchemy.dialects.postgresql",
    "numpy",
    "httpx",
    "multiprocessing.pool",
    "websockets.asyncio",  # the client's side
    "qipai.arena",
    "qipai.envs",
    "qipai.bench",
)


def test_nothing_is_loaded_before_the_first_answer_that_is_not_needed_for_it(tmp_path: Path) -> None:
    """Counted, since a busy machine cannot time it: at the second start, what was imported by the time of /health."""
    imports = tmp_path / "imports"  # more than a pipe holds
    for number in range(2):
        port = free_port()
        options = ("--port", str(port), "--json")
        with imports.open("w") as told, served(tmp_path, *options, errors=told, PYTHONPROFILEIMPORTTIME="1") as child:
            until(child, "serving")
            assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
        lines = imports.read_text(encoding="utf-8").splitlines()
        loaded = {line.rsplit("|", 1)[1].strip() for line in lines if line.startswith("import time:")}
        assert "qipai.server.http.app" in loaded
        if number:
            unneeded = [name for name in loaded if name.startswith(NOT_NEEDED_YET)]
            assert unneeded == []


def test_a_busy_port_gives_way_to_the_next_free_one(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with served(tmp_path, "--port", str(port), "--lang", "zh") as child:
            told = until(child, "Ctrl-C")
            assert f"端口 {port} 已被占用" in told
            found = re.search(r"http://127\.0\.0\.1:(\d+)", told)
            assert found is not None
            assert int(found.group(1)) > port
            assert httpx.get(f"{found.group()}/health").status_code == 200


def test_lan_prints_the_address_for_friends(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, "--port", str(port), "--lan", "--json") as child:
        told = json.loads(until(child, "serving"))
        assert told["lan"] in [f"http://{address}:{port}" for address in network_addresses()]
        assert told["url"] == told["lan"]  # the browser opens there: links that are copied from it work for friends
        assert httpx.get(told["lan"] + "/health").status_code == 200
    assert len(qr_lines("http://192.0.2.7:8000")) > 10


@pytest.mark.parametrize(
    ("given", "command"), [({}, "qipai serve --lan"), ({"QIPAI_LAN_COMMAND": "make play LAN=1"}, "make play LAN=1")]
)
def test_a_server_that_only_this_machine_can_reach_says_how_to_change_that(
    tmp_path: Path, given: dict[str, str], command: str
) -> None:
    port = free_port()
    with served(tmp_path, "--port", str(port), errors=subprocess.PIPE, **given) as child:
        assert f"friends on the same network: {command}" in until(child, "Ctrl-C")
        answer = httpx.get(f"http://127.0.0.1:{port}/api/v1/reach").json()
    assert answer == {"bases": [f"http://127.0.0.1:{port}"], "only_here": True, "command": command}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--public-url", "play.example.org"], "http://"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "can’t start"),
        (["--host", "203.0.113.77"], "can’t start"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(tmp_path: Path, args: list[str], words: str) -> None:
    with served(tmp_path, "--port", str(free_port()), *args) as child:
        out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 2
    assert words in err
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1, err
    assert out == ""


def test_sessions_and_rooms_outlive_a_restart(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, "--port", str(port)) as child:
        until(child, "Ctrl-C")
        api = f"http://127.0.0.1:{port}/api/v1"
        token = httpx.post(f"{api}/sessions/guest", json={"name": "Ann"}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        made = httpx.post(f"{api}/rooms", json={"game": "xianqi"}, headers=headers).json()
        assert made["link"] == f"http://127.0.0.1:{port}/r/{made['room']}"
        child.kill()
    with served(tmp_path, "--port", str(port), "--public-url", "https://play.example.org") as child:
        until(child, "Ctrl-C")
        state = httpx.get(f"{api}/rooms/{made['room']}/state", headers=headers).json()
        assert state["view"]["seat"] == 0
        made = httpx.post(f"{api}/rooms", json={"game": "xianqi"}, headers=headers).json()
        assert made["link"].startswith("https://play.example.org/r/")


def test_a_server_for_the_internet_asks_for_its_proxy(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--port", "0", "--public-url", "https://play.example.org") as child:
        assert "--trusted-proxies" in until(child, "Ctrl-C")
    named = ("--port", "0", "--public-url", "https://play.example.org", "--trusted-proxies", "127.0.0.1, 10.0.0.0/8")
    with served(tmp_path / "data", *named) as child:
        assert "--trusted-proxies" not in until(child, "Ctrl-C")
    with served(tmp_path / "data", "--port", "0", QIPAI_TRUSTED_PROXIES="proxy.example") as child:
        out, err = child.communicate(timeout=60)
        assert child.returncode != 0
        assert "proxy.example" in out + err


def test_the_operator_sets_how_late_people_watch_and_which_words_are_masked(tmp_path: Path) -> None:
    """A room that says something else has its own delay."""
    place = SimpleNamespace(port=free_port())
    place.url = f"http://127.0.0.1:{place.port}"
    (tmp_path / "words").write_text("笨蛋\n", encoding="utf-8")

    async def visit() -> None:
        ann = await guest(place)
        rooms = [await ann.open("xianqi", ["me", "open", "open"], **more) for more in ({}, {"watch_delay": 1})]
        views = [(await ann.call("GET", f"/rooms/{room}/state")).json()["view"] for room in rooms]
        assert [view["options"]["watch_delay"] for view in views] == [5, 1]
        async with Socket(place, rooms[0], ann.token) as socket:
            await socket.send({"type": "say", "text": "你这笨蛋"})
            assert (await socket.until("chat"))["text"] == "你这＊＊"

    options = ("--port", str(place.port), "--watch-delay", "5", "--chat-words", str(tmp_path / "words"))
    with served(tmp_path / "data", *options) as child:
        until(child, "Ctrl-C")
        asyncio.run(visit())
    with served(tmp_path / "data", "--watch-delay", "21") as child:
        _, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 2
    assert "--watch-delay" in err
