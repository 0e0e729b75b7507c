"""The link that friends are sent: it leads to the table from another machine, and from a plain address that no browser trusts.

127.0.0.2 stands for the network's address: whoever assumes 127.0.0.1 or localhost does not get here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.server.players import Node, running
from tests.web.chromium import ARGS, PATIENCE, Visits, chromium
from tests.web.conftest import THINK
from tests.web.qr import read
from tests.web.table import SETTLED, never_void

ROOM = re.compile(r"/r/[a-z0-9]+$")
BORDER = 2  # light squares around a QR code


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    data = tmp_path_factory.mktemp("network")
    address = {"host": "0.0.0.0", "networks": ["127.0.0.2", "127.0.0.3"]}
    with running(f"sqlite:///{data}/rooms.db", data, think=THINK, **address) as node:
        yield node


@pytest.fixture
def guests(browser: Browser, network: Node) -> Iterator[Visits]:
    people = Visits(browser, network.url)
    yield people
    people.close()
    assert people.unexpected() == []


def open_room(page: Page) -> str:
    """A room of Xianqi with free seats; the link that its page shows."""
    page.goto("/?new=xianqi")
    never_void(page)
    page.get_by_role("button", name="开房间").click()
    expect(page).to_have_url(ROOM)
    link = page.get_by_role("textbox", name="链接")
    expect(link).not_to_have_value("")
    return link.input_value()


def come_and_sit(page: Page, name: str) -> None:
    """Two taps: into the field, and on the button."""
    page.get_by_label("怎么称呼你").fill(name)
    page.locator("[data-action=sit]").click()
    expect(page.locator("[data-action=ready]")).to_be_visible()


def scanned(page: Page) -> str:
    """What a phone reads in the QR code beside the link."""
    path = page.get_by_role("img", name="二维码").locator("path").get_attribute("d") or ""
    return read(frozenset((int(x) - BORDER, int(y) - BORDER) for x, y in re.findall(r"M(\d+) (\d+)h1", path)))


def test_host_and_two_friends_on_the_address_that_the_link_carries(
    guests: Visits, network: Node, axe: Callable[..., list[str]]
) -> None:
    ann = guests.page("/")
    open_room(ann)
    link = ann.get_by_role("textbox", name="链接")
    expect(link).to_have_value(re.compile(rf"^http://127\.0\.0\.2:{network.port}/r/"))
    assert scanned(ann) == link.input_value()
    bo = guests.page(link.input_value())
    expect(bo.get_by_role("heading", name="邀请你来玩掀棋")).to_contain_text(
        ann.evaluate("JSON.parse(localStorage['qipai.session']).user.name")
    )
    assert axe(bo) == []
    come_and_sit(bo, "阿波")
    cai = guests.page(bo.get_by_role("textbox", name="链接").input_value())
    come_and_sit(cai, "小彩")
    for page in (ann, bo, cai):
        expect(page.get_by_role("region", name="座位").get_by_text("小彩")).to_be_visible()
        page.locator("[data-action=ready]").click()
    for page in (ann, bo, cai):
        expect(page.locator(".hand button").first).to_be_visible()
        expect(page.locator(".table")).to_contain_text("阿波")


def test_several_networks_can_be_chosen_from(guests: Visits, network: Node) -> None:
    page = guests.page("/")
    open_room(page)
    page.get_by_label("哪个网络").select_option(label=f"127.0.0.3:{network.port}")
    link = page.get_by_role("textbox", name="链接")
    expect(link).to_have_value(re.compile(rf"^http://127\.0\.0\.3:{network.port}/r/"))
    assert scanned(page) == link.input_value()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_server_for_this_machine_alone_says_so_and_how_to_change_it(visits: Visits, lang: str) -> None:
    page = visits.page("/?new=xianqi", lang=lang)
    page.locator("form [type=submit]").click()
    note = page.get_by_role("note")
    expect(note).to_contain_text({"zh": "只有本机能打开", "en": "Only this computer"}[lang])
    expect(note.locator("code")).to_have_text("qipai serve --lan")
    note.get_by_role("button").click()
    expect(note.get_by_role("button")).to_contain_text({"zh": "已复制", "en": "Copied"}[lang])


def test_a_plain_address_is_no_secure_context_and_everything_works(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path_factory.mktemp("lan")
    with running(f"sqlite:///{data}/rooms.db", data, think=THINK, public_url="http://lan.test") as node:
        rule = f"--host-resolver-rules=MAP lan.test 127.0.0.1:{node.port}"
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGS, rule])
        people = Visits(browser, "http://lan.test")
        ann = people.page("/")
        assert ann.evaluate("isSecureContext") is False
        assert ann.evaluate("navigator.clipboard === undefined && crypto.subtle === undefined")
        assert open_room(ann).startswith("http://lan.test/r/")
        ann.get_by_role("button", name="复制").click()
        expect(ann.get_by_role("button", name="已复制")).to_be_visible()
        bo = people.page("/")
        code = bo.get_by_role("textbox", name="房间号")
        code.click()
        code.evaluate("node => (node.maxLength = 200)")
        bo.keyboard.press("Control+V")
        expect(code).to_have_value(ann.get_by_role("textbox", name="链接").input_value())
        bo.goto(code.input_value())
        come_and_sit(bo, "阿波")
        ann.get_by_role("button", name="加电脑").click()
        for page in (ann, bo):
            page.locator("[data-action=ready]").click()
        for page in (ann, bo):
            expect(page.locator(".hand button").first).to_be_visible()
        for page in (ann, bo):  # the autopilot finishes the deal
            page.get_by_role("button", name="菜单").click()
            page.get_by_role("button", name="托管：让电脑代打").click()
        expect(ann.locator(SETTLED)).to_be_visible(timeout=2 * PATIENCE)
        people.close()
        browser.close()
        assert people.unexpected() == []
