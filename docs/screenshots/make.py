"""Draws the pictures of the README from a real game: `python docs/screenshots/make.py`.

A game's record beside this file ends at a decision of seat 0; the picture shows that decision as `qipai play` does.
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
WIDTH = 92
ME = 0


def picture(game: str, lang: str) -> str:
    """The table at the person's decision with what happened since the last one, and a hint, as SVG."""
    record = qipai.read_record(HERE / f"{game}.json")
    deal = record["deals"][0]
    moves = deal["moves"]
    last = max(index for index, (seat, _) in enumerate(moves) if seat == ME)
    table = qipai.replay({**record, "deals": [{**deal, "moves": moves[:last]}]})
    out = Output(lang)
    out.console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    out.fancy = True
    names = seat_names(table.seats, ME, lang, None)
    sitting = Session(out, table, ME, names, Opponents(table.game, "hints", 1), None, 1)
    for seat, move in moves[last:]:
        sitting.make(seat, move)
    view = table.view(ME)
    found = menu.entries(table.game, view, ME, list(table.canonical(ME)), names, lang)
    sitting.draw(view)
    menu.show_short(out, found)
    out.say(words.HOW, "dim")
    out.console.print("> h", highlight=False)
    sitting.hint(view, 0)
    return out.console.export_svg(title=f"qipai play {game}", unique_id=f"{game}-{lang}")


def main() -> int:
    for path in sorted(HERE.glob("*.json")):
        for lang in ("en", "zh"):
            (HERE / f"{path.stem}.{lang}.svg").write_text(picture(path.stem, lang), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
