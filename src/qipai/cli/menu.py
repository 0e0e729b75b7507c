"""The numbered list of moves, in columns, shortened if long; and the meaning of a typed line."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from qipai.cli import words
from qipai.cli.errors import CommandError
from qipai.cli.output import Output, cells, plain
from qipai.core.errors import IllegalMove
from qipai.core.game import Game
from qipai.core.state import State, View
from qipai.core.table import judge
from qipai.core.text import Line, Span

GAP = 3  # places between two columns
MOST_ROWS = 12  # of the short list
PAGE = 20  # rows of the long list between two pauses


class Entry(NamedTuple):
    """One legal move: its number from 1, its notation, its description."""

    number: int
    move: str
    words: Line

    def label(self) -> Line:
        return [Span(f"{self.number:>3} ", "dim"), *self.words]


def entries(game: Game, view: View, seat: int, moves: list[str], names: list[str], lang: str) -> list[Entry]:
    """Every move with its description, or with its notation if the game has none."""
    out: list[Entry] = []
    for number, move in enumerate(moves, 1):
        description = without_name(game.words.describe(view, seat, move, names, lang), names[seat])
        out.append(Entry(number, move, description if plain(description).strip() else [Span(move)]))
    return out


def without_name(line: Line, name: str) -> Line:
    """Drops the player's name, which would repeat on every line of their own list."""
    if line and line[0].text.startswith(name):
        rest = line[0].text.removeprefix(name).lstrip(" :：")
        return [Span(rest, line[0].style), *line[1:]]
    return line


def columns(labels: list[Line], width: int) -> list[Line]:
    """Lines of equally wide columns, ordered top to bottom."""
    if not labels:
        return []
    sizes = [cells(plain(label)) for label in labels]
    cell = max(sizes) + GAP
    across = max(1, min(len(labels), (width + GAP) // cell))
    rows = -(-len(labels) // across)
    out: list[Line] = []
    for row in range(rows):
        line: Line = []
        for index in range(row, len(labels), rows):
            line += [*labels[index], Span(" " * (cell - sizes[index]))]
        out.append(line)
    return out


def show_short(out: Output, found: list[Entry]) -> None:
    """The list under the table: all moves, or the first rows and how to see the rest."""
    rows = max(4, min(MOST_ROWS, out.height - 14))
    lines = columns([entry.label() for entry in found], out.width)
    if len(lines) <= rows:
        out.lines(lines)
        return
    across = -(-len(found) // len(lines))
    shown = found[: rows * across]
    out.lines(columns([entry.label() for entry in shown], out.width))
    out.say(words.MORE_MOVES, "dim", count=len(found) - len(shown), example=found[-1].move)


def with_notation(entry: Entry) -> Line:
    same = plain(entry.words).strip() == entry.move
    return entry.label() if same else [*entry.label(), Span(f"  {entry.move}", "dim")]


def show_all(out: Output, found: list[Entry], wanted: str, ask: Callable[[str], str] | None) -> None:
    """The list with notation, grouped by kind (verb and number of pieces); only entries that contain `wanted`.

    `ask` is called between pages, if a person is there to turn them.
    """
    if wanted:
        low = wanted.lower()
        found = [entry for entry in found if low in entry.move.lower() or low in plain(entry.words).lower()]
        if not found:
            out.say(words.NO_SUCH_MOVES, "bad", wanted=wanted)
            return
    groups: dict[tuple[str, int], list[Entry]] = {}
    for entry in found:
        parts = entry.move.split(" as ")[0].split()
        groups.setdefault((parts[0], len(parts)), []).append(entry)
    rows: list[Line] = []
    for (verb, _), members in groups.items():
        if len(groups) > 1 and len(found) > PAGE:
            rows.append([Span(words.GROUP.say(out.lang).format(verb=verb, count=len(members)), "title")])
        rows += columns([with_notation(entry) for entry in members], out.width)
    for index, row in enumerate(rows):
        if ask is not None and index and index % PAGE == 0 and index < len(rows) - 2:
            if ask(words.MORE.say(out.lang)).strip().lower() == "q":
                return
        out.line(row)


def parse_input(game: Game, state: State, seat: int, text: str, found: list[Entry]) -> int:
    """The packed action of a typed line: a number, a move in notation, or pieces without the verb.

    Raises the rules' error for the interpretation closest to a legal move.
    """
    if text.isascii() and text.isdigit():
        number = int(text[:9])
        if not 1 <= number <= len(found):
            raise CommandError("BAD_INDEX", words.NO_NUMBER, count=len(found))
        return judge(game, state, seat, found[number - 1].move)
    refusals: list[IllegalMove] = []
    verbs = list(dict.fromkeys(entry.move.split()[0] for entry in found))
    without_verb = [f"{verb} {form}" for verb in verbs for form in (text, text.upper(), text.lower())]
    for readings in ([text], [text.lower()], without_verb):
        actions: set[int] = set()
        for reading in readings:
            try:
                actions.add(judge(game, state, seat, reading))
            except IllegalMove as problem:
                refusals.append(problem)
        if len(actions) == 1:
            return actions.pop()
        if actions:
            raise CommandError("AMBIGUOUS", words.UNCLEAR, given=text, count=len(actions))
    if not text.isascii():
        fits = [entry for entry in found if text in plain(entry.words).replace(" ", "")]
        exact = [entry for entry in fits if plain(entry.words).replace(" ", "") == text]
        if len(exact or fits) == 1:
            return judge(game, state, seat, (exact or fits)[0].move)
        if fits:
            raise CommandError("AMBIGUOUS", words.UNCLEAR, given=text, count=len(fits))
    raise next((refusal for refusal in refusals if refusal.code != "BAD_MOVE"), refusals[0])
