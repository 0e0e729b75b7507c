"""The built site and its host: the headers that it should send, what a visit weighs, and how versions follow each other."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from benchmarks.browser import CATEGORIES, PAGE, RESULT, longest_task, report, weigh
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect

import qipai
from tests.conftest import ROOT
from tests.web.site import CONTROLLED, PATIENCE, SHELLS, SITE, Host, Quiet, play, play_now, until, visit
from tests.web.site import context as context
from tests.web.site import host as host

SCRIPTS, PARTS = 150_000, 6_000_000  # packed bytes
BLOCKED = 50  # milliseconds
VISITS = 3
WAITS = "async () => ((await navigator.serviceWorker.getRegistration()) ?? {}).waiting != null"
NEXT = f"async () => (await ({SHELLS})()).every((name) => name.includes('next'))"
PYTHON = "async () => (await (await caches.open('qipai-python')).keys()).map((request) => request.url.split('/').at(-1))"


class Saying(Quiet):
    """Says what docs/offline.md asks a host to say, and unpacks nothing itself."""

    def end_headers(self) -> None:
        policy = re.search(r"`(script-src [^`]+)`", (ROOT / "docs" / "offline.md").read_text(encoding="utf-8"))
        assert policy is not None
        self.send_header("Content-Security-Policy", f"default-src 'self'; {policy[1]}")
        forever = "/assets/" in self.path or re.search("/python/[0-9a-f]{12}/", self.path)
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if forever else "no-cache")
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


@pytest.fixture
def saying(tmp_path: Path) -> Host:
    return Host(tmp_path, Saying)


def test_a_host_that_says_what_it_should(context: BrowserContext, saying: Host) -> None:
    """Also that packed files are packed, which the page would otherwise unpack a second time; then without a network."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    context.on("console", hear)
    saying.start()
    page = visit(context, saying)
    play_now(page, "mahjong")
    play(page, 2)
    saying.stop()
    page.reload()
    play(page, 2)
    assert complaints == []


def test_it_can_be_installed(context: BrowserContext, host: Host) -> None:
    page = context.new_page()
    page.goto(host.url)
    page.evaluate(CONTROLLED)
    session = context.new_cdp_session(page)
    found: dict[str, Any] = session.send("Page.getAppManifest")
    assert found["url"] == f"{host.url}manifest.webmanifest"
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        assert page.request.get(f"{host.url}{icon['src']}").ok
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one for one in problems if one["errorId"] != "in-incognito"] == []  # as every page of a test is


@pytest.mark.parametrize("game", qipai.games())
def test_the_first_table_costs_little(context: BrowserContext, host: Host, game: str) -> None:
    """All scripts of the page and of its worker until somebody can play, but for Python; and Python with our own."""
    scripts: dict[str, Response] = {}

    def look(answer: Response) -> None:
        if answer.url.endswith(".js") and "/python/" not in answer.url and not answer.url.endswith("/sw.js"):
            scripts[answer.url] = answer

    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("response", look)
    page.goto(host.url)
    play_now(page, game)
    sizes = {url.rsplit("/", 1)[1]: len(gzip.compress(answer.body(), 9)) for url, answer in scripts.items()}
    assert any(name.startswith("worker-") for name in sizes)
    total = sum(sizes.values())
    assert 50_000 < total <= SCRIPTS, sizes
    written = json.loads(RESULT.read_text(encoding="utf-8"))["scripts"][game]
    assert abs(total - written) <= 0.02 * total, "python -m benchmarks.browser weight"


def test_python_and_the_games_weigh_what_is_told() -> None:
    """Packed as hosts pack; the sum is what the lobby tells before."""
    told = json.loads((SITE / "python" / "files.json").read_text())
    packed = {}
    for path in (SITE / "python" / told["version"]).iterdir():
        bytes_ = path.read_bytes()
        packed[path.name] = len(bytes_ if path.suffix == ".gz" else gzip.compress(bytes_, 9))
    assert packed.keys() == {part["name"] for part in told["files"]}
    assert abs(sum(packed.values()) - told["bytes"]) < 10_000  # not every zlib packs alike
    assert told["bytes"] <= PARTS, packed
    written = json.loads(RESULT.read_text(encoding="utf-8"))["parts"]
    for part, size in weigh().items():
        assert abs(size - written[part]) <= 0.02 * size, f"{part}: python -m benchmarks.browser weight"


def test_the_page_of_figures_is_that_of_the_results() -> None:
    assert PAGE.read_text(encoding="utf-8") == report(json.loads(RESULT.read_text(encoding="utf-8")))


def test_the_page_is_never_blocked(context: BrowserContext, browser: Browser, host: Host) -> None:
    """From opening it to a few moves, by the time of the processor; the best of some visits, as others work here, too."""
    page = visit(context, host)
    worst = []
    for _ in range(VISITS):
        page.goto("about:blank")
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.goto(host.url)
        page.locator("label:has([value=hard])").click()
        play_now(page, "xianqi")
        play(page, 4)
        worst.append(longest_task(browser.stop_tracing()))
    assert 0 < min(worst) <= BLOCKED, worst


def next_version(host: Host) -> str:
    """The host has a new version, whose games have changed; their new name."""
    host.renew()
    listed = host.folder / "python" / "files.json"
    told = json.loads(listed.read_text())
    games = next(part for part in told["files"] if part["name"].startswith("qipai-"))
    old, games["name"] = games["name"], "qipai-0123456789ab.zip.gz"
    place = host.folder / "python" / told["version"]
    (place / old).rename(place / games["name"])
    listed.write_text(json.dumps(told))
    name: str = games["name"]
    return name


def changed(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    until(page, WAITS)


def test_a_new_version_that_takes_over_without_a_network_is_whole(context: BrowserContext, host: Host) -> None:
    """It was fetched and nobody asked for it; when all windows are closed browsers let it take over, wherever one is then."""
    page = visit(context, host)
    games = next_version(host)
    changed(page)
    assert len({games} & set(page.evaluate(PYTHON))) == 1
    host.stop()
    page.close()
    again = context.new_page()
    again.set_default_timeout(PATIENCE)
    for _ in range(20):
        again.goto(host.url)
        if not again.evaluate(WAITS):
            break
        again.goto("about:blank")
        again.wait_for_timeout(500)
    until(again, NEXT)
    expect(again.locator("[data-device=kept]")).to_be_visible(timeout=PATIENCE)
    assert [name for name in again.evaluate(PYTHON) if name.startswith("qipai-")] == [games]  # the old one is gone
    play_now(again, "xianqi")
    play(again, 2)


def test_who_has_not_played_yet_is_sent_no_python(context: BrowserContext, host: Host) -> None:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(host.url)
    page.evaluate(CONTROLLED)
    next_version(host)
    changed(page)
    assert page.evaluate(PYTHON) == []
    page.locator("[data-action=update]").click()
    until(page, NEXT)
    expect(page.locator("[data-action=fetch]")).to_be_visible(timeout=PATIENCE)


def test_from_the_second_visit_on_nothing_is_offered_for_download(context: BrowserContext, host: Host) -> None:
    """What is there is told to be there; what was lost is what is told to be fetched."""
    page = visit(context, host)
    host.stop()
    page.reload()
    expect(page.locator("[data-device=kept]")).to_contain_text("Ready to play offline", timeout=PATIENCE)
    expect(page.locator("[data-action=fetch]")).to_have_count(0)
    lost = "async () => { const cache = await caches.open('qipai-python'); "
    lost += "for (const one of await cache.keys()) if (one.url.includes('stdlib')) await cache.delete(one) }"
    page.evaluate(lost)
    page.reload()
    stdlib = next(
        part["bytes"] for part in json.loads((SITE / "python" / "files.json").read_text())["files"] if "stdlib" in part["name"]
    )
    expect(page.locator("[data-device=none]")).to_contain_text(f"downloads {stdlib / 1e6:.1f} MB", timeout=PATIENCE)


def test_a_level_stays_where_it_is_when_it_is_chosen(context: BrowserContext, host: Host) -> None:
    """How strong it is here takes some lines, which move nothing sideways."""
    page = context.new_page()
    page.goto(host.url)
    for width in (360, 390, 1000, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        boxes = []
        for level in ("normal", "hard"):
            page.locator(f"label:has([value={level}])").click()
            boxes.append(page.locator("label:has([value=hard])").bounding_box())
        expect(page.locator("[data-strength]")).to_contain_text("±")
        before, after = boxes
        assert before
        assert after
        assert before["y"] == after["y"]
        assert abs(before["x"] - after["x"]) < 10, width  # the chosen one is written broader


def test_a_site_stays_new_when_the_client_of_a_server_is_built() -> None:
    """Or `make play` offers it once and never again."""

    def stamp(*package: str) -> str:
        asked = ["make", "-pn", "help", f"PACKAGE={' '.join(package)}"]
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        made = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=ROOT, env=plain)
        found = re.search(r"^SITE_READY := (\S+)$", made.stdout, re.MULTILINE)
        assert found is not None
        return found[1]

    ours = "src/qipai/version.py"
    assert stamp(ours, "src/qipai/web/index.html") == stamp(ours)
    assert stamp(ours, "src/qipai/native.py") != stamp(ours)
