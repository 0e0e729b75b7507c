"""A game of which the client knows nothing: in the lobby, at the generic table, in the log, the settlement and the replay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.players import Node, running
from tests.web.chromium import SIZES, Visits, in_both_schemes
from tests.web.conftest import THINK
from tests.web.outside_game import install
from tests.web.people import Guest
from tests.web.table import OUTSIDE, SETTLED, SMALL, ask, my_turn, shows, soon, speak, step, too_wide

Axe = Callable[..., list[str]]
MOVES = ".moves button"
GAME = "highcard"  # with words, hints and a rule book of its own
PLAIN = "duel"  # the kernel alone


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server where somebody has installed other games."""
    site, data = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("server")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", install(site))
        with running(f"sqlite:///{data}/rooms.db", data, think=THINK) as node:
            yield node


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "阿明") as person:
        yield person


def lines(page: Page) -> list[str]:
    """The log, oldest first."""
    return page.locator("aside .log li").all_text_contents()[::-1]


def test_a_whole_deal_is_played_at_the_generic_table(visits: Visits) -> None:
    page = visits.page("/", "1440x900")
    card = page.locator("article", has=page.locator(f"[data-play={GAME}]"))
    expect(card.get_by_role("heading")).to_have_text("比大小 3 人")
    expect(card.get_by_text("每人三张牌，同时出牌，大者赢注")).to_be_visible()
    expect(card.get_by_role("link", name="新手教学")).to_have_count(0)
    card.locator(f"[data-play={GAME}]").click()
    expect(page.locator("header h1")).to_have_text("比大小 第 1 局")
    moves = 0
    while my_turn(page):
        expect(page.locator(".centre")).to_contain_text("你的牌：")
        choice = page.locator(MOVES).first
        words = choice.text_content() or ""
        assert words.startswith(("注数 ", "出 ")), words
        move = choice.get_attribute("data-move")
        choice.click()
        expect(page.locator(f"[data-move='{move}']")).to_have_count(0)
        moves += 1
    assert moves >= 2  # of the three cards the last is played by itself
    settled = page.locator(SETTLED)
    expect(settled).to_contain_text("H-3.2")
    expect(settled.locator("tbody tr")).to_have_count(3)
    assert sum(int(sum_.replace("−", "-")) for sum_ in settled.locator("tbody td:nth-child(2)").all_text_contents()) == 0
    kept = lines(page)
    assert len(kept) >= 5
    page.reload()
    expect(page.locator(SETTLED)).to_be_visible()
    expect(page.locator("aside .log li")).to_have_count(len(kept))
    assert lines(page) == kept
    page.locator("[data-action=replay]").click()
    expect(page).to_have_url(re.compile("match=1&deal=0"))
    expect(page.locator(".replay .centre")).to_contain_text("你的牌：")
    expect(page.locator(".replay .centre")).not_to_contain_text("H-3.2")
    expect(page.locator("details li .word")).to_have_count(9)
    page.get_by_role("button", name="到终局").click()
    expect(page.locator(".replay .centre")).to_contain_text("H-3.2")
    expect(page.locator(SETTLED)).to_be_visible()
    speak(page, "en")
    expect(page.locator(".replay .centre")).to_contain_text("Your cards:")


def test_a_game_that_brings_the_kernel_alone_is_played_to_its_end(visits: Visits, guest: Guest) -> None:
    """Two seats face each other; what nobody has words for is shown as data."""
    room = guest.dealt(PLAIN)
    phone = visits.page(f"/r/{room}", "360x640", storage_state=guest.storage)
    for size, page in visits.sizes(f"/r/{room}", "en", storage_state=guest.storage):
        expect(page.locator(MOVES)).to_have_count(8)
        expect(page.locator(".centre")).to_contain_text("hand:")
        assert soon(page, too_wide) == [], size
        assert soon(page, lambda page: ask(page, OUTSIDE, MOVES)) == [], size
    top, centre = (page.locator(part).bounding_box() for part in (".seat", ".centre"))
    assert top is not None
    assert centre is not None
    assert top["y"] < centre["y"]
    assert abs(top["x"] + top["width"] / 2 - centre["x"] - centre["width"] / 2) < 2
    while my_turn(phone):
        with step(phone):
            phone.locator(MOVES).last.click()
    expect(phone.locator(SETTLED).locator("tbody tr")).to_have_count(2)
    phone.locator("[data-action=replay]").click()
    expect(phone.locator("details li .word")).to_have_count(16)


def test_a_game_without_a_rule_book_says_so(visits: Visits) -> None:
    visits.expect("404")
    page = visits.page(f"/rules/{PLAIN}", lang="en")
    expect(page.get_by_role("heading", name="Duel")).to_be_visible()
    expect(page.get_by_text("This game has no rule book yet.")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(MOVES).first).to_be_visible()


def test_a_hint_marks_its_move_and_arrows_and_enter_play(visits: Visits, guest: Guest) -> None:
    room = guest.dealt(GAME)
    page = visits.page(f"/r/{room}", "1440x900", "en", storage_state=guest.storage)
    shows(page, guest.state(room))
    page.keyboard.press("h")
    expect(page.locator(f"{MOVES}.hinted")).to_have_count(1)
    expect(page.locator(".hintline strong")).to_have_text(page.locator(f"{MOVES}.hinted").inner_text())
    page.keyboard.press("ArrowRight")
    expect(page.locator(MOVES).first).to_be_focused()
    move = page.locator(MOVES).first.get_attribute("data-move")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-move='{move}']")).to_have_count(0)


def test_the_generic_table_fits_every_screen_and_axe_finds_nothing(visits: Visits, guest: Guest, axe: Axe) -> None:
    room = guest.dealt(GAME, rules={"players": 4, "max_stake": 3}, seats=[{"kind": "me"}, *[{"kind": "bot"}] * 3])
    for lang in ("zh", "en"):
        for size, page in visits.sizes(f"/r/{room}", lang, storage_state=guest.storage):
            expect(page.locator(MOVES).first).to_be_visible()
            expect(page.locator(".centre")).to_contain_text({"zh": "你的牌：", "en": "Your cards: "}[lang])
            assert soon(page, too_wide) == [], size
            assert soon(page, lambda page: ask(page, SMALL)) == [], size
            assert soon(page, lambda page: ask(page, OUTSIDE, MOVES)) == [], size
            if size in ("360x640", "1440x900"):
                assert in_both_schemes(axe, page) == [], size
    guest.play(room)
    for size, page in visits.sizes(f"/r/{room}", "zh", storage_state=guest.storage):
        expect(page.locator(SETTLED)).to_be_visible()
        assert soon(page, too_wide) == [], size
        if size in ("360x640", "1440x900"):
            assert in_both_schemes(axe, page) == [], size
    assert len(SIZES) > 3


@pytest.mark.parametrize("path", [f"/?new={GAME}", f"/rules/{GAME}", f"/learn/{GAME}", "/", "waiting"])
def test_its_other_pages_are_there_in_both_languages(visits: Visits, guest: Guest, axe: Axe, path: str) -> None:
    if path == "waiting":
        path = f"/r/{guest.open(GAME, 'open')}"
    page = visits.page(path, "360x640", storage_state=guest.storage)
    for lang, title in (("zh", "比大小"), ("en", "High Card")):
        speak(page, lang)
        expect(page.locator("main")).to_contain_text(title)
        page.wait_for_load_state("networkidle")
        assert soon(page, too_wide) == []
        assert axe(page) == []


def test_a_spectator_sees_the_table_but_no_hand_and_no_moves(visits: Visits, guest: Guest) -> None:
    room = guest.dealt(GAME)
    page = visits.page(f"/r/{room}", "390x844")
    own = guest.call("GET", f"/rooms/{room}/screen")
    *_, hand = ["".join(text for text, _ in line) for line in own["lines"]["zh"]]
    expect(page.locator(".centre")).not_to_be_empty()
    seen = page.evaluate(f"fetch('/api/v1/rooms/{room}/screen').then((answer) => answer.json())")  # two steps behind
    for line in seen["lines"]["zh"]:
        expect(page.locator(".centre")).to_contain_text("".join(text for text, _ in line))
    expect(page.locator(".centre")).not_to_contain_text(hand)
    assert len(hand.split()) == 3
    expect(page.locator(MOVES)).to_have_count(0)
    assert [one["move"] for one in own["moves"]] == guest.state(room)["view"]["legal"]
    assert own["version"] == guest.state(room)["version"]
