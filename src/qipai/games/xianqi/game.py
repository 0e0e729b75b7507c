"""Xianqi 掀棋: three seats, 24 chess pieces, tricks with buckle and reveal. The rules are docs/rules/xianqi.md."""

from __future__ import annotations

from typing import Final

from qipai.core.data import Json
from qipai.core.errors import BadRecord
from qipai.core.game import Game, Parsed, move_text
from qipai.core.rng import Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import State, View
from qipai.core.text import Text
from qipai.games.xianqi.deal import carry, check_carried, new_deal, set_up_deal
from qipai.games.xianqi.hints import XianqiAdvice
from qipai.games.xianqi.notation import read_move, resolve_move, write_move
from qipai.games.xianqi.pieces import count_map
from qipai.games.xianqi.position import PHASES, SETTLEMENT
from qipai.games.xianqi.rules import OPTIONS, XianqiRules, read_rules
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.terminal import XianqiWords
from qipai.games.xianqi.view import XianqiView, pending, seat_or_none
from qipai.games.xianqi.view_reader import read_view
from qipai.games.xianqi.view_text import read_body_text
from qipai.games.xianqi.world import draw_world, known_state
from qipai.native import i64


class XianqiGame(Game):
    """The contract with the core; each part has its own module."""

    def __init__(self) -> None:
        summary = Text(
            "Three players, 24 Chinese chess pieces: win pillars, buckle when you’re ahead, reveal when you dare.",
            "三人 24 张象棋子：出棋争柱，领先就扣，敢就掀。",
        )
        super().__init__("xianqi", Text("Xianqi", "掀棋"), summary)
        self.words = XianqiWords()
        self.advice = XianqiAdvice(self.legal_of)

    # rules and seats
    def options(self) -> Options:
        return OPTIONS

    def rules(self, given: object = None) -> XianqiRules:
        return read_rules(given)

    def seats(self, rules: Rules) -> int:
        assert isinstance(rules, XianqiRules)
        return rules.seats

    # deals
    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        assert isinstance(rules, XianqiRules)
        return new_deal(rng, rules, previous)

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        assert isinstance(rules, XianqiRules)
        if partial:
            raise BadRecord("BAD_DEAL", reason=Text("a deal of this game can’t be partial", "掀棋的发牌不能标为 partial"))
        return set_up_deal(deal, rules, previous)

    def world(self, view: View, rng: Rng) -> State:
        assert isinstance(view, XianqiView)
        return draw_world(view, rng)

    def read_view(self, data: object) -> View:
        return read_view(data)

    def read_body_text(self, seat: int, body: str) -> View:
        return read_body_text(seat, body)

    # notation
    def read(self, text: object) -> Parsed:
        return read_move(move_text(text))

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        assert isinstance(state, XianqiState)
        return resolve_move(state, seat, move)

    def write(self, view: View, action: i64) -> str:
        return write_move(action)

    def known(self, view: View) -> State:
        assert isinstance(view, XianqiView)
        return known_state(view)

    # reporting on a state
    def phase(self, state: State) -> str:
        assert isinstance(state, XianqiState)
        return PHASES[state.phase]

    def facts(self, state: State) -> Json:
        assert isinstance(state, XianqiState)
        pillars: list[int | None] = []
        for seat in range(state.rules.seats):
            pillars.append(None if seat == state.head else state.pillars_of(seat))
        out: Json = {
            "pillars": pillars,
            "active_revealer": seat_or_none(state.active),
            "relations": [[r >> 3, (r >> 1) & 3, r & 1 == 1] for r in state.relation_list()],
            "pending_order": pending(state),
            "hands": [None if seat == state.head else count_map(state.hand(seat)) for seat in range(state.rules.seats)],
            "covered": [None if seat == state.head else count_map(state.covered(seat)) for seat in range(state.rules.seats)],
            "head": seat_or_none(state.head),
            "starter": state.starter,
            "void": state.void,
            "soft": state.soft,
            "contractor": seat_or_none(state.contractor()),
        }
        if state.phase >= SETTLEMENT:
            out.update(state.deltas().to_json())
        return out

    # matches
    def start_scores(self, rules: Rules) -> list[int]:
        """Every seat starts with `initial_chips` (X-8.1)."""
        assert isinstance(rules, XianqiRules)
        return [rules.chips] * rules.seats

    def carry(self, state: State, previous: Json | None) -> Json:
        assert isinstance(state, XianqiState)
        return carry(state, previous)

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        assert isinstance(rules, XianqiRules)
        return check_carried(rules, carried)


GAME: Final = XianqiGame()
