"""Seats have faces: people's by choice or by name, bots' their own, at the table and wherever people are told of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from qipai.server.accounts.faces import COLOURS, FACES, face_of
from tests.conftest import ROOT
from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.people import Company, Guest, first
from tests.web.table import SETTLED


def faces(page: Page, where: str) -> list[str]:
    return [str(one.get_attribute("data-face")) for one in page.locator(f"{where} [data-face]").all()]


def test_the_client_draws_every_face_that_the_server_knows() -> None:
    art = (ROOT / "web" / "src" / "art" / "faces.svg").read_text(encoding="utf-8")
    assert re.findall(r'symbol id="(\w+)"', art) == [*FACES, "bot0", "bot1", "bot2", "bot3"]
    words = (ROOT / "web" / "src" / "lib" / "faces.ts").read_text(encoding="utf-8")
    assert re.findall(r"^  (\w+): \{ zh", words, re.MULTILINE) == list(FACES)
    assert len(re.findall(r"^  \{ zh", words, re.MULTILINE)) == COLOURS


def test_a_face_is_chosen_and_seen_by_the_others_from_the_invitation_to_the_settlement(
    visits: Visits, server: Node, axe: Callable[..., list[str]]
) -> None:
    with Company(server.url, ["安安", "阿波", "小彩"]) as company:
        ann = company.people[0]
        company.open("xianqi", deals=1)
        bo = visits.page(f"/r/{company.room}", storage_state=company.people[1].storage)
        expect(bo.locator("li [data-face]")).to_have_count(3)
        assert faces(bo, "li") == [face_of(name) for name in ("安安", "阿波", "小彩")]  # by name, until one chooses
        ann.call("PUT", "/me", {"name": "安安", "face": "dragon-4"})
        ann.call("POST", f"/rooms/{company.room}/join", {})
        expect(bo.locator("li [data-face=dragon-4]")).to_be_visible()
        company.deal()
        expect(bo.locator(".plate [data-face=dragon-4]")).to_be_visible()
        # at the table, with the others' eyes
        bo.get_by_role("button", name="菜单").click()
        bo.get_by_role("button", name="设置").click()
        assert axe(bo) == []
        held: list[Route] = []  # the drawing is still on its way when the colour is chosen
        bo.route("**/api/v1/me", lambda route: route.continue_() if held else held.append(route))
        with bo.expect_request(lambda request: request.method == "PUT"):
            bo.get_by_role("radio", name="狐狸").check(force=True)
        bo.get_by_role("radio", name="天蓝").check(force=True)
        held[0].continue_()
        cai = visits.page(f"/r/{company.room}", storage_state=company.people[2].storage)
        expect(cai.locator(".plate [data-face=fox-3]")).to_be_visible()
        company.people[1].call("POST", f"/rooms/{company.room}/join", {})  # nothing is lost by coming again
        cai.get_by_role("button", name="聊天", exact=True).click()
        cai.locator("[data-phrase=nice]").click()
        expect(bo.locator(f".bubble [data-face={face_of('小彩')}]")).to_be_attached()
        company.play(first)
        expect(cai.locator(SETTLED)).to_be_visible()
        expect(cai.locator(f"{SETTLED} [data-face=fox-3]").first).to_be_visible()
        # what was chosen is the person's: the next table knows it
        room = ann.open("xianqi", "open")
        stranger = visits.page(f"/r/{room}")
        expect(stranger.locator(".inviting > [data-face=dragon-4]")).to_be_visible()
        assert axe(stranger) == []


def test_bots_have_faces_of_their_own_and_are_called_bots(visits: Visits, server: Node) -> None:
    with Guest(server.url, "安安") as ann:
        page = visits.page(f"/r/{ann.dealt('guandan')}", storage_state=ann.storage)
        bots = page.locator(".plate").get_by_role("img", name="电脑", exact=True)
        expect(bots).to_have_count(3)
        assert sorted(faces(page, ".plate")) == sorted([face_of("安安"), "bot1", "bot2", "bot3"])
        # it is really drawn: the sprite was found, and something of it is seen
        drawn = bots.first.evaluate("face => face.querySelector('use').getBBox().width")
        assert drawn > 20
