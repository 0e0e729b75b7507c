"""Chromium as the tests start it, and what they find on its pages."""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

from qipai import build
from tests.conftest import ROOT

ADD = "sudo apt-get install -y chromium fonts-noto-cjk"
CLIENT = build.HOME / "web" / "index.html"
AXE = ROOT / "tests" / "web" / "node_modules" / "axe-core" / "axe.min.js"
LIGHTHOUSE = ROOT / "tests" / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"
# Chromium heeds the last list of features that it is given, so those that Playwright switches off are named here again; and
# what a window loads that nobody sees: pages for its address bar and a spare process cost every visitor a second of processor
# time, more than most tests themselves.
OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
UNSEEN = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
)
ARGS = [
    f"--disable-features={','.join((*OF_PLAYWRIGHT, *UNSEEN))}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {  # a small and a usual phone, that phone on its side, a tablet, a desk
    "360x640": (360, 640),
    "390x844": (390, 844),
    "844x390": (844, 390),
    "768x1024": (768, 1024),
    "1440x900": (1440, 900),
}
TOUCH = 800  # screens with a side below are touched
# axe keeps a slow machine so long that a table takes its connection for dead and turns pale: what it finds it must find again
LOOKS = 3
PATIENCE = 60_000  # milliseconds, for whatever a busy machine takes long to do
# Everybody's part of the shuffle is the same in every run; the server's part is tests.server.node's.
SAME_NONCE = """
const send = WebSocket.prototype.send
WebSocket.prototype.send = function (frame) {
  return send.call(this, frame.replace(/"nonce":"[0-9a-f]+"/, '"nonce":"5eed5eed5eed5eed"'))
}
"""
LANGUAGES = {"zh": "zh-CN", "en": "en-GB"}


def chromium() -> str | None:
    """The browser's program; QIPAI_CHROMIUM names another one."""
    given = os.environ.get("QIPAI_CHROMIUM")
    return given or shutil.which("chromium") or shutil.which("chromium-browser")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), args=ARGS)


def memory_of_page() -> int:
    """Bytes in memory of the largest page that this process’ browsers show, workers included; shared ones by their share."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    below, most = [os.getpid()], 0
    while below:
        pid = below.pop()
        below += children.get(pid, [])
        try:
            if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
                most = max(most, next(int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Pss:")))
        except OSError:
            continue
    return most


class Visits:
    """People who come to a server, each with a browser profile of their own, and every complaint of their pages.

    A script that throws and anything that the console calls an error (a file that is missing, a refusal of the content
    security policy, which also keeps requests from going to other hosts); a test that causes one on purpose says so.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[re.Pattern[str]] = []

    def context(self, size: str = "390x844", lang: str = "zh", still: bool = True, **more: Any) -> BrowserContext:
        """A new person. `still`: prefers reduced motion; `more` goes to Playwright's new_context."""
        width, height = SIZES[size]
        touch = min(width, height) < TOUCH
        options: dict[str, Any] = {
            "base_url": self.url,
            "viewport": {"width": width, "height": height},
            "has_touch": touch,
            "is_mobile": touch,
            "locale": LANGUAGES[lang],
            "reduced_motion": "reduce" if still else "no-preference",
        }
        context = self.browser.new_context(**{**options, **more})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(SAME_NONCE)
        context.on("page", self.watch)
        self.contexts.append(context)
        return context

    def page(self, path: str = "/", size: str = "390x844", lang: str = "zh", still: bool = True, **more: Any) -> Page:
        """A new person's page, opened at a path."""
        page = self.context(size, lang, still, **more).new_page()
        page.goto(path)
        return page

    def sizes(self, path: str, lang: str = "zh", **more: Any) -> Sizes:
        return Sizes(self, path, lang, more)

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.complain(f"uncaught: {error}"))
        page.on("console", self.listen)

    def listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complain(f"console: {message.text} {message.location.get('url', '')}")

    def complain(self, text: str) -> None:
        self.complaints.append(text)

    def expect(self, pattern: str) -> None:
        """From now on (and before) complaints in which this is found are what the test is about."""
        self.expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        return [text for text in self.complaints if not any(pattern.search(text) for pattern in self.expected)]

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()


class Sizes:
    """One place seen on a screen of every size; devices that are touched and those that are not load it each for themselves.

    It can be gone through as often as there is something new to see.
    """

    def __init__(self, visits: Visits, path: str, lang: str, more: dict[str, Any]) -> None:
        self.visits = visits
        self.path = path
        self.lang = lang
        self.more = more
        self.pages: dict[bool, Page] = {}

    def __iter__(self) -> Iterator[tuple[str, Page]]:
        for size, (width, height) in SIZES.items():
            touched = min(width, height) < TOUCH
            if touched not in self.pages:
                self.pages[touched] = self.visits.page(self.path, size, self.lang, **self.more)
            self.pages[touched].set_viewport_size({"width": width, "height": height})
            yield size, self.pages[touched]


def violations(page: Page, *without: str) -> list[str]:
    """What axe finds wrong with a page, rule by rule with the elements; `without` names rules that are not asked."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    rules = {name: {"enabled": False} for name in without}
    found = page.evaluate("rules => axe.run(document, { rules, resultTypes: ['violations'] })", rules)
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']}: {node['target']} {node['html'][:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def in_both_schemes(axe: Callable[..., list[str]], page: Page) -> list[str]:
    """What axe finds in the light and in the dark."""
    found = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")
        for _ in range(LOOKS):
            expect(page.locator(".offline")).to_have_count(0)
            seen = axe(page)
            if not seen:
                break
        found += [f"{scheme}: {text}" for text in seen]
    return found


def missing() -> str | None:
    """Why no test of the web client can run here, and the command that changes it."""
    if chromium() is None:
        return f"Chromium is not installed; this adds it: {ADD}"
    if not CLIENT.is_file():
        return f"the web client is not built (no {CLIENT}): make client"
    if not AXE.is_file():
        return "the tools of the web client's tests are not there: make web-tools"
    return None


def save(page: Page, target: Path) -> None:
    """A picture of what is on the screen, small enough for a README."""
    target.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(target, "WEBP", quality=88, method=6)
