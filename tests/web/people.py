"""People who reach a server by REST: they open rooms and play, so that a page can be shown what it should draw."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Self

import httpx

Json = dict[str, Any]
PATIENCE = 60.0  # seconds until somebody else has moved


class Guest:
    """A session, and the rooms it opens. `storage` gives the same session to a browser."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.client = httpx.Client(base_url=f"{url}/api/v1", timeout=60)
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

    def open(self, game: str, others: str = "bot", **more: Any) -> str:
        """A room with oneself on the first seat. Bots do not wait; a void deal of Xianqi is dealt again."""
        (seats,) = [found["seats"] for found in self.call("GET", "/games") if found["name"] == game]
        rules = {"black_chess": "redeal"} if game == "xianqi" else {}
        wishes = [{"kind": "me"}, *[{"kind": others} for _ in range(seats - 1)]]
        body = {"game": game, "rules": rules, "seats": wishes, "pace": 0, "claim_pause": 0, **more}
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
        while time.monotonic() < limit:
            state = self.state(room)
            if until(state["view"]):
                return state
            time.sleep(0.05)
        raise AssertionError(f"nothing happened in {room}: {state}")

    def play(self, room: str, decisions: int = 1000) -> Json:
        """Makes so many decisions of one's own, always the first legal move; ends when the deal is over or it is one's turn."""
        while True:
            state = self.wait(room, lambda view: bool(view["legal"]) or view["result"] is not None)
            if state["view"]["result"] is not None or decisions == 0:
                return state
            decisions -= 1
            move = {"move": state["view"]["legal"][0], "version": state["version"], "window": state["view"].get("window")}
            answer = self.client.post(f"/rooms/{room}/actions", json=move)
            assert answer.is_success or answer.status_code == 409, answer.text  # 409: somebody was quicker
