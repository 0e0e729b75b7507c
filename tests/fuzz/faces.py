"""Every function of the library that takes something from outside, called with one argument of any type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import qipai
from qipai.core.record import parse_record

SEEDED = {"game": "xianqi", "deals": [{"seed": "1" * 64, "moves": []}]}


def engine(game: str) -> qipai.Engine:
    out = qipai.Engine(game)
    out.init_game(None, 1)
    return out


Face = Callable[[str, qipai.Table, Any], object]

FACES: dict[str, Face] = {
    "game": lambda game, table, x: qipai.game(x),
    "Table": lambda game, table, x: qipai.Table(x),
    "Table rules": lambda game, table, x: qipai.Table(game, x, "1" * 64),
    "Table seed": lambda game, table, x: qipai.Table(game, None, x) if x is not None else None,
    "Table deal_seed": lambda game, table, x: qipai.Table(game, None, "1" * 64, deal_seed=x),
    "Table fairness": lambda game, table, x: qipai.Table(game, None, "1" * 64, fairness=x),
    "Table.from_record": lambda game, table, x: qipai.Table.from_record(x),
    "Table.legal": lambda game, table, x: table.legal(x),
    "Table.canonical": lambda game, table, x: table.canonical(x),
    "Table.view": lambda game, table, x: table.view(x),
    "Table.private": lambda game, table, x: table.private(x),
    "Table.hints seat": lambda game, table, x: table.hints(x),
    "Table.hints n": lambda game, table, x: table.hints(table.to_act[0], x),
    "Table.undo": lambda game, table, x: table.copy().undo(x),
    "Table.play": lambda game, table, x: table.copy().play(table.to_act[0], x),
    "Table.play seat": lambda game, table, x: table.copy().play(x, "pass"),
    "Table.next_deal": lambda game, table, x: table.copy().next_deal(deal_seed=x, fairness=x),
    "LegalMoves": lambda game, table, x: (x in table.legal(0), table.legal(0).count(x)),
    "verify": lambda game, table, x: qipai.verify(x),
    "replay": lambda game, table, x: qipai.replay(x),
    "replay max_moves": lambda game, table, x: qipai.replay(SEEDED, max_moves=x),
    "replay carried": lambda game, table, x: qipai.replay(SEEDED, carried=x),
    "steps": lambda game, table, x: list(qipai.steps(x)),
    "parse_record": lambda game, table, x: parse_record(x),
    "parse_record limit": lambda game, table, x: parse_record("{}", x),
    "read_record": lambda game, table, x: qipai.read_record(x),
    "write_record": lambda game, table, x: qipai.write_record(x),
    "DealRng": lambda game, table, x: qipai.DealRng(x),
    "FastRng": lambda game, table, x: qipai.FastRng(x),
    "Engine": lambda game, table, x: qipai.Engine(x),
    "init_game": lambda game, table, x: engine(game).init_game(x, 1),
    "init_game rules": lambda game, table, x: engine(game).init_game({"rules": x}, 1),
    "init_game seed": lambda game, table, x: engine(game).init_game(None, x),
    "load_state": lambda game, table, x: engine(game).load_state(x),
    "apply_action": lambda game, table, x: engine(game).apply_action(x),
    "apply_action cover_list": lambda game, table, x: engine(game).apply_action(0, x),
    "apply_action version": lambda game, table, x: engine(game).apply_action(0, None, x),
    "apply_action seat": lambda game, table, x: engine(game).apply_action(0, None, None, x),
    "get_private_state": lambda game, table, x: engine(game).get_private_state(x),
    "get_legal_actions": lambda game, table, x: engine(game).get_legal_actions(x),
    "Game.rules": lambda game, table, x: qipai.game(game).rules(x),
    "Game.read": lambda game, table, x: qipai.game(game).read(x),
    "Game.read_view": lambda game, table, x: qipai.game(game).read_view(x),
}
