"""Sichuan blood-battle mahjong, bury three, as the core sees it. The rules are docs/rules/mahjong.md."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.game import Game, Parsed
from qipai.core.parts import ClaimPause
from qipai.core.rng import Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import State, View
from qipai.core.text import Text
from qipai.games.mahjong.deal import bad_deal, set_up_deal
from qipai.games.mahjong.hints import MahjongAdvice
from qipai.games.mahjong.ledger import ledger_of, next_dealer, wins_of
from qipai.games.mahjong.melds import KIND_NAMES, meld_at, meld_kind, meld_tile
from qipai.games.mahjong.notation import read_move, resolve_move, write_move
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_NAMES, PHASE_TURN
from qipai.games.mahjong.rules import OPTIONS, MahjongRules, read_rules
from qipai.games.mahjong.scoring import pattern_fans
from qipai.games.mahjong.state import MahjongState, MahjongView, new_deal
from qipai.games.mahjong.terminal import MahjongWords
from qipai.games.mahjong.tiles import DECK_IN_ORDER, KINDS, NAMES
from qipai.games.mahjong.view import buried_text, hand_text
from qipai.games.mahjong.view_reader import read_view
from qipai.games.mahjong.world import world_of
from qipai.native import i64

SEATS = 4
NOTHING_ABSENT = [0, 0, 0]


class MahjongClaimPause(ClaimPause):
    """Every discard is seen to lie there, claimed or not (M-12.3)."""

    def shown(self, before: State, seat: i64, action: i64, after: State) -> State | None:
        assert isinstance(before, MahjongState)
        if before.phase != PHASE_TURN or action >= KINDS:
            return None
        assert isinstance(after, MahjongState)
        if after.phase == PHASE_CLAIM:
            return after
        shown = before.clone()
        shown.lay_down(action)
        shown.phase = PHASE_CLAIM
        return shown


class MahjongGame(Game):
    """Four seats (M-1.1); a match is `deals_per_match` deals (M-11.5)."""

    def __init__(self) -> None:
        summary = Text(
            "Four seats, 108 tiles: bury three to name your missing suit, win again and again until the wall is gone.",
            "四人一百零八张：埋三张定缺，胡了还能再胡，直到牌墙摸完。",
        )
        super().__init__("mahjong", Text("Sichuan mahjong", "血战到底"), summary)
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
        """The first dealer comes from the generator, later ones from the deal before (M-2.4)."""
        assert isinstance(rules, MahjongRules)
        if previous is None:
            dealer: i64 = rng.below(SEATS)
        else:
            dealer = carried_dealer(previous)
        tiles = DECK_IN_ORDER[:]
        rng.shuffle(tiles)
        return new_deal(rules, dealer, tiles, base_scores(rules, previous), NOTHING_ABSENT)

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        assert isinstance(rules, MahjongRules)
        dealer = None if previous is None else carried_dealer(previous)
        return set_up_deal(deal, rules, dealer, base_scores(rules, previous), partial)

    def world(self, view: View, rng: Rng) -> State:
        assert isinstance(view, MahjongView)
        return world_of(view, rng)

    def read_view(self, data: object) -> View:
        return read_view(data)

    # notation
    def read(self, text: str) -> Parsed:
        return read_move(text)

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        assert isinstance(state, MahjongState)
        return resolve_move(state, seat, move)

    def write(self, view: View, action: i64) -> str:
        return write_move(action)

    def known(self, view: View) -> State:
        assert isinstance(view, MahjongView)
        return view.known

    # words about a state
    def phase(self, state: State) -> str:
        assert isinstance(state, MahjongState)
        return PHASE_NAMES[state.phase]

    def facts(self, state: State) -> Json:
        assert isinstance(state, MahjongState)
        over = state.over()
        return {
            "dealer": state.dealer,
            "hands": [hand_text(state, seat) for seat in range(SEATS)],
            "buried": [buried_text(state, seat) for seat in range(SEATS)],
            "melds": [
                [[KIND_NAMES[meld_kind(m)], NAMES[meld_tile(m)]] for m in melds_list(state.melds[seat])]
                for seat in range(SEATS)
            ],
            "wins": [[w.seat, NAMES[w.tile], w.fan, pattern_fans(w.patterns)] for w in wins_of(state.log)],
            "ledger": [[t.payer, t.receiver, t.points, t.reason] for t in ledger_of(state.log)],
            "wall_left": state.wall_left(),
            "locked": [state.is_locked(seat) for seat in range(SEATS)],
            "next_dealer": next_dealer(state.log, state.dealer, state.rules.dealer_rotation) if over else None,
            "public": state.view(-1).public(),
        }

    # matches
    def start_scores(self, rules: Rules) -> list[int]:
        assert isinstance(rules, MahjongRules)
        return [rules.starting_score] * SEATS

    def carry(self, state: State, previous: Json | None) -> Json:
        """The next dealer, the deals played and the running scores (M-11.4, M-11.5)."""
        assert isinstance(state, MahjongState)
        played = 0 if previous is None else previous["deals"]
        assert isinstance(played, int)
        return {
            "dealer": next_dealer(state.log, state.dealer, state.rules.dealer_rotation),
            "deals": played + 1,
            "scores": [before + paid for before, paid in zip(state.base, state.paid, strict=True)],
        }

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        assert isinstance(rules, MahjongRules)
        if set(carried) != {"dealer", "deals", "scores"}:
            raise bad_deal("what earlier deals left has dealer, deals and scores", "前局遗留应有 dealer、deals 和 scores")
        carried_dealer(carried)
        deals = carried["deals"]
        if not isinstance(deals, int) or isinstance(deals, bool) or deals < 0:
            raise bad_deal("deals must be a number of deals", "deals 必须是局数")
        scores = carried["scores"]
        if not isinstance(scores, list) or len(scores) != SEATS:
            raise bad_deal("scores must be four integers", "scores 必须是四个整数")
        if not all(isinstance(v, int) and not isinstance(v, bool) for v in scores):
            raise bad_deal("scores must be four integers", "scores 必须是四个整数")
        if sum(scores) != SEATS * rules.starting_score:
            raise bad_deal("scores must sum to what the seats began with", "scores 之和必须等于起始分之和")
        return {"dealer": carried["dealer"], "deals": deals, "scores": list(scores)}

    def match_over(self, rules: Rules, carried: Json) -> bool:
        assert isinstance(rules, MahjongRules)
        deals = carried["deals"]
        assert isinstance(deals, int)
        return deals >= rules.deals_per_match


def melds_list(melds: int) -> list[int]:
    return [meld_at(melds, k) for k in range(melds & 3)]


def carried_dealer(carried: Json) -> int:
    dealer = carried.get("dealer")
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < SEATS:
        raise bad_deal("dealer must be a seat 0..3", "dealer 必须是座位 0 到 3")
    return dealer


def base_scores(rules: MahjongRules, previous: Json | None) -> list[int]:
    """Scores before a deal (M-10.4, M-11.5)."""
    if previous is not None:
        scores = previous.get("scores")
        if isinstance(scores, list):
            return list(scores)
    return [rules.starting_score] * SEATS


GAME = MahjongGame()
