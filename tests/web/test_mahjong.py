"""Mahjong in a real browser: burying, discards, claims and the settlement by clicks and keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from qipai.games.mahjong.messages import MESSAGES
from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.mahjong_hand import SUITS, Seat, discards, readying, tile_name, tiles, towards_ready
from tests.web.people import Guest
from tests.web.table import my_turn, shows, step


@pytest.fixture
def sit(visits: Visits, server: Node) -> Iterator[Callable[..., Seat]]:
    """`sit(size=..., lang=..., rules=...)`: at a table with three bots, dealt and asked to bury."""
    guests: list[Guest] = []

    def open_table(size: str = "390x844", lang: str = "zh", **more: Any) -> Seat:
        guest = Guest(server.url, "小棋" if lang == "zh" else "Ann")
        guests.append(guest)
        room = guest.dealt("mahjong", **more)
        return Seat(guest, visits.page(f"/r/{room}", size, lang, storage_state=guest.storage), room)

    yield open_table
    for guest in guests:
        guest.client.close()


def test_whole_deals_by_clicks_with_burying_claims_and_wins(sit: Callable[..., Seat]) -> None:
    """Until both a claim and a win were there to be clicked; bots that play anything leave much to claim."""
    seat = sit(rules={"deals_per_match": 20})
    done: Counter[str] = Counter()
    for _ in range(20):
        suit = seat.bury()
        expect(seat.page.get_by_label(f"缺{SUITS[suit][0]}").first).to_be_visible()
        while my_turn(seat.page):
            done[seat.decide()] += 1
        settled_as_the_server_says(seat)
        if done["peng"] + done["kong"] and done["hu"] and done["discard"]:
            return
        with step(seat.page):
            seat.action("next").click()
    pytest.fail(f"nothing to claim or to win in twenty deals: {done}")


def settled_as_the_server_says(seat: Seat) -> None:
    """Hands, burials, wins with their fan, and what the deal brought."""
    view = seat.view()
    public = view["public"]
    expect(seat.page.locator(".settled")).to_be_visible()
    hands = seat.page.locator(".settled .hands > li")
    expect(hands).to_have_count(4)
    names = [info["name"] for info in view["seats"]]
    for k in range(4):
        shown = hands.nth(k)
        (who,) = [at for at, name in enumerate(names) if name == shown.locator("header strong").inner_text()]
        gain = public["returns"][who]
        expect(shown.locator("header b")).to_have_text(f"+{gain}" if gain > 0 else f"−{-gain}" if gain < 0 else "0")
        expect(shown.locator(".row").first.get_by_role("img")).to_have_count(len(tiles(public["hands"][who])))
        for tile in tiles(public["buried"][who]):
            expect(shown.get_by_label("已埋").get_by_label(tile_name(tile, "zh")).first).to_be_attached()
        expect(shown.locator(".win b")).to_have_text([f"{win['fan']} 番" for win in public["won"][who]])


def test_only_tiles_of_one_suit_can_be_buried_and_the_table_says_why(sit: Callable[..., Seat]) -> None:
    seat = sit()
    suit = seat.largest_suit()
    hand = seat.hand()
    seat.tile(next(tile for tile in hand if tile[1] == suit)).click()
    for tile in {tile for tile in hand if tile[1] != suit}:
        expect(seat.tile(tile)).to_have_attribute("aria-disabled", "true")
    seat.action("bury").click(force=True)  # it can be pressed, and then says why not
    expect(seat.page.get_by_role("alert")).to_contain_text("三张")
    expect(seat.page.locator(".says")).to_contain_text("还差 2 张")


def test_the_missing_suit_goes_first_and_carries_its_mark(sit: Callable[..., Seat]) -> None:
    """At least five tiles of the longest suit: after burying three of them some are left, and only these may go (M-4.4)."""
    seat = sit(lang="en")
    suit = seat.bury()
    while seat.view()["public"]["phase"] != "turn":
        seat.decide()
    view = seat.view()
    hand = tiles(view["private"]["hand"])
    left = [tile for tile in hand if tile[1] == suit]
    other = next(tile for tile in hand if tile[1] != suit)
    expect(seat.page.locator(".slot use[href='#mj-missing']")).to_have_count(len(left))
    expect(seat.tile(left[0])).to_have_attribute("aria-label", f"{tile_name(left[0], 'en')}, void suit")
    seat.tile(other).click(force=True)
    expect(seat.page.get_by_role("alert")).to_have_text(MESSAGES.texts["MISSING_FIRST"].en)
    seat.tile(left[0]).click()
    expect(seat.tile(left[0])).to_have_attribute("aria-pressed", "true")
    with step(seat.page):
        seat.tile(left[0]).click()  # the second tap discards
    river = seat.page.get_by_label("Ann’s discards").locator(".thrown")
    expect(river.nth(len(view["public"]["rivers"][0]))).to_have_attribute("data-tile", left[0])


def test_burying_and_discarding_by_keyboard(sit: Callable[..., Seat]) -> None:
    seat = sit("1440x900", "en")
    keys = seat.page.keyboard
    suit = seat.largest_suit()
    shown = [str(one.get_attribute("data-tile")) for one in seat.page.locator(".slot").all()]
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    at = 0
    for target in [k for k, tile in enumerate(shown) if tile[1] == suit][:3]:
        for _ in range(target - at):
            keys.press("ArrowRight")
        keys.press("Space")
        at = target
    expect(seat.page.locator(".slot button[aria-pressed=true]")).to_have_count(3)
    keys.press("Enter")
    expect(seat.action("bury")).to_have_count(0)
    while my_turn(seat.page) and seat.may("pass"):
        with step(seat.page):
            keys.press("p")
    keys.press("h")
    marked = seat.page.locator("[data-action].hinted[aria-disabled=false]")
    expect(marked).to_have_count(1)
    expect(seat.page.locator(".hintline")).to_be_visible()
    with step(seat.page):
        keys.press(str(marked.get_attribute("aria-keyshortcuts")).capitalize())


def test_the_waits_of_a_chosen_discard_are_shown(sit: Callable[..., Seat]) -> None:
    """Of every discard that makes the hand ready, the tiles shown are those of the library; of another one there are none."""
    seat = sit(rules={"deals_per_match": 20})
    for _ in range(400):
        state = seat.guest.play(seat.room, 0)
        view = state["view"]
        if view["result"] is not None:
            seat.guest.wait(seat.room, lambda view: bool(view["fairness"]["commit"]))
            seat.guest.ready(seat.room)
            seat.guest.wait(seat.room, lambda view: view["result"] is None)
        elif view["public"]["phase"] == "turn" and len(readying(view)) < len(discards(view)) and readying(view):
            break
        else:
            seat.guest.act(seat.room, state, towards_ready(view))
    else:
        pytest.fail("no hand was ever ready")
    shows(seat.page, state)
    expected = readying(view)
    none = next(tile for tile in discards(view) if tile not in expected)
    for tile, waiting in [*expected.items(), (none, [])]:
        seat.tile(tile).click()
        expect(seat.tile(tile)).to_have_attribute("aria-pressed", "true")
        expect(seat.page.locator(".wait")).to_have_count(len(waiting))
        for wait in waiting:
            expect(seat.page.locator(f".wait[data-tile='{wait}']")).to_be_visible()
