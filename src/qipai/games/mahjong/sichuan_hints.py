"""Hints in the Sichuan family: the swap, the missing suit, points that double, kongs that pay and may be robbed, the checks.

A ready hand counts each winning tile by its points. Near the end of the wall a hand that is not ready costs what it may have to
pay (M-32.6), so speed counts for more.
"""

from __future__ import annotations

from qipai.core.parts import Hint
from qipai.core.text import Text
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, SWAP, buried_tiles
from qipai.games.mahjong.distances import nearest_win
from qipai.games.mahjong.hints import MISSING_TILE_COST, OPEN_COST, STEP, Adviser, Outlook, away, suit_size
from qipai.games.mahjong.melds import has_peng
from qipai.games.mahjong.patterns import DUIDUIHU, QINGYISE
from qipai.games.mahjong.position import PHASE_SWAP
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.sichuan_fan import doubled_fan, points_of
from qipai.games.mahjong.sichuan_words import points_text
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import KINDS, SUIT_OF, UNIT_OF
from qipai.games.mahjong.words import SUIT_WORDS

POINT_VALUE = 6.0  # of a point that is paid now, in the scale of the outlook
WIN_NOW = 90.0  # a win in hand, against the hope for a larger one
FLUSH_TILE = 2.0  # each tile above nine of the longest suit: the way to a full flush
LATE_WALL = 16  # from here on a hand that is not ready is likely to pay
LATE_STEP = 25.0
ROB_RISK = 8.0  # an added kong may be robbed


class DoubledOutlook(Outlook):
    """A hand before its next tile, worth points instead of fan."""

    def __init__(self, p: int, s: int, m: int, melds: int, missing: int, left: list[int], rules: MahjongRules) -> None:
        self.rules = rules
        super().__init__(p, s, m, melds, missing, left, rules.fan)

    def worth(self, fan: int) -> float:
        return 0.6 + int(points_of(fan, 1, self.rules.cap))


class SichuanAdviser(Adviser):
    """What the seat can infer, by the rules of chapters 20 to 36."""

    def __init__(self, known: MahjongState, seat: int) -> None:
        super().__init__(known, seat)
        self.rules = known.rules
        self.base: int = known.rules.base
        self.late: bool = known.wall_left() <= LATE_WALL

    def outlook(self, hand: list[int], melds: int) -> Outlook:
        look = DoubledOutlook(hand[0], hand[1], hand[2], melds, self.missing, self.left, self.rules)
        if self.late and not look.ready:
            look.score -= LATE_STEP * look.distance
        if not look.ready:
            look.score += self.promise(hand, melds)
        return look

    def promise(self, hand: list[int], melds: int) -> float:
        """What a hand that is not ready may come to: one suit, pairs."""
        sizes = [suit_size(counts) for counts in hand]
        k = melds >> 3
        for _ in range(melds & 7):
            sizes[(k & 31) // 9] += 3
            k >>= 9
        sizes[self.missing] = 0
        longest = max(sizes)
        return FLUSH_TILE * max(0, longest - 9) if not self.late else 0.0

    # the opening
    def opening(self, legal: list[int]) -> list[Hint]:
        if self.known.phase == PHASE_SWAP:
            return self.swaps(legal)
        out: list[Hint] = []
        for action in legal:
            suit = action - MISSING_OF
            score, distance, held = self.without_suit(self.hand, suit)
            far = away(distance - 1)
            word = SUIT_WORDS[suit]
            reason = Text(f"{held} {word.en} to discard; then {far.en}", f"要打 {held} 张{word.zh}，{far.zh}")
            if held == 0:
                reason = Text(f"you don’t hold any {word.en}; {far.en}", f"手里没有{word.zh}，{far.zh}")
            out.append(Hint(action, reason, score))
        return out

    def without_suit(self, hand: list[int], suit: int) -> tuple[float, int, int]:
        """How good the hand is with this missing suit; its distance; the tiles to discard."""
        found = nearest_win(hand[0], hand[1], hand[2], suit, 4)
        held = suit_size(hand[suit])
        distance: int = found >> 27
        copies = sum(self.left[tile] for tile in range(KINDS) if (found >> tile) & 1)
        longest = max(suit_size(hand[other]) for other in range(3) if other != suit)
        score = -STEP * distance - MISSING_TILE_COST * held + copies / 4 + FLUSH_TILE * max(0, longest - 8)
        return score, distance, held

    def swaps(self, legal: list[int]) -> list[Hint]:
        """Every triple by the best hand that remains; of equals, the tiles that help least elsewhere."""
        out: list[Hint] = []
        for action in legal:
            tiles = buried_tiles(action - SWAP + BURY)
            hand = self.without(tiles)
            best, chosen, steps, left = -1e9, 0, 0, 0
            for suit in range(3):
                score, distance, held = self.without_suit(hand, suit)
                if score > best:
                    best, chosen, steps, left = score, suit, distance, held
            ends = sum(abs(tile % 9 - 4) for tile in tiles)
            own = tiles[0] // 9
            best += 0.2 * ends if own != chosen else -0.1 * ends
            word = SUIT_WORDS[chosen]
            far = away(steps - 1)
            if own == chosen:
                reason = Text(f"starts to clear {word.en}: {left} left; {far.en}", f"换{word.zh}，这门还剩 {left} 张，{far.zh}")
            else:
                reason = Text(f"your void suit will be {word.en}; {far.en}", f"准备缺{word.zh}，这三张最用不上，{far.zh}")
            out.append(Hint(action, reason, best))
        return out

    # wins
    def win_hint(self, patterns: int, own: bool) -> Hint:
        rules = self.rules
        fan: int = doubled_fan(patterns)
        points = int(points_of(fan, rules.base, rules.cap))
        fed = own and self.known.fed_by() >= 0
        if own and not fed:
            each = points + int(rules.zimo_base)
            n = self.payers()
            due = points_text(each)
            reason = Text(f"win now: {fan} fan, {due} from each of {n}", f"现在胡：{fan} 番，{n} 家各付 {each} 分")
            total = each * n
        else:
            reason = Text(f"win now: {fan} fan, {points_text(points)} from one player", f"现在胡：{fan} 番，一家付 {points} 分")
            total = points
        if rules.leave and self.may_grow(patterns, own):
            reason = Text(f"{reason.en}; then you’re out of the deal", f"{reason.zh}；胡了就下场")
        return Hint(HU, reason, self.stay_score() + WIN_NOW + POINT_VALUE * total / self.base)

    def may_grow(self, patterns: int, own: bool) -> bool:
        """Whether waiting could bring more: a small win on a discard while much of the wall is left, below the cap."""
        small = doubled_fan(patterns) < (self.rules.cap or 6)
        return not own and small and not patterns & (QINGYISE | DUIDUIHU) and self.known.wall_left() > LATE_WALL

    def stay_score(self) -> float:
        """What the hand is worth without this win: ready, with its waits."""
        known = self.known
        hand = self.hand[:]
        if known.turn == self.seat and not known.rob and known.drawn < KINDS:
            hand[SUIT_OF[known.drawn]] -= UNIT_OF[known.drawn]
        return self.outlook(hand, self.melds).score

    def ready_reason(self, look: Outlook) -> Text:
        """The waits, with the fan and points of the largest."""
        plain = super().ready_reason(look)
        points: int = points_of(look.most, self.base, self.rules.cap)
        return Text(f"{plain.en}; up to {look.most} fan, {points_text(points)}", f"{plain.zh}，最大 {look.most} 番 {points} 分")

    # kongs
    def payers(self) -> int:
        """The other seats in play."""
        return sum(1 for seat in range(4) if seat != self.seat and not (self.known.gone >> seat) & 1)

    def own_kong_hint(self, tile: int, look: Outlook) -> Hint:
        rules = self.rules
        far = away(look.distance - 1)
        added = has_peng(self.melds, tile)
        price = self.base * (1 if added else 2)
        if added and rules.late_unpaid and tile != self.known.drawn:
            price = 0
        score = look.score + POINT_VALUE * price * self.payers() / self.base + 6.0
        risk = added and rules.rob_kong and self.danger_of(tile)
        if risk:
            score -= ROB_RISK
        if price == 0:
            reason = Text(f"a root and another draw, but no points; then {far.en}", f"多一根、补一张，但不收分；之后{far.zh}")
        else:
            n = self.payers()
            reason = Text(
                f"{price} from each of {n} and another draw; then {far.en}", f"{n} 家各付 {price} 分，再补一张；之后{far.zh}"
            )
        if risk:
            reason = Text(f"{reason.en}; it may be robbed", f"{reason.zh}；当心抢杠")
        return Hint(KONG_OF + tile, reason, score)

    def danger_of(self, tile: int) -> bool:
        """Whether somebody else in play may wait for the tile."""
        known = self.known
        return any(
            seat != self.seat and not (known.gone >> seat) & 1 and known.missing_suit(seat) != SUIT_OF[tile]
            for seat in range(4)
        )

    def claimed_kong_hint(self, look: Outlook) -> Hint:
        rules = self.rules
        far = away(look.distance - 1)
        total = self.base * (2 + (self.payers() - 1 if rules.graze else 0))
        reason = Text(f"{total} points and another draw; then {far.en}", f"收 {total} 分，再补一张；之后{far.zh}")
        return Hint(KONG, reason, look.score + POINT_VALUE * total / self.base + 6.0 - OPEN_COST)

    def danger_reason(self, tile: int) -> Text:
        points = self.danger[tile]
        return Text(f"a player who has already won takes it: {points} points", f"已胡的人还胡这张：至少 {points} 分")
