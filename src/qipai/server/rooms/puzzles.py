"""Puzzles as a client shows them: a table like any other, of which only the view of the seat that has to move is given out."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from qipai.core.data import Json
from qipai.core.registry import game as find_game
from qipai.core.table import Table
from qipai.puzzles.panel import DIFFICULTIES
from qipai.puzzles.setter import setter_of
from qipai.puzzles.shapes import PuzzleDict
from qipai.puzzles.shelf import answered, daily, puzzle, read_date, shelf, table_of, with_puzzles
from qipai.server.accounts.faces import bot_face
from qipai.server.refusal import Refused
from qipai.server.rooms.bots import bot_name
from qipai.server.rooms.deal_log import DealLog
from qipai.server.rooms.frames import public_to_act
from qipai.server.rooms.messages import Checked
from qipai.server.rooms.room_data import Options
from qipai.server.rooms.screens import drawn
from qipai.server.rooms.selection import in_order, offers, readings, waits

KEPT = 64  # puzzles whose tables are ready


@lru_cache(8)
def list_json(day: str) -> Json:
    """Every puzzle with its themes and difficulty, and the daily ones of a date. BAD_DATE."""
    when = read_date(day)
    return {
        "date": when.isoformat(),
        "difficulties": {str(level): text.to_json() for level, text in DIFFICULTIES.items()},
        "games": [game_json(name, day) for name in with_puzzles()],
    }


def game_json(name: str, day: str) -> Json:
    today = daily(name, read_date(day))
    return {
        "game": name,
        "title": find_game(name).title.to_json(),
        "themes": {key: text.to_json() for key, text in setter_of(find_game(name)).themes.items()},
        "daily": None if today is None else today["id"],
        "puzzles": [
            {"id": one["id"], "themes": one["themes"], "difficulty": one["difficulty"], "preset": preset_of(one)}
            for one in shelf(name)["puzzles"]
        ],
    }


def preset_of(one: PuzzleDict) -> str:
    return str(one["origin"]["rules"].get("preset", "default"))


class Position:
    """A puzzle's table and the seat that has to move."""

    def __init__(self, name: str, number: str) -> None:
        if name not in with_puzzles():
            raise Refused("NOT_FOUND")
        self.puzzle = puzzle(name, number)
        self.table: Table = table_of(self.puzzle, name)
        self.game = self.table.game
        self.seat = int(self.game.view_from_text(self.puzzle["view"]).seat)
        self.names = [bot_name(seat) for seat in range(self.table.seats)]

    def view(self) -> Json:
        """As a room would send it."""
        table, seat = self.table, self.seat
        public = table.public()
        secret = self.game.claim_pause.asks_secretly(table.state)
        asked = public_to_act(public, table.to_act, secret)
        return {
            "seat": seat,
            "stage": "playing",
            "deal": 0,
            "public": public,
            "private": table.private(seat),
            "legal": list(table.canonical(seat)),
            "window": None,
            "to_act": [seat] if asked is None or secret else asked,
            "clocks": None,
            "fairness": {"deal": 0, "commit": ""},
            "seats": [self.seat_json(other) for other in range(table.seats)],
            "scores": table.scores,
            "game": self.game.name,
            "rules": table.rules,
            "options": msgspec.to_builtins(Options(claim_pause=0, pace=0, grace=0, watch=False)),
            "owner": None,
            "result": None,
            "locked": False,
            "match": {"number": 1, "first": 0, "ending": False, "seating": "keep"},
            "evening": [],
            "code": "",
        }

    def seat_json(self, other: int) -> Json:
        mine, name = other == self.seat, self.names[other]
        return {
            "seat": other,
            "kind": "human" if mine else "bot",
            "name": name,
            "level": None,
            "auto": "",
            "ready": True,
            "online": True,
            "again": False,
            "heir": "",
            "face": bot_face(name),
        }

    def log(self) -> list[Json]:
        """What everybody could see of the deal so far, in words."""
        found = DealLog(self.names, self.table, self.table.state, 0).lines()
        return [{"seat": what.seat, "words": msgspec.to_builtins(words)} for what in found for words in what.words]

    def check(self, cards: list[str]) -> Json:
        asked = (self.game, self.table.state, self.seat, cards)
        return dict(msgspec.to_builtins(Checked(0, readings(*asked), waits(*asked), offers(*asked), in_order(*asked))))


@lru_cache(KEPT)
def position(name: str, number: str) -> Position:
    """NOT_FOUND, NO_SUCH_PUZZLE."""
    return Position(name, number)


def puzzle_json(name: str, number: str) -> Json:
    here = position(name, number)
    one = here.puzzle
    view = here.table.view(here.seat)
    return {
        "id": one["id"],
        "game": name,
        "themes": one["themes"],
        "difficulty": one["difficulty"],
        "view": here.view(),
        "log": here.log(),
        "screen": {lang: drawn(here.game, view, here.names, lang) for lang in ("en", "zh")},
    }


def check_json(name: str, number: str, cards: list[str]) -> Json:
    """What a selection of cards may be."""
    return position(name, number).check(cards)


def answer_json(name: str, number: str, move: str) -> Json:
    """Right or not, and why; the game's own refusal for a move that is not legal."""
    position(name, number)
    return dict(answered(name, number, move))
