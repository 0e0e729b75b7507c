"""What the games cost in a browser without a server, measured in Chromium on the built site: python -m benchmarks.browser

Needs `make site client web-tools`. Writes benchmarks/browser.json and browser.md. Times in Chromium are those of the clock: the
least disturbed of some runs is told, and how busy the machine was. `python -m benchmarks.browser weight` measures one part
(weight, cpython, node, page, chromium) and leaves the others as they are, `python -m benchmarks.browser write` none.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.conftest import ROOT
from tests.web.chromium import launch, memory_of_page
from tests.web.table import OVER, TURN

import qipai

SITE = ROOT / "site" / "play"
HERE = ROOT / "benchmarks"
RESULT, PAGE = HERE / "browser.json", HERE / "browser.md"
RUNS = 3
PATIENCE = 600_000
LONG = """
self.long = []
const seen = (list) => long.push(...list.getEntries().map((one) => one.duration))
new PerformanceObserver(seen).observe({ type: 'longtask', buffered: true })
"""
STRENGTH = (
    "Duplicate matches on the compiled kernel with the iterations of a browser: the same moves as there, as long as its clock"
    " does not cut a thought short (0.8 s). The lobby shows the usual rules beside the level; a test compares them. A few "
    "playouts know less than the policy: searched as on a server, mahjong and Guandan lost up to a point a deal, so fewer "
    "moves are tried there. In mahjong that leaves `hard` and `master` two tenths of a point above `normal` at most, which is"
    " the policy itself, and perhaps nothing, in the usual rules and in `chengdu`; in `river`, where everybody plays to the "
    "end, it is more than half a point. What levels are worth with a server is in strength.md. All were measured on seeds "
    "that nothing was chosen on."
)
CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"]
EACH = ("cpython", "node", "weight", "page", "chromium")
PARTS = {  # by the beginnings of their names
    "WebAssembly": "pyodide.asm.wasm",
    "the standard library, as much as the games use": "stdlib",
    "Pyodide’s scripts": "pyodide",
    "our Python, puzzles included": "qipai",
}
STDLIB = ROOT / "web" / "node_modules" / "pyodide" / "python_stdlib.zip"
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
COUNTS = (300, 30)  # decisions of `normal`, and of `hard` and `master`, in every game


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def serve(folder: Path) -> tuple[http.server.ThreadingHTTPServer, str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}/play/"


def new_page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def scripts_of(browser: Browser, url: str, game: str) -> int:
    """Packed bytes of all JavaScript until the first table, without Python."""
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = new_page(context)
    sizes: dict[str, int] = {}

    def look(answer: Any) -> None:
        if answer.url.endswith(".js") and "/python/" not in answer.url:
            sizes[answer.url] = len(gzip.compress(answer.body(), 9))

    page.on("requestfinished", lambda request: look(request.response()))
    page.goto(url)
    page.locator(f"[data-play={game}]").click()
    page.locator(f"{TURN}, {OVER}").first.wait_for()
    context.close()
    return sum(sizes.values())


def longest_task(trace: bytes) -> float:
    """Milliseconds of the processor that a page’s thread spent on one task at most: what others take of it, which every
    clock counts, is left out."""
    events = json.loads(trace)["traceEvents"]
    named = [event for event in events if event.get("name") == "thread_name"]
    pages = {(event["pid"], event["tid"]) for event in named if event["args"]["name"] == "CrRendererMain"}
    tasks = [event for event in events if event.get("name") in TASKS and (event["pid"], event["tid"]) in pages]
    return max(float(event["tdur"]) / 1000 for event in tasks if "tdur" in event)


def table(browser: Browser, url: str) -> dict[str, float]:
    """From a warm cache: how long until the first table is playable, how long the page was blocked, what it holds in memory."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    context.add_init_script(LONG)
    page = new_page(context)
    page.goto(url)
    page.locator("[data-action=fetch]").click()
    page.locator("[data-device=ready]").wait_for()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    waits, blocks, works, memory = [], [], [], []
    for _ in range(RUNS):
        page.goto("about:blank")
        browser.start_tracing(page=page, categories=CATEGORIES)
        begun = time.monotonic()
        page.goto(url)
        page.locator("[data-play=xianqi]").click()
        page.locator(f"{TURN}, {OVER}").first.wait_for()
        waits.append(time.monotonic() - begun)
        for _ in range(3):
            if page.locator(OVER).count():
                break
            page.locator(TURN).click()
            marked = page.locator("[data-action].hinted[aria-disabled=false]")
            marked.wait_for()
            before = page.locator(".table").get_attribute("data-version")
            marked.click()
            page.wait_for_function("before => document.querySelector('.table').dataset.version !== before", arg=before)
            page.locator(f"{TURN}, {OVER}").first.wait_for()
        works.append(longest_task(browser.stop_tracing()))
        blocks.append(max(page.evaluate("long"), default=0))
        memory.append(memory_of_page())
    context.close()
    return {
        "table_s": round(min(waits), 2),
        "blocked_ms": round(min(blocks)),
        "task_ms": round(max(works)),
        "memory_mb": round(max(memory) / 1e6),
    }


def decisions(browser: Browser, url: str, folder: Path) -> list[Any]:
    parts = json.loads((SITE / "python" / "files.json").read_text())
    games = next(file["name"] for file in parts["files"] if file["name"].startswith("qipai-"))
    shutil.copy(HERE / "browser_worker.mjs", folder / "play" / "browser_worker.mjs")
    asked = {"base": f"{url}python/{parts['version']}/", "games": games, "source": (HERE / "interpreted.py").read_text()}
    context = browser.new_context(service_workers="block")
    page = new_page(context)
    page.goto(f"{url}seal.svg")
    found: list[Any] = page.evaluate(
        """([asked, address]) => new Promise((resolve, reject) => {
          const worker = new Worker(address, { type: 'module' })
          const out = []
          worker.onmessage = ({ data }) => {
            if (data === null) resolve(out)
            else if (data.failed) reject(new Error(data.failed))
            else out.push(data)
          }
          worker.onerror = (event) => reject(new Error(event.message))
          worker.postMessage(asked)
        })""",
        [{**asked, "counts": list(COUNTS)}, f"{url}browser_worker.mjs"],
    )
    context.close()
    return found


def weigh() -> dict[str, int]:
    """Packed bytes of what is fetched once: the build’s own figures."""
    out = dict.fromkeys(PARTS, 0)
    for file in json.loads((SITE / "python" / "files.json").read_text())["files"]:
        out[next(part for part, begins in PARTS.items() if file["name"].startswith(begins))] += file["bytes"]
    return out


def lines_of(command: list[str]) -> list[Any]:
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return [json.loads(line) for line in told.splitlines()]


def measure(which: list[str]) -> dict[str, Any]:
    """What is not asked for stays as it was measured before."""
    out: dict[str, Any] = json.loads(RESULT.read_text()) if RESULT.is_file() else {}
    counts = [str(count) for count in COUNTS]
    if "cpython" in which:
        out["cpython"] = lines_of([sys.executable, "-m", "benchmarks.interpreted", *counts])
    if "node" in which:
        out["node"] = lines_of([str(ROOT / ".venv-node/bin/node"), "benchmarks/interpreted.mjs", *counts])
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        shutil.copytree(SITE, folder / "play")
        server, url = serve(folder)
        browser = launch(playwright)
        if "weight" in which:
            out["parts"], out["stdlib"] = weigh(), len(gzip.compress(STDLIB.read_bytes(), 9))
            out["scripts"] = {game: scripts_of(browser, url, game) for game in qipai.games()}
        if "page" in which:
            out["table"] = {**table(browser, url), "load": round(os.getloadavg()[0], 1)}
        if "chromium" in which:
            out["chromium"] = decisions(browser, url, folder)
            out["load"] = round(os.getloadavg()[0], 1)
        browser.close()
        server.shutdown()
    return out


def cell(one: Any, level: str) -> str:
    found = one.get(level)
    return "" if found is None else f"{found['median']:.0f} / {found['p99']:.0f} / {found['most']:.0f}"


def rows(found: list[Any], names: dict[tuple[str, str], str]) -> list[str]:
    out = []
    for one in found:
        cells = [cell(one, level) for level in ("normal", "hard", "master")]
        out.append(f"| {names[one['game'], one['preset']]} | {one['deals_per_s']:.0f} | {' | '.join(cells)} |")
    return out


def report(out: dict[str, Any]) -> str:
    names = {(game, preset): f"{game} {preset}".strip() for game in qipai.games() for preset in ("", "chengdu", "river")}
    text = [
        "# In a browser, without a server",
        "",
        "`python -m benchmarks.browser` writes this page from `browser.json`, after `make site client web-tools`.",
        "",
    ]
    text += ["| what | measured | at most |", "|---|---|---|"]
    for game, size in out.get("scripts", {}).items():
        text.append(f"| JavaScript before Python, shell and {game}, packed | {size / 1000:.0f} kB | 150 kB |")
    text.append(f"| Pyodide and our Python, packed | {sum(out['parts'].values()) / 1e6:.2f} MB | 6 MB |")
    text += [f"| of that, {part} | {size / 1e6:.2f} MB | |" for part, size in out["parts"].items()]
    if "table" in out:
        found = out["table"]
        text.append(f"| first local table from a warm cache, best of {RUNS} | {found['table_s']} s | 6 s |")
        blocked = f"{found['blocked_ms']} ms" if found["blocked_ms"] else "less than 50 ms"  # shorter ones are not told
        text.append(f"| longest that the page was blocked, best of {RUNS} | {blocked} | 50 ms |")
        if "task_ms" in found:
            text.append(f"| longest task of the page by the time of the processor, worst of {RUNS} | {found['task_ms']} ms | |")
        text.append(f"| memory of the tab, worker included, worst of {RUNS} visits | {found['memory_mb']} MB | 300 MB |")
        text += ["", f"The whole standard library would be {out['stdlib'] / 1e6:.2f} MB."]
        text += [f"The load of the machine (2 cores) was {found['load']} while the page was timed."]
    titles = {
        "cpython": "CPython, uncompiled, time of the processor",
        "node": "Pyodide in Node, time of the processor, compiling WebAssembly included",
        "chromium": f"Pyodide in a worker of Chromium, time of the clock; load {out.get('load')}",
    }
    for name, title in titles.items():
        if name in out:
            text += [
                "",
                f"## {title}",
                "",
                "Whole random deals a second; milliseconds of a decision: median / p99 / longest.",
                "",
            ]
            text += ["| game | deals/s | `normal` | `hard` | `master` |", "|---|---|---|---|---|", *rows(out[name], names)]
    text += [line for note in out.get("notes", []) for line in ("", note)]
    if "cpython" in out and "node" in out:
        ratios = [one["deals_per_s"] / other["deals_per_s"] for one, other in zip(out["cpython"], out["node"], strict=True)]
        text += ["", f"Whole deals take {statistics.median(ratios):.1f} times as long in Pyodide as in CPython."]
    if "strength" in out:
        text += ["", "## How strong the levels are there", "", STRENGTH, ""]
        text += ["| `qipai arena … --budget device --full` | deals | mean return a deal | 95 % |", "|---|---|---|---|"]
        for one in out["strength"]:
            low, high = (f"{bound:+.2f}".replace("-", "−") for bound in one["ci"])
            mean = f"{one['mean']:+.2f}".replace("-", "−")
            text.append(f"| `{one['match']}` | {one['deals']} | {mean} | {low} … {high} |")
    return "\n".join(text) + "\n"


def main(which: list[str]) -> None:
    out = json.loads(RESULT.read_text()) if which == ["write"] else measure(which or list(EACH))
    RESULT.write_text(json.dumps(out, indent=1) + "\n")
    PAGE.write_text(report(out), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
