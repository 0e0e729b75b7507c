"""Guandan behind the engine interface: a deal may follow another; the settlement has order and levels."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.errors import BadRecord
from qipai.core.rules import Rules
from qipai.core.state import SPECTATOR, State
from qipai.core.text import Text
from qipai.engine.adapter import EngineAdapter
from qipai.games.guandan.deal import check_carried
from qipai.games.guandan.rules import GuandanRules
from qipai.games.guandan.state import GuandanState


class Adapter(EngineAdapter):
    def previous(self, rules: Rules, config: Json) -> Json | None:
        assert isinstance(rules, GuandanRules)
        before = config.get("previous")
        if before is None:
            if config.get("first_deal") is False:
                raise BadRecord(
                    "BAD_DEAL",
                    reason=Text(
                        "a later deal needs previous, with the order of the deal before",
                        "以后各局要给出 previous，即上一局的名次",
                    ),
                )
            return None
        if config.get("first_deal") is True:
            raise BadRecord("BAD_DEAL", reason=Text("the first deal has none before it", "第一局之前没有别的局"))
        return check_carried(rules, before)

    def settlement(self, state: State) -> Json | None:
        assert isinstance(state, GuandanState)
        if not state.over():
            return None
        return {"returns": state.returns(), **state.seen_by(SPECTATOR).result_json()}
