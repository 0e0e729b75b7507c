"""Tiles in words: “five of dots” and “3, 6 of dots” for sentences; rows of the terminal have the short 5p."""

from __future__ import annotations

from typing import Final

from qipai.core.text import Text

SUIT_NAMES: Final = {"p": Text("dots", "筒"), "s": Text("bamboo", "条"), "m": Text("characters", "万")}
SUIT_WORDS: Final = list(SUIT_NAMES.values())
RANK_WORDS: Final = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def tile_words(tile: int) -> Text:
    suit = SUIT_WORDS[tile // 9]
    return Text(f"{RANK_WORDS[tile % 9]} of {suit.en}", f"{tile % 9 + 1}{suit.zh}")


def tiles_words(tiles: list[int]) -> Text:
    """Several tiles: “3, 6 of dots and 4 of bamboo”, “3、6筒、4条”."""
    if len(tiles) == 1:
        return tile_words(tiles[0])
    en: list[str] = []
    zh: list[str] = []
    for number, suit in enumerate(SUIT_WORDS):
        ranks = [str(tile % 9 + 1) for tile in sorted(tiles) if tile // 9 == number]
        if ranks:
            en.append(f"{', '.join(ranks)} of {suit.en}")
            zh.append(f"{'、'.join(ranks)}{suit.zh}")
    return Text(en[0] if len(en) == 1 else f"{', '.join(en[:-1])} and {en[-1]}", "、".join(zh))
