"""Information-set Monte Carlo tree search.

There is one tree, for the seat that decides, over what it can see: moves of others that look alike to it, such as pieces
laid face down, are one branch. Every iteration takes a world of the view and walks down the tree by the moves that are legal
in that world. Statistics are kept per move, whatever the world, so a move is judged by what it brings over everything that
may be true. A move that is legal in few worlds is judged by how often it could have been chosen (`seen`), not by the visits
of its parent. Below the tree a policy finishes the deal.

At the root the moves race, as in sequential_halving.py, each with its own tree below it.

Others cannot read minds: with probability `follow` (percent) they play the policy's move, otherwise they look for their own
best move in the tree. Every seat maximizes its own result.
"""

from __future__ import annotations

import math

from qipai.core.game import Game
from qipai.core.policy import Belief, Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.native import i64
from qipai.search.playout import lowest_seat, policy_playout
from qipai.search.sequential_halving import SequentialHalving


class Node:
    """A move that has been tried, and the moves after it."""

    def __init__(self, action: i64, mover: i64) -> None:
        self.action = action
        self.mover = mover
        self.visits: i64 = 0
        self.seen: i64 = 0
        self.total: float = 0.0
        self.child: Node | None = None
        self.sibling: Node | None = None

    def find(self, action: i64) -> Node | None:
        node = self.child
        while node is not None:
            if node.action == action:
                return node
            node = node.sibling
        return None

    def grow(self, action: i64, mover: i64) -> Node:
        node = Node(action, mover)
        node.sibling = self.child
        self.child = node
        return node


class TreeSearch(SequentialHalving):
    """The settings of a search. `scale` is the size of a usual result: exploration is measured against it.

    The policy's move comes first in a node; another one is added when the visits reach `widening` times the square of the
    number of moves already there. Otherwise a node with few visits would only say what random moves bring.
    """

    def __init__(self, game: Game, policy: Policy, belief: Belief | None, scale: float, follow: i64, widening: i64) -> None:
        super().__init__(game, policy, belief)
        self.scale = scale
        self.follow = follow
        self.widening = widening
        self.moves: list[Node] = []
        self.path: list[Node] = []

    def begin(self, seat: i64, actions: list[int]) -> None:
        self.moves = []
        for action in actions:
            self.moves.append(Node(action, seat))

    def attempt(self, index: i64, state: State, seat: i64, rng: Rng) -> float:
        """Walks down the tree of the move, adds a leaf, finishes the deal from there, and updates every node on the way."""
        root = self.moves[index]
        path = self.path
        path.clear()
        path.append(root)
        node = root
        fresh = False
        while not fresh and not state.over():
            mover = lowest_seat(state.to_act())
            own = mover == seat
            after: Node | None = None
            action: i64 = 0
            if own or rng.below(100) >= self.follow:
                legal = state.legal(mover)
                action = legal[0]
                if own or self.policy.shown(action) == action:
                    after = self.select(node, legal, own)
                    if after is None:
                        action = self.untried(node, state, mover, legal, rng)
                        after = node.grow(action, mover)
                        after.seen += 1
                        fresh = True
                    else:
                        action = after.action
            if after is None:  # hidden moves of others are left to the policy
                action = self.policy.choose(state, mover, rng)
                shown = self.policy.shown(action)
                after = node.find(shown)
                if after is None:
                    after = node.grow(shown, mover)
                    fresh = True
                after.seen += 1
            state.apply(mover, action)
            path.append(after)
            node = after
        policy_playout(state, self.policy, rng)
        returns = state.returns()
        for visited in path:
            visited.visits += 1
            visited.total += float(returns[visited.mover])
        return float(returns[seat])

    def select(self, node: Node, legal: list[int], own: bool) -> Node | None:
        """The child with the highest upper bound, or None when it is time to try a legal move that has no child yet.

        After the same moves the deciding seat has the same choices in every world, so its children need no check.
        """
        best: Node | None = None
        best_bound: float = 0.0
        known: i64 = 0
        child = node.child
        while child is not None:
            if own or child.action in legal:
                known += 1
                child.seen += 1
                n = float(child.visits) + 0.001
                bound = child.total / n + self.scale * math.sqrt(math.log(float(child.seen) + 1.0) / n)
                if best is None or bound > best_bound:
                    best = child
                    best_bound = bound
            child = child.sibling
        if known < len(legal) and known * known * self.widening <= node.visits:
            return None
        return best

    def untried(self, node: Node, state: State, mover: i64, legal: list[int], rng: Rng) -> i64:
        """The policy's move first, then the others in random order."""
        action = self.policy.choose(state, mover, rng)
        if node.find(action) is None:
            return action
        fresh: list[int] = []
        for other in legal:
            if node.find(other) is None:
                fresh.append(other)
        return fresh[rng.below(len(fresh))]
