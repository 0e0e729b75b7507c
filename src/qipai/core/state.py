"""The kernel contract: one deal as a state machine, and what a seat knows of it.

`State` is native when compiled. `apply` is unchecked, so that search pays for no checks; `Table` checks.
A State has no clock and no randomness: a deal is (rules, seed, moves).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from qipai.core.data import Json
from qipai.core.rules import Rules
from qipai.native import i64, mypyc_attr

SPECTATOR = -1
TEXT_VERSION = 1  # of View.text
UNNAMED = "view"  # instead of a game's name, in the text of a view that does not know its game


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """Everything one seat knows of a deal, including its history; seat -1 is a spectator.

    A view is plain data: `to_json` and `Game.read_view` convert it to JSON values and back. `public` is what everybody
    may see, `private` what only this seat sees. Nothing else ever reaches a client or a bot.
    """

    seat: i64

    def public(self) -> Json:
        """What everybody may see."""
        raise NotImplementedError

    def private(self) -> Mapping[str, object]:
        """What only this seat sees; empty for a spectator."""
        raise NotImplementedError

    def to_json(self) -> Json:
        """The seat, both parts, and anything else that the game needs to read it back."""
        return {"seat": self.seat, "public": self.public(), "private": self.private()}

    def text(self) -> str:
        """The view as one line: the game and the format's number, the seat, then the game's own part.

        `qipai.view_from_text` reads it. Equal views have equal texts.
        """
        return f"{self.game_name()}/{TEXT_VERSION} {'-' if self.seat < 0 else self.seat} {self.body_text()}"

    def game_name(self) -> str:
        """The game whose view this is."""
        return str(self.to_json().get("game", UNNAMED))

    def body_text(self) -> str:
        """The game's own part of `text`, which `Game.read_body_text` reads. The default is JSON."""
        data = {key: value for key, value in self.to_json().items() if key != "seat"}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(str(self.to_json()))


class PlainView(View):
    """A view stored as the data it shows: enough for a small game. `Game.read_view` reads it back.

    A game that is searched or trained brings a View of its own, with native fields.
    """

    def __init__(self, seat: i64, rules: Rules, shown: Json, own: Json) -> None:
        self.seat = seat
        self.rules = rules
        self.shown: dict[str, Any] = shown
        self.own: dict[str, Any] = own

    def __reduce__(self) -> tuple[object, ...]:
        return PlainView, (self.seat, self.rules, self.shown, self.own)

    def public(self) -> Json:
        return self.shown

    def private(self) -> Json:
        return self.own

    def game_name(self) -> str:
        return self.rules.game or UNNAMED

    def to_json(self) -> Json:
        return {"seat": self.seat, "rules": self.rules.to_json(), "public": self.shown, "private": self.own}


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One deal. When several seats are to act at once, their answers are collected and resolved together."""

    def to_act(self) -> i64:
        """Bit mask of the seats that must decide now; 0 when the deal is over."""
        raise NotImplementedError

    def legal(self, seat: i64) -> list[int]:
        """A new list of packed actions in the game's documented order; empty when the seat is not to act."""
        raise NotImplementedError

    def apply(self, seat: i64, action: i64) -> None:
        """Plays an action, which the caller has checked."""
        raise NotImplementedError

    def over(self) -> bool:
        """True when nobody is to act any more."""
        return self.to_act() == 0

    def returns(self) -> list[int]:
        """What each seat won or lost (so far, in games that pay during play); sums to zero."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent state."""
        raise NotImplementedError

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def view(self, seat: i64) -> View:
        """What `seat` knows; seat -1 is a spectator."""
        raise NotImplementedError

    def digest(self) -> i64:
        """In 0..2**62-1; equal states have equal digests, interpreted and compiled alike."""
        views = [self.view(seat).to_json() for seat in range(len(self.returns()))]
        text = json.dumps([self.to_act(), views], sort_keys=True)
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2

    def version(self) -> i64:
        """1 + public steps so far. An answer that leaves its window open does not count."""
        raise NotImplementedError

    def settle(self) -> None:
        """Ends the settlement phase, in games that have one. Only when over."""

    def settled(self) -> bool:
        """False while a finished deal still waits for `settle`."""
        return self.over()
