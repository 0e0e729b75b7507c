"""Proves that some deal gives a view: walks through its log by the rules, then finds a world for what is hidden.

Hands that are known from the deal on are *tracked*: the viewer's own, and all four once the deal is over. Their moves,
claims and wins are checked tile by tile. Of other hands the log shows turns, melds, sizes and the void-first rule; whether
tiles can lie so that their wins are right is for the world.
"""

from __future__ import annotations

from qipai.core.rng import FastRng
from qipai.core.views import bad_view
from qipai.games.mahjong.actions import buried_suit, buried_tiles
from qipai.games.mahjong.events import ANSWER, DECLARED, DISCARD, DRAW, FURTHER, KONG_MADE, PENG_MADE, WIN
from qipai.games.mahjong.log_check import LogCheck
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED
from qipai.games.mahjong.position import PHASE_BURY, PHASE_FINISHED, PHASE_SWAP, UNBURIED
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import DECK, NO_TILE, UNIT_OF, unpack
from qipai.games.mahjong.view import opening
from qipai.games.mahjong.wonhand import WonHand
from qipai.games.mahjong.world import WorldPlan

DEALT = 53  # M-2.2


def check_view(view: MahjongView) -> None:
    """BAD_VIEW unless a deal, played by the rules, gives exactly this view."""
    known = view.known
    if sum(known.base) != 4 * known.rules.starting_score:
        raise bad_view("scores must sum to what the seats began with", "各家分数之和必须等于起始分之和")
    tracked = [seat for seat in range(4) if known.phase == PHASE_FINISHED or seat == view.seat]
    wall = DECK - DEALT - len(unpack(known.absent[0], known.absent[1], known.absent[2]))
    first = known.phase in (PHASE_BURY, PHASE_SWAP)
    if wall < 0 or (opening(known) and wall != known.wall_left()) or (first and known.log):
        raise bad_view("the wall has another size", "牌墙的张数不对")
    for seat in tracked:
        check_start(known, seat)
    if not first:
        check = LogCheck(known, view.seat, tracked, wall)
        for seat in tracked:
            for tile in held_at_reveal(known, seat):
                check.state.give(seat, tile)
        check.run()
        for seat in range(4):
            own = seat in tracked
            if (known.rules.show_locked_hands and not own and known.has_won(seat)) or (own and known.is_locked(seat)):
                check_won(known, seat)
    if known.phase != PHASE_FINISHED:
        plan = WorldPlan(view.seat, known)
        view.plan = plan  # the first world that is drawn from this view has it ready
        plan.find(FastRng(0))


def dealt_to(known: MahjongState, seat: int) -> list[int]:
    """By kind, how many tiles the seat was dealt: what it holds now, and what left or entered its hand since."""
    out = [0] * 27
    for tile in unpack(known.counts(seat, 0), known.counts(seat, 1), known.counts(seat, 2)):
        out[tile] += 1
    if known.rules.swap:
        swap_back(known, seat, out)
    elif known.buried[seat] != UNBURIED:
        for tile in buried_tiles(known.buried[seat]):
            out[tile] += 1
    declared = -1
    for code in known.log:
        kind = code & 7
        tile = (code >> 5) & 31
        if kind == WIN and declared == seat:
            out[tile] += 1  # robbed
        if kind != ANSWER:
            declared = (code >> 3) & 3 if kind == FURTHER and (code >> 10) & 7 == DECLARED else -1
        if (code >> 3) & 3 != seat or tile == NO_TILE:
            continue
        if kind == DRAW:
            out[tile] -= 1
        elif kind == DISCARD or (kind == WIN and (code >> 10) & 1):
            out[tile] += 1
        elif kind == PENG_MADE:
            out[tile] += 2
        elif kind == KONG_MADE:
            made = (code >> 10) & 3
            out[tile] += 3 if made == KONG_EXPOSED else (4 if made == KONG_CONCEALED else 1)
    return out


def swap_back(known: MahjongState, seat: int, counts: list[int]) -> None:
    """Undoes the swap of a seat whose tiles given and got are known (M-22.6)."""
    if known.phase == PHASE_SWAP:
        return
    for giver, step in ((seat, 1), ((seat - known.swap_direction()) & 3, -1)):
        if known.buried[giver] == UNBURIED:
            raise bad_view(f"seat {giver} has swapped nothing", f"座位 {giver} 没有换牌")
        for tile in buried_tiles(known.buried[giver]):
            counts[tile] += step


def check_start(known: MahjongState, seat: int) -> None:
    """The first hand: 13 tiles or the dealer's 14, the fourteenth among them, and the burial of one suit (M-2.2, M-3.1)."""
    dealt = dealt_to(known, seat)
    if min(dealt) < 0 or max(dealt) > 4 or sum(dealt) != (14 if seat == known.dealer else 13):
        raise bad_view(f"the tiles of seat {seat} do not go back to a dealt hand", f"座位 {seat} 的牌与起手牌对不上")
    if seat == known.dealer and known.fourteenth != NO_TILE and not dealt[known.fourteenth]:
        raise bad_view("the fourteenth tile was not dealt", "庄家没有摸到过第十四张")
    if known.rules.sichuan:
        check_opening(known, seat, dealt)
        return
    burial = known.buried[seat]
    if burial == UNBURIED:
        if known.phase != PHASE_BURY:
            raise bad_view(f"seat {seat} has buried nothing", f"座位 {seat} 没有埋牌")
        return
    if known.phase != PHASE_BURY and buried_suit(burial) != known.missing_suit(seat):
        raise bad_view(f"seat {seat} buried another suit", f"座位 {seat} 埋的不是定缺的花色")


def check_opening(known: MahjongState, seat: int, dealt: list[int]) -> None:
    """Whoever has chosen has given three of its tiles, nobody else has (M-22.5)."""
    burial = known.buried[seat]
    waits = known.phase == PHASE_SWAP and (known.waiting >> seat) & 1 == 1
    if (burial == UNBURIED) != (waits or not known.rules.swap):
        raise bad_view(f"the swap of seat {seat} is not what the table shows", f"座位 {seat} 的换牌与牌桌不符")
    if burial != UNBURIED:
        tiles = buried_tiles(burial)
        if any(tiles.count(tile) > dealt[tile] for tile in tiles):
            raise bad_view(f"seat {seat} gave tiles that it did not have", f"座位 {seat} 换出了没有的牌")


def held_at_reveal(known: MahjongState, seat: int) -> list[int]:
    """What the seat held when the missing suits became public."""
    dealt = dealt_to(known, seat)
    if known.rules.swap:
        for tile in buried_tiles(known.buried[seat]):
            dealt[tile] -= 1
        for tile in buried_tiles(known.buried[(seat - known.swap_direction()) & 3]):
            dealt[tile] += 1
    elif not known.rules.sichuan:
        for tile in buried_tiles(known.buried[seat]):
            dealt[tile] -= 1
    return [tile for tile in range(27) for _ in range(dealt[tile])]


def check_won(known: MahjongState, seat: int) -> None:
    """A winner's hand that can be seen wins on every tile it has won with, with the patterns shown (M-8.1, M-9, M-28.5)."""
    hand = [known.counts(seat, suit) for suit in range(3)]
    if known.turn == seat and known.drawn != NO_TILE:
        hand[known.drawn // 9] -= UNIT_OF[known.drawn]
    past = WonHand(known, seat)
    if hand[known.missing_suit(seat)] or not past.agrees(hand[0], hand[1], hand[2]):
        raise bad_view(f"the hand of seat {seat} did not win like this", f"座位 {seat} 的手牌不是这样胡的")
