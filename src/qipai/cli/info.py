"""`qipai info` and `qipai games`: what is installed."""

from __future__ import annotations

import platform

from qipai import build
from qipai.cli import words
from qipai.cli.output import Output, cells, pad
from qipai.core.registry import game as find_game
from qipai.core.registry import games as all_games
from qipai.core.text import Span
from qipai.version import VERSION

COMPILED_INSTALL = "QIPAI_COMPILE=required pip install --force-reinstall ."


def info(out: Output) -> int:
    status = build.status()
    names = all_games()
    out.data(
        {
            "version": VERSION,
            "python": platform.python_version(),
            "platform": platform.platform(),
            **status,
            "games": names,
            "folder": str(build.HOME),
        }
    )
    where = f"{platform.system()} {platform.machine()}"
    out.say(words.INFO_VERSION, "title", version=VERSION, python=platform.python_version(), platform=where)
    if status["compiled"]:
        out.say(words.INFO_COMPILED, "good")
    else:
        out.say(words.INFO_INTERPRETED, "gold")
        out.say(words.INFO_ADVICE, command=COMPILED_INSTALL)
    if status["stale"]:
        out.say(words.INFO_STALE, "bad")
    out.say(words.INFO_GAMES, games=", ".join(names) or "-")
    out.say(words.INFO_FOLDER, folder=build.HOME)
    out.say(words.INFO_DATA, "dim")
    return 0


def games(out: Output) -> int:
    found = [find_game(name) for name in all_games()]
    out.data(
        {
            "games": [
                {"name": g.name, "title": g.title.to_json(), "words": g.summary.to_json(), "seats": g.seats(g.rules())}
                for g in found
            ]
        }
    )
    if not found:
        out.say(words.NO_GAMES)
    width = max((len(g.name) for g in found), default=0)
    wide = max((cells(g.title.say(out.lang)) for g in found), default=0)
    for g in found:
        seats = words.SEATS.say(out.lang).format(seats=g.seats(g.rules()))
        title = pad(g.title.say(out.lang), wide)
        out.line([Span(g.name.ljust(width), "bold"), Span(f"  {title}  {seats}  "), Span(g.summary.say(out.lang), "dim")])
    return 0
