"""Worlds: deals with exactly a given view, for search.

Consistency is exact: counts, melds, rivers, burials of the missing suits, the void-first rule (a seat that discarded another
suit held no tile of its missing suit then), and for every winner a hand that wins on each tile it has won with, with the
patterns shown. In an open window that does not wait for the viewer, somebody else has a claim. The tiles that the viewer gave
away in a swap lie with the seat that got them until they have left it (M-33.3).

The distribution is close to that of physical deals, but not equal. Locked hands are drawn by their physical weights, suit
sizes first (jointplan.py), each ignoring the others, and kept only if the tiles suffice; void hands are filled before the
others; if suits are so scarce that this fails, tiles are swapped at random until every place is legal. The others are assumed
to have given no answer in a window and given up no win, and a drawn tile that was kept carries no information.
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.core.views import no_world
from qipai.games.mahjong.actions import buried_tiles
from qipai.games.mahjong.events import DISCARD, DRAW, WIN
from qipai.games.mahjong.habits import Habits
from qipai.games.mahjong.jointplan import JointPlan, Places
from qipai.games.mahjong.lockedhand import HandPlan, contains
from qipai.games.mahjong.position import (
    AT_START,
    BY_PENG,
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_MISSING,
    PHASE_SWAP,
    PHASE_TURN,
    RIGHTS_MASK,
    SAME_WAITS,
    SEAT_BIT,
)
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import NO_TILE, SUIT_OF, UNIT_OF, count_in, size_of, unpack
from qipai.games.mahjong.unseen import unseen_copies
from qipai.games.mahjong.view import held_count
from qipai.games.mahjong.wonhand import WonHand
from qipai.games.mahjong.world_places import WALL, Filler, given_away
from qipai.games.mahjong.world_search import hands_that_fit
from qipai.native import i64

JOINT_TRIES: Final = 40
CLAIM_TRIES: Final = 16
CLAIM_TRIES_AGAIN: Final = 3  # if claims have proved rare in this view's worlds
FORCED_TRIES: Final = 400  # a few usually suffice; in tight late positions that need more, a search decides
FILLS: Final = 8  # ways to fill the other places around hands that a search has found
EASY_CLAIMS: Final = 3  # worlds drawn in the hope that somebody has a claim
SLOW_AFTER: Final = 6

# a way to claim a discard: 3 * seat + one of these
BY_PAIR: Final = 0
BY_WIN: Final = 1
BY_KONG: Final = 2  # of a locked seat (M-28.4)


def draw_world(view: MahjongView, rng: Rng) -> MahjongState:
    """A state with exactly this view."""
    known = view.known
    if known.phase == PHASE_FINISHED:
        return open_world(known, rng)
    return plan_of(view).sample(rng)


def likely_world(view: MahjongView, rng: Rng) -> MahjongState:
    """A state with exactly this view, in which the others hold what players hold (habits.py), in the Sichuan family."""
    known = view.known
    if view.seat < 0 or not known.rules.sichuan or known.rob or known.phase not in (PHASE_TURN, PHASE_CLAIM):
        return draw_world(view, rng)
    plan = plan_of(view)
    if plan.habits is None:
        plan.habits = Habits(known, view.seat, plan.pinned, plan.most_missing)
    plan.likely = True
    world = plan.sample(rng)
    plan.likely = False
    return world


def plan_of(view: MahjongView) -> WorldPlan:
    plan = view.plan
    if not isinstance(plan, WorldPlan):
        plan = WorldPlan(view.seat, view.known)
        view.plan = plan
    return plan


def open_world(known: MahjongState, rng: Rng) -> MahjongState:
    """Once it is over nothing is hidden but the rest of the wall, which a view that was read does not have."""
    world = known.clone()
    if not known.wall and known.wall_left():
        left = unseen_copies(known)
        rest: list[int] = []
        for tile in range(27):
            for _ in range(left[tile]):
                rest.append(tile)
        rng.shuffle(rest)
        world.wall = [NO_TILE] * known.front + rest
    return world


class WorldPlan(Filler):
    """What a view implies about the unseen tiles; created once per view, sampled many times."""

    def __init__(self, seat: i64, known: MahjongState) -> None:
        super().__init__(seat, known)
        self.pool: list[int] = [0, 0, 0]  # unseen tiles, packed by suit
        self.room: list[int] = [0, 0, 0, 0]  # tiles that each unlocked hand still needs
        self.locked: list[HandPlan] = []
        self.claim_needed: bool = known.phase == PHASE_CLAIM and known.waiting == 0
        self.claim_tries: i64 = CLAIM_TRIES
        self.habits: Habits | None = None
        self.likely: bool = False  # whether hands are arranged as players do
        self.claimers: dict[int, JointPlan] = {}  # plans in which a way to claim the discard is open
        self.count_unseen()
        self.measure_rooms()
        self.joint = self.join(self.locked, self.pinned)

    def count_unseen(self) -> None:
        left = unseen_copies(self.known)
        for tile in range(27):
            self.pool[tile // 9] += left[tile] * UNIT_OF[tile]

    def measure_rooms(self) -> None:
        known = self.known
        self.track_missing()
        won: list[int] = []
        for seat in range(4):
            if seat == self.seat or (known.has_won(seat) and known.rules.show_locked_hands):
                continue
            self.hidden |= SEAT_BIT[seat]
            self.pin_given(seat)
            if known.has_won(seat):
                won.append(seat)
            else:
                self.room[seat] = held_count(known, seat)
        left = self.left_for(won, self.pinned)
        for seat in won:
            self.locked.append(self.locked_plan(seat, -1, left))

    def left_for(self, seats: list[int], pinned: list[list[int]]) -> list[int]:
        """The unseen tiles without those that other seats must hold; none, if they are not there."""
        left = self.pool[:]
        for seat in range(4):
            if seat not in seats:
                for suit in range(3):
                    if not contains(left[suit], pinned[seat][suit]):
                        return [0, 0, 0]
                    left[suit] -= pinned[seat][suit]
        return left

    def pin_given(self, seat: i64) -> None:
        """What the seat must hold: tiles that the viewer gave it and that have not left it, and a kong that it declared."""
        known = self.known
        pinned = self.pinned[seat]
        if known.rules.swap and known.phase != PHASE_SWAP and self.seat >= 0:
            if seat == (self.seat + known.swap_direction()) & 3:
                left = given_away(known, seat)
                given = buried_tiles(known.buried[self.seat])
                for tile in given:
                    if left[tile] > 0:
                        left[tile] -= 1
                    else:
                        pinned[SUIT_OF[tile]] += UNIT_OF[tile]
        if known.rob and seat == known.turn and not known.is_locked(seat):
            if count_in(pinned[SUIT_OF[known.tile]], known.tile) == 0:
                pinned[SUIT_OF[known.tile]] += UNIT_OF[known.tile]

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
            elif kind == DISCARD and known.rules.missing_first:
                if SUIT_OF[(code >> 5) & 31] == known.missing_suit(seat):
                    most[seat] -= 1
                else:
                    most[seat] = 0

    def locked_plan(self, seat: i64, also: i64, pool: list[int]) -> HandPlan:
        """A hand that wins on all tiles the seat has won with, and on `also` (-1: none)."""
        return HandPlan(seat, WonHand(self.known, seat), also, self.pinned[seat], pool)

    # sampling
    def sample(self, rng: Rng) -> MahjongState:
        tries: i64 = 0
        while tries < self.claim_tries:
            world = self.attempt(rng, self.joint)
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
                world = self.attempt_with(rng, plans, self.pinned)
                if world is not None:
                    return world
            tries += 1
        return self.search(rng)

    def one_by_one(self, rng: Rng, plans: list[HandPlan]) -> list[HandPlan] | None:
        """The same plans, each drawn from the tiles left by those before; None if one fails."""
        order = list(range(len(plans)))
        rng.shuffle(order)
        pool = self.left_for([plan.seat for plan in plans], self.pinned)
        out: list[HandPlan] = []
        for k in order:
            plan = plans[k]
            fresh = HandPlan(plan.seat, plan.past, plan.also, plan.held, pool, plan.kong)
            if not fresh.draw(rng):
                return None
            pool[fresh.first_suit] -= fresh.first
            pool[fresh.second_suit] -= fresh.second
            out.append(fresh)
        return out

    def claim_open(self, world: MahjongState) -> bool:
        """Whether a seat other than the viewer still has to answer."""
        return world.waiting != 0

    def ways_to_claim(self) -> list[int]:
        """Who may have a claim on the discard, and how: a pair of it, a hand that it completes, a locked one with three."""
        known = self.known
        unseen = count_in(self.pool[SUIT_OF[known.tile]], known.tile)
        ways: list[int] = []
        for seat in range(4):
            if seat == known.turn or seat == self.seat or known.missing_suit(seat) == SUIT_OF[known.tile]:
                continue
            if (known.gone >> seat) & 1:
                continue
            if (self.hidden >> seat) & 1:
                if self.claiming(3 * seat + BY_WIN).chosen:
                    ways.append(3 * seat + BY_WIN)
                if known.rob:
                    continue
                if not known.is_locked(seat):
                    if self.room[seat] >= 2 and unseen >= 2 and self.claiming(3 * seat + BY_PAIR).chosen:
                        ways.append(3 * seat + BY_PAIR)
                elif known.rules.locked_kong == SAME_WAITS and unseen >= 3 and self.claiming(3 * seat + BY_KONG).chosen:
                    ways.append(3 * seat + BY_KONG)
        return ways

    def sample_claim(self, rng: Rng) -> MahjongState:
        """Gives some seat a claim on the discard."""
        ways = self.ways_to_claim()
        tries: i64 = 0
        while tries < FORCED_TRIES and ways:
            world = self.attempt_claim(rng, ways[rng.below(len(ways))], tries > SLOW_AFTER)
            if world is not None and self.claim_open(world):
                return world
            tries += 1
        return self.search(rng)

    def attempt_claim(self, rng: Rng, way: i64, slowly: bool) -> MahjongState | None:
        joint = self.claiming(way)
        world = self.attempt(rng, joint)
        if world is None and slowly:
            drawn = self.one_by_one(rng, joint.plans)
            if drawn is not None:
                world = self.attempt_with(rng, drawn, joint.pinned)
        return world

    def find(self, rng: Rng) -> MahjongState:
        """A world, at a bounded cost; which one is of no importance. BAD_VIEW if there is none."""
        if not self.claim_needed:
            world = self.attempt(rng, self.joint)
            return world if world is not None else self.search(rng)
        tries: i64 = 0
        while tries < EASY_CLAIMS:
            world = self.attempt(rng, self.joint)
            if world is not None and self.claim_open(world):
                return world
            tries += 1
        for way in self.ways_to_claim():
            world = self.attempt_claim(rng, way, False)
            if world is not None and self.claim_open(world):
                return world
        return self.search(rng)

    def search(self, rng: Rng) -> MahjongState:
        """A world found hand by hand, where drawing fails. BAD_VIEW."""
        world = self.search_with(rng, self.joint)  # a hand that is shown may have the claim
        if world is not None:
            return world
        if self.claim_needed:
            for way in self.ways_to_claim():
                world = self.search_with(rng, self.claiming(way))
                if world is not None:
                    return world
        raise no_world()

    def search_with(self, rng: Rng, joint: JointPlan) -> MahjongState | None:
        if not hands_that_fit(joint, joint.left, rng):
            return None
        for _ in range(FILLS):
            world = self.attempt_with(rng, joint.plans, joint.pinned)
            if world is not None and (not self.claim_needed or self.claim_open(world)):
                return world
        return None

    def claiming(self, way: int) -> JointPlan:
        """The locked hands, plus a hand for this seat that the discard completes or makes a kong; or the seat has a pair."""
        joint = self.claimers.get(way)
        if joint is None:
            seat = way // 3
            if way % 3 == BY_PAIR:
                pinned = self.pinned[:]
                pinned[seat] = self.with_copies(seat, 2)
                joint = self.join(self.locked, pinned)
            else:
                others = [plan for plan in self.locked if plan.seat != seat]
                left = self.left_for([seat] + [plan.seat for plan in others], self.pinned)
                if way % 3 == BY_KONG:
                    three = self.with_copies(seat, 3)
                    claimer = HandPlan(seat, WonHand(self.known, seat), -1, three, left, self.known.tile)
                else:
                    claimer = self.locked_plan(seat, self.known.tile, left)
                joint = self.join([claimer, *others], self.pinned)
            self.claimers[way] = joint
        return joint

    def with_copies(self, seat: i64, copies: i64) -> list[int]:
        """What the seat must hold, with at least this many copies of the discard."""
        held = self.pinned[seat][:]
        tile: i64 = self.known.tile
        suit: i64 = SUIT_OF[tile]
        while count_in(held[suit], tile) < copies:
            held[suit] += UNIT_OF[tile]
        return held

    def attempt(self, rng: Rng, joint: JointPlan) -> MahjongState | None:
        """Draws locked hands independently until the tiles suffice for all."""
        tries: i64 = 0
        while tries < JOINT_TRIES:
            if joint.draw(rng):
                world = self.attempt_with(rng, joint.plans, joint.pinned)
                if world is not None:
                    return world
            tries += 1
        return None

    def join(self, plans: list[HandPlan], pinned: list[list[int]]) -> JointPlan:
        """What remains for other places when these seats are drawn by plan, and the others hold what is pinned to them."""
        known = self.known
        places = Places()
        planned = [plan.seat for plan in plans]
        if self.choosing:
            places.free = 108
        else:
            for seat in range(4):
                if seat != self.seat and not known.rules.sichuan:
                    places.buried[known.missing_suit(seat)] += 3
                if self.room[seat] and seat not in planned:
                    missing = known.missing_suit(seat)
                    places.sizes.append(self.room[seat] - sum([size_of(counts) for counts in pinned[seat]]))
                    places.missing.append(missing)
                    places.most.append(self.most_missing[seat] - size_of(pinned[seat][missing]))
            places.free = known.wall_left()
            if self.draws_apart():
                places.free += 1
        return JointPlan(plans, self.left_for(planned, pinned), places, pinned)

    def attempt_with(self, rng: Rng, plans: list[HandPlan], pinned: list[list[int]]) -> MahjongState | None:
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
        for seat in range(4):
            if room[seat] and not self.pin(tiles, places, seat, pinned[seat]):
                return None
        if not self.choosing and not known.rules.sichuan and not self.place_burials(world, tiles, places):
            return None
        self.place_hands(tiles, places, room)
        if not self.repair(rng, tiles, places):
            return None
        self.move_in(world, tiles, places)
        if self.likely and self.habits is not None:
            self.habits.arrange(world, rng)
        self.finish(world, rng)
        return world

    def finish(self, world: MahjongState, rng: Rng) -> None:
        """What follows from the hands: the drawn tile, the 14th, the claims."""
        known = self.known
        if world.fourteenth == NO_TILE:
            world.fourteenth = self.some_tile(world, world.dealer, rng, -1)
        if known.phase == PHASE_BURY:
            world.waiting = 15
            if self.seat >= 0 and not known.waiting:
                world.waiting = 15 & ~SEAT_BIT[self.seat]
            return
        if known.phase == PHASE_SWAP:
            self.choose_swaps(world, rng)
            return
        if known.rules.swap:
            self.swap_others(world, rng)
        if known.phase == PHASE_MISSING:
            self.choose_suits(world, rng)
        elif known.phase == PHASE_TURN or known.rob:
            turn: i64 = known.turn
            if turn != self.seat and world.drawn == NO_TILE and known.origin != BY_PENG and known.origin != AT_START:
                missing: i64 = known.missing_suit(turn)
                counts: i64 = world.counts(turn, missing)
                held: i64 = 0
                while counts:
                    held += counts & 7
                    counts >>= 3
                world.drawn = self.some_tile(world, turn, rng, missing if held >= self.most_missing[turn] else -1)
        if known.phase == PHASE_CLAIM:
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
