"""Serves our own agents to other programs: the other end of the bot protocol (docs/bots.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO

from qipai.agents.base import BUDGETS, Agent, Decision
from qipai.agents.ladder import agent
from qipai.agents.protocol import PROTOCOLS
from qipai.core.data import Json, brief, flaw
from qipai.core.errors import QipaiError
from qipai.core.game import Game
from qipai.core.registry import game as find_game


class Server:
    """Answers one message at a time; None means no answer."""

    def __init__(self, level: str) -> None:
        self.level = level
        self.game: Game | None = None
        self.budget = "play"
        self.agent: Agent | None = None

    def answer(self, message: object) -> Json | None:
        """ValueError and QipaiError for a message that cannot be answered."""
        if not isinstance(message, dict) or flaw(message) is not None:
            return error("not a JSON object")
        kind = message.get("type")
        if kind == "hello":
            return self.hello(message)
        if kind == "deal":
            self.agent = self.make(message.get("seed"))
            return None
        if kind == "ask":
            return self.ask(message)
        if kind == "over":
            return None
        return error(f"unknown type of message: {brief(kind)}")

    def hello(self, message: Json) -> Json:
        protocol = message.get("protocol")
        if protocol not in PROTOCOLS:
            return error(f"this program speaks {', '.join(PROTOCOLS)}")
        self.game = find_game(message.get("game"))
        budget = message.get("budget", "play")
        self.budget = budget if isinstance(budget, str) and budget in BUDGETS else "play"
        self.agent = self.make(0)
        return {"type": "hello", "protocol": protocol, "protocols": list(PROTOCOLS), "name": f"qipai {self.level}"}

    def make(self, seed: object) -> Agent:
        if self.game is None:
            raise ValueError("hello comes first")
        number = seed if isinstance(seed, int) and not isinstance(seed, bool) else 0
        return agent(self.game.name, self.level, seed=number, budget=self.budget)

    def ask(self, message: Json) -> Json:
        if self.game is None or self.agent is None:
            raise ValueError("hello comes first")
        view = self.game.read_view(message.get("view"))
        actions = self.game.legal_of(view)
        if not actions:
            raise ValueError("this seat is not to act")
        decision = Decision(self.game, view, actions)
        action = self.agent.choose(decision)
        return {
            "type": "move",
            "id": message.get("id"),
            "move": decision.text(action),
            "reason": self.agent.explain().to_json(),
        }


def error(reason: str) -> Json:
    return {"type": "error", "message": reason}


def serve(level: str, lines: Iterable[str], out: IO[str]) -> None:
    """Answers line by line until the input ends; a bad message gets an error as its answer."""
    server = Server(level)
    for line in lines:
        if not line.strip():
            continue
        try:
            message = json.loads(line)
            reply = server.answer(message)
        except RecursionError:
            reply = error("not a JSON object")
        except (QipaiError, ValueError) as problem:
            reply = error(str(problem))
        if reply is not None:
            out.write(json.dumps(reply, ensure_ascii=False) + "\n")
            out.flush()
