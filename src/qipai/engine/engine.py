"""Indices, versions and JSON over a one-deal table. It contains no rules."""

from __future__ import annotations

import secrets

from qipai.core.data import WIDEST, Json, brief, flaw, in_range, tellable
from qipai.core.errors import IllegalMove, QipaiError, plain
from qipai.core.fairness import engine_seed
from qipai.core.record import replay
from qipai.core.registry import game as find_game
from qipai.core.rng import DealRng
from qipai.core.state import SPECTATOR
from qipai.core.table import Deal, Table, blank_table
from qipai.core.text import Text
from qipai.engine.adapter import adapter
from qipai.native import mypyc_attr

WIDEST_SEED = 1024  # bits
CONFIG_KEYS = frozenset(("player_count", "rules", "first_deal", "previous"))


@mypyc_attr(native_class=False)
class EngineError(QipaiError):
    """What `Engine` raises: `code` is one of the interface's five; `detail["code"]` is specific."""

    def __init__(self, code: str, words: Text, detail: Json) -> None:
        Exception.__init__(self, f"{code}: {words.en}")
        self.code = code
        self.engine_code = code
        self.template = words
        self.message = words.en
        self.detail = detail

    def say(self, lang: str) -> str:
        """The message for a person, in `en` or `zh`."""
        assert self.template is not None
        return self.template.say(lang)


def engine_error(refusal: QipaiError) -> EngineError:
    detail = plain(refusal.detail)
    detail["code"] = refusal.code
    return EngineError(refusal.engine_code, Text(refusal.message, refusal.say("zh")), detail)


def invalid_state(en: str, zh: str) -> EngineError:
    return EngineError("ENGINE_INVALID_STATE", Text(en, zh), {"code": "BAD_STATE", "reason": en})


class Engine:
    """One deal through indices and versions. A refused call changes nothing, not even the version.

    Outside input is declared `object`: compiled code would raise TypeError on a wrong type before the checks below can
    answer with a code.
    """

    def __init__(self, game: object) -> None:
        try:
            self.game = find_game(game)
        except QipaiError as refusal:
            raise engine_error(refusal) from None
        self.adapter = adapter(self.game)
        self.table: Table | None = None

    def __copy__(self) -> Engine:
        return restored_engine(self.game.name, None if self.table is None else self.table.copy())

    def __deepcopy__(self, memo: object) -> Engine:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        return restored_engine, (self.game.name, self.table)

    # starting and restoring
    def init_game(self, config: object = None, rng_seed: object = None) -> Json:
        """Starts a new deal (X-10.1) from `rng_seed`, or from a random seed."""
        config = {} if config is None else config
        try:
            self.table = self.new_table(config, rng_seed)
        except QipaiError as refusal:
            raise refusal if isinstance(refusal, EngineError) else engine_error(refusal) from None
        return self.output()

    def new_table(self, config: object, rng_seed: object) -> Table:
        """A table with the configured rules and the deal of the seed."""
        if not isinstance(config, dict) or flaw(config) is not None:
            raise invalid_state("the configuration must be an object", "配置必须是对象")
        for key in config:
            if key not in CONFIG_KEYS:
                raise invalid_state(f"unknown key {brief(key)} in the configuration", f"配置里有未知的键 {brief(key)}")
        if not isinstance(config.get("first_deal", True), bool):
            raise invalid_state("first_deal must be true or false", "first_deal 必须是 true 或 false")
        game = self.game
        rules = game.rules(config.get("rules"))
        players = config.get("player_count", game.seats(rules))
        if not in_range(players, game.seats(rules), game.seats(rules)):
            raise invalid_state(
                f"player_count must be {game.seats(rules)} with these rules",
                f"按此规则 player_count 必须是 {game.seats(rules)}",
            )
        if rng_seed is None:
            seed = secrets.token_bytes(32)
        elif isinstance(rng_seed, int) and not isinstance(rng_seed, bool) and rng_seed.bit_length() <= WIDEST_SEED:
            seed = engine_seed(rng_seed)
        else:
            raise invalid_state("rng_seed must be an integer", "rng_seed 必须是整数")
        table = blank_table(game, rules)
        table.carried = self.adapter.previous(rules, config)
        state = game.deal(DealRng(seed), rules, table.carried)
        table.begin(state, Deal(seed.hex(), None, False, None))
        return table

    def dump_state(self) -> Json:
        """Everything as plain JSON: the game's own format if it has one, else {record, version}."""
        table = self.running()
        own = self.adapter.dump(table.state)
        if own is not None:
            return own
        return {"record": table.record(), "version": table.version, "carried": table.carried}

    def load_state(self, state: object) -> Json:
        """Restores a dump. ENGINE_INVALID_STATE leaves the running game as it was."""
        if not isinstance(state, dict):
            raise invalid_state("a state must be an object", "状态必须是对象")
        found = flaw(state)
        if found is not None:
            raise invalid_state(found.en, found.zh)
        try:
            if "record" in state:
                loaded = self.load_record(state)
            else:
                loaded = self.load_own(state)
        except QipaiError as refusal:
            if isinstance(refusal, EngineError):
                raise
            raise invalid_state(refusal.message, refusal.say("zh")) from None
        self.table = loaded
        return self.output()

    def load_record(self, state: Json) -> Table:
        """The table of a state that is stored as a record."""
        if set(state) != {"record", "version", "carried"}:
            raise invalid_state(
                "a state of this game has record, version and carried", "本游戏的状态应有 record、version 和 carried"
            )
        record = state["record"]
        if not isinstance(record, dict) or record.get("game") != self.game.name:
            raise invalid_state(f"the record is not one of {self.game.name}", f"这不是 {self.game.name} 的记录")
        table = replay(record, carried=state["carried"])
        if len(table.deals) != 1:
            raise invalid_state("an engine holds one deal", "引擎一次只能有一局")
        version = state["version"]
        if not in_range(version, table.version, table.version):
            raise invalid_state(
                f"the version is {table.version}, not {brief(version)}",
                f"版本应为 {table.version}，不是 {brief(version)}",
            )
        return table

    def load_own(self, data: Json) -> Table:
        """The table of a state that the game's own adapter wrote."""
        rules, state = self.adapter.load(data)
        table = blank_table(self.game, rules)
        table.begin(state, Deal(None, None, False, None))
        return table

    # acting
    def apply_action(
        self,
        action_idx: object,
        cover_list: object = None,
        client_version: object = None,
        seat: object = None,
    ) -> Json:
        """Plays the legal action at that index for the seat to act (the lowest, if there are several). X-9.1."""
        table = self.running()
        state = table.state
        try:
            if state.over():
                raise IllegalMove("GAME_OVER")
            if client_version is not None and not in_range(client_version, table.version, table.version):
                raise IllegalMove("STALE_VERSION", version=table.version, given=tellable(client_version))
            actor: object = table.to_act[0] if seat is None else seat
            if not isinstance(actor, int) or isinstance(actor, bool) or actor not in table.to_act:
                raise IllegalMove("NOT_TO_ACT", seat=tellable(actor))
            if not in_range(action_idx, -WIDEST, WIDEST) or not isinstance(action_idx, int):
                raise IllegalMove("BAD_INDEX", index=tellable(action_idx), count=len(self.adapter.actions(state, actor)))
            action = self.adapter.action_at(state, actor, action_idx, cover_list)
        except QipaiError as refusal:
            raise engine_error(refusal) from None
        table.play_action(actor, action)
        return self.output()

    def settle(self) -> Json:
        """Ends the settlement phase. In games without one: returns the result again, once the deal is finished."""
        table = self.running()
        state = table.state
        if not state.over():
            raise engine_error(IllegalMove("DEAL_RUNNING"))
        if self.adapter.settles():
            if state.settled():
                raise engine_error(IllegalMove("GAME_OVER"))
            state.settle()
        return self.output()

    # reading
    def get_public_state(self) -> Json:
        """What everybody may see."""
        return self.running().public()

    def get_private_state(self, seat: object) -> Json:
        """What only this seat sees."""
        table = self.running()
        return dict(table.private(self.check_seat(table, seat)))

    def get_legal_actions(self, seat: object) -> Json:
        """{seat, actions}; a seat that is not to act has none."""
        table = self.running()
        known = self.check_seat(table, seat)
        return {"seat": known, "actions": self.adapter.actions(table.state, known)}

    def output(self) -> Json:
        """X-10.12."""
        table = self.running()
        state = table.state
        acting = table.to_act
        return {
            "public_state": state.view(SPECTATOR).public(),
            "private_state_by_seat": [state.view(seat).private() for seat in range(table.seats)],
            "legal_actions": self.get_legal_actions(acting[0]) if acting else None,
            "settlement": self.adapter.settlement(state),
        }

    def check_seat(self, table: Table, seat: object) -> int:
        """A seat of the table, or an error with its code."""
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < table.seats:
            raise invalid_state(f"no seat {brief(seat)}", f"没有座位 {brief(seat)}")
        return seat

    def running(self) -> Table:
        """The table of the current game, or an error when there is none."""
        table = self.table
        if table is None:
            words = Text("No deal yet: call init_game first.", "还没有发牌：请先调用 init_game。")
            raise EngineError("ENGINE_INVALID_PHASE", words, {"code": "GAME_OVER"})
        return table


def restored_engine(game: str, table: Table | None) -> Engine:
    engine = Engine(game)
    engine.table = table
    return engine
