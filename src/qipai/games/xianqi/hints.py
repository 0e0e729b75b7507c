"""Ranks the legal moves, with reasons, from a seat's view alone.

It rests on three numbers. *Holds*: the share of sampled worlds in which a play wins its round. *Promise*: how likely a
piece is to win a round of its own later, which is what giving it up costs. *Strength*: how many of the strongest pieces
still out are in the hand, which predicts its pillars.
"""

from __future__ import annotations

import math
from typing import Final

from qipai.core.parts import Advice, Hint
from qipai.core.rng import FastRng
from qipai.core.state import View
from qipai.core.text import Text
from qipai.games.xianqi.combos import beats_of, can_beat
from qipai.games.xianqi.pieces import (
    B_GOU,
    BUCKLE,
    FIRST_COVER,
    PACKED,
    PASS,
    POWER,
    R_GOU,
    REVEAL,
    SINGLE_POWER,
    SIZE,
    SLOTS,
    UNIT,
)
from qipai.games.xianqi.position import Position
from qipai.games.xianqi.settlement import CERAMIC, ENOUGH
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView
from qipai.games.xianqi.world import draw_world, known_state, unseen_pieces

WORLDS: Final = 24
PILLAR: Final = 10.0  # value of a pillar, the unit for everything else
LOSS: Final = 3.0  # value of a pillar that another seat wins
BROKEN_PAIR: Final = 2.5


class Judge:
    """Evaluates the hand of a view's seat."""

    def __init__(self, view: XianqiView) -> None:
        self.known: Position = view.known
        self.seat: int = view.seat
        self.hand: int = view.known.hand(view.seat)
        self.unseen: int = unseen_pieces(view.known, view.seat)
        self.rounds_left: int = view.known.hand_size(view.seat)
        self.pillars: int = view.known.pillars_of(view.seat)
        self.worlds: list[XianqiState] = []
        rng = FastRng(view.known.fields_digest())
        for _ in range(WORLDS):
            self.worlds.append(draw_world(view, rng))

    # the three numbers
    def promise(self, slot: int) -> float:
        """The chance that this piece wins a round of its own later, by the number of stronger pieces out."""
        stronger: int = 0
        at: int = 0
        while at < SLOTS and SINGLE_POWER[at] > SINGLE_POWER[slot]:
            stronger += (self.unseen >> (2 * at)) & 3
            at += 1
        rounds = float(max(1, self.rounds_left))
        if stronger == 0:
            return 0.95
        if stronger < self.rounds_left:
            return 0.85 - 0.6 * stronger / rounds
        return max(0.02, 0.2 - 0.02 * stronger)

    def strength(self) -> float:
        """Pillars that the hand should still win: pieces among the strongest still out, plus pairs."""
        total = 0.0
        for slot in range(SLOTS):
            n = int((self.hand >> (2 * slot)) & 3)
            if n:
                total += n * self.promise(slot) * (0.85 if n == 1 else 0.95)
        return total

    def holds(self, action: int, others: list[int]) -> float:
        """The share of worlds in which none of the seats still to act in the round can beat the play."""
        kept = 0
        for world in self.worlds:
            for other in others:
                if can_beat(world.hand(other), SIZE[action], POWER[action]):
                    break
            else:
                kept += 1
        return kept / len(self.worlds)

    def is_sure(self, action: int) -> bool:
        """Whether nothing unseen beats it, wherever it is."""
        return not can_beat(self.unseen, SIZE[action], POWER[action])

    # what a move costs
    def price(self, action: int) -> float:
        """What the hand loses with these pieces: their promise, and broken pairs."""
        laid = PACKED[action]
        cost = 0.0
        for slot in range(SLOTS):
            n = (laid >> (2 * slot)) & 3
            if n:
                have = (self.hand >> (2 * slot)) & 3
                cost += n * (self.promise(slot) * PILLAR + 0.02 * SINGLE_POWER[slot])
                if have == 2 and n == 1:
                    cost += BROKEN_PAIR * (0.4 + SINGLE_POWER[slot] / 9)
        dogs = UNIT[R_GOU] | UNIT[B_GOU]
        if self.hand & dogs == dogs and laid & dogs != 0 and laid & dogs != dogs:
            cost += 3 * BROKEN_PAIR
        return cost

    def cheapest_beat(self) -> float:
        """The lowest price of a play that beats the table."""
        return min(self.price(action) for action in beats_of(self.hand, self.known.kind, self.known.top_power))

    def stakes(self, count: int) -> float:
        """The value of winning `count` pillars now."""
        worth = PILLAR * count
        if self.pillars < ENOUGH <= self.pillars + count:
            worth += 12.0
        if self.pillars + count >= CERAMIC:
            worth += 30.0
        return worth

    def danger(self, count: int) -> float:
        """The cost if the most dangerous other seat wins the round."""
        worst = LOSS * count
        for other in self.known.playing():
            if other != self.seat:
                had = int(self.known.pillars_of(other))
                if had + count >= CERAMIC:
                    worst = max(worst, LOSS * count + 14.0)
                elif had < ENOUGH <= had + count:
                    worst = max(worst, LOSS * count + (6.0 if self.pillars < ENOUGH else 3.0))
        return worst

    def chance_of(self, goal: int) -> float:
        """The chance to reach that many pillars."""
        missing = goal - self.pillars
        if missing <= 0:
            return 1.0
        return 1.0 / (1.0 + math.exp(-2.2 * (self.strength() - missing + 0.25)))

    def richest_other(self) -> int:
        return max(self.known.pillars_of(seat) for seat in self.known.playing() if seat != self.seat)


def rank_moves(view: XianqiView, n: int) -> list[Hint]:
    """At most n moves, best first."""
    known = view.known
    legal = known_state(view).legal(view.seat)
    if not legal:
        return []
    judge = Judge(view)
    found: list[Hint] = []
    for action in legal:
        if action == BUCKLE:
            score, reason = judge_buckle(judge)
        elif action in (REVEAL, PASS):
            score, reason = judge_answer(judge, action)
        elif action >= FIRST_COVER:
            score, reason = judge_cover(judge, action)
        elif known.played:
            score, reason = judge_beat(judge, action)
        else:
            score, reason = judge_lead(judge, action)
        found.append(Hint(action, reason, round(score, 3)))
    found.sort(key=lambda hint: -hint.score)
    return found[:n]


def percent(share: float) -> int:
    return round(100 * share)


def judge_lead(judge: Judge, action: int) -> tuple[float, Text]:
    """X-6.1: what to lead. Sure pairs first, then sure singles; otherwise the cheapest piece."""
    count: int = SIZE[action]
    others = [seat for seat in judge.known.playing() if seat != judge.seat]
    share = 1.0 if judge.is_sure(action) else judge.holds(action, others)
    score = share * judge.stakes(count) - (1 - share) * judge.danger(count) - judge.price(action)
    if judge.pillars < ENOUGH and judge.richest_other() >= ENOUGH:
        score += 2.0 * share * count  # each own pillar keeps the enough seat from six
    if judge.is_sure(action):
        reason = Text(
            f"Nothing left beats it: {count} pillar{'s' if count > 1 else ''} for certain.",
            f"外面没有能压它的棋：稳得 {count} 柱。",
        )
    elif share >= 0.6 and count > 1:
        reason = Text(
            f"Unbeaten in about {percent(share)}% of deals, and the round is worth {count} pillars.",
            f"约 {percent(share)}% 没人压得住，一回合就是 {count} 柱。",
        )
    elif share >= 0.6:
        reason = Text(f"Unbeaten in about {percent(share)}% of deals.", f"约 {percent(share)}% 没人压得住。")
    elif judge.price(action) < 3.0:
        reason = Text("A weak piece: it draws out strong ones and keeps yours.", "先出小棋：引出别家的大棋，保住自己的大棋。")
    else:
        reason = Text(
            f"Beaten in about {percent(1 - share)}% of deals, and it could win later.",
            f"约 {percent(1 - share)}% 会被压，留到后面更有用。",
        )
    return score, reason


def judge_beat(judge: Judge, action: int) -> tuple[float, Text]:
    """X-6.2: which greater combination. The last seat to act wins with the cheapest one."""
    known = judge.known
    after = known.next_seat(judge.seat)
    count: int = SIZE[action]
    last = known.played == 2
    share = 1.0 if last or judge.is_sure(action) else judge.holds(action, [after])
    score = share * judge.stakes(count) - (1 - share) * judge.danger(count) - judge.price(action)
    if last and judge.price(action) <= judge.cheapest_beat():
        reason = Text("You play last: play the lowest piece that wins.", "你最后出：用最小的能压的棋拿下。")
    elif last:
        reason = Text("Also wins the round, but spends more than you need.", "也能拿下，但用大了。")
    elif judge.is_sure(action):
        reason = Text("Nothing left beats it: the round is yours.", "外面没有能再压的棋：这一回合归你。")
    else:
        reason = Text(
            f"The last player can’t beat it in about {percent(share)}% of deals.",
            f"约 {percent(share)}% 最后一家压不过。",
        )
    return score, reason


def judge_cover(judge: Judge, action: int) -> tuple[float, Text]:
    """X-6.3: what to cover with: the pieces with the least promise, keeping pairs together."""
    cost = judge.price(action)
    if cost < 3.0 * SIZE[action]:
        reason = Text("These would win nothing later.", "这些棋留着也赢不到柱。")
    else:
        reason = Text("Costs pieces that could still win.", "会垫掉还能赢柱的棋。")
    return -cost, reason


def judge_buckle(judge: Judge) -> tuple[float, Text]:
    """X-5.1: an enough seat buckles to collect; a weak one buckles to limit its losses."""
    strength = judge.strength()
    if judge.pillars >= ENOUGH:
        to_ceramic = judge.chance_of(CERAMIC)
        if to_ceramic > 0.55:
            return 5.0, Text(
                f"You have enough, but a ceramic is near (about {percent(to_ceramic)}%): play on.",
                f"已够棋，但瓷棋在望（约 {percent(to_ceramic)}%），接着打。",
            )
        return 60.0, Text(
            "You have enough: if nobody reveals you collect now, and anyone who reveals risks a chip.",
            "已够棋：没人掀就直接收钱，谁掀谁担风险。",
        )
    if judge.richest_other() >= ENOUGH:
        if strength < 0.8 and judge.richest_other() >= 4:
            return 12.0, Text(
                "Another player is close to a ceramic and your hand is weak: end it now.", "别家快瓷了，你的棋又弱：趁早收场。"
            )
        return -40.0, Text("Another player has enough: you pay if the deal ends here.", "别家已够棋：现在收场你要付。")
    chance = judge.chance_of(ENOUGH)
    score = 24.0 * (0.5 - chance)
    if chance < 0.5:
        return score, Text(
            f"Your hand is worth about {strength:.1f} pillars, too few: buckle and see who dares.",
            f"手里大约只值 {strength:.1f} 柱，不够：扣下，看谁敢掀。",
        )
    return score, Text("Your hand is strong: play for pillars.", "手里的棋够硬，值得打。")


def judge_answer(judge: Judge, action: int) -> tuple[float, Text]:
    """X-5.5: reveal if the missing pillars are likely."""
    known = judge.known
    buckler = known.buckler
    if judge.pillars >= ENOUGH:
        chance = judge.chance_of(CERAMIC)
        score = 40.0 * (chance - 0.5)
        why_not = Text(
            "You have enough; if you reveal, you collect nothing unless you go ceramic.", "你已够棋，掀了不瓷就收不到够棋钱。"
        )
        why = Text(f"A ceramic is near (about {percent(chance)}%).", f"瓷棋在望（约 {percent(chance)}%）。")
    else:
        chance = judge.chance_of(ENOUGH)
        bar = 0.62 if known.pillars_of(buckler) < ENOUGH else 0.55
        score = 40.0 * (chance - bar)
        why = Text(
            f"You’ll likely reach 3 pillars (about {percent(chance)}%); it costs a chip only if you don’t.",
            f"够棋的把握约 {percent(chance)}%；不够才赔 1 枚。",
        )
        why_not = Text(
            f"You’ll hardly reach 3 pillars (about {percent(chance)}%), and a failed reveal costs a chip.",
            f"够棋的把握只有约 {percent(chance)}%，掀了不够要赔 1 枚。",
        )
    if action == PASS:
        return -score, why_not if score < 0 else Text("Safe, but your hand is worth more.", "稳妥，但手里的棋不止这点。")
    return score, why if score >= 0 else why_not


class XianqiAdvice(Advice):
    def hints(self, view: View, n: int) -> list[Hint]:
        assert isinstance(view, XianqiView)
        return rank_moves(view, n)
