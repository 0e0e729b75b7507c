"""`qipai bot`: one of our agents as a program that answers on standard input and output (docs/bots.md)."""

from __future__ import annotations

import sys

from qipai.agents.bot_server import serve
from qipai.agents.ladder import LEVELS
from qipai.cli import words
from qipai.cli.errors import CommandError


def bot(level: str) -> int:
    if level not in LEVELS:
        raise CommandError("BAD_USAGE", words.BAD_LEVEL, given=level, levels=", ".join(LEVELS))
    serve(level, sys.stdin, sys.stdout)
    return 0
