"""A table as a person sees it: whose turn it is, what has arrived, what lies where. The page is waited for, never a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.chromium import PATIENCE
from tests.web.people import Json

TURN = "[data-action=hint][aria-disabled=false]"
OVER = "[data-action=look]"
SETTLED = ".settled"
# What the server shows the same person now: the version, and how many moves there are.
AWAITED = """async () => {
  const { token } = JSON.parse(localStorage['qipai.session'])
  const url = `/api/v1/rooms/${location.pathname.split('/').pop()}/state`
  const { version, view } = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()
  return [version, view.legal.length]
}"""
TRIES = 100  # looks at what is redrawn in one of the next frames

# Of the screen, not of the window: a phone makes its window larger when something sticks out.
SCROLLS = """() => {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
  const found = []
  if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide`)
  if (scrollHeight > clientHeight) found.push(`${scrollHeight} px high`)
  return found
}"""
OUTSIDE = """selector => {
  const { clientWidth, clientHeight } = document.documentElement
  const out = (box) => box.left < -1 || box.top < -1 || box.right > clientWidth + 1 || box.bottom > clientHeight + 1
  return [...document.querySelectorAll(selector)]
    .filter((node) => !node.closest('.settled') && out(node.getBoundingClientRect())) // the settlement scrolls
    .map((node) => node.outerHTML.slice(0, 160))
}"""
SMALL = """() => [...document.querySelectorAll('button, a[href], select, input')]
  .filter((node) => node.checkVisibility() && !node.closest('p, .spoken') && node.type !== 'checkbox' && node.type !== 'radio')
  .map((node) => [node.getBoundingClientRect(), node])
  .filter(([box]) => box.width > 0 && box.right > 0 && box.left < innerWidth)
  .filter(([box]) => Math.round(box.height) < 44 || Math.round(box.width) < 40)
  .map(([box, node]) => `${Math.round(box.width)}x${Math.round(box.height)} ${node.outerHTML.slice(0, 160)}`)"""


def my_turn(page: Page) -> bool:
    """Waits until one has a choice (True) or the deal is over."""
    for _ in range(PATIENCE // 30):
        page.locator(f"{TURN}, {OVER}").first.wait_for()
        if page.locator(OVER).count():
            return False
        version, legal = page.evaluate(AWAITED)
        if legal and page.locator(f".table[data-version='{version}'] {TURN}").count():
            return True
        page.wait_for_timeout(30)
    raise AssertionError("nobody is awaited, and the deal is not over")


def deals(page: Page, game: str) -> bool:
    """One click in the lobby leads to a hand that can be played (True), or to the end of a deal that is void at once."""
    page.locator(f"[data-play={game}]").click()
    page.locator(f".hand button:visible, {SETTLED}").first.wait_for()
    return page.locator(".hand button").first.is_visible()


def never_void(page: Page) -> None:
    """In the form for a room of Xianqi: a deal that would be void at once is dealt again."""
    page.get_by_label("黑棋（无士无相）").select_option("redeal")


@contextmanager
def step(page: Page) -> Iterator[None]:
    """What is done within is told to the server and comes back: the table has gone on."""
    before = page.locator(".table").get_attribute("data-version") or ""
    yield
    expect(page.locator(".table")).not_to_have_attribute("data-version", before)


def shows(page: Page, state: Json) -> None:
    """The page has drawn what the server told at last; a new table is built in parts."""
    expect(page.locator(".table[aria-busy=false]")).to_have_attribute("data-version", str(state["version"]))


def hint(page: Page) -> str:
    """Asks for a hint; the action whose button it marks, with everything chosen that it speaks of."""
    page.locator(TURN).click()
    marked = page.locator("[data-action].hinted[aria-disabled=false]")
    expect(marked).to_have_count(1)
    return str(marked.get_attribute("data-action"))


def press(page: Page, action: str) -> None:
    """Presses a button that makes a move."""
    with step(page):
        page.locator(f"[data-action={action}]").click()


def speak(page: Page, lang: str) -> None:
    """Uses the switch of the bar, if it is needed."""
    other = page.get_by_role("button", name={"zh": "中文", "en": "English"}[lang], exact=True)
    if page.evaluate("document.documentElement.lang").partition("-")[0] != lang:
        other.click()
    expect(page.locator("html")).to_have_attribute("lang", {"zh": "zh-CN", "en": "en"}[lang])


def soon(page: Page, find: Callable[[Page], list[str]]) -> list[str]:
    """What is wrong with a drawing after it had time to come to rest: sizes are measured, and what depends on them follows."""
    for _ in range(TRIES):
        if not find(page):
            return []
        page.wait_for_timeout(30)
    return find(page)


def ask(page: Page, script: str, *given: Any) -> list[str]:
    found = page.evaluate(script, *given)
    assert isinstance(found, list)
    return found


def too_wide(page: Page) -> list[str]:
    """How wide the page is, if it scrolls sideways."""
    return [text for text in ask(page, SCROLLS) if "wide" in text]
