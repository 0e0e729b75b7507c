"""New deals: from a generator, or from the explicit deal of a record (G-6.3, G-6.4, G-11.2).

Random draws of a seeded deal, in order: shuffle the deck (two packs, each in card order), card i going to seat i mod 4; in the
first deal of a match, unless `first_leader` names a seat, draw the starting card among the shuffled cards that are neither
jokers nor wildcards; in a later deal
with a double tribute and equal_tribute="random", draw below 2 for the payer whose card goes to 头游 if the tributes are equal.
"""

from __future__ import annotations

from qipai.core.data import Json, brief, in_range, same_json
from qipai.core.errors import BadRecord
from qipai.core.rng import Rng
from qipai.core.text import Text
from qipai.games.guandan.cards import (
    BIG_JOKER,
    DECK,
    HAND_SIZE,
    IDS,
    NAMES,
    RANKS,
    SEATS,
    SMALL_JOKER,
    bits_in,
    copies,
    listed,
    parse,
    parse_level,
    planes,
    wildcard,
)
from qipai.games.guandan.match import check_history, finished_deal, is_levels, is_order, promoted
from qipai.games.guandan.rules import RANDOM, GuandanRules
from qipai.games.guandan.setting import Setting, first_setting
from qipai.games.guandan.state import GuandanState
from qipai.games.guandan.tribute import tribute_choices
from qipai.native import i64

DEAL_KEYS = frozenset(("level", "hands", "leader", "starting_card", "previous", "tie"))
PREVIOUS_KEYS = frozenset(("order", "levels", "fails", "owner", "deals"))
MOST_DEALS = 10**9
CARRIED_KEYS = frozenset(("deals", "levels", "fails", "owner", "order", "winner", "over", "history"))


def bad_deal(en: str, zh: str) -> BadRecord:
    return BadRecord("BAD_DEAL", reason=Text(en, zh))


def shuffled(rng: Rng) -> list[int]:
    deck = DECK.copy()
    rng.shuffle(deck)
    return deck


def give_out(state: GuandanState, deck: list[int]) -> None:
    """Card i goes to seat i mod 4."""
    seat: i64 = 0
    while seat < 4:
        one: i64 = 0
        two: i64 = 0
        i: i64 = seat
        while i < 108:
            kind: i64 = deck[i]
            mark: i64 = 0x1000000000000000 >> 60 - kind
            two |= one & mark
            one |= mark
            i += 4
        state.set_hand(seat, one, two)
        seat += 1


def new_deal(rng: Rng, rules: GuandanRules, previous: Json | None) -> GuandanState:
    return first_deal(rng, rules) if previous is None else later_deal(rng, rules, previous)


def first_deal(rng: Rng, rules: GuandanRules) -> GuandanState:
    """The first deal of a match; the cut turns up the starting card, whose holder leads (G-6.3)."""
    deck = shuffled(rng)
    level = rules.start_level
    if rules.first_leader >= 0:  # no card is turned up (G-6.5)
        named = GuandanState(first_setting(rules, level, -1))
        give_out(named, deck)
        named.leader = rules.first_leader
        named.begin()
        return named
    wild: i64 = wildcard(level)
    left: i64 = rng.below(102)
    place: i64 = 0
    while True:
        kind: i64 = deck[place]
        if kind < 52 and kind != wild:
            if left == 0:
                break
            left -= 1
        place += 1
    state = GuandanState(first_setting(rules, level, deck[place]))
    give_out(state, deck)
    state.leader = place & 3
    state.begin()
    return state


def later_deal(rng: Rng, rules: GuandanRules, carried: Json) -> GuandanState:
    """A later deal: the winners’ level, then tribute on the new hands (G-6.4)."""
    setting = carried_setting(rules, carried)
    state = GuandanState(setting)
    give_out(state, shuffled(rng))
    if rules.equal == RANDOM and not rules.first_chooses and len(setting.payers) == 2:
        state.tie = setting.payers[rng.below(2)]
    state.begin()
    return state


def carried_setting(rules: GuandanRules, carried: Json) -> Setting:
    """The setting after earlier deals, from what `carry` wrote and `check_carried` validated."""
    levels = carried["levels"]
    fails = carried["fails"]
    order = carried["order"]
    owner = carried["owner"]
    deals = carried["deals"]
    assert isinstance(levels, list)
    assert isinstance(fails, list)
    assert isinstance(order, list)
    assert isinstance(owner, int)
    assert isinstance(deals, int)
    setting = Setting(rules, RANKS.index(levels[owner]), list(levels), list(fails), owner, deals, list(order), -1)
    history = carried.get("history")
    if isinstance(history, list):
        setting.history = history
    return setting


def carry(state: GuandanState) -> Json:
    """What the next deal needs: the order, and levels, failures and owner after promotion (G-9)."""
    setting = state.setting
    order = state.order()
    owner = None if setting.owner < 0 else setting.owner
    deals = setting.deals + 1
    after = promoted(setting.levels, owner, setting.fails, order, setting.rules, deals)
    history = [*setting.history, finished_deal(deals, order, setting.levels, after.levels)]
    return {"deals": deals, "order": order, **after.to_json(), "history": history}


def check_carried(rules: GuandanRules, carried: object) -> Json:
    """BAD_DEAL unless this is what a finished deal may leave."""
    if not isinstance(carried, dict) or not set(carried) <= CARRIED_KEYS:
        raise bad_deal("what earlier deals left has unknown keys", "前几局留下的数据里有未知的键")
    order = carried.get("order")
    if not is_order(order):
        raise bad_deal("the order of the previous deal must name each seat once", "上一局的名次里每个座位要各有一次")
    assert isinstance(order, list)
    owner = carried.get("owner", order[0] % 2)
    if not same_json(owner, order[0] % 2):
        raise bad_deal("the declarers are the team that won the deal before", "本局坐庄的应是上一局的胜方")
    levels = carried.get("levels", [RANKS[rules.start_level]] * 2)
    if not is_levels(levels):
        raise bad_deal("levels must be two levels", "levels 应为两队的级数")
    assert isinstance(levels, list)
    fails = carried.get("fails", [0, 0])
    limit = rules.a_fail_limit
    if not isinstance(fails, list) or len(fails) != 2 or not all(is_count(n) and (n == 0 or n < limit) for n in fails):
        raise bad_deal("fails must be two counts below the limit", "fails 应为两个小于上限的次数")
    deals = carried.get("deals", 1)
    if not is_count(deals) or deals == 0:
        raise bad_deal("deals must count the finished deals", "deals 应为已结束的局数")
    winner = carried.get("winner")
    over = carried.get("over", False)
    if (winner is not None and not in_range(winner, 0, 1)) or not isinstance(over, bool):
        raise bad_deal("winner must be a team or null, over true or false", "winner 应为队号或空，over 应为真或假")
    out: Json = {
        "deals": deals,
        "levels": list(levels),
        "fails": list(fails),
        "owner": owner,
        "order": list(order),
        "winner": winner,
        "over": over,
    }
    if "history" in carried:  # version 0.1.0 kept none
        assert isinstance(deals, int)
        try:
            out["history"] = check_history(carried["history"], deals, levels)
        except ValueError as problem:
            raise bad_deal(f"history: {problem}", "history 应为已结束各局的升级记录") from None
    return out


def is_count(value: object) -> bool:
    return in_range(value, 0, MOST_DEALS)


def set_up_deal(deal: Json, rules: GuandanRules, carried: Json | None, partial: bool) -> GuandanState:
    """An explicit deal. BAD_DEAL when it is impossible or contradicts earlier deals."""
    unknown = set(deal) - DEAL_KEYS
    if unknown:
        raise bad_deal(f"unknown key {brief(sorted(unknown)[0])}", f"未知的键 {brief(sorted(unknown)[0])}")
    hands = parse_hands(deal.get("hands"), partial)
    setting = explicit_setting(deal, rules, carried)
    state = GuandanState(setting)
    for seat, (one, two) in enumerate(hands):
        state.set_hand(seat, one, two)
    if partial:
        setting.pool_one, setting.pool_two = planes([kind for one, two in hands for kind in listed(one, two)])
        setting.sizes = [bits_in(one) + bits_in(two) for one, two in hands]
    if setting.order:
        check_tribute(state, deal)
    else:
        state.leader = explicit_leader(state, deal)
    state.begin()
    return state


def parse_hands(hands: object, partial: bool) -> list[tuple[int, int]]:
    if not isinstance(hands, list) or len(hands) != SEATS:
        raise bad_deal("hands must be four texts", "hands 应为四段文字")
    try:
        cards = [parse(hand) for hand in hands]
        planes([kind for hand in cards for kind in hand])
        out = [planes(hand) for hand in cards]
    except ValueError as problem:
        raise bad_deal(f"cards or level: {problem}", f"牌或级数写错了：{problem}") from None
    if not partial:
        if any(len(hand) != HAND_SIZE for hand in cards):
            raise bad_deal(f"every hand must have {HAND_SIZE} cards", f"每家应有 {HAND_SIZE} 张牌")
    elif any(not hand for hand in cards):
        raise bad_deal("every hand must have cards", "每家都要有牌")
    return out


def explicit_setting(deal: Json, rules: GuandanRules, carried: Json | None) -> Setting:
    """Level, levels and the previous deal; what the deal states must match what was carried."""
    level: int | None = None
    if "level" in deal:
        try:
            level = parse_level(deal["level"])
        except ValueError as problem:
            raise bad_deal(f"cards or level: {problem}", f"牌或级数写错了：{problem}") from None
    before = deal.get("previous")
    if before is not None:
        if not isinstance(before, dict) or not set(before) <= PREVIOUS_KEYS:
            raise bad_deal("previous must be an object with the order of the deal before", "previous 应为带有上一局名次的对象")
        given = check_carried(rules, before)
        if carried is not None:
            for key in before:
                if given[key] != carried.get(key):
                    raise bad_deal(f"previous.{key} disagrees with the deal before", f"previous.{key} 与上一局不符")
        else:
            if "levels" not in before and level is not None:
                levels = given["levels"]
                owner = given["owner"]
                assert isinstance(levels, list)
                assert isinstance(owner, int)
                levels[owner] = RANKS[level]
            carried = given
    if carried is None:
        starting = starting_card(deal, rules.start_level if level is None else level)
        return first_setting(rules, rules.start_level if level is None else level, starting)
    setting = carried_setting(rules, carried)
    if level is not None and level != setting.level:
        raise bad_deal(
            f"the deal is played at the winners’ level {RANKS[setting.level]}", f"本局应打胜方的级 {RANKS[setting.level]}"
        )
    for key in ("leader", "starting_card"):
        if deal.get(key) is not None:
            raise bad_deal(f"{key} belongs to the first deal of a match only", f"{key} 只属于第一局")
    return setting


def starting_card(deal: Json, level: int) -> int:
    """The card turned up by the cut: no joker, no wildcard (G-6.3); -1 if not given."""
    name = deal.get("starting_card")
    if name is None:
        return -1
    kind = IDS.get(name, -1) if isinstance(name, str) else -1
    if kind < 0 or kind >= SMALL_JOKER or kind == wildcard(level):
        raise bad_deal("starting_card can’t be a joker or a wildcard", "starting_card 不能是王或逢人配")
    return kind


def explicit_leader(state: GuandanState, deal: Json) -> int:
    """The seat that leads the first deal; it holds the starting card."""
    if deal.get("tie") is not None:
        raise bad_deal("tie belongs to a double tribute", "tie 只用于双贡")
    named = state.setting.rules.first_leader
    if named >= 0:
        if (
            deal.get("leader", named) not in (None, named)
            or isinstance(deal.get("leader"), bool)
            or state.setting.starting >= 0
        ):
            raise bad_deal(
                f"under first_leader seat {named} leads and no card is turned up",
                f"按 first_leader 由座位 {named} 先出，不翻牌",
            )
        return named
    starting = state.setting.starting
    holders = [seat for seat in range(SEATS) if starting >= 0 and (state.one(seat) >> starting) & 1]
    leader = deal.get("leader")
    if leader is None and len(holders) == 1:
        return holders[0]
    if not isinstance(leader, int) or isinstance(leader, bool) or not 0 <= leader < SEATS:
        raise bad_deal("the first deal of a match needs a leader", "第一局要指定先出的座位")
    if starting >= 0 and leader not in holders:
        raise bad_deal(
            f"the leader doesn’t hold starting_card {NAMES[starting]}", f"先出的座位手里没有 starting_card {NAMES[starting]}"
        )
    return leader


def check_tribute(state: GuandanState, deal: Json) -> None:
    setting = state.setting
    tie = deal.get("tie")
    if tie is not None:
        if setting.rules.equal != RANDOM or setting.rules.first_chooses or len(setting.payers) != 2:
            raise bad_deal(
                'tie belongs to a double tribute under equal_tribute="random"', 'tie 只用于 equal_tribute="random" 的双贡'
            )
        if not isinstance(tie, int) or isinstance(tie, bool) or tie not in setting.payers:
            raise bad_deal("tie is the seat of a payer", "tie 应为进贡的座位")
        state.tie = tie
    if not setting.rules.immunity_choice and sum([copies(state.one(s), state.two(s), BIG_JOKER) for s in setting.payers]) == 2:
        return  # nobody pays (G-7.3)
    for payer in setting.payers:
        if not tribute_choices(state.one(payer), setting.level):
            raise bad_deal(f"seat {payer} has no card to pay", f"座位 {payer} 没有可进贡的牌")
