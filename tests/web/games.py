"""Which games the tests of the web client mean, found as the client finds them."""

from __future__ import annotations

import qipai
from tests.conftest import ROOT

FOLDERS = ROOT / "web" / "src" / "games"


def bringing(part: str) -> list[str]:
    """The games whose folder in the client has this file."""
    return [game for game in qipai.games() if (FOLDERS / game / part).is_file()]


DRAWN = bringing("index.ts")  # with a table of their own
TAUGHT = bringing("lessons.ts")  # with a guided first deal and a rule book with pictures
EXPLAINED = bringing("options.ts")  # with a sentence about each option
NEW_ROOMS = [f"/?new={game}" for game in qipai.games()]
