"""The log of the deal on the table, in words: what everybody was told since its first move, for those who come later."""

from __future__ import annotations

from qipai.core.state import SPECTATOR, State
from qipai.core.table import Table, judge
from qipai.server.rooms.frames import move_words, names_of
from qipai.server.rooms.messages import EventInfo
from qipai.server.rooms.timeline import Moment


class DealLog:
    """A deal so far, taken from a room at one moment, so that it can be written in a thread while the room moves on."""

    def __init__(self, names: list[str], table: Table, shown: State, first: int) -> None:
        deal = table.deals[-1]
        self.deal = first + table.deal_index
        self.names = names
        self.game = table.game
        self.start = table.start
        self.moves = deal.moves
        self.shown = shown.copy()

    def lines(self) -> list[EventInfo]:
        """What those who were there all the time have seen."""
        game, last = self.game, self.shown.version()
        out: list[EventInfo] = []
        state = self.start.copy()
        before = state.view(SPECTATOR)
        for seat, move in self.moves:
            version = state.version()
            if version >= last:
                break
            state.apply(seat, judge(game, state, seat, move))
            if state.version() == version:
                continue  # an answer in an open window
            after = (self.shown if state.version() > last else state).view(SPECTATOR)
            out.append(move_words(game, self.names, before, after, seat, move))
            before = after
        return out


def deal_log_of(moment: Moment) -> DealLog | None:
    """None before the first deal. While a claim pause lasts, what came after it is not told yet; to those who watch, what
    they do not see yet."""
    table, shown = moment.room.table, moment.state
    return None if table is None or shown is None else DealLog(names_of(moment.room), table, shown, moment.room.first)
