"""Xianqi 掀棋： three seats, 24 chess pieces, tricks with buckle and reveal. The rules are docs/rules/xianqi.md."""

from __future__ import annotations

from typing import Final

from qipai.core.data import Json
from qipai.core.errors import BadRecord
from qipai.core.game import Game, Parsed
from qipai.core.rng import Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import State, View
from qipai.core.text import Text
from qipai.games.xianqi import notation
from qipai.games.xianqi.deal import carry_on, check_carried, deal_state, read_deal
from qipai.games.xianqi.hints import XianqiAdvice
from qipai.games.xianqi.pieces import count_map
from qipai.games.xianqi.position import PHASES, SETTLEMENT
from qipai.games.xianqi.rules import OPTIONS, XianqiRules, read_rules
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.terminal import XianqiWords
from qipai.games.xianqi.view import XianqiView, pending, seat_or_none
from qipai.games.xianqi.view_reader import read_view
from qipai.games.xianqi.world import draw_world, known_state
from qipai.native import i64


def own(state: State) -> XianqiState:
    assert isinstance(state, XianqiState)
    return state


def own_rules(rules: Rules) -> XianqiRules:
    assert isinstance(rules, XianqiRules)
    return rules


def own_view(view: View) -> XianqiView:
    assert isinstance(view, XianqiView)
    return view


class XianqiGame(Game):
    """The face of the game to the core; each part lives in a module of its own."""

    def __init__(self) -> None:
        summary = Text(
            "Three players, 24 chess pieces: win pillars in tricks, buckle when you are ahead, reveal when you dare.",
            "三人、二十四枚象棋子：出棋争柱，领先可扣，有胆便掀。",
        )
        super().__init__("xianqi", Text("Xianqi", "掀棋"), summary)
        self.words = XianqiWords()
        self.advice = XianqiAdvice(self.legal_of)

    def options(self) -> Options:
        return OPTIONS

    def rules(self, given: object = None) -> XianqiRules:
        return read_rules(given)

    def seats(self, rules: Rules) -> int:
        return own_rules(rules).seats

    # deals
    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        return deal_state(rng, own_rules(rules), previous)

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        if partial:
            raise BadRecord("BAD_DEAL", reason=Text("a deal of this game cannot be partial", "掀棋的发牌不能标为 partial"))
        return read_deal(deal, own_rules(rules), previous)

    def world(self, view: View, rng: Rng) -> State:
        return draw_world(own_view(view), rng)

    def read_view(self, data: object) -> View:
        return read_view(data)

    # notation
    def read(self, text: str) -> Parsed:
        return notation.read_move(text)

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        return notation.resolve_move(own(state), seat, move)

    def write(self, view: View, action: i64) -> str:
        return notation.write_action(action)

    def known(self, view: View) -> State:
        return known_state(own_view(view))

    # words about a state
    def phase(self, state: State) -> str:
        return PHASES[own(state).phase]

    def facts(self, state: State) -> Json:
        deal = own(state)
        pillars: list[int | None] = []
        for seat in range(deal.rules.seats):
            pillars.append(None if seat == deal.head else deal.pillars_of(seat))
        out: Json = {
            "pillars": pillars,
            "active_revealer": seat_or_none(deal.active),
            "relations": [[r >> 3, (r >> 1) & 3, r & 1 == 1] for r in deal.relation_list()],
            "pending_order": pending(deal),
            "hands": [None if seat == deal.head else count_map(deal.hand(seat)) for seat in range(deal.rules.seats)],
            "covered": [None if seat == deal.head else count_map(deal.covered(seat)) for seat in range(deal.rules.seats)],
            "head": seat_or_none(deal.head),
            "starter": deal.starter,
            "void": deal.void,
            "soft": deal.soft,
            "contractor": seat_or_none(deal.contractor()),
        }
        if deal.phase >= SETTLEMENT:
            out.update(deal.deltas().to_json())
        return out

    # matches
    def start_scores(self, rules: Rules) -> list[int]:
        """Every seat starts with `initial_chips` (X-8.1)."""
        checked = own_rules(rules)
        return [checked.chips] * checked.seats

    def carry(self, state: State, previous: Json | None) -> Json:
        return carry_on(own(state), previous)

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        return check_carried(own_rules(rules), carried)


GAME: Final = XianqiGame()
