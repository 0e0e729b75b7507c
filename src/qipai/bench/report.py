"""The result of a benchmark as tables on the terminal, and as a page for benchmarks/."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from qipai.core.data import Json
from qipai.core.text import Text

Rows = list[list[str]]

INTERPRETED = Text(
    "INTERPRETED KERNEL: these figures say nothing about the compiled package. Install it compiled (make bench).",
    "当前内核未编译，以下数字不代表编译版的速度。请安装编译版（make bench）。",
)
STALE = Text(
    "STALE BUILD: the sources have changed since this kernel was compiled.",
    "编译结果已过期：编译之后源码有改动。",
)
FEW = Text("Fewer than 10 rounds: only a rough look.", "不足 10 轮，仅供粗看。")
SPEED = Text("Random play, per second of CPU time", "随机对局，每秒 CPU 时间")
RATIOS = Text(
    "Ours by theirs, decisions per second (median of the rounds' ratios)", "与同类项目之比（每秒决策数，各轮比值的中位数）"
)
CALLS = Text("Single calls, median over states", "单次调用，对各局面取中位数")
LEGEND = Text(
    "driven: from Python, step by step (to act, legal, apply; dealing included), the same loop for everyone. "
    "whole: one compiled call plays the deals; the peers have no such call, so it is compared with their driven play. "
    "A decision counts when there are at least two legal actions.",
    "逐步：由 Python 一步步驱动（轮到谁、有哪些出法、出一手；含发牌），各家循环相同。"
    "整局：一次编译调用打完若干局；同类项目没有这样的调用，故与其逐步方式对比。"
    "至少有两种合法出法才算一次决策。",
)
HEADS_SPEED = (
    Text("who", "对象"),
    Text("what", "方式"),
    Text("decisions/s", "决策/秒"),
    Text("lowest-highest", "最低–最高"),
    Text("deals/s", "局/秒"),
)
HEADS_RATIO = (Text("ours", "我方方式"), Text("peer", "同类项目"), Text("ratio", "倍数"), Text("lowest-highest", "最低–最高"))
HEADS_CALL = (Text("call from Python", "从 Python 调用"), Text("median", "中位数"), Text("lowest-highest", "最低–最高"))
WORDS = {
    "driven": Text("driven", "逐步"),
    "whole": Text("whole", "整局"),
    "not installed": Text("not installed", "未安装"),
}


def say(text: Text, lang: str) -> str:
    return text.zh if lang.startswith("zh") else text.en


def number(value: float) -> str:
    """Three significant digits."""
    if value >= 100:
        return f"{round(value, 2 - len(str(int(value))) + 1):,.0f}"
    return f"{value:.3g}"


def span(values: dict[str, float]) -> str:
    return f"{number(values['low'])}–{number(values['high'])}"


def word(name: str, lang: str) -> str:
    return say(WORDS[name], lang) if name in WORDS else name


def warnings(result: Any, lang: str) -> list[str]:
    found = []
    if not result["kernel"]["compiled"]:
        found.append(say(INTERPRETED, lang))
    if result["kernel"]["stale"]:
        found.append(say(STALE, lang))
    if result["rounds"] < 10:
        found.append(say(FEW, lang))
    return found


def tables(result: Any, lang: str) -> list[tuple[str, list[str], Rows]]:
    """Everything that was measured, as (title, heads, rows)."""
    speed = [
        [
            line["who"],
            word(line["what"], lang),
            number(line["decisions_per_s"]["median"]),
            span(line["decisions_per_s"]),
            number(line["deals_per_s"]["median"]),
        ]
        for line in result["lines"]
    ]
    speed += [[peer["who"], word(peer["why"], lang), "", "", ""] for peer in result["absent"]]
    ratios = [
        [word(line["what"], lang), line["peer"], number(line["ratio"]["median"]), span(line["ratio"])]
        for line in result["ratios"]
    ]
    calls = [
        [name, f"{number(value['median'])} {'×' if ' / ' in name else 'ns'}", span(value)]
        for name, value in result["calls"].items()
    ]
    found = [
        (say(SPEED, lang), [say(head, lang) for head in HEADS_SPEED], speed),
        (say(RATIOS, lang), [say(head, lang) for head in HEADS_RATIO], ratios),
        (say(CALLS, lang), [say(head, lang) for head in HEADS_CALL], calls),
    ]
    for section in result["sections"]:
        title = section["title"]["zh" if lang.startswith("zh") else "en"]
        found.append((title, list(section["columns"]), [[str(cell) for cell in row] for row in section["rows"]]))
    return [entry for entry in found if entry[2]]


def footer(result: Any) -> str:
    machine, versions = result["machine"], result["versions"]
    built = "compiled" if result["kernel"]["compiled"] else "interpreted"
    parts = [
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}",
        ", ".join(f"{name} {version}" for name, version in versions.items()),
        f"kernel {built} {result['kernel']['source_hash'][:12]}",
        f"{result['rounds']} rounds of {result['seconds']} s CPU each, {result['time']}",
    ]
    return "; ".join(parts)


def number_like(rows: Rows, place: int) -> bool:
    return all(row[place][:1].isdigit() for row in rows if row[place])


def render(result: Json, lang: str = "en") -> RenderableType:
    """For a rich console."""
    shown: list[RenderableType] = [Styled(text, style="bold red") for text in warnings(result, lang)]
    for title, heads, rows in tables(result, lang):
        table = Table(title=title, title_justify="left")
        for place, head in enumerate(heads):
            table.add_column(head, justify="left" if place == 0 or not number_like(rows, place) else "right")
        for row in rows:
            table.add_row(*row)
        shown.append(table)
    shown.append(Styled(say(LEGEND, lang), style="dim"))
    shown.append(Styled(footer(result), style="dim"))
    return Group(*shown)


def markdown(result: Json, lang: str = "en") -> str:
    """A page of benchmarks/."""
    lines = [f"# {result['game']}", ""]
    lines += [f"**{text}**\n" for text in warnings(result, lang)]
    for title, heads, rows in tables(result, lang):
        lines += [f"## {title}", "", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
        lines += ["| " + " | ".join(row) + " |" for row in rows]
        lines.append("")
    lines += [say(LEGEND, lang), "", footer(result), ""]
    return "\n".join(lines)
