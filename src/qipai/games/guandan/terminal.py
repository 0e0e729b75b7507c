"""The table as text: hands grouped by rank, wildcards marked, the trick, levels, tribute, and promotion explained."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.parts import Words
from qipai.core.state import View
from qipai.core.text import Line, Span, Text
from qipai.games.guandan.cards import BIG_JOKER, LADDER, RANKS, SEATS, SMALL_JOKER, bit, copies, key_of, listed, wildcard
from qipai.games.guandan.notation import read_event
from qipai.games.guandan.packing import (
    FULL_HOUSE,
    RETURN,
    TAKE,
    TRIBUTE,
    WIDTHS,
    all_planes,
    key_of_play,
    kind_of,
    second_of,
    wild_of,
)
from qipai.games.guandan.rules import GuandanRules
from qipai.games.guandan.tribute import kinds_of
from qipai.games.guandan.view import GuandanView
from qipai.games.guandan.words import LINE, combination_words, level_words
from qipai.native import i64

SEAT_NAMES = [Text("South", "南"), Text("East", "东"), Text("North", "北"), Text("West", "西")]
PLACES = [Text("first out", "头游"), Text("second out", "二游"), Text("third out", "三游"), Text("last", "末游")]
SUIT_SIGNS = "♠♥♣♦"
WILD_SIGN = "*"
PHASE_TRIBUTE, PHASE_TAKE, PHASE_RETURN, PHASE_PLAY, PHASE_FINISHED = range(5)
PHASE_WORDS = [
    Text("tribute", "进贡"),
    Text("choice of the tribute", "选贡"),
    Text("return", "还贡"),
    Text("play", "出牌"),
    Text("finished", "本局结束"),
]


def card_span(kind: int, level: int, lang: str) -> Span:
    """One card; a wildcard is gold and starred."""
    if kind == SMALL_JOKER:
        return Span("小王" if lang == "zh" else "joker", "black")
    if kind == BIG_JOKER:
        return Span("大王" if lang == "zh" else "JOKER", "red")
    name = SUIT_SIGNS[kind & 3] + level_words(kind >> 2)
    if kind == wildcard(level):
        return Span(name + WILD_SIGN, "gold")
    return Span(name, "red" if kind & 1 else "black")


def cards_line(kinds: list[int], level: int, lang: str) -> Line:
    out: Line = []
    for kind in kinds:
        if out:
            out.append(Span(" "))
        out.append(card_span(kind, level, lang))
    return out


def hand_line(one: int, two: int, level: int, lang: str) -> Line:
    """A hand grouped by rank, strongest first, wildcards separate at the front."""
    out: Line = []
    wild = wildcard(level)
    groups: list[list[int]] = [[wild] * copies(one, two, wild)]
    for at in range(14, -1, -1):
        group: list[int] = []
        for kind in kinds_of(one & ~bit(wild), LADDER[level * 16 + at]):
            group += [kind] * copies(one, two, kind)
        groups.append(group)
    for group in groups:
        if not group:
            continue
        if out:
            out.append(Span("  "))
        out += cards_line(group, level, lang)
    return out


def seat_label(seat: int, names: list[str], lang: str) -> str:
    place = SEAT_NAMES[seat].say(lang)
    if seat >= len(names):
        return place
    return f"{place}（{names[seat]}）" if lang == "zh" else f"{place} ({names[seat]})"


def laid_out(play: int, level: int) -> list[int]:
    """The cards of a play in table order: the triple before the pair, wildcards in the place they fill."""
    cards = listed(*all_planes(play, level))
    wild = wildcard(level)
    naturals = [card for card in cards if card != wild]
    spare = len(cards) - len(naturals)
    kind = kind_of(play)
    width = WIDTHS[kind]
    if width:
        window = key_of_play(play)
        places = [RANKS.index(rank) for rank in LINE[window : window + width] for _ in range(len(cards) // width)]
    elif kind == FULL_HOUSE:
        places = [key_of_play(play)] * 3 + [second_of(play)] * 2
    else:
        return naturals + [wild] * spare
    out: list[int] = []
    for place in places:
        card = next((card for card in naturals if key_of(card) == place), wild)
        out.append(card)
        if card != wild:
            naturals.remove(card)
    return out


# the screen
def screen(view: GuandanView, names: list[str], lang: str) -> list[Line]:
    """The table as the view's seat sees it."""
    lines: list[Line] = [headline(view, lang), levels_line(view, lang)]
    lines += tribute_lines(view, names, lang)
    lines.append([])
    trick = view.tricks()[-1]
    counts = view.counts_json()
    order = view.order()
    for seat in range(SEATS):
        lines.append(seat_line(view, seat, names, lang, counts[seat], order, last_move(trick, seat)))
    lines.append([])
    if view.table:
        lines.append(table_line(view, names, lang))
    elif view.phase == PHASE_PLAY:
        who = seat_label(view.turn, names, lang)
        lines.append([Span(f"由{who}领出" if lang == "zh" else f"{who} leads", "dim")])
    if view.seat >= 0 and (view.one or view.phase != PHASE_FINISHED):
        label = Span("手牌 " if lang == "zh" else "Your hand ", "bold")
        lines.append([label, *hand_line(view.one, view.two, view.setting.level, lang)])
        card = view.committed()
        if card >= 0:
            waits = "已扣下，等待亮出：" if lang == "zh" else "Put down, not yet shown: "
            lines.append([Span(waits, "dim"), card_span(card, view.setting.level, lang)])
    if view.phase == PHASE_FINISHED:
        for seat in range(SEATS):
            if view.shown[2 * seat] and seat != view.seat:
                who = seat_label(seat, names, lang)
                cards = hand_line(view.shown[2 * seat], view.shown[2 * seat + 1], view.setting.level, lang)
                lines.append([Span(f"{who}余牌：" if lang == "zh" else f"{who} is left with: ", "dim"), *cards])
    return lines


def headline(view: GuandanView, lang: str) -> Line:
    setting = view.setting
    level = level_words(setting.level)
    phase = PHASE_WORDS[view.phase].say(lang)
    if lang == "zh":
        words = f"掼蛋 第{setting.deals + 1}局 打{level} {phase}  逢人配 "
    else:
        words = f"Guandan, deal {setting.deals + 1}, level {level}, {phase}; wildcard "
    return [Span(words, "title"), card_span(wildcard(setting.level), setting.level, lang)]


def levels_line(view: GuandanView, lang: str) -> Line:
    setting = view.setting
    parts: list[str] = []
    for team, title in ((0, Text("South–North", "南北")), (1, Text("East–West", "东西"))):
        words = f"{title.say(lang)} {level_words(RANKS.index(setting.levels[team]))}"
        if setting.owner == team:
            words += "（庄）" if lang == "zh" else " (owns the deal)"
        if setting.fails[team]:
            words += f" 打A失败{setting.fails[team]}次" if lang == "zh" else f", {setting.fails[team]} failed at A"
        parts.append(words)
    return [Span("   ".join(parts), "dim")]


def tribute_lines(view: GuandanView, names: list[str], lang: str) -> list[Line]:
    """Who pays whom, who is immune, what was paid and returned (G-7)."""
    setting = view.setting
    if not setting.order:
        if setting.starting < 0:
            return []
        tricks = view.tricks()
        leads = seat_label(tricks[0][0] & 3 if tricks[0] else view.turn, names, lang)
        words = Text("Starting card ", "首出牌 "), Text(f", dealt to {leads}, who leads first", f"，发到{leads}，由其先出")
        card = card_span(setting.starting, setting.level, lang)
        return [[Span(words[0].say(lang), "dim"), card, Span(words[1].say(lang), "dim")]]
    zh = lang == "zh"
    payers = ("和" if zh else " and ").join([seat_label(seat, names, lang) for seat in setting.payers])
    first = seat_label(setting.order[0], names, lang)
    if view.bigs:
        hold = "holds" if len(setting.payers) == 1 else "hold"
        text = Text(f"No tribute: {payers} {hold} both big jokers; {first} leads", f"抗贡：{payers}持有两张大王，由{first}先出")
        return [[Span(text.say(lang), "gold")]]
    lines: list[Line] = []
    for event in view.log:
        kind = event >> 36
        if kind not in (TRIBUTE, RETURN):
            continue
        giver = event & 3
        taker = view.receiver_of(giver) if kind == TRIBUTE else view.payer_of(giver)
        verb = Text("pays", "进贡") if kind == TRIBUTE else Text("returns", "还贡")
        line: Line = [
            Span(f"{seat_label(giver, names, lang)}{'' if zh else ' '}{verb.say(lang)} ", "dim"),
            card_span(event >> 2 & 63, setting.level, lang),
        ]
        if taker is not None:
            line.append(Span(f" → {seat_label(taker, names, lang)}", "dim"))
        lines.append(line)
    if view.phase == PHASE_TRIBUTE:
        due = Text(
            f"Tribute is due from {payers}: the highest card, wildcards left out",
            f"应进贡：{payers}，交出最大的牌（逢人配除外）",
        )
        lines.append([Span(due.say(lang), "dim")])
    elif view.phase == PHASE_RETURN:
        lines.append([Span(return_words(setting.rules).say(lang), "dim")])
    return lines


def return_words(rules: GuandanRules) -> Text:
    """What may be returned under the table's rules (G-7.8, G-7.9)."""
    most = level_words(rules.return_rank)
    if rules.return_level:
        return Text(f"A returned card is {most} or lower", f"还贡：{most}以内的牌")
    return Text(f"A returned card is {most} or lower and no level card", f"还贡：{most}以内、级牌以外的牌")


def last_move(trick: list[int], seat: int) -> int:
    """A seat's last move in the trick, or -1."""
    found = -1
    for event in trick:
        if event & 3 == seat:
            found = event >> 2
    return found


def seat_line(
    view: GuandanView, seat: int, names: list[str], lang: str, count: int | None, order: list[int], move: int
) -> Line:
    line: Line = []
    turn = "▶ " if (view.acting >> seat) & 1 else "  "
    mine = "bold" if seat == view.seat else ""
    line.append(Span(turn + seat_label(seat, names, lang), mine))
    if view.seat >= 0 and seat == view.seat ^ 2:
        line.append(Span("  对家" if lang == "zh" else "  partner", "dim"))
    if seat in order:
        line.append(Span("  " + PLACES[order.index(seat)].say(lang), "good"))
    elif count is not None:
        line.append(
            Span(
                f"  {count}张" if lang == "zh" else f"  {count} card{'' if count == 1 else 's'}",
                "bad" if count <= 10 else "dim",
            )
        )
    if move == 0:
        line.append(Span("  不出" if lang == "zh" else "  pass", "dim"))
    elif move > 0:
        line.append(Span("  "))
        line += play_line(move, view.setting.level, lang)
    return line


def play_line(play: int, level: int, lang: str) -> Line:
    """Cards and their combination."""
    words = combination_words(play).say(lang)
    cards = laid_out(play, level)
    if 0 < wild_of(play) < len(cards):  # wildcards alone are level cards (G-4.3)
        words += "，含逢人配" if lang == "zh" else ", with wildcard"
    return [*cards_line(cards, level, lang), Span(f"  {words}", "dim")]


def table_line(view: GuandanView, names: list[str], lang: str) -> Line:
    who = seat_label(view.top, names, lang)
    words = f"桌面，{who}：" if lang == "zh" else f"On the table, {who}: "
    return [Span(words, "bold"), *play_line(view.table, view.setting.level, lang)]


# moves
def describe(text: str, level: int, rules: GuandanRules, lang: str, names: list[str]) -> Line:
    """A move in words and cards."""
    try:
        action = read_event(text, level, rules)
    except (QipaiError, ValueError):
        return [Span(text)]
    if not action:
        return [Span("不出" if lang == "zh" else "pass")]
    kind = kind_of(action)
    if kind == TAKE:
        who = seat_label(action & 3, names, lang)
        return [Span(f"取{who}的贡牌" if lang == "zh" else f"take the tribute of {who}")]
    if kind in (TRIBUTE, RETURN):
        verb = Text("pay ", "进贡 ") if kind == TRIBUTE else Text("return ", "还贡 ")
        return [Span(verb.say(lang)), card_span(action & 63, level, lang)]
    return play_line(action, level, lang)


# the settlement
def explain(facts: Json, names: list[str], lang: str) -> list[Line]:
    """Order, promotion, the rules of A and the match, each with its clause (G-8, G-9)."""
    result = facts.get("result")
    if not isinstance(result, dict):
        return [[Span("本局尚未结束。" if lang == "zh" else "The deal is not over.")]]
    zh = lang == "zh"
    order: list[int] = result["order"]
    lines: list[Line] = []
    for place, seat in enumerate(order):
        lines.append([Span(f"{PLACES[place].say(lang)}  {seat_label(seat, names, lang)}", "bold" if place == 0 else "")])
    team = result["team"]
    g = result["gain"]
    side = ("南北", "东西")[team] if zh else ("South–North", "East–West")[team]
    why = {
        3: Text("first and second out: three levels", "头游和二游（双下），升3级"),
        2: Text("first and third out: two levels", "头游和三游，升2级"),
        1: Text("first out and last: one level", "头游和末游，升1级"),
    }[g].say(lang)
    lines.append([Span(f"{side}胜：{why} " if zh else f"{side} win, {why} ", "good"), Span("G-9.1", "dim")])
    levels = facts["levels"]
    after = result["levels"]
    assert isinstance(levels, list)
    for at in range(2):
        name = ("南北", "东西")[at] if zh else ("South–North", "East–West")[at]
        was = level_words(RANKS.index(levels[at]))
        now = level_words(RANKS.index(after[at]))
        if was != now:
            lines.append(
                [
                    Span(f"{name} {was} → {now} "),
                    Span("G-9.6" if RANKS.index(after[at]) < RANKS.index(levels[at]) else "G-9.2", "dim"),
                ]
            )
    lines += ace_lines(facts, result, lang)
    if result["over"]:
        winner = result["winner"]
        if winner is None:
            lines.append([Span("比赛结束，平局 " if zh else "The match is over: a draw ", "title"), Span("G-9.9", "dim")])
        else:
            side = ("南北", "东西")[winner] if zh else ("South–North", "East–West")[winner]
            lines.append(
                [Span(f"比赛结束，{side}获胜 " if zh else f"The match is over: {side} win ", "title"), Span("G-9.7", "dim")]
            )
    else:
        level = level_words(RANKS.index(after[result["owner"]]))
        lines.append(
            [
                Span(f"下一局由{side}坐庄，打{level} " if zh else f"{side} own the next deal, at level {level} "),
                Span("G-9.3", "dim"),
            ]
        )
    scores = "  ".join([f"{SEAT_NAMES[seat].say(lang)} {result['scores'][seat]:+d}" for seat in range(SEATS)]).replace("-", "−")
    lines.append([Span(scores + " ", "dim"), Span("G-9.10", "dim")])
    return lines


def ace_lines(facts: Json, result: Json, lang: str) -> list[Line]:
    """Passing A and failing at it (G-9.4, G-9.5)."""
    lines: list[Line] = []
    before = facts["fails"]
    after = result["fails"]
    levels = facts["levels"]
    owner = facts["owner"]
    zh = lang == "zh"
    assert isinstance(before, list)
    assert isinstance(after, list)
    assert isinstance(levels, list)
    if (
        isinstance(owner, int)
        and levels[owner] == "A"
        and result["winner"] == owner
        and result["team"] == owner
        and result["gain"] != 1
    ):
        lines.append([Span("过A成功 " if zh else "A is passed ", "gold"), Span("G-9.4", "dim")])
    for team in range(2):
        if after[team] > before[team]:
            name = ("南北", "东西")[team] if zh else ("South–North", "East–West")[team]
            words = f"{name}打A未过，累计{after[team]}次 " if zh else f"{name} have not passed A, {after[team]} so far "
            lines.append([Span(words, "bad"), Span("G-9.5", "dim")])
    return lines


class GuandanWords(Words):
    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        assert isinstance(view, GuandanView)
        return screen(view, names, lang)

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        assert isinstance(view, GuandanView)
        return describe(move, view.setting.level, view.setting.rules, lang, names)

    def explain(self, facts: Json, names: list[str], lang: str) -> list[Line]:
        return explain(facts, names, lang)
