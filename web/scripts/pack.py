"""Runs in Pyodide when a site is built: compiles and packs what the browser will load, and writes down what pages read.

Sources would have to be compiled on every visit, which takes most of the time until the first table. Of the standard library
only what was imported when deals of all games had been played is kept, and what errors need.
"""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import json
import marshal
import pathlib
import sys
import types
import zipfile
from typing import Any

OUT = pathlib.Path("/packed")
# imported when something goes wrong, which the deals here do not
ALSO = ("traceback", "linecache", "tokenize", "codeop", "textwrap", "copyreg")


class Keeper:
    """What a browser keeps, for as long as this takes."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.secrets: list[Any] = []
        self.line: Any = None

    async def __call__(self, text: str) -> str:
        asked = json.loads(text)
        do = asked["do"]
        if do == "append":
            self.events += asked["events"]
            self.secrets += [asked["secret"]] if asked["secret"] else []
            self.line = asked["line"]
        return json.dumps(
            {
                "written": True,
                "events": self.events[asked.get("after", 0) :],
                "secrets": self.secrets,
                "line": self.line,
                "lines": [self.line] if self.line else [],
                "blob": None,
            }
        )


async def play(game: dict[str, Any], preset: str) -> None:
    """A deal with bots of all levels, a hint, and a look back."""
    from qipai.local.bridge import start

    said: list[dict[str, Any]] = []
    bridge = start(Keeper(), lambda text: said.append(json.loads(text)))
    answer = bridge.requests.answer
    levels = (game["levels"] * 4)[1 : game["seats"]] if preset == game["presets"][0]["name"] else ["easy"] * (game["seats"] - 1)
    seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in levels)]
    body = {"game": game["name"], "rules": {"preset": preset}, "seats": seats, "pace": 0}
    opened = json.loads((await answer("POST", "/rooms", json.dumps(body))).body)
    room, sent = f"/rooms/{opened['room']}", ""

    def send(**frame: object) -> None:
        bridge.hear(json.dumps({"do": "frame", "id": 1, "text": json.dumps(frame)}))

    bridge.hear(json.dumps({"do": "open", "id": 1, "room": opened["room"]}))
    send(type="hello")
    while True:
        await asyncio.sleep(0)
        views = [frame["view"] for one in said if one["on"] == "frame" and "view" in (frame := json.loads(one["text"]))]
        said[:-1] = []
        view = views[-1] if views else {"stage": "", "legal": []}
        if view["stage"] == "waiting" and view["fairness"]["commit"] and sent != "ready":
            sent = "ready"
            send(type="ready", nonce="00")
        elif view["legal"] and view["window"] != sent:
            if sent == "ready":
                send(type="hint")
                send(type="check", req=1, cards=[])
            sent = view["window"]
            send(type="act", cmd_id=sent, move=view["legal"][-1], window=sent)
        elif view["stage"] in ("between", "finished"):
            break
    for path in ("", "/record", "/replay", "/fairness", "/log", "/screen", "/chat", "/replay/screens", "/review"):
        found = await answer("GET", room + path)
        assert found.status == 200, (path, found)
    record = (await answer("GET", f"{room}/record")).body
    assert json.loads((await answer("POST", "/verify", record)).body)["ok"]
    assert (await answer("DELETE", room)).status == 204


async def solve() -> None:
    """A puzzle of every game."""
    from qipai.local.bridge import start

    answer = start(Keeper(), print).requests.answer
    for game in json.loads((await answer("GET", "/puzzles")).body)["games"]:
        path = f"/puzzles/{game['game']}/{game['puzzles'][0]['id']}"
        shown = json.loads((await answer("GET", path)).body)
        for part, body in (("check", {"cards": []}), ("answer", {"move": shown["view"]["legal"][0]})):
            assert (await answer("POST", f"{path}/{part}", json.dumps(body))).status == 200, path


def without_lines(code: types.CodeType) -> types.CodeType:
    """Without its line numbers, a sixth of it: a table that says of eight instructions at a time that they have none."""
    inner = tuple(without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    short = code.replace(co_consts=inner, co_linetable=b"\xff" * eights + (bytes([0xF7 + rest]) if rest else b""))
    assert len(list(short.co_positions())) == len(list(code.co_positions()))  # or tracebacks fail
    return short


def compiled(text: bytes, name: str, lines: bool = True) -> bytes:
    """As Python caches it, without docstrings; never compared with a source again. Asserts stay: rooms rely on them."""
    tree = ast.parse(text, name)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node):
            node.body = body[1:] or [ast.Pass(lineno=1, col_offset=0)]
    code = compile(tree, name, "exec", dont_inherit=True)
    data = marshal.dumps(code if lines else without_lines(code))
    return importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8) + data


def put(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    """The same bytes for the same sources, whenever they are packed. Not pressed together here: that is done for the whole."""
    packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_STORED)


def pack_library() -> None:
    used = {str(getattr(module, "__file__", "")).partition(".zip/")[2] for module in list(sys.modules.values())}
    used |= {f"{name}.py" for name in ALSO}
    with zipfile.ZipFile("/stdlib.zip") as whole, zipfile.ZipFile(OUT / "stdlib.zip", "w") as packed:
        for name in sorted(whole.namelist()):
            if name in used and name.endswith(".py"):
                put(packed, f"{name}c", compiled(whole.read(name), name, lines=False))


def pack_games() -> None:
    """A game is known by its game.py, which stays."""
    with zipfile.ZipFile(OUT / "qipai.zip", "w") as packed:
        for path in sorted(pathlib.Path("/ours").glob("**/*")):
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            name = str(path.relative_to("/ours"))
            if path.suffix == ".py" and path.name != "game.py":
                put(packed, f"{name}c", compiled(path.read_bytes(), name))
            else:
                put(packed, name, path.read_bytes())


async def write_pages() -> list[dict[str, Any]]:
    """What `GET /games` and the pages of each game answer, by the home itself."""
    from qipai.local.bridge import start

    answer = start(Keeper(), print).requests.answer

    async def page(name: str, address: str) -> Any:
        found = await answer("GET", address)
        assert found.status == 200, (address, found)
        (OUT / "data" / f"{name}.json").write_text(found.body, encoding="utf-8")
        return json.loads(found.body)

    games: list[dict[str, Any]] = await page("games", "/games")
    for game in games:
        name = game["name"]
        await page(f"{name}.terms", f"/games/{name}/terms")
        await page(f"{name}.deck", f"/games/{name}/deck")
        for lang in ("en", "zh"):
            for preset in ("", *(one["name"] for one in game["presets"])):
                await page(f"{name}.book.{lang}.{preset}", f"/games/{name}/book?lang={lang}&preset={preset}")
    return games


async def pack() -> None:
    from qipai.agents.base import BUDGETS, Budget

    BUDGETS["device"] = Budget("device", 0.02)  # what bots play here does not matter, only what they import
    (OUT / "data").mkdir(parents=True)
    for game in await write_pages():
        for preset in game["presets"]:
            await play(game, preset["name"])
    await solve()
    pack_library()
    pack_games()
