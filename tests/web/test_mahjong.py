"""Mahjong in a real browser: burying, discards, claims and the settlement by clicks and keys, on every screen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from qipai.games.mahjong.tools import waits
from tests.server.players import Node
from tests.web.chromium import LANGUAGES, SIZES, Visits
from tests.web.people import Guest, Json

PATIENCE = 60_000  # milliseconds, for whatever a busy machine takes long to do
expect.set_options(timeout=PATIENCE)
SUITS = {"p": ("筒", "dots"), "s": ("条", "bamboo"), "m": ("万", "characters")}
RANKS = {"zh": "一二三四五六七八九", "en": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]}
MAY_MOVE = "document.querySelector('[data-action=hint]')?.getAttribute('aria-disabled') === 'false'"
OVER = "document.querySelector('[data-action=look]') !== null"


def tiles(text: str) -> list[str]:
    """`123p5s` as single tiles."""
    return [rank + part[-1] for part in re.findall(r"[1-9]+[psm]", text) for rank in part[:-1]]


def tile_name(tile: str, lang: str) -> str:
    rank, suit = int(tile[0]) - 1, SUITS[tile[1]]
    return f"{RANKS['zh'][rank]}{suit[0]}" if lang == "zh" else f"{RANKS['en'][rank]} of {suit[1]}"


class Seat:
    """Somebody at a mahjong table: the page, and what the server shows the same seat."""

    def __init__(self, guest: Guest, page: Page, room: str) -> None:
        self.guest = guest
        self.page = page
        self.room = room
        page.set_default_timeout(PATIENCE)

    def until(self, condition: str) -> None:
        """Playwright's own way of waiting needs `eval`, which the content security policy forbids."""
        for _ in range(PATIENCE // 30):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(f"this never came: {condition}")

    def view(self) -> Json:
        found = self.guest.state(self.room)["view"]
        assert isinstance(found, dict)
        return found

    def held(self) -> Locator:
        return self.page.locator(".slot")

    def tile(self, name: str) -> Locator:
        return self.page.locator(f".slot[data-tile='{name}'] button").last

    def action(self, name: str) -> Locator:
        return self.page.locator(f"[data-action={name}]")

    def may(self, name: str) -> bool:
        return self.page.locator(f"[data-action={name}][aria-disabled=false]").count() > 0

    def dealt(self) -> list[str]:
        self.until(MAY_MOVE)
        return tiles(self.view()["private"]["hand"])

    def largest_suit(self) -> str:
        return Counter(tile[1] for tile in self.dealt()).most_common(1)[0][0]

    def bury(self) -> str:
        """The first three of the longest suit, by clicks."""
        suit = self.largest_suit()
        mine = [tile for tile in self.dealt() if tile[1] == suit][:3]
        for tile in mine:
            self.page.locator(f".slot[data-tile='{tile}'] button[aria-pressed=false]").first.click()
        self.action("bury").click()
        expect(self.action("bury")).to_have_count(0)
        return suit

    def decide(self) -> str:
        """One decision: every claim that is offered is taken; else the discard of the first hint."""
        self.until(f"{MAY_MOVE} || {OVER}")
        for claim in ("hu", "kong", "peng", "pass"):
            if self.may(claim):
                self.click(claim)
                return claim
        if not self.may("hint"):
            return ""
        self.action("hint").click()
        # The hint raises its tile and marks its button a moment later; a claim or the end may come between.
        self.until("document.querySelector('[data-action].hinted, [data-action=pass], [data-action=look]') !== null")
        marked = self.page.locator("[data-action].hinted[aria-disabled=false]")
        if not marked.count():
            return ""
        name = str(marked.first.get_attribute("data-action"))
        self.click(name)
        return name.partition("-")[0]

    def click(self, name: str) -> None:
        table = self.page.locator(".table")
        before = table.get_attribute("data-version") or ""
        self.action(name).click()
        expect(table).not_to_have_attribute("data-version", before)

    def over(self) -> bool:
        return bool(self.page.evaluate(OVER))


@pytest.fixture
def sit(visits: Visits, server: Node) -> Iterator[Callable[..., Seat]]:
    """`sit(size=..., lang=..., rules=...)`: at a table with three bots, dealt and asked to bury."""
    guests: list[Guest] = []

    def open_table(size: str = "390x844", lang: str = "zh", rules: Json | None = None, **more: Any) -> Seat:
        guest = Guest(server.url, "小棋" if lang == "zh" else "Ann")
        guests.append(guest)
        room = guest.open("mahjong", rules=rules or {})
        page = visits.page(f"/r/{room}", size, lang, storage_state=guest.storage, **more)
        page.locator("[data-action=ready]").click()
        seat = Seat(guest, page, room)
        seat.until(MAY_MOVE)
        return seat

    yield open_table
    for guest in guests:
        guest.client.close()


def fits(page: Page) -> None:
    """Nothing is cut off: no scrolling, and every tile stands inside the screen."""
    assert page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    ) == [0, 0]
    outside = page.evaluate("""() => {
        const out = (box) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
        const all = [...document.querySelectorAll('.slot, .thrown, .meld, .wait, [data-action]')]
        const things = all.filter((one) => !one.closest('.settled')) // the settlement scrolls
        return things.filter((one) => out(one.getBoundingClientRect())).map((one) => one.className + ' ' + one.textContent)
    }""")
    assert outside == []


def overlaps(page: Page) -> list[str]:
    """River tiles that lie upon tiles of another river, on the hub, or out of the centre."""
    found = page.evaluate("""() => {
        const box = (one) => one.getBoundingClientRect()
        const things = [...document.querySelectorAll('.river, .hub')].filter((one) => box(one).height > 0)
        const common = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low])
        const cross = (a, b) => common(a, b, 'left', 'right') > 1 && common(a, b, 'top', 'bottom') > 1
        const centre = box(document.querySelector('.ponds'))
        const out = things.filter((one) => box(one).bottom > centre.bottom + 1 || box(one).top < centre.top - 1)
        things.forEach((a, at) => out.push(...things.slice(at + 1).filter((b) => cross(box(a), box(b)))))
        return out.map((one) => one.className)
    }""")
    assert isinstance(found, list)
    return found


def lies_well(page: Page) -> None:
    """A plate that grows leaves less for the rivers: they are measured anew in the next frame."""
    for _ in range(20):
        if not overlaps(page):
            return
        page.wait_for_timeout(50)
    assert overlaps(page) == []


def test_a_whole_deal_by_clicks_with_burying_and_claims(sit: Callable[..., Seat]) -> None:
    """Deals are random: another one is played until something could be claimed."""
    seat = sit(rules={"deals_per_match": 6})
    done: Counter[str] = Counter()
    for _ in range(6):
        suit = seat.bury()
        expect(seat.page.get_by_label(f"缺{SUITS[suit][0]}").first).to_be_visible()
        while not seat.over():
            done[seat.decide()] += 1
        settled_as_the_server_says(seat)
        if done["peng"] + done["kong"] and done["hu"]:
            break
        seat.action("next").click()
        seat.until(f"!({OVER})")
    assert done["discard"] > 0  # few, when an early win has locked the hand
    assert done["peng"] + done["kong"] + done["hu"] > 0


def settled_as_the_server_says(seat: Seat) -> None:
    """Hands, burials, wins with their fan, and what the deal brought."""
    public = seat.view()["public"]
    expect(seat.page.locator(".settled")).to_be_visible()
    hands = seat.page.locator(".settled .hands > li")
    expect(hands).to_have_count(4)
    names = [info["name"] for info in seat.view()["seats"]]
    for k in range(4):
        shown = hands.nth(k)
        (who,) = [at for at, name in enumerate(names) if name == shown.locator("header strong").inner_text()]
        gain = public["returns"][who]
        expect(shown.locator("header b")).to_have_text(f"+{gain}" if gain > 0 else f"−{-gain}" if gain < 0 else "0")
        expect(shown.locator(".row").first.get_by_role("img")).to_have_count(len(tiles(public["hands"][who])))
        for tile in tiles(public["buried"][who]):
            expect(shown.get_by_label("已埋").get_by_label(tile_name(tile, "zh")).first).to_be_attached()
        fans = [f"{win['fan']} 番" for win in public["won"][who]]
        assert shown.locator(".win b").all_inner_texts() == fans


def test_only_tiles_of_one_suit_can_be_buried_and_the_table_says_why(sit: Callable[..., Seat]) -> None:
    seat = sit()
    suit = seat.largest_suit()
    first = next(tile for tile in seat.dealt() if tile[1] == suit)
    seat.tile(first).click()
    others = {tile for tile in seat.dealt() if tile[1] != suit}
    for tile in others:
        assert seat.tile(tile).get_attribute("aria-disabled") == "true"
    seat.action("bury").click(force=True)  # it can be pressed, and then says why not
    expect(seat.page.get_by_role("alert")).to_contain_text("三张")
    expect(seat.page.locator(".says")).to_contain_text("还差 2 张")


def test_the_missing_suit_goes_first_and_carries_its_mark(sit: Callable[..., Seat]) -> None:
    """At least five tiles of the longest suit: after burying three of them some are left, and only these may go (M-4.4)."""
    seat = sit(lang="en")
    suit = seat.bury()
    seat.until(MAY_MOVE)
    while seat.view()["public"]["phase"] != "turn":
        seat.decide()
        seat.until(MAY_MOVE)
    left = [tile for tile in tiles(seat.view()["private"]["hand"]) if tile[1] == suit]
    other = next(tile for tile in tiles(seat.view()["private"]["hand"]) if tile[1] != suit)
    expect(seat.page.locator("use[href='#mj-missing']")).to_have_count(len(left))
    expect(seat.tile(left[0])).to_have_attribute("aria-label", f"{tile_name(left[0], 'en')}, missing suit")
    seat.tile(other).click(force=True)
    expect(seat.page.get_by_role("alert")).to_contain_text("missing suit")
    thrown = len(seat.view()["public"]["rivers"][0])
    seat.tile(left[0]).click()
    expect(seat.tile(left[0])).to_have_attribute("aria-pressed", "true")
    seat.tile(left[0]).click()  # the second tap discards
    river = seat.page.get_by_label("Ann's discards").locator(".thrown")
    expect(river.nth(thrown)).to_have_attribute("data-tile", left[0])


def test_burying_and_discarding_by_keyboard(sit: Callable[..., Seat]) -> None:
    seat = sit("1440x900", "en")
    keys = seat.page.keyboard
    suit = seat.largest_suit()
    shown = [str(one.get_attribute("data-tile")) for one in seat.held().all()]
    at = 0
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    for _ in range(3):
        target = next(k for k in range(at, len(shown)) if shown[k][1] == suit)
        for _ in range(target - at):
            keys.press("ArrowRight")
        keys.press("Space")
        at = target
        shown[target] = "--"
    keys.press("Enter")
    expect(seat.action("bury")).to_have_count(0)
    seat.until(MAY_MOVE)
    keys.press("h")
    seat.until("document.querySelector('.hintline') !== null")
    before = seat.view()["window"]
    keys.press("Enter" if seat.may("discard") else "p")
    for _ in range(200):
        if seat.view()["window"] != before:
            break
        seat.page.wait_for_timeout(50)
    assert seat.view()["window"] != before


def test_the_waits_of_a_chosen_discard_are_shown(sit: Callable[..., Seat]) -> None:
    """Played by hints until the hand can be made ready; the tiles shown are those of the library."""
    seat = sit(rules={"deals_per_match": 8})
    for _ in range(400):
        seat.until(f"{MAY_MOVE} || {OVER}")
        if seat.over():
            seat.action("next").click()
            seat.until(f"!({OVER})")
            continue
        if seat.may("discard") or seat.view()["public"]["phase"] == "turn":
            seat.action("hint").click()
            seat.until("document.querySelector('.hintline') !== null")
            seat.page.wait_for_timeout(150)
            chosen = seat.page.locator(".slot:has(button[aria-pressed=true])")
            if seat.may("discard") and seat.page.locator(".wait").count() and chosen.count() == 1:
                view = seat.view()
                hand = tiles(view["private"]["hand"])
                hand.remove(str(chosen.get_attribute("data-tile")))
                melds = [[meld["kind"], meld["tile"]] for meld in view["public"]["melds"][0]]
                expected = waits("".join(sorted(hand, key=lambda tile: tile[1])), melds, view["public"]["missing"][0])
                shown = {str(one.get_attribute("data-tile")) for one in seat.page.locator(".wait").all()}
                assert shown >= set(expected)
                assert expected
                return
        seat.decide()
    raise AssertionError("no hand was ever ready")


@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_the_screen(sit: Callable[..., Seat], size: str) -> None:
    """From the burial to the last discard, in both languages."""
    seat = sit(size, list(LANGUAGES)[len(size) % 2])
    fits(seat.page)
    seat.bury()
    decisions = 0
    while not seat.over():
        fits(seat.page)
        lies_well(seat.page)
        seat.decide()
        decisions += 1
    assert decisions > 0
    seat.action("look").click()  # the table behind the settlement, with the longest rivers
    fits(seat.page)
    lies_well(seat.page)


@pytest.mark.parametrize(("lang", "scheme"), [("zh", "dark"), ("en", "light")])
def test_tiles_have_names_and_axe_finds_nothing(
    sit: Callable[..., Seat], axe: Callable[..., list[str]], lang: str, scheme: str
) -> None:
    seat = sit("1440x900", lang, color_scheme=scheme)
    assert axe(seat.page) == []
    names = Counter(one.get_attribute("aria-label") for one in seat.page.locator(".slot button").all())
    assert names == Counter(tile_name(tile, lang) for tile in seat.dealt())
    seat.bury()
    for _ in range(5):
        if not seat.over():
            seat.decide()
    seat.until(f"{MAY_MOVE} || {OVER}")
    assert axe(seat.page) == []
    public = seat.view()["public"]
    spoken = [str(one.get_attribute("aria-label")) for one in seat.page.locator(".thrown").all()]
    assert len(spoken) == sum(len(river) for river in public["rivers"])
    thrown = Counter(tile_name(discard["tile"], lang) for river in public["rivers"] for discard in river)
    assert Counter(re.split("[,，]", name)[0] for name in spoken) == thrown
    while not seat.over():
        seat.decide()
    expect(seat.page.locator(".settled")).to_be_visible()
    assert axe(seat.page) == []
