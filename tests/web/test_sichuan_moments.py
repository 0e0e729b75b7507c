"""Rare moments of 血战到底 and 血流成河 as the client shows them: the worked examples of the rules, on a stage.

A kong that can be robbed, kong money that is handed on, and the three checks of an empty wall, line by line with their clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

import qipai
from qipai.server.rooms.replays import result_json
from tests.golden_runner import table_of
from tests.web.chromium import LANGUAGES
from tests.web.geometry import wrong
from tests.web.stage import Moment, Stage, Stages
from tests.web.table import soon

CLAUSE = re.compile(r"M-\d+\.\d+")


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    shown = Stage(browser, "390x844")
    yield shown
    shown.close()


def example(name: str) -> qipai.Table:
    return table_of("mahjong", f"mjs-{name}")


def played_out(table: qipai.Table) -> qipai.Table:
    """To the end, without another claim."""
    while not table.over:
        seat = table.to_act[0]
        legal = table.legal(seat)
        table.play(seat, "pass" if "pass" in legal else legal[0])
    return table


def test_a_kong_that_can_be_robbed_is_asked_about_and_taken_by_a_tap(stage: Stage) -> None:
    """Two can win on the tile (X30): one of them is asked, hears nothing of the other, and robs it."""
    asked = example("x30-asked")
    page = stage.show(Moment("asked", asked, 2))
    declared = page.locator(".declared")
    expect(declared).to_have_attribute("aria-label", re.compile("要补杠5筒"))
    expect(page.locator(".says")).to_have_text(re.compile("要补杠5筒：抢杠胡吗？"))
    rob, others = page.locator("[data-action=hu]"), page.locator("[data-action=peng], [data-action=kong]")
    expect(rob).to_have_text("抢杠胡")
    expect(others).to_have_count(0)
    expect(page.locator("[data-action=pass]")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".meld[data-kind=peng]").first).to_be_attached()  # not a kong yet
    rob.click()
    assert stage.acts == ["hu"]

    asked.play(2, "hu")
    page = stage.show(Moment("answered", asked, 2))
    expect(page.locator(".says")).to_contain_text("抢杠胡")
    expect(declared).to_be_visible()
    asked.play(3, "hu")
    page = stage.show(Moment("robbed", asked, 2))
    expect(declared).to_have_count(0)
    robbed = page.locator(".thrown[data-tile='5p']").last
    expect(robbed).to_have_attribute("aria-label", re.compile("^5筒，补杠被 .+ 抢胡$"))
    expect(robbed.locator("b")).to_have_text("胡")
    expect(page.locator(".says")).to_have_text("你已胡牌下场，等其他人打完")
    expect(page.locator("[aria-label^=胡了下场]")).to_have_count(2)
    expect(page.locator("[data-kind=kong_added]")).to_have_count(0)


def test_who_is_not_asked_sees_the_same_whether_or_not_a_kong_can_be_robbed(stage: Stage) -> None:
    """The konger and a bystander: the tile lies there as announced, and nobody is said to be asked."""
    for seat in (0, 1):
        page = stage.show(Moment("bystander", example("x30-asked"), seat))
        expect(page.locator(".declared")).to_be_visible()
        expect(page.locator(".says")).to_have_text(re.compile("要补杠5筒$"))
        expect(page.locator("[data-action=hu], [data-action=pass]")).to_have_count(0)
        expect(page.locator(".plate.active")).to_have_count(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_check_and_transfer_stands_in_the_settlement_with_its_clause(browser: Browser, lang: str) -> None:
    """Void suit left, not ready, money returned (X40); kong money handed on (X32); robbed (X30)."""
    ends = {
        "x40": {"zh": ("（查花猪）", "（查大叫）", "（退税）"), "en": ("(void-suit tiles left)", "(not ready)", "returned)")},
        "x32": {"zh": ("（呼叫转移）", "杠上炮 1"), "en": ("(kong payment handed on)", "win on a kong discard 1")},
        "x30": {"zh": ("抢杠胡 1",), "en": ("robbed kong 1",)},
    }
    clauses = {"x40": {"M-32.4", "M-32.5", "M-32.6", "M-32.7"}, "x32": {"M-26.5", "M-32.5"}, "x30": {"M-31.1"}}
    stage = Stage(browser, "360x640", lang)
    for name, wanted in ends.items():
        table = played_out(example(name))
        moment = Moment(name, table, 1)
        page = stage.show(moment)
        names = [str(one["name"]) for one in moment.view()["seats"]]
        lines = result_json(table, names)["explain"][lang]
        shown = page.locator(".settled .lines > li")
        expect(shown).to_have_count(len(lines))
        told = shown.all_inner_texts()
        for line, spans in zip(told, lines, strict=True):
            said = "".join(text for text, _ in spans)
            assert "".join(line.split()) == "".join(said.split())
            if "pay" in line or "付" in line:
                assert CLAUSE.search(line), line
        for text in wanted[lang]:
            assert any(text in line for line in told), (text, told)
        for clause in clauses[name]:
            button = page.locator(".settled .lines button", has_text=clause).first
            button.click()
            expect(button).to_have_attribute("aria-expanded", "true")
            expect(shown.locator("p")).to_have_count(1)
            button.click()
    stage.close()


def test_every_hand_of_the_settlement_says_how_it_stands_when_the_wall_is_empty(stage: Stage) -> None:
    page = stage.show(Moment("checks", example("x40"), 1))
    expect(page.locator("[data-own]")).to_have_attribute("data-own", "-18")
    found = page.locator(".settled .check").all_inner_texts()
    assert sorted(text.split("\n")[0] for text in found) == sorted(
        ["花猪：手里还有缺门牌", "没下叫", "下叫听3、6筒、6条，最大 1 番 2 分"]
    )
    marked = page.locator(".settled .check.bad")
    expect(marked).to_have_count(2)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_cut_in_these_moments_on_any_screen(browser: Browser, lang: str) -> None:
    moments = [
        Moment("swapped", example("x47-4"), 0),
        Moment("asked", example("x30-asked"), 2),
        Moment("declared", example("x30-asked"), 0),
        Moment("robbed", example("x30"), 0),
        Moment("river", example("x46"), 1),
        Moment("checks", example("x40"), 1),
        Moment("transfer", played_out(example("x32")), 0),
    ]
    found = []
    stages = Stages(browser, lang)
    for size, stage in stages:
        found += [(size, moment.name, one) for moment in moments for one in soon(stage.show(moment), wrong)]
    stages.close()
    assert found == []
