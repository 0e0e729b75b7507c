"""Mahjong behind the engine interface: a deal may follow others of its match."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.rules import Rules
from qipai.engine.adapter import EngineAdapter
from qipai.games.mahjong.deal import bad_deal


class Adapter(EngineAdapter):
    def previous(self, rules: Rules, config: Json) -> Json | None:
        previous = config.get("previous")
        if previous is None:
            return None
        if not isinstance(previous, dict):
            raise bad_deal("previous must be an object", "previous 必须是对象")
        return self.game.check_carried(rules, previous)
