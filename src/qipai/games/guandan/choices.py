"""The best k cards of a rank, and packed plays as ready-made objects.

Costs (G-10.3). A play pays for a card when it uses all copies that the hand has: 16 for a card of a natural straight flush, 1
for one of an assisted one. The first copy of a double is therefore free, the last one is not; the best k cards of a rank are
the k cheapest copies, suits in order S H C D among equals. So the best k are always among the best k + 1, and among equal costs
the members with more cards of the lower ranks come first in card order.

Creating an int costs more than looking it up, so plays are stored as objects where they are few enough: sets and full houses.
"""

from __future__ import annotations

from typing import Final

from qipai.games.guandan.packing import BOMB, FLUSH, FULL_HOUSE, head


def ternary() -> bytes:
    """A byte of two nibbles (suits marked once, suits marked twice) as a base-3 number; 255 if invalid."""
    out = bytearray([255]) * 256
    for a in range(3):
        for b in range(3):
            for c in range(3):
                for d in range(3):
                    once = (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3
                    twice = (a > 1) | (b > 1) << 1 | (c > 1) << 2 | (d > 1) << 3
                    out[once | twice << 4] = a + 3 * b + 9 * c + 27 * d
    return bytes(out)


def best_choices() -> bytes:
    """For held suits (0, 1, 2 copies), their weights (0, 1, 2) and k: the k cheapest copies (G-10.3)."""
    picks = bytearray(81 * 81 * 8)
    digits = [(n % 3, n // 3 % 3, n // 9 % 3, n // 27) for n in range(81)]
    price = (0, 1, 16)
    for held, counts in enumerate(digits):
        for weight, weights in enumerate(digits):
            if any(w and not c for c, w in zip(counts, weights, strict=True)):
                continue
            steps: list[int] = []
            for suit in range(4):
                if counts[suit]:
                    steps.append(price[weights[suit]] << 3 | suit)
                    if counts[suit] == 2:
                        steps.append(suit)
            steps.sort()
            at = (held * 81 + weight) * 8
            chosen = 0
            for step in steps:
                mark = 1 << (step & 3)
                chosen |= mark << 4 if chosen & mark else mark
                picks[at] = chosen
                at += 1
    return bytes(picks)


TERNARY: Final = ternary()
PICKS: Final = best_choices()


def choice_numbers() -> tuple[bytes, list[list[int]]]:
    """The choices of k cards of a rank, numbered within their k, and for each k the choices in that order."""
    numbers = bytearray(256)
    by_size: list[list[int]] = [[] for _ in range(9)]
    for cards in range(256):
        if TERNARY[cards] != 255:
            k = (cards & 15).bit_count() + (cards >> 4).bit_count()
            numbers[cards] = len(by_size[k])
            by_size[k].append(cards)
    return bytes(numbers), by_size


def set_objects() -> list[object]:
    """Every single, pair, triple and bomb: 4096 for each number of wildcards, 16 ranks for each choice of natural cards.

    Ranks are adjacent because a list iterates over them, mostly with few different choices.
    """
    out: list[object] = []
    for wild in range(3):
        for cards in range(256):
            size = (cards & 15).bit_count() + (cards >> 4).bit_count() + wild
            for rank in range(16):
                if rank > 13 or TERNARY[cards] == 255:
                    out.append(None)
                elif size <= 3:
                    out.append(head(size, rank, 0, wild) | cards)
                else:
                    out.append(head(BOMB, rank, size, wild) | cards)
    return out


NUMBERED: Final = choice_numbers()
NUMBER: Final = NUMBERED[0]
SETS: Final = set_objects()
# the splits of a full house: number of cards of the triple, of the pair, of wildcards
SPLITS: Final = ((3, 2, 0), (3, 1, 1), (2, 2, 1), (3, 0, 2), (2, 1, 2), (1, 2, 2))
# suits identify a pair: one suit means both copies. So there are 16 slots for two cards, 4 for one
SLOTS: Final = (1, 4, 16)
# where each split but the first begins in the list of full houses
AT_31: Final = 49920
AT_22: Final = 62400
AT_30: Final = 93600
AT_21: Final = 96720
AT_12: Final = 104520


def pair_slots(cards: int) -> list[int]:
    """What that many natural cards of the pair add to a packed full house: by pair, by slot; -1 for unused slots."""
    out: list[int] = []
    for pair in range(15):
        for slot in range(SLOTS[cards]):
            suits = slot.bit_count()
            added = slot << 8 | (slot << 12 if suits == 1 else 0) if 1 <= suits <= 2 else -1
            if pair >= 13:
                added = (0x1100 if pair == 13 else 0x2200) if cards == 2 and slot == 0 else -1
            elif cards < 2:
                added = 0x100 << slot if cards else 0
            out.append(pair << 26 | added if added >= 0 else -1)
    return out


def house_objects() -> list[object]:
    """Every full house, split by split: by triple, the number of its choice of cards, pair, slot of its cards.

    A list iterates over the pairs of one triple, so these are adjacent in memory. The jokers are in slot 0.
    """
    out: list[object] = []
    for t, p, wild in SPLITS:
        slots = pair_slots(p)
        for triple in range(13):
            for cards in NUMBERED[1][t]:
                front = head(FULL_HOUSE, triple, 0, wild) | cards
                out += [front | added if added >= 0 else None for added in slots]
    return out


HOUSES: Final = house_objects()


def drops() -> bytes:
    """Five places as bits (present, dear, fair): what remains when a spare wildcard replaces one (G-10.3).

    The dearest goes; among equals, the highest in card order. The second half is for the ace-low window, whose ace, place 0,
    is the highest card.
    """
    out = bytearray(65536)
    for half, order in enumerate(((4, 3, 2, 1, 0), (0, 4, 3, 2, 1))):
        for code in range(4**5):
            # each place: absent, free, fair or dear
            kinds = [code >> 2 * place & 3 for place in range(5)]
            there = sum(1 << place for place in range(5) if kinds[place])
            fair = sum(1 << place for place in range(5) if kinds[place] == 2)
            dear = sum(1 << place for place in range(5) if kinds[place] == 3)
            gone = order[0]
            for place in order:
                if kinds[place] > kinds[gone]:
                    gone = place
            out[half << 15 | there << 10 | dear << 5 | fair] = there & ~(1 << gone)
    return bytes(out)


def flush_objects() -> list[object]:
    """Every straight flush: ten windows, four suits, the places that are natural cards."""
    out: list[object] = []
    for window in range(10):
        for suit in range(4):
            for there in range(32):
                cards = 0
                for place in range(5):
                    if there >> place & 1:
                        cards |= 1 << 4 * place + suit
                out.append(head(FLUSH, window, 0, (5 - there.bit_count()) & 3) | cards)
    return out


BITS: Final = bytes([n.bit_count() for n in range(32)])
DROPS: Final = drops()
FLUSHES: Final = flush_objects()
