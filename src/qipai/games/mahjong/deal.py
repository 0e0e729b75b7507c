"""New deals: from a generator, or explicit (M-2.5 allows partial ones); and what a deal leaves to the next (M-11)."""

from __future__ import annotations

from qipai.core.data import Json, brief, in_range
from qipai.core.errors import BadRecord
from qipai.core.rng import Rng
from qipai.core.text import Text
from qipai.games.mahjong.ledger import next_dealer
from qipai.games.mahjong.rules import DIE, MahjongRules
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import COPIES, DECK, DECK_IN_ORDER, FULL_SUIT, KINDS, NAMES, UNIT_OF, pack, read_tiles
from qipai.native import i64

SEATS = 4
MOST_DEALS = 10**9
MOST_POINTS = 10**15  # far above what a match can give, and sums of it still fit the kernel's integers
NOTHING_ABSENT = [0, 0, 0]


def bad_deal(en: str, zh: str) -> BadRecord:
    return BadRecord("BAD_DEAL", reason=Text(en, zh))


def tiles_text(value: object, en: str, zh: str) -> list[int]:
    tiles = read_tiles(value) if isinstance(value, str) else None
    if tiles is None:
        raise bad_deal(f"{en} is not a text of tiles", f"{zh}不是牌的写法")
    return tiles


def new_deal(rng: Rng, rules: MahjongRules, previous: Json | None) -> MahjongState:
    """The first dealer comes from the generator, later ones from the previous deal (M-2.4)."""
    dealer = rng.below(SEATS) if previous is None else carried_dealer(previous)
    tiles = DECK_IN_ORDER[:]
    rng.shuffle(tiles)
    state = deal_tiles(rules, dealer, tiles, base_scores(rules, previous), NOTHING_ABSENT)
    if rolls_die(rules):
        state.die = rng.below(6) + 1
    return state


def rolls_die(rules: MahjongRules) -> bool:
    """Whether a die tells the direction of the swap (M-22.2)."""
    return rules.swap and rules.direction == DIE


def deal_tiles(rules: MahjongRules, dealer: i64, tiles: list[int], base: list[int], absent: list[int]) -> MahjongState:
    """Deals a list of tiles: 14 to the dealer, then 13 to each other seat in turn; the rest is the wall (M-2.2)."""
    state = MahjongState(rules, dealer, tiles[53:], tiles[13], base, absent, [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [])
    at: i64 = 0
    k: i64 = 0
    while k < 4:
        seat: i64 = (dealer + k) & 3
        p: i64 = 0
        s: i64 = 0
        m: i64 = 0
        n: i64 = 14 if k == 0 else 13
        while n > 0:
            tile: i64 = tiles[at]
            one: i64 = UNIT_OF[tile]
            if tile < 9:
                p += one
            elif tile < 18:
                s += one
            else:
                m += one
            at += 1
            n -= 1
        state.put(seat, 0, p)
        state.put(seat, 1, s)
        state.put(seat, 2, m)
        k += 1
    return state


def set_up_deal(deal: Json, rules: MahjongRules, previous: Json | None, partial: bool) -> MahjongState:
    """An explicit deal. BAD_DEAL when it is impossible or disagrees with the previous deal."""
    dealer = None if previous is None else carried_dealer(previous)
    for key in deal:
        if key not in ("dealer", "hands", "wall", "die"):
            raise bad_deal(f"unknown key {brief(key)}", f"没有字段 {brief(key)}")
    seat = deal.get("dealer")
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < 4:
        raise bad_deal("dealer must be seat 0–3", "dealer 必须是座位 0–3")
    if dealer is not None and seat != dealer:
        raise bad_deal(f"the dealer of this deal is seat {dealer}, not {seat}", f"本局庄家应是座位 {dealer}，不是 {seat}")
    die = read_die(deal, rules)
    hands = deal.get("hands")
    if not isinstance(hands, list) or len(hands) != 4:
        raise bad_deal("hands must be four texts", "hands 必须是四段文字")
    tiles: list[int] = []
    for k in range(4):
        owner = (seat + k) & 3
        hand = tiles_text(hands[owner], f"the hand of seat {owner}", f"座位 {owner} 的手牌")
        wanted = 14 if k == 0 else 13
        if len(hand) != wanted:
            raise bad_deal(
                f"seat {owner} has {len(hand)} tiles, not {wanted}", f"座位 {owner} 有 {len(hand)} 张牌，应有 {wanted} 张"
            )
        tiles += hand
    tiles += tiles_text(deal.get("wall"), "the wall", "牌墙")
    for tile in range(KINDS):
        if tiles.count(tile) > COPIES:
            raise bad_deal(f"there are {tiles.count(tile)} copies of {NAMES[tile]}", f"{NAMES[tile]} 有 {tiles.count(tile)} 张")
    if not partial and len(tiles) != DECK:
        raise bad_deal(f"there are {len(tiles)} tiles, not {DECK}", f"共有 {len(tiles)} 张牌，应有 {DECK} 张")
    absent = [FULL_SUIT - given for given in pack(tiles)]
    state = deal_tiles(rules, seat, tiles, base_scores(rules, previous), absent)
    state.die = die
    return state


def read_die(deal: Json, rules: MahjongRules) -> int:
    """1..6 exactly when a die is rolled, else 0 (M-22.3)."""
    die = deal.get("die")
    if not rolls_die(rules):
        if "die" in deal:
            raise bad_deal("no die is rolled under these rules", "按这套规则不掷骰子")
        return 0
    if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
        raise bad_deal("die must be 1–6", "die 必须是 1–6")
    return die


def carry(state: MahjongState, previous: Json | None) -> Json:
    """The next dealer, the deals played and the running scores (M-11.4, M-11.5)."""
    played = 0 if previous is None else previous["deals"]
    assert isinstance(played, int)
    return {
        "dealer": next_dealer(state.log, state.dealer, state.rules.dealer_rotation),
        "deals": played + 1,
        "scores": [before + paid for before, paid in zip(state.base, state.paid, strict=True)],
    }


def check_carried(rules: MahjongRules, carried: Json) -> Json:
    """What `carry` made, received from outside. BAD_DEAL."""
    if set(carried) != {"dealer", "deals", "scores"}:
        raise bad_deal("what earlier deals left has dealer, deals and scores", "前几局留下的应有 dealer、deals 和 scores")
    carried_dealer(carried)
    deals = carried["deals"]
    if not in_range(deals, 0, MOST_DEALS) or not isinstance(deals, int):
        raise bad_deal("deals must be a number of deals", "deals 必须是局数")
    scores = carried["scores"]
    if not isinstance(scores, list) or len(scores) != SEATS:
        raise bad_deal("scores must be four integers", "scores 必须是四个整数")
    if not all(in_range(v, -MOST_POINTS, MOST_POINTS) for v in scores):
        raise bad_deal("scores must be four integers", "scores 必须是四个整数")
    if sum(scores) != SEATS * rules.starting_score:
        raise bad_deal("scores must sum to what the seats began with", "scores 之和必须等于起始分之和")
    return {"dealer": carried["dealer"], "deals": deals, "scores": list(scores)}


def carried_dealer(carried: Json) -> int:
    dealer = carried.get("dealer")
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < SEATS:
        raise bad_deal("dealer must be seat 0–3", "dealer 必须是座位 0–3")
    return dealer


def base_scores(rules: MahjongRules, previous: Json | None) -> list[int]:
    """Scores before a deal (M-10.4, M-11.5)."""
    if previous is not None:
        scores = previous.get("scores")
        if isinstance(scores, list):
            return list(scores)
    return [rules.starting_score] * SEATS
