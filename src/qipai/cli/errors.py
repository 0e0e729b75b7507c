"""Errors as one clear line, or as JSON; never a traceback."""

from __future__ import annotations

import json
import sys

from qipai.cli import words
from qipai.cli.output import harmless
from qipai.core.errors import QipaiError
from qipai.core.text import Text

FAILED = 2  # exit code: the command could not run
WRONG = 1  # exit code: it ran, and the answer is no


class CommandError(QipaiError):
    """A command that cannot run for a reason outside the games: a file, an option, a missing component."""

    def __init__(self, code: str, text: Text, **detail: object) -> None:
        Exception.__init__(self, code)
        self.code = code
        self.engine_code = ""  # not an engine error
        self.detail = detail
        self.text = text
        self.message = self.say("en")

    def say(self, lang: str) -> str:
        return self.text.say(lang).format(**self.detail)


def report(problem: QipaiError, lang: str, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"error": problem.to_json()}, ensure_ascii=False))
        return
    message = " ".join(problem.say(lang).split())
    print(harmless(words.ERROR.say(lang).format(message=message)), file=sys.stderr)
