"""Information-set Monte Carlo tree search.

One tree for the seat that decides, over what it may still see. Every iteration draws a fresh world from the view and
walks down the tree by the moves that are legal in that world; statistics are kept per move, whatever the world, so a
move is judged by what it brings over all that may be true. A move that is legal in few worlds is compared by how often
it could have been chosen (`seen`), not by how often anything was. Below the tree a policy plays the deal out.

Others are not mind readers: with probability `follow` (percent) they do what the policy does, else they look for their
own best move in the tree. All seats maximize their own result.
"""

from __future__ import annotations

import math
import time

from qipai.core.game import Game
from qipai.core.policy import Belief, Policy
from qipai.core.rng import Rng
from qipai.core.state import State, View
from qipai.native import i64
from qipai.search.playout import lowest_seat, play_out
from qipai.search.tally import Tally
from qipai.search.worlds import Worlds

CLOCK_EVERY = 16  # iterations between two looks at the clock


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


class TreeSearch:
    """The settings of a search. `scale` is the size of a usual result: exploration is measured against it."""

    def __init__(self, game: Game, policy: Policy, belief: Belief | None, scale: float, follow: i64) -> None:
        self.game = game
        self.policy = policy
        self.belief = belief
        self.scale = scale
        self.follow = follow

    def run(self, view: View, actions: list[int], iterations: i64, rng: Rng, deadline: float) -> Tally:
        """Tries the actions of the view's seat. `deadline` is on the monotonic clock; 0 means none."""
        root = Node(-1, -1)
        worlds = Worlds(self.game, view, self.belief, iterations // 4, rng, deadline)
        path: list[Node] = []
        done: i64 = 0
        cut = False
        while done < iterations:
            if deadline > 0.0 and done % CLOCK_EVERY == 0 and time.monotonic() >= deadline:
                cut = True
                break
            self.iterate(root, worlds.draw(rng), view.seat, path, rng)
            done += 1
        tally = Tally(actions)
        tally.playouts = done
        tally.cut = cut
        index: i64 = 0
        while index < len(actions):
            node = root.find(actions[index])
            if node is not None:
                tally.visits[index] = node.visits
                tally.totals[index] = node.total
            index += 1
        return tally

    def iterate(self, root: Node, world: State, seat: i64, path: list[Node], rng: Rng) -> None:
        path.clear()
        node = root
        fresh = False
        while not fresh and not world.over():
            mover = lowest_seat(world.to_act())
            if mover != seat and self.follow > 0 and rng.below(100) < self.follow:
                action = self.policy.choose(world, mover, rng)
                after = node.find(action)
                if after is None:
                    after = node.grow(action, mover)
                    fresh = True
                after.seen += 1
            else:
                legal = world.legal(mover)
                after = self.select(node, legal, mover == seat)
                if after is None:
                    after = node.grow(self.untried(node, world, mover, legal, rng), mover)
                    after.seen += 1
                    fresh = True
            world.apply(mover, after.action)
            path.append(after)
            node = after
        play_out(world, self.policy, rng)
        returns = world.returns()
        for visited in path:
            visited.visits += 1
            visited.total += float(returns[visited.mover])

    def select(self, node: Node, legal: list[int], own: bool) -> Node | None:
        """The child with the highest upper bound, or None while a legal move has no child yet.

        What the deciding seat may do after given moves is the same in every world, so its children need no check.
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
        if known < len(legal):
            return None
        return best

    def untried(self, node: Node, world: State, mover: i64, legal: list[int], rng: Rng) -> i64:
        """The policy's move first, then the others in random order."""
        action = self.policy.choose(world, mover, rng)
        if node.find(action) is None:
            return action
        fresh: list[int] = []
        for other in legal:
            if node.find(other) is None:
                fresh.append(other)
        return fresh[rng.below(len(fresh))]
