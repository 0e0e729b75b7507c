"""Worlds: deals with exactly a given view, for search.

Consistency is exact: counts, melds, rivers, burials of the missing suits, the void-first rule (a seat that discarded another
suit held no tile of its missing suit then), and for every locked seat a hand that wins on each tile it has won with, with the
patterns shown. In an open window that does not wait for the viewer, somebody else has a claim.

The distribution is close to that of physical deals, but not equal. Locked hands are drawn by their physical weights, suit
sizes first (jointplan.py), each ignoring the others, and kept only if the tiles suffice; void hands are filled before the
others; if suits are so scarce that this fails, tiles are swapped at random until every place is legal. The others are assumed
to have given no answer in a window and given up no win, and a drawn tile that was kept carries no information.
"""

from __future__ import annotations

from typing import Final

from qipai.core.errors import BadRecord
from qipai.core.rng import Rng
from qipai.core.text import Text
from qipai.games.mahjong.actions import buried_tiles, bury_action
from qipai.games.mahjong.events import DISCARD, DRAW, KONG_MADE, PENG_MADE, WIN
from qipai.games.mahjong.jointplan import JointPlan, Places
from qipai.games.mahjong.lockedhand import UNCHECKED, HandPlan
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED
from qipai.games.mahjong.position import (
    AT_START,
    BY_PENG,
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_TURN,
    RIGHTS_MASK,
    SEAT_BIT,
)
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import COPIES, NO_TILE, SUIT_OF, UNIT_OF, count_in, unpack
from qipai.native import i64

WALL: Final = 4  # places of tiles: hands 0..3, then these
DRAWN: Final = 5  # a locked seat's drawn tile
GONE: Final = 6
ANY_NUMBER: Final = 99
JOINT_TRIES: Final = 40
CLAIM_TRIES: Final = 16
CLAIM_TRIES_AGAIN: Final = 3  # if claims have proved rare in this view's worlds
FORCED_TRIES: Final = 20_000  # a few usually suffice; tight late positions have needed hundreds
SLOW_AFTER: Final = 6

BY_PAIR: Final = 0
BY_WIN: Final = 1


def no_world() -> BadRecord:
    return BadRecord("BAD_VIEW", reason=Text("no deal gives this view", "没有哪种发牌能得到这个视角"))


def draw_world(view: MahjongView, rng: Rng) -> MahjongState:
    """A state with exactly this view."""
    known = view.known
    if known.phase == PHASE_FINISHED:
        return known.clone()
    plan = view.plan
    if not isinstance(plan, WorldPlan):
        plan = WorldPlan(view.seat, known)
        view.plan = plan
    return plan.sample(rng)


def unseen_copies(known: MahjongState) -> list[int]:
    """By kind: four minus absent, melded, in rivers, won by draw, and known in hands and burials (M-16.1)."""
    left: list[int] = [COPIES] * 27
    for code in known.log:
        kind = code & 7
        tile = (code >> 5) & 31
        if kind == DISCARD:
            left[tile] -= 1
        elif kind == PENG_MADE:
            left[tile] -= 2
        elif kind == KONG_MADE:
            made = (code >> 10) & 3
            left[tile] -= 3 if made == KONG_EXPOSED else (4 if made == KONG_CONCEALED else 1)
        elif kind == WIN and (code >> 10) & 1:
            left[tile] -= 1
    for seat in range(4):
        for tile in unpack(known.counts(seat, 0), known.counts(seat, 1), known.counts(seat, 2)):
            left[tile] -= 1
        if known.buried[seat]:
            for tile in buried_tiles(known.buried[seat]):
                left[tile] -= 1
    for tile in unpack(known.absent[0], known.absent[1], known.absent[2]):
        left[tile] -= 1
    return left


class WorldPlan:
    """What a view implies about the unseen tiles; created once per view, sampled many times."""

    def __init__(self, seat: i64, known: MahjongState) -> None:
        self.seat: i64 = seat
        self.known = known
        self.pool: list[int] = [0, 0, 0]  # unseen tiles, packed by suit
        self.room: list[int] = [0, 0, 0, 0]  # tiles that each unlocked hand still needs
        self.most_missing: list[int] = [ANY_NUMBER] * 4  # void-first: the limit of its missing suit
        self.hidden: i64 = 0  # seats whose hands are not known
        self.locked: list[HandPlan] = []
        self.claim_needed: bool = known.phase == PHASE_CLAIM and known.waiting == 0
        self.claim_tries: i64 = CLAIM_TRIES
        self.claimers: dict[int, JointPlan] = {}  # seat -> plans in which it wins on the discard
        self.count_unseen()
        self.measure_rooms()
        self.joint = self.join(self.locked)

    def count_unseen(self) -> None:
        left = unseen_copies(self.known)
        for tile in range(27):
            self.pool[tile // 9] += left[tile] * UNIT_OF[tile]

    def measure_rooms(self) -> None:
        known = self.known
        self.track_missing()
        for seat in range(4):
            if seat == self.seat:
                continue
            if known.phase == PHASE_BURY:
                self.hidden |= SEAT_BIT[seat]
                self.room[seat] = 14 if seat == known.dealer else 13
                continue
            if known.is_locked(seat):
                if not known.rules.show_locked_hands:
                    self.hidden |= SEAT_BIT[seat]
                    self.locked.append(self.locked_plan(seat, -1, self.pool))
                continue
            self.hidden |= SEAT_BIT[seat]
            on_turn = known.phase == PHASE_TURN and known.turn == seat
            self.room[seat] = 10 - 3 * (known.melds[seat] & 3) + (1 if on_turn else 0)

    def track_missing(self) -> None:
        """How many tiles of its missing suit each seat can hold (M-4.4, M-16.7)."""
        known = self.known
        most = self.most_missing
        for code in known.log:
            kind = code & 7
            seat = (code >> 3) & 3
            if kind == DRAW:
                most[seat] += 1
            elif kind == WIN:
                most[seat] = 0
            elif kind == DISCARD:
                if SUIT_OF[(code >> 5) & 31] == known.missing_suit(seat):
                    most[seat] -= 1
                else:
                    most[seat] = 0

    def locked_plan(self, seat: i64, also: i64, pool: list[int]) -> HandPlan:
        """A hand that wins on all tiles the seat has won with, and on `also` (-1: none)."""
        known = self.known
        wins: list[int] = []
        patterns: list[int] = []
        for code in known.log:
            if code & 7 == WIN and (code >> 3) & 3 == seat:
                tile = (code >> 5) & 31
                if tile not in wins:
                    wins.append(tile)
                    patterns.append(code >> 13)
        if also >= 0 and also not in wins:
            wins.append(also)
            patterns.append(UNCHECKED)
        return HandPlan(seat, known.missing_suit(seat), known.melds[seat], wins, patterns, known.rules.qing_extra, pool)

    # sampling
    def sample(self, rng: Rng) -> MahjongState:
        tries: i64 = 0
        while tries < self.claim_tries:
            world = self.attempt(rng, self.joint, -1, 0)
            if world is not None and (not self.claim_needed or self.claim_open(world)):
                return world
            if world is None and tries > 0:
                break
            tries += 1
        if self.claim_needed:
            self.claim_tries = CLAIM_TRIES_AGAIN
            return self.sample_claim(rng)
        return self.sample_slowly(rng)

    def sample_slowly(self, rng: Rng) -> MahjongState:
        """Draws locked hands one after another, each from what the others left."""
        tries: i64 = 0
        while tries < FORCED_TRIES:
            plans = self.one_by_one(rng, self.locked)
            if plans is not None:
                world = self.attempt_with(rng, plans, -1, 0)
                if world is not None:
                    return world
            tries += 1
        raise no_world()

    def one_by_one(self, rng: Rng, plans: list[HandPlan]) -> list[HandPlan] | None:
        """The same plans, each drawn from the tiles left by those before; None if one fails."""
        order = list(range(len(plans)))
        rng.shuffle(order)
        pool = self.pool[:]
        out: list[HandPlan] = []
        for k in order:
            plan = plans[k]
            fresh = HandPlan(
                plan.seat,
                self.known.missing_suit(plan.seat),
                plan.melds,
                plan.wins,
                plan.patterns,
                plan.qing_extra,
                pool,
            )
            if not fresh.draw(rng):
                return None
            pool[fresh.first_suit] -= fresh.first
            pool[fresh.second_suit] -= fresh.second
            out.append(fresh)
        return out

    def claim_open(self, world: MahjongState) -> bool:
        """Whether a seat other than the viewer still has to answer."""
        return world.waiting != 0

    def sample_claim(self, rng: Rng) -> MahjongState:
        """Gives some seat a claim on the discard: a pair of it, or a hand that it completes."""
        known = self.known
        unseen = count_in(self.pool[SUIT_OF[known.tile]], known.tile)
        ways: list[int] = []
        for seat in range(4):
            if seat == known.turn or seat == self.seat or known.missing_suit(seat) == SUIT_OF[known.tile]:
                continue
            if (self.hidden >> seat) & 1:
                if self.claiming(seat).chosen:
                    ways.append(2 * seat + BY_WIN)
                if not known.is_locked(seat) and self.room[seat] >= 2 and unseen >= 2:
                    ways.append(2 * seat + BY_PAIR)
        tries: i64 = 0
        while tries < FORCED_TRIES and ways:
            way = ways[rng.below(len(ways))]
            seat = way // 2
            world: MahjongState | None = None
            if way % 2 == BY_PAIR:
                world = self.attempt(rng, self.joint, seat, 2)
            else:
                joint = self.claiming(seat)
                world = self.attempt(rng, joint, -1, 0)
                if world is None and tries > SLOW_AFTER:
                    drawn = self.one_by_one(rng, joint.plans)
                    if drawn is not None:
                        world = self.attempt_with(rng, drawn, -1, 0)
            if world is not None and self.claim_open(world):
                return world
            tries += 1
        raise no_world()

    def claiming(self, seat: int) -> JointPlan:
        """The locked hands, plus a hand for this seat, locked or not, that the discard completes."""
        joint = self.claimers.get(seat)
        if joint is None:
            plans = [self.locked_plan(seat, self.known.tile, self.pool)]
            plans += [plan for plan in self.locked if plan.seat != seat]
            joint = self.join(plans)
            self.claimers[seat] = joint
        return joint

    def attempt(self, rng: Rng, joint: JointPlan, pair_seat: i64, copies: i64) -> MahjongState | None:
        """Draws locked hands independently until the tiles suffice for all."""
        tries: i64 = 0
        while tries < JOINT_TRIES:
            if joint.draw(rng):
                world = self.attempt_with(rng, joint.plans, pair_seat, copies)
                if world is not None:
                    return world
                if pair_seat >= 0:
                    return None
            tries += 1
        return None

    def join(self, plans: list[HandPlan]) -> JointPlan:
        """What remains for other places when these seats are drawn by plan."""
        known = self.known
        places = Places()
        planned = [plan.seat for plan in plans]
        if known.phase == PHASE_BURY:
            places.free = 108
        else:
            for seat in range(4):
                if seat != self.seat:
                    places.buried[known.missing_suit(seat)] += 3
                if self.room[seat] and seat not in planned:
                    places.sizes.append(self.room[seat])
                    places.missing.append(known.missing_suit(seat))
                    places.most.append(self.most_missing[seat])
            places.free = known.wall_left()
            if known.phase == PHASE_TURN and known.turn != self.seat and known.is_locked(known.turn):
                places.free += 1
        return JointPlan(plans, self.pool, places)

    def attempt_with(self, rng: Rng, plans: list[HandPlan], pair_seat: i64, copies: i64) -> MahjongState | None:
        """Fills every unseen place around the drawn locked hands; None if the suits do not fit."""
        known = self.known
        world = known.clone()
        pool = self.pool[:]
        room = self.room[:]
        for plan in plans:
            pool[plan.first_suit] -= plan.first
            pool[plan.second_suit] -= plan.second
            world.put(plan.seat, plan.first_suit, plan.first)
            world.put(plan.seat, plan.second_suit, plan.second)
            room[plan.seat] = 0
        tiles = unpack(pool[0], pool[1], pool[2])
        rng.shuffle(tiles)
        places: list[int] = [WALL] * len(tiles)
        if known.phase != PHASE_BURY and not self.place_burials(world, tiles, places):
            return None
        if pair_seat >= 0 and not self.place_copies(tiles, places, pair_seat, copies):
            return None
        self.place_hands(tiles, places, room)
        if not self.repair(rng, tiles, places):
            return None
        self.move_in(world, tiles, places)
        self.finish(world, rng)
        return world

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

    def finish(self, world: MahjongState, rng: Rng) -> None:
        """What follows from the hands: the drawn tile, the 14th, the claims."""
        known = self.known
        if world.fourteenth == NO_TILE:
            world.fourteenth = self.some_tile(world, world.dealer, rng, -1)
        if known.phase == PHASE_BURY:
            world.waiting = 15
            if self.seat >= 0 and not known.waiting:
                world.waiting = 15 & ~SEAT_BIT[self.seat]
        elif known.phase == PHASE_TURN:
            turn: i64 = known.turn
            if turn != self.seat and world.drawn == NO_TILE and known.origin != BY_PENG and known.origin != AT_START:
                missing: i64 = known.missing_suit(turn)
                counts: i64 = world.counts(turn, missing)
                held: i64 = 0
                while counts:
                    held += counts & 7
                    counts >>= 3
                world.drawn = self.some_tile(world, turn, rng, missing if held >= self.most_missing[turn] else -1)
        else:
            self.open_claims(world)

    def open_claims(self, world: MahjongState) -> None:
        """The window that these hands open, with the viewer's own rights and answer as in the view."""
        known = self.known
        world.open_window()
        if self.seat >= 0:
            own: i64 = RIGHTS_MASK[self.seat]
            world.rights = (world.rights & ~own) | (known.rights & own)
            world.waiting = (world.waiting & ~SEAT_BIT[self.seat]) | known.waiting
            world.answers = known.answers

    def some_tile(self, world: MahjongState, seat: i64, rng: Rng, suit: i64) -> i64:
        """A random tile of a hand, each copy equally likely; of one suit if given."""
        held = unpack(world.counts(seat, 0), world.counts(seat, 1), world.counts(seat, 2))
        if suit >= 0:
            held = [tile for tile in held if SUIT_OF[tile] == suit]
        if not held:
            return NO_TILE
        return held[rng.below(len(held))]
