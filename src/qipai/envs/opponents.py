"""Who plays the other seats of a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Callable

from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.state import State, View

Opponent = Callable[[View, list[int], list[str]], int]  # (view, packed actions, moves) -> place in the list


def opponent(game: Game, level: str, seed: int) -> Opponent:
    """`random`, or `normal`, which follows the hints of the game."""
    if level == "random":
        rng = FastRng(seed)
        return lambda view, actions, moves: rng.below(len(actions))
    if level == "normal":

        def by_hints(view: View, actions: list[int], moves: list[str]) -> int:
            for hint in game.hints(view, 1):
                if hint.move in moves:
                    return moves.index(hint.move)
            return 0

        return by_hints
    raise ValueError(f"there is no opponent {level!r}: random, normal")


def answer(game: Game, state: State, seat: int, who: Opponent) -> int:
    """The packed action of an opponent, who gets its view and its legal moves."""
    actions = state.legal(seat)
    if len(actions) == 1:
        return actions[0]
    moves = [game.write(state, seat, action) for action in actions]
    return actions[who(state.view(seat), actions, moves)]
