"""Guandan 掼蛋 as a game of the core."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.game import Game, Parsed, move_text
from qipai.core.parts import ClaimPause
from qipai.core.rng import Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import SPECTATOR, State, View
from qipai.core.text import Text
from qipai.games.guandan.advice import GuandanAdvice
from qipai.games.guandan.cards import SEATS, text
from qipai.games.guandan.deal import carry, check_carried, new_deal, set_up_deal
from qipai.games.guandan.notation import read_move, resolve_move
from qipai.games.guandan.rules import OPTIONS, GuandanRules, read_rules
from qipai.games.guandan.state import IMMUNITY_PHASE, PHASES, GuandanState
from qipai.games.guandan.terminal import GuandanWords
from qipai.games.guandan.view import GuandanView
from qipai.games.guandan.view_reader import read_view
from qipai.games.guandan.view_text import read_body_text
from qipai.games.guandan.words import write_move
from qipai.games.guandan.world import draw_world, known_state
from qipai.native import i64


class GuandanClaimPause(ClaimPause):
    """Nobody may learn from the table's pace who holds 大王 (G-12.6)."""

    def asks_secretly(self, state: State) -> bool:
        assert isinstance(state, GuandanState)
        return state.phase == IMMUNITY_PHASE

    def answered(self, shown: State, seat: i64, action: i64) -> State:
        assert isinstance(shown, GuandanState)
        other = shown.copy()
        assert isinstance(other, GuandanState)
        other.note_answer(int(seat), action >> 34)
        return other


class GuandanGame(Game):
    def __init__(self) -> None:
        summary = Text(
            "Two against two with two packs: be first to run out of cards, climb from 2 to A; level hearts are wild.",
            "四人两副牌，对家一队，先出完的赢，从2打到A；红桃级牌是逢人配。",
        )
        super().__init__("guandan", Text("Guandan", "掼蛋"), summary)
        self.words = GuandanWords()
        self.advice = GuandanAdvice(self.legal_of)
        self.claim_pause = GuandanClaimPause()
        self.in_teams = True

    # rules and seats
    def options(self) -> Options:
        return OPTIONS

    def rules(self, given: object = None) -> Rules:
        return read_rules(given)

    def seats(self, rules: Rules) -> int:
        return SEATS

    # deals
    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        assert isinstance(rules, GuandanRules)
        return new_deal(rng, rules, previous)

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        assert isinstance(rules, GuandanRules)
        return set_up_deal(deal, rules, previous, partial)

    def world(self, view: View, rng: Rng) -> State:
        assert isinstance(view, GuandanView)
        return draw_world(view, rng)

    def read_view(self, data: object) -> View:
        return read_view(data)

    def read_body_text(self, seat: int, body: str) -> View:
        return read_body_text(seat, body)

    # notation
    def read(self, text: object) -> Parsed:
        return read_move(move_text(text))

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        assert isinstance(state, GuandanState)
        return resolve_move(state, seat, move)

    def write(self, view: View, action: i64) -> str:
        assert isinstance(view, GuandanView)
        return write_move(action, view.setting.level, view.setting.rules)

    def known(self, view: View) -> State:
        assert isinstance(view, GuandanView)
        return known_state(view)

    def exact(self, state: State, seat: i64) -> list[int]:
        assert isinstance(state, GuandanState)
        return state.exact(seat)

    # reporting on a state
    def phase(self, state: State) -> str:
        assert isinstance(state, GuandanState)
        return PHASES[state.phase]

    def facts(self, state: State) -> Json:
        assert isinstance(state, GuandanState)
        seen = state.seen_by(SPECTATOR)
        public = seen.public()
        out: Json = {
            "hands": [text(state.one(seat), state.two(seat)) for seat in range(SEATS)],
            "order": state.order(),
            "tie": state.tie if state.tie >= 0 else None,
        }
        for key in ("level", "levels", "fails", "owner", "deal", "leader", "starting_card", "previous", "tribute", "table"):
            out[key] = public[key]
        out["counts"] = seen.sizes()
        out["result"] = public["result"]
        return out

    # matches
    def scores(self, rules: Rules, before: list[int], state: State) -> list[int]:
        """±g of this deal, not a running total (G-9.10)."""
        return state.returns()

    def carry(self, state: State, previous: Json | None) -> Json:
        assert isinstance(state, GuandanState)
        return carry(state)

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        assert isinstance(rules, GuandanRules)
        return check_carried(rules, carried)

    def match_over(self, rules: Rules, carried: Json) -> bool:
        return carried["over"] is True

    def winner(self, rules: Rules, carried: Json, scores: list[int]) -> int | None:
        winner = carried["winner"]
        return winner if isinstance(winner, int) else None


GAME = GuandanGame()
