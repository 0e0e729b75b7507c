"""The built site in Chromium, on a plain static server under a path of its own: make site-test.

After the first visit the server is stopped: whatever follows has no network.
"""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.conftest import ROOT
from tests.web.chromium import PATIENCE
from tests.web.table import OVER, TURN

SITE = ROOT / "site" / "play"
PATH = "some/where"
SIZE: Any = {"width": 1000, "height": 800}
GAMES = ("xianqi", "mahjong", "guandan")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Host:
    """A static host that serves the site's folder, copied so that a test may change it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / PATH
        shutil.copytree(SITE, self.folder)
        self.root = folder
        self.server: http.server.ThreadingHTTPServer | None = None
        self.port = 0

    def start(self) -> None:
        handler = functools.partial(Quiet, directory=str(self.root))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{PATH}/"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    assert (SITE / "sw.js").is_file(), "there is no site: make site"
    made = Host(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


def visit(context: BrowserContext, host: Host) -> Page:
    """The first visit: everything is fetched, and the service worker is there."""
    page = context.new_page()
    page.goto(host.url)
    page.locator("[data-action=fetch]").click()
    page.locator("[data-device=ready]").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    return page


def play_now(page: Page, game: str) -> None:
    page.locator(f"[data-play={game}]").click()
    page.locator(f"{TURN}, {OVER}").first.wait_for()


def play(page: Page, most: int = 400) -> bool:
    """By clicks, as hints advise, until the deal is over (True) or so many moves are made."""
    for _ in range(most):
        page.locator(f"{TURN}, {OVER}").first.wait_for()
        if page.locator(OVER).count():
            return True
        page.locator(TURN).click()
        marked = page.locator("[data-action].hinted[aria-disabled=false]")
        marked.wait_for()
        before = page.locator(".table").get_attribute("data-version") or ""
        marked.click()
        expect(page.locator(".table")).not_to_have_attribute("data-version", before)
    return False


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_without_network(context: BrowserContext, host: Host, tmp_path: Path, game: str) -> None:
    """Played, left in the middle, gone on with after a reload, and exported: `qipai verify` finds it proven."""
    page = visit(context, host)
    host.stop()
    page.reload()
    play_now(page, game)
    play(page, 2)
    page.reload()
    assert play(page)
    room = re.search(r"/r/(~\w+)", page.url)
    assert room is not None
    page.goto(f"{host.url}?/replay?room={room[1]}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download record").click()
    record = tmp_path / "record.json"
    saved.value.save_as(record)
    found = subprocess.run([sys.executable, "-m", "qipai", "verify", str(record)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert json.loads(record.read_text())["deals"][0]["fairness"]["room"] == room[1]


def test_a_new_version_is_offered_and_keeps_the_game(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    play_now(page, "xianqi")
    play(page, 1)
    worker = host.folder / "sw.js"
    worker.write_text(worker.read_text().replace("qipai-shell-", "qipai-shell-next-"))
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    page.locator("[data-update]").wait_for()
    assert page.evaluate("caches.keys().then((names) => names.filter((name) => name.includes('shell')).length)") == 2
    page.locator("[data-action=update]").click()
    page.wait_for_function("caches.keys().then((names) => names.filter((name) => name.includes('shell')).length === 1)")
    assert play(page)


def test_where_nothing_can_be_kept_one_is_told_and_plays(browser: Browser, host: Host) -> None:
    forbidden: Any = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }"
    context = browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
    worker = next((host.folder / "assets").glob("worker-*.js"))
    worker.write_text(f"{forbidden};{worker.read_text()}")
    page = context.new_page()
    page.goto(host.url)
    play_now(page, "xianqi")
    expect(page.locator("[data-unsaved=forbidden]")).to_contain_text("won’t save")
    play(page, 1)  # the notice is in nobody's way
    page.locator("[data-unsaved] button").click()
    assert play(page)
    context.close()
