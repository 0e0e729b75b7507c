"""OpenSpiel: importing this module registers `qipai_xianqi`, `qipai_mahjong` and `qipai_guandan`.

    import pyspiel
    import qipai.envs.openspiel
    game = pyspiel.load_game("qipai_mahjong")
    game = pyspiel.load_game("qipai_xianqi(rules=baotou:true;black_chess:redeal)")

One deal is one game, the first of a match. How it is modelled:

*Deals.* A deal asks its generator a number of times for a whole number below n: to shuffle, to choose who starts. Each of
these questions is a chance node with n equally likely outcomes, so that the distribution is exactly that of the rules. A
deal that is void from the start is terminal after its last chance node, with no points.

*Windows.* Where several seats decide at once (a burial, claims, tribute), they are asked one after the other, the lowest
seat first. The information state of a seat is its view, which tells nothing of what others have answered.

*Actions* are the numbers of the flat action space (docs/envs/), *observation tensors* its planes. The information state is
the seat's whole view as JSON text. Xianqi has an information state tensor: its planes tell the whole public history, and
with the own covers round by round they are all that the seat knows. The planes of mahjong and Guandan tell the order of the
last discards or plays only, so that these games have none.

*Resampling.* `resample_from_infostate` draws a world of the player's view. Such a state has no history of its own; it can
be cloned, played on and serialized. Seats that may already have answered in an open window are asked after the player.
Python's algorithms can use it (`open_spiel.python.algorithms.ismcts`). C++ ones cannot: OpenSpiel 2.0 hands no such call on
to games made in Python, and `pyspiel.ISMCTSBot` ends the process when it tries.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from qipai.core.game import Game
from qipai.core.planes import STEP, Planes
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng, Rng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.envs.arrays import observation, planes_of
from qipai.games.mahjong.scoring import PATTERNS
from qipai.games.xianqi.pieces import FIRST_COVER, PACKED, SLOTS
from qipai.games.xianqi.position import Position


class Bounds(NamedTuple):
    """What OpenSpiel wants to know in advance; never passed."""

    length: int
    chance: int
    points: float


def xianqi_bounds(rules: Any) -> Bounds:
    """Eight rounds of at most a buckle, two answers, a lead and two more. Points: everything from a ceramic, and a chip for a
    reveal in each round (X-7.3, X-7.4); with a head (X-8.4) the ceramic unit is 4 and every transfer may count twice."""
    return Bounds(8 * 6, 24, 2 * (2 * 4 + 8) if rules.baotou else 2 * 3 + 8)


def mahjong_bounds(rules: Any) -> Bounds:
    """Four burials; 55 draws, the dealer's first turn and twelve pengs ask for one decision each, and for three answers to
    the discard. At each of the 56 turns somebody wins three times a hand with all the fan of M-9, four roots in it, or less."""
    turns = 56 + 12
    fan = sum(pattern.fan for pattern in PATTERNS) + 3
    return Bounds(4 + 4 * turns, 108, 3.0 * 56 * fan)


def guandan_bounds(rules: Any) -> Bounds:
    """A card at least stays behind; each play of the others may be passed three times. At most three levels (G-9)."""
    return Bounds(4 * 107, 108, 3.0)


BOUNDS = {"xianqi": xianqi_bounds, "mahjong": mahjong_bounds, "guandan": guandan_bounds}
RECALLED = frozenset(("xianqi",))  # games whose planes tell the whole public history
ROUNDS = 8


def own_covers(state: Position, player: int) -> NDArray[np.uint8]:
    """Round by round: at least one, two, three of each piece that the player covered."""
    out = np.zeros((ROUNDS, 3, SLOTS), np.uint8)
    for number in range(ROUNDS):
        action = state.action_in_round(number, player) if number <= state.round and player != state.head else -1
        if action >= FIRST_COVER:
            for slot in range(SLOTS):
                out[number, : (PACKED[action] >> 2 * slot) & 3, slot] = 1
    return out


class NextDigit(Exception):
    """The deal asks for a number that has not been drawn yet."""

    def __init__(self, below: int) -> None:
        self.below = below


class Script(Rng):
    """A generator that answers with given numbers, and stops the deal when they are used up."""

    def __init__(self, digits: list[int]) -> None:
        self.digits = digits
        self.at = 0

    def below(self, n: int) -> int:
        if self.at == len(self.digits):
            raise NextDigit(n)
        self.at += 1
        return self.digits[self.at - 1]


class Deal:
    """All that a state of ours knows, apart from OpenSpiel: how it was dealt or drawn, and what was played since."""

    def __init__(self, name: str, rules: object) -> None:
        self.name = name
        self.rules_json = rules
        self.game: Game = find_game(name)
        self.rules: Rules = self.game.rules(rules)
        self.planes: Planes = planes_of(name)
        self.digits: list[int] = []
        self.drawn: tuple[Any, int] | None = None  # (view, seed) of a world
        self.moves: list[tuple[int, int]] = []
        self.state: State | None = None
        self.open = 0  # the next chance node has so many outcomes
        self.first = -1  # in a world: who is asked first
        self.look()

    def look(self) -> None:
        """Deals as far as the numbers reach."""
        known = FIRST_BOUNDS.get((self.name, str(self.rules_json)))
        if known is None:
            known = FIRST_BOUNDS.setdefault((self.name, str(self.rules_json)), fixed_bounds(self.game, self.rules))
        if len(self.digits) < len(known):
            self.open = known[len(self.digits)]
            return
        try:
            self.state = self.game.deal(Script(self.digits), self.rules)
            self.open = 0
        except NextDigit as question:
            self.open = question.below

    def draw(self, digit: int) -> None:
        self.digits.append(digit)
        self.look()

    def seat(self) -> int:
        state = self.state
        assert state is not None
        mask: int = state.to_act()
        if self.first >= 0 and (mask >> self.first) & 1:
            return self.first
        return (mask & -mask).bit_length() - 1

    def play(self, number: int) -> None:
        state = self.state
        assert state is not None
        seat = self.seat()
        for action in state.legal(seat):
            if (self.planes.path(state, seat, action, False) & STEP) - 1 == number:
                state.apply(seat, action)
                self.moves.append((seat, action))
                self.first = -1
                return
        raise ValueError(f"action {number} is not legal")

    def world(self, player: int, seed: int) -> Deal:
        """Another deal that the player cannot tell from this one."""
        assert self.state is not None
        other = Deal(self.name, self.rules_json)
        view = self.state.view(player)
        other.open = 0
        other.drawn = (view.to_json(), seed)
        other.state = self.game.world(view, FastRng(seed))
        other.first = player
        return other

    def __deepcopy__(self, memo: object) -> Deal:
        other = Deal.__new__(Deal)
        other.__dict__.update(self.__dict__)
        other.digits = self.digits.copy()
        other.moves = self.moves.copy()
        other.state = None if self.state is None else self.state.copy()
        return other

    def __reduce__(self) -> tuple[Callable[..., Deal], tuple[Any, ...]]:
        return rebuild, (self.name, self.rules_json, self.digits, self.drawn, self.moves, self.first)


FIRST_BOUNDS: dict[tuple[str, str], list[int]] = {}


def fixed_bounds(game: Game, rules: Rules) -> list[int]:
    """The questions that every deal begins with. Later ones may depend on the answers (a hand that is dealt anew)."""
    digits: list[int] = []
    bounds: list[int] = []
    while True:
        try:
            game.deal(Script(digits), rules)
            return bounds
        except NextDigit as question:
            if len(bounds) >= 109:  # the same numbers again and again: from here on the deal itself is asked
                return bounds[:20]
            bounds.append(question.below)
            digits.append(0)


def rebuild(
    name: str, rules: object, digits: list[int], drawn: tuple[Any, int] | None, moves: list[tuple[int, int]], first: int
) -> Deal:
    deal = Deal(name, rules)
    if drawn is not None:
        deal.open = 0
        deal.drawn = drawn
        deal.state = deal.game.world(deal.game.read_view(drawn[0]), FastRng(drawn[1]))
    else:
        deal.digits = list(digits)
        deal.look()
    for seat, action in moves:
        assert deal.state is not None
        deal.state.apply(seat, action)
        deal.moves.append((seat, action))
    deal.first = first
    return deal


class QipaiState(pyspiel.State):
    """A deal as OpenSpiel plays it."""

    def __init__(self, game: Any, deal: Deal) -> None:
        super().__init__(game)
        self.deal = deal

    def current_player(self) -> int:
        deal = self.deal
        if deal.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        if deal.state.over():
            return int(pyspiel.PlayerId.TERMINAL)
        return deal.seat()

    def _legal_actions(self, player: int) -> list[int]:
        deal = self.deal
        if deal.state is None or player != self.current_player():
            return []
        legal = deal.state.legal(player)
        return sorted((deal.planes.path(deal.state, player, action, False) & STEP) - 1 for action in legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self.deal.open
        return [(digit, 1.0 / n) for digit in range(n)]

    def _apply_action(self, action: int) -> None:
        if self.deal.state is None:
            self.deal.draw(action)
        else:
            self.deal.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.deal.planes.meaning(action, False)

    def is_terminal(self) -> bool:
        return self.deal.state is not None and self.deal.state.over()

    def returns(self) -> list[float]:
        state = self.deal.state
        if state is None or not state.over():
            return [0.0] * self.num_players()
        return [float(points) for points in state.returns()]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> QipaiState:
        """A state that the player cannot tell from this one, drawn by the number of physical deals."""
        seed = int(probability_sampler() * 2**30) << 30 | int(probability_sampler() * 2**30)
        other: QipaiState = self.get_game().new_initial_state()
        other.deal = self.deal.world(player_id, seed)
        return other

    def __str__(self) -> str:
        """For people who look at everything: the numbers of the deal and the moves. Players get their information state."""
        deal = self.deal
        if deal.state is None:
            return f"dealing: {deal.digits}"
        head = f"world of {deal.drawn[1]}" if deal.drawn else f"deal {deal.digits}"
        moves = " ".join(f"{seat}:{action}" for seat, action in deal.moves)
        return f"{head}\n{moves}\nphase {deal.game.phase(deal.state)}, digest {deal.state.digest():x}"


class ViewObserver:
    """Tensors are the planes; strings are the view: the whole of it for information states, what is public and own else."""

    def __init__(self, kind: Any, name: str) -> None:
        planes = planes_of(name)
        self.recall = bool(kind.perfect_recall)
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        cells = planes.planes * planes.width
        covers = ROUNDS * 3 * SLOTS if self.recall and name in RECALLED else 0
        self.tensor = np.zeros(cells + covers, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"planes": self.tensor[:cells].reshape(planes.planes, planes.width)}
        if covers:
            self.dict["covers"] = self.tensor[cells:].reshape(ROUNDS, 3, SLOTS)

    def set_from(self, state: QipaiState, player: int) -> None:
        self.tensor.fill(0)
        deal = state.deal
        if deal.state is None or not self.own:
            return
        self.dict["planes"][...] = observation(deal.planes, deal.state, player)
        if "covers" in self.dict:
            assert isinstance(deal.state, Position)
            self.dict["covers"][...] = own_covers(deal.state, player)

    def string_from(self, state: QipaiState, player: int) -> str:
        deal = state.deal
        if deal.state is None:
            return f"dealing, {len(deal.digits)} drawn"
        view = deal.state.view(player if self.own else -1)
        if self.recall:
            return json.dumps(view.to_json(), ensure_ascii=False, sort_keys=True)
        return json.dumps([view.public(), view.private()], ensure_ascii=False, sort_keys=True)


def game_type(name: str) -> Any:
    title = find_game(name).title
    return pyspiel.GameType(
        short_name=f"qipai_{name}",
        long_name=f"{title.en} {title.zh}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=3,
        provides_information_state_string=True,
        provides_information_state_tensor=name in RECALLED,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": ""},
    )


def read_options(text: str) -> dict[str, object] | None:
    """`baotou:true;black_chess:redeal` as a rules object; OpenSpiel's own text of a game cannot hold JSON."""
    found: dict[str, object] = {}
    for part in filter(None, text.split(";")):
        name, _, value = part.partition(":")
        found[name] = {"true": True, "false": False}.get(value, int(value) if value.lstrip("-").isdigit() else value)
    return found or None


class QipaiGame(pyspiel.Game):
    """One of our games; the parameter `rules` is a list of options, name:value;name:value."""

    name = ""
    kind: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules_json = read_options(str(given.get("rules", "")))
        game = find_game(self.name)
        rules = game.rules(self.rules_json)
        bounds = BOUNDS[self.name](rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=planes_of(self.name).actions,
            max_chance_outcomes=bounds.chance,
            num_players=game.seats(rules),
            min_utility=-bounds.points,
            max_utility=bounds.points,
            utility_sum=0.0,
            max_game_length=bounds.length,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> QipaiState:
        return QipaiState(self, Deal(self.name, self.rules_json))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ViewObserver:
        if params:
            raise ValueError("observers of this game have no parameters")
        return ViewObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.name)

    def max_chance_nodes_in_history(self) -> int:
        return 4 * int(self.max_chance_outcomes())


def register() -> None:
    for name in BOUNDS:
        made = type(f"Qipai{name.title()}", (QipaiGame,), {"name": name, "kind": game_type(name)})
        if f"qipai_{name}" not in pyspiel.registered_names():
            pyspiel.register_game(made.kind, made)  # type: ignore[attr-defined]


register()
