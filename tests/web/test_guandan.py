"""Guandan in a real browser: a whole deal by clicks, readings of a wildcard, tribute, and what four people may not see."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, WebSocket, expect

from tests.server.players import Node
from tests.web.chromium import SIZES, Visits
from tests.web.guandan_frames import Truth, cards

PATIENCE = 30_000  # milliseconds, for whatever a busy machine takes long to do
expect.set_options(timeout=PATIENCE)
BOTS = ["me", "bot", "bot", "bot"]


def call(server: Node, method: str, path: str, body: object = None, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.request(method, f"{server.url}/api/v1{path}", json=body, headers=headers, timeout=60)
    assert answer.is_success, answer.text
    return answer.json()


def until(page: Page, condition: str) -> None:
    """Waits for a condition in the page; Playwright's own way needs `eval`, which the content security policy forbids."""
    for _ in range(PATIENCE // 30):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(30)
    raise AssertionError(f"this never came: {condition}")


MAY_MOVE = "document.querySelector('[data-action=hint]')?.getAttribute('aria-disabled') === 'false'"


class Seat:
    """Somebody at a Guandan table, who sees the page and nothing else; every frame that comes is kept."""

    def __init__(self, server: Node, context: BrowserContext, name: str) -> None:
        self.server = server
        self.session = call(server, "POST", "/sessions/guest", {"name": name})
        self.token: str = self.session["token"]
        self.frames: list[dict[str, Any]] = []
        context.add_init_script(
            f"if (location.protocol === 'http:') localStorage['qipai.session'] ??= {json.dumps(json.dumps(self.session))}"
        )
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(json.loads(payload)))

    def open(self, kinds: list[str], **more: Any) -> str:
        seats = [{"kind": kind, "level": "random"} if kind == "bot" else {"kind": kind} for kind in kinds]
        room = call(
            self.server, "POST", "/rooms", {"game": "guandan", "rules": {}, "seats": seats, "pace": 0, **more}, self.token
        )
        return str(room["room"])

    def sit(self, room: str) -> None:
        """Comes to the table and is ready."""
        self.page.goto(f"/r/{room}")
        self.action("ready").click()

    def dealt(self) -> None:
        expect(self.page.locator("[data-card]")).to_have_count(27)

    # what is on the screen
    def action(self, name: str) -> Any:
        return self.page.locator(f"[data-action={name}]")

    def can(self, name: str) -> bool:
        return bool(
            self.page.evaluate(f"document.querySelector('[data-action={name}]')?.getAttribute('aria-disabled') === 'false'")
        )

    def hand(self, where: str = "") -> list[str]:
        """Ids of the cards in the hand, `S3.0`; `where` asks for a state."""
        found = self.page.evaluate(
            f"[...document.querySelectorAll('[data-card]:has(.piece{where})')].map((e) => e.dataset.card)"
        )
        return [str(card) for card in found]

    def selected(self) -> list[str]:
        return self.hand(".selected")

    def tap(self, card: str) -> None:
        # The top left corner is what stays visible of a card that others lie on; a dim card says why it cannot be taken.
        self.page.locator(f"[data-card='{card}'] .piece").click(position={"x": 8, "y": 8}, force=True)

    def my_turn_or_over(self) -> bool:
        """Waits until this seat may move (true) or the deal is over (false)."""
        until(self.page, f"document.querySelector('.settled') !== null || {MAY_MOVE}")
        return self.page.locator(".settled").count() == 0

    def hinted(self) -> None:
        before = self.page.locator(".hintline").text_content() if self.page.locator(".hintline").count() else None
        self.action("hint").click()
        until(self.page, "document.querySelector('.hintline') !== null")
        assert before is None or self.page.locator(".hintline").count() == 1

    def sent(self, action: str) -> None:
        """Presses a button that makes a move, and waits until the table has taken it."""
        before = self.page.locator(".table").get_attribute("data-version")
        self.action(action).click()
        until(self.page, f"document.querySelector('.table').dataset.version !== '{before}'")

    def settle_down(self) -> None:
        """Waits until somebody is awaited who is a person: the bots have done theirs."""
        until(self.page, "/轮到你|等/.test(document.querySelector('.says')?.textContent ?? '')")
        self.page.wait_for_timeout(500)

    def record(self, room: str) -> dict[str, Any]:
        found = call(self.server, "GET", f"/rooms/{room}/record", token=self.token)
        assert isinstance(found, dict)
        return found

    def autopilot(self) -> None:
        """From the menu, as people do."""
        self.page.locator("header [aria-haspopup=dialog]").click()
        self.page.get_by_role("button", name=re.compile("^(托管：|Autopilot:)")).click()


@pytest.fixture
def seat(visits: Visits, server: Node) -> Callable[..., Seat]:
    def come(name: str = "小明", size: str = "390x844", lang: str = "zh", **more: Any) -> Seat:
        return Seat(server, visits.context(size, lang, **more), name)

    return come


def test_a_whole_deal_against_bots_is_played_by_clicks(seat: Callable[..., Seat]) -> None:
    """Cards are tapped, a combination at a time; where that does not fit, the hint is taken. The record tells the same."""
    me = seat()
    room = me.open(BOTS)
    me.sit(room)
    me.dealt()
    mine: list[Counter[str]] = []
    while me.my_turn_or_over():
        expect(me.page.locator(".says")).to_contain_text("轮到你")
        for card in [card for card in reversed(me.hand()) if card not in me.hand(".dim")][:2]:
            me.tap(card)
            me.page.wait_for_timeout(30)
            if me.can("play"):
                break
            me.action("clear").click()
        if not me.can("play"):
            me.hinted()
        if me.selected():
            expect(me.action("play")).to_have_attribute("aria-disabled", "false")
            mine.append(Counter(card.split(".")[0] for card in me.selected()))
            me.sent("play")
        else:
            mine.append(Counter())
            me.sent("pass")
    settled = me.page.locator(".settled")
    for place in ("头游", "二游", "三游", "末游"):
        settled.get_by_text(place, exact=True).click(trial=True)  # nothing lies over it
    deal = me.record(room)["deals"][0]
    told = [cards(move) for who, move in deal["moves"] if who == 0]
    # Where only one move was possible the server has made it: those stand in the record and were not clicked.
    rest = iter(told)
    assert all(any(step == move for move in rest) for step in mine), (mine, told)
    assert any(mine)
    assert sum(map(len, mine)) > 0
    expect(me.action("next")).to_be_visible()


def test_a_wildcard_that_makes_several_things_asks_which(seat: Callable[..., Seat]) -> None:
    """Two pairs and a wildcard are two full houses: the chosen one is what is played."""
    me = seat(size="360x640")
    for _ in range(40):
        room = me.open(BOTS)
        me.sit(room)
        me.dealt()
        pairs = two_pairs(me.hand())
        if "H2.0" in me.hand() and len(pairs) == 2 and me.my_turn_or_over() and leads(me):
            break
    else:
        pytest.fail("no deal gave me the lead, a wildcard and two pairs")
    for card in [*pairs[0], *pairs[1], "H2.0"]:
        hold(me, card)
    assert len(me.selected()) == 5
    chooser = me.page.get_by_role("radiogroup")
    options = chooser.get_by_role("radio")
    expect(options).to_have_count(2)
    readings = [str(options.nth(k).get_attribute("data-reading")) for k in range(2)]
    assert {reading.split(":")[0] for reading in readings} == {"fullhouse"}
    expect(chooser.locator("[aria-checked=true]")).to_have_count(1)
    low = options.nth(0)
    expect(low).to_have_attribute("aria-checked", "false")
    low.click()
    expect(low).to_have_attribute("aria-checked", "true")
    me.sent("play")
    me.autopilot()
    expect(me.page.locator(".settled")).to_be_visible()
    first = me.record(room)["deals"][0]["moves"][0]
    assert first[0] == 0
    assert first[1].endswith(f" as {readings[0]}"), first


def two_pairs(hand: list[str]) -> list[tuple[str, str]]:
    """Pairs of ranks that occur exactly twice, jokers and the level left out, far apart so that no run is made."""
    ranks: dict[str, list[str]] = {}
    for card in hand:
        if card[:2] not in ("SB", "HR") and card[1] != "2":
            ranks.setdefault(card[1], []).append(card)
    return [(found[0], found[1]) for found in ranks.values() if len(found) == 2][:2]


def leads(me: Seat) -> bool:
    return "首出牌" in (me.page.locator(".says").text_content() or "")


def hold(me: Seat, card: str) -> None:
    """A long press takes one card alone."""
    box = me.page.locator(f"[data-card='{card}']").bounding_box()
    assert box is not None
    me.page.mouse.move(box["x"] + 8, box["y"] + 8)
    me.page.mouse.down()
    until(me.page, f"document.querySelector(\"[data-card='{card}'] .piece.selected\") !== null")
    me.page.mouse.up()


def test_the_winner_of_a_deal_returns_a_card_and_is_told_why(seat: Callable[..., Seat]) -> None:
    me = seat(size="360x640")
    room = me.open(BOTS)
    me.sit(room)
    me.dealt()
    for _ in range(12):
        me.autopilot()
        expect(me.page.locator(".settled")).to_be_visible()
        me.action("next").click()
        expect(me.page.locator(".settled")).to_be_hidden()
        me.settle_down()
        if "还给" in (me.page.locator(".says").text_content() or ""):
            break
    else:
        pytest.fail("twelve deals against random players, and no return was mine")
    told = me.page.locator(".tribute")
    expect(told).to_contain_text("→ 南家")
    barred = me.hand(".dim")
    assert barred
    me.tap(barred[0])
    expect(me.page.locator(".refusal")).to_contain_text("还贡")
    assert me.selected() == []
    allowed = [card for card in me.hand() if card not in barred]
    me.tap(allowed[0])
    assert me.selected() == [allowed[0]]
    n = len(me.frames)
    me.action("play").click()
    until(
        me.page, "!document.querySelector('.piece.pending') && !document.querySelector('.says')?.textContent?.includes('还给')"
    )
    sent = [frame for frame in me.frames[n:] if frame["type"] == "event"]
    given = [gift for frame in sent for gift in frame["view"]["public"]["tribute"]["returned"] if gift[0] == 0]
    assert [gift[2] for gift in given][:1] == [allowed[0].split(".")[0]]


def test_four_people_at_one_table_are_sent_no_foreign_card(visits: Visits, server: Node) -> None:
    """Every frame to every seat, and to a spectator, is judged against the record: hidden cards are named nowhere."""
    people = [Seat(server, visits.context("844x390"), name) for name in ("南生", "东生", "北生", "西生")]
    room = people[0].open(["me", "open", "open", "open"])
    for k, person in enumerate(people[1:], 1):
        assert call(server, "POST", f"/rooms/{room}/join", {}, person.token)["seat"] == k
    watcher = Seat(server, visits.context("390x844"), "旁观")
    watcher.page.goto(f"/r/{room}")
    for person in people:
        person.sit(room)
    for person in people:
        person.dealt()
    for _ in range(12):
        on_turn = next_to_move(people)
        on_turn.hinted()
        if on_turn.selected():
            expect(on_turn.action("play")).to_have_attribute("aria-disabled", "false")
            on_turn.sent("play")
        else:
            on_turn.sent("pass")
        until(on_turn.page, f"!({MAY_MOVE})")
    for person in people:
        person.autopilot()
    for person in [*people, watcher]:
        expect(person.page.locator(".settled")).to_be_visible()
    truth = Truth(people[0].record(room))
    for number, person in enumerate([*people, watcher]):
        who = number if number < 4 else None
        assert [wrong for frame in person.frames if (wrong := truth.judge(who, frame))] == []
        views = [frame for frame in person.frames if "view" in frame and frame["view"]["public"]]
        assert {len(frame["view"]["public"]["history"]) for frame in views} >= {1, 2, len(truth.moves)}
    assert any(frame["type"] == "hints" for person in people for frame in person.frames)
    check_that_the_judge_sees(truth, people)


def next_to_move(people: list[Seat]) -> Seat:
    """Who has a choice: where there is none the server moves by itself, and the turn may be over before anybody can ask."""
    for _ in range(PATIENCE // 50):
        for person in people:
            views = [frame["view"] for frame in person.frames if "view" in frame]
            if person.can("hint") and len(views[-1]["legal"]) > 1:
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def check_that_the_judge_sees(truth: Truth, people: list[Seat]) -> None:
    """The same frames with one foreign card in them are found out, wherever it stands; so are frames to the wrong seat."""
    frame = next(f for f in people[0].frames if f["type"] == "event" and f["view"]["public"] and f["view"]["legal"])
    k = len(frame["view"]["public"]["history"])
    told = {*truth.hands[k][0], *truth.played(k), truth.starting, truth.wildcard}
    foreign = next(card for card in truth.hands[k][1] if card not in told)
    assert truth.judge(0, frame) is None
    assert truth.judge(1, frame) is not None
    assert truth.judge(None, frame) is not None
    for path, value in [
        (["view", "private", "hand"], f"{frame['view']['private']['hand']} {foreign}"),
        (["view", "private", "committed"], foreign),
        (["view", "legal"], [f"play {foreign}"]),
        (["view", "public", "hands"], ["", foreign, "", ""]),
        (["view", "public", "order"], [foreign]),
        (["view", "public", "history"], [[1, f"play {foreign}"], *frame["view"]["public"]["history"][1:]]),
        (["view", "clocks"], {"left_ms": [foreign]}),
        (["what", "words"], [{"zh": foreign, "en": ""}]),
    ]:
        spoiled = json.loads(json.dumps(frame))
        place = spoiled
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        assert truth.judge(0, spoiled) is not None, path
    assert truth.judge(0, {"type": "hints", "hints": [{"move": f"play {foreign}", "reason": {}}]}) is not None
    assert truth.judge(0, {"type": "presence", "seats": [foreign]}) is not None


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_hand_fits_every_screen_in_every_order(
    seat: Callable[..., Seat], size: str, axe: Callable[..., list[str]]
) -> None:
    me = seat(size=size, lang="en")
    me.sit(me.open(BOTS))
    me.dealt()
    width, height = SIZES[size]
    for order in ("by rank", "by suit", "by combination"):
        for card in me.hand():
            box = me.page.locator(f"[data-card='{card}']").bounding_box()
            assert box is not None
            assert box["width"] >= 30
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            assert 0 <= box["x"] < right <= width + 1, (order, card, box)
            assert 0 <= box["y"] < bottom <= height + 1, (order, card, box)
        found = [card for card in me.hand() if not corner_is_seen(me, card)]
        assert found == [], order
        assert me.page.evaluate(
            "[document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight]"
        ) == [True, True]
        me.action("sort").click()
    assert axe(me.page) == []


def corner_is_seen(me: Seat, card: str) -> bool:
    """Rank and suit stand in the corner: nothing may lie over it."""
    return bool(
        me.page.evaluate(
            """card => {
              const box = document.querySelector(`[data-card='${card}']`).getBoundingClientRect()
              return [[3, 6], [box.width * 0.35, box.width * 0.25]].every(([x, y]) =>
                document.elementFromPoint(box.x + x, box.y + y)?.closest('[data-card]')?.dataset.card === card)
            }""",
            card,
        )
    )


def test_cards_are_chosen_by_sweeping_and_by_keys(seat: Callable[..., Seat]) -> None:
    me = seat(size="1440x900", lang="en")
    me.sit(me.open(BOTS))
    me.dealt()
    me.my_turn_or_over()
    front = [card for card in me.hand() if me.page.locator(f"[data-card='{card}']").count()]
    first, second = front[-1], front[-2]
    start, end = (me.page.locator(f"[data-card='{card}']").bounding_box() for card in (first, second))
    assert start is not None
    assert end is not None
    me.page.mouse.move(start["x"] + 10, start["y"] + 10)
    me.page.mouse.down()
    me.page.mouse.move(end["x"] + 10, end["y"] + 10, steps=6)
    me.page.mouse.up()
    assert {first, second} <= set(me.selected())
    me.page.keyboard.press("Escape")
    assert me.selected() == []
    me.page.keyboard.press("ArrowRight")
    focused = str(me.page.evaluate("document.activeElement.closest('[data-card]')?.dataset.card"))
    assert focused in me.hand()
    me.page.keyboard.press("ArrowRight")
    moved = str(me.page.evaluate("document.activeElement.closest('[data-card]')?.dataset.card"))
    assert moved in set(me.hand()) - {focused}
    me.page.keyboard.press("Space")
    assert moved in me.selected()
    me.page.keyboard.press("Escape")
    me.page.keyboard.press("h")
    until(me.page, "document.querySelector('.hintline') !== null")
    n = len(me.hand())
    chosen = len(me.selected())
    me.page.keyboard.press("Enter" if chosen else "p")
    until(me.page, f"document.querySelectorAll('[data-card]').length === {n - chosen}")
