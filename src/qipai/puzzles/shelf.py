"""The puzzles that are shipped: finding one, the one of a day, and judging an answer. Needs nothing that makes puzzles."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypedDict, cast

from qipai.agents.base import Decision
from qipai.core.data import brief, tellable
from qipai.core.errors import Messages, QipaiError
from qipai.core.game import Game
from qipai.core.record import replay
from qipai.core.registry import folders
from qipai.core.registry import game as find_game
from qipai.core.registry import games as all_games
from qipai.core.shapes import BothLanguages
from qipai.core.table import Table
from qipai.core.text import Text
from qipai.puzzles.panel import DIFFICULTIES
from qipai.puzzles.setter import setter_of
from qipai.puzzles.shapes import FORMAT, FileDict, PuzzleDict
from qipai.puzzles.tell import decision_of

FILE = "puzzles.json"

MESSAGES = Messages(
    {
        "NO_SUCH_PUZZLE": Text("{game} has no puzzle “{id}”.", "{game} 没有编号为“{id}”的残局题。"),
        "NO_SUCH_THEME": Text("No theme called “{given}”. Available: {themes}", "没有“{given}”这个主题。可选：{themes}"),
        "BAD_DIFFICULTY": Text("A difficulty is a number from 1 to {most}.", "难度是 1 到 {most} 的数。"),
        "BAD_DATE": Text("“{given}” isn’t a date; write it as 2026-01-31.", "“{given}”不是日期；请写成 2026-01-31。"),
    },
)


class AnsweredMove(TypedDict):
    """A move that was looked at, in words; `worlds` is how often it was tried."""

    move: str
    words: BothLanguages
    value: float
    error: float
    behind: float
    behind_error: float
    worlds: int
    right: bool


class Answered(TypedDict):
    """What is told after an answer."""

    right: bool
    move: str
    words: BothLanguages
    best: str
    best_words: BothLanguages
    hint: BothLanguages  # the first hint, which is not the answer
    reason: BothLanguages
    moves: list[AnsweredMove]
    finders: dict[str, list[int]]


def page_of(game: Game) -> Path | None:
    for folder in folders(game):
        path = Path(folder) / FILE
        if path.is_file():
            return path
    return None


@cache
def shelf(name: str) -> FileDict:
    """All puzzles of a game. UNKNOWN_GAME, NO_PUZZLES."""
    game = find_game(name)
    setter_of(game)
    path = page_of(game)
    if path is None:
        return {
            "format": FORMAT,
            "game": name,
            "version": "",
            "seed": 0,
            "deals": 0,
            "decisions": 0,
            "judge": "",
            "puzzles": [],
        }
    return cast(FileDict, json.loads(path.read_text(encoding="utf-8")))


def with_puzzles() -> list[str]:
    """The games that have any."""
    return [name for name in all_games() if page_of(find_game(name)) is not None]


def puzzle(name: str, number: object) -> PuzzleDict:
    """One puzzle by its id. NO_SUCH_PUZZLE."""
    for one in shelf(name)["puzzles"]:
        if one["id"] == number:
            return one
    raise QipaiError("NO_SUCH_PUZZLE", MESSAGES, game=name, id=tellable(number) if isinstance(number, str) else brief(number))


def chosen(name: str, theme: str | None = None, difficulty: int | None = None) -> list[PuzzleDict]:
    """The puzzles of a theme and a difficulty. NO_SUCH_THEME, BAD_DIFFICULTY."""
    themes = setter_of(find_game(name)).themes
    if theme is not None and theme not in themes:
        raise QipaiError("NO_SUCH_THEME", MESSAGES, given=tellable(theme), themes=", ".join(themes))
    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise QipaiError("BAD_DIFFICULTY", MESSAGES, most=max(DIFFICULTIES))
    return [
        one
        for one in shelf(name)["puzzles"]
        if (theme is None or theme in one["themes"]) and (difficulty is None or one["difficulty"] == difficulty)
    ]


def read_date(given: object) -> date:
    """BAD_DATE."""
    try:
        if isinstance(given, str) and len(given) == 10:
            return date.fromisoformat(given)
    except ValueError:
        pass
    raise QipaiError("BAD_DATE", MESSAGES, given=tellable(given) if isinstance(given, str) else brief(given))


def daily(name: str, day: date) -> PuzzleDict | None:
    """The puzzle of a day: the same for everybody on that date, and none twice before all have come."""
    order = sorted(shelf(name)["puzzles"], key=lambda one: sha256(one["id"].encode()).digest())
    return order[day.toordinal() % len(order)] if order else None


def both(decision: Decision, move: str) -> BothLanguages:
    said = decision.words(decision.action(move))
    return {"en": said.en, "zh": said.zh}


def answered(name: str, number: object, move: object) -> Answered:
    """Judges an answer. NO_SUCH_PUZZLE; BAD_MOVE and the game's own codes for a move that is not legal."""
    one = puzzle(name, number)
    game = find_game(name)
    decision = decision_of(game, one["view"])
    given = decision.text(decision.action(cast(str, move)))
    moves: list[AnsweredMove] = []
    for found in one["moves"]:
        right = found["move"] in one["right"]
        moves.append({**found, "words": both(decision, found["move"]), "right": right})
    return {
        "right": given in one["right"],
        "move": given,
        "words": both(decision, given),
        "best": one["best"],
        "best_words": both(decision, one["best"]),
        "hint": both(decision, one["hint"]),
        "reason": one["reason"],
        "moves": moves,
        "finders": one["finders"],
    }


def table_of(one: PuzzleDict, name: str) -> Table:
    """The deal that the puzzle is taken from, up to its decision. It holds the hidden cards, too."""
    origin = one["origin"]
    deal = {"seed": origin["seed"], "moves": origin["moves"]}
    return replay({"game": name, "rules": origin["rules"], "deals": [deal]}, carried=origin["carried"])
