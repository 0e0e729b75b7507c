"""Explicit deals of records: whole ones, and partial ones that are short on purpose (M-2.5)."""

from __future__ import annotations

from qipai.core.errors import BadRecord
from qipai.core.game import Json
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.state import MahjongState, new_deal
from qipai.games.mahjong.tiles import COPIES, DECK, FULL_SUIT, KINDS, NAMES, pack, read_tiles

WALL_SIZE = 55


def bad_deal(reason: str) -> BadRecord:
    return BadRecord("BAD_DEAL", reason=reason)


def tiles_text(value: object, what: str) -> list[int]:
    tiles = read_tiles(value) if isinstance(value, str) else None
    if tiles is None:
        raise bad_deal(f"{what} is not a text of tiles")
    return tiles


def set_up_deal(deal: Json, rules: MahjongRules, dealer: int | None, base: list[int], partial: bool) -> MahjongState:
    """`dealer` is the one that the deal before named, None at the start of a match."""
    for key in deal:
        if key not in ("dealer", "hands", "wall"):
            raise bad_deal(f"unknown key {key!r}")
    seat = deal.get("dealer")
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < 4:
        raise bad_deal("dealer must be a seat 0..3")
    if dealer is not None and seat != dealer:
        raise bad_deal(f"the dealer of this deal is seat {dealer}, not {seat}")
    hands = deal.get("hands")
    if not isinstance(hands, list) or len(hands) != 4:
        raise bad_deal("hands must be four texts")
    tiles: list[int] = []
    for k in range(4):
        owner = (seat + k) & 3
        hand = tiles_text(hands[owner], f"the hand of seat {owner}")
        wanted = 14 if k == 0 else 13
        if len(hand) != wanted:
            raise bad_deal(f"seat {owner} has {len(hand)} tiles, not {wanted}")
        tiles += hand
    tiles += tiles_text(deal.get("wall"), "the wall")
    for tile in range(KINDS):
        if tiles.count(tile) > COPIES:
            raise bad_deal(f"there are {tiles.count(tile)} copies of {NAMES[tile]}")
    if not partial and len(tiles) != DECK:
        raise bad_deal(f"there are {len(tiles)} tiles, not {DECK}")
    absent = [FULL_SUIT - given for given in pack(tiles)]
    return new_deal(rules, seat, tiles, base, absent)
