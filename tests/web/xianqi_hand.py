"""A person at a Xianqi table who decides by clicks alone: what lights up is what may be played."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.people import Guest

PATIENCE = 60_000  # milliseconds: bots think on a busy machine
TURN = ".status.turn"
SETTLED = ".settled"
DISCS = ".hand [data-key] button"


def dealt(guest: Guest) -> str:
    """A Xianqi table at which it is one's turn, and not to answer a buckle."""
    room = guest.open("xianqi", seats=[{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * 2])
    for _ in range(30):
        now = guest.wait(room, lambda view: bool(view["fairness"]["commit"]) and view["stage"] != "playing")["view"]["deal"]
        guest.ready(room)
        view = guest.wait(room, lambda view, deal=now: bool(view["legal"]) or view["deal"] != deal)["view"]
        if any(" " in move for move in view["legal"]):
            return room
        guest.play(room)
    raise AssertionError("one was always asked about a buckle")


def seat(page: Page) -> Locator:
    """The hand's discs that can be chosen now."""
    return page.locator(f"{DISCS}[aria-disabled=false]")


def wait(page: Page) -> bool:
    """Until it is one's turn (True), or the deal is over."""
    page.wait_for_selector(f"{TURN}, {SETTLED}", timeout=PATIENCE)
    return page.locator(SETTLED).count() == 0


def decide(page: Page) -> str:
    """One decision; tells which action was taken. A buckle is passed, otherwise the first discs that complete a move."""
    before = page.locator(".table").get_attribute("data-version")
    taken = choose(page)
    page.locator(f"[data-action={taken}]").click()
    expect(page.locator(".table")).not_to_have_attribute("data-version", before or "", timeout=PATIENCE)
    return taken


def choose(page: Page) -> str:
    """Makes a move ready without sending it."""
    if page.locator("[data-action=pass]").count():
        return "pass"
    primary = page.locator(".bar .primary")
    action = primary.get_attribute("data-action") or ""
    for index in range(3):
        if primary.get_attribute("aria-disabled") == "false":
            break
        seat(page).nth(index).click()
        page.wait_for_timeout(50)
    expect(primary).to_have_attribute("aria-disabled", "false")
    return action


def play_deal(page: Page) -> list[str]:
    """The whole deal; what was done in it."""
    done = []
    while wait(page):
        done.append(decide(page))
    return done
