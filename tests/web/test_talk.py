"""Talk at the table: phrases as bubbles at the seat, text for those who sit there, and whom one does not want to hear."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.people import Company
from tests.web.test_reconnect import COUNT_SOUNDS


def talk(page: Page) -> None:
    page.get_by_role("button", name="聊天", exact=True).click()


def write(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="说点什么").fill(text)
    page.get_by_role("button", name="发送").click()


def test_phrases_text_and_muting_at_one_table(visits: Visits, server: Node, axe: Callable[..., list[str]]) -> None:
    said: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: said.append(json.loads(frame).get("text", "")))

    with Company(server.url, ["安安", "阿波", "小彩"]) as company:
        company.open("xianqi")
        company.deal()
        where = f"/r/{company.room}"
        ann, bo = [visits.page(where, storage_state=one.storage) for one in company.people[:2]]
        context = visits.context(storage_state=company.people[2].storage)
        context.add_init_script(COUNT_SOUNDS)
        cai = context.new_page()
        cai.on("websocket", listen)
        cai.goto(where)
        for page in (ann, bo, cai):
            expect(page.locator(".table")).to_be_visible()
        talk(ann)
        assert axe(ann) == []
        ann.locator("[data-phrase=nice]").click()
        for page in (ann, bo, cai):
            expect(page.locator(".bubble")).to_have_text("掀得漂亮")
        talk(bo)
        write(bo, "我来了")
        talk(cai)
        line = cai.get_by_role("listitem").filter(has_text="我来了")
        expect(line).to_be_visible()
        line.get_by_role("button", name="屏蔽").click()
        expect(line).to_have_count(0)
        write(bo, "听得到吗")
        talk(ann)
        expect(ann.get_by_role("listitem").filter(has_text="听得到吗")).to_be_visible()
        write(ann, "小彩屏蔽你了")
        expect(cai.get_by_role("listitem").filter(has_text="小彩屏蔽你了")).to_be_visible()
        assert "听得到吗" not in said
        assert "小彩屏蔽你了" in said
        # everybody is muted, and heard again
        strokes = cai.evaluate("window.strokes")
        cai.locator("[data-action=mute-all]").click()
        write(ann, "谁也听不到我")
        expect(bo.get_by_role("listitem").filter(has_text="谁也听不到我")).to_be_visible()
        cai.locator("[data-action=mute-all]").click()
        assert cai.evaluate("window.strokes") == strokes
        write(ann, "现在听到了")
        expect(cai.get_by_role("listitem").filter(has_text="现在听到了")).to_be_visible()
        assert "谁也听不到我" not in said
        assert cai.evaluate("window.strokes") > strokes  # a bubble is heard
        write(bo, "看 http://x.com")
        expect(bo.locator(".refusal")).to_contain_text("不能发链接")
        # the host switches text off
        company.people[0].call("PUT", f"/rooms/{company.room}/talk", {"chat": "phrases"})
        expect(bo.get_by_role("textbox", name="说点什么")).to_have_count(0)
        expect(bo.get_by_text("这桌只能用快捷语")).to_be_visible()
