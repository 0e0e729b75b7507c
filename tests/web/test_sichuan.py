"""血战到底 and 血流成河 in a real browser: a whole first deal by clicks, from the swap to the settlement, on every screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

import qipai
from tests.server.players import Node
from tests.web.chromium import SIZES, Visits
from tests.web.mahjong_hand import SUITS, Seat, after, discards, tile_name, tiles
from tests.web.people import Guest, Json
from tests.web.table import OVER, my_turn, shows, soon, speak, step, too_wide
from tests.web.test_sizes import fits

WAYS = [preset for preset in ("chengdu", "river") if preset in qipai.game("mahjong").options().presets]
LANGS = ("zh", "en")
PIECES = ".slot, .thrown, .meld, .opening button"
EMPTY_WALL = 55


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "小棋") as person:
        yield person


def seated(visits: Visits, guest: Guest, room: str, size: str = "390x844", lang: str = "zh") -> Seat:
    return Seat(guest, visits.page(f"/r/{room}", size, lang, storage_state=guest.storage), room)


def in_both(page: Page, *finds: str) -> None:
    """Nothing is cut off in either language; what is found by these selectors is seen."""
    for lang in LANGS:
        speak(page, lang)
        assert soon(page, lambda page: fits(page, PIECES)) == [], lang
        for find in finds:
            expect(page.locator(find).first).to_be_visible()


def swap_by_clicks(seat: Seat) -> list[str]:
    """Another choice than the suggested one, where there is another; the tiles that were given."""
    page, hand = seat.page, seat.hand()
    in_both(page, "[data-action=swap][aria-disabled=false]", ".slot button[aria-pressed=true]")
    expect(page.locator(".slot button[aria-pressed=true]")).to_have_count(3)
    suit, held = Counter(tile[1] for tile in hand).most_common(1)[0]
    assert held >= 3
    page.locator(".slot button[aria-pressed=true]").first.click()
    expect(seat.action("swap")).to_have_attribute("aria-disabled", "true")
    given = [tile for tile in hand if tile[1] == suit][:3]
    while page.locator(".slot button[aria-pressed=true]").count():
        page.locator(".slot button[aria-pressed=true]").first.click()
    for tile in given:
        page.locator(f".slot[data-tile='{tile}'] button[aria-pressed=false]").first.click()
    with step(page):
        seat.action("swap").click()
    return given


def name_a_suit(seat: Seat, given: list[str]) -> str:
    """The swap is shown: which way it went, what was given and got. The void suit is the one with the fewest tiles."""
    view = seat.view()
    own, direction = view["private"], view["public"]["direction"]
    assert sorted(tiles(own["gave"])) == sorted(given)
    others = [info["name"] for info in view["seats"]]
    to = others[(view["seat"] + {"next": 1, "across": 2, "previous": 3}[direction]) % 4]
    page = seat.page
    in_both(page, ".swapped", "[data-suit]", "[data-action=missing][aria-disabled=false]")
    expect(page.locator(".swapped")).to_contain_text(to)
    for tile in [*tiles(own["gave"]), *tiles(own["got"])]:
        expect(page.locator(".swapped").get_by_label(tile_name(tile, "en")).first).to_be_visible()
    counts = Counter(tile[1] for tile in tiles(own["hand"]))
    suit = min("psm", key=lambda suit: counts[suit])
    expect(page.locator("[data-suit][aria-pressed=true]")).to_have_attribute("data-suit", suit)
    another = "s" if suit == "p" else "p"
    page.locator(f"[data-suit={another}]").click()
    expect(page.locator(f"[data-suit={another}]")).to_have_attribute("aria-pressed", "true")
    page.locator(f"[data-suit={suit}]").click()
    with step(page):
        seat.action("missing").click()
    return suit


def settled(seat: Seat) -> None:
    """Every hand with what it gave away, its wins or how it stands, and what the deal brought."""
    page = seat.page
    public = seat.view()["public"]
    in_both(page, ".settled")
    expect(page.locator(".settled .hands > li")).to_have_count(4)
    expect(page.locator(".settled .win")).to_have_count(sum(len(wins) for wins in public["won"]))
    checks = [event for event in public["events"] if event["event"] == "check" and event["status"] != "won"]
    expect(page.locator(".settled .check")).to_have_count(len(checks))
    assert sum(public["returns"]) == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("way", WAYS[:1])
def test_a_first_deal_by_clicks_from_the_swap_to_the_settlement(visits: Visits, guest: Guest, way: str, size: str) -> None:
    seat = seated(visits, guest, guest.dealt("mahjong", rules={"preset": way}), size)
    suit = name_a_suit(seat, swap_by_clicks(seat))
    expect(seat.page.get_by_label(f"void suit: {SUITS[suit][1]}").first).to_be_visible()
    turns = 0
    while my_turn(seat.page):
        if turns % 4 == 0:
            in_both(seat.page)
            seat.decide()
        else:
            seat.decide_quickly()
        turns += 1
    assert turns > 0
    settled(seat)


@pytest.mark.parametrize("way", WAYS)
def test_the_way_that_is_chosen_in_the_lobby_is_played_and_remembered(visits: Visits, way: str) -> None:
    page = visits.page("/")
    page.locator(f"[data-way={way}]").check()
    page.locator("[data-play=mahjong]").click()
    expect(page.locator("[data-action=swap]")).to_be_visible()
    page.goto("/")
    expect(page.locator(f"[data-way={way}]")).to_be_checked()
    page.goto("/?new=mahjong")
    expect(page.locator("select").filter(has=page.locator("option[value=river]"))).to_have_value(way)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_way_has_its_page_of_rules_with_pictures(visits: Visits, way: str, lang: str) -> None:
    page = visits.page(f"/rules/mahjong?preset={way}", "360x640", lang)
    title = {"chengdu": ("血战到底", "blood battle"), "river": ("血流成河", "rivers of blood")}[way][LANGS.index(lang)]
    expect(page.locator("article h1")).to_contain_text(title)
    expect(page.locator("nav.ways [aria-current]")).to_have_attribute("href", f"/rules/mahjong?preset={way}")
    expect(page.locator("figure svg").first).to_be_visible()
    assert page.locator("figure").count() >= 6
    assert soon(page, too_wide) == []
    page.locator("nav.ways a").first.click()
    expect(page.locator("article h1")).to_contain_text(("埋三张", "bury three")[LANGS.index(lang)])
    expect(page.locator("article")).to_contain_text("血战到底")  # what its document calls it


def towards_a_win(view: Json) -> str:
    """Claims nothing but a win, and discards what helps least."""
    legal, hand = view["legal"], tiles(view["private"]["hand"])
    if view["public"]["phase"] == "swap":
        held = Counter(tile[1] for tile in hand)
        return str(min(legal, key=lambda move: held[move[-1]]))
    if view["public"]["phase"] == "missing":
        return min(legal, key=lambda move: sum(tile[1] == move[-1] for tile in hand))
    if "pass" in legal:
        return "pass"
    return "discard " + min(discards(view), key=lambda tile: qipai.games.mahjong.shanten(*after(view, tile)))


def about_to_win(guest: Guest, way: str, **more: object) -> str:
    """A room in which one can win now, and much of the wall is left."""
    for _ in range(40):
        room = guest.dealt("mahjong", rules={"preset": way}, **more)
        state = guest.play(room, 0)
        while state["view"]["result"] is None and "hu" not in state["view"]["legal"]:
            guest.act(room, state, towards_a_win(state["view"]))
            state = guest.play(room, 0)
        if state["view"]["result"] is None and state["view"]["public"]["wall_left"] > EMPTY_WALL // 3:
            return room
    raise AssertionError("in forty deals there was nothing to win")


@pytest.mark.parametrize("way", WAYS[:1])
def test_a_winner_leaves_and_need_not_watch_the_bots(visits: Visits, guest: Guest, way: str) -> None:
    """Nobody watches until the win is there: then bots take five seconds for a move, which is more than anybody would wait."""
    room = about_to_win(guest, way, pace=5)
    seat = seated(visits, guest, room)
    shows(seat.page, guest.state(room))
    with step(seat.page):
        seat.action("hu").click()
    expect(seat.page.locator(".says")).to_have_text("你已胡牌下场，等其他人打完")
    expect(seat.page.get_by_label("小棋胡的牌").get_by_role("img")).to_have_count(1)
    seat.action("skip").click()
    expect(seat.page.locator(OVER)).to_be_visible()
    settled(seat)
