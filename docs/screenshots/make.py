"""Draws the pictures of the README from a real game: `python docs/screenshots/make.py`.

The same seed gives the same game, so the pictures change only when the table does; a test compares them.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

import qipai
from qipai.cli import menu, words
from qipai.cli.output import Output
from qipai.cli.play import Session
from qipai.cli.seats import Opponents, seat_names

HERE = Path(__file__).parent
WIDTH = 84
PICTURES = [("xianqi", "3" * 64, 2)]  # game, seed, how many of the person's decisions go before


def picture(game: str, seed: str, decisions: int, lang: str) -> str:
    """The table at one of the person's decisions, with a hint, as SVG."""
    out = Output(lang)
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    out.console = console
    out.fancy = True
    table = qipai.Table(game, seed=seed)
    names = seat_names(table.seats, 0, lang, None)
    sitting = Session(out, table, 0, names, Opponents(table.game_object, "hints", 1), None, 1)
    asked = 0
    while asked <= decisions:
        if 0 not in table.to_act:
            seat = table.to_act[0]
            sitting.make(seat, table.hints(seat, 1)[0]["move"])
        elif asked < decisions:
            sitting.make(0, table.hints(0, 1)[0]["move"])
            asked += 1
        else:
            break
        if asked < decisions:
            console.export_text(clear=True)  # only what follows the last decision is shown
    view = table.view(0)
    found = menu.entries(table.game_object, view, 0, list(table.canonical(0)), names, lang)
    sitting.draw(view)
    menu.show_short(out, found)
    out.say(words.HOW, "dim")
    console.print("> h", highlight=False)
    sitting.hint(view, 0)
    return console.export_svg(title=f"qipai play {game}", unique_id=f"{game}-{lang}")


def main() -> int:
    for game, seed, decisions in PICTURES:
        for lang in ("en", "zh"):
            (HERE / f"{game}.{lang}.svg").write_text(picture(game, seed, decisions, lang), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
