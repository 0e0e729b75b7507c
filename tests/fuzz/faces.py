"""Every function of the library that takes something from outside, called with one argument of any type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import qipai
from qipai.agents import agent, levels
from qipai.core.record import parse_record

SEEDED = {"game": "xianqi", "deals": [{"seed": "1" * 64, "moves": []}]}


def engine(game: str) -> qipai.Engine:
    out = qipai.Engine(game)
    out.init_game(None, 1)
    return out


Face = Callable[[str, qipai.Table, Any], object]

# functions of the games and of their surroundings with arguments that they take; each argument is replaced in turn
LIBRARY: dict[str, tuple[Callable[..., object], list[Any]]] = {
    "guandan.auto_reading": (qipai.guandan.auto_reading, ["S4 C4", "2", ("S3 C3", "pair:3"), None]),
    "guandan.beats": (qipai.guandan.beats, [("S3 C3", "pair:3"), ("S4 C4", "pair:4"), "2", None]),
    "guandan.plays": (qipai.guandan.plays, ["S3 C3 D4", "2", ("S3", "single:3"), None, "exact"]),
    "guandan.promote": (qipai.guandan.promote, [["A", "3"], 0, [2, 0], [0, 2, 1, 3], None, 1]),
    "guandan.readings": (qipai.guandan.readings, ["S3 C3", "2", None]),
    "mahjong.score": (qipai.mahjong.score, ["123p4446667s", [], "m", "7s", "self", ["last_tile"], None]),
    "mahjong.shanten": (qipai.mahjong.shanten, ["123p4446667s", [], "m"]),
    "mahjong.ukeire": (qipai.mahjong.ukeire, ["123p4446667s", [], "m", ""]),
    "mahjong.waits": (qipai.mahjong.waits, ["123p4446667s", [], "m", "7s"]),
    "xianqi.beats": (qipai.xianqi.beats, [{"B_SHI": 1}, {"R_SHI": 1}]),
    "xianqi.settlement": (qipai.xianqi.settlement, [[6, 1, 1], [[1, 0, False]], None]),
    "agent": (lambda *given: agent(given[0], given[1], seed=given[2], budget=given[3]), ["xianqi", "easy", 1, "arena"]),
    "levels": (levels, ["xianqi"]),
}


def with_one(function: Callable[..., object], given: list[Any], place: int) -> Face:
    return lambda game, table, x: function(*given[:place], x, *given[place + 1 :])


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
    "view_from_text": lambda game, table, x: qipai.view_from_text(x),
    "private table": lambda game, table, x: getattr(qipai, game).private(x, 0),
    "private seat": lambda game, table, x: getattr(qipai, game).private(table, x),
    "svg.table": lambda game, table, x: qipai.svg.table(x),
    "svg.table seat": lambda game, table, x: qipai.svg.table(table, x),
    "svg.table names": lambda game, table, x: qipai.svg.table(table, names=x),
    **{
        f"{name} {place}": with_one(function, given, place)
        for name, (function, given) in LIBRARY.items()
        for place in range(len(given))
    },
}
