"""Leaving is honest: it says what follows, the others see it, and the list of one's games does not only grow."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.people import Company, Guest, first
from tests.web.table import SETTLED
from tests.web.test_reconnect import Cut


def ask_to_leave(page: Page) -> None:
    page.get_by_role("button", name="菜单").click()
    page.get_by_role("button", name="离开牌桌").click()


def test_leaving_asks_says_what_follows_and_is_seen_by_the_others(
    visits: Visits, server: Node, axe: Callable[..., list[str]]
) -> None:
    with Company(server.url, ["安安", "阿波", "小彩"]) as company:
        company.open("xianqi")
        company.deal()
        ann, bo = [visits.page(f"/r/{company.room}", storage_state=one.storage) for one in company.people[:2]]
        expect(ann.locator(".table")).to_be_visible()
        ask_to_leave(bo)
        expect(bo.get_by_role("dialog")).to_contain_text("座位还是你的")
        expect(bo.get_by_role("dialog")).to_contain_text("这个座位不再是你的")
        assert axe(bo) == []
        bo.locator("[data-leave=bot]").click()
        expect(bo.locator("[data-play=xianqi]")).to_be_visible()
        expect(ann.get_by_text("已离开")).to_be_visible()
        bo.goto(f"/r/{company.room}")
        expect(ann.get_by_text("已离开")).to_have_count(0)
        ask_to_leave(bo)
        bo.locator("[data-leave=resign]").click()
        expect(bo.locator("[data-play=xianqi]")).to_be_visible()
        company.people[0].wait(company.room, lambda view: view["seats"][1]["kind"] == "bot")
        assert company.room not in [line["room"] for line in company.people[1].call("GET", "/rooms?which=mine")]


def test_a_game_against_bots_is_discarded_and_finished_ones_can_be_deleted(visits: Visits, server: Node) -> None:
    with Guest(server.url, "安安") as ann:
        room = ann.dealt("xianqi")
        page = visits.page(f"/r/{room}", storage_state=ann.storage)
        ask_to_leave(page)
        page.locator("[data-leave=discard]").click()
        expect(page.locator("[data-play=xianqi]")).to_be_visible()
        assert ann.call("GET", "/rooms?which=mine") == []
        assert ann.call("GET", "/rooms?which=past") == []
        done = ann.dealt("xianqi", deals=1)
        score = ann.play(done)["view"]["result"]["returns"][0]
        page.reload()
        row = page.get_by_role("region", name="我的牌局").get_by_role("listitem")
        expect(row).to_contain_text("掀棋")
        expect(row).to_contain_text("日")
        expect(row.locator("b")).to_have_text(f"{score:+d}".replace("-", "\u2212") if score else "0")
        row.get_by_role("button", name="从列表删除").click()
        expect(row).to_have_count(0)
        assert ann.call("GET", "/rooms?which=past") == []


def test_the_list_of_games_is_short_and_can_be_cleared(visits: Visits, server: Node) -> None:
    with Guest(server.url, "安安") as ann:
        for _ in range(7):
            ann.call("POST", f"/rooms/{ann.open('xianqi', 'open')}/close", {})
        page = visits.page("/", storage_state=ann.storage)
        mine = page.get_by_role("region", name="我的牌局")
        expect(mine.get_by_role("listitem")).to_have_count(5)
        mine.get_by_text("更早的 2 场").click()
        expect(mine.get_by_role("listitem")).to_have_count(7)
        mine.get_by_role("button", name="清空列表").click()
        expect(mine.get_by_role("listitem")).to_have_count(0)
        assert ann.call("GET", "/rooms?which=past") == []


def test_a_game_with_others_is_hidden_for_its_player_alone(server: Node) -> None:
    with Company(server.url, ["安安", "阿波", "小彩"]) as company:
        company.open("xianqi", deals=1)
        company.deal()
        ann, bo = company.people[:2]
        answer = ann.client.delete(f"/rooms/{company.room}")
        assert (answer.status_code, answer.json()["code"]) == (409, "STILL_PLAYED")
        company.play(first)
        ann.call("DELETE", f"/rooms/{company.room}")
        assert ann.call("GET", "/rooms?which=past") == []
        assert [line["room"] for line in bo.call("GET", "/rooms?which=past")] == [company.room]


def test_a_phone_that_sleeps_is_seen_within_ten_seconds_and_goes_on_when_it_wakes(visits: Visits, server: Node) -> None:
    """The line is dead, and nobody says goodbye; the seat goes on autopilot and comes back with its person."""
    with Company(server.url, ["安安", "阿波", "小彩"]) as company:
        company.open("xianqi", grace=12)
        company.deal()
        context = visits.context(storage_state=company.people[1].storage)
        phone = context.new_page()
        cut = Cut(phone)
        phone.goto(f"/r/{company.room}")
        expect(phone.locator(".table")).to_be_visible()
        ann = visits.page(f"/r/{company.room}", storage_state=company.people[0].storage)
        offline = ann.locator(".plate", has_text="阿波").get_by_text("掉线")
        expect(ann.locator(".plate", has_text="阿波")).to_be_visible()
        expect(offline).to_have_count(0)
        since = time.monotonic()
        cut.down = True  # nothing goes through, and nothing is closed
        expect(offline).to_be_visible()
        assert time.monotonic() - since < 60  # ten seconds on a quiet machine: `absent` and the sweep over connections
        company.people[0].wait(company.room, lambda view: view["seats"][1]["auto"] == "away")
        cut.mend()
        expect(offline).to_have_count(0)
        company.people[0].wait(company.room, lambda view: view["seats"][1]["auto"] == "")


def test_the_last_play_stays_in_sight_before_the_settlement_comes(visits: Visits, server: Node) -> None:
    with Guest(server.url, "安安") as ann:
        room = ann.dealt("xianqi")
        page = visits.page(f"/r/{room}", storage_state=ann.storage)
        expect(page.locator(".table[data-stage=playing]")).to_be_visible()
        page.evaluate("""() => {
          const look = () => {
            const table = document.querySelector('.table')
            if (table.dataset.stage !== 'playing') window.ended ??= performance.now()
            if (document.querySelector('.settled')) window.settled ??= performance.now()
            requestAnimationFrame(look)
          }
          look()
        }""")
        ann.play(room)
        expect(page.locator(SETTLED)).to_be_visible()
        assert page.evaluate("window.settled - window.ended") >= 1400


def test_the_pace_of_the_bots_is_a_choice_at_the_table(visits: Visits, server: Node) -> None:
    with Guest(server.url, "安安") as ann:
        room = ann.dealt("xianqi")
        page = visits.page(f"/r/{room}", storage_state=ann.storage)
        page.get_by_role("button", name="菜单").click()
        page.get_by_label("电脑出牌").select_option(label="慢")
        ann.wait(room, lambda view: view["options"]["pace"] == 1.8)
        page.get_by_label("电脑出牌").select_option(label="快")
        ann.wait(room, lambda view: view["options"]["pace"] == 0.2)
