"""Rule books with pictures, the guided first deal, replays and the proof of a fair deal, as a person meets them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.games import TAUGHT
from tests.web.people import Guest
from tests.web.stage import whole_deal
from tests.web.table import OVER, my_turn, soon, step, too_wide

READY = "button.hinted[aria-disabled=false]"
Axe = Callable[..., list[str]]


def no_sideways_scrolling(page: Page) -> None:
    assert soon(page, too_wide) == []


@pytest.mark.parametrize("game", TAUGHT)
def test_a_rule_book_has_its_pictures_and_words_that_can_be_tapped(visits: Visits, axe: Axe, game: str) -> None:
    page = visits.page(f"/rules/{game}", size="360x640")
    expect(page.locator("article h1")).to_be_visible()
    expect(page.locator("figure").first.locator("svg").first).to_be_visible()
    assert page.locator("figure").count() >= 3
    assert "<!--" not in page.locator("article").inner_text()
    term = page.locator("article .term").first
    expect(term).to_have_attribute("aria-expanded", "false")
    term.click()
    expect(term).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".meaning").first).to_contain_text(term.inner_text())
    no_sideways_scrolling(page)
    assert axe(page) == []


def test_a_rule_book_follows_the_language(visits: Visits) -> None:
    page = visits.page("/rules/xianqi", lang="en")
    expect(page.locator("article h1")).to_contain_text("in one page")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("article h1")).to_contain_text("一页通")


def test_an_unknown_game_has_no_book_and_says_so(visits: Visits) -> None:
    visits.expect("404")
    page = visits.page("/rules/nosuch")
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("game", TAUGHT)
def test_a_guided_deal_explains_as_things_come_up_and_has_a_move_ready(visits: Visits, axe: Axe, game: str) -> None:
    page = visits.page(f"/learn/{game}", size="360x640")
    page.locator("main button.primary").click()
    coach = page.locator(".coach")
    expect(coach).to_be_visible()
    assert axe(page) == []
    titles: list[str] = []
    while len(titles) < 3:
        assert len(titles) == len(set(titles)), "each is said once"
        page.locator(f".coach, {READY}, {OVER}").first.wait_for()
        if coach.count():
            titles.append(coach.locator("h2").inner_text())
            coach.locator("button.ok").click()
            expect(coach.filter(has_text=titles[-1])).to_have_count(0)
        elif my_turn(page):
            with step(page):
                page.locator(READY).first.click()
        else:
            pytest.fail("the deal is over, and there were less than three lessons")
    no_sideways_scrolling(page)
    page.reload()
    page.locator(f".coach, {READY}").first.wait_for()
    told = coach.locator("h2").all_inner_texts()
    assert not set(told) & set(titles), "nothing is said again after a reload"


@pytest.mark.parametrize("game", TAUGHT)
def test_a_finished_deal_is_replayed_step_by_step_and_proven_fair(visits: Visits, server: Node, axe: Axe, game: str) -> None:
    with Guest(server.url, "Ann") as ann:
        room = ann.dealt(game)
        ann.play(room)
        page = visits.page(f"/replay?room={room}", size="390x844", storage_state=ann.storage)
        slider = page.get_by_role("slider")
        expect(slider).to_have_value("0")
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("1")
        page.get_by_role("button", name="到终局").click()
        expect(page.locator(".settled")).to_be_visible()
        page.get_by_role("button", name="回到开局").click()
        seats = len(ann.state(room)["view"]["seats"])
        expect(page.locator("details li button")).to_have_count(seats)
        hands = page.locator("details li .pieces")
        assert hands.count() == seats
        assert "面朝下" not in " ".join(str(one.get_attribute("aria-label")) for one in hands.all()), "every hand is open"
        page.get_by_text("公平验证").click()
        expect(page.get_by_text("验证通过")).to_be_visible()
        no_sideways_scrolling(page)
        assert axe(page) == []

        # only those who sat there see it, until one of them shares the link
        visits.expect("403")
        stranger = visits.page(f"/replay?room={room}", lang="en")
        expect(stranger.get_by_role("alert")).to_be_visible()
        page.get_by_role("button", name="分享链接").click()
        expect(page.locator("section.more [role=status]")).to_be_visible()
        stranger.reload()
        expect(stranger.get_by_role("slider")).to_be_visible()


def test_a_record_can_be_downloaded_and_opened_again_from_the_file(visits: Visits, server: Node, tmp_path: Path) -> None:
    with Guest(server.url, "Bo") as bo:
        room = bo.dealt("xianqi")
        bo.play(room)
        page = visits.page(f"/replay?room={room}", storage_state=bo.storage)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="下载牌谱").click()
        path = tmp_path / "record.json"
        waiting.value.save_as(path)
        assert json.loads(path.read_text())["game"] == "xianqi"

        other = visits.page("/replay", lang="en")
        other.locator("input[type=file]").set_input_files(path)
        expect(other.get_by_role("slider")).to_be_visible()


def test_a_broken_record_is_refused_in_words(visits: Visits, tmp_path: Path) -> None:
    visits.expect("409")
    page = visits.page("/replay", lang="en")
    path = tmp_path / "record.json"
    path.write_text('{"game": "xianqi", "deals": [{"seed": "00"}]}')
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_be_visible()
    path.write_text("no json")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("isn’t a record")


@pytest.mark.parametrize(("seed", "preset", "title"), [(10, "chengdu", "血战到底"), (17, "river", "血流成河")])
def test_records_of_the_ways_to_play_mahjong_are_replayed(
    visits: Visits, tmp_path: Path, seed: int, preset: str, title: str
) -> None:
    """From a file: what was swapped and with whom, who left or stays, every hand, and the settlement."""
    table = whole_deal("mahjong", seed)
    assert table.rules["preset"] == preset
    public: Any = table.public()
    path = tmp_path / "record.json"
    path.write_text(json.dumps(table.record()))
    page = visits.page("/replay", "390x844")
    page.locator("input[type=file]").set_input_files(path)
    slider = page.get_by_role("slider")
    expect(page.locator("header").first).to_contain_text(title)
    expect(page.locator(".table [data-action]")).to_have_count(0)  # nothing can be done here
    last = int(slider.get_attribute("max") or 0)
    direction = {"next": "换给下家", "across": "对家互换", "previous": "换给上家"}[public["direction"]]
    for phase, wanted in ((4, direction), (8, None)):  # four have swapped, four have named their suit
        while int(slider.input_value()) < phase:
            page.keyboard.press("ArrowRight")
        if wanted is not None:
            expect(page.locator(".centre")).to_contain_text(wanted)
            expect(page.locator(".centre .swapped [role=img]")).to_have_count(6)
    for seat in range(4):
        suit = {"p": "筒", "s": "条", "m": "万"}[public["missing"][seat]]
        expect(page.get_by_label(f"缺{suit}", exact=True).first).to_be_visible()
    slider.fill(str(last - 1))
    won = sum(len(found) for found in public["won"])
    if preset == "chengdu":
        expect(page.locator("[aria-label^=胡了下场]")).to_have_count(won - 1)  # the last one ends the deal
    else:
        locked = sum(bool(found) for found in public["won"])
        expect(page.locator(".plate [aria-label*=手牌锁定]")).to_have_count(locked)
    page.keyboard.press("End")
    expect(page.locator(".settled .win")).to_have_count(won)
    expect(page.locator(".settled .hands > li")).to_have_count(4)
    no_sideways_scrolling(page)
