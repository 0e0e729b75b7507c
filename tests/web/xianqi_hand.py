"""A person at a Xianqi table who decides by clicks alone: what lights up is what may be played."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Page, expect

from tests.web.people import Guest, Json
from tests.web.table import my_turn, press

DISCS = ".hand [data-key] button"


def dealt(guest: Guest) -> str:
    """A Xianqi table at which it is one's turn, and not to answer a buckle."""
    room = guest.open("xianqi", level="easy")
    for _ in range(30):
        now = guest.wait(room, lambda view: bool(view["fairness"]["commit"]) and view["stage"] != "playing")["view"]["deal"]
        guest.ready(room)
        view = guest.wait(room, partial(begun, now))["view"]
        if any(" " in move for move in view["legal"]):
            return room
        guest.play(room)
    raise AssertionError("one was always asked about a buckle")


def begun(before: int, view: Json) -> bool:
    """One is asked, or the deal was void."""
    return bool(view["legal"]) or view["deal"] != before


def decide(page: Page) -> str:
    """One decision; tells which action was taken. A buckle is passed, otherwise the first discs that complete a move."""
    taken = choose(page)
    press(page, taken)
    return taken


def choose(page: Page) -> str:
    """Makes a move ready without sending it."""
    if page.locator("[data-action=pass]").count():
        return "pass"
    primary = page.locator(".bar .primary")
    for _ in range(4):
        if primary.get_attribute("aria-disabled") == "false":
            break
        key = page.locator(f"{DISCS}[aria-disabled=false][aria-pressed=false]").first.evaluate(
            "button => button.closest('[data-key]').dataset.key"
        )
        page.locator(f".hand [data-key='{key}'] button").click()
        expect(page.locator(f".hand [data-key='{key}'] button")).to_have_attribute("aria-pressed", "true")
    expect(primary).to_have_attribute("aria-disabled", "false")
    return primary.get_attribute("data-action") or ""


def play_deal(page: Page) -> list[str]:
    """The whole deal; what was done in it."""
    done = []
    while my_turn(page):
        done.append(decide(page))
    return done
