"""Guandan in a real browser: a whole deal by clicks, readings of a wildcard, cards chosen by sweeping and by keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.guandan_frames import cards
from tests.web.guandan_hand import Seat, led, names, two_pairs
from tests.web.people import Guest
from tests.web.table import hint, my_turn, press, shows, step


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "小明") as person:
        yield person


def test_a_whole_deal_against_bots_is_played_by_clicks(visits: Visits, guest: Guest) -> None:
    """Cards are tapped, an offer is taken where there is one; where nothing fits, the hint. The record tells the same."""
    room = guest.dealt("guandan")
    me = Seat(visits.context(storage_state=guest.storage), room)
    mine: list[Counter[str]] = []
    while my_turn(me.page):
        expect(me.says()).to_contain_text("轮到你")
        mine.append(tapped(me) if len(mine) % 2 == 0 else Counter())
        if not mine[-1]:
            chosen = hint(me.page)
            mine[-1] = Counter(names(me.selected()))
            assert (chosen == "play") == bool(mine[-1])
            press(me.page, chosen)
    settled = me.page.locator(".settled")
    for place in ("头游", "二游", "三游", "末游"):
        settled.get_by_text(place, exact=True).click(trial=True)  # nothing lies over it
    told = [cards(move) for who, move in guest.call("GET", f"/rooms/{room}/record")["deals"][0]["moves"] if who == 0]
    # Where only one move was possible the server has made it: those are in the record and were not clicked.
    rest = iter(told)
    assert all(any(step == move for move in rest) for step in mine), (mine, told)
    assert any(mine)
    expect(me.action("next")).to_be_visible()


def tapped(me: Seat) -> Counter[str]:
    """Plays the last card that is not dim, as the first offer has it or alone; where that is no play it is let go."""
    bright = [card for card in me.hand() if card not in set(me.hand(".dim"))]
    if not bright:
        return Counter()
    me.choose(bright[-1])
    assert me.selected() == [bright[-1]]
    if not cards_of_a_move(me, Counter(names(bright[-1:]))) and part_of_a_move(me, names(bright[-1:])[0]):
        me.page.locator("[data-offer]").first.click()
    played = Counter(names(me.selected()))
    if cards_of_a_move(me, played):
        expect(me.action("play")).to_have_attribute("aria-disabled", "false")
        press(me.page, "play")
        return played
    me.action("clear").click()
    expect(me.page.locator("[data-card] .piece.selected")).to_have_count(0)
    return Counter()


def cards_of_a_move(me: Seat, chosen: Counter[str]) -> bool:
    """Among the legal moves that the page was sent?"""
    legal = [frame["view"]["legal"] for frame in me.frames if "view" in frame][-1]
    return any(cards(move) == chosen for move in legal)


def part_of_a_move(me: Seat, card: str) -> bool:
    """Then there is an offer that has it."""
    legal = [frame["view"]["legal"] for frame in me.frames if "view" in frame][-1]
    return any(card in cards(move) for move in legal)


def test_a_wildcard_that_makes_several_things_asks_which(visits: Visits, guest: Guest) -> None:
    """Two pairs and a wildcard are two full houses: the chosen one is what is played."""
    room = led(guest)
    me = Seat(visits.context("360x640", storage_state=guest.storage), room)
    assert my_turn(me.page)
    pairs = two_pairs(me.hand())
    for card in [*pairs[0], *pairs[1], "H2.0"]:
        me.choose(card)
    assert len(me.selected()) == 5
    chooser = me.page.get_by_role("radiogroup")
    options = chooser.get_by_role("radio")
    expect(options).to_have_count(2)
    readings = [str(options.nth(k).get_attribute("data-reading")) for k in range(2)]
    assert {reading.split(":")[0] for reading in readings} == {"fullhouse"}
    expect(chooser.locator("[aria-checked=true]")).to_have_count(1)
    low = options.nth(0)
    expect(low).to_have_attribute("aria-checked", "false")
    low.click()
    expect(low).to_have_attribute("aria-checked", "true")
    press(me.page, "play")
    guest.play(room)
    first = guest.call("GET", f"/rooms/{room}/record")["deals"][0]["moves"][0]
    assert first[0] == 0
    assert first[1].endswith(f" as {readings[0]}"), first


def test_cards_are_chosen_by_sweeping_and_by_keys(visits: Visits, guest: Guest) -> None:
    me = Seat(visits.context("1440x900", "en", storage_state=guest.storage), guest.dealt("guandan"))
    page = me.page
    assert my_turn(page)
    first, second = me.hand()[-1], me.hand()[-2]
    start, end = (page.locator(f"[data-card='{card}']").bounding_box() for card in (first, second))
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 10, steps=6)
    page.mouse.up()
    for card in (first, second):
        expect(page.locator(f"[data-card='{card}'] .piece.selected")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-card] .piece.selected")).to_have_count(0)
    focused = []
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        focused.append(str(page.locator("[data-card]:has(:focus)").get_attribute("data-card")))
    assert len(set(focused)) == 2
    page.keyboard.press("Space")
    expect(page.locator(f"[data-card='{focused[1]}'] .piece.selected")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    marked = page.locator("[data-action].hinted[aria-disabled=false]")
    expect(marked).to_have_count(1)
    expect(page.locator(".hintline")).to_be_visible()
    left = len(me.hand()) - len(me.selected())
    with step(page):
        page.keyboard.press("Enter" if marked.get_attribute("data-action") == "play" else "p")
    expect(page.locator("[data-card]")).to_have_count(left)


def test_who_comes_later_sees_what_every_deal_brought_and_what_every_play_was(visits: Visits, guest: Guest) -> None:
    """A stranger too: the view tells it, and no earlier deal is fetched."""
    room = guest.dealt("guandan")
    result = guest.play(room)["view"]["public"]["result"]
    guest.ready(room)
    guest.wait(room, lambda view: view["stage"] == "playing")
    guest.play_on(room, 6)
    context = visits.context("1440x900")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/r/{room}")
    state = page.evaluate(f"fetch('/api/v1/rooms/{room}/state').then((answer) => answer.json())")  # two steps behind
    public = state["view"]["public"]
    shows(page, state)
    team = "、".join(state["view"]["seats"][seat]["name"] for seat in (result["team"], result["team"] + 2))
    level = result["levels"][result["team"]].replace("T", "10")
    expect(page.locator(".history li")).to_contain_text([f"{team} 升 {result['gain']} 级，打{level}"])
    lying = {seat: public["readings"][k - len(public["trick"])] for k, (seat, _) in enumerate(public["trick"])}
    for seat, reading in lying.items():
        expect(page.locator(f".zone[data-seat='{seat}'] .type")).to_have_count(int(reading is not None))
    assert not [url for url in asked if "/replay" in url]
