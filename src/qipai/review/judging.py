"""Judges one decision."""

from __future__ import annotations

from qipai.agents.slices import Thought, whole
from qipai.core.policy import Belief, Policy
from qipai.core.rng import FastRng
from qipai.review.classes import BEST, COSTLY, class_of, least_error
from qipai.review.compare import Estimate, believed, crossed, difference, estimate, halves
from qipai.review.deals import Choice
from qipai.review.effort import Effort
from qipai.review.judge import Judge
from qipai.review.sample import Sample, solve, try_out
from qipai.review.shapes import CandidateDict, DecisionDict
from qipai.review.words import Speaker

DIGITS = 3


def points(value: float) -> float:
    """As a review keeps them: three decimals, and no minus before a zero."""
    return round(value, DIGITS) + 0.0


def apart(judge: Judge, sample: Sample, one: list[int], other: list[int]) -> Estimate:
    """What the first of two moves brings more, as a review tells it."""
    found = difference(sample.weights, sample.squares, one, other)
    error = max(found.error, least_error(judge.scale, sample.draws))
    return believed(Estimate(found.mean, error), judge.spread)


class Court:
    """A game's judge at work: the policy and the belief are made once."""

    def __init__(self, judge: Judge, effort: Effort, players: list[str] | None) -> None:
        self.judge = judge
        self.effort = effort
        self.players = players
        self.policy: Policy = judge.policy()
        self.belief: Belief | None = judge.belief()

    def sample(self, choice: Choice, playouts: int, seed: int) -> Thought[Sample]:
        """The moves worth looking at and the one played, in the same worlds."""
        decision = choice.decision
        judge = self.judge
        actions = list(dict.fromkeys([choice.action, *judge.looks(decision)]))
        game, view = decision.game, decision.view
        if judge.ending(view):
            worlds = self.effort.worlds
            steps = judge.ending_steps
            found = yield from solve(game, view, actions, self.policy, self.belief, worlds, steps, FastRng(seed))
            if found is not None:
                return found
        search = judge.search(game, self.policy)
        return (yield from try_out(view, actions, 0, search, self.belief, playouts, FastRng(seed)))

    def judged(self, choice: Choice, playouts: int, seed: int) -> DecisionDict:
        """The verdict on one decision; the same for the same seed, whatever else is judged."""
        return whole(self.judging(choice, playouts, seed))

    def judging(self, choice: Choice, playouts: int, seed: int) -> Thought[DecisionDict]:
        """The same with rests."""
        sample = yield from self.sample(choice, playouts, seed)
        decision = choice.decision
        seat = decision.seat
        seats = len(sample.returns[0][0])
        weights, squares = sample.weights, sample.squares
        tried = sample.whole()
        own = [sample.points(index, seat) for index in tried]
        even, odd = (tried[at] for at in halves(weights, own))
        # index 0 is the move that was played
        raw = crossed(sample.points(even, seat), sample.points(odd, seat))
        lost = apart(self.judge, sample, raw, own[0])
        means = [estimate(weights, squares, sample.points(index, seat)) for index in range(len(sample.actions))]
        order = sorted(tried, key=lambda index: (-means[index].mean, index))
        order += sorted(set(range(len(sample.actions))) - set(tried), key=lambda index: (-means[index].mean, index))
        first = order[0]
        shown = (points(lost.mean), points(lost.error))  # the class must follow from the figures that are told
        grade = class_of(*shown, self.judge.scale, first == 0)
        counted = points(lost.mean) if grade in COSTLY else 0.0
        effects = [0.0] * seats
        if counted:
            share = lost.mean / difference(weights, squares, raw, own[0]).mean
            for other in range(seats):
                best = crossed(sample.points(even, other), sample.points(odd, other))
                effects[other] = points(-share * difference(weights, squares, best, sample.points(0, other)).mean)
            effects[seat] = -counted
        loss = 0.0 if grade == BEST else points(max(0.0, lost.mean))
        speaker = Speaker(decision, self.players)
        candidates: list[CandidateDict] = []
        for index in order:
            behind = apart(self.judge, sample, sample.points(first, seat), sample.points(index, seat))
            action = sample.actions[index]
            candidates.append(
                {
                    "move": decision.text(action),
                    "words": speaker.both(action),
                    "reason": speaker.reasons(action),
                    "value": points(means[first].mean - behind.mean),
                    "error": points(means[index].error),
                    "behind": points(behind.mean),
                    "behind_error": 0.0 if index == first else points(behind.error),
                    "worlds": len(sample.returns[index]),
                }
            )
        told = "best" if grade == BEST else "worse" if counted else "good"
        return {
            "move": choice.number,
            "seat": seat,
            "kind": self.judge.kind(decision),
            "played": choice.text,
            "best": decision.text(sample.actions[first]),
            "grade": grade,
            "loss": loss,
            "error": points(lost.error),
            "counted": counted,
            "effects": effects,
            "values": [points(estimate(weights, squares, sample.points(0, other)).mean) for other in range(seats)],
            "candidates": candidates,
            "exact": sample.exact,
            "said": speaker.sentence(told, choice.action, sample.actions[first], loss, lost.error),
        }
