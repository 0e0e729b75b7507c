"""Every frame that a seat of a Guandan table was sent, judged against the record: no card may be named that it cannot know.

The record is opened after the deal, so what every hand held at every moment is known here and was not known there.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import qipai
from tests.web.people import Json

CARD = re.compile(r"(?<![0-9A-Za-z_])(?:[SHCD][2-9TJQKA]|SB|HR)(?![0-9A-Za-z_])")
SPOKEN = re.compile(r"([♠♥♣♦])(10|[2-9JQKA])|(10|[2-9JQKA])([♠♥♣♦])")  # Chinese, English
SUITS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
KNOWN = {"history", "trick", "table", "starting_card", "wildcard", "tribute", "hands"}


def cards(text: str) -> Counter[str]:
    return Counter(CARD.findall(text.split(" as ")[0]))


def named(thing: object) -> Counter[str]:
    """All cards that are named anywhere in a piece of JSON, in notation or with the signs of suits."""
    text = json.dumps(thing, ensure_ascii=False)
    spoken = [SUITS[zh or en] + (first or last).replace("10", "T") for zh, first, last, en in SPOKEN.findall(text)]
    return Counter(CARD.findall(text)) + Counter(spoken)


class Truth:
    """The first deal of a record, move by move: all hands, and what everybody has seen."""

    def __init__(self, record: dict[str, Any]) -> None:
        deal = record["deals"][0]
        bare = {key: value for key, value in deal.items() if key in ("seed", "deal")}
        table = qipai.replay({**record, "deals": [{**bare, "moves": []}]})
        self.moves: list[list[Any]] = [list(move) for move in deal["moves"]]
        self.hands = [[cards(str(table.private(seat)["hand"])) for seat in range(4)]]
        self.starting = table.public()["starting_card"]
        self.wildcard = table.public()["wildcard"]
        for seat, move in self.moves:
            table.play(seat, move)
            self.hands.append([cards(str(table.private(s)["hand"])) for s in range(4)])
        assert table.over

    def played(self, k: int) -> Counter[str]:
        return sum((cards(move) for _, move in self.moves[:k]), Counter())

    def judge(self, seat: int | None, frame: dict[str, Any]) -> str | None:
        """What is wrong with a frame that went to a seat (None: a spectator); None when nothing is."""
        view = frame.get("view")
        if view is None or view["public"] is None:
            return self.judge_bare(seat, frame)
        assert view["public"]["deal"] == 1, "the truth about the first deal is all that is known here"
        k = len(view["public"]["history"])
        over = k == len(self.moves)
        own = Counter[str]() if seat is None else self.hands[k][seat]
        return (
            self.wrong_private(seat, view["private"], own)
            or self.wrong_legal(view["legal"], own)
            or self.wrong_public(view["public"], k, over)
            or self.wrong_rest(frame, own, k, over)
        )

    def wrong_private(self, seat: int | None, private: dict[str, Any] | None, own: Counter[str]) -> str | None:
        if seat is None:
            return f"private for a spectator: {private}" if private else None
        if private is None or cards(private["hand"]) != own:
            return f"private is not the seat’s hand: {private}"
        rest = {key: value for key, value in private.items() if key != "hand"}
        return f"more cards in private: {rest}" if named(rest) - own else None

    def wrong_legal(self, legal: list[str], own: Counter[str]) -> str | None:
        return next((f"legal names a card that is not in the hand: {move}" for move in legal if cards(move) - own), None)

    def wrong_public(self, public: dict[str, Any], k: int, over: bool) -> str | None:
        if public["history"] != self.moves[:k]:
            return f"history is not what was played: {public['history'][-1:]}"
        if public["trick"] != self.moves[k - len(public["trick"]) : k]:
            return f"trick is not the end of the history: {public['trick']}"
        if public["table"] is not None:
            last = next(move for _, move in reversed(self.moves[:k]) if move != "pass")
            if cards(public["table"]["cards"]) != cards(last):
                return f"table is not the last play: {public['table']}"
        if (public["starting_card"], public["wildcard"], public["tribute"]) != (self.starting, self.wildcard, None):
            return "another starting card, wildcard or tribute"
        if over:
            if [cards(hand) for hand in public["hands"]] != self.hands[k]:
                return f"other hands at the end: {public['hands']}"
        elif public["hands"] is not None:
            return "hands are shown before the end"
        rest = {key: value for key, value in public.items() if key not in KNOWN}
        return f"cards elsewhere in public: {named(rest)}" if named(rest) else None

    def wrong_rest(self, frame: dict[str, Any], own: Counter[str], k: int, over: bool) -> str | None:
        """Beside the two halves of the view a frame may only speak of what was just done."""
        view = {key: value for key, value in frame["view"].items() if key not in ("public", "private", "legal", "result")}
        what = frame.get("what") or {}
        if named(view):
            return f"cards elsewhere in the view: {named(view)}"
        if not over and frame["view"]["result"] is not None:
            return "a result before the end"
        if set(named(what)) - set(self.played(k)) - {self.starting, self.wildcard}:
            return f"the words name a card that was not played: {what}"
        return None

    def judge_bare(self, seat: int | None, frame: dict[str, Any]) -> str | None:
        """Frames without a view: hints and answers to `check` speak of cards that the seat had at some time, others of none."""
        if frame["type"] == "snapshot" or frame["type"] == "event":
            return f"cards before the deal: {named(frame)}" if named(frame) else None
        if frame["type"] not in ("hints", "check"):
            return f"cards in {frame['type']}: {frame}" if named(frame) else None
        for item in frame["hints"] if frame["type"] == "hints" else frame["readings"]:
            if seat is None or cards(item["move"]) - self.hands[0][seat]:
                return f"{frame['type']} names a card that is not in the hand: {item}"
        return None


def ending(order: list[int]) -> Callable[[Json], str]:
    """A way to play by which a deal soon ends in this order: whoever is to be out next plays much, the others let it be."""

    def choose(view: Json) -> str:
        legal: list[str] = view["legal"]
        plays = [move for move in legal if move.startswith("play ")]
        awaited = next(seat for seat in order if seat not in view["public"]["order"])
        if not plays or (view["seat"] != awaited and "pass" in legal):
            return "pass" if "pass" in legal else legal[0]
        if view["seat"] != awaited or "pass" in legal:
            return plays[0]
        return max(plays, key=lambda move: cards(move).total())

    return choose
