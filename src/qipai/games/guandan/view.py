"""What a seat knows (G-12): the only way from a state to clients, bots and worlds.

A view contains no hidden card, neither in its fields nor in its JSON. Hand sizes, known cards and the trick on the table all
follow from the public log.
"""

from __future__ import annotations

from collections.abc import Mapping

from qipai.core.data import Json, fields_of
from qipai.core.state import View
from qipai.games.guandan.cards import NAMES, RANKS, SEATS, listed, text, wildcard
from qipai.games.guandan.match import MatchStatus, finished_deal, gain, promoted
from qipai.games.guandan.packing import RETURN, TRIBUTE, all_planes, reading, size_of
from qipai.games.guandan.setting import Setting
from qipai.games.guandan.shapes import PrivateDict
from qipai.games.guandan.words import write_move
from qipai.native import i64

PHASE_NAMES = ["tribute", "take", "return", "play", "finished", "immunity"]
ANSWERS = [None, "pay", "immune"]
REPORTED = 10  # 报牌: from ten cards down (G-12.4)
# Keys that views of version 0.1.0 lack. They come after all others, so a view without them is what 0.1.0 wrote.
SINCE_2 = (("public", "levels_history"), ("public", "readings"))


class GuandanView(View):
    """A deal as one seat sees it; seat -1 is a spectator. The fields are the state's, without hidden ones."""

    def __init__(self, seat: i64, setting: Setting) -> None:
        self.seat = seat
        self.setting = setting
        self.one: i64 = 0
        self.two: i64 = 0
        self.phase: i64 = 3
        self.acting: i64 = 0
        self.paid: i64 = 0
        self.given: i64 = 0
        self.bigs: i64 = 0
        self.to_first: i64 = -1
        self.leader: i64 = -1
        self.turn: i64 = -1
        self.top: i64 = -1
        self.table: i64 = 0
        self.passes: i64 = 0
        self.active: i64 = 15
        self.places: i64 = 0
        self.out: i64 = 0
        self.steps: i64 = 0
        self.log: list[int] = []
        self.shown: list[int] = []

    def __reduce__(self) -> tuple[object, ...]:
        return GuandanView, (self.seat, self.setting), fields_of(self)

    # what follows from the log
    def sizes(self) -> list[int]:
        """How many cards each seat holds."""
        out = list(self.setting.sizes)
        for event in self.log:
            kind = event >> 36
            if kind < TRIBUTE:
                out[event & 3] -= size_of(event >> 2)
            elif kind == RETURN:
                out[event & 3] -= 1
                out[self.payer_of(event & 3)] += 1
        if self.to_first >= 0:
            for receiver in self.setting.receivers:
                out[receiver] += 1
                out[self.payer_of(receiver)] -= 1
        return out

    def payer_of(self, receiver: int) -> int:
        """Whose tribute a receiver got; known once `to_first` is known."""
        if receiver == self.setting.order[0]:
            return self.to_first
        payers = self.setting.payers
        return payers[1] if payers[0] == self.to_first else payers[0]

    def order(self) -> list[int]:
        return [(self.places >> 2 * k) & 3 for k in range(self.out)]

    def seats_to_act(self) -> list[int]:
        return [seat for seat in range(SEATS) if (self.acting >> seat) & 1]

    def tricks(self) -> list[list[int]]:
        """Plays and passes by trick; the last list is the trick on the table, empty before a lead."""
        begins = self.trick_starts()
        plays = [event for event in self.log if event >> 36 < TRIBUTE]
        return [plays[at:until] for at, until in zip(begins, [*begins[1:], len(plays)], strict=True)]

    def trick_starts(self) -> list[int]:
        """Where each trick begins among the plays and passes."""
        left = list(self.setting.sizes)
        holding: i64 = sum([size > 0 for size in left])  # seats with cards
        others: i64 = holding  # those but the one that played last
        out: list[int] = [0]
        at: i64 = 0
        passes: i64 = 0
        for event in self.log:
            if event >> 36 >= TRIBUTE:
                continue
            at += 1
            if event >> 2:
                seat = event & 3
                before = left[seat]
                after = before - size_of(event >> 2)
                left[seat] = after
                if before > 0 and after <= 0:
                    holding -= 1
                others = holding - 1 if after > 0 else holding
                passes = 0
                continue
            passes += 1
            if passes == others:
                out.append(at)
        return out

    def committed(self) -> int:
        """The seat's own card committed to a tribute or return, or -1 (G-12.3)."""
        if self.seat < 0:
            return -1
        if self.phase == 0:
            return ((self.paid >> 8 * self.seat) & 255) - 1
        if self.phase == 2:
            return ((self.given >> 8 * self.seat) & 255) - 1
        return -1

    def answer(self) -> str | None:
        """The seat's own answer about immunity (G-12.6)."""
        return ANSWERS[(self.given >> 8 * self.seat) & 255] if self.seat >= 0 else None

    # JSON
    def written(self, event: int) -> list[object]:
        return [event & 3, write_move(event >> 2, self.setting.level, self.setting.rules)]

    def public(self) -> Json:
        """What everybody may see (G-12.1, G-12.2, G-12.4, G-12.5); view.md."""
        setting = self.setting
        history = [self.written(event) for event in self.log]
        plays = [told for told, event in zip(history, self.log, strict=True) if event >> 36 < TRIBUTE]
        out: Json = {
            "game": "guandan",
            "version": self.steps + 1,
            "rules": setting.rules.to_json(),
            "phase": PHASE_NAMES[self.phase],
            "to_act": list(setting.payers) if self.phase == 5 else self.seats_to_act(),
            "deal": setting.deals + 1,
            "level": RANKS[setting.level],
            "wildcard": NAMES[wildcard(setting.level)],
            "levels": list(setting.levels),
            "fails": list(setting.fails),
            "owner": None if setting.owner < 0 else setting.owner,
            "previous": {"order": list(setting.order)} if setting.order else None,
            "starting_card": None if setting.starting < 0 else NAMES[setting.starting],
            "leader": None if self.leader < 0 else self.leader,
            "tribute": self.tribute_json(),
            "table": self.table_json(),
            "trick": [list(told) for told in plays[self.trick_starts()[-1] :]],
            "counts": self.counts_json(),
            "order": self.order(),
            "history": history,
            "hands": None,
            "result": None,
        }
        out["levels_history"] = self.levels_history()
        out["readings"] = [self.reading_of(event) for event in self.log]
        if self.phase == 4:
            out["hands"] = [text(self.shown[2 * seat], self.shown[2 * seat + 1]) for seat in range(SEATS)]
            out["result"] = self.result_json()
        return out

    def reading_of(self, event: int) -> str | None:
        """What the cards of a play were, in the long form; None for passes and for the tribute's moves."""
        play = event >> 2
        return reading(play, True) if play and event >> 36 < TRIBUTE else None

    def levels_history(self) -> list[Json]:
        """The finished deals of the match, this one included once it is over (G-9)."""
        lines = list(self.setting.history)
        if self.phase == 4:
            setting = self.setting
            lines.append(finished_deal(setting.deals + 1, self.order(), setting.levels, self.standing().levels))
        return lines

    def standing(self) -> MatchStatus:
        """How the match stands after this deal."""
        setting = self.setting
        owner = None if setting.owner < 0 else setting.owner
        return promoted(setting.levels, owner, setting.fails, self.order(), setting.rules, setting.deals + 1)

    def tribute_json(self) -> object:
        setting = self.setting
        if not setting.order:
            return None
        payments: list[list[object]] = []
        returned: list[list[object]] = []
        for event in self.log:
            kind = event >> 36
            if kind == TRIBUTE:
                payments.append([event & 3, self.receiver_of(event & 3), NAMES[event >> 2 & 63]])
            elif kind == RETURN:
                returned.append([event & 3, self.payer_of(event & 3), NAMES[event >> 2 & 63]])
        return {
            "payers": list(setting.payers),
            "receivers": list(setting.receivers),
            "immune": self.bigs != 0,
            "big_jokers": [(self.bigs >> 2 * seat) & 3 for seat in range(SEATS)] if self.bigs else None,
            "paid": payments,
            "returned": returned,
        }

    def receiver_of(self, payer: int) -> int | None:
        """Who got a payer's card; None until 头游 has chosen."""
        if self.to_first < 0:
            return None
        return self.setting.order[0] if payer == self.to_first else self.setting.order[1]

    def table_json(self) -> object:
        if not self.table:
            return None
        return {
            "seat": self.top,
            "cards": text(*all_planes(self.table, self.setting.level)),
            "reading": reading(self.table),
            "long_reading": reading(self.table, True),
        }

    def counts_json(self) -> list[int | None]:
        """Hand sizes; under "le10" only those of ten cards or fewer (G-12.4)."""
        sizes = self.sizes()
        if not self.setting.rules.counts_late:
            return list(sizes)
        return [n if n <= REPORTED else None for n in sizes]

    def result_json(self) -> Json:
        order = self.order()
        g = gain(order)
        team = order[0] % 2
        return {
            "order": order,
            "gain": g,
            "team": team,
            "scores": [g if seat % 2 == team else -g for seat in range(SEATS)],
            **self.standing().to_json(),
        }

    def private(self) -> Mapping[str, object]:
        """What only this seat sees: its hand, its committed card (G-12.3), its answer about immunity (G-12.6)."""
        if self.seat < 0:
            return {}
        card = self.committed()
        own: PrivateDict = {
            "seat": self.seat,
            "hand": text(self.one, self.two),
            "size": len(listed(self.one, self.two)),
            "committed": NAMES[card] if card >= 0 else None,
        }
        if self.phase == 5:
            own["answer"] = self.answer()
        return own

    def to_json(self) -> Json:
        setting = self.setting
        out: Json = {
            "seat": self.seat,
            "rules": setting.rules.to_json(),
            "public": self.public(),
            "private": self.private(),
        }
        if setting.is_partial():
            out["setup"] = {"cards": text(setting.pool_one, setting.pool_two), "sizes": list(setting.sizes)}
        return out

    def game_name(self) -> str:
        return "guandan"

    def body_text(self) -> str:
        from qipai.games.guandan.view_text import body_text

        return body_text(self)

    def __eq__(self, other: object) -> bool:
        """Field by field; equal views have equal JSON."""
        if not isinstance(other, GuandanView):
            return False
        a = self.setting
        b = other.setting
        if a is not b and (
            a.rules != b.rules
            or a.rules.to_json() != b.rules.to_json()
            or a.level != b.level
            or a.levels != b.levels
            or a.fails != b.fails
            or a.owner != b.owner
            or a.deals != b.deals
            or a.order != b.order
            or a.starting != b.starting
            or a.pool_one != b.pool_one
            or a.pool_two != b.pool_two
            or a.sizes != b.sizes
            or a.history != b.history
        ):
            return False
        return (
            self.seat == other.seat
            and self.one == other.one
            and self.two == other.two
            and self.phase == other.phase
            and self.acting == other.acting
            and self.paid == other.paid
            and self.given == other.given
            and self.bigs == other.bigs
            and self.to_first == other.to_first
            and self.leader == other.leader
            and self.turn == other.turn
            and self.top == other.top
            and self.table == other.table
            and self.passes == other.passes
            and self.active == other.active
            and self.places == other.places
            and self.out == other.out
            and self.steps == other.steps
            and self.log == other.log
            and self.shown == other.shown
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.one, self.two, self.steps, self.acting, len(self.log)))
