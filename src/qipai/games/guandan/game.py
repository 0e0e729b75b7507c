"""Guandan 掼蛋 as a game of the core."""

from __future__ import annotations

from qipai.core.errors import BadRecord
from qipai.core.game import Game, Hint, Json, Parsed
from qipai.core.rng import Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import SPECTATOR, State, View
from qipai.core.text import Line, Text
from qipai.games.guandan.cards import SEATS, text
from qipai.games.guandan.deal import check_carried, deal_first, deal_next, set_up
from qipai.games.guandan.hints import hints_of
from qipai.games.guandan.match import finished_deal, promoted
from qipai.games.guandan.notation import read_move, resolve_move
from qipai.games.guandan.rules import OPTIONS, GuandanRules, read_rules
from qipai.games.guandan.state import PHASES, GuandanState
from qipai.games.guandan.terminal import describe_move, draw, explain_deal
from qipai.games.guandan.view import GuandanView
from qipai.games.guandan.view_reader import read_view
from qipai.games.guandan.words import move_text
from qipai.games.guandan.world import world
from qipai.native import i64


class GuandanGame(Game):
    def __init__(self) -> None:
        self.name = "guandan"
        self.title = Text("Guandan", "掼蛋")
        self.words = Text(
            "Two against two with two packs: shed your cards first, climb from 2 to A; the hearts of the level are wild.",
            "四人两副牌，对家一队，先出完者胜，从2打到A；红桃级牌逢人配。",
        )

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
        if previous is None:
            return deal_first(rng, rules)
        return deal_next(rng, rules, previous)

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        assert isinstance(rules, GuandanRules)
        return set_up(deal, rules, previous, partial)

    def world(self, view: View, rng: Rng) -> State:
        assert isinstance(view, GuandanView)
        return world(view, rng)

    def read_view(self, data: object) -> View:
        return read_view(data)

    # notation
    def read(self, text: str) -> Parsed:
        return read_move(text)

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        assert isinstance(state, GuandanState)
        return resolve_move(state, seat, move)

    def write(self, state: State, seat: i64, action: i64) -> str:
        assert isinstance(state, GuandanState)
        return move_text(action, state.level, state.setting.rules)

    def exact(self, state: State, seat: i64) -> list[int]:
        assert isinstance(state, GuandanState)
        return state.exact(seat)

    # words about a state
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
        """±g of the deal, not a running total (G-9.10)."""
        return state.returns()

    def carry(self, state: State, previous: Json | None) -> Json:
        assert isinstance(state, GuandanState)
        setting = state.setting
        order = state.order()
        owner = None if setting.owner < 0 else setting.owner
        deals = setting.deals + 1
        after = promoted(setting.levels, owner, setting.fails, order, setting.rules, deals)
        history = [*setting.history, finished_deal(deals, order, setting.levels, after.levels)]
        return {"deals": deals, "order": order, **after.to_json(), "history": history}

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        assert isinstance(rules, GuandanRules)
        return check_carried(carried, rules)

    def match_over(self, rules: Rules, carried: Json) -> bool:
        return carried["over"] is True

    def winner(self, rules: Rules, carried: Json, scores: list[int]) -> int | None:
        winner = carried["winner"]
        return winner if isinstance(winner, int) else None

    # knowledge
    def hints(self, view: View, n: int) -> list[Hint]:
        assert isinstance(view, GuandanView)
        return hints_of(view, n)

    def default_move(self, view: View) -> str:
        """A pass where it is allowed; on the lead the best hint, in the tribute the card that hurts least."""
        assert isinstance(view, GuandanView)
        if view.phase == 3 and view.table:
            return "pass"
        return hints_of(view, 1)[0].move

    # on a terminal
    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        assert isinstance(view, GuandanView)
        return draw(view, names, lang)

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        assert isinstance(view, GuandanView)
        return describe_move(move, view.setting.level, view.setting.rules, lang, names)

    def explain(self, table_facts: Json, names: list[str], lang: str) -> list[Line]:
        return explain_deal(table_facts, names, lang)

    # document 004's interface
    def state_rules(self, state: State) -> Rules:
        assert isinstance(state, GuandanState)
        return state.setting.rules

    def engine_previous(self, rules: Rules, config: Json) -> Json | None:
        assert isinstance(rules, GuandanRules)
        before = config.get("previous")
        if before is None:
            if config.get("first_deal") is False:
                raise BadRecord(
                    "BAD_DEAL",
                    reason=Text(
                        "a later deal needs previous, with the order of the deal before",
                        "后续各局须给出 previous，即上一局的名次",
                    ),
                )
            return None
        if config.get("first_deal") is True:
            raise BadRecord("BAD_DEAL", reason=Text("the first deal has none before it", "第一局之前没有别的局"))
        return check_carried(before, rules)

    def engine_result(self, state: State) -> Json | None:
        assert isinstance(state, GuandanState)
        if not state.over():
            return None
        return {"returns": state.returns(), **state.seen_by(SPECTATOR).result_json()}


GAME = GuandanGame()
