"""Ranks the legal moves, with reasons, from a view alone: distance to a win, tiles that help, the hand's value, known dangers.

An outlook is worth -STEP per missing tile, plus the tiles that help and are still available; a ready hand counts each
winning tile by its fan. Kongs bring points and a draw; a tile that a locked seat has won with will win again.
"""

from __future__ import annotations

from qipai.core.parts import Advice, Hint, Wait
from qipai.core.state import View
from qipai.core.text import Text
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, PASS, PENG, SWAP, bury_action
from qipai.games.mahjong.distances import nearest, nearest_win
from qipai.games.mahjong.events import WIN
from qipai.games.mahjong.ledger import win_of
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED, add_meld, has_peng, peng_to_kong
from qipai.games.mahjong.melds import PENG as PENG_MELD
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_MISSING, PHASE_SWAP
from qipai.games.mahjong.rules import SICHUAN
from qipai.games.mahjong.scoring import fan_of
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import NO_TILE, SUIT_OF, UNIT_OF
from qipai.games.mahjong.unseen import unseen_copies
from qipai.games.mahjong.view import opening
from qipai.games.mahjong.waiting import waits_of, win_fan, winning_mask
from qipai.games.mahjong.words import tiles_words

STEP = 60.0
WIN_VALUE = 1000.0
FAN_VALUE = 1.5
KONG_VALUE = 18.0
OPEN_COST = 4.0  # a peng loses the concealed hand
DANGER = 12.0  # per fan that a locked seat would win
MISSING_TILE_COST = 9.0  # each tile of the missing suit costs a turn to discard


class Outlook:
    """A hand before its next tile: its distance, what helps, how many copies of that are left, and its value."""

    def __init__(self, p: int, s: int, m: int, melds: int, missing: int, left: list[int], fan: int) -> None:
        found = nearest_win(p, s, m, missing, (4 if fan & SICHUAN else 3) - (melds & 7))
        self.distance: int = found >> 27
        self.kinds: list[int] = []
        self.copies: int = 0
        self.most: int = 0  # fan of the largest win
        held_missing = (p, s, m)[missing] != 0
        self.ready: bool = self.distance == 1 and not held_missing
        mask = winning_mask(p, s, m, melds, missing, fan) if self.ready else found & 0x7FFFFFF
        value = 0.0
        for tile in range(27):
            if (mask >> tile) & 1:
                self.kinds.append(tile)
                self.copies += left[tile]
                if self.ready:
                    here = win_fan(p, s, m, tile, melds, fan)
                    self.most = max(self.most, here)
                    value += FAN_VALUE * left[tile] * self.worth(here)
        self.score: float = -STEP * self.distance + (value if self.ready else float(self.copies))

    def worth(self, fan: int) -> float:
        return float(fan)


def sichuan_adviser(known: MahjongState, seat: int) -> Adviser:
    from qipai.games.mahjong.sichuan_hints import SichuanAdviser

    return SichuanAdviser(known, seat)


def rank_moves(view: MahjongView, n: int) -> list[Hint]:
    """At most n legal moves, best first; ties in the order of M-13.1."""
    known = view.known
    seat = view.seat
    legal = known.legal(seat)
    if not legal:
        return []
    adviser = sichuan_adviser(known, seat) if known.rules.sichuan else Adviser(known, seat)
    if opening(known):
        found = adviser.opening(legal)
    elif known.phase == PHASE_CLAIM:
        found = adviser.claims(legal)
    else:
        found = adviser.turn(legal)
    order = sorted(range(len(found)), key=lambda k: (-found[k].score, k))
    return [found[k] for k in order[:n]]


class Adviser:
    """What the seat can infer: its hand, what is left of each kind, and the tiles that locked seats have won with."""

    def __init__(self, known: MahjongState, seat: int) -> None:
        self.known = known
        self.seat = seat
        self.hand: list[int] = known.hand_of(seat)
        self.melds: int = known.melds[seat]
        self.missing: int = known.missing_suit(seat)
        self.left: list[int] = unseen_copies(known)
        self.fan: int = known.rules.fan
        self.danger: list[int] = [0] * 27
        for code in known.log:
            if code & 7 == WIN and (code >> 3) & 3 != seat and known.is_locked((code >> 3) & 3):
                win = win_of(code, known.rules)
                self.danger[win.tile] = max(self.danger[win.tile], win.points)

    def without(self, tiles: list[int]) -> list[int]:
        hand = self.hand[:]
        for t in tiles:
            hand[SUIT_OF[t]] -= UNIT_OF[t]
        return hand

    def outlook(self, hand: list[int], melds: int) -> Outlook:
        return Outlook(hand[0], hand[1], hand[2], melds, self.missing, self.left, self.fan)

    def discard_cost(self, tile: int) -> float:
        """The cost of a discard that locked seats are known to wait for."""
        return DANGER * self.danger[tile]

    def opening(self, legal: list[int]) -> list[Hint]:
        return self.burials(legal)

    # burying
    def burials(self, legal: list[int]) -> list[Hint]:
        """One burial per suit: its middle tiles, since the rest must be discarded anyway (M-4.4)."""
        out: list[Hint] = []
        for suit in range(3):
            tiles = middle_three(self.hand[suit], suit)
            if len(tiles) < 3:
                continue
            action = bury_action(tiles[0], tiles[1], tiles[2])
            assert action in legal
            hand = self.without(tiles)
            held = suit_size(hand[suit])
            found = nearest(hand[0], hand[1], hand[2], suit, 3)
            distance: int = found >> 27
            copies = sum(self.left[t] for t in range(27) if (found >> t) & 1)
            score = -STEP * distance - MISSING_TILE_COST * held + copies / 4
            far = away(distance - 1)
            reason = Text(f"clears the suit; then {far.en}", f"埋完这门就没了，{far.zh}")
            if held:
                reason = Text(f"{held} more to discard; then {far.en}", f"之后还要打 {held} 张缺门牌，{far.zh}")
            out.append(Hint(action, reason, score))
        return out

    # own turn
    def turn(self, legal: list[int]) -> list[Hint]:
        out: list[Hint] = []
        looks: dict[int, Outlook] = {}
        for action in legal:
            if action < KONG_OF:
                looks[action] = self.outlook(self.without([action]), self.melds)
        for action in legal:
            if action == HU:
                out.append(self.win_hint(self.known.own_patterns(), True))
            elif action >= KONG_OF:
                out.append(self.own_kong(action - KONG_OF))
            else:
                score = looks[action].score - self.discard_cost(action)
                out.append(Hint(action, self.discard_reason(action, looks), score))
        return out

    def win_hint(self, patterns: int, own: bool) -> Hint:
        fan: int = fan_of(patterns)
        if own:
            reason = Text(f"win now: {fan} fan from each other player", f"现在胡：{fan} 番，三家各付 {fan} 分")
        else:
            reason = Text(f"win now: {fan} fan from the discarder", f"现在胡：{fan} 番，点炮者付 {fan} 分")
        return Hint(HU, reason, WIN_VALUE + fan)

    def own_kong(self, tile: int) -> Hint:
        if has_peng(self.melds, tile):
            look = self.outlook(self.without([tile]), peng_to_kong(self.melds, tile))
        else:
            look = self.outlook(self.without([tile] * 4), add_meld(self.melds, tile, KONG_CONCEALED, self.seat))
        return self.own_kong_hint(tile, look)

    def own_kong_hint(self, tile: int, look: Outlook) -> Hint:
        far = away(look.distance - 1)
        reason = Text(
            f"1 point from each other player and another draw; then {far.en}", f"三家各付 1 分，再补一张；之后{far.zh}"
        )
        return Hint(KONG_OF + tile, reason, look.score + KONG_VALUE)

    def discard_reason(self, tile: int, looks: dict[int, Outlook]) -> Text:
        look = looks[tile]
        if self.danger[tile]:
            return self.danger_reason(tile)
        if SUIT_OF[tile] == self.missing:
            more = suit_size(self.hand[self.missing]) - 1
            return Text(
                f"discards the void suit ({more} left)" if more else "discards the last tile of the void suit",
                f"先打缺门，还剩 {more} 张" if more else "打完最后一张缺门牌",
            )
        if self.known.is_locked(self.seat):
            return Text("your hand is locked: discard what you drew", "手牌已锁定，摸什么打什么")
        if look.ready:
            return self.ready_reason(look)
        other = best_other(tile, looks)
        if other is None or other.distance != look.distance or other.copies == look.copies:
            far = away(look.distance - 1)
            return Text(f"{far.en}, {helps(look.copies)}", f"{far.zh}，进张 {look.copies} 张")
        return Text(
            f"{helps(look.copies)}; best other discard: {other.copies}",
            f"进张 {look.copies} 张，打别的 {other.copies} 张",
        )

    def ready_reason(self, look: Outlook) -> Text:
        waits = tiles_words(look.kinds)
        return Text(f"ready: waiting for {waits.en}, {look.copies} left", f"下叫：听 {waits.zh}，还有 {look.copies} 张")

    def danger_reason(self, tile: int) -> Text:
        return Text(
            f"a player who has already won takes it: {self.danger[tile]} fan",
            f"已胡的人还胡这张：至少 {self.danger[tile]} 番",
        )

    # claims
    def claims(self, legal: list[int]) -> list[Hint]:
        out: list[Hint] = []
        known = self.known
        tile = known.tile
        now = self.outlook(self.hand, self.melds)
        for action in legal:
            if action == HU:
                out.append(self.win_hint(known.claim_patterns(self.seat), False))
            elif action == KONG:
                look = self.outlook(self.without([tile] * 3), add_meld(self.melds, tile, KONG_EXPOSED, known.turn))
                out.append(self.claimed_kong_hint(look))
            elif action == PENG:
                look = self.after_peng(tile)
                far, without = away(look.distance - 1), away(now.distance - 1)
                reason = Text(f"with the pung {far.en}, without it {without.en}", f"碰了{far.zh}，不碰{without.zh}")
                out.append(Hint(PENG, reason, look.score - OPEN_COST))
            else:
                out.append(Hint(PASS, self.pass_reason(now), now.score))
        return out

    def claimed_kong_hint(self, look: Outlook) -> Hint:
        far = away(look.distance - 1)
        reason = Text(
            f"2 points from the discarder and another draw; then {far.en}", f"点杠的人付 2 分，再补一张；之后{far.zh}"
        )
        return Hint(KONG, reason, look.score + KONG_VALUE - OPEN_COST)

    def pass_reason(self, now: Outlook) -> Text:
        if self.known.is_locked(self.seat):
            return Text("passes up this win", "这次不胡")
        far = away(now.distance - 1)
        return Text(f"without it {far.en}, {helps(now.copies)}", f"过：{far.zh}，进张 {now.copies} 张")

    def after_peng(self, tile: int) -> Outlook:
        """The best hand after the peng and the discard that must follow it (M-4.3)."""
        hand = self.without([tile, tile])
        melds = add_meld(self.melds, tile, PENG_MELD, self.known.turn)
        best: Outlook | None = None
        suits = [self.missing] if hand[self.missing] and self.known.rules.missing_first else [0, 1, 2]
        for suit in suits:
            for rank in range(9):
                if (hand[suit] >> 3 * rank) & 7:
                    hand[suit] -= UNIT_OF[9 * suit + rank]
                    look = self.outlook(hand, melds)
                    hand[suit] += UNIT_OF[9 * suit + rank]
                    if best is None or look.score > best.score:
                        best = look
        assert best is not None
        return best


def best_other(tile: int, looks: dict[int, Outlook]) -> Outlook | None:
    """The best of the other discards, for comparison."""
    best: Outlook | None = None
    for other, look in looks.items():
        if other != tile and (best is None or look.score > best.score):
            best = look
    return best


def away(steps: int) -> Text:
    """How far a hand is from ready."""
    if steps <= 0:
        return Text("ready", "下叫")
    return Text("1 tile from ready" if steps == 1 else f"{steps} tiles from ready", f"差 {steps} 张下叫")


def helps(copies: int) -> str:
    return "1 tile helps" if copies == 1 else f"{copies} tiles help"


def suit_size(counts: int) -> int:
    return sum((counts >> 3 * r) & 7 for r in range(9))


def middle_three(counts: int, suit: int) -> list[int]:
    """The three tiles nearest to rank 5, the lower of equals, in id order (M-13.5); fewer when the suit has fewer."""
    tiles = [9 * suit + r for r in range(9) for _ in range((counts >> 3 * r) & 7)]
    tiles.sort(key=lambda t: (abs(t % 9 - 4), t))
    return sorted(tiles[:3])


def default_action(view: MahjongView) -> int:
    """The move for a seat that ran out of time (M-13.5, M-34.3)."""
    known = view.known
    seat = view.seat
    legal = known.legal(seat)
    if opening(known):
        hand = known.hand_of(seat)
        sizes = [suit_size(counts) for counts in hand]
        if known.phase == PHASE_MISSING:
            return MISSING_OF + min(range(3), key=lambda k: (sizes[k], k))
        suit = min((k for k in range(3) if sizes[k] >= 3), key=lambda k: (sizes[k], k))
        tiles = middle_three(hand[suit], suit)
        return bury_action(tiles[0], tiles[1], tiles[2]) + (SWAP - BURY if known.phase == PHASE_SWAP else 0)
    if legal == [HU] or (known.is_locked(seat) and HU in legal):
        return HU
    if known.phase == PHASE_CLAIM:
        return PASS
    if known.drawn != NO_TILE and known.drawn in legal:
        return known.drawn
    missing = known.missing_suit(seat)
    if known.counts(seat, missing):
        return min(action for action in legal if action < KONG_OF and SUIT_OF[action] == missing)
    return max(action for action in legal if action < KONG_OF)


assert BURY > PASS


class MahjongAdvice(Advice):
    def hints(self, view: View, n: int) -> list[Hint]:
        assert isinstance(view, MahjongView)
        return rank_moves(view, n)

    def waits(self, view: View, without: list[str]) -> list[Wait]:
        assert isinstance(view, MahjongView)
        return waits_of(view, without)

    def default_action(self, view: View) -> int:
        assert isinstance(view, MahjongView)
        return default_action(view)
