"""`qipai puzzles`: lists, shows and asks puzzles, and makes new ones."""

from __future__ import annotations

import json
from datetime import date

from qipai.cli import menu
from qipai.cli import puzzle_words as words
from qipai.cli.arena import make_backend, write
from qipai.cli.errors import WRONG
from qipai.cli.output import Output
from qipai.cli.record_file import check_writable
from qipai.cli.review import columns, heads, make_folder, progress
from qipai.core.errors import QipaiError
from qipai.core.registry import game as find_game
from qipai.core.text import Span, Text, signed, unnamed
from qipai.puzzles.make import Tally, make
from qipai.puzzles.mine import mine_number
from qipai.puzzles.panel import DIFFICULTIES
from qipai.puzzles.setter import setter_of
from qipai.puzzles.shapes import PuzzleDict
from qipai.puzzles.shelf import Answered, answered, chosen, daily, puzzle, read_date, shelf, with_puzzles
from qipai.puzzles.tell import decision_of

OPEN = ("id", "view", "difficulty", "themes", "kind")  # of a puzzle without its answer


def list_puzzles(out: Output, name: str | None, theme: str | None, difficulty: int | None) -> int:
    if name is None:
        for each in with_puzzles():
            count = len(chosen(each))
            out.say(words.COUNTED, game=find_game(each).title.say(out.lang), n=count)
            out.data({"game": each, "puzzles": count})
        return 0
    found = chosen(name, theme, difficulty)
    for one in found:
        out.data({"id": one["id"], "difficulty": one["difficulty"], "themes": one["themes"], "kind": one["kind"]})
    if not found:
        out.say(words.NONE_FOUND, "gold")
        return WRONG
    columns(out, [heads(out, *words.HEAD), *([one["id"], difficulty_of(out, one), themes_of(out, name, one)] for one in found)])
    return 0


def difficulty_of(out: Output, one: PuzzleDict) -> str:
    return DIFFICULTIES[one["difficulty"]].say(out.lang)


def themes_of(out: Output, name: str, one: PuzzleDict) -> str:
    themes = setter_of(find_game(name)).themes
    return ("、" if out.lang == "zh" else ", ").join(themes[theme].say(out.lang) for theme in one["themes"])


def show(out: Output, name: str, number: str, answer: bool) -> int:
    one = puzzle(name, number)
    told = dict(one) if answer else {key: value for key, value in one.items() if key in OPEN}
    out.data({"puzzle": told})
    draw(out, name, one, words.TITLE.say(out.lang).format(id=one["id"]))
    if answer:
        tell(out, answered(name, one["id"], one["best"]), None)
    return 0


def draw(out: Output, name: str, one: PuzzleDict, title: str) -> list[menu.Entry]:
    """The position, and the legal moves."""
    game = find_game(name)
    decision = decision_of(game, one["view"])
    names = unnamed(len(decision.known.returns()), out.lang)
    out.heading(" · ".join([game.title.say(out.lang), title, difficulty_of(out, one), themes_of(out, name, one)]))
    out.lines(game.words.screen(decision.view, names, out.lang))
    out.blank()
    out.say(words.TO_FIND, "bold")
    return menu.entries(game, decision.view, decision.seat, decision.moves, names, out.lang)


def tell(out: Output, found: Answered, given: str | None) -> None:
    """Right or not, why, and what the moves bring."""
    out.blank()
    said = {"move": found["words"][out.lang], "best": found["best_words"][out.lang]}  # type: ignore[literal-required]
    if given is None:
        out.say(words.GIVEN_UP, "bold", best=said["best"])
    else:
        out.say(words.RIGHT if found["right"] else words.WRONG, "good" if found["right"] else "bad", **said)
    out.say(words.WHY, reason=found["reason"][out.lang].rstrip(".。"))  # type: ignore[literal-required]
    rows = [heads(out, *words.TABLE)]
    for one in found["moves"]:
        behind = "" if not one["behind_error"] else f"{signed(-one['behind'], 2)} ± {one['behind_error']:.2f}"
        rows.append([one["words"][out.lang], signed(one["value"], 2), behind, str(one["worlds"])])  # type: ignore[literal-required]
    columns(out, rows)
    hit, asked = (sum(counts[k] for counts in found["finders"].values()) for k in (0, 1))
    out.say(words.FOUND_BY, "dim", found=hit, asked=asked)


def ask(out: Output, name: str, one: PuzzleDict, title: str, move: str | None) -> bool | None:
    """Whether the answer is right; None without an answer."""
    found = draw(out, name, one, title)
    decision = decision_of(find_game(name), one["view"])
    known = decision.game.known(decision.view)
    if move is None:
        menu.show_short(out, found)
    while True:
        text = move if move is not None else read(words.PROMPT.say(out.lang) if out.asks else "")
        if text == "?":
            menu.show_all(out, found, "", None)
            continue
        if not text:
            tell(out, answered(name, one["id"], one["best"]), None)
            return None
        try:
            action = menu.parse_input(decision.game, known, decision.seat, text, found)
        except QipaiError as problem:
            if move is not None or not out.asks:
                raise
            out.line([Span(problem.say(out.lang), "bad")])
            continue
        result = answered(name, one["id"], decision.text(action))
        out.data({"id": one["id"], **result})
        tell(out, result, text)
        return result["right"]


def read(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        return ""


def play(out: Output, name: str, number: str | None, theme: str | None, difficulty: int | None, move: str | None) -> int:
    queue = [puzzle(name, number)] if number is not None else chosen(name, theme, difficulty)
    if not queue:
        out.say(words.NONE_FOUND, "gold")
        return WRONG
    right = done = 0
    for one in queue:
        result = ask(out, name, one, words.TITLE.say(out.lang).format(id=one["id"]), move)
        done += 1
        right += bool(result)
        if move is not None or not out.asks or (len(queue) > done and read(words.NEXT.say(out.lang)) == "q"):
            break
    out.blank()
    out.say(words.SCORE, right=right, all=done)
    return 0 if right == done else WRONG


def today(out: Output, name: str, day: str | None, move: str | None) -> int:
    when = date.today() if day is None else read_date(day)
    one = daily(name, when)
    if one is None:
        out.say(words.NONE_YET, "gold", game=find_game(name).title.say(out.lang))
        return WRONG
    title = words.TITLE_DAILY.say(out.lang).format(date=when.isoformat())
    if move is None and not out.asks:
        out.data({"date": when.isoformat(), "id": one["id"], "view": one["view"]})
        draw(out, name, one, title)
        return 0
    return 0 if ask(out, name, one, title, move) else WRONG


def make_puzzles(out: Output, name: str, count: int, seed: int, keep: str, file: str | None, jobs: int) -> int:
    path = file or f"{name}.puzzles.json"
    setter_of(find_game(name))
    check_writable(path)
    make_folder(keep)
    backend = make_backend("local", jobs, None, mine_number)
    with progress(
        out, Text(words.MAKING.en.format(deals=0, decisions=0), words.MAKING.zh.format(deals=0, decisions=0))
    ) as watch:

        def seen(tally: Tally) -> None:
            watch(min(len(tally.puzzles), count), count)
            out.data({"deals": tally.next, "decisions": tally.decisions, "puzzles": len(tally.puzzles)})

        made = make(name, count, seed, backend, keep, seen)
    write(path, dump(made))
    shelf.cache_clear()
    out.say(words.MADE, n=len(made["puzzles"]), decisions=made["decisions"], deals=made["deals"], path=path)
    return 0


def dump(made: object) -> str:
    """One puzzle a line: small, and a change is seen where it is."""
    assert isinstance(made, dict)
    head = {key: value for key, value in made.items() if key != "puzzles"}
    rows = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in made["puzzles"])
    return json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1] + ',"puzzles":[\n' + rows + "\n]}\n"
