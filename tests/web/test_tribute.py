"""Guandan's tribute in real browsers: paying, taking and returning by clicks, as those who pay and those who get see it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.guandan_frames import ending
from tests.web.guandan_hand import Seat, names
from tests.web.people import Company, Json
from tests.web.table import my_turn, press, step

FIRST, SECOND = 0, 2  # who won the deal before; the other two pay
RELATIONS = ["你", "下家", "对家", "上家"]


@pytest.fixture
def company(server: Node) -> Iterator[Company]:
    with Company(server.url, ["南生", "东生", "北生", "西生"]) as people:
        yield people


def bring(company: Company, order: list[int], wanted: Callable[[list[Json]], bool], **rules: str) -> list[Json]:
    """Deals that end in this order are played until one begins as wanted; a match that is over is followed by another."""
    for _ in range(40):
        if not company.room or company.people[0].state(company.room)["view"]["stage"] == "finished":
            company.open("guandan", rules=rules)
        company.deal()
        views = company.views()
        if views[0]["public"]["tribute"] is not None and wanted(views):
            return views
        company.play(ending(order))
    raise AssertionError("in forty deals there was no such tribute")


def at(visits: Visits, company: Company, seat: int, size: str = "390x844") -> Seat:
    return Seat(visits.context(size, storage_state=company.people[seat].storage), company.room)


def way(viewer: int, giver: int, receiver: int) -> re.Pattern[str]:
    """From whom to whom, as it is told to this seat."""
    return re.compile(rf"{RELATIONS[(giver - viewer) % 4]}(贡给|还给){RELATIONS[(receiver - viewer) % 4]}")


def refused(me: Seat, reason: str) -> None:
    """A card that may not be given stays down, and the table says why."""
    barred = me.hand(".dim")
    assert barred
    me.tap(barred[0])
    expect(me.page.locator(".refusal")).to_contain_text(reason)
    assert me.selected() == []


def give(me: Seat, card: str) -> None:
    me.tap(card)
    expect(me.page.locator(f"[data-card='{card}'] .piece.selected")).to_have_count(1)
    assert me.selected() == [card]
    expect(me.action("play")).to_have_attribute("aria-disabled", "false")
    me.action("play").click()


def bright(me: Seat) -> list[str]:
    dim = set(me.hand(".dim"))
    return [card for card in me.hand() if card not in dim]


def test_after_a_single_tribute_the_first_returns_a_card_and_the_payer_leads(visits: Visits, company: Company) -> None:
    views = bring(company, [FIRST, 1, SECOND, 3], lambda views: views[0]["public"]["phase"] == "return")
    ((payer, receiver, paid),) = views[0]["public"]["tribute"]["paid"]
    assert (payer, receiver) == (3, FIRST)
    me, loser = at(visits, company, FIRST, "360x640"), at(visits, company, payer)
    assert my_turn(me.page)
    expect(me.page.locator("[data-card]")).to_have_count(28)
    expect(loser.page.locator("[data-card]")).to_have_count(26)
    for seat, page in ((FIRST, me.page), (payer, loser.page)):
        expect(page.locator(".tribute .gift")).to_have_text(way(seat, payer, FIRST))
    assert paid in names(me.hand())
    assert {f"return {card}" for card in names(bright(me))} == set(views[FIRST]["legal"])
    refused(me, "还贡要 10 以内、不是级牌的牌")
    card = bright(me)[0]
    with step(me.page), step(loser.page):
        give(me, card)
    for seat, page in ((FIRST, me.page), (payer, loser.page)):
        expect(page.locator("[data-card]")).to_have_count(27)
        expect(page.locator(".tribute .gift").last).to_have_text(way(seat, FIRST, payer))
    assert names([card])[0] in names(loser.hand())
    assert my_turn(loser.page)
    expect(loser.says()).to_contain_text("轮到你先出")


def test_a_double_tribute_is_paid_taken_and_returned_by_clicks(visits: Visits, company: Company) -> None:
    """Whoever has a choice of cards pays; the first takes the second card offered and returns a third; all see the same."""

    def somebody_chooses(views: list[Json]) -> bool:
        return views[0]["public"]["phase"] == "tribute" and any(view["legal"] for view in views)

    views = bring(company, [FIRST, SECOND, 1, 3], somebody_chooses, double_tribute="first_chooses")
    payers = views[0]["public"]["tribute"]["payers"]
    payer = next(seat for seat in payers if views[seat]["legal"])
    me, winner = at(visits, company, payer), at(visits, company, FIRST, "844x390")

    # the payer's highest cards, and none but these
    assert my_turn(me.page)
    expect(me.says()).to_contain_text("进贡最大的一张")
    expect(winner.says()).to_contain_text("进贡")
    assert {f"tribute {card}" for card in names(bright(me))} == set(views[payer]["legal"])
    refused(me, "最大的牌")
    paid = bright(me)[0]
    give(me, paid)
    expect(me.page.locator(".tribute li").first).to_be_visible()
    other = next(seat for seat in payers if seat != payer)
    waiting = company.states()[other]
    if waiting["view"]["legal"]:  # nobody sees the first card before the second is paid
        for page in (me.page, winner.page):
            expect(page.locator(".tribute .gift")).to_have_count(1)
            expect(page.locator(".tribute .gift")).to_contain_text("牌已放下")
        company.people[other].act(company.room, waiting, waiting["view"]["legal"][0])

    # the first chooses between both
    take(winner, company, payers[1])
    gifts = company.states()[FIRST]["view"]["public"]["tribute"]["paid"]
    assert [payer, SECOND if payer == payers[0] else FIRST, names([paid])[0]] in gifts
    got = next(card for giver, receiver, card in gifts if receiver == FIRST)
    for seat, page in ((payer, me.page), (FIRST, winner.page)):
        expect(page.locator(".tribute .gift").filter(has_text=way(seat, payers[1], FIRST))).to_have_count(1)

    # and returns a card of his own, which is shown together with the other return
    expect(winner.says()).to_contain_text(f"还给{RELATIONS[(payers[1] - FIRST) % 4]}")
    refused(winner, "还贡")
    back = bright(winner)[0]
    give(winner, back)
    expect(winner.page.locator(".piece.pending")).to_have_count(1)
    if (second := company.states()[SECOND])["view"]["legal"]:  # that a card lies there is seen by all, and no more
        for page in (me.page, winner.page):
            expect(page.locator(".tribute .gift")).to_have_count(3)
            expect(page.locator(".tribute .gift", has_text="牌已放下")).to_have_count(1)
    company.people[SECOND].act(company.room, second, second["view"]["legal"][0])
    for page in (me.page, winner.page):
        expect(page.locator(".tribute .gift")).to_have_count(4)
        expect(page.locator("[data-card]")).to_have_count(27)
    held = names(winner.hand())
    assert held.count(got) == views[FIRST]["private"]["hand"].split().count(got) + 1 - (names([back])[0] == got)
    returned = company.states()[FIRST]["view"]["public"]["tribute"]["returned"]
    assert [FIRST, payers[1], names([back])[0]] in returned
    mine = names(me.hand())
    assert next(card for giver, receiver, card in returned if receiver == payer) in mine


def take(winner: Seat, company: Company, payer: int) -> None:
    """The buttons of the two cards; nothing else can be done."""
    expect(winner.says()).to_contain_text("选一张贡牌")
    paid = {giver: card for giver, _, card in company.states()[FIRST]["view"]["public"]["tribute"]["paid"]}
    expect(winner.page.locator("[data-action^=take]")).to_have_count(2)
    for giver, card in paid.items():
        expect(winner.action(f"take{giver}")).to_contain_text(spoken(card))
    expect(winner.action("play")).to_have_count(0)
    press(winner.page, f"take{payer}")


def spoken(card: str) -> str:
    """The rank as it is read in a card's name."""
    return {"SB": "小王", "HR": "大王"}.get(card) or card[1].replace("T", "10")


def test_a_payer_who_may_refuse_decides_by_a_button_and_nobody_sees_it(visits: Visits, company: Company) -> None:
    """Under immunity="choice": both payers glow for everybody, the buttons are the chooser's alone."""
    views = bring(
        company,
        [FIRST, SECOND, 1, 3],
        lambda views: views[0]["public"]["phase"] == "immunity" and any(len(view["legal"]) == 2 for view in views),
        immunity="choice",
    )
    payer = next(seat for seat, view in enumerate(views) if len(view["legal"]) == 2)
    me, winner = at(visits, company, payer, "360x640"), at(visits, company, FIRST)
    expect(me.says()).to_contain_text("抗贡，还是进贡")
    expect(winner.says()).to_contain_text("决定抗贡还是进贡")
    expect(winner.page.locator(".plate.active")).to_have_count(2)
    expect(winner.action("immune")).to_have_count(0)
    expect(me.action("immune")).to_have_attribute("aria-disabled", "false")
    assert me.hand(".dim") == []
    me.action("pay").click()
    expect(me.action("pay")).to_have_count(0)
    other = company.states()[4 - payer]["view"]
    if other["public"]["phase"] == "immunity" and other["legal"]:  # it holds the other one, and waives it too
        expect(winner.page.locator(".plate.active")).to_have_count(2)
        company.people[4 - payer].act(company.room, company.states()[4 - payer], "pay")
    expect(winner.page.locator(".tribute")).not_to_contain_text("抗贡")
