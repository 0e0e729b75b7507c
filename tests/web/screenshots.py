"""`make screenshots`: every screen of the web client at five sizes and in both languages, into screenshots/, which git ignores.

Those that a README or a page of docs/ shows are kept in docs/screenshots/web/.

python -m tests.web.screenshots [SCREEN ...]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from qipai import games
from tests.conftest import ROOT
from tests.server.players import running
from tests.web.chromium import LANGUAGES, Visits, launch, missing, save
from tests.web.games import TAUGHT
from tests.web.people import Guest

KEPT = ROOT / "docs" / "screenshots" / "web"
OTHERS = ROOT / "screenshots"
CALM = 600  # milliseconds until fonts are there and everything lies where it belongs
LINES = 12  # of the log: then there is something on the table


def screens(guest: Guest) -> Iterator[tuple[str, str]]:
    """(name, path), each room brought to where the picture is taken. The table of a game stands before its settlement."""
    yield "lobby", "/"
    yield "account", "/?account"
    yield "new", f"/?new={games()[0]}"
    yield "waiting", f"/r/{guest.open(games()[-1], 'open')}"
    for game in games():
        room = guest.open(game)
        guest.ready(room)
        guest.play_on(room, LINES)
        yield game, f"/r/{room}"
        guest.play(room)
        yield f"{game}-settlement", f"/r/{room}"
    yield "replay", f"/replay?room={room}"
    yield "rules", f"/rules/{TAUGHT[0]}"
    yield "learn", f"/learn/{TAUGHT[-1]}"


def linked() -> str:
    """Everything that may show a picture."""
    pages = [*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def shoot(visits: Visits, guest: Guest, name: str, path: str, lang: str, text: str) -> None:
    """One screen at every size."""
    for size, page in visits.sizes(path, lang, storage_state=guest.storage):
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(CALM)
        picture = f"{name}-{size}.{lang}.webp"
        save(page, (KEPT if picture in text else OTHERS) / picture)
    visits.close()


def main() -> int:
    reason = missing()
    if reason is not None:
        print(reason, file=sys.stderr)
        return 2
    wanted = set(sys.argv[1:])
    text = linked()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"sqlite:///{folder}/rooms.db", Path(folder)) as node,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        visits = Visits(browser, node.url)
        with Guest(node.url, "小明") as guest:
            for name, path in screens(guest):
                if wanted and name not in wanted:
                    continue
                for lang in LANGUAGES:
                    shoot(visits, guest, name, path, lang, text)
                print(name)
        browser.close()
    for complaint in visits.unexpected():
        print(complaint, file=sys.stderr)
    return 1 if visits.unexpected() else 0


if __name__ == "__main__":
    raise SystemExit(main())
