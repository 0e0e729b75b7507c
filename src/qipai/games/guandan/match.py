"""Promotion, the rules of A and the end of the match (G-9)."""

from __future__ import annotations

from qipai.core.data import in_range, same_json
from qipai.games.guandan.cards import ACE, RANKS, SEATS, parse_level
from qipai.games.guandan.rules import DEALS, REACH_A, GuandanRules

GAINS = {1: 3, 2: 2, 3: 1}  # by the partner's place, counted from 0 (G-9.1)


def gain(order: list[int]) -> int:
    """How many levels the winners rise: partner second 3, third 2, last 1 (G-9.1)."""
    return GAINS[order.index((order[0] + 2) % SEATS)]


def is_order(order: object) -> bool:
    """A finishing order: each seat once."""
    return (
        isinstance(order, list)
        and len(order) == SEATS
        and all(in_range(s, 0, SEATS - 1) for s in order)
        and set(order) == {0, 1, 2, 3}
    )


LINE_KEYS = frozenset(("deal", "order", "team", "gain", "before", "after"))


def finished_deal(number: int, order: list[int], before: list[str], after: list[str]) -> dict[str, object]:
    """One line of a match's history: how deal `number` ended and what it did to the levels."""
    return {
        "deal": number,
        "order": list(order),
        "team": order[0] % 2,
        "gain": gain(order),
        "before": list(before),
        "after": list(after),
    }


def check_history(lines: object, deals: int, levels: list[str]) -> list[dict[str, object]]:
    """The finished deals of a match, oldest first, up to number `deals`, which left `levels`. ValueError.

    It may start late: matches of version 0.1.0 kept no history.
    """
    if not isinstance(lines, list) or len(lines) > deals:
        raise ValueError("a history lists finished deals")
    out: list[dict[str, object]] = []
    for number, line in enumerate(lines, deals - len(lines) + 1):
        if not isinstance(line, dict) or set(line) != LINE_KEYS or not is_order(line["order"]):
            raise ValueError("a finished deal has deal, order, team, gain, before and after")
        before, after = line["before"], line["after"]
        if not is_levels(before) or not is_levels(after) or (out and out[-1]["after"] != before):
            raise ValueError("the levels of the history do not fit together")
        computed = finished_deal(number, line["order"], before, after)
        if not same_json(computed, line):
            raise ValueError(f"deal {number} of the history contradicts itself")
        out.append(computed)
    if out and out[-1]["after"] != levels:
        raise ValueError("the history ends at other levels")
    return out


def is_levels(levels: object) -> bool:
    """The levels of both teams."""
    return (
        isinstance(levels, list) and len(levels) == 2 and all(isinstance(x, str) and len(x) == 1 and x in RANKS for x in levels)
    )


class MatchStatus:
    """The state of a match after a deal."""

    def __init__(self, levels: list[str], fails: list[int], owner: int, winner: int | None, over: bool) -> None:
        self.levels = levels
        self.fails = fails
        self.owner = owner
        self.winner = winner
        self.over = over

    def to_json(self) -> dict[str, object]:
        return {
            "levels": self.levels,
            "fails": self.fails,
            "owner": self.owner,
            "winner": self.winner,
            "over": self.over,
        }


def promoted(
    levels: list[str], owner: int | None, fails: list[int], order: list[int], rules: GuandanRules, deals: int | None
) -> MatchStatus:
    """The steps of G-9.7 in order. `deals` counts the finished deals, including this one."""
    if not is_order(order):
        raise ValueError("an order names each seat once")
    at = [parse_level(level) for level in levels]
    counts = list(fails)
    team = order[0] % 2
    rise = gain(order)
    counting = rules.match_end != REACH_A
    own_ace = owner is not None and at[owner] == ACE and counting
    passed = own_ace and owner == team and rise > 1
    if counting and rules.a_fail_limit:
        for side in range(2):
            if own_ace and side == owner and not passed and (not rules.fails_only_partner_last or (side == team and rise == 1)):
                counts[side] += 1
            elif rules.fails_consecutive:
                counts[side] = 0
    at[team] = min(at[team] + rise, ACE)
    for side in range(2):
        if rules.a_fail_limit and counts[side] >= rules.a_fail_limit:
            at[side] = 0
            counts[side] = 0
    winner: int | None = None
    over = False
    if passed or (rules.match_end == REACH_A and at[team] == ACE):
        winner = team
        over = True
    elif rules.match_end == DEALS and deals is not None and deals >= rules.deals_limit:
        over = True
        if at[0] != at[1]:
            winner = 0 if at[0] > at[1] else 1
    return MatchStatus([RANKS[a] for a in at], counts, team, winner, over)
