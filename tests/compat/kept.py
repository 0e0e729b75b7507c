"""The files that 0.1.0 made (tests/compat/make), and what is done alike when they are made and when they are compared."""

from __future__ import annotations

import importlib
import importlib.util
import json
import lzma
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import qipai
from qipai.arena.deal import play_number
from qipai.arena.match import Match

Json = dict[str, Any]  # of its own: 0.1.0, which runs this file too, has no qipai.core.data
FOLDER = Path(__file__).resolve().parent / "fixtures"
LISTENER = Path(__file__).resolve().parent / "make" / "listener.py"
DEALS = 5  # that a listener plays


def compact(value: object) -> str:
    """As the bot protocol writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_lines(name: str, lines: Iterable[Json]) -> None:
    FOLDER.mkdir(exist_ok=True)
    text = "".join(compact(line) + "\n" for line in lines)
    (FOLDER / f"{name}.jsonl.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def read_lines(name: str) -> list[Json]:
    text = lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def games() -> list[str]:
    """The games of which there are fixtures: those that 0.1.0 had."""
    return [game for game in qipai.games() if (FOLDER / f"records-{game}.jsonl.xz").exists()]


def listeners(game: str) -> list[str]:
    """The fixtures of messages to bots, one for each choice of rules."""
    return sorted(path.name.removesuffix(".jsonl.xz") for path in FOLDER.glob(f"asks-{game}-*.jsonl.xz"))


def at(record: Json, deal: int, step: int) -> qipai.Table:
    """A match after a number of moves of a deal."""
    last = {key: value for key, value in record["deals"][deal].items() if key != "returns"}
    last["moves"] = last["moves"][:step]
    return qipai.replay({**record, "deals": [*record["deals"][:deal], last]})


def listen(game: str, rules: Json, folder: Path) -> dict[str, list[str]]:
    """All that the arena sends to programs on every seat of a short match, line by line."""
    found = qipai.game(game)
    name = f"exec:{shlex.join([sys.executable, str(LISTENER), str(folder)])}"
    given = found.rules(rules)
    match = Match(game, (name,) * found.seats(given), "arena", "a8" * 32, given.to_json(), 60.0)
    for number in range(DEALS):
        result = play_number(match.to_json(), number)
        (told,) = result["agents"].values()  # type: ignore[attr-defined]
        assert told["illegal"] == told["error"] == told["timeout"] == 0, told
    end_programs()  # the last lines are written then
    return {path.stem: path.read_text(encoding="utf-8").splitlines() for path in sorted(folder.glob("seat-*.jsonl"))}


def end_programs() -> None:
    name = "qipai.agents.external"
    importlib.import_module(name if importlib.util.find_spec(name) else "qipai.agents.outside").end_all()  # 0.1.0's name


WORDED = {"en", "zh", "words", "news", "explain", "message", "reason", "title", "title_zh", "value_title", "default_title"}


def shows(now: object, then: object, where: str = "") -> str:
    """Where something of what was shown then is missing or different now; empty when nothing is.

    Keys may have been added since, and sentences for people may have been improved.
    """
    if isinstance(then, dict):
        if not isinstance(now, dict):
            return f"{where}: {now!r} was {then!r}"
        found = (shows(now.get(key, MISSING), value, f"{where}.{key}") for key, value in then.items() if key not in WORDED)
        return next((difference for difference in found if difference), "")
    if isinstance(then, list):
        if not isinstance(now, list) or len(now) != len(then):
            return f"{where}: {now!r} was {then!r}"
        found = (shows(new, old, f"{where}[{k}]") for k, (new, old) in enumerate(zip(now, then, strict=True)))
        return next((difference for difference in found if difference), "")
    return "" if type(now) is type(then) and now == then else f"{where}: {now!r} was {then!r}"


MISSING = "(missing)"
