"""What the learned policy sees of a play: a few dozen small numbers out of WIDTH, in one of ROWS situations.

Everything follows from what the seat knows: its hand, the table, the numbers of cards, and all cards that it has not seen,
taken together. A play's value is the sum of the weights of its features; most features are 0 or 1. Weights are learned
(docs/training.md); this module knows only where each of them is.

Ranks are marked by the lowest bit of a nibble. `lifted` marks are in power order (G-2.1): the level's rank at place 13, the
jokers at 14 and 15.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, final

from qipai.games.guandan.cards import POWER, bits_in, rank_counts
from qipai.games.guandan.packing import BOMB, natural_planes, rank_class, size_of, strength
from qipai.games.guandan.state import GuandanState
from qipai.native import i64

BIAS: Final = 32768  # of a stored weight (core/weights.py)
ONES: Final = 0x1111111111111
CARD_BITS: Final = 0xFFFFFFFFFFFFF
LOW_RANKS: Final = 0x1111111  # 2 … 8

# where a situation's row is: who holds the trick, the fewest cards of an opponent, the seat's own, the partner's
HOLDERS: Final = 4  # nobody (a lead), the partner, the next seat, the previous one
DANGERS: Final = 3  # more than 10, 6 … 10, at most 5
HANDS: Final = 3  # likewise
PARTNERS: Final = 3  # more than 5, 1 … 5, out
ROWS: Final = HOLDERS * DANGERS * HANDS * PARTNERS

# groups of features and how many each has, in order
GROUPS: Final[list[tuple[str, int]]] = [
    ("single by power", 15),
    ("pair by power", 15),
    ("triple by power", 13),
    ("full house by power", 13),
    ("straight by window", 10),
    ("tube by window", 12),
    ("plate by window", 13),
    ("bomb by rung", 9),
    ("bomb by height", 3),
    ("bomb by cards of the trick's owner", 4),
    ("bomb by bombs held", 3),
    ("bomb by turns left", 5),
    ("pass", 1),
    ("pass by table", 56),
    ("pass by higher sets unseen", 5),
    ("pass by cards of the trick's owner", 10),
    ("pass by bombs held", 4),
    ("higher sets unseen by type", 18),
    ("wildcards", 1),
    ("wildcards in a bomb", 1),
    ("as many cards as a seat", 9),
    ("cards left", 11),
    ("turns left", 8),
    ("turns left but those won", 7),
    ("low singles left", 1),
    ("high singles left", 1),
    ("singles of straights left", 1),
    ("pairs left", 1),
    ("pairs of tubes left", 1),
    ("triples left", 1),
    ("bombs left", 1),
    ("wildcards left", 1),
    ("jokers left", 1),
    ("singles left that win", 1),
    ("pairs left that win", 1),
]


WIDTH: Final = 257
SINGLES: Final = 0
PAIRS: Final = 15
TRIPLES: Final = 30
HOUSES: Final = 43
STRAIGHTS: Final = 56
TUBES: Final = 66
PLATES: Final = 78
RUNGS: Final = 91
BOMB_HEIGHT: Final = 100
BOMB_OWNER: Final = 103
BOMB_HELD: Final = 107
BOMB_TURNS: Final = 110
PASSES: Final = 115
PASS_TABLE: Final = 116
PASS_HIGHER: Final = 172
PASS_OWNER: Final = 177
PASS_HELD: Final = 187
HIGHER: Final = 191
WILD: Final = 209
WILD_BOMB: Final = 210
AS_MANY: Final = 211
LEFT: Final = 220
TURNS: Final = 231
LOSERS: Final = 239
LOW_SINGLES: Final = 246
HIGH_SINGLES: Final = 247
RUN_SINGLES: Final = 248
PAIRS_LEFT: Final = 249
TUBE_PAIRS: Final = 250
TRIPLES_LEFT: Final = 251
BOMBS_LEFT: Final = 252
WILD_LEFT: Final = 253
JOKERS_LEFT: Final = 254
WINNING: Final = 255
WINNING_PAIRS: Final = 256

# the place of a type's first feature, by its number
FIRST: Final = bytes([0, SINGLES, PAIRS, TRIPLES, HOUSES, STRAIGHTS, TUBES, PLATES])
# buckets of small numbers
BY_HIGHER: Final = bytes([0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5])
PASS_BY_HIGHER: Final = bytes([0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4])
BY_OWNER: Final = bytes([0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8] + [9] * 17)
BY_LEFT: Final = bytes([0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 9, 9, 9, 9] + [10] * 13)
BY_FEW: Final = bytes([0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2] + [3] * 17)
NEAR: Final = bytes([2] * 6 + [1] * 5 + [0] * 17)
PARTNER: Final = bytes([2] + [1] * 5 + [0] * 22)
BY_POWER: Final = bytes([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6])


def features_hash() -> str:
    """Names what the weights belong to: other features have another hash."""
    text = "/1/" + "/".join([f"{name}:{count}" for name, count in GROUPS])
    return sha256((f"{ROWS}x{WIDTH}" + text).encode()).hexdigest()[:16]


def at_least(counts: i64, least: i64) -> i64:
    """Marks of the ranks with at least that many cards, 1 to 8."""
    return ((counts + (8 - least) * ONES) >> 3) & ONES


def lifted(marks: i64, level: i64, jokers: i64) -> i64:
    """Marks in power order, with those of the jokers (bit 0: 小王, bit 1: 大王)."""
    own: i64 = (marks >> 4 * level) & 1
    return (marks ^ (own << 4 * level)) | (own << 52) | ((jokers & 1) << 56) | ((jokers & 2) << 59)


def below_highest(marks: i64) -> i64:
    """Marks of all places below the highest one that is marked."""
    marks |= marks >> 4
    marks |= marks >> 8
    marks |= marks >> 16
    marks |= marks >> 32
    return marks >> 4


@final
class Sight:
    """One decision as the policy sees it. `value` may be called for each play after `look`.

    With `noting`, the features of a play are noted as well: numbers of features and their values in turn.
    """

    def __init__(self, weights: bytes) -> None:
        self.weights = weights  # ROWS times WIDTH, two bytes each (core/weights.py)
        self.base: i64 = 0
        self.total: i64 = 0
        self.noting: bool = False
        self.noted: list[int] = []
        self.level: i64 = 0
        self.counts: i64 = 0
        self.wild: i64 = 0
        self.jokers: i64 = 0
        self.both: i64 = 0
        self.cards: i64 = 0
        self.after: i64 = 0  # cards of the next seat
        self.partner: i64 = 0
        self.before: i64 = 0
        self.owner: i64 = 0  # cards of the trick's owner
        self.kind: i64 = 0
        self.power: i64 = 0
        self.table: i64 = 0
        self.bombs: i64 = 0
        # unseen ranks with at least one, two and three cards, lifted; and the places below the highest of them
        self.unseen1: i64 = 0
        self.unseen2: i64 = 0
        self.unseen3: i64 = 0
        self.beaten1: i64 = 0
        self.beaten2: i64 = 0

    def look(self, state: GuandanState, seat: i64) -> None:
        """The seat's own cards, the table, and what nobody has shown yet."""
        level = state.level
        self.level = level
        one = state.one(seat)
        two = state.two(seat)
        mark: i64 = 0x1000000000000000 >> 59 - 4 * level
        self.wild = (1 if one & mark else 0) + (1 if two & mark else 0)
        self.jokers = (one >> 52) & 3
        self.both = (two >> 52) & 3
        self.cards = bits_in(one) + bits_in(two)
        self.counts = rank_counts(one & ~mark, two & ~mark)
        self.bombs = bits_in(at_least(self.counts, 4))
        one1 = state.one((seat + 1) & 3)
        two1 = state.two((seat + 1) & 3)
        one2 = state.one((seat + 2) & 3)
        two2 = state.two((seat + 2) & 3)
        one3 = state.one((seat + 3) & 3)
        two3 = state.two((seat + 3) & 3)
        self.after = bits_in(one1) + bits_in(two1)
        self.partner = bits_in(one2) + bits_in(two2)
        self.before = bits_in(one3) + bits_in(two3)
        unseen: i64 = rank_counts(one1, two1) + rank_counts(one2, two2) + rank_counts(one3, two3)
        any_joker: i64 = ((one1 | one2 | one3) >> 52) & 3
        both: i64 = ((two1 | two2 | two3 | (one1 & one2) | (one1 & one3) | (one2 & one3)) >> 52) & 3
        self.unseen1 = lifted(at_least(unseen, 1), level, any_joker)
        self.unseen2 = lifted(at_least(unseen, 2), level, both)
        self.unseen3 = lifted(at_least(unseen, 3), level, 0)
        self.beaten1 = below_highest(self.unseen1)
        self.beaten2 = below_highest(self.unseen2)
        self.look_at_table(state, seat)

    def look_at_table(self, state: GuandanState, seat: i64) -> None:
        """The play to beat, and the row of the situation."""
        danger: i64 = 27
        if self.after > 0:
            danger = self.after
        if 0 < self.before < danger:
            danger = self.before
        holder: i64 = 0
        self.owner = danger
        self.table = state.table
        self.kind = 0
        self.power = 0
        if state.table:
            self.kind = state.table >> 34
            self.power = state.power
            away: i64 = (state.top - seat) & 3
            if away == 2:
                holder = 1
                self.owner = self.partner
            elif away == 1:
                holder = 2
                self.owner = self.after
            else:
                holder = 3
                self.owner = self.before
        row: i64 = ((holder * DANGERS + NEAR[danger]) * HANDS + NEAR[self.cards]) * PARTNERS + PARTNER[self.partner]
        self.base = row * WIDTH

    def add(self, feature: i64, value: i64) -> None:
        """Counts a feature."""
        at: i64 = 2 * (self.base + feature)
        weights = self.weights
        low: i64 = weights[at]
        high: i64 = weights[at + 1]
        self.total += ((high << 8 | low) - BIAS) * value
        if self.noting:
            self.noted.append(feature)
            self.noted.append(value)

    def value(self, play: i64) -> i64:
        """The weights of a play's features, added up."""
        self.total = 0
        if self.noting:
            self.noted = []
        kind = rank_class(play)
        size = size_of(play)
        wild: i64 = (play >> 24) & 3
        left: i64 = self.cards - size
        self.add(LEFT + BY_LEFT[left], 1)
        turns = self.look_at_rest(play, kind, wild)
        if kind == 0:
            self.see_pass()
        elif kind == BOMB:
            self.see_bomb(play, wild, turns)
        else:
            self.see_play(play, kind, size, wild)
        return self.total

    def look_at_rest(self, play: i64, kind: i64, wild: i64) -> i64:
        """The hand after a play: its sets, and about how many turns it needs."""
        counts = self.counts
        jokers = self.jokers
        both = self.both
        if kind:
            once, twice = natural_planes(play)
            counts -= rank_counts(once, twice)
            if (once >> 52) & 3:
                gone: i64 = (once >> 52) & 3
                jokers &= ~(gone & ~both) & ~(twice >> 52)
                both &= ~gone
        one: i64 = at_least(counts, 1)
        two: i64 = at_least(counts, 2)
        four: i64 = at_least(counts, 4)
        three: i64 = at_least(counts, 3) & ~four
        pairs: i64 = two & ~three & ~four
        singles: i64 = one & ~two
        # singles of straights, pairs of tubes; bombs stay together
        x: i64 = one & ~four
        x = (x << 4) | (x >> 48)
        x = x & (x >> 4) & (x >> 8) & (x >> 12) & (x >> 16)
        run: i64 = 0
        if x:
            x |= (x << 4) | (x << 8) | (x << 12) | (x << 16)
            run = singles & ((x >> 4) | ((x & 1) << 48))
        y: i64 = two & ~four
        y = (y << 4) | (y >> 48)
        y = y & (y >> 4) & (y >> 8)
        tube: i64 = 0
        if y:
            y |= (y << 4) | (y << 8)
            tube = pairs & ((y >> 4) | ((y & 1) << 48))
        low: i64 = LOW_RANKS & ~(0x1000000000000000 >> 60 - 4 * self.level)
        n_run = bits_in(run)
        n_low = bits_in(singles & ~run & low)
        n_high = bits_in(singles & ~run & ~low)
        n_tube = bits_in(tube)
        n_pairs = bits_in(pairs) - n_tube
        n_three = bits_in(three)
        n_four = bits_in(four)
        n_jokers: i64 = (jokers & 1) + (jokers >> 1)
        self.add(LOW_SINGLES, n_low)
        self.add(HIGH_SINGLES, n_high)
        self.add(RUN_SINGLES, n_run)
        self.add(PAIRS_LEFT, n_pairs)
        self.add(TUBE_PAIRS, n_tube)
        self.add(TRIPLES_LEFT, n_three)
        self.add(BOMBS_LEFT, n_four)
        self.add(WILD_LEFT, self.wild - wild)
        self.add(JOKERS_LEFT, n_jokers + (both & 1) + (both >> 1))
        level = self.level
        winning = bits_in(lifted(one, level, jokers) & ~self.beaten1)
        winning2 = bits_in(lifted(two, level, both) & ~self.beaten2)
        self.add(WINNING, winning)
        self.add(WINNING_PAIRS, winning2)
        twos: i64 = n_pairs + (n_tube + 2) // 3
        turns: i64 = n_low + n_high + (n_run + 4) // 5 + (twos if twos > n_three else n_three) + n_four + n_jokers
        self.add(TURNS + (turns if turns < 8 else 7), 1)
        losers: i64 = turns - winning - n_four
        if losers < 0:
            losers = 0
        self.add(LOSERS + (losers if losers < 7 else 6), 1)
        return turns

    def higher(self, kind: i64, key: i64) -> i64:
        """How many ranks above could beat a set of this type."""
        place: i64 = key
        if key == self.level:
            place = 13
        elif key > 12:
            place = key + 1
        if place >= 15:
            return 0
        marks = self.unseen1
        if kind == 2:
            marks = self.unseen2
        elif kind > 2:
            marks = self.unseen3
        return bits_in(marks >> 4 * place + 4)

    def see_pass(self) -> None:
        self.add(PASSES, 1)
        kind = self.kind
        if kind < BOMB:
            high: i64 = self.power
            self.add(PASS_TABLE + 7 * kind - 7 + BY_POWER[high], 1)
            if kind <= 4:
                self.add(PASS_HIGHER + PASS_BY_HIGHER[self.higher(kind, (self.table >> 30) & 15)], 1)
        else:
            rung: i64 = self.power >> 4
            self.add(PASS_TABLE + 49 + (rung if rung < 7 else 6), 1)
        self.add(PASS_OWNER + BY_OWNER[self.owner], 1)
        self.add(PASS_HELD + (self.bombs if self.bombs < 4 else 3), 1)

    def see_bomb(self, play: i64, wild: i64, turns: i64) -> None:
        power = strength(play, self.level)
        self.add(RUNGS + (power >> 4), 1)
        self.add(BOMB_HEIGHT + (power & 15) // 5, 1)
        self.add(BOMB_OWNER + BY_FEW[self.owner], 1)
        self.add(BOMB_HELD + (self.bombs if self.bombs < 3 else 2), 1)
        self.add(BOMB_TURNS + (turns if turns < 5 else 4), 1)
        if wild:
            self.add(WILD_BOMB, wild)

    def see_play(self, play: i64, kind: i64, size: i64, wild: i64) -> None:
        key: i64 = (play >> 30) & 15
        if kind <= 4:
            power: i64 = POWER[self.level * 16 + key]
            self.add(FIRST[kind] + power, 1)
            group: i64 = kind - 1 if kind < 3 else 2
            self.add(HIGHER + 6 * group + BY_HIGHER[self.higher(kind, key)], 1)
        else:
            self.add(FIRST[kind] + key, 1)
        if wild:
            self.add(WILD, wild)
        self.compare(AS_MANY, self.after, size)
        self.compare(AS_MANY + 3, self.partner, size)
        self.compare(AS_MANY + 6, self.before, size)

    def compare(self, first: i64, cards: i64, size: i64) -> None:
        """A play of as many cards as a seat has lets it go out; one of more, or of one less, does not."""
        if cards == size:
            self.add(first if size <= 2 else first + 1, 1)
        elif 0 < cards < size:
            self.add(first + 2, 1)
