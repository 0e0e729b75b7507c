"""External programs that speak the bot protocol (docs/bots.md), as agents: `exec:COMMAND`."""

from __future__ import annotations

import atexit
import time

from qipai.agents.base import Agent, AgentError, Decision
from qipai.agents.program import Program
from qipai.agents.protocol import BOT_1, chosen_protocol, view_for
from qipai.core.errors import QipaiError
from qipai.core.game import Game
from qipai.core.rules import Rules
from qipai.core.state import View
from qipai.core.text import Text

START_SECONDS = 20.0  # to load and say hello
MAX_STARTS = 4  # limits restarts of a program that keeps exiting

Key = tuple[str, str, str, int]


class Conversation:
    """A program kept for one seat from deal to deal, and restarted if it exits."""

    def __init__(self, game: Game, rules: Rules, command: str, budget: str, limit: float) -> None:
        self.game = game
        self.rules = rules
        self.command = command
        self.budget = budget
        self.limit = limit
        self.program: Program | None = None
        self.protocol = BOT_1  # until the program asks for a newer one
        self.starts = 0
        self.asked = 0

    def begin_deal(self, seat: int, seed: int) -> None:
        if self.program is None or not self.program.alive():
            self.start()
        assert self.program is not None
        message: dict[str, object] = {"type": "deal", "seat": seat, "seed": seed}
        if self.protocol != BOT_1:
            message["protocol"] = self.protocol
        self.program.say(message)

    def start(self) -> None:
        self.end()
        if self.starts >= MAX_STARTS:
            raise AgentError("error", f"{self.command}: it has ended {self.starts} times")
        self.starts += 1
        program = Program(self.command)
        try:
            program.say(
                {
                    "type": "hello",
                    "protocol": BOT_1,  # always: a program that speaks a newer version says so in its answer
                    "game": self.game.name,
                    "rules": self.rules.to_json(),
                    "budget": self.budget,
                    "limit_ms": round(1000 * self.limit),
                }
            )
            answer = program.hear(time.monotonic() + START_SECONDS)
            check_failure(self.command, answer)
            protocol = chosen_protocol(answer)
            if answer.get("type") != "hello" or protocol is None:
                raise AgentError("error", f"{self.command}: it does not speak {BOT_1}")
        except AgentError:
            program.stop()
            raise
        self.program = program
        self.protocol = protocol

    def ask(self, decision: Decision) -> dict[str, object]:
        if self.program is None:
            raise AgentError("error", f"{self.command}: it has ended")
        self.asked += 1
        view = view_for(self.game, decision.view.to_json(), self.protocol)
        self.program.say({"type": "ask", "id": self.asked, "view": view, "legal": decision.moves})
        deadline = time.monotonic() + self.limit
        while True:
            answer = self.program.hear(deadline)
            if answer.get("id") == self.asked:
                return answer
            check_failure(self.command, answer)
            if not isinstance(answer.get("id"), int):
                raise AgentError("error", f"{self.command}: an answer without the id of its question")

    def tell(self, message: dict[str, object]) -> None:
        if self.program is not None:
            self.program.say(message)

    def end(self) -> None:
        if self.program is not None:
            self.program.stop()
            self.program = None


def check_failure(command: str, answer: dict[str, object]) -> None:
    """AgentError if the program reports a failure: {"type": "error", "message"}."""
    if answer.get("type") == "error":
        raise AgentError("error", f"{command}: {str(answer.get('message'))[:300]}")


OPEN: dict[Key, Conversation] = {}


def end_all() -> None:
    for conversation in OPEN.values():
        conversation.end()
    OPEN.clear()


atexit.register(end_all)


class ExternalAgent(Agent):
    """One deal of an external program, which keeps running for the next deal of the same seat."""

    def __init__(self, game: Game, rules: Rules, command: str, *, seat: int, seed: int, budget: str, limit: float) -> None:
        super().__init__()
        self.name = f"exec:{command}"
        self.seat = seat
        self.seed = seed
        key = (command, f"{game.name} {rules.to_json()}", f"{budget} {limit}", seat)
        if key not in OPEN:
            OPEN[key] = Conversation(game, rules, command, budget, limit)
        self.conversation = OPEN[key]
        self.begun = False

    def choose(self, decision: Decision) -> int:
        if not self.begun:
            self.conversation.begin_deal(self.seat, self.seed)
            self.begun = True
        answer = self.conversation.ask(decision)
        self.reason = reason_of(answer)
        return chosen(answer, decision)

    def over(self, view: View, returns: list[int]) -> None:
        if self.begun:
            try:
                self.conversation.tell({"type": "over", "returns": returns})
            except AgentError:
                self.conversation.end()


def chosen(answer: dict[str, object], decision: Decision) -> int:
    """The packed action of an answer, given by `index` into the legal list or by `move`."""
    index, move = answer.get("index"), answer.get("move")
    if isinstance(index, int) and not isinstance(index, bool) and move is None:
        if not 0 <= index < len(decision.actions):
            raise AgentError("illegal", f"no move {index}")
        return decision.actions[index]
    if not isinstance(move, str):
        raise AgentError("error", "an answer needs a move or an index")
    try:
        return decision.action(move)
    except QipaiError as refusal:
        raise AgentError("illegal", str(refusal)) from None


def reason_of(answer: dict[str, object]) -> Text:
    """The program's explanation: {"en", "zh"}, either of which may be missing."""
    said = answer.get("reason")
    if isinstance(said, dict):
        texts = [text[:300] for text in (said.get("en"), said.get("zh")) if isinstance(text, str) and text]
        if texts:
            return Text(texts[0], texts[-1])
    return Text("No reason given.", "没有说明理由。")
