"""People who reach a server by REST: they open rooms and play, so that a page can be shown what it should draw."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable
from typing import Any, Self

import httpx

from tests.conftest import Json

PATIENCE = 60.0  # seconds until somebody else has moved
SOON, LATER = 0.01, 0.16  # seconds until one looks again: bots that play anything answer at once


def first(view: Json) -> str:
    """The first legal move."""
    return str(view["legal"][0])


class Guest:
    """A session, and the rooms it opens. `storage` gives the same session to a browser."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        # a connection that has long been idle is not used again: the server may be closing it at that moment
        self.client = httpx.Client(base_url=f"{url}/api/v1", timeout=60, limits=httpx.Limits(keepalive_expiry=1.0))
        self.session: Json = self.call("POST", "/sessions/guest", {"name": name})
        self.client.headers["Authorization"] = f"Bearer {self.session['token']}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        answer = self.client.request(method, path, json=body)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    @property
    def storage(self) -> Json:
        """For a browser context's `storage_state`."""
        kept = {"name": "qipai.session", "value": json.dumps(self.session)}
        return {"cookies": [], "origins": [{"origin": self.url, "localStorage": [kept]}]}

    @functools.cached_property
    def games(self) -> list[Json]:
        return list(self.call("GET", "/games"))

    def open(self, game: str, others: str = "bot", level: str | None = None, **more: Any) -> str:
        """A room with this person on the first seat. Bots do not wait; where a deal can be void, it is dealt again."""
        (found,) = [found for found in self.games if found["name"] == game]
        rules = {"black_chess": "redeal"} if "black_chess" in found["options"]["properties"] else {}
        wishes = [{"kind": "me"}, *[{"kind": others, "level": level} for _ in range(found["seats"] - 1)]]
        body = {"game": game, "rules": rules, "seats": wishes, "pace": 0, "claim_pause": 0, "quick_forced": True, **more}
        return str(self.call("POST", "/rooms", body)["room"])

    def ready(self, room: str) -> None:
        self.call("POST", f"/rooms/{room}/ready", {})

    def state(self, room: str) -> Json:
        """The newest snapshot of one's own seat."""
        found = self.call("GET", f"/rooms/{room}/state")
        assert isinstance(found, dict)
        return found

    def wait(self, room: str, until: Callable[[Json], bool]) -> Json:
        limit = time.monotonic() + PATIENCE
        pause = SOON
        while time.monotonic() < limit:
            state = self.state(room)
            if until(state["view"]):
                return state
            time.sleep(pause)
            pause = min(2 * pause, LATER)
        where = {key: state["view"][key] for key in ("stage", "deal", "window", "to_act", "legal")}
        raise AssertionError(f"nothing happened in {room}: version {state['version']}, {where}")

    def act(self, room: str, state: Json, move: str) -> None:
        """Answers the decision that was seen. 409: it was no longer open."""
        body = {"move": move, "version": state["version"], "window": state["view"].get("window")}
        answer = self.client.post(f"/rooms/{room}/actions", json=body)
        assert answer.is_success or answer.status_code == 409, answer.text

    def play(self, room: str, decisions: int = 1000, choose: Callable[[Json], str] = first) -> Json:
        """Makes so many decisions of one's own; ends when the deal is over or one has a choice.

        A single move is no decision: the server is about to make it, where it has not.
        """
        while True:
            state = self.wait(room, lambda view: bool(view["legal"]) or view["result"] is not None)
            if state["view"]["result"] is not None:
                return state
            if len(state["view"]["legal"]) > 1:
                if decisions == 0:
                    return state
                decisions -= 1
            self.act(room, state, choose(state["view"]))

    def play_on(self, room: str, lines: int) -> Json:
        """Plays until the log has so many lines and one has a choice again, or the deal is over."""
        while True:
            state = self.play(room, 1)
            if state["view"]["result"] is not None or len(self.call("GET", f"/rooms/{room}/log")["lines"]) >= lines:
                return state

    def dealt(self, game: str, level: str = "random", **more: Any) -> str:
        """A room with bots of a level, dealt, in which it is one's turn: deals that end without one are passed over."""
        for _ in range(20):
            room = self.open(game, level=level, **more)
            self.ready(room)
            if self.play(room, 0)["view"]["result"] is None:
                return room
        raise AssertionError(f"no deal of {game} has a turn of one's own")

    def amid(self, game: str, play_on: Callable[[str], Json], **more: Any) -> tuple[str, Json]:
        """A room whose deal goes on when that much has been played of it: deals that end sooner are passed over."""
        for _ in range(20):
            room = self.dealt(game, **more)
            state = play_on(room)
            if state["view"]["result"] is None:
                return room, state
        raise AssertionError(f"no deal of {game} lasts so long")


class Company:
    """As many people as a game has seats, all at one table: what each of them sees is known here, and each can play."""

    def __init__(self, url: str, names: list[str]) -> None:
        self.people = [Guest(url, name) for name in names]
        self.room = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for person in self.people:
            person.client.close()

    def open(self, game: str, **more: Any) -> None:
        self.room = self.people[0].open(game, "open", **more)
        for seat, person in enumerate(self.people[1:], 1):
            assert person.call("POST", f"/rooms/{self.room}/join", {})["seat"] == seat

    def deal(self) -> None:
        """The next deal begins."""
        now = self.people[0].wait(self.room, lambda view: bool(view["fairness"]["commit"]))["view"]["deal"]
        for person in self.people:
            person.ready(self.room)
        for person in self.people:
            person.wait(self.room, lambda view: view["stage"] == "playing" and view["deal"] >= now)

    def states(self) -> list[Json]:
        """What everybody sees when one of them has a choice, or when the deal is over."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            found = [person.state(self.room) for person in self.people]
            views = [state["view"] for state in found]
            still = len({state["version"] for state in found}) == 1
            if still and (views[0]["result"] is not None or any(len(view["legal"]) > 1 for view in views)):
                return found
            for person, state in zip(self.people, found, strict=True):
                if len(state["view"]["legal"]) == 1:  # no decision: the server is about to make it, where it has not
                    person.act(self.room, state, first(state["view"]))
            time.sleep(0.02)
        raise AssertionError(f"nothing happened in {self.room}")

    def views(self) -> list[Json]:
        return [state["view"] for state in self.states()]

    def play(self, choose: Callable[[Json], str]) -> None:
        """Everybody plays what `choose` finds in their view, until the deal is over."""
        seat = quiet = 0
        while quiet < len(self.people) * 1000:
            state = self.people[seat].state(self.room)
            if state["view"]["result"] is not None:
                return
            if state["view"]["legal"]:
                self.people[seat].act(self.room, state, choose(state["view"]))
            quiet = 0 if state["view"]["legal"] else quiet + 1
            seat = (seat + 1) % len(self.people)
        raise AssertionError(f"nothing happened in {self.room}")

    def reach(self, choose: Callable[[Json], str], wanted: Callable[[list[Json]], bool]) -> bool:
        """The same, until all views together are as wanted; False when the deal was over before."""
        while True:
            states = self.states()
            views = [state["view"] for state in states]
            if views[0]["result"] is not None or wanted(views):
                return views[0]["result"] is None
            for person, state in zip(self.people, states, strict=True):
                if state["view"]["legal"]:
                    person.act(self.room, state, choose(state["view"]))
