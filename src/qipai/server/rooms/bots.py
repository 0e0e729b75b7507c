"""What bots play: chosen in a worker process from their seat's view, with a cheap legal fallback."""

from __future__ import annotations

from typing import NamedTuple

from qipai.agents import Decision, agent
from qipai.agents.base import PLAY
from qipai.agents.slices import Thought, in_slices
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.registry import game as find_game
from qipai.core.state import View

AUTOPILOT = "normal"
HINTS = 5
BOT_NAMES = ("Ming 阿明", "Lan 小兰", "Bo 老波", "Yue 月姐")  # which no person may take


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


@in_slices
def choose(game: str, level: str, view: Json | View, actions: list[int], seed: int, budget: str = PLAY.name) -> Thought[int]:
    """Runs in a worker: the seat's view and its legal actions are all that it is given. A packed action."""
    found = find_game(game)
    decision = Decision(found, known_view(found, view), actions)
    return (yield from agent(game, level, seed=seed, budget=budget).choosing(decision))


def sent_view(view: View, drawn: bool) -> Json | View:
    """As it goes to a worker. Of cards that were drawn to fit one seat's view no other seat knows where they came from, so
    theirs cannot be proven from JSON; they are sent as they are."""
    return view if drawn else view.to_json()


def known_view(game: Game, view: Json | View) -> View:
    return view if isinstance(view, View) else game.read_view(view)


class AdviceLine(NamedTuple):
    """A hint as it crosses from the worker: `about` is -1 where the reason is about nobody."""

    move: str
    reading: str
    reason: tuple[str, str]
    about: int
    named: tuple[str, str]


def advise(game: str, view: Json | View) -> list[AdviceLine]:
    """Runs in a worker: good moves with reasons, in English and Chinese."""
    found = find_game(game)
    known = known_view(found, view)
    out: list[AdviceLine] = []
    for hint in found.advice.hints(known, HINTS):
        named = hint.named or hint.reason
        words = (hint.reason.en, hint.reason.zh), hint.about, (named.en, named.zh)
        out.append(AdviceLine(found.write(known, hint.action), found.advice.reading(hint.action), *words))
    return out


def fallback(game: Game, view: View, actions: list[int]) -> int:
    """For a bot without an answer: the move that the game makes for a seat out of time, or any legal one if that fails too."""
    try:
        return Decision(game, view, actions).fallback()
    except Exception:  # what kept the bot from choosing may be in the game's advice
        return actions[-1]
