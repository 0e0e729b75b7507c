"""Who sits where; opponents that decide from their own view only."""

from __future__ import annotations

from qipai.agents import Agent, Decision, levels
from qipai.agents import agent as make_agent
from qipai.cli import words
from qipai.cli.errors import CommandError
from qipai.core.errors import IllegalMove
from qipai.core.game import Game
from qipai.core.state import View
from qipai.core.table import LegalMoves

HINTS = "hints"  # plays the best hint; the other levels are those of the ladder
WATCHING = -1  # the spectator's seat


def seat_names(seats: int, me: int, lang: str, own: str | None) -> list[str]:
    """The player is "You" unless named; opponents get names in seat order."""
    others = iter(words.OPPONENTS.say(lang).split())
    return [(own or words.YOU.say(lang)) if seat == me else next(others) for seat in range(seats)]


class Opponents:
    """All seats except the player's. A move is chosen from a seat's view and its legal moves."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self.game = game
        self.agent: Agent | None = None
        if level != HINTS:
            known = levels(game.name)
            if level not in known:
                raise CommandError("BAD_USAGE", words.BAD_LEVEL, given=level, levels=", ".join([HINTS, *known]))
            self.agent = make_agent(game.name, level, seed=seed)

    def choose(self, view: View, moves: LegalMoves) -> str:
        if self.agent is not None:
            decision = Decision(self.game, view, moves.actions())
            return decision.text(self.agent.choose(decision))
        found = self.game.advice.hints(view, 1)
        return self.game.write(view, found[0].action if found else self.game.advice.default_action(view))


def check_seat(seat: int | None, seats: int) -> int:
    if seat is None:
        return WATCHING
    if not 0 <= seat < seats:
        raise IllegalMove("BAD_SEAT", seat=seat)
    return seat
