"""Fills the unseen places of a world: burials, hands that are not locked, the wall."""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.actions import bury_action
from qipai.games.mahjong.position import PHASE_BURY, PHASE_TURN
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import NO_TILE, SUIT_OF
from qipai.native import i64

WALL: Final = 4  # places of tiles: hands 0..3, then these
DRAWN: Final = 5  # a locked seat's drawn tile
GONE: Final = 6
ANY_NUMBER: Final = 99


class Filler:
    """The places of one view and their limits."""

    def __init__(self, seat: i64, known: MahjongState) -> None:
        self.seat: i64 = seat
        self.known = known
        self.most_missing: list[int] = [ANY_NUMBER] * 4  # void-first: the limit of its missing suit
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

    def place_copies(self, tiles: list[int], places: list[int], seat: i64, copies: i64) -> bool:
        """Puts that many copies of the discard into one hand."""
        at: i64 = 0
        while at < len(tiles) and copies > 0:
            if places[at] == WALL and tiles[at] == self.known.tile:
                places[at] = seat
                copies -= 1
            at += 1
        return copies == 0

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
                    missing: i64 = known.missing_suit(seat) if known.phase != PHASE_BURY else -1
                    at: i64 = 0
                    while at < len(tiles):
                        if places[at] == seat:
                            need -= 1
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
        if known.phase == PHASE_TURN and known.turn != self.seat and known.is_locked(known.turn):
            at = 0
            while at < len(tiles):
                if places[at] == WALL:
                    places[at] = DRAWN
                    return
                at += 1

    def missing_in(self, tiles: list[int], places: list[int], seat: i64) -> i64:
        suit: i64 = self.known.missing_suit(seat)
        total: i64 = 0
        at: i64 = 0
        while at < len(tiles):
            if places[at] == seat and SUIT_OF[tiles[at]] == suit:
                total += 1
            at += 1
        return total

    def repair(self, rng: Rng, tiles: list[int], places: list[int]) -> bool:
        """Swaps tiles of hands with too many of their missing suit until everything is legal."""
        known = self.known
        if known.phase == PHASE_BURY:
            return True
        seat: i64 = 0
        while seat < 4:
            if (self.hidden >> seat) & 1 and not known.is_locked(seat):
                while self.missing_in(tiles, places, seat) > self.most_missing[seat]:
                    if not self.exchange(rng, tiles, places, seat):
                        return False
            seat += 1
        return True

    def exchange(self, rng: Rng, tiles: list[int], places: list[int], seat: i64) -> bool:
        suit: i64 = self.known.missing_suit(seat)
        n: i64 = len(tiles)
        out: i64 = 0
        while places[out] != seat or SUIT_OF[tiles[out]] != suit:
            out += 1
        start: i64 = rng.below(n)
        k: i64 = 0
        while k < n:
            at: i64 = (start + k) % n
            place: i64 = places[at]
            if place != GONE and place != seat and SUIT_OF[tiles[at]] != suit:
                takes: bool = place >= WALL or self.known.missing_suit(place) != suit
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
            elif place == DRAWN:
                world.give(world.turn, tile)
                world.drawn = tile
            at += 1
        world.wall = wall
