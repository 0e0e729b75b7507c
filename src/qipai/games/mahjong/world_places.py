"""Fills the unseen places of a world: burials, hands that are not locked, the wall; and the swaps of the others."""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.actions import bury_action
from qipai.games.mahjong.events import ANSWER, DECLARED, DISCARD, FURTHER, KONG_MADE, PENG_MADE, WIN
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_TURN, UNBURIED
from qipai.games.mahjong.rules import DIE
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import NO_TILE, SUIT_OF, unpack
from qipai.games.mahjong.view import opening
from qipai.native import i64

WALL: Final = 4  # places of tiles: hands 0..3, then these
DRAWN: Final = 5  # a locked seat's drawn tile
GONE: Final = 6
PINNED: Final = 8  # + seat: tiles that the seat is known to hold
ANY_NUMBER: Final = 99


class Filler:
    """The places of one view and their limits."""

    def __init__(self, seat: i64, known: MahjongState) -> None:
        self.seat: i64 = seat
        self.known = known
        self.choosing: bool = opening(known)  # nobody has discarded yet, and missing suits are not public
        self.most_missing: list[int] = [ANY_NUMBER] * 4  # void-first: the limit of its missing suit
        self.pinned: list[list[int]] = [[0, 0, 0] for _ in range(4)]  # tiles that a hidden hand has at least, packed by suit
        self.hidden: i64 = 0  # seats whose hands are not known

    def place_burials(self, world: MahjongState, tiles: list[int], places: list[int]) -> bool:
        """Three tiles of its missing suit for every other seat (M-3.1)."""
        seat: i64 = 0
        while seat < 4:
            if seat != self.seat:
                suit: i64 = self.known.missing_suit(seat)
                found: list[int] = []
                at: i64 = 0
                while at < len(tiles) and len(found) < 3:
                    if places[at] == WALL and SUIT_OF[tiles[at]] == suit:
                        found.append(tiles[at])
                        places[at] = GONE
                    at += 1
                if len(found) < 3:
                    return False
                found.sort()
                world.buried[seat] = bury_action(found[0], found[1], found[2])
            seat += 1
        return True

    def pin(self, tiles: list[int], places: list[int], seat: i64, pinned: list[int]) -> bool:
        """Puts these tiles into a hand."""
        suit: i64 = 0
        while suit < 3:
            counts: i64 = pinned[suit]
            tile: i64 = 9 * suit
            while counts:
                copies: i64 = counts & 7
                at: i64 = 0
                while at < len(tiles) and copies > 0:
                    if places[at] == WALL and tiles[at] == tile:
                        places[at] = PINNED + seat
                        copies -= 1
                    at += 1
                if copies > 0:
                    return False
                counts >>= 3
                tile += 1
            suit += 1
        return True

    def swap_others(self, world: MahjongState, rng: Rng) -> None:
        """What the others gave, as far as the viewer does not know: three of one suit that the receiver has or had."""
        direction: i64 = world.swap_direction()
        giver: i64 = 0
        while giver < 4:
            if world.buried[giver] == UNBURIED:
                receiver: i64 = (giver + direction) & 3
                world.buried[giver] = some_three(tiles_through(world, receiver), rng)
            giver += 1

    def choose_swaps(self, world: MahjongState, rng: Rng) -> None:
        """Seats that have chosen gave three of their tiles; the die lies already (M-22.2)."""
        if self.known.rules.direction == DIE:
            world.die = rng.below(6) + 1
        seat: i64 = 0
        while seat < 4:
            if seat != self.seat and not (world.waiting >> seat) & 1:
                held = unpack(world.counts(seat, 0), world.counts(seat, 1), world.counts(seat, 2))
                world.buried[seat] = some_three(held, rng)
            seat += 1

    def choose_suits(self, world: MahjongState, rng: Rng) -> None:
        """Seats that have declared have named some suit (M-23.1)."""
        seat: i64 = 0
        while seat < 4:
            if seat != self.seat and not (world.waiting >> seat) & 1:
                world.missing += rng.below(3) << 2 * seat
            seat += 1

    def place_hands(self, tiles: list[int], places: list[int], room: list[int]) -> None:
        """Fills void hands first, then the others; `repair` fixes shortages."""
        known = self.known
        strict: i64 = 1
        while strict >= 0:
            seat: i64 = 0
            while seat < 4:
                need: i64 = room[seat]
                most: i64 = self.most_missing[seat]
                if need > 0 and (most < need) == (strict == 1):
                    missing: i64 = -1 if self.choosing else known.missing_suit(seat)
                    at: i64 = 0
                    while at < len(tiles):
                        if places[at] == seat or places[at] == PINNED + seat:
                            need -= 1
                            if SUIT_OF[tiles[at]] == missing:
                                most -= 1
                        at += 1
                    at = 0
                    while at < len(tiles) and need > 0:
                        if places[at] == WALL:
                            if SUIT_OF[tiles[at]] != missing or most > 0:
                                if SUIT_OF[tiles[at]] == missing:
                                    most -= 1
                                places[at] = seat
                                need -= 1
                        at += 1
                    at = 0
                    while at < len(tiles) and need > 0:
                        if places[at] == WALL:
                            places[at] = seat
                            need -= 1
                        at += 1
                seat += 1
            strict -= 1
        if self.draws_apart():
            at = 0
            while at < len(tiles):
                if places[at] == WALL and (not known.rob or tiles[at] == known.tile):
                    places[at] = DRAWN
                    return
                at += 1

    def draws_apart(self) -> bool:
        """Whether a locked seat whose hand is planned has a drawn tile besides: in a rob window the one it declared."""
        known = self.known
        active: bool = known.phase == PHASE_TURN or (known.phase == PHASE_CLAIM and known.rob == 1)
        return active and known.turn != self.seat and known.is_locked(known.turn)

    def missing_in(self, tiles: list[int], places: list[int], seat: i64) -> i64:
        suit: i64 = self.known.missing_suit(seat)
        total: i64 = 0
        at: i64 = 0
        while at < len(tiles):
            if (places[at] == seat or places[at] == PINNED + seat) and SUIT_OF[tiles[at]] == suit:
                total += 1
            at += 1
        return total

    def repair(self, rng: Rng, tiles: list[int], places: list[int]) -> bool:
        """Swaps tiles of hands with too many of their missing suit until everything is legal."""
        known = self.known
        if self.choosing:
            return True
        seat: i64 = 0
        while seat < 4:
            if (self.hidden >> seat) & 1 and not known.has_won(seat):
                while self.missing_in(tiles, places, seat) > self.most_missing[seat]:
                    if not self.exchange(rng, tiles, places, seat):
                        return False
            seat += 1
        return True

    def exchange(self, rng: Rng, tiles: list[int], places: list[int], seat: i64) -> bool:
        suit: i64 = self.known.missing_suit(seat)
        n: i64 = len(tiles)
        out: i64 = 0
        while out < n and (places[out] != seat or SUIT_OF[tiles[out]] != suit):
            out += 1
        if out == n:
            return False
        start: i64 = rng.below(n)
        k: i64 = 0
        while k < n:
            at: i64 = (start + k) % n
            place: i64 = places[at]
            if place != GONE and place != seat and place < PINNED and SUIT_OF[tiles[at]] != suit:
                if place >= WALL:
                    takes: bool = place == WALL or not self.known.rob
                else:
                    takes = self.known.missing_suit(place) != suit
                    if not takes:
                        takes = self.missing_in(tiles, places, place) < self.most_missing[place]
                if takes:
                    places[at] = seat
                    places[out] = place
                    return True
            k += 1
        return False

    def move_in(self, world: MahjongState, tiles: list[int], places: list[int]) -> None:
        """Moves tiles to their hands; the rest, in shuffled order, is the wall."""
        wall: list[int] = [NO_TILE] * world.front
        at: i64 = 0
        while at < len(tiles):
            place: i64 = places[at]
            tile: i64 = tiles[at]
            if place < WALL:
                world.give(place, tile)
            elif place == WALL:
                wall.append(tile)
            elif place >= PINNED:
                world.give(place - PINNED, tile)
            elif place == DRAWN:
                world.give(world.turn, tile)
                world.drawn = tile
            at += 1
        world.wall = wall


def tiles_through(world: MahjongState, seat: i64) -> list[int]:
    """The tiles that a seat holds or has given away since the swap."""
    out = unpack(world.counts(seat, 0), world.counts(seat, 1), world.counts(seat, 2))
    gone = given_away(world, seat)
    for tile in range(27):
        for _ in range(gone[tile]):
            out.append(tile)
    return out


def given_away(known: MahjongState, seat: i64) -> list[int]:
    """By kind, the tiles that have left the seat's hand: discarded, melded, won by draw, robbed."""
    out: list[int] = [0] * 27
    declared: i64 = -1
    for code in known.log:
        packed: i64 = code
        kind: i64 = packed & 7
        by: i64 = (packed >> 3) & 3
        tile: i64 = (packed >> 5) & 31
        if (kind == WIN and (declared == seat or (by == seat and (packed >> 10) & 1))) or (by == seat and kind == DISCARD):
            out[tile] += 1
        elif by == seat and kind == PENG_MADE:
            out[tile] += 2
        elif by == seat and kind == KONG_MADE:
            made: i64 = (packed >> 10) & 3
            out[tile] += 3 if made == KONG_EXPOSED else (4 if made == KONG_CONCEALED else 1)
        if kind != ANSWER:
            declared = by if kind == FURTHER and (packed >> 10) & 7 == DECLARED else -1
    return out


def some_three(tiles: list[int], rng: Rng) -> i64:
    """Three random tiles of one random suit that has as many, as a burial."""
    rng.shuffle(tiles)
    for first in tiles:
        of_suit = [tile for tile in tiles if SUIT_OF[tile] == SUIT_OF[first]]
        if len(of_suit) >= 3:
            three = sorted(of_suit[:3])
            return bury_action(three[0], three[1], three[2])
    raise AssertionError  # thirteen tiles have a suit of five (M-3.2)
