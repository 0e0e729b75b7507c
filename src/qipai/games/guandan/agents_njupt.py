"""Seats a client of NJUPT's Guandan AI platform (Nanjing) at our table: `njupt:COMMAND`.

The platform notifies its clients of events (`notify`) and asks for an index into the list of all legal plays (`act`).
Here the same JSON messages go over standard input and output, one per line. A client gets only the public events and its
own hand; both follow from the view, so it can be asked at any moment and catches up on what it missed.
"""

from __future__ import annotations

import atexit
import time

from qipai.agents.base import Agent, AgentError, Decision
from qipai.agents.program import Program
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.rules import Rules
from qipai.core.state import View
from qipai.core.text import Text
from qipai.games.guandan.cards import KEYS, NAMES, RANKS, listed, planes, power
from qipai.games.guandan.cards import key_of as key_of_card
from qipai.games.guandan.packing import (
    BOMB,
    FLUSH,
    FULL_HOUSE,
    JOKERS,
    PAIR,
    PLATE,
    RETURN,
    SINGLE,
    STRAIGHT,
    TAKE,
    TRIBUTE,
    TRIPLE,
    TUBE,
    WINDOW_KEYS,
    WINDOWS,
    all_planes,
    key_of_play,
    kind_of,
)
from qipai.games.guandan.terminal import laid_out
from qipai.games.guandan.view import GuandanView

Triple = list[object]

TYPES = {
    SINGLE: "Single",
    PAIR: "Pair",
    TRIPLE: "Trips",
    FULL_HOUSE: "ThreeWithTwo",
    STRAIGHT: "Straight",
    TUBE: "ThreePair",
    PLATE: "TwoTrips",
    BOMB: "Bomb",
    FLUSH: "StraightFlush",
    JOKERS: "Bomb",
}
PASSED: Triple = ["PASS", "PASS", "PASS"]
NOTHING: Triple = [None, None, None]
MAX_STARTS = 4


def triple(action: int, level: int) -> Triple:
    """A move as the platform writes it: [type, rank, cards]. A sequence's rank is its lowest card.

    Cards stand by place: a triple before its pair, sequences in order, wildcards where they stand in, in sets last.
    """
    kind = kind_of(action)
    if action == 0:
        return list(PASSED)
    if kind in (TRIBUTE, RETURN):
        word = "tribute" if kind == TRIBUTE else "back"
        return [word, word, [NAMES[action & 63]]]
    if kind == JOKERS:
        rank = "JOKER"
    elif WINDOWS[kind]:
        rank = WINDOW_KEYS[key_of_play(action)]
    else:
        rank = KEYS[key_of_play(action)]
    return [TYPES[kind], rank, [NAMES[card] for card in laid_out(action, level)]]


def hand_names(one: int, two: int, level: int) -> list[str]:
    """A hand from weakest to strongest, as the platform sorts it."""
    cards = sorted(listed(one, two), key=lambda card: (power(key_of_card(card), level), card))
    return [NAMES[card] for card in cards]


class Notices:
    """The public events of a deal as the platform's notices, in order."""

    def __init__(self, view: GuandanView) -> None:
        self.view = view
        self.level = view.setting.level
        self.messages: list[Json] = []
        self.current: tuple[int, Triple] = (-1, list(NOTHING))
        self.greater: tuple[int, Triple] = (-1, list(NOTHING))
        if view.bigs:
            seats = [seat for seat in range(4) if (view.bigs >> 2 * seat) & 3]
            self.messages.append({"type": "notify", "stage": "anti-tribute", "antiNum": len(seats), "antiPos": seats})
        self.transfers(TRIBUTE, "tribute")
        self.transfers(RETURN, "back")
        for trick in view.tricks():  # the last one is empty before a lead: then there is nothing to answer
            self.current = (-1, list(NOTHING))
            self.greater = (-1, list(NOTHING))
            for event in trick:
                self.play(event & 3, event >> 2)

    def transfers(self, kind: int, stage: str) -> None:
        """Tributes or returns, one notice per stage: [giver, receiver, card]."""
        receiver_of = {self.view.payer_of(receiver): receiver for receiver in self.view.setting.receivers}
        result: list[object] = []
        for event in self.view.log:
            if event >> 36 == kind and (kind == RETURN or self.view.to_first >= 0):
                giver = event & 3
                other = receiver_of[giver] if kind == TRIBUTE else self.view.payer_of(giver)
                result.append([giver, other, NAMES[(event >> 2) & 63]])
        if result:
            self.messages.append({"type": "notify", "stage": stage, "result": result})

    def play(self, seat: int, action: int) -> None:
        move = triple(action, self.level)
        self.current = (seat, move)
        if action:
            self.greater = self.current
        self.messages.append(
            {
                "type": "notify",
                "stage": "play",
                "curPos": seat,
                "curAction": move,
                "greaterPos": self.greater[0],
                "greaterAction": self.greater[1],
            }
        )


def dealt_hand(view: GuandanView) -> tuple[int, int]:
    """The seat's hand as dealt: undoes its tributes and plays, last event first."""
    cards = listed(view.one, view.two)
    for event in reversed(view.log):
        seat, action = event & 3, event >> 2
        kind = kind_of(action)
        if kind == TAKE:
            continue
        if kind == TRIBUTE:
            if view.to_first >= 0:
                if seat == view.seat:
                    cards.append(action & 63)
                elif view.seat in view.setting.receivers and view.payer_of(int(view.seat)) == seat:
                    cards.remove(action & 63)
        elif kind == RETURN:
            if seat == view.seat:
                cards.append(action & 63)
            elif view.payer_of(seat) == view.seat:
                cards.remove(action & 63)
        elif seat == view.seat:
            cards += listed(*all_planes(action, view.setting.level))
    return planes(cards)


class Client:
    """A client program, kept from deal to deal; its match never ends, so there is no `gameOver`."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.program: Program | None = None
        self.starts = 0

    def running(self) -> Program:
        if self.program is None or not self.program.alive():
            self.end()
            if self.starts >= MAX_STARTS:
                raise AgentError("error", f"{self.command}: it has ended {self.starts} times")
            self.starts += 1
            self.program = Program(self.command)
        return self.program

    def end(self) -> None:
        if self.program is not None:
            self.program.stop()
            self.program = None


CLIENTS: dict[tuple[str, int], Client] = {}


def end_all() -> None:
    for client in CLIENTS.values():
        client.end()
    CLIENTS.clear()


atexit.register(end_all)


class NjuptAgent(Agent):
    """One deal of a client at one seat."""

    def __init__(self, game: Game, rules: Rules, command: str, *, seat: int, seed: int, budget: str, limit: float) -> None:
        super().__init__()
        self.name = f"njupt:{command}"
        self.limit = limit
        self.client = CLIENTS.setdefault((command, seat), Client(command))
        self.program: Program | None = None
        self.sent = 0
        self.reason = Text("Clients of the Nanjing platform give no reasons.", "南邮平台的客户端不说明理由。")

    def choose(self, decision: Decision) -> int:
        view = decision.view
        assert isinstance(view, GuandanView)
        program = self.catch_up(view)
        if view.phase in (1, 5):  # the platform has no choice between tributes, nor of immunity
            return decision.fallback()
        actions = decision.exact()
        level = view.setting.level
        program.say(act_message(view, [triple(action, level) for action in actions]))
        answer = self.hear(program)
        index = answer.get("actIndex")
        if not isinstance(index, int) or isinstance(index, bool):
            raise AgentError("error", f"{self.name}: an answer needs actIndex")
        if not 0 <= index < len(actions):
            raise AgentError("illegal", f"{self.name}: no action {index}")
        return actions[index]

    def catch_up(self, view: GuandanView) -> Program:
        """Sends the client what has happened since the last notice."""
        program = self.client.running()
        if program is not self.program:
            self.program = program
            self.sent = 0
            own = int(view.seat) % 2
            one, two = dealt_hand(view)
            program.say(
                {
                    "type": "notify",
                    "stage": "beginning",
                    "handCards": hand_names(one, two, view.setting.level),
                    "myPos": int(view.seat),
                    "curRank": RANKS[view.setting.level],
                    "selfRank": view.setting.levels[own],
                    "oppoRank": view.setting.levels[1 - own],
                }
            )
        messages = Notices(view).messages
        for message in messages[self.sent :]:
            program.say(message)
        self.sent = len(messages)
        return program

    def hear(self, program: Program) -> Json:
        """One answer. A late one ends the client: answers have no number, so it would pass for the next one."""
        try:
            return program.hear(time.monotonic() + self.limit)
        except AgentError as problem:
            if problem.kind == "timeout":
                self.client.end()
            raise

    def over(self, view: View, returns: list[int]) -> None:
        assert isinstance(view, GuandanView)
        if self.program is None or not self.program.alive():
            return
        try:
            self.catch_up(view)
            rest = [[seat, hand_names(*planes_of(view, seat), view.setting.level)] for seat in range(4)]
            self.program.say(
                {
                    "type": "notify",
                    "stage": "episodeOver",
                    "order": view.order(),
                    "curRank": RANKS[view.setting.level],
                    "restCards": [item for item in rest if item[1]],
                }
            )
        except AgentError:
            self.client.end()


def planes_of(view: GuandanView, seat: int) -> tuple[int, int]:
    """A hand shown at the end of the deal (G-12.5)."""
    return view.shown[2 * seat], view.shown[2 * seat + 1]


def act_message(view: GuandanView, actions: list[Triple]) -> Json:
    """The question: the seat's hand, what remains in all hands, the trick, and every legal move."""
    own = int(view.seat) % 2
    notices = Notices(view)
    message: Json = {
        "type": "act",
        "stage": ("tribute", "take", "back", "play")[view.phase],
        "handCards": hand_names(view.one, view.two, view.setting.level),
        "publicInfo": [{"rest": rest, "playArea": last} for rest, last in zip(view.sizes(), play_areas(view), strict=True)],
        "selfRank": view.setting.levels[own],
        "oppoRank": view.setting.levels[1 - own],
        "curRank": RANKS[view.setting.level],
        "curPos": notices.current[0],
        "curAction": notices.current[1],
        "greaterPos": notices.greater[0],
        "greaterAction": notices.greater[1],
        "actionList": actions,
        "indexRange": len(actions) - 1,
    }
    if view.phase == 2:
        payer = view.payer_of(int(view.seat))
        message["tributePos"] = payer
        message["tribute"] = NAMES[((view.paid >> 8 * payer) & 255) - 1]
    return message


def play_areas(view: GuandanView) -> list[Triple | None]:
    """Each seat's last play or pass in the running trick."""
    out: list[Triple | None] = [None] * 4
    for event in view.tricks()[-1]:
        out[event & 3] = triple(event >> 2, view.setting.level)
    return out
