"""Friends at one table whom different nodes serve: the host at one, a friend at the other, a third by the proxy in front."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, WebSocket, expect

from tests.server.cluster import Front, cluster, missing
from tests.server.postgres import Postgres
from tests.web.chromium import Visits
from tests.web.conftest import THINK
from tests.web.people import Company, Guest, first
from tests.web.table import SETTLED
from tests.web.test_evening import one_is_removed_for_good, pages_of, partners_are_swapped, the_host_is_gone_and_comes_back
from tests.web.test_reconnect import Cut


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    if (command := missing()) is not None:
        pytest.skip(f"a cluster needs PostgreSQL and HAProxy; this adds what is missing: {command}")
    postgres = Postgres()
    postgres.start()
    yield postgres
    postgres.stop()


@pytest.fixture(scope="module")
def front(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with cluster(postgres.database(), tmp_path_factory.mktemp("cluster"), think=THINK) as running:
        yield running


MINUTE = 60_000  # milliseconds


class Phone:
    """A page that can be put to sleep: its clock stands still, nothing comes in or goes out, and nobody is told."""

    def __init__(self, context: BrowserContext, path: str) -> None:
        self.page = context.new_page()
        self.line = Cut(self.page)
        self.page.clock.install()
        self.page.goto(path)

    def sleep(self) -> None:
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 100"))
        self.line.down = True

    def wake(self) -> None:
        """A minute later by its own clock."""
        self.line.mend()
        self.page.clock.fast_forward(MINUTE)
        self.page.clock.resume()


def test_an_evening_on_two_nodes(browser: Browser, front: Front) -> None:
    visits, said = Visits(browser, front.url), []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: said.append(json.loads(frame).get("text", "")))

    with Company(front.url, []) as company, Guest(front.nodes[1].url, "旁观君") as dan:
        places = (front.nodes[0].url, front.nodes[1].url, front.url)
        company.people = [Guest(url, name) for url, name in zip(places, ("安安", "阿波", "小彩"), strict=True)]
        company.open("xianqi", deals=1)
        pages = []
        for person in company.people:
            page = visits.context(storage_state=person.storage, base_url=person.url).new_page()
            page.on("websocket", listen if person.url == places[1] else lambda _: None)
            page.goto(f"/r/{company.room}")
            pages.append(page)
        ann, bo, cai = pages
        # sit and see each other
        for page in pages:
            expect(page.get_by_role("region", name="座位").locator("li strong")).to_have_text(["安安", "阿波", "小彩"])
            page.locator("[data-action=ready]").click()
        for page in pages:
            expect(page.locator(".hand button").first).to_be_visible()
            expect(page.get_by_text("掉线")).to_have_count(0)
        # talk, and whom one does not want to hear
        ann.get_by_role("button", name="聊天", exact=True).click()
        ann.locator("[data-phrase=nice]").click()
        for page in pages:
            expect(page.locator(".bubble")).to_have_text("掀得漂亮")
        bo.get_by_role("button", name="聊天", exact=True).click()
        bo.get_by_role("listitem").filter(has_text="安安").get_by_role("button", name="屏蔽").click()
        ann.get_by_role("button", name="聊天", exact=True).click()
        ann.get_by_role("textbox", name="说点什么").fill("阿波听不到")
        ann.get_by_role("button", name="发送").click()
        cai.get_by_role("button", name="聊天", exact=True).click()
        expect(cai.get_by_role("dialog").get_by_text("阿波听不到")).to_be_visible()
        for page in pages:
            page.get_by_role("button", name="关闭", exact=True).first.click()
        # somebody watches at the other node, is listed here, and is sent away
        watcher = visits.context(storage_state=dan.storage, base_url=dan.url).new_page()
        watcher.goto(f"/r/{company.room}?watch")
        ann.locator("[data-list=spectators]").click()
        ann.get_by_role("listitem").filter(has_text="旁观君").get_by_role("button").click()
        ann.locator("[data-action=sure]").click()
        expect(watcher.get_by_role("heading", name="房主请你离开了这个房间")).to_be_visible()
        expect(bo).not_to_have_url(re.compile(company.room))  # the new code has come to the other node
        ann.get_by_role("button", name="关闭", exact=True).first.click()
        # a match, two more, and the score of all
        for number in (1, 2, 3):
            company.play(first)
            for page in pages:
                expect(page.locator(SETTLED)).to_be_visible()
            if number < 3:
                for page in pages:
                    page.locator("[data-action=again]").click()
                for page in pages:
                    expect(page.locator(".table[data-stage=playing] .hand button").first).to_be_visible()
        for page in pages:
            expect(page.get_by_role("region", name="累计战绩").locator("li")).to_have_count(3)
        assert "掀得漂亮" not in said  # a phrase travels by its name
        assert "nice" in said
        assert "阿波听不到" not in said
    visits.close()
    assert visits.unexpected() == []


def test_a_phone_sleeps_a_friend_comes_late_and_partners_are_swapped_on_two_nodes(browser: Browser, front: Front) -> None:
    """The phone sleeps while the rest goes on in other rooms: its absence takes seconds to be seen."""
    visits = Visits(browser, front.url)
    here, there = (node.url for node in front.nodes)
    with Company(here, []) as sleepy, Company(here, []) as partners, Guest(here, "安安") as ann:
        sleepy.people = [Guest(url, name) for url, name in ((here, "甲"), (there, "乙"), (front.url, "丙"))]
        sleepy.open("xianqi", grace=2)
        sleepy.deal()
        context = visits.context(storage_state=sleepy.people[1].storage, base_url=there)
        phone = Phone(context, f"/r/{sleepy.room}")
        expect(phone.page.locator(".hand button").first).to_be_visible()
        others = visits.context(storage_state=sleepy.people[0].storage, base_url=here).new_page()
        others.goto(f"/r/{sleepy.room}")
        absent = others.locator(".plate", has_text="乙").get_by_text("掉线")
        expect(others.locator(".plate", has_text="乙")).to_be_visible()
        expect(absent).to_have_count(0)
        phone.sleep()

        # somebody opens the link of a running match at the other node, and takes a bot's seat
        room = ann.dealt("xianqi")
        host = visits.context(storage_state=ann.storage, base_url=here).new_page()
        host.goto(f"/r/{room}")
        late = visits.context(base_url=there).new_page()
        late.goto(f"/r/{room}")
        late.get_by_label("怎么称呼你").fill("晚来")
        late.locator("[data-sit='1']").click()
        expect(late.locator(".hand button").first).to_be_visible()
        expect(host.locator(".plate", has_text="晚来")).to_be_visible()

        # four friends at two nodes change partners between two matches
        places = (here, there, front.url, there)
        partners.people = [Guest(url, name) for url, name in zip(places, ("南", "东", "北", "西"), strict=True)]
        partners.open("guandan", deals=1)
        partners.deal()
        partners.play(first)
        partners_are_swapped(pages_of(visits, partners))

        # meanwhile the phone was missed, and its seat played for; it wakes, and has it back
        expect(absent).to_be_visible()
        sleepy.people[0].wait(sleepy.room, lambda view: view["seats"][1]["auto"] == "away")
        phone.wake()
        expect(absent).to_have_count(0)
        now = sleepy.people[0].wait(sleepy.room, lambda view: view["seats"][1]["auto"] == "")
        expect(phone.page.locator(".table")).to_have_attribute("data-version", str(now["version"]))
        expect(phone.page.locator(".offline")).to_have_count(0)
    visits.close()
    assert visits.unexpected() == []


def test_a_host_is_gone_and_a_person_removed_on_two_nodes(
    browser: Browser, postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("gone")
    with cluster(postgres.database(), folder, think=THINK, host_gone=1.0, sweep=0.2) as front:
        visits = Visits(browser, front.url)
        here, there = (node.url for node in front.nodes)
        with Company(here, []) as company:
            company.people = [Guest(url, name) for url, name in ((here, "安安"), (there, "阿波"), (front.url, "小彩"))]
            company.open("xianqi", deals=1)
            pages = pages_of(visits, company)
            visits.expect("ERR_INTERNET_DISCONNECTED")
            the_host_is_gone_and_comes_back(pages)
            pages[0].get_by_text("管理房间").click()
            one_is_removed_for_good(visits, company, pages)
        visits.close()
        assert visits.unexpected() == []
