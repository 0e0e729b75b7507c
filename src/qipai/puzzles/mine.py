"""The decisions of a deal that have a clearly best move which is not the first hint. Most are dropped after a few playouts."""

from __future__ import annotations

from qipai.agents.base import Decision
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.registry import game as find_game
from qipai.puzzles.deals import PlayedDeal, number_of, play_deal
from qipai.puzzles.panel import ask_panel
from qipai.puzzles.setter import Setter, setter_of
from qipai.puzzles.shapes import FoundDict, MoveDict
from qipai.puzzles.weigh import Scales, Verdict, Weighed
from qipai.review.judge import judge_of
from qipai.review.judging import points

SHARE = 8  # of an ending's worlds, in all screens but the last


class Miner:
    """Looks at decisions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.setter: Setter = setter_of(game)
        self.judge = judge_of(game)
        self.scales = Scales(self.judge, self.setter)

    def screen(self, decision: Decision, first: int, seed: int) -> Verdict | None:
        """Stage by stage, until the decision is clear or can no longer become so."""
        setter = self.setter
        actions = self.scales.looks(decision, first)
        if len({setter.alike(decision, action) for action in actions}) < 2:
            return None
        hinted = setter.alike(decision, first)
        last = len(setter.screens) - 1
        for stage, playouts in enumerate(setter.screens):
            worlds = setter.worlds if stage == last else setter.worlds // SHARE
            verdict = self.scales.weigh(decision, actions, playouts, worlds, number_of("screen", stage, seed))
            if setter.alike(decision, verdict.best) == hinted or not verdict.promising(stage + 1):
                return None
            if verdict.clear:
                return verdict
        return None

    def look(self, decision: Decision, kind: str, seed: int) -> FoundDict | None:
        """The decision as a puzzle without words, or None. `origin` is left to the caller."""
        setter = self.setter
        first = decision.hints[0].action
        found = self.screen(decision, first, seed)
        if found is None:
            return None
        wide = self.scales.wide(decision, first)
        check = self.scales.weigh(decision, wide, setter.check, setter.worlds, number_of("check", seed))
        same = setter.alike(decision, check.best)
        if not check.clear or setter.alike(decision, found.best) != same:
            return None
        far = {one.action for one in check.moves if not near(one)}
        if any(not one.clear for one in check.moves if one.action in far):
            return None  # what should be the same answer is worse, but not clearly
        right = [action for action in decision.exact() if action not in far and setter.alike(decision, action) == same]
        finders = ask_panel(decision, lambda action: action in right, number_of("panel", seed) % 2**40)
        return {
            "view": decision.view.text(),
            "kind": kind,
            "best": decision.text(check.best),
            "right": [decision.text(action) for action in dict.fromkeys([check.best, *right])],
            "hint": decision.text(first),
            "moves": [move_of(decision, one) for one in check.moves],
            "exact": check.exact,
            "lead": lead_of(found),
            "checked": lead_of(check),
            "finders": finders,
            "origin": {"rules": {}, "carried": None, "seed": "", "players": [], "moves": []},
        }


def near(one: Weighed) -> bool:
    """Not surely worse than the best."""
    return one.behind < 2 * one.behind_error or one.behind_error == 0.0


def move_of(decision: Decision, one: Weighed) -> MoveDict:
    return {
        "move": decision.text(one.action),
        "value": points(one.value),
        "error": points(one.error),
        "behind": points(one.behind),
        "behind_error": points(one.behind_error),
        "worlds": one.worlds,
    }


def lead_of(verdict: Verdict) -> list[float]:
    second = verdict.rivals[0]
    return [points(second.behind), points(second.behind_error)]


def mine_deal(miner: Miner, played: PlayedDeal, seed: int) -> tuple[int, list[FoundDict]]:
    """How many decisions were looked at, and what was found: at most one of each seat, for its next ones are much the same."""
    table = played.table
    done: set[int] = set()
    looked = 0
    out: list[FoundDict] = []
    for number, decision in played.decisions:
        if decision.seat in done:
            continue
        looked += 1
        found = miner.look(decision, miner.judge.kind(decision), number_of("look", seed, number))
        if found is None:
            continue
        done.add(decision.seat)
        found["origin"] = {
            "rules": dict(table.rules),
            "carried": played.carried,
            "seed": str(table.deals[0].seed),
            "players": played.players,
            "moves": [[seat, move] for seat, move in table.deals[0].moves[:number]],
        }
        out.append(found)
    return looked, out


MINERS: dict[str, Miner] = {}  # one of each game in a process: its policy is read once


def mine_number(spec: Json, number: int) -> Json:
    """Deal `number` of a run: {"number", "decisions", "found"}; the work of the arena's backends."""
    name, seed = str(spec["game"]), int(str(spec["seed"]))
    if name not in MINERS:
        MINERS[name] = Miner(find_game(name))
    miner = MINERS[name]
    ways = miner.setter.ways
    played = play_deal(miner.game, ways[number % len(ways)], seed, number)
    looked, found = mine_deal(miner, played, number_of("deal", seed, number))
    return {"number": number, "decisions": looked, "found": found}
