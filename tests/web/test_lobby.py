"""The lobby in a real browser: one click to a table, rooms for friends, people and their devices."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import qipai
from qipai.games.guandan.rules import OPTIONS as GUANDAN
from qipai.games.xianqi.rules import OPTIONS as XIANQI
from qipai.server.refusal import MESSAGES
from tests.server.players import Node
from tests.web.chromium import LANGUAGES, Visits, in_both_schemes
from tests.web.games import NEW_ROOMS
from tests.web.people import Guest
from tests.web.table import deals, never_void

ROOM = re.compile(r"/r/[a-z0-9]+$")


@pytest.mark.parametrize("game", qipai.games())
def test_one_click_without_an_account_leads_to_a_dealt_table(visits: Visits, game: str) -> None:
    for _ in range(20):
        page = visits.page()
        playable = deals(page, game)
        expect(page).to_have_url(ROOM)
        expect(page.locator(".table")).to_be_visible()
        if playable:
            return
    raise AssertionError(f"no deal of {game} can be played")


def test_the_level_of_the_bots_is_chosen_and_remembered(visits: Visits, server: Node) -> None:
    page = visits.page("/")
    expect(page.locator("input[name=level]")).to_have_count(4)
    page.get_by_role("radio", name="大师").check()
    expect(page.get_by_text("想得最久，最难赢")).to_be_visible()
    page.get_by_role("radio", name="入门").check()
    expect(page.get_by_text("会出错，适合新手")).to_be_visible()
    page.locator("[data-play=xianqi]").click()
    expect(page.locator(".table")).to_be_visible()
    token = page.evaluate("JSON.parse(localStorage['qipai.session']).token")
    state = page.request.get(f"/api/v1{re.sub('.*/r/', '/rooms/', page.url)}", headers={"authorization": f"Bearer {token}"})
    assert [seat["level"] for seat in state.json()["seats"]] == [None, "easy", "easy"]
    page.goto("/")
    expect(page.get_by_role("radio", name="入门")).to_be_checked()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_levels_stand_in_one_row_on_a_small_phone(visits: Visits, lang: str) -> None:
    page = visits.page("/", "360x640", lang)
    levels = page.locator("label", has=page.locator("input[name=level]"))
    expect(levels).to_have_count(4)
    for chosen in levels.all():
        chosen.click()  # in bold, and wider
        expect(chosen).to_have_class(re.compile(r"\bon\b"))
        boxes = levels.evaluate_all("all => all.map(one => [one.offsetTop, one.scrollWidth - one.clientWidth])")
        assert len({top for top, _ in boxes}) == 1
        assert max(over for _, over in boxes) <= 0


# A select as tall as it can show its choice on: each choice is made in turn, as its only one.
CUT = """all => all.flatMap(select => [...select.options].map(({ text }) => text).filter(text => {
  const one = select.cloneNode(false)
  one.disabled = false
  one.add(new Option(text))
  one.style.minHeight = 0
  select.replaceWith(one)
  const [width, height] = [one.offsetWidth, one.offsetHeight]
  one.style.width = 'max-content'
  one.style.minWidth = 0
  one.style.maxWidth = 'none'
  const lines = Math.ceil(one.offsetWidth / width)
  const line = one.offsetHeight
  one.replaceWith(select)
  return lines > 1 && height < line + (lines - 1) * parseFloat(getComputedStyle(select).fontSize)
}))"""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", qipai.games())
def test_no_choice_in_the_form_is_cut_on_a_small_phone(visits: Visits, game: str, lang: str) -> None:
    page = visits.page(f"/?new={game}", "360x640", lang)
    presets = page.locator("section").last.locator("select").first
    expect(presets).to_be_visible()
    for preset in presets.locator("option").all() if len(qipai.game(game).options().presets) > 1 else [None]:
        if preset is not None:
            presets.select_option(preset.get_attribute("value"))
        assert page.locator("form select, main select").evaluate_all(CUT) == []


def test_a_game_that_was_left_is_offered_first(page: Page) -> None:
    page.locator("[data-play=xianqi]").click()
    expect(page.locator(".table")).to_be_visible()
    where = page.url
    page.get_by_role("link", name="回大厅").click()
    page.get_by_role("region", name="没打完的牌局").get_by_role("link", name="继续").click()
    expect(page).to_have_url(where)
    expect(page.locator(".table")).to_be_visible()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_games_stand_on_the_first_screen_of_a_phone_on_its_side(visits: Visits, server: Node, lang: str) -> None:
    """Also while others are going on."""
    with Guest(server.url, "阿明") as guest:
        for game in qipai.games():
            guest.ready(guest.open(game))
        page = visits.page("/", size="844x390", lang=lang, storage_state=guest.storage)
        expect(page.locator(".going summary")).to_be_visible()
        for play in page.locator("[data-play]").all():
            expect(play).to_be_in_viewport(ratio=1)
        page.locator(".going summary").click()
        expect(page.locator(".going details li").last).to_be_visible()


def test_a_nickname_is_asked_once_after_the_first_game(page: Page) -> None:
    expect(page.get_by_label("换个名字")).to_have_count(0)
    page.locator("[data-play=xianqi]").click()
    expect(page.locator(".table")).to_be_visible()
    page.goto("/")
    page.get_by_label("换个名字").fill("阿兰")
    page.get_by_role("button", name="保存").click()
    expect(page.get_by_label("换个名字")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-play=xianqi]")).to_be_visible()
    expect(page.get_by_label("换个名字")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage['qipai.session']).user.name") == "阿兰"


def test_a_room_for_friends_from_form_to_first_deal(visits: Visits) -> None:
    """Ann opens a room with an option that is not usual; Bo comes by the code, sees it before he agrees; both are ready."""
    ann = visits.page("/?new=xianqi")
    never_void(ann)
    ann.get_by_label("掀瓷包瓷").check()
    ann.get_by_label("3 号位").select_option("easy")
    ann.get_by_role("button", name="开房间").click()
    expect(ann).to_have_url(ROOM)
    expect(ann.get_by_text("掀瓷包瓷")).to_be_visible()
    expect(ann.get_by_role("img", name="二维码")).to_be_visible()
    code = ann.url.rsplit("/", 1)[1]

    bo = visits.page("/", lang="en")
    bo.get_by_role("textbox", name="Room code").fill(f"{code[:3]}-{code[3:6]} {code[6:]}".upper())
    bo.get_by_role("button", name="Join").click()
    expect(bo.get_by_text(XIANQI.by_name["contract_ceramic"].title.en)).to_be_visible()
    bo.get_by_role("button", name="Sit here").click()
    bo.locator("[data-action=ready]").click()
    expect(ann.get_by_text("已准备")).to_be_visible()
    ann.locator("[data-action=ready]").click()
    for page in (ann, bo):
        expect(page.locator(".table")).to_be_visible()
        expect(page.locator(".hand button").first).to_be_visible()


def test_an_option_that_needs_another_seat_asks_for_it(page: Page) -> None:
    page.goto("/?new=xianqi")
    expect(page.get_by_label("4 号位")).to_have_count(0)
    page.get_by_label("抱头").check()
    for seat in (2, 3, 4):
        page.get_by_label(f"{seat} 号位").select_option("easy")
    page.get_by_role("button", name="开房间").click()
    expect(page).to_have_url(ROOM)
    page.locator("[data-action=ready]").click()
    expect(page.locator(".table")).to_have_attribute("data-seats", "4")


def test_public_rooms_are_listed_and_can_be_joined(visits: Visits, server: Node) -> None:
    with Guest(server.url, "房主") as host:
        room = host.open("mahjong", others="open", public=True)
        page = visits.page("/")
        row = page.get_by_role("region", name="公开房间").get_by_role("listitem").filter(has_text="房主")
        expect(row).to_contain_text("还有 3 个空位")
        row.get_by_role("link", name="加入").click()
        expect(page).to_have_url(re.compile(room))
        page.get_by_role("button", name="坐这里").first.click()
        expect(page.locator("[data-action=ready]")).to_be_visible()
        assert [seat["kind"] for seat in host.state(room)["view"]["seats"]].count("human") == 2


def test_a_room_that_is_not_there_is_told(page: Page) -> None:
    page.goto("/r/nothere99")
    expect(page.get_by_role("heading", name="没有这个房间")).to_be_visible()
    page.get_by_role("link", name="回大厅").last.click()
    expect(page.locator("[data-play=xianqi]")).to_be_visible()


def test_another_device_goes_on_with_the_code(visits: Visits) -> None:
    first = visits.page("/")
    first.locator("[data-play=xianqi]").click()
    expect(first.locator(".table")).to_be_visible()
    first.goto("/?account")
    first.get_by_role("button", name="显示一次性代码").click()
    code = first.locator(".code").inner_text()
    second = visits.page(f"/#code={code}", lang="en")
    expect(second.get_by_role("region", name="Pick up where you left off")).to_be_visible()
    assert "code" not in second.url
    who = "JSON.parse(localStorage['qipai.session']).user.id"
    assert first.evaluate(who) == second.evaluate(who)
    second.goto("/?account")
    second.get_by_label("I have a code").fill(code)
    visits.expect("401")
    second.get_by_role("button", name="Continue here").click()
    expect(second.locator("[role=status]").last).to_contain_text(MESSAGES.texts["BAD_LOGIN"].en)


def test_an_account_keeps_the_guests_games(visits: Visits) -> None:
    page = visits.page("/")
    page.locator("[data-play=xianqi]").click()
    expect(page.locator(".table")).to_be_visible()
    page.goto("/?account")
    page.get_by_label("名字").fill("兰花草")
    page.get_by_label("密码").fill("correct horse")
    page.get_by_role("button", name="注册账号").click()
    expect(page.get_by_text("已登录")).to_be_visible()
    other = visits.page("/?account")
    other.get_by_label("名字").fill("兰花草")
    other.get_by_label("密码").fill("correct horse")
    other.get_by_role("button", name="登录", exact=True).click()
    expect(other.get_by_text("已登录")).to_be_visible()
    other.goto("/")
    expect(other.get_by_role("region", name="没打完的牌局")).to_be_visible()


@pytest.mark.parametrize("path", [*NEW_ROOMS, "/?account", "/r/nothere99"])
def test_every_page_is_open_to_everybody(visits: Visits, axe: Callable[..., list[str]], path: str) -> None:
    page = visits.page(path, lang="en")
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert in_both_schemes(axe, page) == []


def test_the_waiting_room_is_open_to_everybody(visits: Visits, server: Node, axe: Callable[..., list[str]]) -> None:
    with Guest(server.url, "Ann") as ann:
        room = ann.open("guandan", others="open", rules={"jiefeng": "next"})
        page = visits.page(f"/r/{room}", lang="en", storage_state=ann.storage)
        expect(page.get_by_text(f"default: {GUANDAN.by_name['jiefeng'].choices['partner'].en}")).to_be_visible()
        assert axe(page) == []
