"""Saves the record of a match: between deals, and when the player leaves the table.

The only playing code that asks a table for its record: the match is the player's own and over for them.
"""

from __future__ import annotations

import os
from pathlib import Path

from qipai.cli import words
from qipai.cli.errors import CommandError
from qipai.core.record import write_record
from qipai.core.table import Table


def check_writable(path: str) -> None:
    """Fails at the start, not after an hour of play, if the file cannot be written."""
    folder = Path(path).expanduser().resolve().parent
    if Path(path).expanduser().is_dir():
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=os.strerror(21))
    if not folder.is_dir():
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=os.strerror(2))
    if not os.access(folder, os.W_OK):
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=os.strerror(13))


def save(table: Table, path: str) -> None:
    """Writes a temporary file first, so that a crash never leaves half a record."""
    target = Path(path).expanduser()
    draft = target.with_name(target.name + ".part")
    try:
        draft.write_text(write_record(table.record()), encoding="utf-8")
        draft.replace(target)
    except OSError as problem:
        raise CommandError("BAD_FILE", words.BAD_FILE, path=path, reason=problem.strerror or str(problem)) from None
