"""What a selection of cards may be: the server tries it out, so that no client needs a rule."""

from __future__ import annotations

from qipai.core.errors import IllegalMove
from qipai.core.game import Game
from qipai.core.state import State
from qipai.core.table import judge
from qipai.server.refusal import words_of
from qipai.server.rooms.messages import Reading, Sorted, Wait

JOINTS = (" ", "+", "")  # how the games write several pieces side by side
OFFERS = 8


def readings(game: Game, state: State | None, seat: int, cards: list[str]) -> list[Reading]:
    """Every use of the cards among the seat's verbs in what is shown, legal ones first; for illegal ones the reason."""
    if state is None or not (state.to_act() >> seat) & 1:
        return []
    view = state.view(seat)
    verbs: dict[str, None] = {}
    for action in state.legal(seat):
        verb, _, rest = game.write(view, action).partition(" ")
        if bool(rest) == bool(cards):
            verbs[verb] = None
    out: list[Reading] = []
    for verb in verbs:
        for text in spellings(game, verb, cards):
            out += judged(game, state, seat, text, None)
    return sorted(out, key=lambda reading: not reading.legal)


def waits(game: Game, seen: State | None, seat: int, cards: list[str]) -> list[Wait]:
    """What the seat's hand would win with, once the cards are out of it."""
    if seen is None or seen.over():
        return []
    found = game.advice.waits(seen.view(seat), cards)
    return [Wait(wait.piece, wait.left, wait.grade if wait.grade >= 0 else wait.worth, wait.worth) for wait in found]


def offers(game: Game, seen: State | None, seat: int, cards: list[str]) -> list[Reading]:
    """Legal moves of the seat that contain the cards and more."""
    if seen is None or not cards or not (seen.to_act() >> seat) & 1:
        return []
    view, advice = seen.view(seat), game.advice
    return [
        Reading(advice.reading(action) or None, game.write(view, action), True, None)
        for action in advice.offers(view, cards, OFFERS)
    ]


def in_order(game: Game, seen: State | None, seat: int, cards: list[str]) -> Sorted | None:
    """The seat's hand in groups, when it is asked about no cards."""
    if seen is None or cards or seen.over():
        return None
    found = game.advice.sorting(seen.view(seat))
    return Sorted(found.groups, found.sets) if found.groups else None


def spellings(game: Game, verb: str, cards: list[str]) -> list[str]:
    """The verb with the cards, in the first way of joining them that the game can read."""
    if not cards:
        return [verb]
    for joint in JOINTS:
        text = f"{verb} {joint.join(cards)}"
        try:
            game.read(text)
        except IllegalMove:
            continue
        return [text]
    return []


def judged(game: Game, state: State, seat: int, text: str, reading: str | None) -> list[Reading]:
    try:
        action = judge(game, state, seat, text)
    except IllegalMove as refusal:
        choices = refusal.detail.get("readings")
        if reading is None and isinstance(choices, list):
            return [found for choice in choices for found in judged(game, state, seat, f"{text} as {choice}", str(choice))]
        return [Reading(reading, text, False, refusal.code, words_of(refusal))]
    written = game.write(state.view(seat), action)
    declared = written.partition(" as ")[2] or reading
    return [Reading(declared, written, True, None)]
