"""Puzzles over REST, and the same in a home without a server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema
import pytest

import qipai
from qipai.local.requests import Requests
from qipai.puzzles import daily, shelf
from qipai.puzzles.shelf import read_date, table_of, with_puzzles
from tests.conftest import ROOT
from tests.server.players import Node, running

SCHEMA = json.loads((ROOT / "docs" / "wire.schema.json").read_text(encoding="utf-8"))
GAMES = with_puzzles()


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("puzzles")
    with running(f"sqlite:///{folder}/rooms.db", folder) as started:
        yield started


def ask(node: Node, method: str, path: str, operation: str, body: object = None) -> Any:
    answer = httpx.request(method, f"{node.url}/api/v1{path}", json=body, timeout=60)
    assert answer.status_code == 200, answer.text
    shape = SCHEMA["rest"][f"{method} /api/v1{operation}"]["answer"]
    jsonschema.Draft202012Validator({**shape, "$defs": SCHEMA["$defs"]}).validate(answer.json())
    return answer.json()


def test_all_puzzles_are_listed_with_the_daily_ones(node: Node) -> None:
    found = ask(node, "GET", "/puzzles?date=2026-05-04", "/puzzles")
    assert [one["game"] for one in found["games"]] == GAMES
    for one in found["games"]:
        today = daily(one["game"], read_date("2026-05-04"))
        assert today is not None
        assert one["daily"] == today["id"]
        assert [line["id"] for line in one["puzzles"]] == [puzzle["id"] for puzzle in shelf(one["game"])["puzzles"]]
        assert {theme for line in one["puzzles"] for theme in line["themes"]} <= set(one["themes"])
        assert "best" not in json.dumps(one["puzzles"])
    assert ask(node, "GET", "/puzzles", "/puzzles")["date"]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_a_table_and_its_first_move_the_answer(node: Node, game: str) -> None:
    one = shelf(game)["puzzles"][0]
    path, operation = f"/puzzles/{game}/{one['id']}", "/puzzles/{game}/{puzzle}"
    found = ask(node, "GET", path, operation)
    view = found["view"]
    known = qipai.view_from_text(one["view"])
    assert view["seat"] == known.seat
    assert view["private"] == json.loads(json.dumps(known.private()))
    assert one["best"] in view["legal"]
    assert found["log"] or not one["origin"]["moves"]
    right = ask(node, "POST", f"{path}/answer", f"{operation}/answer", {"move": one["best"]})
    assert right["right"]
    assert right["reason"] == one["reason"]
    wrong = ask(node, "POST", f"{path}/answer", f"{operation}/answer", {"move": one["hint"]})
    assert not wrong["right"]
    assert wrong["best"] == one["best"]
    assert [move["behind"] for move in wrong["moves"]] == [move["behind"] for move in one["moves"]]
    ask(node, "POST", f"{path}/check", f"{operation}/check", {"cards": []})


@pytest.mark.parametrize("game", GAMES)
def test_no_hidden_card_is_given_out(node: Node, game: str) -> None:
    """The same view in another world gives the same page."""
    one = shelf(game)["puzzles"][-1]
    sent = json.dumps(ask(node, "GET", f"/puzzles/{game}/{one['id']}", "/puzzles/{game}/{puzzle}"))
    assert one["origin"]["seed"] not in sent
    table = table_of(one, game)
    seat = int(qipai.view_from_text(one["view"]).seat)
    for other in range(table.seats):
        hand = table.private(other).get("hand")
        if other != seat and isinstance(hand, str) and len(hand) > 12:
            assert hand not in sent


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/puzzles/chess/x", None, 404, "NOT_FOUND"),
        ("GET", "/puzzles/xianqi/nothing", None, 404, "NO_SUCH_PUZZLE"),
        ("GET", "/puzzles?date=soon", None, 400, "BAD_DATE"),
        ("POST", "/puzzles/xianqi/{id}/answer", {"move": "jump"}, 400, "BAD_MOVE"),
        ("POST", "/puzzles/xianqi/{id}/answer", {}, 422, "BAD_REQUEST"),
        ("POST", "/puzzles/xianqi/{id}/check", {"cards": "R_SHI"}, 422, "BAD_REQUEST"),
    ],
)
def test_what_is_not_there_or_not_legal_is_refused(
    node: Node, method: str, path: str, body: object, status: int, code: str
) -> None:
    address = f"{node.url}/api/v1{path.format(id=shelf('xianqi')['puzzles'][0]['id'])}"
    answer = httpx.request(method, address, json=body, timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_home_on_the_device_answers_the_same(node: Node) -> None:
    here = Requests(None)  # type: ignore[arg-type]
    for game in GAMES:
        one = shelf(game)["puzzles"][1]
        path = f"/puzzles/{game}/{one['id']}"
        for method, address, body in (
            ("GET", "/puzzles?date=2026-05-04", None),
            ("GET", path, None),
            ("POST", f"{path}/check", {"cards": []}),
            ("POST", f"{path}/answer", {"move": one["hint"]}),
            ("POST", f"{path}/answer", {"move": "jump"}),
        ):
            far = httpx.request(method, f"{node.url}/api/v1{address}", json=body, timeout=60)
            near = asyncio.run(here.answer(method, address, None if body is None else json.dumps(body)))
            mine, theirs = json.loads(near.body), far.json()
            mine.pop("req", None), mine.pop("type", None)  # a frame has these
            assert (near.status, mine) == (far.status_code, theirs)


def test_puzzles_need_nothing_that_browsers_lack() -> None:
    script = """
import importlib.util, sys
from tests.local.home import NOT_IN_BROWSERS, Missing
sys.meta_path.insert(0, Missing())
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in NOT_IN_BROWSERS else find(name, package)
from qipai.local import plain_structs
plain_structs.install()
from qipai.puzzles.shelf import shelf, with_puzzles
from qipai.server.rooms.puzzles import answer_json, check_json, list_json, puzzle_json
for game in with_puzzles():
    one = shelf(game)["puzzles"][0]
    assert puzzle_json(game, one["id"])["view"]["legal"]
    assert check_json(game, one["id"], [])["readings"] is not None
    assert answer_json(game, one["id"], one["best"])["right"]
assert list_json("2026-05-04")["games"]
making = [name for name in sys.modules if name.startswith(("qipai.review", "qipai.arena", "qipai.puzzles.m"))]
assert making == [], making
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
