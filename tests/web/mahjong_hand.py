"""A person at a mahjong table, who plays by clicks; and what the server shows the same seat."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Locator, Page, expect

from qipai.games.mahjong.tools import shanten, waits
from tests.web.people import Guest, Json
from tests.web.table import OVER, hint, my_turn, press

SUITS = {"p": ("筒", "dots"), "s": ("条", "bamboo"), "m": ("万", "characters")}
RANKS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def tiles(text: str) -> list[str]:
    """`123p5s` as single tiles."""
    return [rank + part[-1] for part in re.findall(r"[1-9]+[psm]", text) for rank in part[:-1]]


def tile_name(tile: str, lang: str) -> str:
    rank, suit = int(tile[0]), SUITS[tile[1]]
    return f"{rank}{suit[0]}" if lang == "zh" else f"{RANKS[rank - 1]} of {suit[1]}"


def after(view: Json, discard: str) -> tuple[str, list[list[str]], str]:
    """The player's hand without a tile, its melds and its missing suit, as the library reads them."""
    hand = tiles(view["private"]["hand"])
    hand.remove(discard)
    melds = [[meld["kind"], meld["tile"]] for meld in view["public"]["melds"][view["seat"]]]
    return "".join(sorted(hand, key=lambda tile: tile[1])), melds, view["public"]["missing"][view["seat"]]


def discards(view: Json) -> list[str]:
    return [move.removeprefix("discard ") for move in view["legal"] if move.startswith("discard ")]


def readying(view: Json) -> dict[str, list[str]]:
    """The discards that make the hand ready, each with what it would then wait for."""
    found = {tile: list(waits(*after(view, tile))) for tile in discards(view)}
    return {tile: waiting for tile, waiting in found.items() if waiting}


def towards_ready(view: Json) -> str:
    """Wins when it can, claims nothing else, and discards what helps least; so a hand is ready soon."""
    legal = view["legal"]
    for move in ("hu", "pass"):
        if move in legal:
            return move
    if view["public"]["phase"] == "bury":
        suits = Counter(tile[1] for tile in tiles(view["private"]["hand"]))
        return str(min(legal, key=lambda move: suits[move[-1]]))
    best = min(discards(view), key=lambda tile: shanten(*after(view, tile)))
    return f"discard {best}"


class Seat:
    """The page of somebody who is at the table."""

    def __init__(self, guest: Guest, page: Page, room: str) -> None:
        self.guest = guest
        self.page = page
        self.room = room

    def view(self) -> Json:
        """Of the decision that the page waits for, or of the end."""
        my_turn(self.page)
        found = self.guest.state(self.room)["view"]
        assert isinstance(found, dict)
        return found

    def hand(self) -> list[str]:
        return tiles(self.view()["private"]["hand"])

    def tile(self, name: str) -> Locator:
        return self.page.locator(f".slot[data-tile='{name}'] button").last

    def action(self, name: str) -> Locator:
        return self.page.locator(f"[data-action={name}]")

    def may(self, name: str) -> bool:
        return self.page.locator(f"[data-action={name}][aria-disabled=false]").count() > 0

    def largest_suit(self) -> str:
        return Counter(tile[1] for tile in self.hand()).most_common(1)[0][0]

    def bury(self) -> str:
        """The first three of the longest suit, by clicks."""
        suit = self.largest_suit()
        for tile in [tile for tile in self.hand() if tile[1] == suit][:3]:
            self.page.locator(f".slot[data-tile='{tile}'] button[aria-pressed=false]").first.click()
        self.action("bury").click()
        expect(self.action("bury")).to_have_count(0)
        return suit

    def decide(self) -> str:
        """One decision: every claim that is offered is taken, else what the hint says. Empty when the deal is over."""
        if not my_turn(self.page):
            return ""
        claims = [claim for claim in ("hu", "kong", "peng", "pass") if self.may(claim)]
        name = claims[0] if claims else hint(self.page)
        press(self.page, name)
        return name.partition("-")[0]

    def decide_quickly(self) -> None:
        """The same without a hint: the first tile that may go is thrown."""
        if any(self.may(claim) for claim in ("hu", "kong", "peng", "pass")):
            self.decide()
        elif my_turn(self.page):
            self.tile(discards(self.view())[0]).click()
            press(self.page, "discard")

    def over(self) -> bool:
        return self.page.locator(OVER).count() > 0
