"""The versions of the bot protocol, and what each of them shows (docs/bots.md).

Version 1 is that of Qipai 0.1.0 and is frozen: its programs may refuse unknown keys, as 0.1.0's own `read_view` does, so
keys added to views later are removed for them. A game lists those keys in its module `view`:

    SINCE_2 = (("public", "levels_history"), ("public", "history", "reading"))

Each entry is a path of keys from the top of the view; on a list it applies to every item.
"""

from __future__ import annotations

from qipai.core.game import Game
from qipai.core.registry import part

BOT_1 = "qipai-bot/1"
BOT_2 = "qipai-bot/2"
PROTOCOLS = (BOT_1, BOT_2)  # the newest last

Path = tuple[str, ...]


def chosen_protocol(answer: dict[str, object]) -> str | None:
    """The version requested in a program's hello: the newest of its `protocols` that we speak, else its `protocol`."""
    offered = answer.get("protocols")
    wanted = [answer.get("protocol"), *(offered if isinstance(offered, list) else [])]
    return next((protocol for protocol in reversed(PROTOCOLS) if protocol in wanted), None)


def new_keys(game: Game) -> tuple[Path, ...]:
    """The keys of a game's views that version 1 does not know."""
    found: tuple[Path, ...] = getattr(part(game, "view"), "SINCE_2", ())
    return found


def view_for(game: Game, view: dict[str, object], protocol: str) -> dict[str, object]:
    """A view in this version of the protocol; the remaining keys keep their order."""
    if protocol == BOT_1:
        for path in new_keys(game):
            view = without(view, path)
    return view


def without(view: dict[str, object], path: Path) -> dict[str, object]:
    """A copy without the key at the end of the path, if it exists."""
    stripped = strip(view, path)
    assert isinstance(stripped, dict)
    return stripped


def strip(value: object, path: Path) -> object:
    if isinstance(value, list):
        return [strip(item, path) for item in value]
    if not isinstance(value, dict) or path[0] not in value:
        return value
    if len(path) == 1:
        return {key: inner for key, inner in value.items() if key != path[0]}
    return {**value, path[0]: strip(value[path[0]], path[1:])}
