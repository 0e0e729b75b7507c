"""Explicit deals of records: whole ones, and partial ones that are short on purpose (M-2.5)."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.errors import BadRecord
from qipai.core.text import Text
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.state import MahjongState, new_deal
from qipai.games.mahjong.tiles import COPIES, DECK, FULL_SUIT, KINDS, NAMES, pack, read_tiles

WALL_SIZE = 55


def bad_deal(en: str, zh: str) -> BadRecord:
    return BadRecord("BAD_DEAL", reason=Text(en, zh))


def tiles_text(value: object, en: str, zh: str) -> list[int]:
    tiles = read_tiles(value) if isinstance(value, str) else None
    if tiles is None:
        raise bad_deal(f"{en} is not a text of tiles", f"{zh}不是牌的写法")
    return tiles


def set_up_deal(deal: Json, rules: MahjongRules, dealer: int | None, base: list[int], partial: bool) -> MahjongState:
    """`dealer` is the one that the deal before named, None at the start of a match."""
    for key in deal:
        if key not in ("dealer", "hands", "wall"):
            raise bad_deal(f"unknown key {key!r}", f"没有字段 {key!r}")
    seat = deal.get("dealer")
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < 4:
        raise bad_deal("dealer must be a seat 0..3", "dealer 必须是座位 0 到 3")
    if dealer is not None and seat != dealer:
        raise bad_deal(f"the dealer of this deal is seat {dealer}, not {seat}", f"本局庄家应是座位 {dealer}，不是 {seat}")
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
    return new_deal(rules, seat, tiles, base, absent)
