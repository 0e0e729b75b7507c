"""`qipai arena`: a duplicate match between agents, with a progress bar and a final table."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qipai.agents.base import BUDGETS
from qipai.agents.seating import seat_agent
from qipai.arena.backends import Backend, InProcess, Pool, Ray, Work
from qipai.arena.deal import play_number
from qipai.arena.match import Match, seats_for
from qipai.arena.plot import svg
from qipai.arena.run import run
from qipai.arena.standings import Standing, Standings
from qipai.cli import words
from qipai.cli.errors import WRONG, CommandError
from qipai.cli.output import Output, cells, pad
from qipai.cli.record_file import check_writable
from qipai.cli.rules import parse_rules
from qipai.core.registry import game as find_game
from qipai.core.text import Span, Text, minus, signed


def span_of(interval: tuple[float, float]) -> str:
    return f"[{signed(interval[0], 3)}, {signed(interval[1], 3)}]"


COLUMNS: list[tuple[Text, Callable[[Standing], str]]] = [
    (words.COL_AGENT, lambda one: one.name),
    (words.COL_MEAN, lambda one: signed(one.mean(), 3)),
    (words.COL_INTERVAL, lambda one: span_of(one.interval())),
    (words.COL_WINS, lambda one: f"{100 * one.won / max(1, len(one.by_deal)):.1f}%"),
    (words.COL_MEDIAN, lambda one: f"{one.time(0.5):.2f}"),
    (words.COL_P99, lambda one: f"{one.time(0.99):.2f}"),
    (words.COL_ILLEGAL, lambda one: str(one.illegal)),
    (words.COL_ERRORS, lambda one: str(one.errors)),
    (words.COL_TIMEOUTS, lambda one: str(one.timeouts)),
]


def arena(
    out: Output,
    name: str,
    agents: list[str],
    deals: int,
    jobs: int,
    budget: str,
    seed: str,
    rules: str | None,
    limit: float,
    bar: float | None,
    kept: str | None,
    json_file: str | None,
    plot: str | None,
    backend: str,
    address: str | None,
) -> int:
    match = make_match(name, agents, budget, seed, rules, limit)
    for path in (kept, json_file if json_file != "-" else None, plot):
        if path is not None:
            check_writable(path)
    alarm = Alarm(out.lang)
    with progress(out, deals) as watch:

        def seen(standings: Standings) -> None:
            alarm.look(standings)
            watch(standings)

        standings = run(match, deals, make_backend(backend, jobs, address), bar=bar, kept=kept, watch=seen)
    if json_file != "-":
        show(out, standings, deals, bar)
    if json_file is not None:
        write(json_file, json.dumps(standings.to_json(), ensure_ascii=False, indent=1) + "\n")
    if plot is not None:
        game = find_game(name)
        title = f"{game.title.say(out.lang)}: {' · '.join(match.agents)}"
        write(plot, svg(standings, title, words.COL_DEALS.say(out.lang)))
    return WRONG if alarm.end(standings) else 0


class Alarm:
    """Warns about agents that fail, since the default moves made for them distort their results.

    On standard error, so that redirected output does not hide it: at an agent's first fault, and again at the end.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.warned: set[str] = set()

    def say(self, text: Text, **values: object) -> None:
        print(text.say(self.lang).format(**values), file=sys.stderr, flush=True)

    def look(self, standings: Standings) -> None:
        for one in standings.agents:
            if one.faults and one.name not in self.warned:
                self.warned.add(one.name)
                self.say(words.ARENA_FAULT, name=one.name, reason=" ".join(one.first_fault.split())[:500])

    def end(self, standings: Standings) -> bool:
        """Whether any agent failed."""
        for one in standings.agents:
            if one.faults:
                self.say(words.ARENA_FAULTS, name=one.name, faults=one.faults, moves=len(one.times))
        return bool(self.warned)


def make_match(name: str, agents: list[str], budget: str, seed: str, rules: str | None, limit: float) -> Match:
    """Checks everything, so that no worker meets a wrong name."""
    game = find_game(name)
    checked = game.rules(parse_rules(rules, game))
    if budget not in BUDGETS:
        raise CommandError("BAD_USAGE", words.BAD_BUDGET, given=budget)
    if not re.fullmatch("[0-9a-fA-F]{64}", seed):
        raise CommandError("BAD_USAGE", words.BAD_SEED)
    for agent in dict.fromkeys(agents):
        seat_agent(game, checked, agent, seat=0, seed=0, budget=budget, limit=limit).close()
    seated = seats_for(agents, game.seats(checked))
    return Match(name, seated, budget, seed.lower(), checked.to_json(), limit)


def make_backend(name: str, jobs: int, address: str | None, work: Work = play_number) -> Backend:
    if name == "ray":
        return Ray(jobs, address, work)
    if name != "local" or address:
        raise CommandError("BAD_USAGE", words.BAD_BACKEND, given=name)
    return InProcess(work) if jobs == 1 else Pool(jobs, work)


@contextmanager
def progress(out: Output, deals: int) -> Iterator[Callable[[Standings], None]]:
    """A progress bar with the first agent's mean, on a terminal."""
    if out.console is None:
        yield lambda standings: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn(), console=out.console
    ) as bar:
        task = bar.add_task("", total=deals)

        def watch(standings: Standings) -> None:
            first = standings.agents[0]
            bar.update(
                task,
                completed=standings.deals,
                description=f"{first.name} {signed(first.mean(), 3)} {span_of(first.interval())}",
            )

        yield watch


def show(out: Output, standings: Standings, wanted: int, bar: float | None) -> None:
    rows = [[text.say(out.lang) for text, _ in COLUMNS]]
    rows += [[value(one) for _, value in COLUMNS] for one in standings.agents]
    widths = [max(cells(row[k]) for row in rows) for k in range(len(COLUMNS))]
    for number, row in enumerate(rows):
        fields = [pad(row[0], widths[0])]
        fields += [" " * (width - cells(field)) + field for field, width in zip(row[1:], widths[1:], strict=True)]
        out.line([Span("  ".join(fields), "" if number else "bold")])
    rotations = len(standings.match.rotations())
    out.say(words.ARENA_PLAYED, "dim", deals=standings.deals, rotations=rotations, plays=standings.deals * rotations)
    if standings.deals < wanted and bar is not None:
        side = words.ARENA_ABOVE if standings.agents[0].mean() > bar else words.ARENA_BELOW
        out.say(side, "good", name=standings.agents[0].name, bar=minus(f"{bar:g}"))


def write(path: str, text: str) -> None:
    if path == "-":
        print(text, end="")
        return
    fresh = f"{path}.new"
    with open(fresh, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(fresh, path)
