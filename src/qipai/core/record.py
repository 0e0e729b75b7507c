"""Records: read, check, replay, write. One format for replays, exports, training data and test cases.

A record is complete: rules + deals (explicit or by seed) + moves give the same result anywhere. Everything else in it
(returns, fairness, what one deal leaves to the next) is recomputed and must match.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from qipai.core import fairness
from qipai.core.data import WIDEST, Json, brief, flaw, in_range, same_json
from qipai.core.errors import BadRecord, IllegalMove
from qipai.core.registry import game as find_game
from qipai.core.shapes import DealReport, RecordReport
from qipai.core.table import FORMAT, Table, blank_table
from qipai.core.text import Text

MAX_BYTES = 16 * 1024 * 1024
MAX_DEALS = 10_000
MAX_MOVES = 1_000_000

TOP_KEYS = frozenset(("format", "game", "rules", "meta", "deals", "seed", "deal", "partial", "moves", "returns", "fairness"))
DEAL_KEYS = frozenset(("seed", "deal", "partial", "moves", "returns", "fairness"))
META_KEYS = frozenset(("players", "started", "ended", "event", "note", "practice"))


def bad(reason: Text) -> BadRecord:
    return BadRecord("BAD_RECORD", reason=reason)


def limit(given: object) -> int:
    """A limit of bytes or moves, which the caller chose."""
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= WIDEST:
        raise bad(Text(f"a limit can’t be {brief(given)}", f"上限不能是 {brief(given)}"))
    return given


def parse_record(data: object, max_bytes: object = MAX_BYTES) -> Json:
    """Parses JSON text; `replay` checks the contents."""
    most = limit(max_bytes)
    if not isinstance(data, (str, bytes)):
        raise bad(Text("a record is read from text or bytes", "牌谱应从文本或字节读取"))
    if len(data) > most:
        raise bad(Text(f"larger than {most} bytes", f"文件超过 {most} 字节"))
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        out = json.loads(text, parse_constant=no_constant)
        text.encode()
        if "\\ud" in text or "\\uD" in text:
            json.dumps(out, ensure_ascii=False).encode()  # it may hold half of a character
    except ValueError as problem:
        raise bad(Text(f"not JSON ({problem})", f"不是 JSON（{problem}）")) from None
    except RecursionError:
        raise bad(Text("nested too deeply", "嵌套太深")) from None
    if not isinstance(out, dict):
        raise bad(Text("not a JSON object", "不是 JSON 对象"))
    return out


def no_constant(name: str) -> object:
    """NaN and Infinity are not JSON."""
    raise ValueError(f"{name} is not a JSON value")


def read_record(path: object, max_bytes: object = MAX_BYTES) -> Json:
    """Reads a record file. BAD_RECORD also when the file cannot be read."""
    most = limit(max_bytes)
    if not isinstance(path, (str, Path)):
        raise bad(Text(f"{brief(path)} isn’t the path of a file", f"{brief(path)} 不是文件路径"))
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except OSError as problem:
        raise bad(Text(f"{path}: {problem.strerror or problem}", f"读不了文件 {path}：{problem.strerror or problem}")) from None
    except ValueError:  # half a character or a null in the name
        raise bad(Text(f"{brief(str(path))} isn’t the path of a file", f"{brief(str(path))} 不是文件路径")) from None
    return parse_record(data, most)


def write_record(record: object) -> str:
    """Text for a file, indented; equal records give equal text. BAD_RECORD if it could not be read again."""
    return json.dumps(whole_object(record), ensure_ascii=False, indent=1) + "\n"


def whole_object(record: object) -> Json:
    """The object of a record, free of what no reader should meet. BAD_RECORD."""
    if not isinstance(record, dict):
        raise bad(Text("not a JSON object", "不是 JSON 对象"))
    found = flaw(record)
    if found is not None:
        raise bad(found)
    return record


class Step(NamedTuple):
    """One move of a record and the table after it; each deal starts with a step without a move."""

    table: Table  # the same object in every step: copy it to keep it
    deal: int
    number: int  # moves of the deal so far
    seat: int | None
    move: str | None


def replay(record: object, *, max_moves: object = MAX_MOVES, carried: object = None) -> Table:
    """Plays a record and returns the table at its end. BadRecord names the first problem.

    `carried` is what earlier deals left, for a record that starts in the middle of a match.
    """
    for step in steps(record, max_moves=max_moves, carried=carried):
        table = step.table
    return table


def steps(record: object, *, max_moves: object = MAX_MOVES, carried: object = None) -> Iterator[Step]:
    """Plays a record move by move. BadRecord is raised when the problem is reached."""
    most = limit(max_moves)
    top = check_top(record)
    game = find_game(top["game"])
    table = blank_table(game, game.kept_rules(top.get("rules")))
    meta = top.get("meta")
    if isinstance(meta, dict):
        table.meta = meta
    if carried is not None:
        if not isinstance(carried, dict) or flaw(carried) is not None:
            raise bad(Text("what earlier deals left must be an object", "前几局留下的数据必须是对象"))
        table.carried = game.check_carried(table.rules_object, carried)
    deals = deals_of(top)
    total = 0
    for index, deal in enumerate(deals):
        moves = check_deal(deal, index)
        total += len(moves)
        if total > most:
            raise bad(Text(f"more than {most} moves", f"超过 {most} 步"))
        start_deal(table, deal, index)
        yield Step(table, index, 0, None, None)
        for number, (seat, text) in enumerate(moves):
            move = play_move(table, index, number, seat, text)
            yield Step(table, index, number + 1, seat, move)
        check_returns(table, deal, index)
        if index + 1 < len(deals):
            leave_deal(table, index)


def leave_deal(table: Table, index: int) -> None:
    try:
        table.leave_deal()
    except IllegalMove as refusal:
        raise bad(
            Text(
                f"deal {index} is followed by another, but: {refusal.message}",
                f"第 {index} 局之后还有一局，但是：{refusal.say('zh')}",
            )
        ) from None


def check_top(given: object) -> Json:
    record = whole_object(given)
    if record.get("format", FORMAT) != FORMAT:
        found = brief(record.get("format"))
        raise bad(
            Text(
                f"its format is {found}, this program reads {FORMAT!r}",
                f"格式是 {found}，本程序只读 {FORMAT!r}",
            )
        )
    for key in record:
        if key not in TOP_KEYS:
            raise bad(Text(f"unknown key {brief(key)}", f"未知的键 {brief(key)}"))
    if not isinstance(record.get("game"), str):
        raise bad(Text("the key 'game' is missing", "缺少键 game"))
    meta = record.get("meta")
    if meta is not None:
        if not isinstance(meta, dict):
            raise bad(Text("meta must be an object", "meta 必须是对象"))
        for key in meta:
            if key not in META_KEYS:
                raise bad(Text(f"unknown key {brief(key)} in meta", f"meta 中有未知的键 {brief(key)}"))
        marked = meta.get("practice", [])
        if not isinstance(marked, list) or not all(in_range(number, 0, MAX_DEALS) for number in marked):
            raise bad(Text("practice in meta must list numbers of deals", "meta 的 practice 必须列出牌局的序号"))
    return record


def deals_of(top: Json) -> list[Json]:
    """The deals, in either form: `deals`, or one deal at the top."""
    short = {key: top[key] for key in DEAL_KEYS if key in top}
    if "deals" not in top:
        return [short]
    if short:
        raise bad(
            Text(
                f"'deals' and {', '.join(sorted(short))} can’t be used together",
                f"deals 不能与 {'、'.join(sorted(short))} 同时使用",
            )
        )
    deals = top["deals"]
    if not isinstance(deals, list) or not deals:
        raise bad(Text("deals must be a list with at least one deal", "deals 必须是至少有一局的列表"))
    if len(deals) > MAX_DEALS:
        raise bad(Text(f"more than {MAX_DEALS} deals", f"超过 {MAX_DEALS} 局"))
    out: list[Json] = []
    for index, deal in enumerate(deals):
        if not isinstance(deal, dict):
            raise bad(Text(f"deal {index} is not an object", f"第 {index} 局不是对象"))
        out.append(deal)
    return out


def check_deal(deal: Json, index: int) -> list[tuple[int, str]]:
    """Checks the shape of one deal and returns its moves."""
    for key in deal:
        if key not in DEAL_KEYS:
            raise bad(Text(f"unknown key {brief(key)} in deal {index}", f"第 {index} 局有未知的键 {brief(key)}"))
    if ("seed" in deal) == ("deal" in deal):
        raise bad(Text(f"deal {index} needs either a seed or an explicit deal", f"第 {index} 局要么有种子，要么写明发牌"))
    if "deal" in deal and not isinstance(deal["deal"], dict):
        raise bad(Text(f"the explicit deal {index} is not an object", f"第 {index} 局写明的发牌不是对象"))
    if "seed" in deal and not isinstance(deal["seed"], str):
        raise bad(Text(f"the seed of deal {index} is not a text", f"第 {index} 局的种子不是文本"))
    if not isinstance(deal.get("partial", False), bool):
        raise bad(Text(f"partial of deal {index} is not true or false", f"第 {index} 局的 partial 必须是 true 或 false"))
    if "seed" in deal and deal.get("partial"):
        raise bad(Text(f"deal {index} comes from a seed and can’t be partial", f"第 {index} 局由种子发牌，不能标为 partial"))
    moves = deal.get("moves", [])
    if not isinstance(moves, list):
        raise bad(Text(f"the moves of deal {index} are not a list", f"第 {index} 局的 moves 不是列表"))
    out: list[tuple[int, str]] = []
    for number, move in enumerate(moves):
        if not isinstance(move, list) or len(move) != 2:
            raise bad(
                Text(f"move {number} of deal {index} is not [seat, text]", f"第 {index} 局第 {number} 步不是 [座位, 文本]")
            )
        seat = move[0]
        text = move[1]
        if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(text, str):
            raise bad(
                Text(f"move {number} of deal {index} is not [seat, text]", f"第 {index} 局第 {number} 步不是 [座位, 文本]")
            )
        out.append((seat, text))
    return out


def start_deal(table: Table, deal: Json, index: int) -> None:
    seed = deal.get("seed")
    explicit = deal.get("deal")
    proof = deal.get("fairness")
    if isinstance(explicit, dict):
        if proof is not None:
            raise bad(
                Text(f"deal {index} is explicit and can’t have a fairness proof", f"第 {index} 局是写明的发牌，不能带公平证明")
            )
        table.start_explicit(explicit, deal.get("partial") is True)
    else:
        assert isinstance(seed, str)
        try:
            if proof is not None:
                fairness.check(proof, seed, table.seats)
            table.start_seeded(seed, proof if isinstance(proof, dict) else None)
        except BadRecord as refusal:
            if refusal.code != "BAD_SEED":
                raise
            raise bad(Text(f"deal {index}: {refusal.message}", f"第 {index} 局：{refusal.say('zh')}")) from None


def play_move(table: Table, index: int, number: int, seat: int, text: str) -> str:
    try:
        return table.play(seat, text)
    except IllegalMove as refusal:
        raise BadRecord(
            "BAD_RECORD",
            reason=Text(
                f"move {number} of deal {index}, seat {seat} {brief(text)}: {refusal.message}",
                f"第 {index} 局第 {number} 步，座位 {seat} {brief(text)}：{refusal.say('zh')}",
            ),
            cause=refusal.code,
            deal=index,
            move=number,
        ) from None


def check_returns(table: Table, deal: Json, index: int) -> None:
    if "returns" not in deal:
        return
    if not table.over:
        raise bad(Text(f"deal {index} isn’t over, yet it has returns", f"第 {index} 局还没结束，却写了结果"))
    given = deal["returns"]
    if not same_json(given, table.returns):
        raise bad(
            Text(
                f"the returns of deal {index} are {table.returns}, not {brief(given)}",
                f"第 {index} 局的结果应为 {table.returns}，不是 {brief(given)}",
            )
        )


def verify(record: object) -> RecordReport:
    """Replays a record and reports each deal and whether its shuffle is proven fair. BadRecord when it is wrong."""
    table = replay(record)
    marked = practice_deals(table.meta)
    deals: list[DealReport] = []
    for index, deal in enumerate(table.deals):
        over = index < len(table.deals) - 1 or table.over
        deals.append(
            {
                "deal": index,
                "moves": len(deal.moves),
                "over": over,
                "returns": deal.returns,
                "shuffle": "explicit" if deal.seed is None else ("proven" if deal.proof is not None else "seed"),
                "practice": index in marked,
            }
        )
    return {"ok": True, "game": table.game_name, "rules": table.rules, "deals": deals, "scores": table.scores}


def practice_deals(meta: Json | None) -> list[int]:
    """The deals of a record that were practice, where moves had been tried before: they count in no statistic."""
    marked = meta.get("practice") if meta is not None else None
    return [number for number in marked if isinstance(number, int)] if isinstance(marked, list) else []
