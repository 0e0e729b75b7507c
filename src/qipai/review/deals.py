"""The decisions of a record: what a seat could know when it chose, what it chose. Only deals that are over are reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qipai.agents.base import Decision
from qipai.core.data import Json
from qipai.core.errors import BadRecord, Messages
from qipai.core.game import Game
from qipai.core.record import steps
from qipai.core.state import State
from qipai.core.table import Deal, Table
from qipai.core.text import Text

MESSAGES = Messages(
    {
        "UNFINISHED_DEAL": Text(
            "No deal of this record is over; only finished deals are reviewed.", "这份牌谱里没有打完的牌局；打完才能复盘。"
        ),
        "NO_SUCH_DEAL": Text(
            "The record has no finished deal {given}; finished: {deals}.",
            "第 {given} 局不在打完的牌局里；打完的有：{deals}。",
        ),
    },
    {"UNFINISHED_DEAL": "ENGINE_INVALID_PHASE"},
)


@dataclass(frozen=True)
class Choice:
    """A decision with at least two moves, and the one that was played."""

    number: int  # of the move in its deal, from 0
    decision: Decision
    action: int
    text: str


class FinishedDeal:
    """A deal that is over. Its decisions are looked up when they are asked for: a long match has many views."""

    def __init__(self, game: Game, start: State, deal: Deal, number: int) -> None:
        self.game = game
        self.start = start
        self.deal = deal
        self.number = number
        self.moves = len(deal.moves)
        self.returns = list(deal.returns or [])
        self.count = sum(1 for _ in self.states())

    def states(self) -> Iterator[tuple[int, State, list[int]]]:
        """The number of every move that was a choice, with the state before it and the legal moves."""
        state = self.start.copy()
        for at, ((seat, _), action) in enumerate(zip(self.deal.moves, self.deal.actions, strict=True)):
            legal = state.legal(seat)
            if len(legal) > 1 or action not in legal:
                yield at, state, legal
            state.apply(seat, action)

    def choices(self) -> Iterator[Choice]:
        """The decisions in their order."""
        for at, state, legal in self.states():
            seat, text = self.deal.moves[at]
            yield Choice(at, Decision(self.game, state.view(seat), legal), self.deal.actions[at], text)


class CheckedRecord:
    """A record that has been checked by playing it through. BadRecord, UNFINISHED_DEAL, NO_SUCH_DEAL."""

    def __init__(self, record: object, only: object = None) -> None:
        starts: list[State] = []
        table = replay_with_starts(record, starts)
        self.game: Game = table.game
        self.table = table
        self.rules = table.rules
        self.seats = table.seats
        self.players = players_of(table.meta, table.seats)
        last = len(table.deals) - 1
        self.unfinished = [last] if not table.over else []
        finished = [number for number in range(len(table.deals)) if number not in self.unfinished]
        if not finished:
            raise BadRecord("UNFINISHED_DEAL", MESSAGES)
        if only is not None:
            if only not in finished or isinstance(only, bool):
                told = ", ".join(str(number + 1) for number in finished)
                given = only + 1 if isinstance(only, int) else str(only)
                raise BadRecord("NO_SUCH_DEAL", MESSAGES, given=given, deals=told)
            finished = [number for number in finished if number == only]
        self.deals = [FinishedDeal(self.game, starts[number], table.deals[number], number) for number in finished]


def replay_with_starts(record: object, starts: list[State]) -> Table:
    """The table at the end, and every deal before its first move."""
    for step in steps(record):
        if step.move is None:
            starts.append(step.table.start)
    return step.table


def players_of(meta: Json | None, seats: int) -> list[str] | None:
    """The players' names, if the record has one for every seat."""
    players = meta.get("players") if isinstance(meta, dict) else None
    if isinstance(players, list) and len(players) == seats and all(isinstance(name, str) and name for name in players):
        return [str(name) for name in players]
    return None
