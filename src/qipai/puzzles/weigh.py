"""Whether a decision has one clearly best move: the moves in common worlds, as a review tries them."""

from __future__ import annotations

from dataclasses import dataclass

from qipai.agents.base import Decision
from qipai.agents.slices import whole
from qipai.core.policy import Belief, Policy
from qipai.core.rng import FastRng
from qipai.puzzles.setter import Setter
from qipai.review.classes import least_error
from qipai.review.compare import difference, estimate
from qipai.review.judge import Judge
from qipai.review.sample import Sample, solve, try_out

LEAD = 0.5  # points ahead of every different move
SURE = 4.0  # standard errors
HOPE = 2.0  # standard errors by which a decision may still fall short after a screen
MOST_CHECKED = 24  # moves that the last check looks at


@dataclass(frozen=True)
class Weighed:
    """A move and what it brings; `behind` the best one, over the worlds in which both were tried."""

    action: int
    value: float
    error: float
    behind: float
    behind_error: float
    worlds: int

    @property
    def clear(self) -> bool:
        """Clearly worse than the best one."""
        return self.behind >= LEAD and self.behind >= SURE * self.behind_error


@dataclass(frozen=True)
class Verdict:
    """Best first; `rivals` are the moves that are a different answer."""

    moves: list[Weighed]
    rivals: list[Weighed]
    exact: bool

    @property
    def best(self) -> int:
        return self.moves[0].action

    @property
    def clear(self) -> bool:
        return bool(self.rivals) and all(one.clear for one in self.rivals)

    def promising(self, errors: float) -> bool:
        """So many standard errors ahead, and it may yet turn out to be clear."""
        return bool(self.rivals) and all(
            one.behind >= errors * one.behind_error and one.behind + HOPE * one.behind_error >= LEAD for one in self.rivals
        )


class Scales:
    """A game's judge at work on single decisions."""

    def __init__(self, judge: Judge, setter: Setter) -> None:
        self.judge = judge
        self.setter = setter
        self.policy: Policy = judge.policy()
        self.belief: Belief | None = judge.belief()

    def looks(self, decision: Decision, first: int) -> list[int]:
        """The first hint's move, then what a review would look at."""
        return list(dict.fromkeys([first, *self.judge.looks(decision)]))

    def wide(self, decision: Decision, first: int) -> list[int]:
        """More moves than a review looks at: a puzzle must hold against each of them."""
        ranked = [hint.action for hint in decision.hints]
        looked = self.looks(decision, first)
        return list(dict.fromkeys([*looked, *ranked]))[: max(MOST_CHECKED, len(looked))]

    def weigh(self, decision: Decision, actions: list[int], playouts: int, worlds: int, seed: int) -> Verdict:
        game, view, judge = decision.game, decision.view, self.judge
        sample: Sample | None = None
        if judge.ending(view):
            steps = judge.ending_steps
            sample = whole(solve(game, view, actions, self.policy, self.belief, worlds, steps, FastRng(seed)))
        if sample is None:
            search = judge.search(game, self.policy)
            sample = whole(try_out(view, actions, 0, search, self.belief, playouts, FastRng(seed), SURE))
        return self.verdict(decision, sample)

    def verdict(self, decision: Decision, sample: Sample) -> Verdict:
        seat, weights, squares = decision.seat, sample.weights, sample.squares
        points = [sample.points(index, seat) for index in range(len(sample.actions))]
        means = [estimate(weights, squares, found) for found in points]
        best = max(sample.whole(), key=lambda index: (means[index].mean, -index))
        moves = []
        for index, action in enumerate(sample.actions):
            gap = difference(weights, squares, points[best], points[index])
            draws = sample.draws * len(points[index]) / sample.worlds
            error = 0.0 if index == best else max(gap.error, least_error(self.judge.scale, draws))
            moves.append(Weighed(action, means[index].mean, means[index].error, gap.mean, error, len(points[index])))
        moves.sort(key=lambda one: (one.action != sample.actions[best], one.behind))
        same = self.setter.alike(decision, sample.actions[best])
        rivals = [one for one in moves if self.setter.alike(decision, one.action) != same]
        return Verdict(moves, rivals, sample.exact)
