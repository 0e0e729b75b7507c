"""A connection that breaks: never a stale board, never a lost or doubled move, never a replayed sound."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.people import Guest
from tests.web.table import SETTLED, my_turn, shows, soon
from tests.web.xianqi_hand import DISCS, choose, dealt, decide

COUNT_SOUNDS = """
  window.strokes = 0
  const start = AudioScheduledSourceNode.prototype.start
  AudioScheduledSourceNode.prototype.start = function (...given) { window.strokes += 1; return start.apply(this, given) }
"""


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "阿明") as person:
        yield person


class Cut:
    """The way between a page and the server, which can be cut: nothing goes through, in either direction, until mended."""

    def __init__(self, page: Page) -> None:
        self.down = False
        self.mute = False  # answers get lost, questions do not
        self.open: list[WebSocketRoute] = []
        self.sent: list[str] = []
        page.route_web_socket("**/ws/**", self.handle)

    def handle(self, ws: WebSocketRoute) -> None:
        if self.down:
            ws.close(code=1011)
            return
        server = ws.connect_to_server()
        self.open.append(ws)

        def up(frame: str | bytes) -> None:
            self.sent.append(str(frame))
            if not self.down:
                server.send(frame)

        def back(frame: str | bytes) -> None:
            if not self.down and not self.mute:
                ws.send(frame)

        ws.on_message(up)
        server.on_message(back)

    def cut(self) -> None:
        self.down = True
        for ws in self.open:
            ws.close(code=1011)
        self.open.clear()

    def mend(self) -> None:
        self.down = False

    def acts(self) -> list[str]:
        """The names of the moves that the page has sent, as often as it did."""
        return [json.loads(frame)["cmd_id"] for frame in self.sent if '"type":"act"' in frame]


def at_table(visits: Visits, guest: Guest, room: str) -> tuple[Page, Cut]:
    context = visits.context(storage_state=guest.storage)
    context.add_init_script(COUNT_SOUNDS)
    page = context.new_page()
    cut = Cut(page)
    page.goto(f"/r/{room}")
    assert my_turn(page)
    return page, cut


def hand(page: Page) -> list[str]:
    return [str(disc.get_attribute("aria-label")) for disc in page.locator(DISCS).all()]


def test_a_reload_in_the_middle_shows_the_same_table_without_a_sound(visits: Visits, guest: Guest) -> None:
    room = dealt(guest)
    page, _ = at_table(visits, guest, room)
    before = hand(page)
    page.reload()
    assert my_turn(page)
    page.locator(".says").click()  # from here on sounds would be heard
    page.wait_for_timeout(500)
    assert hand(page) == before
    assert page.evaluate("window.strokes") == 0


def test_offline_is_told_the_board_is_dim_and_the_move_waits_and_arrives_once(visits: Visits, guest: Guest) -> None:
    room = dealt(guest)
    page, cut = at_table(visits, guest, room)
    before = guest.state(room)
    action = choose(page)
    cut.cut()
    expect(page.locator(".offline")).to_be_visible()
    expect(page.locator(".table.stale")).to_be_visible()
    page.locator(f"[data-action={action}]").click()
    expect(page.locator(".hand .pending").first).to_be_visible()
    page.wait_for_timeout(700)
    assert guest.state(room)["version"] == before["version"]
    cut.mend()
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator(".hand .pending")).to_have_count(0)
    after = guest.play(room, 0)
    assert sum(before["view"]["private"]["hand"].values()) > sum(after["view"]["private"]["hand"].values())
    assert len(set(cut.acts())) == 1


def test_a_move_whose_answer_got_lost_is_sent_again_with_the_same_name(visits: Visits, guest: Guest) -> None:
    room = dealt(guest)
    page, cut = at_table(visits, guest, room)
    window = guest.state(room)["view"]["window"]
    action = choose(page)
    cut.mute = True
    page.locator(f"[data-action={action}]").click()
    guest.wait(room, lambda view: view["window"] != window)
    assert len(cut.acts()) == 1
    cut.cut()
    cut.mute = False
    cut.mend()
    expect(page.locator(".offline")).to_have_count(0)
    shows(page, guest.play(room, 0))
    expect(page.locator(".hand .pending")).to_have_count(0)
    expect(page.locator(".refusal")).to_have_count(0)
    assert soon(page, lambda _: [] if len(cut.acts()) == 2 else cut.acts()) == []
    assert len(set(cut.acts())) == 1


def test_what_happened_meanwhile_is_shown_at_once_and_silently(visits: Visits, guest: Guest) -> None:
    room = dealt(guest)
    page, cut = at_table(visits, guest, room)
    page.locator(".says").click()
    cut.cut()
    expect(page.locator(".offline")).to_be_visible()
    strokes = page.evaluate("window.strokes")
    guest.play(room, 1)
    state = guest.play(room, 0)
    cut.mend()
    shows(page, state)
    assert len(hand(page)) == sum(state["view"]["private"]["hand"].values())
    assert page.evaluate("window.strokes") == strokes
    # and is in the log
    expect(page.locator("aside .log li")).to_have_count(len(guest.call("GET", f"/rooms/{room}/log")["lines"]))


def test_the_browsers_offline_switch_in_the_middle(visits: Visits, guest: Guest) -> None:
    room = dealt(guest)
    page = visits.page(f"/r/{room}", storage_state=guest.storage)
    assert my_turn(page)
    visits.expect("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    expect(page.locator(".offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".offline")).to_have_count(0)
    decide(page)


def test_two_tabs_in_one_seat_agree(visits: Visits, guest: Guest) -> None:
    room = dealt(guest)
    context = visits.context(storage_state=guest.storage)
    tabs = [context.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(f"/r/{room}")
        assert my_turn(tab)
    decide(tabs[0])
    state = guest.play(room, 0)
    for tab in tabs:
        shows(tab, state)
    assert hand(tabs[0]) == hand(tabs[1])


def test_a_server_that_restarts_is_found_again_and_the_deal_goes_on(visits: Visits, guest: Guest, server: Node) -> None:
    room = dealt(guest)
    page = visits.page(f"/r/{room}", storage_state=guest.storage)
    assert my_turn(page)
    before = hand(page)
    visits.expect("WebSocket connection")
    server.kill()
    expect(page.locator(".offline")).to_be_visible()
    server.start()
    expect(page.locator(".offline")).to_have_count(0)
    assert my_turn(page)
    assert hand(page) == before
    decide(page)
    guest.play(room)
    expect(page.locator(SETTLED)).to_be_visible()
