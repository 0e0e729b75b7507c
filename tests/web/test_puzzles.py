"""Puzzles as a person meets them: the list, a right and a wrong answer by clicks, the streak, what comes next."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

import qipai
from qipai.puzzles import daily, shelf
from qipai.puzzles.shapes import PuzzleDict
from qipai.puzzles.shelf import with_puzzles
from tests.web.chromium import Visits
from tests.web.table import soon, too_wide

Axe = Callable[..., list[str]]


def reveal() -> PuzzleDict:
    """One that is answered by one of two buttons."""
    return next(one for one in shelf("xianqi")["puzzles"] if one["best"] == "reveal")


def result(page: Page, right: bool) -> None:
    expect(page.locator(".bar.done")).to_have_attribute("data-result", "true" if right else "false")


@pytest.mark.parametrize("size", ["360x640", "1440x900"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_all_puzzles_are_listed_and_chosen_by_game_theme_and_difficulty(visits: Visits, axe: Axe, size: str, lang: str) -> None:
    page = visits.page("/puzzles", size=size, lang=lang)
    expect(page.locator("[data-daily]")).to_have_count(3)
    assert soon(page, too_wide) == []
    assert axe(page) == []
    choices = page.locator("select")
    choices.nth(0).select_option("xianqi")
    expect(page.locator(".grid li")).to_have_count(len(shelf("xianqi")["puzzles"]))
    choices.nth(1).select_option("reveal")
    expect(page.locator(".grid li")).to_have_count(sum("reveal" in one["themes"] for one in shelf("xianqi")["puzzles"]))
    choices.nth(2).select_option("4")
    fit = sum("reveal" in one["themes"] and one["difficulty"] == 4 for one in shelf("xianqi")["puzzles"])
    expect(page.locator(".grid li")).to_have_count(fit)


def test_the_lobby_and_the_lessons_lead_to_puzzles(visits: Visits) -> None:
    page = visits.page("/", lang="en")
    page.get_by_role("link", name="Solve").click()
    expect(page.locator("h1")).to_have_text("Puzzles")
    page.goto(f"{visits.url}/learn/xianqi")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator("h1")).to_have_text("Puzzles")


@pytest.mark.parametrize("size", ["360x640", "1440x900"])
def test_a_wrong_answer_shows_the_better_move_and_why_and_the_next_try_does_not_count(
    visits: Visits, axe: Axe, size: str
) -> None:
    one = reveal()
    page = visits.page(f"/puzzles/xianqi/{one['id']}", size=size, lang="en")
    expect(page.locator(".ask")).to_contain_text("find the best one")
    assert one["reason"]["en"] not in page.content()
    assert soon(page, too_wide) == []
    page.get_by_role("button", name=re.compile("^Pass")).click()
    result(page, False)
    expect(page.locator(".why")).to_contain_text(one["reason"]["en"])
    expect(page.locator(".told tbody tr")).to_have_count(len(one["moves"]))
    assert axe(page) == []
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name=re.compile("^Reveal")).click()
    result(page, True)
    page.goto(f"{visits.url}/puzzles?game=xianqi")
    expect(page.locator(".grid a.failed")).to_have_count(1)
    expect(page.locator(".grid a.solved")).to_have_count(0)


def test_a_right_answer_leads_to_the_next_puzzle(visits: Visits, axe: Axe) -> None:
    one = reveal()
    page = visits.page(f"/puzzles/xianqi/{one['id']}?theme=reveal", size="360x640", lang="zh")
    page.get_by_role("button", name=re.compile("^掀棋")).click()
    result(page, True)
    expect(page.locator(".why")).to_contain_text(one["reason"]["zh"])
    assert axe(page) == []
    page.get_by_role("button", name="下一题").click()
    expect(page.locator(".ask")).to_be_visible()
    assert one["id"] not in page.url
    assert "theme=reveal" in page.url
    follows = next(each for each in shelf("xianqi")["puzzles"] if each["id"] in page.url)
    assert "reveal" in follows["themes"]


def test_a_daily_puzzle_that_is_solved_begins_a_streak_that_a_day_without_one_ends(visits: Visits) -> None:
    start = date(2026, 5, 4)
    day = next(day for n in range(200) if (day := start + timedelta(days=n)) and daily("xianqi", day) == reveal())
    page = visits.page("/puzzles", lang="en")
    page.clock.set_fixed_time(datetime(day.year, day.month, day.day, 12))
    page.reload()
    streak = page.locator("[data-streak]")
    expect(streak).to_have_attribute("data-streak", "0")
    page.locator("[data-daily=xianqi] a").click()
    page.get_by_role("button", name=re.compile("^Reveal")).click()
    result(page, True)
    for later, length in ((0, "1"), (1, "1"), (2, "0")):
        then = day + timedelta(days=later)
        page.clock.set_fixed_time(datetime(then.year, then.month, then.day, 12))
        page.goto(f"{visits.url}/puzzles")
        expect(streak).to_have_attribute("data-streak", length)


@pytest.mark.parametrize("game", with_puzzles())
def test_every_game_shows_its_puzzle_at_its_own_table(visits: Visits, axe: Axe, game: str) -> None:
    one = shelf(game)["puzzles"][0]
    page = visits.page(f"/puzzles/{game}/{one['id']}", size="360x640", lang="zh")
    expect(page.locator(".table .hand").first).to_be_visible()
    expect(page.locator(".ask")).to_be_visible()
    assert soon(page, too_wide) == []
    assert axe(page) == []
    assert qipai.view_from_text(one["view"]).seat >= 0


def test_a_puzzle_that_is_not_there_says_so(visits: Visits) -> None:
    visits.expect("404")
    page = visits.page("/puzzles/xianqi/nothing", lang="en")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("h1")).to_have_text("Puzzles")
