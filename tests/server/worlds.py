"""Two deals that a seat cannot tell apart, and one script of public moves that both can follow."""

from __future__ import annotations

import random
from typing import NamedTuple

from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR, State

LINGER = 4.0  # seconds in which everybody has chosen who is to, and nobody's time is up
TRIED = 8  # pairs of moves that may look the same in both worlds
Moves = dict[tuple[int, int], int]  # (version, seat): what the seat plays then


class Script(NamedTuple):
    game: Game
    seat: int  # whose view it is
    starts: tuple[State, State]
    moves: tuple[Moves, Moves]
    steps: int  # public steps that both worlds make alike
    differ: frozenset[str]  # in what the worlds differ: "window", "forced", "choice"
    rules: dict[str, object] | None = None
    linger: float = 0.0  # seconds for which it is looked at least


def asked(state: State) -> list[int]:
    return [seat for seat in range(len(state.returns())) if (state.to_act() >> seat) & 1]


def secretive(state: State) -> bool:
    """Nobody may know who is asked."""
    return state.view(SPECTATOR).public().get("to_act", ()) is None


def alike(one: State, other: State, seat: int) -> bool:
    return one.view(seat) == other.view(seat) and one.version() == other.version()


def texts(game: Game, state: State, seat: int) -> dict[str, int]:
    view = state.view(seat)
    return {game.write(view, action): action for action in state.legal(seat)}


def answer_window(game: Game, state: State, moves: Moves, own: int, rng: random.Random) -> None:
    """Everybody who is asked in secret answers: the player's seat with anything, others with a pass where there is one."""
    while not state.over() and secretive(state):
        for seat in asked(state):
            legal = texts(game, state, seat)
            wish = random.Random(state.version()).choice(sorted(legal)) if seat == own else rng.choice(sorted(legal))
            action = legal[wish] if seat == own else legal.get("pass", legal[wish])
            moves[state.version(), seat] = action
            state.apply(seat, action)


class Follower:
    """Both worlds, played side by side as long as the seat cannot tell them apart."""

    def __init__(self, game: Game, start: State, world: State, seat: int, seed: int, first: str = "") -> None:
        """`first`: the move to begin with."""
        self.game = game
        self.first = first
        self.seat = seat
        self.starts = (start.copy(), world.copy())
        self.now = (start, world)
        self.moves: tuple[Moves, Moves] = ({}, {})
        self.rng = random.Random(seed)
        self.differ: set[str] = set()
        self.shown = start.version()  # as far as both look the same

    def follow(self, steps: int) -> Script:
        while self.shown < self.starts[0].version() + steps and self.step():
            pass
        for state, moves in zip(self.now, self.moves, strict=True):
            answer_window(self.game, state, moves, self.seat, self.rng)
        return self.script()

    def script(self) -> Script:
        steps = self.shown - self.starts[0].version()
        return Script(self.game, self.seat, self.starts, self.moves, steps, frozenset(self.differ))

    def step(self) -> bool:
        """One more public step; False when there is none that looks the same in both."""
        one, other = self.now
        for state, moves in zip(self.now, self.moves, strict=True):
            answer_window(self.game, state, moves, self.seat, self.rng)
        if one.over() or other.over() or not alike(one, other, self.seat) or one.to_act() != other.to_act():
            return False
        self.shown = one.version()
        seat = asked(one)[0]
        mine, theirs = texts(self.game, one, seat), texts(self.game, other, seat)
        common = sorted(move for move in mine.keys() & theirs.keys() if move == self.first or not self.first)
        self.first = ""
        self.rng.shuffle(common)
        found = [move for move in common[:TRIED] if self.same_after(seat, mine[move], theirs[move])]
        found.sort(key=lambda move: -len(self.differences(seat, mine[move], theirs[move])))
        if not found:
            return False
        actions = (mine[found[0]], theirs[found[0]])
        self.differ |= self.differences(seat, *actions)
        for state, moves, action in zip(self.now, self.moves, actions, strict=True):
            moves[state.version(), seat] = action
        after = self.after(seat, *actions)
        for state, action in zip(self.now, actions, strict=True):
            state.apply(seat, action)
        self.shown = after[0].version()
        return True

    def choose(self, hold: bool) -> bool:
        """Everybody chooses in secret, others not alike in both worlds; `hold`: but for the next seat, for which all wait."""
        version, held = self.shown, (self.seat + 1) % len(self.now[0].returns())
        while self.now[0].version() == version:
            left = [seat for seat in asked(self.now[0]) if seat != held or not hold]
            if not left:
                return True
            seat = left[0]
            mine, theirs = (texts(self.game, state, seat) for state in self.now)
            common = sorted(mine.keys() & theirs.keys())
            pairs = [(mine[move], theirs[move]) for move in self.rng.sample(common, min(TRIED, len(common)))]
            if seat != self.seat:
                pairs += [(self.rng.choice([*mine.values()]), self.rng.choice([*theirs.values()])) for _ in range(TRIED)]
            pairs = [pair for pair in pairs if self.same_after(seat, *pair)]
            if not pairs:
                return False
            actions = self.rng.choice(pairs)
            self.differ |= {"choice"} if actions[0] != actions[1] else set()
            for state, moves, action in zip(self.now, self.moves, actions, strict=True):
                moves[version, seat] = action
                state.apply(seat, action)
        self.shown = self.now[0].version()
        return True

    def after(self, seat: int, one: int, other: int) -> tuple[State, State]:
        """What is shown after the move: the pause, where there is one."""
        out = []
        for state, action in zip(self.now, (one, other), strict=True):
            played = state.copy()
            played.apply(seat, action)
            out.append(self.game.claim_pause.shown(state, seat, action, played) or played)
        return out[0], out[1]

    def same_after(self, seat: int, one: int, other: int) -> bool:
        left, right = self.after(seat, one, other)
        return alike(left, right, self.seat) and not left.over() and not right.over()

    def differences(self, seat: int, one: int, other: int) -> set[str]:
        left, right = self.after(seat, one, other)
        found = {"window"} if left.to_act() != right.to_act() else set()
        if left.to_act() == right.to_act():
            for asked_seat in asked(left):
                if (len(left.legal(asked_seat)) == 1) != (len(right.legal(asked_seat)) == 1):
                    found.add("forced")
        return found


def whole_deal(game: Game, state: State, rng: random.Random) -> list[State]:
    """The moments at which everybody knows who is to act, of a deal in which nobody claims what may be passed."""
    out = [state.copy()] * 4
    while not state.over():
        if not secretive(state):
            out.append(state.copy())
        seat = rng.choice(asked(state))
        legal = texts(game, state, seat)
        state.apply(seat, legal.get("pass", rng.choice(list(legal.values()))))
    return [state for state in out if not secretive(state)] or out


def scripts(game: Game, seed: int, wanted: int, steps: int, given: object = None) -> list[Script]:
    """Scripts from the middle of random deals; those whose worlds differ in what must not be told come first."""
    rng, fast = random.Random(seed), FastRng(seed)
    out: list[Script] = []
    rules = game.rules(given or ({"black_chess": "redeal"} if game.name == "xianqi" else None))
    for number in range(wanted * 8):
        states = whole_deal(game, game.deal(fast, rules, None), rng)
        state = states[-1 - rng.randrange(4)] if number % 4 == 0 else rng.choice(states)
        own = rng.randrange(len(state.returns()))
        out.append(Follower(game, state, game.world(state.view(own), fast), own, rng.randrange(10**6)).follow(steps))
        if sum(bool(script.differ) and script.steps > 0 for script in out) >= wanted:
            break
    out.sort(key=lambda script: (-len(script.differ), -script.steps))
    return [script._replace(rules=rules.to_json()) for script in out[:wanted] if script.steps > 0]


def scripts_of_choices(game: Game, seed: int, wanted: int, given: object, phase: str, hold: bool) -> list[Script]:
    """Scripts that begin with a phase in which everybody chooses in secret, and end with it."""
    rng, fast = random.Random(seed), FastRng(seed)
    rules = game.rules(given)
    out: list[Script] = []
    while len(out) < wanted:
        state = game.deal(fast, rules, None)
        while state.view(SPECTATOR).public()["phase"] != phase:
            seat = asked(state)[0]
            state.apply(seat, rng.choice(state.legal(seat)))
        own = len(out) % len(state.returns())
        pair = Follower(game, state, game.world(state.view(own), fast), own, rng.randrange(10**6))
        if pair.choose(hold) and "choice" in pair.differ:
            linger = LINGER if hold else 0.0
            out.append(pair.script()._replace(rules=rules.to_json(), linger=linger))
    return out


def scripts_from(game: Game, start: State, first: str, steps: int, rules: dict[str, object]) -> list[Script]:
    """From this state and with this move, one script for each seat; the worlds differ in who is asked then."""
    fast = FastRng(1)
    out: list[Script] = []
    for own in range(len(start.returns())):
        while len(out) == own:
            world = game.world(start.view(own), fast)
            script = Follower(game, start.copy(), world, own, own, first).follow(steps)
            if script.steps > 0 and "window" in script.differ:
                out.append(script._replace(rules=rules))
    return out
