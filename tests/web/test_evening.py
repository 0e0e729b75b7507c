"""An evening of friends: the host's hand, a late friend, one match after another at the same table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.games import figure, with_figure
from tests.server.players import Node, running
from tests.web.chromium import Visits
from tests.web.conftest import THINK
from tests.web.people import Company, Guest, first
from tests.web.table import SETTLED


@pytest.fixture
def friends(server: Node) -> Iterator[Company]:
    """Three at a Xianqi table that is not dealt yet; a match is one deal."""
    with Company(server.url, ["安安", "阿波", "小彩"]) as company:
        company.open("xianqi", deals=1)
        yield company


def pages_of(visits: Visits, company: Company) -> list[Page]:
    """Everybody's page, from the node that serves them."""
    path = f"/r/{company.room}"
    return [visits.page(path, storage_state=person.storage, base_url=person.url) for person in company.people]


def seat_names(page: Page) -> list[str]:
    return page.get_by_role("region", name="座位").locator("li strong").all_inner_texts()


def test_the_host_swaps_seats_and_removes_somebody_who_cannot_come_back(
    visits: Visits, friends: Company, axe: Callable[..., list[str]]
) -> None:
    ann, bo, cai = pages_of(visits, friends)
    expect(bo.get_by_text("管理房间")).to_have_count(0)
    ann.get_by_text("管理房间").click()
    assert axe(ann) == []
    one_is_removed_for_good(visits, friends, [ann, bo, cai])


def one_is_removed_for_good(visits: Visits, friends: Company, pages: list[Page]) -> None:
    """The first is the host, who has the room's controls in sight and removes the second."""
    ann, bo, cai = pages
    ann.locator("[data-swap='1']").click()
    ann.locator("[data-swap='2']").click()
    expect(cai.get_by_role("region", name="座位").locator("li strong").nth(1)).to_have_text("小彩")
    assert seat_names(ann) == ["安安", "小彩", "阿波"]
    ann.locator("[data-remove='2']").click()
    ann.locator("[data-action=sure]").click()
    expect(bo.get_by_role("heading", name="房主请你离开了这个房间")).to_be_visible()
    # the address of those who stay follows the new code, and the link carries it
    expect(cai).not_to_have_url(re.compile(friends.room))
    code = cai.url.rsplit("/", 1)[1]
    expect(ann.get_by_role("textbox", name="链接")).to_have_value(re.compile(rf"/r/{code}$"))
    visits.expect("404")
    for name in (friends.room, code):
        bo.goto(f"/r/{name}")
        expect(bo.get_by_role("heading", name="没有这个房间")).to_be_visible()
    # nor with an account
    removed = friends.people[1]
    removed.session = removed.call("POST", "/accounts", {"name": "阿波一号", "password": "three unrelated words"})
    account = visits.page(f"/r/{code}", storage_state=removed.storage, base_url=removed.url)
    expect(account.get_by_role("heading", name="没有这个房间")).to_be_visible()
    stranger = visits.page(f"/r/{friends.room}")
    expect(stranger.get_by_role("heading", name="没有这个房间")).to_be_visible()
    dan = visits.page(f"/r/{code}")
    dan.get_by_label("怎么称呼你").fill("丹丹")
    dan.locator("[data-action=sit]").click()
    for page in (ann, cai, dan):
        page.locator("[data-action=ready]").click()
    for page in (ann, cai, dan):
        expect(page.locator(".hand button").first).to_be_visible()
    cai.reload()
    expect(cai.locator(".hand button").first).to_be_visible()


def test_the_host_locks_the_room_hands_it_over_shuffles_the_seats_and_closes_it(visits: Visits, server: Node) -> None:
    with Company(server.url, ["安安", "阿波"]) as company:
        company.open("xianqi")
        ann, bo = pages_of(visits, company)
        seats = ann.get_by_role("region", name="座位").get_by_role("listitem")
        # a bot comes and goes
        seats.nth(2).get_by_role("button", name="加电脑").click()
        ann.get_by_text("管理房间").click()
        ann.locator("[data-remove='2']").click()
        expect(seats.nth(2)).to_contain_text("空位")
        # nobody else sits down in a locked room, nor is invited to
        ann.locator("[data-action=lock]").click()
        expect(ann.locator("[data-action=lock]")).to_have_text("解除锁定")
        dan = visits.page(f"/r/{company.room}")
        expect(dan.get_by_role("heading", name="房主锁定了房间")).to_be_visible()
        expect(dan.locator("[data-action=sit]")).to_have_count(0)
        expect(dan.get_by_role("button", name="坐这里")).to_have_count(0)
        ann.locator("[data-action=lock]").click()
        expect(dan.locator("[data-action=sit]")).to_be_visible()
        # the room is somebody else's
        ann.locator("[data-owner='1']").click()
        expect(ann.get_by_text("管理房间")).to_have_count(0)
        bo.get_by_text("管理房间").click()
        before = seat_names(bo)
        for _ in range(20):
            with bo.expect_response("**/seats"):
                bo.locator("[data-action=shuffle]").click()
            bo.wait_for_timeout(50)
            if seat_names(bo) != before:
                break
        assert seat_names(bo) != before
        assert sorted(seat_names(bo)) == sorted(before)
        # no word, then no phrase either
        for choice, words, phrases in (("phrases", "这桌只能用快捷语", 1), ("off", "房主关闭了聊天", 0)):
            bo.get_by_role("combobox", name="聊天").select_option(choice)
            ann.locator("[data-action=talk]").click()
            expect(ann.get_by_text(words)).to_be_visible()
            expect(ann.get_by_role("textbox", name="说点什么")).to_have_count(0)
            expect(ann.locator("[data-phrase=nice]")).to_have_count(phrases)
            ann.get_by_role("button", name="关闭", exact=True).click()
        bo.locator("[data-action=close]").click()
        expect(bo.locator("[data-action=sure]")).to_have_text("解散房间")
        bo.locator("[data-action=sure]").click()
        for page in (ann, bo, dan):
            expect(page.get_by_role("heading", name="这个房间已经解散")).to_be_visible()


def test_a_late_friend_takes_a_bots_seat_in_the_middle_of_a_deal(visits: Visits, server: Node) -> None:
    with Guest(server.url, "安安") as ann:
        room = ann.dealt("xianqi")
        page = visits.page(f"/r/{room}")
        expect(page.get_by_role("dialog")).to_contain_text("安安 邀请你来玩掀棋")
        page.get_by_label("怎么称呼你").fill("晚来")
        page.locator("[data-sit='1']").click()
        expect(page.locator(".hand button").first).to_be_visible()
        seats = ann.state(room)["view"]["seats"]
        assert (seats[1]["kind"], seats[1]["name"]) == ("human", "晚来")
        # the room is locked: the next one may only watch, and is not asked before
        ann.call("PUT", f"/rooms/{room}/lock", {"on": True})
        other = visits.page(f"/r/{room}")
        expect(other.locator(".table")).to_be_visible()
        assert other.get_by_role("dialog").count() == 0


def test_rematch_together_twice_and_the_score_of_the_evening(visits: Visits, friends: Company) -> None:
    pages = pages_of(visits, friends)
    for page in pages:
        page.locator("[data-action=ready]").click()
    for number in (1, 2, 3):
        for page in pages:
            expect(page.locator(".hand button").first).to_be_visible()
        friends.play(first)
        for page in pages:
            expect(page.locator(SETTLED)).to_be_visible()
        if number > 1:
            evening = pages[2].get_by_role("region", name="累计战绩")
            expect(evening).to_contain_text(f"第 {number} 场")
            expect(evening.locator("li")).to_have_count(3)
        if number < 3:
            for page in pages:
                page.locator("[data-action=again]").click()
    assert all(page.url.endswith(friends.room) for page in pages)
    # who does not agree leaves a free seat, and the others stay together
    pages[0].get_by_label("下一场座位").select_option("choose")
    pages[2].locator("[data-action=again]").click()
    expect(pages[0].get_by_text("想再来一场")).to_be_visible()
    pages[0].locator("[data-action=now]").click()
    for page in (pages[0], pages[2]):
        expect(page.get_by_role("region", name="座位")).to_be_visible()
    assert seat_names(pages[0]) == ["安安", "空位", "小彩"]
    expect(pages[1].locator("[data-action=sit]")).to_be_visible()
    pages[1].locator("[data-action=sit]").click()
    expect(pages[1].locator("[data-action=ready]")).to_be_visible()
    assert seat_names(pages[0]) == ["安安", "阿波", "小彩"]


def test_a_host_who_is_gone_hands_the_room_on_and_gets_it_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path_factory.mktemp("gone")
    with running(f"sqlite:///{data}/rooms.db", data, think=THINK, host_gone=1.0, sweep=0.2) as node:
        visits = Visits(browser, node.url)
        with Company(node.url, ["安安", "阿波", "小彩"]) as company:
            company.open("xianqi")
            the_host_is_gone_and_comes_back(pages_of(visits, company))
        visits.close()


def the_host_is_gone_and_comes_back(pages: list[Page]) -> None:
    ann, bo, _ = pages
    seats = bo.get_by_role("region", name="座位").get_by_role("listitem")
    expect(seats.nth(0)).to_contain_text("房主")
    ann.context.set_offline(True)
    expect(seats.nth(1)).to_contain_text("房主")
    expect(bo.get_by_text("管理房间")).to_be_visible()
    ann.context.set_offline(False)
    expect(seats.nth(0)).to_contain_text("房主")
    expect(ann.get_by_text("管理房间")).to_be_visible()
    expect(bo.get_by_text("管理房间")).to_have_count(0)


def test_partners_are_swapped_between_matches(visits: Visits, server: Node) -> None:
    with Company(server.url, ["南", "东", "北", "西"]) as company:
        company.open("guandan", deals=1)
        company.deal()
        company.play(first)
        partners_are_swapped(pages_of(visits, company))
        assert [seat["name"] for seat in company.people[3].state(company.room)["view"]["seats"]] == ["南", "北", "东", "西"]


def partners_are_swapped(pages: list[Page]) -> None:
    """After a match of 南, 东, 北 and 西; the next one begins."""
    pages[0].get_by_label("下一场座位").select_option("choose")
    for page in pages[1:]:
        page.locator("[data-action=again]").click()
    pages[0].get_by_text("管理房间").click()
    pages[0].locator("[data-swap='1']").click()
    pages[0].locator("[data-swap='2']").click()
    for page in pages:
        expect(page.get_by_role("region", name="座位").locator("li strong")).to_have_text(["南", "北", "东", "西"])
        page.locator("[data-action=ready]").click()
    for page in pages:
        expect(page.locator("[data-card]")).to_have_count(27)


@pytest.mark.parametrize("game", with_figure("EVENING"))
def test_the_form_proposes_a_match_of_an_evening(page: Page, game: str) -> None:
    page.goto(f"/?new={game}")
    length = page.get_by_label("打多久")
    expect(length.locator("option:checked")).to_have_text(figure(game, "EVENING"))
    expect(length.locator("option").last).to_contain_text("打到不想打为止")
    page.get_by_role("button", name="开房间").click()
    expect(page.get_by_role("region", name="座位")).to_be_visible()


def test_until_we_stop_the_host_ends_the_match_after_a_deal(visits: Visits, server: Node) -> None:
    with Guest(server.url, "安安") as ann:
        room = ann.dealt("xianqi")
        page = visits.page(f"/r/{room}", storage_state=ann.storage)
        page.get_by_role("button", name="菜单").click()
        page.get_by_role("button", name="管理房间").click()
        page.locator("[data-action=finish]").click()
        expect(page.locator("[data-action=finish]")).to_have_text("打完这局结束")
        page.get_by_role("button", name="关闭").click()
        ann.play(room)
        page.locator("[data-action=again]").click()
        expect(page.locator(".table[data-stage=playing] .hand button").first).to_be_visible()
        assert page.url.endswith(room)


def test_between_matches_the_host_changes_the_rules_and_people_talk_while_they_wait(
    visits: Visits, friends: Company, axe: Callable[..., list[str]]
) -> None:
    friends.deal()
    friends.play(first)
    people, room = friends.people, friends.room
    for person, body in ((people[1], {}), (people[2], {}), (people[0], {"seats": "choose"})):
        person.call("POST", f"/rooms/{room}/again", body)
    ann, bo, cai = pages_of(visits, friends)
    bo.locator("[data-action=ready]").click()
    expect(ann.get_by_role("listitem").filter(has_text="阿波")).to_contain_text("已准备")
    expect(bo.get_by_text("改规则")).to_have_count(0)
    ann.get_by_text("改规则").click()
    # the form has what the room has: one deal is none of its lengths
    expect(ann.get_by_label("打多久").locator("option:checked")).to_have_text("不变")
    assert axe(ann) == []
    ann.get_by_label("打多久").select_option(label="12 局")
    ann.get_by_label("旁观延迟").select_option(label="4 步")
    ann.locator("[data-action=change]").click()
    expect(ann.get_by_role("listitem").filter(has_text="阿波")).to_contain_text("未准备")  # other rules need another agreement
    expect(cai.get_by_role("region", name="改过的规则")).to_contain_text("12")
    options = people[0].state(room)["view"]["options"]
    assert (options["deals"], options["watch_delay"], options["pace"], options["quick_forced"]) == (12, 4, 0, True)
    # phrases and text before the first deal
    ann.locator("[data-action=talk]").click()
    ann.get_by_role("textbox", name="说点什么").fill("今晚打通宵")
    ann.get_by_role("button", name="发送").click()
    expect(bo.locator("[data-action=talk]")).to_contain_text("1")
    bo.locator("[data-action=talk]").click()
    expect(bo.get_by_role("dialog").get_by_text("今晚打通宵")).to_be_visible()
    bo.locator("[data-phrase=dawn]").click()
    expect(cai.get_by_role("listitem").filter(has_text="阿波").get_by_role("status")).to_contain_text("天亮")


def test_partners_write_during_a_deal_only_where_the_host_allows_it_and_spectators_are_apart(
    visits: Visits, server: Node
) -> None:
    with Company(server.url, ["南", "东", "北", "西"]) as company, Guest(server.url, "旁观君") as dan:
        company.open("guandan")
        company.deal()
        where = f"/r/{company.room}"
        host, partner = (visits.page(where, storage_state=company.people[seat].storage) for seat in (0, 2))
        watcher = visits.page(f"{where}?watch", storage_state=dan.storage)
        for page in (partner, watcher):
            page.get_by_role("button", name="聊天", exact=True).click()
        expect(partner.get_by_text("打牌时只能用快捷语")).to_be_visible()
        expect(partner.get_by_role("textbox", name="说点什么")).to_have_count(0)
        watcher.get_by_role("textbox", name="说点什么").fill("南家要输")
        watcher.get_by_role("button", name="发送").click()
        expect(watcher.get_by_role("dialog").get_by_text("南家要输")).to_be_visible()
        host.get_by_role("button", name="菜单").click()
        host.get_by_role("button", name="管理房间").click()
        host.locator("[data-action=talk-in-deals]").check()
        partner.get_by_role("textbox", name="说点什么").fill("你先出")
        partner.get_by_role("button", name="发送").click()
        expect(partner.get_by_role("dialog").get_by_text("你先出")).to_be_visible()
        expect(watcher.get_by_text("你先出")).to_have_count(0)
        for page in (host, partner):
            expect(page.get_by_text("南家要输")).to_have_count(0)
        assert [line["text"] for line in company.people[0].call("GET", f"/rooms/{company.room}/chat")] == ["你先出"]
