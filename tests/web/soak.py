"""The test of geometry over many deals of every game: python -m tests.web.soak FIRST_SEED [DEALS]

Every moment of tests/web/stage.py on five screens and in both languages, in one Chromium, without a server.
"""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

import qipai
from tests.web.chromium import LANGUAGES, launch, missing
from tests.web.geometry import wrong
from tests.web.stage import Stages, moments

DEALS = 300
AT_ONCE = 10  # deals between two new pages


def main() -> int:
    reason = missing()
    if reason is not None:
        print(reason, file=sys.stderr)
        return 2
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    deals = int(sys.argv[2]) if len(sys.argv) > 2 else DEALS
    bad = 0
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for game in qipai.games():
            looked = 0
            for start in range(first, first + deals, AT_ONCE):
                seeds = range(start, min(start + AT_ONCE, first + deals))
                shown = [(seed, moment) for seed in seeds for moment in moments(game, seed)]
                for lang in LANGUAGES:
                    stages = Stages(browser, lang)
                    for size, stage in stages:
                        for seed, moment in shown:
                            looked += 1
                            for one in wrong(stage.show(moment)):
                                bad += 1
                                print(f"{game} {seed} {moment.name} {size} {lang}: {one}", flush=True)
                    stages.close()
                print(f"{game}: {looked} looks, {bad} complaints", flush=True)
        browser.close()
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
