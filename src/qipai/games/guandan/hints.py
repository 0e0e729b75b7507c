"""Ranks the legal moves, with reasons, from a view alone: shed low cards, keep bombs for control, help the partner.

A move's value is the turns it saves (partition.py) minus what it gives up: high cards and bombs spent without need, the
partner's trick overtaken, an opponent who is about to go out let through.
"""

from __future__ import annotations

from qipai.core.parts import Hint
from qipai.core.text import Text
from qipai.games.guandan.cards import bit, copies, key_of, power
from qipai.games.guandan.combos import new_finder
from qipai.games.guandan.packing import (
    BOMB,
    IMMUNE,
    PAIR,
    PAY,
    RETURN,
    SINGLE,
    TAKE,
    TRIBUTE,
    TRIPLE,
    key_of_play,
    kind_of,
    natural_planes,
    rank_class,
    size_of,
    strength,
    wild_of,
)
from qipai.games.guandan.partition import Partition
from qipai.games.guandan.tribute import may_refuse, return_choices, tribute_choices
from qipai.games.guandan.view import GuandanView

ALARM = 5  # cards left at which an opponent must be stopped
HIGH = 11  # minimum power of a set that wins the lead
WILD_PRICE = 0.4  # value of a wildcard in later plays
MOST = 48  # leads to evaluate; the rest of a long list spends wildcards on low sets

GO_OUT = Text("goes out", "一手走完")
LAST_BUT_ONE = Text("leaves one more combination", "只剩最后一手")
STOP = Text("stops an opponent", "要压住对手")  # told with the number of cards: `stops`
TAKEN_OVER = Text("keeps an opponent from taking over the lead", "不让对手接风")
PARTNER_LEADS = Text("your partner is winning the trick", "对家的牌最大，不用压")
KEEP_BOMB = Text("saves the bombs for later", "炸弹先留着")
CHEAP = Text("sheds cards at little cost", "顺手走牌，不吃亏")
TAKE_LEAD = Text("takes the lead with a high card", "用大牌拿牌权")
BOMB_NOW = Text("bombs to take the lead", "炸掉，拿回牌权")
SAVE_HIGH = Text("beating this would break up your hand", "要压就得拆牌，先不要")
NOTHING = Text("you can’t beat this", "压不起")
LOW_FIRST = Text("sheds the low cards first", "先走小牌")
LONG = Text("sheds many cards at once", "一手走掉多张")
FEED = Text("feeds your partner, who is almost out", "对家快出完了，送小牌")
AVOID = Text("keeps an opponent with 1 card from going out", "对手只剩 1 张，不出小单张")
PAY_HIGH = Text("you must pay your highest card; you’ll miss this one least", "要进贡最大的牌，这张最不伤")
REFUSE = Text("keeps your big jokers", "大王留在自己手里")
GIVE_IN = Text("gives up a big joker for the lead", "交出大王，换先出牌")
CANNOT_REFUSE = Text("you don’t hold the big jokers", "没有大王，只能进贡")
TAKE_HIGH = Text("takes the higher tribute card", "要大的那张贡牌")
GIVE = Text("you’ll miss this card least", "还这张，自己最不伤")


class Sight:
    """What the hints of one decision use."""

    def __init__(self, view: GuandanView) -> None:
        self.view = view
        self.level = view.setting.level
        self.sizes = view.sizes()
        self.partition = Partition(view.setting.level)
        self.cost = self.partition.cost(view.one, view.two)
        seat = int(view.seat)
        self.partner = (seat + 2) % 4
        self.next = (seat + 1) % 4
        left = [self.sizes[s] for s in (self.next, (seat + 3) % 4) if self.sizes[s] > 0]
        self.danger = min(left) if left else 27

    def after(self, play: int) -> float:
        """The cost of the hand after a play; below 0 if nothing is left."""
        one, two = hand_without(self.view.one, self.view.two, play, self.level)
        if not one:
            return -1.0
        return self.partition.cost(one, two)


def hand_without(one: int, two: int, play: int, level: int) -> tuple[int, int]:
    once, twice = natural_planes(play)
    one &= ~((once & ~two) | twice)
    two &= ~once
    for _ in range(wild_of(play)):
        mark = bit(4 * level + 1)
        if two & mark:
            two &= ~mark
        else:
            one &= ~mark
    return one, two


def stops(cards: int) -> tuple[Text, Text]:
    """Why somebody who is almost out must be beaten: as it is said of anybody, and of {who}."""
    left = f"{cards} {'card' if cards == 1 else 'cards'} left"
    return (
        Text(f"stops an opponent who has {left}", f"对手只剩 {cards} 张，要压住"),
        Text(f"stops {{who}}, who has {left}", f"{{who}} 只剩 {cards} 张，要压住"),
    )


def rank_moves(view: GuandanView, n: int) -> list[Hint]:
    """At most n moves, best first."""
    if view.seat < 0 or not (view.acting >> view.seat) & 1:
        return []
    if view.phase != 3:
        found = tribute_hints(view)
    else:
        found = play_hints(view)
    found.sort(key=lambda item: -item[0])
    out: list[Hint] = []
    for score, action, reason in found[:n]:
        if reason is STOP:
            anybody, named = stops(view.sizes()[view.top])
            out.append(Hint(action, anybody, round(score, 3), int(view.top), named))
        else:
            out.append(Hint(action, reason, round(score, 3)))
    return out


def tribute_hints(view: GuandanView) -> list[tuple[float, int, Text]]:
    level = view.setting.level
    partition = Partition(level)
    out: list[tuple[float, int, Text]] = []
    if view.phase == 5:
        if may_refuse(view.one, view.two, len(view.setting.payers)):
            return [(1.0, IMMUNE << 34, REFUSE), (0.0, PAY << 34, GIVE_IN)]
        return [(0.0, PAY << 34, CANNOT_REFUSE)]
    if view.phase == 1:
        for payer in view.setting.payers:
            card = ((view.paid >> 8 * payer) & 255) - 1
            out.append((float(power(key_of(card), level)) - 0.1 * payer, TAKE << 34 | payer, TAKE_HIGH))
        return out
    head = TRIBUTE
    reason = PAY_HIGH
    choices = tribute_choices(view.one, level)
    if view.phase == 2:
        head = RETURN
        reason = GIVE
        choices = return_choices(view.one, level, view.setting.rules)
    for kind in choices:
        mark = bit(kind)
        one = view.one if copies(view.one, view.two, kind) == 2 else view.one & ~mark
        cost = partition.cost(one, view.two & ~mark)
        low = 0.02 * float(14 - power(key_of(kind), level))
        out.append((low - cost, head << 34 | kind, reason))
    return out


def play_hints(view: GuandanView) -> list[tuple[float, int, Text]]:
    finder = new_finder(view.setting.rules)
    level = view.setting.level
    finder.look(view.one, view.two, level)
    sight = Sight(view)
    if not view.table:
        leads = finder.plays(0, 0)
        if len(leads) > MOST:
            leads.sort(key=lambda play: (wild_of(play) > 0, rank_class(play) == BOMB, -size_of(play)))
            leads = leads[:MOST]
        return [lead_value(sight, play) for play in leads]
    plays = finder.plays(rank_class(view.table), strength(view.table, level, view.setting.rules.over_flush))
    if len(plays) == 1:
        return [(0.0, 0, NOTHING)]
    out = [follow_value(sight, play) for play in plays[1:]]
    return [*out, pass_value(sight, out)]


def strong(play: int, level: int) -> float:
    """A play's strength within its type, 0 to 14."""
    return float(strength(play, level) if kind_of(play) <= TRIPLE + 1 else 2 + key_of_play(play))


def lead_value(sight: Sight, play: int) -> tuple[float, int, Text]:
    """A lead: what it saves; low and long ones first."""
    level = sight.level
    after = sight.after(play)
    if after < 0:
        return 100.0, play, GO_OUT
    size = size_of(play)
    value = sight.cost - after - 1.0 - WILD_PRICE * float(wild_of(play))
    bomb = rank_class(play) == BOMB
    reason = LONG if size >= 5 else LOW_FIRST
    if bomb:
        value -= 1.5
        reason = BOMB_NOW
    else:
        value += 0.05 * float(size) - 0.06 * strong(play, level)
    if after <= 1.2:
        value += 2.0
        reason = LAST_BUT_ONE
    kind = kind_of(play)
    partner = sight.sizes[sight.partner]
    if partner and partner <= 2 and kind == (SINGLE if partner == 1 else PAIR) and strong(play, level) <= 6:
        value += 1.0
        reason = FEED
    if sight.danger <= 2 and kind == (SINGLE if sight.danger == 1 else PAIR):
        value += -3.0 + 0.25 * strong(play, level)
    elif sight.danger <= 2 and kind != SINGLE and size > sight.danger:
        value += 0.5
        if sight.danger == 1:
            reason = AVOID
    return value, play, reason


def follow_value(sight: Sight, play: int) -> tuple[float, int, Text]:
    """An answer: what it saves and spends; it rarely overtakes the partner's trick."""
    view = sight.view
    level = sight.level
    after = sight.after(play)
    if after < 0:
        return 100.0, play, GO_OUT
    value = sight.cost - after - 0.35 - WILD_PRICE * float(wild_of(play))
    reason = CHEAP
    bomb = rank_class(play) == BOMB
    height = strong(play, level)
    if bomb:
        value -= 1.2 + 0.1 * float(strength(play, level) // 16)
        reason = BOMB_NOW
    elif height >= HIGH:
        value -= 0.12 * (height - HIGH + 1)
        reason = TAKE_LEAD
    if after <= 1.2:
        value += 2.5
        reason = LAST_BUT_ONE
    owner = view.top
    if owner == sight.partner:
        value -= 3.0 if bomb else 0.5 + 0.08 * strong(view.table, level)
        if sight.sizes[sight.partner] <= ALARM:
            value -= 1.0
    elif sight.sizes[owner] <= ALARM:
        value += 0.3 * (ALARM + 1 - sight.sizes[owner])
        if value > 0 and after > 1.2:
            reason = STOP if sight.sizes[owner] else TAKEN_OVER
    return value, play, reason


def pass_value(sight: Sight, others: list[tuple[float, int, Text]]) -> tuple[float, int, Text]:
    """A pass has value 0; its reason is the objection to the best play."""
    best = max(others, key=lambda item: item[0])
    if sight.view.top == sight.partner:
        return 0.0, 0, PARTNER_LEADS
    if rank_class(best[1]) == BOMB:
        return 0.0, 0, KEEP_BOMB
    return 0.0, 0, SAVE_HIGH
