"""The test of geometry over many deals of every game: python -m tests.web.soak FIRST_SEED [DEALS]

Every moment of tests/web/stage.py on five screens and in both languages, in one Chromium, without a server. Where it got to is
kept in .cache/soak/geometry.json: a run that was stopped goes on with the same seed. `MINUTES=4` stops it after so many.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter

from playwright.sync_api import Browser, sync_playwright

import qipai
from tests.conftest import ROOT
from tests.web.chromium import LANGUAGES, SIZES, launch, missing
from tests.web.geometry import SCRIPT
from tests.web.stage import Moment, Stage, moments

DEALS = 300
AT_ONCE = 3  # deals of a game between two places that are kept
PLACE = ROOT / ".cache" / "soak" / "geometry.json"


class Place:
    """Deals of each game that have been looked at, and what was found."""

    def __init__(self, seed: int) -> None:
        found = json.loads(PLACE.read_text(encoding="utf-8")) if PLACE.is_file() else {}
        same = found.get("seed") == seed
        self.seed = seed
        self.deals: Counter[str] = Counter(found["deals"] if same else {})
        self.looks: Counter[str] = Counter(found["looks"] if same else {})
        self.complaints: list[str] = found["complaints"] if same else []

    def save(self) -> None:
        PLACE.parent.mkdir(parents=True, exist_ok=True)
        fresh = PLACE.with_suffix(".new")
        fresh.write_text(json.dumps(vars(self), ensure_ascii=False), encoding="utf-8")
        fresh.replace(PLACE)


class Pages:
    """A page for each screen and language, kept from deal to deal; all look at the same moment at the same time."""

    def __init__(self, browser: Browser) -> None:
        self.stages = {(size, lang): Stage(browser, size, lang) for lang in LANGUAGES for size in SIZES}

    def complaints(self, shown: list[tuple[int, Moment]]) -> list[str]:
        """What is wrong in these moments of deals."""
        found = []
        for seed, moment in shown:
            view = moment.view()
            for stage in self.stages.values():
                stage.begin(moment, view, SCRIPT)
            for (size, lang), stage in self.stages.items():
                found += [f"{moment.table.game.name} {seed} {moment.name} {size} {lang}: {one}" for one in stage.result()]
        return found

    def close(self) -> None:
        for stage in self.stages.values():
            stage.close()


def look(place: Place, pages: Pages, game: str, deals: int, until: float) -> bool:
    """Goes on with a game; whether it is done."""
    began = time.monotonic()
    while place.deals[game] < deals and time.monotonic() < until:
        start = place.seed + place.deals[game]
        seeds = range(start, min(start + AT_ONCE, place.seed + deals))
        shown = [(seed, moment) for seed in seeds for moment in moments(game, seed)]
        found = pages.complaints(shown)
        place.deals[game] += len(seeds)
        place.looks[game] += len(shown) * len(pages.stages)
        place.complaints += found
        place.save()
        for one in found:
            print(one)
        print(
            f"{game}: {place.deals[game]}/{deals} deals, {place.looks[game]} looks, {len(place.complaints)} complaints, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
    return place.deals[game] >= deals


def main() -> int:
    reason = missing()
    if reason is not None:
        print(reason, file=sys.stderr)
        return 2
    first, deals = [int(given) for given in sys.argv[1:]] + [0, DEALS][len(sys.argv) - 1 :]
    until = time.monotonic() + 60 * float(os.environ.get("MINUTES", "inf"))
    place = Place(first)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        done = True
        for game in qipai.games():
            if place.deals[game] < deals:
                pages = Pages(browser)
                done = look(place, pages, game, deals, until) and done
                pages.close()
        browser.close()
    if not done:
        return 1 if place.complaints else 0
    for one in place.complaints:
        print(one)
    PLACE.unlink(missing_ok=True)
    return 1 if place.complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())
