"""The table as text: pieces as characters, seats, the round, and the settlement line by line."""

from __future__ import annotations

from typing import Final

from qipai.core.data import Json
from qipai.core.parts import Words
from qipai.core.state import View
from qipai.core.text import Line, Span, Text, after_verb, before_verb, does, signed, whom, whose
from qipai.games.xianqi.notation import read_move
from qipai.games.xianqi.pieces import B_GOU, CHARACTERS, FIRST_COVER, PACKED, R_GOU, SIZE, SLOTS, TEXT_ORDER, UNIT, pack
from qipai.games.xianqi.position import BUCKLE_DECISION, FINISHED, IN_ROUND, REVEAL_DECISION, SETTLEMENT, Position
from qipai.games.xianqi.settlement import BAOTOU_UNIT, CERAMIC, CERAMIC_UNIT, ENOUGH, SOFT_UNIT
from qipai.games.xianqi.view import XianqiView, round_winner
from qipai.native import i64

SPOKEN: Final[list[Text]] = [
    Text("red advisor", "红士"), Text("black advisor", "黑士"), Text("red elephant", "红相"), Text("black elephant", "黑相"),
    Text("red horse", "红马"), Text("black horse", "黑马"), Text("red chariot", "红车"), Text("red dog", "红狗"),
    Text("black chariot", "黑车"), Text("black dog", "黑狗"), Text("red ox", "红牛"), Text("black ox", "黑牛"),
]  # fmt: skip
DOG_PAIR: Final = UNIT[R_GOU] | UNIT[B_GOU]
BACK: Final = "▒"


def is_red(slot: i64) -> bool:
    return slot in (0, 2, 4, 6, 7, 10)


def pieces_line(packed: i64, order: list[int]) -> Line:
    """Pieces as characters, one by one."""
    out: Line = []
    for slot in order:
        for _ in range((packed >> (2 * slot)) & 3):
            out.append(Span(CHARACTERS[slot], "red" if is_red(slot) else "black"))
            out.append(Span(" "))
    return out


def spoken(packed: i64, lang: str) -> str:
    """Pieces in words: “pair of red horses”, “红马一对”."""
    if packed == DOG_PAIR:
        return Text("dog pair", "狗脚对").say(lang)
    parts: list[str] = []
    for slot in TEXT_ORDER:
        n = (packed >> (2 * slot)) & 3
        if n:
            parts.append(counted(SPOKEN[slot], n).say(lang))
    return Text(", ", "、").say(lang).join(parts)


def counted(name: Text, n: int) -> Text:
    """One to three pieces of a kind: red ox, pair of red oxen, three red oxen; 红牛, 红牛一对, 红三牛."""
    if n == 1:
        return name
    many = name.en + ("en" if name.en.endswith("ox") else "s")
    if n == 2:
        return Text(f"pair of {many}", f"{name.zh}一对")
    return Text(f"three {many}", f"{name.zh[0]}三{name.zh[1]}")


# the screen
def screen(view: XianqiView, names: list[str], lang: str) -> list[Line]:
    known = view.known
    lines: list[Line] = [headline(known, lang)]
    for seat in range(known.rules.seats):
        lines.append(seat_line(view, seat, names, lang))
    lines.append([])
    if known.rounds_done():
        lines.append(last_round(known, names, lang))
    lines += round_lines(known, names, lang)
    if view.seat >= 0 and view.seat != known.head:
        lines.append([])
        lines += hand_lines(view, lang)
    lines.append([])
    lines.append(status(view, names, lang))
    return lines


def headline(known: Position, lang: str) -> Line:
    title = Text("Xianqi", "掀棋").say(lang)
    number = Text(f"round {known.round + 1}", f"第 {known.round + 1} 回合").say(lang)
    line = [Span(f"{title}  ", "title"), Span(number, "dim")]
    if known.soft:
        line.append(Span(Text("  soft first deal", "  第一盘没瓷没扣").say(lang), "dim"))
    return line


def identity(pillars: i64) -> Text:
    """X-1.6."""
    if pillars >= CERAMIC:
        return Text("ceramic", "瓷棋")
    if pillars >= ENOUGH:
        return Text("enough", "够棋")
    return Text("", "")


def seat_line(view: XianqiView, seat: int, names: list[str], lang: str) -> Line:
    known = view.known
    mark = "▶ " if seat == known.actor else "  "
    line = [Span(mark, "gold"), Span(pad(names[seat], 10), "bold" if seat == view.seat else "")]
    if seat == known.head:
        line.append(Span(Text("sitting out", "抱头，这局不打").say(lang), "dim"))
        return line
    pillars = known.pillars_of(seat)
    line.append(Span(Text("pillars ", "柱 ").say(lang), "dim"))
    line.append(Span("●" * pillars + "○" * max(0, ENOUGH - pillars), "gold" if pillars >= ENOUGH else ""))
    line.append(Span(f" {pillars}  ", ""))
    line.append(Span(Text(f"{known.hand_size(seat)} in hand", f"手里 {known.hand_size(seat)} 张").say(lang), "dim"))
    who = identity(pillars).say(lang)
    if who:
        line.append(Span(f"  {who}", "good"))
    if seat == known.buckler:
        line.append(Span(Text("  buckled", "  扣棋").say(lang), "gold"))
    if seat == known.active:
        line.append(Span(Text("  last to reveal", "  上次掀棋").say(lang), "gold"))
    return line


def pad(text: str, width: int) -> str:
    """Pads with spaces; a Chinese character takes two columns."""
    taken = sum(2 if ord(ch) > 0x2E80 else 1 for ch in text)
    return text + " " * max(1, width - taken)


def play_spans(action: i64, lang: str) -> Line:
    if action < FIRST_COVER:
        return pieces_line(PACKED[action], TEXT_ORDER)
    return [Span((BACK + " ") * SIZE[action], "dim"), Span(Text("discarded ", "垫棋 ").say(lang), "dim")]


def last_round(known: Position, names: list[str], lang: str) -> Line:
    packed = known.round_at(known.rounds_done() - 1)
    line: Line = [Span(Text("Last round  ", "上一回合  ").say(lang), "dim")]
    at: int = packed >> 27
    for k in range(3):
        line.append(Span(f"{names[at]} ", "dim"))
        line += play_spans((packed >> (9 * k)) & 511, lang)
        at = known.next_seat(at)
    winner = names[round_winner(known, packed)]
    line.append(Span(Text(f"→ {winner}", f"→ {before_verb(winner)}得").say(lang), "gold"))
    return line


def round_lines(known: Position, names: list[str], lang: str) -> list[Line]:
    out: list[Line] = []
    at = known.leader
    for k in range(known.played):
        line: Line = [Span("  " + pad(names[at], 10), "gold" if at == known.top_seat else "")]
        line += play_spans((known.table >> (9 * k)) & 511, lang)
        out.append(line)
        at = known.next_seat(at)
    return out


def hand_lines(view: XianqiView, lang: str) -> list[Line]:
    """The hand from strong to weak, also in words for those who cannot read the characters."""
    hand = view.known.hand(view.seat)
    strong_first = list(range(SLOTS))
    out: list[Line] = [[Span(Text("Your hand  ", "你的棋  ").say(lang), "bold"), *pieces_line(hand, strong_first)]]
    if lang == "en":
        out.append([Span("           " + spoken(hand, lang), "dim")])
    covered = view.known.covered(view.seat)
    if covered:
        out.append([Span(Text("Your discards  ", "你垫的棋  ").say(lang), "dim"), *pieces_line(covered, strong_first)])
    return out


def status(view: XianqiView, names: list[str], lang: str) -> Line:
    """Who is to act and how, in words."""
    known = view.known
    if known.phase >= SETTLEMENT:
        if known.void:
            return [
                Span(
                    Text("Black hand (no advisor or elephant): the deal is void.", "有人黑棋（无士无相）：本局作废。").say(
                        lang
                    ),
                    "gold",
                )
            ]
        done = Text("The deal is over.", "本局结束。") if known.phase == FINISHED else Text("Settlement.", "结算。")
        return [Span(done.say(lang), "gold")]
    mine = known.actor == view.seat
    name = names[known.actor]
    if known.phase == BUCKLE_DECISION:
        text = Text("lead, or buckle", "先出，或扣棋")
    elif known.phase == REVEAL_DECISION:
        buckler = names[known.buckler]
        text = Text(f"{buckler} buckled: reveal, or pass", f"{before_verb(buckler)}扣了：掀，或不掀")
    elif known.phase == IN_ROUND and known.kind == 0:
        text = Text("they revealed: you must lead" if mine else "must lead after the reveal", "扣棋被掀：要先出")
    else:
        text = Text(
            f"beat it with {pieces(known.kind)}, or discard {known.kind}",
            f"出 {known.kind} 张：能压就要压，压不过就垫",
        )
    if mine:
        return [Span(Text("Your turn: ", "轮到你：").say(lang), "bold"), Span(text.say(lang))]
    return [Span(Text(f"Waiting for {name}: ", f"等{after_verb(name).rstrip()}：").say(lang)), Span(text.say(lang), "dim")]


def pieces(n: int) -> str:
    return "1 piece" if n == 1 else f"{n} pieces"


# moves
def describe(view: XianqiView, seat: i64, move: str, names: list[str], lang: str) -> Line:
    """A move in words and pieces. The pieces of another seat's cover stay hidden."""
    parsed = read_move(move)
    if parsed.verb == "buckle":
        return [Span(Text("buckle", "扣棋").say(lang), "gold")]
    if parsed.verb == "reveal":
        return [Span(Text("reveal", "掀").say(lang), "gold")]
    if parsed.verb == "pass":
        return [Span(Text("pass", "不掀").say(lang))]
    packed = pack(parsed.items)
    if parsed.verb == "cover" and seat != view.seat:
        n = len(parsed.items)
        return [Span(Text(f"discard {n} ", f"垫 {n} 张 ").say(lang), "dim"), Span((BACK + " ") * n, "dim")]
    verb = Text("play ", "出 ") if parsed.verb == "play" else Text("discard ", "垫 ")
    return [Span(verb.say(lang)), *pieces_line(packed, TEXT_ORDER), Span(spoken(packed, lang), "dim")]


# the settlement
class Settlement:
    """The lines of a settlement, each with its clause."""

    def __init__(self, names: list[str], lang: str) -> None:
        self.names = names
        self.lang = lang
        self.lines: list[Line] = []

    def add(self, text: Text, clause: str, style: str = "") -> None:
        self.lines.append([Span("  " + text.say(self.lang), style), Span(f"  [{clause}]", "dim")])

    def paid(self, payer: int, receiver: int, chips: int, why: Text, clause: str) -> None:
        giver, taker = self.names[payer], self.names[receiver]
        unit = "chip" if chips == 1 else "chips"
        self.add(
            Text(
                f"{does(giver, 'pay')} {whom(taker)} {chips} {unit}: {why.en}",
                f"{before_verb(giver)}付{after_verb(taker)}{chips} 枚：{why.zh}",
            ),
            clause,
        )


def int_list(value: object) -> list[int]:
    assert isinstance(value, list)
    return value


def explain(table_facts: Json, names: list[str], lang: str) -> list[Line]:
    """Who pays whom and why (X-7, X-8), totals last."""
    lines = Settlement(names, lang)
    if table_facts["void"]:
        lines.add(Text("Black hand (no advisor or elephant): nobody pays.", "有人黑棋（无士无相）：不输不赢。"), "X-7.2")
        return lines.lines
    pillars = table_facts["pillars"]
    relations = table_facts["relations"]
    assert isinstance(pillars, list)
    assert isinstance(relations, list)
    playing = [seat for seat, n in enumerate(pillars) if n is not None]
    for seat in playing:
        who = identity(pillars[seat])
        kind = who if who.en else Text("short", "未够")
        unit = "pillar" if pillars[seat] == 1 else "pillars"
        lines.add(
            Text(f"{names[seat]}: {pillars[seat]} {unit}, {kind.en}", f"{names[seat]}：{pillars[seat]} 柱，{kind.zh}"),
            "X-7.1",
            "good" if who.en else "",
        )
    add_chips(lines, table_facts, pillars, playing, relations)
    add_reveals(lines, pillars, relations)
    head = table_facts["head"]
    if isinstance(head, int):
        bound = names[(head + 1) % 4]
        lines.add(
            Text(
                f"{names[head]} sat out and shared {whose(bound)} result.",
                f"{before_verb(names[head])}抱头，和{after_verb(bound).rstrip()}同输同赢。",
            ),
            "X-8.4",
        )
    delta = int_list(table_facts["delta"])
    totals: Line = [Span(Text("  Total  ", "  合计  ").say(lang), "bold")]
    for seat, chips in enumerate(delta):
        totals.append(Span(f"{names[seat]} {signed(chips)}   ", "good" if chips > 0 else "bad" if chips < 0 else ""))
    lines.lines.append(totals)
    return lines.lines


def add_chips(lines: Settlement, facts: Json, pillars: list[int], playing: list[int], relations: list[list[object]]) -> None:
    """Enough and ceramic chips (X-7.3, X-7.5, X-8.2)."""
    barred = {relation[0] for relation in relations if relation[2]}
    contractor = facts["contractor"]
    unit = SOFT_UNIT if facts["soft"] else BAOTOU_UNIT if len(pillars) == 4 else CERAMIC_UNIT
    for receiver in playing:
        if pillars[receiver] < ENOUGH:
            continue
        if pillars[receiver] < CERAMIC and receiver in barred:
            name = lines.names[receiver]
            lines.add(
                Text(
                    f"{name} already had enough when revealing and didn’t go ceramic: nothing to collect.",
                    f"{before_verb(name)}已够还掀，又没瓷：收不到够棋钱。",
                ),
                "X-7.5",
                "bad",
            )
            continue
        for payer in playing:
            if pillars[payer] >= ENOUGH:
                continue
            if pillars[receiver] < CERAMIC:
                lines.paid(payer, receiver, 1, Text("short against enough", "未够付够棋"), "X-7.3")
            elif contractor is None:
                clause = "X-8.3" if facts["soft"] else "X-7.3"
                lines.paid(payer, receiver, unit, Text("short against a ceramic", "未够付瓷棋"), clause)
        if pillars[receiver] >= CERAMIC and isinstance(contractor, int):
            total = sum(chips for chips in int_list(facts["delta_ceramic"]) if chips > 0)
            lines.paid(contractor, receiver, total, Text("revealer pays the ceramic", "掀瓷包瓷"), "X-8.2")


def add_reveals(lines: Settlement, pillars: list[int], relations: list[list[object]]) -> None:
    """Reveal chips (X-7.4), one relation at a time."""
    for revealer, buckler, flag in relations:
        assert isinstance(revealer, int)
        assert isinstance(buckler, int)
        if not flag and pillars[revealer] < ENOUGH:
            lines.paid(revealer, buckler, 1, Text("revealed and ended short", "掀了没够"), "X-7.4")
        elif not flag:
            a, b = lines.names[revealer], lines.names[buckler]
            lines.add(
                Text(
                    f"{a} revealed against {whom(b)} and reached 3 pillars: nothing to pay.",
                    f"{before_verb(a)}掀{after_verb(b).rstrip()}，后来够了：不用付。",
                ),
                "X-7.4",
                "dim",
            )


class XianqiWords(Words):
    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        assert isinstance(view, XianqiView)
        return screen(view, names, lang)

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        assert isinstance(view, XianqiView)
        return describe(view, seat, move, names, lang)

    def spoken(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> str:
        line = self.describe(view, seat, move, names, lang)
        return " ".join("".join([span.text for span in line if span.style not in ("red", "black")]).split())

    def explain(self, facts: Json, names: list[str], lang: str) -> list[Line]:
        return explain(facts, names, lang)
