"""The table as text: tiles as rank and suit, melds, discards, payments, and the settlement line by line."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.parts import Words
from qipai.core.state import View
from qipai.core.text import Line, Span, Text, after_verb, before_verb, does, minus, signed, whom, whose
from qipai.games.mahjong.actions import buried_tiles
from qipai.games.mahjong.ledger import Event, events_of, rivers_of
from qipai.games.mahjong.melds import KIND_NAMES, KIND_NAMES_ZH
from qipai.games.mahjong.notation import read_move
from qipai.games.mahjong.patterns import PATTERN_BY_NAME, SICHUAN_PATTERN_BY_NAME
from qipai.games.mahjong.position import (
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_MISSING,
    PHASE_SWAP,
    PHASE_TURN,
    UNBURIED,
)
from qipai.games.mahjong.sichuan_words import (
    REASON_WORDS,
    SICHUAN_CLAUSES,
    STATUS_WORDS,
    direction_words,
    points_text,
    sum_name,
    title_of,
)
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import NAMES, NO_TILE, SUIT_NAMES_ZH, SUITS, read_tiles, unpack
from qipai.games.mahjong.view import held_count, melds_json, opening, won_json
from qipai.games.mahjong.waiting import waits_without
from qipai.games.mahjong.words import SUIT_NAMES, SUIT_WORDS, tile_words, tiles_words
from qipai.native import i64

SUIT_STYLES = ["", "good", "red"]
KIND_TITLES = {
    "peng": Text("pung", "碰"),
    "kong_exposed": Text("exposed kong", "明杠"),
    "kong_concealed": Text("concealed kong", "暗杠"),
    "kong_added": Text("added kong", "补杠"),
}
REASON_CLAUSES = {"hu": "M-10.2", "kong_exposed": "M-6.1", "kong_concealed": "M-6.2", "kong_added": "M-6.3"}
PHASE_TITLES = {
    PHASE_BURY: Text("choose the void suit", "定缺"),
    PHASE_TURN: Text("discard", "打牌"),
    PHASE_CLAIM: Text("claims", "等碰、杠、胡"),
    PHASE_FINISHED: Text("deal over", "本局结束"),
    PHASE_SWAP: Text("swap three", "换三张"),
    PHASE_MISSING: Text("choose the void suit", "定缺"),
}


def tile_span(tile: int, lang: str) -> Span:
    text = f"{tile % 9 + 1}{SUIT_NAMES_ZH[tile // 9]}" if lang == "zh" else NAMES[tile]
    return Span(text, SUIT_STYLES[tile // 9])


def tile_by_name(tile: object, lang: str) -> Span:
    """The span of a tile given as text."""
    tiles = read_tiles(str(tile)) or []
    return tile_span(tiles[0], lang) if tiles else Span("?", "dim")


def spoken(tile: object, lang: str) -> Span:
    """A tile in a sentence, given as text."""
    tiles = read_tiles(str(tile)) or []
    if not tiles:
        return Span("?", "dim")
    return Span(tile_words(tiles[0]).say(lang), SUIT_STYLES[tiles[0] // 9])


def tile_row(tiles: list[int], lang: str) -> Line:
    out: Line = []
    for tile in tiles:
        if out:
            out.append(Span(" "))
        out.append(tile_span(tile, lang))
    return out


def say(lang: str, en: str, zh: str) -> str:
    return zh if lang == "zh" else en


def screen(view: MahjongView, names: list[str], lang: str) -> list[Line]:
    """The table as the view's seat sees it; a spectator sees it from seat 0."""
    known = view.known
    me = view.seat
    first = me if me >= 0 else 0
    lines: list[Line] = [headline(known, names, lang)]
    rivers = rivers_of(known.log, known.rules)
    for k in (1, 2, 3, 0):
        seat = (first + k) & 3
        lines.append(seat_line(known, seat, me, names, lang))
        if rivers[seat]:
            lines.append(river_line(rivers[seat], lang))
        won = won_line(known, seat, lang)
        if won:
            lines.append(won)
    marks = [entry for river in rivers for entry in river if entry["claim"] is not None or entry["winners"]]
    if marks:
        lines.append([Span(say(lang, "    (5p) was claimed, 5p* won", "    （5筒）被碰、杠，5筒* 被胡"), "dim")])
    if me >= 0:
        lines += own_lines(known, me, lang)
    return lines


def headline(known: MahjongState, names: list[str], lang: str) -> Line:
    line: Line = [
        Span(title_of(known.rules).say(lang), "title"),
        Span(" · " + PHASE_TITLES[known.phase].say(lang)),
        Span(say(lang, f" · wall {known.wall_left()}", f" · 牌墙剩 {known.wall_left()} 张")),
        Span(say(lang, f" · dealer {names[known.dealer]}", f" · 庄家 {names[known.dealer]}")),
    ]
    if known.phase == PHASE_CLAIM and known.rob:
        line.append(Span(say(lang, f" · {names[known.turn]} adds to a kong: ", f" · {before_verb(names[known.turn])}补杠 ")))
        line.append(Span(tile_span(known.tile, lang).text, "gold"))
    elif known.phase == PHASE_CLAIM:
        line.append(Span(say(lang, f" · {names[known.turn]} discarded ", f" · {before_verb(names[known.turn])}打出 ")))
        line.append(Span(tile_span(known.tile, lang).text, "gold"))
    return line


def seat_line(known: MahjongState, seat: int, me: int, names: list[str], lang: str) -> Line:
    on_turn = known.phase == PHASE_TURN and known.turn == seat
    score = known.base[seat] + known.paid[seat]
    line: Line = [
        Span("▶ " if on_turn else "  ", "gold"),
        Span(names[seat], "bold" if seat == me else ""),
        Span(say(lang, f"  {signed(score)}", f"  {signed(score)} 分"), "good" if score > 0 else ("bad" if score < 0 else "")),
    ]
    if not opening(known):
        suit = SUIT_NAMES[SUITS[known.missing_suit(seat)]].say(lang)
        line.append(Span(say(lang, f"  void suit: {suit}", f"  缺{suit}"), "dim"))
    held = held_count(known, seat)
    line.append(Span(say(lang, f"  {held} in hand", f"  手牌 {held} 张"), "dim"))
    if known.is_locked(seat):
        line.append(Span(say(lang, "  won", "  已胡"), "gold"))
    elif known.has_won(seat):
        line.append(Span(say(lang, "  won and out", "  已胡，下场"), "gold"))
    for meld in melds_json(known.melds[seat]):
        line.append(Span("  " + KIND_TITLES[str(meld["kind"])].say(lang) + say(lang, " ", ""), "dim"))
        line.append(tile_by_name(meld["tile"], lang))
        if meld["from"] is not None:
            feeder = meld["from"]
            assert isinstance(feeder, int)
            line.append(Span(say(lang, f" from {names[feeder]}", f"（{names[feeder]}）"), "dim"))
    shown = known.hand_of(seat)
    if seat != me and any(shown):
        line.append(Span("  "))
        line += tile_row(unpack(shown[0], shown[1], shown[2]), lang)
    return line


def river_line(river: list[Event], lang: str) -> Line:
    """Discards in order; (5p) was claimed, 5p* was won."""
    line: Line = [Span(say(lang, "    discards ", "    打出 "), "dim")]
    for entry in river:
        tile = tile_by_name(entry["tile"], lang)
        if entry["claim"] is not None:
            line.append(Span(say(lang, f"({tile.text}) ", f"（{tile.text}）"), "dim"))
        elif entry["winners"]:
            line.append(Span(f"{tile.text}* ", "gold"))
        else:
            line.append(tile)
            line.append(Span(" "))
    return line


def won_line(known: MahjongState, seat: int, lang: str) -> Line:
    won = won_json(known.log, seat, known.rules)
    if not won:
        return []
    line: Line = [Span(say(lang, "    won on ", "    胡的牌 "), "dim")]
    for entry in won:
        line.append(tile_by_name(entry["tile"], lang))
        line.append(Span(f" {worth_words(entry, lang)}  ", "gold"))
    return line


def worth_words(win: Json, lang: str) -> str:
    """The fan of a win; in the Sichuan family with its points."""
    fan = say(lang, f"{win['fan']} fan", f"{win['fan']} 番")
    points = win.get("points")
    return fan if points is None else say(lang, f"{fan}, {points_text(points)}", f"{fan} {points} 分")


def news(before: MahjongView, after: MahjongView, names: list[str], lang: str) -> list[Line]:
    """What became public between two views: discards, calls, wins, payments; never who was asked (M-12.3)."""
    out: list[Line] = []
    known = len(reported_events(before.known))
    for event in reported_events(after.known)[known:]:
        if event["event"] in ("discard", "peng", "kong", "declare") and event["seat"] == after.seat:
            continue
        line = event_line(event, names, lang, after.known.rules.sichuan)
        if line:
            out.append(line)
    return out


def reported_events(known: MahjongState) -> list[Event]:
    """All events except overruled answers, which are never reported, though they become public at the end."""
    return [e for e in events_of(known.log, known.rules) if e["event"] != "answer"]


def event_line(event: Event, names: list[str], lang: str, sichuan: bool = False) -> Line:
    kind = event["event"]
    if kind == "missing":
        suits = event["suits"]
        assert isinstance(suits, list)
        parts = [f"{names[k]} {SUIT_NAMES[str(s)].say(lang)}" for k, s in enumerate(suits)]
        return [Span(say(lang, "Void suits: ", "定缺：") + say(lang, ", ", "，").join(parts), "dim")]
    if kind == "pay":
        return pay_line(event, names, lang, sichuan)
    if kind == "swap":
        return [Span(direction_words(str(event["direction"]), event["die"]).say(lang), "dim")]
    seat = event["seat"]
    assert isinstance(seat, int)
    if kind == "check":
        return check_line(event, names, lang)
    if kind == "declare":
        start = say(lang, f"{does(names[seat], 'add')} to a pung: ", f"{before_verb(names[seat])}要补杠")
        return [Span(start), spoken(event["tile"], lang)]
    if kind == "discard":
        start = say(lang, f"{does(names[seat], 'discard')} the ", f"{before_verb(names[seat])}打")
        return [Span(start), spoken(event["tile"], lang)]
    if kind == "peng":
        start = say(lang, f"{does(names[seat], 'pung')} the ", f"{before_verb(names[seat])}碰")
        return [Span(start), spoken(event["tile"], lang)]
    if kind == "kong":
        title = KIND_TITLES[str(event["kind"])]
        start = say(lang, f"{names[seat]}: {title.en}, ", f"{before_verb(names[seat])}{title.zh}")
        made: Line = [Span(start), spoken(event["tile"], lang)]
        return [*made, Span(say(lang, " (no points)", "（不收分）"), "dim")] if event.get("late") else made
    if kind == "win":
        return win_line(event, names, lang)
    return []


def pay_line(event: Event, names: list[str], lang: str, sichuan: bool = False) -> Line:
    payer, receiver = event["from"], event["to"]
    assert isinstance(payer, int)
    assert isinstance(receiver, int)
    amount = event["points"]
    reason = str(event["reason"])
    clause = (SICHUAN_CLAUSES if sichuan else REASON_CLAUSES)[reason]
    why = REASON_WORDS.get(reason)
    return [
        Span(
            say(
                lang,
                f"{does(names[payer], 'pay')} {whom(names[receiver])} ",
                f"{before_verb(names[payer])}付{after_verb(names[receiver])}",
            )
        ),
        Span(say(lang, f"{amount}", f"{amount} 分"), "gold"),
        Span("" if why is None else say(lang, f" ({why.en})", f"（{why.zh}）")),
        Span(f"  {clause}", "dim"),
    ]


def pattern_words(patterns: dict[str, int], lang: str, sichuan: bool = False) -> Line:
    """Every pattern with its fan and clause; a full flush on the golden hook is 清金钩钓 (M-9.9, M-30.4)."""
    line: Line = []
    if sichuan and not patterns:
        return [Span(say(lang, "plain win", "平胡")), Span(" M-30.1", "dim")]
    for name, fan in patterns.items():
        row = (SICHUAN_PATTERN_BY_NAME if sichuan else PATTERN_BY_NAME)[name]
        line.append(Span(say(lang, ", ", "，") if line else ""))
        line.append(Span(f"{row.title.say(lang)} {fan}"))
        line.append(Span(f" {row.clause}", "dim"))
    if sichuan:
        sum_of = sum_name(patterns)
        if sum_of is not None:
            line.append(Span(say(lang, f" — {sum_of.en}", f"，合称{sum_of.zh}"), "gold"))
            line.append(Span(" M-30.4", "dim"))
        return line
    if "qingyise" in patterns and "jingoudiao" in patterns and "qing_jingoudiao" not in patterns:
        line.append(Span(say(lang, " — full-flush golden hook", "，合称清金钩钓"), "gold"))
        line.append(Span(" M-9.9", "dim"))
    return line


def win_line(event: Event, names: list[str], lang: str) -> Line:
    seat = event["seat"]
    assert isinstance(seat, int)
    feeder = event["from"]
    on = f"{whose(names[feeder])} " if isinstance(feeder, int) else "the "
    line: Line = [Span(say(lang, f"{does(names[seat], 'win')} on {on}", f"{before_verb(names[seat])}胡"))]
    line.append(spoken(event["tile"], lang))
    if event["by"] == "rob" and isinstance(feeder, int):
        line.append(Span(say(lang, ", robbing the kong", f"（抢{after_verb(names[feeder])}的杠）")))
    elif event["by"] == "fed" and isinstance(feeder, int):
        line.append(Span(say(lang, ", paid by the player who fed the kong", f"（{before_verb(names[feeder])}点杠）")))
    elif isinstance(feeder, int):
        line.append(Span(say(lang, "", f"（{before_verb(names[feeder])}点炮）")))
    else:
        line.append(Span(say(lang, ", self-drawn", "（自摸）")))
    line.append(Span(say(lang, f": {worth_words(event, lang)} = ", f"：{worth_words(event, lang)} = "), "gold"))
    patterns = event["patterns"]
    assert isinstance(patterns, dict)
    return line + pattern_words(patterns, lang, "points" in event)


def check_line(event: Event, names: list[str], lang: str) -> Line:
    """A hand at the empty wall: a pig, not ready, or ready with its waits and largest win (M-32.4)."""
    seat, status, waits = event["seat"], str(event["status"]), event["waits"]
    assert isinstance(seat, int)
    assert isinstance(waits, list)
    line: Line = [Span(say(lang, f"{names[seat]}: ", f"{names[seat]}：")), Span(STATUS_WORDS[status].say(lang), "bold")]
    if waits:
        tiles = tiles_words([tile for text in waits for tile in read_tiles(str(text)) or []])
        line.append(Span(say(lang, f", waiting for {tiles.en}, up to ", f"，听 {tiles.zh}，最大 ")))
        line.append(Span(worth_words(event, lang), "gold"))
    return [*line, Span("  M-32.4", "dim")]


def own_lines(known: MahjongState, me: int, lang: str) -> list[Line]:
    """The seat's own hand, sorted, with the drawn tile apart; its burial; what it waits for."""
    tiles = unpack(known.counts(me, 0), known.counts(me, 1), known.counts(me, 2))
    drawn = known.drawn if known.phase == PHASE_TURN and known.turn == me else NO_TILE
    if drawn != NO_TILE:
        tiles.remove(drawn)
    line: Line = [Span(say(lang, "hand  ", "手牌 "), "bold"), *tile_row(tiles, lang)]
    if drawn != NO_TILE:
        line += [Span("  + "), tile_span(drawn, lang)]
    out = [line]
    if known.rules.sichuan:
        out += swap_lines(known, me, lang)
    elif known.buried[me] != UNBURIED:
        buried = sorted(buried_tiles(known.buried[me]))
        out.append([Span(say(lang, "buried  ", "已埋 "), "dim"), *[Span(s.text, "dim") for s in tile_row(buried, lang)]])
    waits = waits_line(known, me, [] if drawn == NO_TILE else [drawn], lang)
    if waits:
        out.append(waits)
    return out


def swap_lines(known: MahjongState, me: int, lang: str) -> list[Line]:
    """The tiles that the seat gave and got in the swap."""
    if known.buried[me] == UNBURIED:
        return []
    line: Line = [Span(say(lang, "gave  ", "换出 "), "dim"), *tile_row(buried_tiles(known.buried[me]), lang)]
    if known.phase != PHASE_SWAP:
        got = known.buried[(me - known.swap_direction()) & 3]
        line += [Span(say(lang, "  got  ", "  换进 "), "dim"), *tile_row(buried_tiles(got), lang)]
    return [line]


def waits_line(known: MahjongState, me: int, drawn: list[int], lang: str) -> Line:
    """What the hand without its drawn tile would win on, with the copies still unseen."""
    waits = waits_without(known, me, drawn)
    if not waits:
        return []
    line: Line = [Span(say(lang, "waiting for ", "听 "), "good")]
    for wait in waits:
        line.append(tile_by_name(wait.piece, lang))
        left = say(lang, f"{wait.left} left", f"剩 {wait.left} 张")
        if known.rules.sichuan:
            left += say(lang, f", {wait.grade} fan, {points_text(wait.worth)}", f"，{wait.grade} 番 {wait.worth} 分")
        line.append(Span(say(lang, f" ({left})  ", f"（{left}）  "), "dim"))
    return line


def describe(view: MahjongView, seat: int, move: str, names: list[str], lang: str) -> Line:
    """A move in words; another seat's burial shows no tiles, and its answer in a window shows nothing (M-12.3), since the
    events on the screen have the outcome."""
    parsed = read_move(move)
    known = view.known
    verb = parsed.verb
    if seat != view.seat and known.phase == PHASE_CLAIM:
        return []
    if verb == "bury":
        if seat != view.seat and known.phase != PHASE_FINISHED:
            return [Span(say(lang, "buries three tiles", "埋三张"))]
        return [Span(say(lang, "bury ", "埋")), tiles_span(parsed.items, lang)]
    if verb == "swap":
        if seat != view.seat and known.phase != PHASE_FINISHED:
            return [Span(say(lang, "passes on three tiles", "换三张"))]
        return [Span(say(lang, "pass on ", "换")), tiles_span(parsed.items, lang)]
    if verb == "missing":
        if seat != view.seat and known.phase == PHASE_MISSING:
            return [Span(say(lang, "chooses a void suit", "定缺"))]
        suit = SUIT_WORDS[parsed.items[0]]
        return [Span(say(lang, f"void suit: {suit.en}", f"缺{suit.zh}"))]
    if verb == "discard":
        return [Span(say(lang, "discard ", "打")), tiles_span(parsed.items, lang)]
    if verb == "kong" and parsed.items:
        return [Span(say(lang, "kong ", "杠")), tiles_span(parsed.items, lang)]
    words = {"hu": Text("win", "胡"), "peng": Text("pung", "碰"), "kong": Text("kong", "杠"), "pass": Text("pass", "过")}
    line: Line = [Span(words[verb].say(lang), "gold" if verb == "hu" else "")]
    if verb in ("peng", "kong") and known.tile != NO_TILE:
        line += [Span(say(lang, " ", "")), tiles_span([known.tile], lang)]
    return line


def tiles_span(tiles: list[int], lang: str) -> Span:
    """Tiles in a sentence; they are of one suit."""
    return Span(tiles_words(tiles).say(lang), SUIT_STYLES[tiles[0] // 9])


def explain(facts: Json, names: list[str], lang: str) -> list[Line]:
    """Every kong, win and check with its payments, then the result of each seat (M-11.3, M-32.9)."""
    public = facts["public"]
    assert isinstance(public, dict)
    sichuan = "in_play" in public
    lines: list[Line] = []
    for event in public["events"]:
        if event["event"] in ("kong", "win", "check"):
            lines.append(event_line(event, names, lang, sichuan))
        elif event["event"] == "pay":
            lines.append([Span("    "), *event_line(event, names, lang, sichuan)])
    if sichuan and public["wall_left"] and lines:
        lines.append(
            [Span(say(lang, "Three players have won: no checks.", "三家已胡，本局结束，不查叫。")), Span("  M-32.2", "dim")]
        )
    if not lines:
        lines.append([Span(say(lang, "No wins and no kongs.", "没人胡，也没有杠。"))])
    returns, scores = facts["returns"], facts["scores"]
    assert isinstance(returns, list)
    assert isinstance(scores, list)
    for seat in range(4):
        gain = returns[seat]
        lines.append(
            [
                Span(names[seat], "bold"),
                Span(f"  {signed(gain)}", "good" if gain > 0 else ("bad" if gain < 0 else "")),
                Span(say(lang, "  total ", "  总分 ") + minus(f"{scores[seat]}")),
                Span("  M-10.4", "dim"),
            ]
        )
    return lines


assert len(KIND_NAMES) == len(KIND_NAMES_ZH) == len(KIND_TITLES)


class MahjongWords(Words):
    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        assert isinstance(view, MahjongView)
        return screen(view, names, lang)

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        assert isinstance(view, MahjongView)
        return describe(view, seat, move, names, lang)

    def news(self, before: View, after: View, names: list[str], lang: str) -> list[Line] | None:
        assert isinstance(before, MahjongView)
        assert isinstance(after, MahjongView)
        return news(before, after, names, lang)

    def explain(self, facts: Json, names: list[str], lang: str) -> list[Line]:
        return explain(facts, names, lang)
