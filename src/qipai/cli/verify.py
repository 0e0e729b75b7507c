"""`qipai verify`: is a record correct, and were its deals fair? Exit code 0 or 1."""

from __future__ import annotations

from qipai.cli import words
from qipai.cli.errors import WRONG
from qipai.cli.output import Output
from qipai.core.errors import QipaiError
from qipai.core.record import read_record
from qipai.core.record import verify as verify_record
from qipai.core.text import Span, signed

SHUFFLES = {"proven": words.SHUFFLE_PROVEN, "seed": words.SHUFFLE_SEED, "explicit": words.SHUFFLE_EXPLICIT}


def verify(out: Output, file: str) -> int:
    try:
        found = verify_record(read_record(file))
    except QipaiError as problem:
        out.data({"ok": False, "file": file, "error": problem.to_json()})
        out.say(words.NOT_VERIFIED, "bad")
        out.line([Span(problem.say(out.lang))])
        return WRONG
    out.data({**found, "file": file})
    deals = found["deals"]
    assert isinstance(deals, list)
    for deal in deals:
        result = words.RUNNING.say(out.lang)
        if deal["returns"] is not None:
            result = words.RESULT.say(out.lang).format(returns=" ".join(signed(n) for n in deal["returns"]))
        out.say(words.VERIFY_DEAL, "bold", number=deal["deal"] + 1, moves=deal["moves"], result=result)
        style = "good" if deal["shuffle"] == "proven" else "dim"
        out.line([Span("  "), Span(SHUFFLES[deal["shuffle"]].say(out.lang), style)])
        if deal["practice"]:
            out.line([Span("  "), Span(words.PRACTICE_DEAL.say(out.lang), "dim")])
    out.say(words.VERIFIED, "good")
    return 0
