"""`qipai review`: which decisions of finished deals cost points, and why; a summary over several records."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from qipai.cli import words
from qipai.cli.arena import make_backend, write
from qipai.cli.errors import WRONG, CommandError
from qipai.cli.output import Output, cells, harmless, pad
from qipai.cli.record_file import check_writable
from qipai.core.data import Json
from qipai.core.record import read_record
from qipai.core.registry import game as find_game
from qipai.core.text import Span, Text, signed, unnamed
from qipai.review import labels
from qipai.review.archive import Archive, GameSummary, PlayerSummary, review_number, summary
from qipai.review.classes import CLASSES, COSTLY
from qipai.review.curve import blocks, span_of
from qipai.review.effort import EFFORTS
from qipai.review.page import page
from qipai.review.run import review as review_record
from qipai.review.shapes import DealReviewDict, DecisionDict, ReviewDict
from qipai.review.words import short

STYLES = {"best": "good", "good": "", "inaccuracy": "gold", "mistake": "bad", "blunder": "bad"}
WIDEST = 60  # columns of a curve
Watch = Callable[[int, int], None]


def review(
    out: Output,
    files: list[str],
    effort: str,
    seed: int,
    deal: int | None,
    everything: bool,
    html: str | None,
    keep: str | None,
    player: str | None,
    jobs: int,
    backend: str,
    address: str | None,
) -> int:
    if effort not in EFFORTS:
        raise CommandError("BAD_USAGE", words.BAD_EFFORT, given=effort)
    if html is not None:
        check_writable(html)
    if keep is not None:
        make_folder(keep)
    archive = Archive(tuple(files), effort, seed, None if deal is None else deal - 1, keep)
    place = make_backend(backend, jobs, address, review_number)
    reviews: list[tuple[str, ReviewDict]] = []
    refused = 0
    if len(files) == 1 and backend == "local":
        with progress(out, words.REVIEW_BAR) as watch:
            found = review_record(
                read_record(files[0]),
                effort,
                seed=seed,
                deal=archive.deal,
                progress=watch,
                checkpoint=archive.checkpoint(files[0]),
            )
        reviews.append((files[0], found))
        out.data({"file": files[0], "review": found})
    else:
        done: dict[int, Json] = {}
        with progress(out, words.REVIEW_FILES) as watch:
            for result in place(archive, iter(range(len(files)))):
                done[int(str(result["number"]))] = result
                watch(len(done), len(files))
        for number, file in enumerate(files):
            result = done[number]
            if "error" in result:
                refused += 1
                problem = cast(Json, result["error"])
                out.data({"file": file, "error": problem})
                told = problem["message_zh" if out.lang == "zh" else "message"]
                print(harmless(words.REVIEW_REFUSED.say(out.lang).format(file=file, reason=told)), file=sys.stderr)
                continue
            found = cast(ReviewDict, result["review"])
            reviews.append((file, found))
            out.data({"file": file, "review": found})
    several = len(files) > 1
    for file, found in reviews:
        show(out, file if several else None, found, everything, player)
    if several and reviews:
        told_all = summary([found for _, found in reviews])
        out.data({"summary": told_all})
        show_summary(out, told_all, player)
    if html is not None and reviews:
        write(html, page([(file, read_record(file), found) for file, found in reviews], out.lang))
        out.say(words.REVIEW_PAGE, "dim", path=html)
    return WRONG if refused else 0


def make_folder(path: str) -> None:
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK):
            raise PermissionError(13, os.strerror(13))
    except OSError as problem:
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=problem.strerror or str(problem)) from None


@contextmanager
def progress(out: Output, text: Text) -> Iterator[Watch]:
    """A progress bar, on a terminal."""
    if out.console is None:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out.console, transient=True) as bar:
        task = bar.add_task(text.say(out.lang), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def columns(out: Output, rows: list[list[str]]) -> None:
    """A table: the first row is its head, the first column is on the left."""
    widths = [max(cells(row[k]) for row in rows) for k in range(len(rows[0]))]
    for number, row in enumerate(rows):
        fields = [pad(row[0], widths[0])]
        fields += [" " * (width - cells(field)) + field for field, width in zip(row[1:], widths[1:], strict=True)]
        out.line([Span("  ".join(fields), "" if number else "bold")])


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1f}%"


def split_of(result: int, deal: float, others: float, own: float) -> list[str]:
    return [signed(result), signed(deal, 2), signed(others, 2), signed(own, 2)]


def heads(out: Output, *texts: Text) -> list[str]:
    return [text.say(out.lang) for text in texts]


SPLIT = (labels.RESULT, labels.DEALT, labels.OTHERS, labels.OWN, labels.ACCURACY)
GRADES = tuple(CLASSES[grade] for grade in COSTLY)


def show(out: Output, file: str | None, found: ReviewDict, everything: bool, player: str | None) -> None:
    title = find_game(found["game"]).title.say(out.lang)
    for deal in found["deals"]:
        names = found["players"] or unnamed(len(deal["seats"]), out.lang)
        number = labels.DEAL.say(out.lang).format(number=deal["deal"] + 1)
        out.heading(" · ".join([*([file] if file else []), title, number]))
        show_deal(out, found, deal, names, everything, player)
    if found["unfinished"]:
        out.blank()
        out.say(words.REVIEW_LEFT, "dim", number=found["unfinished"][0] + 1)


def show_deal(
    out: Output, found: ReviewDict, deal: DealReviewDict, names: list[str], everything: bool, player: str | None
) -> None:
    rows = [heads(out, labels.PLAYER, *SPLIT, *GRADES)]
    for seat in deal["seats"]:
        split = split_of(seat["result"], seat["deal"], seat["others"], seat["own"])
        counts = [str(seat["grades"][grade]) for grade in COSTLY]
        rows.append([short(names[seat["seat"]]), *split, percent(seat["accuracy"]), *counts])
    columns(out, rows)
    out.blank()
    low, high = span_of(deal)
    out.line([Span(f"{labels.CURVE.say(out.lang)} · {signed(low, 1)} … {signed(high, 1)}", "dim")])
    wide = max(cells(short(name)) for name in names)
    for seat in deal["seats"]:
        line = blocks(seat, deal["moves"], low, high, min(WIDEST, max(10, out.width - wide - 12)))
        out.line([Span(pad(short(names[seat["seat"]]), wide) + "  "), Span(line), Span(f"  {signed(seat['result'])}", "bold")])
    out.blank()
    shown = [d for d in deal["decisions"] if everything or d["counted"]]
    if player is not None:
        shown = [d for d in shown if names[d["seat"]] == player]
    if not shown:
        out.say(labels.NOTHING_COSTLY, "good")
        return
    out.say(labels.ALL_MOVES if everything else labels.COSTLY, "bold")
    most = {move for seat in deal["seats"] for move in seat["costly"]}
    for decision in shown:
        show_decision(out, found, decision, names, decision["move"] in most)


def show_decision(out: Output, found: ReviewDict, decision: DecisionDict, names: list[str], marked: bool) -> None:
    """A star marks the most costly decisions of each player."""
    grade = decision["grade"]
    cost = f" {signed(-decision['counted'], 2)}" if decision["counted"] else ""
    kind = cast(dict[str, str], found["kinds"][decision["kind"]])[out.lang]
    out.line(
        [
            Span(f"{decision['move'] + 1:>4}. ", "dim"),
            Span(f"{short(names[decision['seat']])} · {kind} · "),
            Span(f"{CLASSES[grade].say(out.lang)}{cost}", STYLES[grade]),
            Span(" ★" if marked else "", "gold"),
        ]
    )
    out.line([Span("      " + cast(dict[str, str], decision["said"])[out.lang])])


def show_summary(out: Output, games: list[GameSummary], player: str | None) -> None:
    for one in games:
        title = find_game(one["game"]).title.say(out.lang)
        out.heading(f"{labels.SUMMARY.say(out.lang)} · {title}")
        players = [found for found in one["players"] if player is None or found["player"] == player]
        if not players:
            out.say(words.REVIEW_NOBODY, "gold", name=player)
            continue
        rows = [heads(out, labels.PLAYER, labels.DEALS, *SPLIT, *GRADES)]
        for found in players:
            split = split_of(found["result"], found["deal"], found["others"], found["own"])
            counts = [str(found["grades"].get(grade, 0)) for grade in COSTLY]
            rows.append([called(out, found), str(found["deals"]), *split, percent(found["accuracy"]), *counts])
        columns(out, rows)
        for found in players:
            show_kinds(out, one, found)


def called(out: Output, found: PlayerSummary) -> str:
    return short(found["player"]) or words.REVIEW_UNNAMED.say(out.lang)


def show_kinds(out: Output, game: GameSummary, found: PlayerSummary) -> None:
    """Where the points went, the most costly kind first."""
    out.blank()
    name = called(out, found)
    rows = [[f"{name}: {labels.KIND.say(out.lang)}", *heads(out, labels.DECISIONS, labels.COST, labels.LOST, labels.PER_DEAL)]]
    for key, kind in found["kinds"].items():
        told = cast(dict[str, str], game["kinds"][key])[out.lang]
        lost = [signed(-kind["lost"], 2), signed(-kind["lost"] / found["deals"], 3)]
        rows.append([told, str(kind["decisions"]), str(kind["costly"]), *lost])
    columns(out, rows)
