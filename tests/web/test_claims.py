"""Two browsers at one mahjong table: what one throws the other claims, and both see who has it and whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from qipai.games.mahjong.tools import waits
from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.mahjong_hand import Seat, discards, tile_name, tiles, towards_ready
from tests.web.people import Company, Json
from tests.web.table import my_turn, press, step

NAMES = ["阿东", "阿南", "阿西", "阿北"]


@pytest.fixture
def company(server: Node) -> Iterator[Company]:
    with Company(server.url, NAMES) as people:
        yield people


def wants(view: Json, verb: str, tile: str) -> bool:
    """Could this seat claim the tile now, and then decide what to do? (With one discard left the server makes it at once.)"""
    seat, public = view["seat"], view["public"]
    if public["locked"][seat] or tile[1] == public["missing"][seat]:
        return False
    hand = view["private"]["hand"]
    if verb == "peng":
        left = {one for one in tiles(hand) if one[1] == public["missing"][seat]} or {one for one in tiles(hand) if one != tile}
        return tiles(hand).count(tile) == 2 and len(left) > 1
    melds = [[meld["kind"], meld["tile"]] for meld in public["melds"][seat]]
    return tile in waits(hand, melds, public["missing"][seat])


def offer(views: list[Json], verb: str) -> tuple[int, str, int] | None:
    """Whose turn it is, a tile that they may throw, and who could claim it."""
    for view in views:
        if view["public"]["phase"] != "turn" or not view["legal"]:
            continue
        for tile in discards(view):
            for other in views:
                if other["seat"] != view["seat"] and wants(other, verb, tile):
                    return view["seat"], tile, other["seat"]
    return None


def bring(company: Company, verb: str) -> tuple[int, str, int]:
    """Deals are played until somebody can throw what another one claims."""
    for _ in range(30):
        company.open("mahjong")
        company.deal()
        if company.reach(towards_ready, lambda views: offer(views, verb) is not None):
            found = offer(company.views(), verb)
            assert found is not None
            return found
    raise AssertionError(f"in thirty deals there was nothing to {verb}")


def others_pass(company: Company, *without: int) -> None:
    for seat, state in enumerate(company.states()):
        if seat not in without and state["view"]["legal"]:
            company.people[seat].act(company.room, state, "pass")


def turn_is(page: Page, place: int) -> None:
    """The gold edge of the hub points at somebody: 0 to the player, then to the right."""
    expect(page.locator(f".hub i.to{place}.on")).to_have_count(1)
    expect(page.locator(".hub i.on")).to_have_count(1)


@pytest.mark.parametrize("verb", ["peng", "hu"])
def test_what_one_throws_the_other_claims_and_both_see_it(visits: Visits, company: Company, verb: str) -> None:
    thrower, tile, claimer = bring(company, verb)
    mine, other = (
        Seat(company.people[seat], visits.page(f"/r/{company.room}", storage_state=company.people[seat].storage), company.room)
        for seat in (thrower, claimer)
    )
    right = (claimer - thrower) % 4  # where the thrower sees the claimer
    spoken = tile_name(tile, "zh")
    assert my_turn(mine.page)
    turn_is(mine.page, 0)
    turn_is(other.page, 4 - right)
    thrown = len(mine.view()["public"]["rivers"][thrower])
    mine.tile(tile).click()
    press(mine.page, "discard")

    # the other one is asked, and told by whom
    assert my_turn(other.page)
    expect(other.page.locator(".says")).to_contain_text(f"{NAMES[thrower]} 打出{spoken}")
    for action in (verb, "pass"):
        expect(other.action(action)).to_have_attribute("aria-disabled", "false")
    rivers = [page.get_by_label(f"{NAMES[thrower]}打出的牌").locator(".thrown") for page in (mine.page, other.page)]
    for river in rivers:
        expect(river).to_have_count(thrown + 1)
        expect(river.last).to_have_class(re.compile("newest"))
    others_pass(company, claimer)
    with step(mine.page):
        press(other.page, verb)

    # the tile lies marked in the river, the claim is seen from both sides, and so is whose turn it is
    name = {"peng": f"{spoken}，被 {NAMES[claimer]} 碰走", "hu": f"{spoken}，{NAMES[claimer]} 胡了这张"}[verb]
    for river in rivers:
        expect(river.nth(thrown)).to_have_attribute("data-tile", tile)
        expect(river.nth(thrown)).to_have_attribute("aria-label", name)
        expect(river.nth(thrown).locator("b")).to_have_text({"peng": "碰", "hu": "胡"}[verb])
    turn = company.states()[0]["view"]["public"]["turn"]
    for page, seat in ((mine.page, thrower), (other.page, claimer)):
        turn_is(page, (turn - seat) % 4)
    if verb == "peng":
        assert turn == claimer
        has_the_meld(mine, other, thrower, claimer, spoken)
    else:
        won = mine.page.get_by_label(f"{NAMES[claimer]}胡的牌")
        expect(won.get_by_label(spoken)).to_be_visible()
        # others may have won before
        expect(mine.page.locator(".badges", has=won).get_by_label("已胡 1 次，手牌锁定")).to_have_count(1)
        expect(other.page.get_by_text("手牌已锁定").first).to_be_visible()


def has_the_meld(mine: Seat, other: Seat, thrower: int, claimer: int, spoken: str) -> None:
    """Three tiles lie open; and the claimer throws the next one."""
    for page in (mine.page, other.page):
        meld = page.get_by_label(f"{NAMES[claimer]}碰杠的牌").locator(".meld")
        expect(meld).to_have_count(1)
        expect(meld).to_have_attribute("data-kind", "peng")
        expect(meld).to_have_attribute("aria-label", f"碰{spoken}，{NAMES[thrower]} 打的")
    assert my_turn(other.page)
    expect(other.page.locator(".slot")).to_have_count(len(other.hand()))
    view = other.view()
    gone, before = discards(view)[0], len(view["public"]["rivers"][claimer])
    other.tile(gone).click()
    press(other.page, "discard")
    for page in (mine.page, other.page):  # not always the last one: moves without a choice may follow, all around the table
        thrown = page.get_by_label(f"{NAMES[claimer]}打出的牌").locator(".thrown").nth(before)
        expect(thrown).to_have_attribute("data-tile", gone)
