"""Mahjong's ladder: `normal` plays what the learned policy likes best; `hard` and `master` try its best moves in playouts by
the same policy, to the end of the wall, so that repeat wins, wide waits, roots and one-suit hands count at their real value.
In the worlds of these playouts the others hold what players hold, in the Sichuan family (habits.py)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from qipai.agents.base import DEVICE, Agent, Budget, Decision
from qipai.agents.slices import Thought
from qipai.agents.thinker import Thinker
from qipai.core.policy import Belief
from qipai.games.mahjong.actions import BURY, KONG_OF, MISSING_OF, SWAP, buried_suit
from qipai.games.mahjong.agents_learner import unit_of
from qipai.games.mahjong.learned import LearnedPolicy, shipped
from qipai.games.mahjong.likely import LikelyHands
from qipai.games.mahjong.state import MahjongView
from qipai.search.sequential_halving import SequentialHalving
from qipai.search.tally import Tally

ITERATIONS = {"arena": 700, "play": 1500, "device": 6}  # playouts of `hard`
MASTER = 10  # times as many
DEVICE_MASTER = 3  # the same in a browser, where there is no time for more
FAR = 3.0  # standard errors behind the best: such a move is tried no further
SAME_SUIT = 2  # burials or swaps of one suit that are tried


@dataclass(frozen=True)
class Trust:
    """How far to trust the policy: its best `width` moves within `margin` of the best are tried.

    What it thinks of them counts `worth` times in the result of each playout, or as much as so many `playouts` of them.
    `besides`: wins, kongs, pengs and passes are tried whatever it thinks of them.
    """

    width: int
    margin: float
    worth: float = 0.0
    playouts: float = 0.0
    besides: bool = True

    def bonus(self, playouts: int) -> float:
        """How often an opinion is added to the result of each of so many playouts."""
        return self.worth + self.playouts / playouts


WIDE = Trust(width=8, margin=0.6, playouts=350.0)  # what is given up early costs little to try
DEVICE_CLOSE = Trust(width=2, margin=0.05, worth=3.0, besides=False)  # few playouts know less than the policy


def values_of(policy: LearnedPolicy, decision: Decision) -> list[float]:
    """What the policy thinks of every legal move; it sees what the seat knows and no more, so the view will do."""
    view = decision.view
    assert isinstance(view, MahjongView)
    return policy.values(view.known, decision.seat, decision.actions)


def locked(decision: Decision) -> bool:
    """Whether the hand is locked: its first move, a win or a kong, costs nothing."""
    view = decision.view
    assert isinstance(view, MahjongView)
    return bool(view.known.is_locked(decision.seat))


def varied(actions: list[int], order: list[int]) -> list[int]:
    """Of burials and swaps, which differ little within a suit, only the first few of each."""
    out: list[int] = []
    suits = [0, 0, 0]
    for at in order:
        if actions[at] >= BURY:
            suit = buried_suit(actions[at] if actions[at] < SWAP else actions[at] - SWAP + BURY)
            suits[suit] += 1
            if suits[suit] > SAME_SUIT:
                continue
        out.append(at)
    return out


def candidates(actions: list[int], values: list[float], trust: Trust) -> list[int]:
    """The places of the moves to try, the policy's choice first; wins, kongs, pengs and passes among them."""
    order = sorted(range(len(actions)), key=lambda at: -values[at])
    best = values[order[0]]
    out = [at for at in varied(actions, order)[: trust.width] if values[at] >= best - trust.margin]
    besides = [at for at in order if KONG_OF <= actions[at] < MISSING_OF] if trust.besides else []
    return list(dict.fromkeys([*out, *besides]))


class MahjongNormal(Agent):
    """The learned policy by itself."""

    name = "normal"

    def __init__(self) -> None:
        super().__init__()
        self.policy = LearnedPolicy(shipped())

    def choose(self, decision: Decision) -> int:
        action = decision.actions[0]
        if not locked(decision):
            values = values_of(self.policy, decision)
            action = decision.actions[values.index(max(values))]
        self.reason = partial(decision.reason, action)
        return action


class MahjongSearch(Thinker):
    """Playouts of the moves that the policy likes, and of all wins, kongs, pengs and passes."""

    def __init__(self, seed: int, budget: Budget, name: str, times: int) -> None:
        super().__init__(seed, budget)
        self.name = name
        self.policy = LearnedPolicy(shipped())
        self.playouts = times * ITERATIONS[budget.name]
        self.far = FAR
        device = budget.name == DEVICE.name
        # no number of worlds makes them quite like the deal: what is trusted beside them keeps its share
        self.trust = DEVICE_CLOSE if device else replace(WIDE, playouts=times * WIDE.playouts)
        self.belief: Belief | None = None if device else LikelyHands()  # arranging hands takes as long as a playout there

    def search(self, decision: Decision, deadline: float) -> Thought[Tally | None]:
        view = decision.view
        assert isinstance(view, MahjongView)
        values = values_of(self.policy, decision)
        tried = [0] if locked(decision) else candidates(decision.actions, values, self.trust)
        tally = Tally([decision.actions[at] for at in tried])
        if len(tried) > 1:
            worth = self.trust.bonus(self.playouts) * unit_of(view.known)
            bonus = [worth * (values[at] - values[tried[0]]) for at in tried]
            race = SequentialHalving(decision.game, self.policy, self.belief, far=self.far)
            yield from race.steps(tally, view, bonus, self.playouts, self.rng, deadline)
        if not any(tally.visits):  # one way to go, or no time for playouts
            self.unsearched = True
            tally.add(0, 0.0)
        return tally


def normal(seed: int, budget: Budget) -> MahjongNormal:
    return MahjongNormal()


def hard(seed: int, budget: Budget) -> MahjongSearch:
    return MahjongSearch(seed, budget, "hard", 1)


def master(seed: int, budget: Budget) -> MahjongSearch:
    return MahjongSearch(seed, budget, "master", DEVICE_MASTER if budget.name == DEVICE.name else MASTER)


LADDER = {"normal": normal, "hard": hard, "master": master}
