"""Saving what was played: between deals, and when the person leaves the table.

The only module of the playing side that asks a table for its record: the match is the person's own and is over for them.
"""

from __future__ import annotations

import os
from pathlib import Path

from qipai.cli import words
from qipai.cli.fail import CommandError
from qipai.core.record import write_record
from qipai.core.table import Table


def check_place(path: str) -> None:
    """Says at the start, not after an hour of play, that a record cannot be written."""
    folder = Path(path).expanduser().resolve().parent
    if Path(path).expanduser().is_dir():
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=os.strerror(21))
    if not folder.is_dir():
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=os.strerror(2))
    if not os.access(folder, os.W_OK):
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=os.strerror(13))


def save(table: Table, path: str) -> None:
    """Writes beside the file first, so that a crash never leaves half a record."""
    target = Path(path).expanduser()
    draft = target.with_name(target.name + ".part")
    try:
        draft.write_text(write_record(table.record()), encoding="utf-8")
        draft.replace(target)
    except OSError as problem:
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=problem.strerror or str(problem)) from None
