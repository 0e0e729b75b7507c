"""A person at a Guandan table, who sees the page and plays by clicks; every frame that comes is kept."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect

from tests.web.people import Guest


class Seat:
    """Somebody's page, at a room that they sit in or watch (then there is no guest)."""

    def __init__(self, context: BrowserContext, room: str) -> None:
        self.frames: list[dict[str, Any]] = []
        self.page: Page = context.new_page()
        self.page.on("websocket", self.listen)
        self.page.goto(f"/r/{room}")

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(json.loads(payload)))

    def action(self, name: str) -> Locator:
        return self.page.locator(f"[data-action={name}]")

    def can(self, name: str) -> bool:
        return self.page.locator(f"[data-action={name}][aria-disabled=false]").count() > 0

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

    def choose(self, card: str) -> None:
        """A tap that selects it."""
        self.tap(card)
        expect(self.page.locator(f"[data-card='{card}'] .piece.selected")).to_have_count(1)

    def says(self) -> Locator:
        return self.page.locator(".says")


def names(cards: list[str]) -> list[str]:
    """Ids of cards as cards: `S3.0` is an `S3`."""
    return [card.split(".")[0] for card in cards]


def led(guest: Guest, deals: int = 300) -> str:
    """A room in which the person leads the first trick with a wildcard and two pairs in hand that make nothing else with it."""
    for _ in range(deals):
        room = guest.dealt("guandan")
        view = guest.state(room)["view"]
        hand = view["private"]["hand"].split()
        if not view["public"]["history"] and "H2" in hand and len(two_pairs(hand)) == 2:
            return room
    raise AssertionError(f"in {deals} deals there was no lead with a wildcard and two pairs")


def two_pairs(hand: list[str]) -> list[tuple[str, str]]:
    """Pairs of ranks that occur exactly twice, jokers and the level left out."""
    ranks: dict[str, list[str]] = {}
    for card in hand:
        if card[:2] not in ("SB", "HR") and card[1] != "2":
            ranks.setdefault(card[1], []).append(card)
    return [(found[0], found[1]) for found in ranks.values() if len(found) == 2][:2]
