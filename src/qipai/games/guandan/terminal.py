"""The table as text: hands grouped by rank, wildcards marked, the trick, levels, tribute, and promotion explained."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.parts import Words
from qipai.core.state import View
from qipai.core.text import Line, Span, Text, after_verb, before_verb, does, signed, unnamed, whom, whose
from qipai.games.guandan.cards import BIG_JOKER, LADDER, RANKS, SEATS, SMALL_JOKER, bit, copies, key_of, listed, wildcard
from qipai.games.guandan.notation import read_event
from qipai.games.guandan.packing import (
    FULL_HOUSE,
    IMMUNE,
    PAY,
    RETURN,
    SINGLE,
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
from qipai.games.guandan.words import LINE, PLACES, TYPE_NAMES, combination_words, level_words
from qipai.native import i64

RELATIONS = [Text("", ""), Text("", "下家"), Text("partner", "对家"), Text("", "上家")]  # as seen by the viewer
SUIT_SIGNS = "♠♥♣♦"
WILD_SIGN = "*"
PHASE_TRIBUTE, PHASE_TAKE, PHASE_RETURN, PHASE_PLAY, PHASE_FINISHED, PHASE_IMMUNITY = range(6)
PHASE_WORDS = [
    Text("pay tribute", "进贡"),
    Text("choose a tribute card", "选贡"),
    Text("return a card", "还贡"),
    Text("play", "出牌"),
    Text("deal over", "本局结束"),
    Text("pay or refuse tribute", "抗贡还是进贡"),
]
ANSWER_WORDS = {IMMUNE: Text("refuse tribute", "抗贡"), PAY: Text("pay tribute", "进贡")}


def card_span(kind: int, level: int, lang: str) -> Span:
    """One card, 3♠ or ♠3; a wildcard is gold and starred."""
    if kind == SMALL_JOKER:
        return Span(Text("small joker", "小王").say(lang), "black")
    if kind == BIG_JOKER:
        return Span(Text("big joker", "大王").say(lang), "red")
    sign, rank = SUIT_SIGNS[kind & 3], level_words(kind >> 2)
    name = Text(rank + sign, sign + rank).say(lang)
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


def named(names: list[str], lang: str) -> list[str]:
    """A name for every seat."""
    return names if len(names) >= SEATS else unnamed(SEATS, lang)


def both(names: list[str], lang: str) -> str:
    """Two players by name, the person at the terminal first."""
    first, second = sorted(names, key=lambda name: name not in ("You", "you", "你"))
    return Text(f"{first} and {second}", f"{first}、{second}").say(lang)


def team_label(team: int, names: list[str], lang: str) -> str:
    return both([names[team], names[team + 2]], lang)


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
    names = named(names, lang)
    lines: list[Line] = [headline(view, lang), levels_line(view, names, lang)]
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
        who = names[view.turn]
        lines.append([Span(Text(does(who, "lead"), f"{before_verb(who)}先出").say(lang), "dim")])
    if view.seat >= 0 and (view.one or view.phase != PHASE_FINISHED):
        label = Span(Text("Your hand ", "手牌 ").say(lang), "bold")
        lines.append([label, *hand_line(view.one, view.two, view.setting.level, lang)])
        card = view.committed()
        if card >= 0:
            paid = Text("Paid, not yet shown: ", "已交，还没亮出：").say(lang)
            lines.append([Span(paid, "dim"), card_span(card, view.setting.level, lang)])
    if view.phase == PHASE_FINISHED:
        for seat in range(SEATS):
            if view.shown[2 * seat] and seat != view.seat:
                cards = hand_line(view.shown[2 * seat], view.shown[2 * seat + 1], view.setting.level, lang)
                left = Text(f"{names[seat]}, cards left: ", f"{before_verb(names[seat])}剩下：").say(lang)
                lines.append([Span(left, "dim"), *cards])
    return lines


def headline(view: GuandanView, lang: str) -> Line:
    setting = view.setting
    level = level_words(setting.level)
    phase = PHASE_WORDS[view.phase]
    words = Text(
        f"Guandan, deal {setting.deals + 1}, level {level}, {phase.en}; wildcard ",
        f"掼蛋 第 {setting.deals + 1} 局 打{level} {phase.zh}  逢人配 ",
    )
    return [Span(words.say(lang), "title"), card_span(wildcard(setting.level), setting.level, lang)]


def levels_line(view: GuandanView, names: list[str], lang: str) -> Line:
    setting = view.setting
    parts: list[str] = []
    for team in range(2):
        level = level_words(RANKS.index(setting.levels[team]))
        words = team_label(team, names, lang) + Text(f": level {level}", f"：打{level}").say(lang)
        if setting.owner == team:
            words += Text(" (declarers)", "（庄家）").say(lang)
        fails = setting.fails[team]
        if fails:
            words += Text(f", failed at A {times(fails)}", f"，A没过 {fails} 次").say(lang)
        parts.append(words)
    return [Span("   ".join(parts), "dim")]


def times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def tribute_lines(view: GuandanView, names: list[str], lang: str) -> list[Line]:
    """Who pays whom, who need not, what was paid and returned (G-7)."""
    setting = view.setting
    if not setting.order:
        if setting.starting < 0:
            return []
        tricks = view.tricks()
        leads = names[tricks[0][0] & 3 if tricks[0] else view.turn]
        card = card_span(setting.starting, setting.level, lang)
        end = Text(f": {does(leads, 'lead')} first", f"：{before_verb(leads)}先出")
        return [[Span(Text("Turned-up card ", "明牌 ").say(lang), "dim"), card, Span(end.say(lang), "dim")]]
    called = [names[seat] for seat in setting.payers]
    payers = called[0] if len(called) == 1 else both(called, lang)
    if view.bigs:
        return [immunity_line(view, names, lang)]
    lines: list[Line] = []
    if view.phase == PHASE_IMMUNITY:
        waited_for = both([whom(name) for name in called], lang) if len(called) == 2 else whom(payers)
        asked = Text(
            f"Waiting for {waited_for}: with both big jokers, tribute may be refused",
            f"等{after_verb(payers)}决定：有两张大王可以抗贡",
        )
        return [[Span(asked.say(lang), "dim")]]
    lines += exchange_lines(view, view.log, names, lang)
    if view.phase == PHASE_TRIBUTE:
        waited_for = both([whom(name) for name in called], lang) if len(called) == 2 else whom(payers)
        due = Text(
            f"Waiting for {waited_for} to pay tribute: the highest card, no wildcard",
            f"等{after_verb(payers)}进贡：交最大的牌，逢人配除外",
        )
        lines.append([Span(due.say(lang), "dim")])
    elif view.phase == PHASE_RETURN:
        lines.append([Span(return_words(setting.rules).say(lang), "dim")])
    return lines


def exchange_lines(view: GuandanView, events: list[int], names: list[str], lang: str) -> list[Line]:
    """Tributes and returns among events of the deal: who gives whom which card."""
    lines: list[Line] = []
    for event in events:
        kind = event >> 36
        if kind not in (TRIBUTE, RETURN):
            continue
        giver = event & 3
        taker = view.receiver_of(giver) if kind == TRIBUTE else view.payer_of(giver)
        who = names[giver]
        does_so = Text(does(who, "pay"), f"{before_verb(who)}进贡")
        if kind == RETURN:
            does_so = Text(does(who, "return"), f"{before_verb(who)}还贡")
        line: Line = [Span(f"{does_so.say(lang)} ", "dim"), card_span(event >> 2 & 63, view.setting.level, lang)]
        if taker is not None:
            line.append(Span(f" → {names[taker]}", "dim"))
        lines.append(line)
    return lines


def immunity_line(view: GuandanView, names: list[str], lang: str) -> Line:
    """Why nobody pays, and who leads (G-7.3)."""
    called = [names[seat] for seat in view.setting.payers]
    payers = called[0] if len(called) == 1 else both(called, lang)
    hold = does(payers, "hold") if len(called) == 1 else f"{payers} hold"
    first = names[view.setting.order[0]]
    text = Text(
        f"No tribute: {hold} both big jokers; {does(first, 'lead')}",
        f"抗贡：{before_verb(payers)}有两张大王，{before_verb(first)}先出",
    )
    return [Span(text.say(lang), "gold")]


def return_words(rules: GuandanRules) -> Text:
    """What may be returned under the table's rules (G-7.8, G-7.9)."""
    most = level_words(rules.return_rank)
    if rules.return_level:
        return Text(f"Return a card: {most} or lower", f"还贡：{most} 以内")
    return Text(f"Return a card: {most} or lower, not a level card", f"还贡：{most} 以内，不能是级牌")


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
    line.append(Span(turn + names[seat], mine))
    if view.seat >= 0 and seat != view.seat:
        relation = RELATIONS[(seat - view.seat) % SEATS].say(lang)
        line.append(Span(f"  {relation}" if relation else "", "dim"))
    if seat in order:
        line.append(Span("  " + PLACES[order.index(seat)].say(lang), "good"))
    elif count is not None:
        line.append(Span(Text(f"  {count} left", f"  剩 {count} 张").say(lang), "bad" if count <= 10 else "dim"))
    if move == 0:
        line.append(Span(Text("  pass", "  不要").say(lang), "dim"))
    elif move > 0:
        line.append(Span("  "))
        line += play_line(move, view.setting.level, lang)
    return line


# the lines of plays: at a server's tables the same ones come again and again, and each costs some 20 µs
LINES: dict[tuple[int, int, str], Line] = {}
MOST_LINES = 4096


def play_line(play: int, level: int, lang: str) -> Line:
    """Cards and their combination."""
    key = (play, level, lang)
    known = LINES.get(key)
    if known is None:
        if len(LINES) >= MOST_LINES:
            LINES.clear()
        known = LINES[key] = lay_line(play, level, lang)
    return list(known)


def lay_line(play: int, level: int, lang: str) -> Line:
    words = (TYPE_NAMES[SINGLE] if kind_of(play) == SINGLE else combination_words(play)).say(lang)  # the card says the rest
    cards = laid_out(play, level)
    if 0 < wild_of(play) < len(cards):  # wildcards alone are level cards (G-4.3)
        words += Text(", with wildcard", "，含逢人配").say(lang)
    return [*cards_line(cards, level, lang), Span(f"  {words}", "dim")]


def table_line(view: GuandanView, names: list[str], lang: str) -> Line:
    who = names[view.top]
    words = Text(f"Last play ({who}): ", f"上一手（{who}）：").say(lang)
    return [Span(words, "bold"), *play_line(view.table, view.setting.level, lang)]


# moves
def describe(text: str, level: int, rules: GuandanRules, lang: str, names: list[str]) -> Line:
    """A move in words and cards."""
    try:
        action = read_event(text, level, rules)
    except (QipaiError, ValueError):
        return [Span(text)]
    if not action:
        return [Span(Text("pass", "不要").say(lang))]
    kind = kind_of(action)
    if kind in ANSWER_WORDS:
        return [Span(ANSWER_WORDS[kind].say(lang))]
    if kind == TAKE:
        who = named(names, lang)[action & 3]
        return [Span(Text(f"take {whose(who)} tribute card", f"要{who}的贡牌").say(lang))]
    if kind in (TRIBUTE, RETURN):
        verb = Text("pay tribute ", "进贡 ") if kind == TRIBUTE else Text("return ", "还贡 ")
        return [Span(verb.say(lang)), card_span(action & 63, level, lang)]
    return play_line(action, level, lang)


# the settlement
def explain(facts: Json, names: list[str], lang: str) -> list[Line]:
    """Order, promotion, the rules of A and the match, each with its clause (G-8, G-9)."""
    result = facts.get("result")
    if not isinstance(result, dict):
        return [[Span(Text("The deal isn’t over yet.", "本局还没结束。").say(lang))]]
    names = named(names, lang)
    sides = [team_label(team, names, lang) for team in range(2)]
    order: list[int] = result["order"]
    lines: list[Line] = []
    for place, seat in enumerate(order):
        lines.append([Span(f"{PLACES[place].say(lang)}  {names[seat]}", "bold" if place == 0 else "")])
    lines.append([Span(promotion(sides[result["team"]], result["gain"]).say(lang) + " ", "good"), Span("G-9.1", "dim")])
    levels = facts["levels"]
    after = result["levels"]
    assert isinstance(levels, list)
    for at in range(2):
        was = level_words(RANKS.index(levels[at]))
        now = level_words(RANKS.index(after[at]))
        if was != now:
            moved = Text(f"{sides[at]}: {was} → {now} ", f"{sides[at]}：{was} → {now} ")
            back = RANKS.index(after[at]) < RANKS.index(levels[at])
            lines.append([Span(moved.say(lang)), Span("G-9.6" if back else "G-9.2", "dim")])
    lines += ace_lines(facts, result, sides, lang)
    if result["over"]:
        winner = result["winner"]
        if winner is None:
            lines.append([Span(Text("Match over: a draw ", "整场结束，平局 ").say(lang), "title"), Span("G-9.9", "dim")])
        else:
            end = Text(f"Match over: {sides[winner]} win ", f"整场结束，{sides[winner]} 获胜 ")
            lines.append([Span(end.say(lang), "title"), Span("G-9.7", "dim")])
    else:
        side = sides[result["owner"]]
        level = level_words(RANKS.index(after[result["owner"]]))
        following = Text(f"Next deal: {side} are declarers, level {level} ", f"下一局：{side} 坐庄，打{level} ")
        lines.append([Span(following.say(lang)), Span("G-9.3", "dim")])
    scores = "  ".join([f"{names[seat]} {signed(result['scores'][seat])}" for seat in range(SEATS)])
    lines.append([Span(scores + " ", "dim"), Span("G-9.10", "dim")])
    return lines


def promotion(side: str, gain: int) -> Text:
    """What the winners' places are worth (G-9.1)."""
    why = {
        3: Text("1st and 2nd (one–two finish), up 3 levels", "头游和二游（双下），升 3 级"),
        2: Text("1st and 3rd, up 2 levels", "头游和三游，升 2 级"),
        1: Text("1st and last, up 1 level", "头游和末游，升 1 级"),
    }[gain]
    return Text(f"{side} win: {why.en}", f"{side} 胜：{why.zh}")


def ace_lines(facts: Json, result: Json, sides: list[str], lang: str) -> list[Line]:
    """Clearing A and failing at it (G-9.4, G-9.5)."""
    lines: list[Line] = []
    before = facts["fails"]
    after = result["fails"]
    levels = facts["levels"]
    owner = facts["owner"]
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
        lines.append([Span(Text(f"{sides[owner]} clear A ", f"{sides[owner]} 过A ").say(lang), "gold"), Span("G-9.4", "dim")])
    for team in range(2):
        if after[team] > before[team]:
            failed = Text(
                f"{sides[team]} fail at A, {times(after[team])} so far ", f"{sides[team]} A没过，累计 {after[team]} 次 "
            )
            lines.append([Span(failed.say(lang), "bad"), Span("G-9.5", "dim")])
    return lines


class GuandanWords(Words):
    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        assert isinstance(view, GuandanView)
        return screen(view, names, lang)

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        assert isinstance(view, GuandanView)
        if view.phase == PHASE_IMMUNITY and view.seat != seat:
            return []  # nobody may know who has answered what (G-12.6)
        return describe(move, view.setting.level, view.setting.rules, lang, names)

    def news(self, before: View, after: View, names: list[str], lang: str) -> list[Line] | None:
        """What came of the question about immunity, and cards that are exchanged at once; all else is told move by move."""
        assert isinstance(before, GuandanView)
        assert isinstance(after, GuandanView)
        if before.phase == PHASE_IMMUNITY:
            return [immunity_line(after, named(names, lang), lang)] if after.bigs else []
        if before.phase in (PHASE_TRIBUTE, PHASE_RETURN):
            fresh = [event for event in after.log[len(before.log) :] if event & 3 != after.seat]
            return exchange_lines(after, fresh, named(names, lang), lang)
        return None

    def explain(self, facts: Json, names: list[str], lang: str) -> list[Line]:
        return explain(facts, names, lang)
