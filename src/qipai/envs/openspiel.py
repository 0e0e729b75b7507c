"""OpenSpiel: importing this module registers every game as `qipai_<game>`.

    import pyspiel
    import qipai.envs.openspiel
    game = pyspiel.load_game("qipai_GAME")
    game = pyspiel.load_game("qipai_GAME(rules=option:true;other_option:value)")

One deal is one game, the first of a match. How it is modelled:

*Deals.* While dealing, the rules draw whole numbers below n: to shuffle, to choose who starts. Each draw is a chance node
with n equally likely outcomes, so the distribution is exactly that of the rules. A deal that is void from the start is
dealt again by further chance nodes, as in the other environments.

*Simultaneous decisions.* Seats that decide at once are asked one after another, the lowest first. The information state of a
seat is its view, which says nothing about what the others have answered.

*Actions* are the numbers of the flat action space (docs/envs/), *observation tensors* the encoded observation. An information
state is the seat's whole view as JSON text. A game may have an information state tensor too, where the observation together
with the `recall` tensor of its `OpenSpielInfo` holds everything that the seat knows.

*Limits* (length, utility, chance outcomes) come from the game's module `openspiel`; a game without one gets the generous
defaults of `openspiel_info`.

*Resampling.* `resample_from_infostate` draws a world of the player's view. Such a state has no history of its own; it can be
cloned, played on and serialized. Seats that may already have answered are asked after the player. Python's algorithms can use
it (`open_spiel.python.algorithms.ismcts`). C++ algorithms cannot: OpenSpiel 2.0 does not pass such a call on to games written
in Python, and `pyspiel.ISMCTSBot` ends the process when it tries.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from qipai.core.extras import need

need("openspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from qipai.core.observation import STEP  # noqa: E402
from qipai.core.registry import game as find_game  # noqa: E402
from qipai.core.registry import games  # noqa: E402
from qipai.envs.arrays import encoder_of, observe  # noqa: E402
from qipai.envs.openspiel_deal import Deal  # noqa: E402
from qipai.envs.openspiel_info import info_of  # noqa: E402

MOST_SEATS = 10


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
        return sorted((deal.encoder.path(deal.state, player, action, False) & STEP) - 1 for action in legal)

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
        return self.deal.encoder.meaning(action, False)

    def is_terminal(self) -> bool:
        return self.deal.state is not None and self.deal.state.over()

    def returns(self) -> list[float]:
        state = self.deal.state
        if state is None or not state.over():
            return [0.0] * self.num_players()
        return [float(points) for points in state.returns()]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> QipaiState:
        """A state that the player cannot tell from this one: a world of the player's view."""
        seed = int(probability_sampler() * 2**30) << 30 | int(probability_sampler() * 2**30)
        other: QipaiState = self.get_game().new_initial_state()
        other.deal = self.deal.world(player_id, seed)
        return other

    def __str__(self) -> str:
        """For people who may see everything: the drawn numbers and the moves. Players get their information state."""
        deal = self.deal
        if deal.state is None:
            return f"dealing: {deal.digits}"
        head = f"world of {deal.drawn[1]}" if deal.drawn else f"deal {deal.digits}"
        moves = " ".join(f"{seat}:{action}" for seat, action in deal.moves)
        return f"{head}\n{moves}\nphase {deal.game.phase(deal.state)}, digest {deal.state.digest():x}"


class ViewObserver:
    """Tensors are encoded observations. Strings are views: for information states all of it, else the public and own part."""

    def __init__(self, kind: Any, name: str) -> None:
        encoder, self.info = encoder_of(name), info_of(find_game(name))
        self.recall = bool(kind.perfect_recall)
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        shapes: dict[str, tuple[int, ...]] = {"observation": (encoder.rows, encoder.columns)}
        if self.recall and self.info.recall_shape:
            shapes[self.info.recall_name] = self.info.recall_shape
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: dict[str, NDArray[np.float32]] = {
            key: values.reshape(shape) for (key, shape), values in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: QipaiState, player: int) -> None:
        self.tensor.fill(0)
        deal = state.deal
        if deal.state is None or not self.own:
            return
        self.dict["observation"][...] = observe(deal.encoder, deal.state, player)
        if self.info.recall_name in self.dict:
            self.dict[self.info.recall_name][...] = self.info.recall(deal.state, player)

    def string_from(self, state: QipaiState, player: int) -> str:
        deal = state.deal
        if deal.state is None:
            return f"dealing, {len(deal.digits)} drawn"
        view = deal.state.view(player if self.own else -1)
        if self.recall:
            return json.dumps(view.to_json(), ensure_ascii=False, sort_keys=True)
        return json.dumps([view.public(), view.private()], ensure_ascii=False, sort_keys=True)


def game_type(name: str) -> Any:
    game = find_game(name)
    title = game.title
    return pyspiel.GameType(
        short_name=f"qipai_{name}",
        long_name=f"{title.en} {title.zh}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=bool(info_of(game).recall_shape),
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": ""},
    )


def read_options(text: str) -> dict[str, object] | None:
    """`option:true;other:value` as a rules object; OpenSpiel's text form of a game cannot hold JSON."""
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
        limits = info_of(game)
        points = limits.max_points(rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoder_of(self.name).actions,
            max_chance_outcomes=limits.max_chance_outcomes(game, rules),
            num_players=game.seats(rules),
            min_utility=-points,
            max_utility=points,
            utility_sum=0.0,
            max_game_length=limits.max_decisions(rules),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> QipaiState:
        return QipaiState(self, Deal(self.name, self.rules_json))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ViewObserver:
        if params:
            raise ValueError("observers of this game have no parameters")
        return ViewObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.name)

    def max_chance_nodes_in_history(self) -> int:
        """Enough for a deal that is void several times."""
        return 16 * int(self.max_chance_outcomes())


def register() -> None:
    """Registers the games that OpenSpiel does not know yet."""
    known = set(pyspiel.registered_names())
    for name in games():
        if f"qipai_{name}" not in known:
            made = type(f"Qipai{name.title()}", (QipaiGame,), {"name": name, "kind": game_type(name)})
            pyspiel.register_game(made.kind, made)  # type: ignore[attr-defined]


register()
