"""Sichuan mahjong: 埋三张, 血战到底, 血流成河. The rules are docs/rules/mahjong.md and mahjong-sichuan.md."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.game import Game, Parsed, move_text
from qipai.core.parts import ClaimPause
from qipai.core.rng import Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import State, View
from qipai.core.text import Text
from qipai.games.mahjong.actions import HU, KONG_OF
from qipai.games.mahjong.deal import SEATS, carry, check_carried, new_deal, set_up_deal
from qipai.games.mahjong.hints import MahjongAdvice
from qipai.games.mahjong.ledger import DIRECTION_NAMES, WinRecord, ledger_of, next_dealer, suits_text, wins_of
from qipai.games.mahjong.melds import KIND_NAMES, has_peng, meld_at, meld_kind, meld_tile
from qipai.games.mahjong.notation import read_move, resolve_move, write_move
from qipai.games.mahjong.patterns import pattern_fans
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_MISSING, PHASE_NAMES, PHASE_SWAP, PHASE_TURN
from qipai.games.mahjong.rules import OPTIONS, MahjongRules, read_rules
from qipai.games.mahjong.sichuan_ledger import REASONS
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.terminal import MahjongWords
from qipai.games.mahjong.tiles import KINDS, NAMES
from qipai.games.mahjong.view import buried_text, hand_text
from qipai.games.mahjong.view_reader import read_view
from qipai.games.mahjong.view_text import read_body_text
from qipai.games.mahjong.world import draw_world
from qipai.native import i64


class MahjongClaimPause(ClaimPause):
    """Shows every discard on the table and every added kong as declared, claimed or not (M-12.3, M-33.6)."""

    def shown(self, before: State, seat: i64, action: i64, after: State) -> State | None:
        assert isinstance(before, MahjongState)
        if before.phase != PHASE_TURN:
            return None
        tile = action - KONG_OF
        added = before.rules.rob_kong and KONG_OF <= action < HU and has_peng(before.melds[before.turn], tile)
        if action >= KINDS and not added:
            return None
        assert isinstance(after, MahjongState)
        if after.phase == PHASE_CLAIM:
            return after
        shown = before.clone()
        if added:
            shown.declare_kong(tile)
        else:
            shown.lay_down(action)
        shown.phase = PHASE_CLAIM
        return shown

    def answered(self, shown: State, seat: i64, action: i64) -> State:
        assert isinstance(shown, MahjongState)
        other = shown.clone()
        other.note_answer(seat, action)
        return other


class MahjongGame(Game):
    """Four seats (M-1.1); a match is `deals_per_match` deals (M-11.5)."""

    def __init__(self) -> None:
        summary = Text(
            "Four players, 108 tiles, a void suit for everyone: bury three, blood battle, or rivers of blood.",
            "四人 108 张，缺一门才能胡：埋三张、血战到底、血流成河三种打法。",
        )
        super().__init__("mahjong", Text("Sichuan mahjong", "四川麻将"), summary)
        self.words = MahjongWords()
        self.advice = MahjongAdvice(self.legal_of)
        self.claim_pause = MahjongClaimPause()

    # rules and seats
    def options(self) -> Options:
        return OPTIONS

    def rules(self, given: object = None) -> Rules:
        return read_rules(given)

    def seats(self, rules: Rules) -> int:
        return SEATS

    # deals
    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        assert isinstance(rules, MahjongRules)
        return new_deal(rng, rules, previous)

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        assert isinstance(rules, MahjongRules)
        return set_up_deal(deal, rules, previous, partial)

    def world(self, view: View, rng: Rng) -> State:
        assert isinstance(view, MahjongView)
        return draw_world(view, rng)

    def read_view(self, data: object) -> View:
        return read_view(data)

    def read_body_text(self, seat: int, body: str) -> View:
        return read_body_text(seat, body)

    # notation
    def read(self, text: object) -> Parsed:
        return read_move(move_text(text))

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        assert isinstance(state, MahjongState)
        return resolve_move(state, seat, move)

    def write(self, view: View, action: i64) -> str:
        return write_move(action)

    def known(self, view: View) -> State:
        assert isinstance(view, MahjongView)
        return view.known

    # reporting on a state
    def phase(self, state: State) -> str:
        assert isinstance(state, MahjongState)
        return PHASE_NAMES[state.phase]

    def facts(self, state: State) -> Json:
        assert isinstance(state, MahjongState)
        over = state.over()
        rules = state.rules
        wins = wins_of(state.log, rules)
        found: Json = {
            "dealer": state.dealer,
            "hands": [hand_text(state, seat) for seat in range(SEATS)],
            "buried": [buried_text(state, seat) for seat in range(SEATS)],
            "melds": [
                [[KIND_NAMES[meld_kind(m)], NAMES[meld_tile(m)]] for m in melds_list(state.melds[seat])]
                for seat in range(SEATS)
            ],
            "wins": [[w.seat, NAMES[w.tile], w.fan, pattern_fans(w.patterns, rules.sichuan)] for w in wins],
            "ledger": [[t.payer, t.receiver, t.points, t.reason] for t in ledger_of(state.log, rules)],
            "wall_left": state.wall_left(),
            "locked": [state.is_locked(seat) for seat in range(SEATS)],
            "next_dealer": next_dealer(state.log, state.dealer, state.rules.dealer_rotation) if over else None,
            "public": state.view(-1).public(),
        }
        return {**found, **sichuan_facts(state, wins)} if rules.sichuan else found

    # matches
    def start_scores(self, rules: Rules) -> list[int]:
        assert isinstance(rules, MahjongRules)
        return [rules.starting_score] * SEATS

    def carry(self, state: State, previous: Json | None) -> Json:
        assert isinstance(state, MahjongState)
        return carry(state, previous)

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        assert isinstance(rules, MahjongRules)
        return check_carried(rules, carried)

    def match_over(self, rules: Rules, carried: Json) -> bool:
        assert isinstance(rules, MahjongRules)
        deals = carried["deals"]
        assert isinstance(deals, int)
        return deals >= rules.deals_per_match


def sichuan_facts(state: MahjongState, wins: list[WinRecord]) -> Json:
    """What M-36.2 and M-36.3 add."""
    declared = state.phase != PHASE_SWAP and (state.phase != PHASE_MISSING or not state.waiting)
    return {
        "buried": [None] * SEATS,
        "swaps": [buried_text(state, seat) for seat in range(SEATS)],
        "die": state.die or None,
        "direction": DIRECTION_NAMES[state.swap_direction()] if state.rules.swap and state.phase != PHASE_SWAP else None,
        "in_play": [not (state.gone >> seat) & 1 for seat in range(SEATS)],
        "missing": suits_text(state.missing) if declared else [None] * SEATS,
        "window": ("rob" if state.rob else "discard") if state.phase == PHASE_CLAIM else None,
        "points": [win.points for win in wins],
        "checks": [[t.payer, t.receiver, t.points, t.reason] for t in ledger_of(state.log, state.rules) if t.reason in REASONS],
    }


def melds_list(melds: int) -> list[int]:
    return [meld_at(melds, k) for k in range(melds & 7)]


GAME = MahjongGame()
