"""`qipai train`: rounds of learning in a folder, with a progress bar and a table of the rounds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qipai.agents.learner import learner
from qipai.cli import words
from qipai.cli.arena import make_backend
from qipai.cli.errors import CommandError
from qipai.cli.output import Output
from qipai.core.extras import need
from qipai.core.registry import game as find_game

if TYPE_CHECKING:
    from qipai.train.run import Training

JOB = 5000  # positions, at most
DEALS = 1000  # of a comparison, at least
PER_DEAL = 100  # positions: what learns from more of them gains less at a time, which only more deals can tell
FIXED = ("normal", "hard", "master")  # the levels behind which the learned policy is


def train(
    out: Output,
    name: str,
    folder: str,
    hours: float,
    rounds: int | None,
    positions: int,
    seed: int,
    against: str | None,
    jobs: int,
    backend: str,
    address: str | None,
) -> int:
    learner(find_game(name))
    need("train")
    if against is not None and against not in FIXED:
        raise CommandError("BAD_USAGE", words.BAD_AGAINST, given=against, levels=", ".join(FIXED))
    from qipai.train.collect import work
    from qipai.train.run import Settings, Training

    place = make_backend(backend, jobs, address, work)
    settings = Settings(name, seed, positions, min(JOB, positions), max(DEALS, positions // PER_DEAL), against is not None)
    training = Training(settings, Path(folder))
    until = time.monotonic() + 3600 * hours
    if training.round or training.jobs:
        out.say(words.TRAIN_RESUMED, "dim", round=training.round, jobs=training.jobs, of=training.total)
    shown = len(training.curve)

    def stop() -> bool:
        return time.monotonic() >= until or (rounds is not None and training.round >= rounds)

    with progress(out, training) as draw:

        def watch(seen: Training) -> None:
            nonlocal shown
            for line in seen.curve[shown:]:
                told = line["fixed"] if seen.settings.against else line["teacher"]
                assert isinstance(told, dict)
                assert isinstance(line["last"], dict)
                out.say(
                    words.TRAIN_ROUND if line["kept"] else words.TRAIN_DROPPED,
                    "good" if line["kept"] else "dim",
                    round=line["round"],
                    positions=line["positions"],
                    last=f"{100 * float(str(line['last']['won'])):.1f}",
                    other=f"{100 * float(str(told['won'])):.1f}",
                )
            shown = len(seen.curve)
            draw(seen)

        training.run(place, stop, watch)
    out.data({"rounds": training.round, "jobs": training.jobs, "curve": training.curve})
    best = Path(folder) / f"{name}.weights"
    if best.exists():
        out.say(words.TRAIN_BEST, "good", path=str(best))
    else:
        out.say(words.TRAIN_NONE, "dim", path=str(training.path))
    return 0


@contextmanager
def progress(out: Output, training: Training) -> Iterator[Callable[[Training], None]]:
    """The jobs of the round, on a terminal."""
    if out.console is None:
        yield lambda seen: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out.console) as bar:
        task = bar.add_task("", total=training.total)

        def draw(seen: Training) -> None:
            said = words.TRAIN_BAR.say(out.lang).format(round=seen.round)
            bar.update(task, completed=seen.jobs, description=said)

        draw(training)
        yield draw
