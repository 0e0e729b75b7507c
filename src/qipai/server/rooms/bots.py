"""What bots play: chosen in a worker process from their seat's view, with a cheap legal fallback."""

from __future__ import annotations

from qipai.agents import Decision, agent
from qipai.core.data import Json
from qipai.core.registry import game as find_game

AUTOPILOT = "normal"
HINTS = 5
BOT_NAMES = ("Ming 阿明", "Lan 小兰", "Bo 老波", "Yue 月姐")  # which no person may take


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


def choose(game: str, level: str, view: Json, actions: list[int], seed: int) -> int:
    """Runs in a worker: the seat's view and its legal actions are all that it is given. A packed action."""
    found = find_game(game)
    decision = Decision(found, found.read_view(view), actions)
    return agent(game, level, seed=seed).choose(decision)


def advise(game: str, view: Json) -> list[tuple[str, str, str]]:
    """Runs in a worker: good moves with reasons."""
    found = find_game(game)
    known = found.read_view(view)
    return [(found.write(known, hint.action), hint.reason.en, hint.reason.zh) for hint in found.advice.hints(known, HINTS)]


def fallback(actions: list[int], texts: list[str]) -> int:
    """The first pass, else the last of the list: cheap, legal, and soon over."""
    return actions[texts.index("pass")] if "pass" in texts else actions[-1]
