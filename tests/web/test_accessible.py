"""Tables are open to everybody: axe finds nothing at any of them, in the light and in the dark, and every piece has a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.players import Node
from tests.web.chromium import Visits, in_both_schemes
from tests.web.games import DRAWN
from tests.web.mahjong_hand import tile_name, tiles
from tests.web.people import Guest
from tests.web.table import hint, shows

Axe = Callable[..., list[str]]
LINES = 8  # of the log: then there is something on the table


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "Ann") as person:
        yield person


@pytest.mark.parametrize("game", DRAWN)
def test_axe_finds_nothing_at_a_table(visits: Visits, guest: Guest, axe: Axe, game: str) -> None:
    """With the first move to make, in the middle with a hint, and at the settlement, small and large."""
    room = guest.dealt(game)
    desk = visits.page(f"/r/{room}", "1440x900", "zh", storage_state=guest.storage)
    shows(desk, guest.state(room))
    assert in_both_schemes(axe, desk) == []
    guest.play(room)
    room, state = guest.amid(game, lambda room: guest.play_on(room, LINES))
    phone = visits.page(f"/r/{room}", "360x640", "en", storage_state=guest.storage)
    shows(phone, state)
    hint(phone)
    assert in_both_schemes(axe, phone) == []
    guest.play(room)
    for page in (phone, desk):
        expect(page.locator(".settled")).to_be_visible()
        assert in_both_schemes(axe, page) == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_tile_of_mahjong_has_a_name(visits: Visits, guest: Guest, lang: str) -> None:
    """In the hand, and in the rivers, where it is said what became of a tile."""
    room = guest.dealt("mahjong")
    page = visits.page(f"/r/{room}", "1440x900", lang, storage_state=guest.storage)
    state = guest.state(room)
    shows(page, state)
    names = Counter(one.get_attribute("aria-label") for one in page.locator(".slot button").all())
    assert names == Counter(tile_name(tile, lang) for tile in tiles(state["view"]["private"]["hand"]))
    state = guest.play(room, 8)
    shows(page, state)
    rivers = state["view"]["public"]["rivers"]
    spoken = [str(one.get_attribute("aria-label")) for one in page.locator(".thrown").all()]
    thrown = Counter(tile_name(discard["tile"], lang) for river in rivers for discard in river)
    assert thrown.total() > 8
    assert Counter(re.split("[,，]", name)[0] for name in spoken) == thrown
