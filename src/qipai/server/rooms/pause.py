"""The claim pause: a moment that everybody is shown for a fixed time, whether or not anybody can answer it."""

from __future__ import annotations

from qipai.core.state import State
from qipai.server.rooms.room_data import Tally


def window_name(deal: int, version: int, takebacks: int) -> str:
    """A decision that is asked for again, after a takeback, is another one."""
    return f"{deal}.{version}.{takebacks}" if takebacks else f"{deal}.{version}"


class Pause:
    """What is shown after a move that others might answer, whatever happens at the table meanwhile.

    It is part of the fold: every node, and a node that comes back, knows the same pause and its end.
    """

    __slots__ = ("commit", "deal", "state", "takebacks", "tally", "told", "until", "window", "wire")

    def __init__(
        self,
        state: State,
        wire: int,
        deal: int,
        commit: str,
        told: int,
        tally: list[Tally],
        takebacks: int = 0,
        until: float | None = None,
    ) -> None:
        self.state = state  # with the answers given so far, each of which only its own seat sees
        self.wire = wire
        self.deal = deal
        self.commit = commit
        self.told = told  # the log's version up to which everything may be told
        self.tally = tally  # without what the deal brings, should it be over by now
        self.takebacks = takebacks
        self.until = until  # by the log's times; None until the move has one
        self.window = window_name(deal, state.version(), takebacks)

    def answered(self, state: State) -> Pause:
        return Pause(state, self.wire, self.deal, self.commit, self.told, self.tally, self.takebacks, self.until)

    def asks(self, seat: int) -> bool:
        return bool((self.state.to_act() >> seat) & 1)
