"""Every text that people see, in both languages side by side: `python -m tests.strings` writes docs/strings.md.

Python texts are found by syntax tree: a call with an English and a Chinese text next to each other, in that order. Those of
the web client are found by their shape, `key: { zh: '…', en: '…' }` or `words('…', '…')`. A place is a file and a name, not a
line, so that the page changes only with the words.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "qipai"
CLIENT = ROOT / "web" / "src"
PAGE = ROOT / "docs" / "strings.md"
CHINESE = re.compile("[\u4e00-\u9fff]")
HEAD = """# Strings 文案对照

Everything that people see, in both languages: the texts of the program, the headings of the rule books, the terms that they
explain, and the texts of the web client. `python -m tests.strings` writes this page; `tests/test_strings.py` compares it.
"""


class Entry(NamedTuple):
    """A text and its place: a file relative to the repository, and a name within it."""

    file: str
    key: str
    en: str
    zh: str


# the texts of the program
def written(node: ast.expr) -> str | None:
    """A text as written, {…} for its values, a / b for a choice; None for what is no text."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        parts = [str(part.value) if isinstance(part, ast.Constant) else value_name(part) for part in node.values]
        return "".join(parts)
    if isinstance(node, ast.IfExp):
        one, other = written(node.body), written(node.orelse)
        return None if one is None or other is None else f"{one} / {other}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        one, other = written(node.left), written(node.right)
        return None if one is None and other is None else (one or "{…}") + (other or "{…}")
    return None


def value_name(part: ast.expr) -> str:
    """The last name in a value: {count} for {self.count:+d}; {…} for what is computed."""
    assert isinstance(part, ast.FormattedValue)
    inner, end = part.value, ""
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.args:
        if isinstance(inner.args[-1], ast.Constant) and isinstance(inner.args[-1].value, str):
            end = f" {inner.args[-1].value}s"  # {does(name, "lead")}
        inner = inner.args[0]  # {signed(points)}
    name = inner.attr if isinstance(inner, ast.Attribute) else inner.id if isinstance(inner, ast.Name) else "…"
    return f"{{{name}}}{end}"


def pair_of(call: ast.Call) -> tuple[ast.expr, ast.expr] | None:
    """The English and the Chinese argument of a call, or None."""
    for en, zh in zip(call.args, call.args[1:], strict=False):
        one, other = written(en), written(zh)
        if one is not None and other is not None and CHINESE.search(other) and not CHINESE.search(one.replace("棋牌", "")):
            return en, zh
    is_text = isinstance(call.func, ast.Name) and call.func.id == "Text" and len(call.args) == 2
    if is_text and None not in (written(call.args[0]), written(call.args[1])):
        return call.args[0], call.args[1]
    return None


def texts_of(tree: ast.AST, name: str = "") -> Iterator[tuple[str, ast.expr, ast.expr]]:
    """(the name it stands under, English, Chinese), in the order of the file."""
    for node in ast.iter_child_nodes(tree):
        inner = name
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            inner = node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            inner = target.id if isinstance(target, ast.Name) and not name else name
        if isinstance(node, ast.Dict):
            sides = {
                key.value: value for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant)
            }
            if set(sides) == {"en", "zh"} and None not in (written(sides["en"]), written(sides["zh"])):
                yield name, sides["en"], sides["zh"]
                continue
            for key, value in zip(node.keys, node.values, strict=True):
                label = str(key.value) if isinstance(key, ast.Constant) else ""
                yield from texts_of(ast.Expression(value), f"{name}.{label}" if name and label else label or name)
            continue
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in ("Option", "Pattern") and node.args:
                first = node.args[0]
                inner = str(first.value) if isinstance(first, ast.Constant) else name
            pair = pair_of(node)
            if pair is not None:
                yield inner, *pair
        yield from texts_of(node, inner)


def python_texts(path: Path) -> Iterator[Entry]:
    seen: Counter[str] = Counter()
    for name, en, zh in texts_of(ast.parse(path.read_text(encoding="utf-8"))):
        seen[name] += 1
        key = name if seen[name] == 1 else f"{name} {seen[name]}"
        yield Entry(str(path.relative_to(ROOT)), key, written(en) or "", written(zh) or "")


# the pages of a game
def headings(path: Path) -> list[str]:
    """The title of a rule book and the words in bold that begin its paragraphs."""
    found = re.findall(r"^(?:# (.+)|\*\*(.+?)\*\*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [(title or start).rstrip(".。") for title, start in found]


def terms(path: Path) -> Iterator[Entry]:
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 5 and re.fullmatch(r"[A-Z]+-[\d.]+", cells[4]):
            file = str(path.relative_to(ROOT))
            yield Entry(file, cells[4], cells[1], cells[0])
            yield Entry(file, "", cells[3], cells[2])


def game_texts(folder: Path) -> Iterator[Entry]:
    for zh in sorted(folder.glob("book*.zh.md")):
        en = zh.with_name(zh.name.replace(".zh.md", ".en.md"))
        for number, (one, other) in enumerate(zip(headings(en), headings(zh), strict=True)):
            yield Entry(str(zh.relative_to(ROOT)), f"heading {number}" if number else "title", one, other)
    if (folder / "terms.md").is_file():
        yield from terms(folder / "terms.md")


# the web client
TEXT = r"""(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)"""
GAP = r"(?:\s|//[^\n]*\n)*"
PAIRS = re.compile(
    rf"(?:(?P<key>[\w-]+|'[^'\n]+')\s*:\s*)?\{{{GAP}(?P<first>zh|en):{GAP}(?P<one>{TEXT}),{GAP}(?P<second>zh|en):{GAP}(?P<other>{TEXT})"
)


# lessons and figures: words('…', '…') and group('…', '…', '…') under the id of a lesson or the name of a figure
CALLS = re.compile(
    rf"\bid: '(?P<id>[^']+)'|(?P<name>\w+): (?=\[|words\()"
    rf"|\b(?:words|group)\({GAP}(?:{TEXT},{GAP})?(?P<zh>{TEXT}),{GAP}(?P<en>{TEXT})"
)


def client_texts(path: Path) -> Iterator[Entry]:
    seen: Counter[str] = Counter()
    for key, en, zh in client_pairs(path.read_text(encoding="utf-8")):
        if en or zh:
            seen[key] += 1
            yield Entry(str(path.relative_to(ROOT)), key if seen[key] == 1 else f"{key} {seen[key]}", en, zh)


def client_pairs(text: str) -> Iterator[tuple[str, str, str]]:
    """(name, English, Chinese)."""
    for found in PAIRS.finditer(text):
        said = {found["first"]: unquoted(found["one"]), found["second"]: unquoted(found["other"])}
        if len(said) == 2:
            yield (found["key"] or "").strip("'"), said["en"], said["zh"]
    lesson = name = ""
    for found in CALLS.finditer(text):
        lesson = found["id"] or lesson
        name = found["name"] or name
        if found["zh"] and CHINESE.search(found["zh"]):
            yield f"{lesson}.{name}" if lesson else name, unquoted(found["en"]), unquoted(found["zh"])


def unquoted(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text[1:-1])


# everything
@cache
def program_texts() -> list[Entry]:
    return [said for path in sorted(SOURCE.rglob("*.py")) for said in python_texts(path)]


@cache
def page_texts() -> list[Entry]:
    return [said for folder in sorted((SOURCE / "games").iterdir()) if folder.is_dir() for said in game_texts(folder)]


@cache
def web_texts() -> list[Entry]:
    files = [
        path
        for path in sorted(CLIENT.rglob("*"))
        if path.suffix in (".ts", ".svelte") and not path.name.endswith((".test.ts", ".gen.ts", "fakes.ts"))
    ]
    return [said for path in files for said in client_texts(path)]


def cell(text: str) -> str:
    """A text as a cell of a table: spaces at its ends and new lines are shown."""
    text = re.sub(r"^ +| +$", lambda found: "␣" * len(found[0]), text)
    return text.replace("|", "\\|").replace("\n", "⏎").replace("<", "&lt;")


def page() -> str:
    out = [HEAD]
    file = ""
    for said in [*program_texts(), *page_texts(), *web_texts()]:
        if said.file != file:
            file = said.file
            out.append(f"\n## {file}\n\n| | 中文 | English |\n|---|---|---|\n")
        out.append(f"| {cell(said.key)} | {cell(said.zh)} | {cell(said.en)} |\n")
    return "".join(out)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
