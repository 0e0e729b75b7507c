"""Xianqi in a real browser, against bots."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from qipai.games.xianqi.messages import MESSAGES
from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.people import Company, Guest, Json, first
from tests.web.table import SETTLED, my_turn, shows, soon, step, too_wide
from tests.web.xianqi_hand import DISCS, choose, dealt, play_deal


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "阿明") as person:
        yield person


def sit_down(visits: Visits, guest: Guest, size: str = "390x844", lang: str = "zh") -> Page:
    """A dealt table at which it is one's turn to play."""
    room = dealt(guest)
    page = visits.page(f"/r/{room}", size=size, lang=lang, storage_state=guest.storage)
    assert my_turn(page)
    return page


def seen(guest: Guest, page: Page) -> list[tuple[Json, int]]:
    """Who sits at the table, and their chips."""
    view = guest.state(page.url.rsplit("/", 1)[1])["view"]
    return list(zip(view["seats"], view["scores"], strict=True))


def test_a_whole_deal_by_clicks_ends_in_a_settlement_that_adds_up(visits: Visits, guest: Guest) -> None:
    page = sit_down(visits, guest)
    before = {info["name"]: chips for info, chips in seen(guest, page)}
    done = play_deal(page)
    assert done
    rows = page.locator(".settled tbody tr")
    expect(rows).to_have_count(3)
    totals = 0
    for row in rows.all():
        cells = [cell.replace("−", "-").replace("+", "") for cell in row.locator("td").all_inner_texts()]
        enough, reveal, ceramic, total, chips = [int(cell) for cell in cells]
        assert enough + reveal + ceramic == total
        assert chips - total == before[row.locator("th span").first.inner_text()]
        totals += total
    assert totals == 0
    lines = page.locator(".settled ol li")  # a match that ends with its first deal has the standings after them
    expect(lines.filter(has_text="合计")).to_have_count(1)
    page.locator(".settled ol button").first.click()
    expect(page.locator(".settled ol p")).to_contain_text("柱")


def test_the_next_deal_is_the_primary_button(visits: Visits, guest: Guest) -> None:
    room = dealt(guest)
    guest.play(room)
    page = visits.page(f"/r/{room}", storage_state=guest.storage)
    expect(page.locator(SETTLED)).to_be_visible()
    before = page.locator("header h1").inner_text()
    page.locator("[data-action=look]").click()
    expect(page.locator(SETTLED)).to_have_count(0)
    page.locator("[data-action=look]").click()
    expect(page.locator(SETTLED)).to_be_visible()
    page.locator("[data-action=next]").click()
    expect(page.locator("header h1")).not_to_have_text(before)
    expect(page.locator(SETTLED)).to_have_count(0)


def test_the_keyboard_is_enough(visits: Visits, guest: Guest) -> None:
    page = sit_down(visits, guest, size="1440x900", lang="en")
    primary = page.locator(".bar .primary")
    page.keyboard.press("ArrowRight")
    focused = page.locator(f"{DISCS}:focus")
    expect(focused).to_have_count(1)
    for _ in range(16):
        if primary.get_attribute("aria-disabled") == "false":
            break
        if focused.get_attribute("aria-disabled") == "false" and focused.get_attribute("aria-pressed") == "false":
            page.keyboard.press(" ")
        page.keyboard.press("ArrowRight")
    expect(primary).to_have_attribute("aria-disabled", "false")
    with step(page):
        page.keyboard.press("Enter")


def test_escape_puts_the_discs_down(visits: Visits, guest: Guest) -> None:
    page = sit_down(visits, guest)
    choose(page)
    expect(page.locator(f"{DISCS}[aria-pressed=true]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(f"{DISCS}[aria-pressed=true]")).to_have_count(0)


def test_hints_cycle_with_their_reasons(visits: Visits, guest: Guest) -> None:
    """Each is the server's next one, and after the last the first comes again."""
    room = dealt(guest)
    page = visits.context(lang="en", storage_state=guest.storage).new_page()
    answers: list[Json] = []

    def listen(frame: str | bytes) -> None:
        if json.loads(frame)["type"] == "hints":
            answers.append(json.loads(frame))

    page.on("websocket", lambda socket: socket.on("framereceived", listen))
    page.goto(f"/r/{room}")
    assert my_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".hintline")).to_be_visible()
    reasons = [hint["reason"]["en"] for hint in answers[0]["hints"]]
    assert len(reasons) > 1
    for reason in [*reasons, reasons[0]]:
        expect(page.locator(".hintline")).to_have_text(re.compile(r"^(Play|Discard|Buckle|Reveal|Pass).*" + re.escape(reason)))
        expect(page.locator(".bar .hinted")).to_have_count(1)
        page.keyboard.press("h")
    assert len(answers) == 1


def test_what_cannot_be_done_is_told_next_to_the_hand(visits: Visits, guest: Guest) -> None:
    page = sit_down(visits, guest)
    page.locator(".bar .primary").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("选")
    expect(page.locator(".refusal")).to_have_count(0)


def test_a_refused_selection_says_why(visits: Visits, guest: Guest) -> None:
    """A disc that does not beat the table: the server's own words appear, and nothing was sent."""
    room = guest.open("xianqi", level="easy")
    guest.ready(room)
    for _ in range(200):  # until one has to follow with a single disc and holds one that does not beat the table
        state = guest.play(room, 0)
        view = state["view"]
        if view["result"] is not None:
            guest.wait(room, lambda view: bool(view["fairness"]["commit"]))
            guest.ready(room)
            guest.wait(room, lambda view: view["result"] is None)
            continue
        plays = [move.removeprefix("play ") for move in view["legal"] if move.startswith("play")]
        single = bool(plays) and not any(mark in plays[0] for mark in "*+")
        if single and "buckle" not in view["legal"] and set(view["private"]["hand"]) - set(plays):
            break
        guest.play(room, 1)
    else:
        pytest.fail("in 200 decisions there was never a disc that could not be played")
    page = visits.page(f"/r/{room}", storage_state=guest.storage)
    shows(page, state)
    page.locator(f"{DISCS}[aria-disabled=true]").first.click(force=True)
    expect(page.locator(".refusal")).to_contain_text(MESSAGES.texts["DOES_NOT_BEAT"].zh.rpartition("{move}")[2].strip())
    assert guest.state(room)["version"] == state["version"]


def test_autopilot_plays_and_is_taken_back(visits: Visits, server: Node) -> None:
    """With people at the table, who are waited for: nothing goes on while one looks."""
    with Company(server.url, ["阿明", "阿兰", "阿波"]) as company:
        company.open("xianqi")
        company.deal()
        assert company.reach(first, lambda views: len(views[0]["legal"]) > 1)
        page = visits.page(f"/r/{company.room}", storage_state=company.people[0].storage)
        assert my_turn(page)
        asked = company.views()[0]["window"]
        page.get_by_role("button", name="菜单").click()
        page.get_by_role("button", name="托管").click()
        expect(page.locator("[data-action]")).to_have_count(1)
        expect(page.locator(".own .badge").first).to_have_text("托管")
        state = company.people[0].wait(company.room, lambda view: view["window"] != asked)
        assert state["view"]["seats"][0]["auto"] == "player"
        page.locator("[data-action=takeover]").click()
        expect(page.locator("[data-action=hint]")).to_be_visible()
        expect(page.locator(".own .badge")).to_have_count(0)
        assert company.views()[0]["seats"][0]["auto"] == ""


def test_sorting_is_remembered(visits: Visits, guest: Guest) -> None:
    page = sit_down(visits, guest)
    names = page.locator(DISCS)
    page.get_by_role("button", name="按大小").click()
    expect(page.get_by_role("button", name="按红黑")).to_be_visible()
    colours = [str(name.get_attribute("aria-label"))[0] for name in names.all()]
    assert colours == sorted(colours, key="红黑".index)
    page.reload()
    expect(page.get_by_role("button", name="按红黑")).to_be_visible()


def test_four_seats_with_one_who_sits_out(visits: Visits, guest: Guest) -> None:
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * 3]
    room = guest.open("xianqi", seats=seats, rules={"baotou": True, "black_chess": "redeal"})
    guest.ready(room)
    guest.wait(room, lambda view: view["public"] is not None)
    page = visits.page(f"/r/{room}", storage_state=guest.storage)
    expect(page.locator(".table")).to_have_attribute("data-seats", "4")
    expect(page.get_by_text("抱头").first).to_be_visible()
    assert soon(page, too_wide) == []
