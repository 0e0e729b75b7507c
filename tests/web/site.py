"""The built site in Chromium, on a plain static server under a path of its own: make site-test.

After the first visit the server is stopped: whatever follows has no network.
"""

from __future__ import annotations

import contextlib
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
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

import qipai
from qipai.puzzles import shelf
from tests.conftest import ROOT
from tests.games import ways
from tests.server.players import running
from tests.server.test_coach import BLUNDER, MOVE, SEAT
from tests.server.test_practice import played
from tests.web.chromium import memory_of_page
from tests.web.table import OVER, TURN

SITE = ROOT / "site" / "play"
PATH = "some/where"
SIZE: Any = {"width": 1000, "height": 800}
WAYS = [(game, way) for game in qipai.games() for way in ways(game)]
PATIENCE = 240_000  # milliseconds: Python starts in every test, on whatever machine this is
# Ends the worker as a crash would: right after the move with that number was sent (`act 1`), or when its acknowledgement has
# come and nobody has read it yet (`ack 2`).
KILLER = """
self.acked = []
self.killAt = []
let moves = 0
const kill = (worker) => {
  worker.terminate()
  setTimeout(() => worker.dispatchEvent(new ErrorEvent('error', { message: 'killed' })))
}
self.Worker = class extends Worker {
  constructor(...given) {
    super(...given)
    this.addEventListener('message', (event) => {
      const frame = typeof event.data === 'string' ? (JSON.parse(JSON.parse(event.data).text ?? '{}')) : {}
      if (frame.type !== 'ack') return
      acked.push(frame.cmd_id)
      if (killAt.includes(`ack ${moves}`)) kill(this)
    })
  }
  postMessage(message, ...more) {
    super.postMessage(message, ...more)
    const said = typeof message === 'string' ? JSON.parse(message) : {}
    if (said.do !== 'frame' || JSON.parse(said.text).type !== 'act') return
    moves += 1
    if (killAt.includes(`act ${moves}`)) kill(this)
  }
}
"""
# What a review says of its progress, each word once, and how long the page waits for the coach.
PROGRESS = """
self.progress = []
new MutationObserver(() => {
  const text = document.querySelector('section.review progress')?.previousElementSibling?.textContent ?? ''
  if (text && progress.at(-1) !== text) progress.push(text)
}).observe(document, { subtree: true, childList: true, characterData: true })
"""
PATIENT = "const real = setTimeout; self.setTimeout = (run, ms, ...more) => real(run, ms === 5000 ? 60000 : ms, ...more)"
CONTROLLED = """() => new Promise((resolve) => {
  const look = () => (navigator.serviceWorker.controller ? resolve() : setTimeout(look, 50))
  look()
})"""
NAMED = "const NAME = 'qipai-shell-"  # in the service worker
SHELLS = "async () => (await caches.keys()).filter((name) => name.includes('shell'))"
KEPT = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('qipai', 1)
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const asked = opening.result.transaction('events').objectStore('events').getAll()
    asked.onsuccess = () => resolve(asked.result.map((row) => row[4]).filter(Boolean))
  }
})"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Host:
    """A static host that serves the site's folder, copied so that a test may change it."""

    def __init__(self, folder: Path, says: type[Quiet] = Quiet) -> None:
        self.says = says
        self.folder = folder / PATH
        shutil.copytree(SITE, self.folder)
        self.root = folder
        self.server: http.server.ThreadingHTTPServer | None = None
        self.port = 0

    def start(self) -> None:
        handler = functools.partial(self.says, directory=str(self.root))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def renew(self) -> None:
        """Serves another version from now on."""
        worker = self.folder / "sw.js"
        text = worker.read_text()
        assert text.count(NAMED) == 1
        worker.write_text(text.replace(NAMED, f"{NAMED}next-"))

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
    page.set_default_timeout(PATIENCE)
    page.goto(host.url)
    page.locator("[data-action=fetch]").click()
    page.locator("[data-device=ready]").wait_for()
    page.evaluate(CONTROLLED)
    return page


def until(page: Page, asked: str) -> None:
    """Also on a page that is loaded again meanwhile. Playwright’s own waiting takes any promise for a yes."""
    for _ in range(PATIENCE // 100):
        with contextlib.suppress(Error):
            if page.evaluate(asked):
                return
        page.wait_for_timeout(100)
    raise AssertionError(asked)


def play_now(page: Page, game: str, way: str = "") -> None:
    if len(ways(game)) > 1 and way:
        page.locator(f"label:has([data-way={way}])").click()
    page.locator(f"[data-play={game}]").click()
    page.locator(f"{TURN}, {OVER}").first.wait_for()


def play(page: Page, most: int = 400) -> bool:
    """By clicks, as hints advise, until the deal is over (True) or this many moves have been made."""
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


def room_of(page: Page) -> str:
    found = re.search(r"/r/(~\w+)", page.url)
    assert found is not None
    return found[1]


def verified(page: Page, address: str, folder: Path) -> Any:
    """The record, exported by a click in its replay; `qipai verify` finds it proven."""
    page.goto(address)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download record").click()
    record = folder / "record.json"
    saved.value.save_as(record)
    found = subprocess.run([sys.executable, "-m", "qipai", "verify", str(record)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(record.read_text())


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_a_deal_without_network(context: BrowserContext, host: Host, tmp_path: Path, game: str, way: str) -> None:
    """Played, left in the middle, gone on with after a reload, and exported."""
    page = visit(context, host)
    host.stop()
    page.reload()
    play_now(page, game, way)
    play(page, 2)
    page.reload()
    assert play(page)
    room = room_of(page)
    record = verified(page, f"{host.url}?/replay?room={room}", tmp_path)
    assert record["deals"][0]["fairness"]["room"] == room
    assert qipai.game(game).rules(record["rules"]).preset == way


def test_a_worker_that_ends_at_any_frame_loses_nothing(context: BrowserContext, host: Host, tmp_path: Path) -> None:
    context.add_init_script(KILLER)
    page = visit(context, host)
    host.stop()
    play_now(page, "guandan")
    page.evaluate("killAt.push('act 1', 'ack 2', 'act 3', 'ack 4')")
    assert play(page)
    acked, kept = page.evaluate("acked"), page.evaluate(KEPT)
    mine = [command.partition(":")[2] for command in kept if command.startswith("0:")]
    assert len(set(acked)) >= 4
    assert set(acked) <= set(mine)
    assert len(mine) == len(set(mine))  # none was played twice
    verified(page, f"{host.url}?/replay?room={room_of(page)}", tmp_path)


def test_a_tab_that_crashes_resumes(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    play_now(page, "xianqi")
    play(page, 2)
    address, kept = page.url, page.evaluate(KEPT)
    host.stop()
    # The tab is gone before the next one opens: the service worker may have died with it, and the next visitor waits for it.
    with page.expect_event("crash"), contextlib.suppress(Error):
        page.goto("chrome://crash")
    again = context.new_page()
    again.set_default_timeout(PATIENCE)
    again.goto(address)
    again.locator(f"{TURN}, {OVER}").first.wait_for()
    assert again.evaluate(KEPT)[: len(kept)] == kept
    assert play(again)


def test_the_lobby_rules_and_lessons_without_network(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    host.stop()
    page.locator("label:has([value=hard])").click()
    expect(page.locator("[data-strength]")).to_contain_text("±")  # how strong the level is on this device
    for path, seen in (
        ("rules/xianqi", "every three pieces"),
        ("rules/mahjong?preset=river", "108 tiles"),
        ("learn/guandan", "Guandan"),
    ):
        page.goto(f"{host.url}?/{path}")
        expect(page.locator("main")).to_contain_text(seen, timeout=PATIENCE)


def test_puzzles_without_network(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    host.stop()
    page.goto(f"{host.url}?/puzzles")
    expect(page.locator("[data-daily]")).to_have_count(3, timeout=PATIENCE)
    one = next(one for one in shelf("xianqi")["puzzles"] if one["best"] == "reveal")
    page.goto(f"{host.url}?/puzzles/xianqi/{one['id']}")
    page.get_by_role("button", name=re.compile("^Pass")).click()
    expect(page.locator(".bar.done")).to_have_attribute("data-result", "false", timeout=PATIENCE)
    expect(page.locator(".why")).to_contain_text(one["reason"]["en"])
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name=re.compile("^Reveal")).click()
    expect(page.locator(".bar.done")).to_have_attribute("data-result", "true", timeout=PATIENCE)


def test_a_review_without_network_tells_how_far_it_is_and_is_kept(context: BrowserContext, host: Host) -> None:
    context.add_init_script(PROGRESS)
    page = visit(context, host)
    host.stop()
    play_now(page, "xianqi")
    assert play(page)
    page.locator(".settled [data-action=review]").click()
    plot = page.locator("section.review .plot svg")
    plot.wait_for()
    assert len(judged(page)) > 1
    page.reload()
    plot.wait_for()
    assert judged(page) == []  # it was kept


def test_an_evening_in_one_tab_fits_into_its_memory(context: BrowserContext, host: Host) -> None:
    """A deal of every game against `hard`, each reviewed: what an old visit has left counts too."""
    page = visit(context, host)
    host.stop()
    most = memory_of_page()
    for game in qipai.games():
        page.goto(host.url)
        page.locator("label:has([value=hard])").click()
        play_now(page, game)
        assert play(page)
        most = max(most, memory_of_page())
        page.locator(".settled [data-action=review]").click()
        page.locator("section.review .plot svg").wait_for()
        most = max(most, memory_of_page())
    assert 50e6 < most <= 300e6


def judged(page: Page) -> list[str]:
    """What was told of a review's progress since the page was loaded."""
    return [text for text in page.evaluate("progress") if re.fullmatch(r"[1-9]\d* of \d+ decisions judged", text)]


def test_a_position_is_tried_with_a_coach_and_takebacks_without_network(
    context: BrowserContext, host: Host, tmp_path: Path
) -> None:
    """A record from elsewhere, opened on this device; a move that is a blunder in it."""
    context.add_init_script(PATIENT)
    file = tmp_path / "elsewhere.json"
    file.write_text(json.dumps(played("xianqi", 1, 1)))
    page = visit(context, host)
    host.stop()
    page.goto(f"{host.url}?/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("slider").fill(str(MOVE))
    page.locator("[data-action=try]").click()
    page.locator(f"dialog[open] input[name=seat][value='{SEAT}']").check(force=True)
    page.locator("dialog[open] label:has(input[value=easy])").click()
    page.locator("[data-action=start]").click()
    blunder, question = page.locator(f"[data-action={BLUNDER}]"), page.locator("[data-coach=blunder]")
    blunder.wait_for()
    page.get_by_role("button", name="Menu").click()
    for name in ("coach", "takeback"):
        one = page.locator(f"[data-help={name}]")
        if not one.is_checked():
            one.click()
        expect(one).to_be_checked(timeout=PATIENCE)
    page.keyboard.press("Escape")
    blunder.click()
    expect(question).to_contain_text("Are you sure?", timeout=PATIENCE)
    page.locator("[data-action=why]").click()
    expect(question).to_contain_text("red elephant")
    page.locator("[data-action=anyway]").click()
    page.locator("[data-action=takeback]").click()
    blunder.wait_for()
    expect(page.locator("[data-action=takeback]")).to_have_count(0, timeout=PATIENCE)


def test_a_new_version_is_offered_and_keeps_the_game(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    play_now(page, "xianqi")
    play(page, 1)
    host.renew()
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    page.locator("[data-update]").wait_for()
    assert len(page.evaluate(SHELLS)) == 2
    page.locator("[data-action=update]").click()
    until(page, f"async () => (await ({SHELLS})()).every((name) => name.includes('next'))")
    assert play(page)


def test_a_full_disk_is_told_and_the_game_goes_on(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    origin = host.url.removesuffix(f"/{PATH}/")
    context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    play_now(page, "xianqi")
    expect(page.locator("[data-unsaved=full]")).to_contain_text("storage is full", timeout=PATIENCE)
    page.locator("[data-unsaved] button").click()
    assert play(page)


def test_where_nothing_can_be_kept_one_is_told_and_plays(browser: Browser, host: Host) -> None:
    forbidden: Any = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }"
    context = browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
    worker = next((host.folder / "assets").glob("worker-*.js"))
    worker.write_text(f"{forbidden};{worker.read_text()}")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(host.url)
    play_now(page, "xianqi")
    expect(page.locator("[data-unsaved=forbidden]")).to_contain_text("won’t save", timeout=PATIENCE)
    play(page, 1)  # the notice is in nobody's way
    page.locator("[data-unsaved] button").click()
    assert play(page)
    context.close()


def test_a_server_offers_the_device_and_it_stays_when_the_server_is_gone(context: BrowserContext, tmp_path: Path) -> None:
    """The choice, a game on this device, and the lobby, its rules and that game with the server down; nobody is moved there."""
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, site=str(SITE)) as node:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(node.url)
        page.evaluate(CONTROLLED)
        expect(page.locator("[data-home=server]")).to_be_visible()
        node.kill()
        page.reload()
        expect(page.locator("[data-home=server] [data-gone]")).to_contain_text("can’t be reached", timeout=PATIENCE)
        page.goto(f"{node.url}/rules/xianqi")
        expect(page.locator("main")).to_contain_text("every three pieces", timeout=PATIENCE)
        page.goto(f"{node.url}/r/abcdefghj")
        page.locator("[data-gone] a").click()  # a table of a server that is gone leads to the device
        expect(page.locator("[data-home=device]")).to_be_visible()
        node.start()
        page.locator("[data-action=fetch]").click()
        page.locator("[data-device=ready]").wait_for()
        node.kill()
        page.reload()
        play_now(page, "xianqi")
        play(page, 2)
        page.goto(node.url)
        page.locator(".going a").first.click()
        assert play(page)
        room = room_of(page)
        node.start()
        verified(page, f"{node.url}/replay?room={room}", tmp_path)
        page.goto(f"{node.url}/replay")
        with page.expect_response("**/api/v1/replay?**") as opened:  # by the server, which knows nothing of that game
            page.locator("input[type=file]").set_input_files(tmp_path / "record.json")
        assert opened.value.status == 200
        expect(page.locator(".replay .bar .count")).to_contain_text("0 /")
        page.goto(node.url)
        page.locator("[data-home=device]").get_by_text("On the server").click()
        play_now(page, "xianqi")
        assert "/r/~" not in page.url
