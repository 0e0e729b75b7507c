"""The words that were decided for the screens, one by one: tests/words/changes.json.

Each row has what a text said before (`was`) and what it says in both languages. Rows match by text, so that a text may move;
`at` says where it was found when the row was written. `alone`: the old text is wrong only when it is all that is said. `code`:
what is said is put together there, and the row holds the line that does it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.strings import CHINESE, CLIENT, ROOT, SOURCE, page_texts, program_texts, web_texts

Row = dict[str, Any]
ROWS: list[Row] = [
    row for rows in json.loads((Path(__file__).parent / "words/changes.json").read_text("utf-8")).values() for row in rows
]
SAID = [row for row in ROWS if "code" not in row]
CODE = [row for row in ROWS if "code" in row]


class Pair(NamedTuple):
    """A text in both languages; a whole page is held by its parts."""

    file: str
    zh: str
    en: str
    page: bool = False


def folded(path: Path) -> str:
    return re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))


@cache
def everything() -> list[Pair]:
    said = [Pair(one.file, one.zh, one.en) for one in [*program_texts(), *page_texts(), *web_texts()]]
    for zh in sorted(SOURCE.glob("games/*/book*.zh.md")):
        en = zh.with_name(zh.name.replace(".zh.md", ".en.md"))
        said.append(Pair(str(zh.relative_to(ROOT)), folded(zh), folded(en), page=True))
    said.append(Pair("README.md", folded(ROOT / "README.zh-CN.md"), folded(ROOT / "README.md"), page=True))
    return said


def language(row: Row) -> str:
    return str(row.get("lang") or ("zh" if CHINESE.search(row["was"]) else "en"))


def game_of(place: str) -> str:
    found = re.search(r"games/(\w+)/", place)
    return found[1] if found else ""


def near(row: Row) -> list[Pair]:
    """The texts of the row's game; all for a row of no game."""
    game = game_of(row["at"])
    return [one for one in everything() if not game or f"games/{game}/" in one.file]


def holds(row: Row, one: Pair) -> bool:
    if one.page:
        return row["zh"] in one.zh and row["en"] in one.en
    return (one.zh, one.en) == (row["zh"], row["en"])


def says_again(row: Row, one: Pair) -> bool:
    text, was = getattr(one, language(row)), row["was"]
    if row.get("alone") or was not in text:
        return bool(text == was)
    start, end = (r"\b" if re.match(r"[A-Za-z]", edge) else "" for edge in (was, was[-1]))
    return re.search(start + re.escape(was) + end, text) is not None


def test_every_row_is_there() -> None:
    assert len(ROWS) == 233
    assert all(set(row) <= {"at", "was", "zh", "en", "code", "alone", "lang", "note"} for row in ROWS)


def test_every_text_says_what_was_decided() -> None:
    assert [f"{row['at']}: {row['zh']} | {row['en']}" for row in SAID if not any(holds(row, one) for one in near(row))] == []


def test_no_text_says_again_what_was_given_up() -> None:
    assert [f"{one.file}: {row['was']}" for row in SAID for one in near(row) if says_again(row, one)] == []


def test_a_text_that_is_changed_back_is_found() -> None:
    """By the words that are missed, or, where several texts say the same, by the old ones."""
    unseen = []
    for row in SAID:
        held = [one for one in near(row) if holds(row, one)]
        lang = language(row)
        back = held[0]._replace(**{lang: getattr(held[0], lang).replace(row[lang], row["was"])})
        if any(holds(row, one) for one in [back, *held[1:]]) and not says_again(row, back):
            unseen.append(row["at"])
    assert unseen == []


@cache
def code() -> str:
    files = [*SOURCE.rglob("*.py"), *CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(files) if not path.name.endswith(".test.ts"))


@pytest.mark.parametrize("row", CODE, ids=[str(row["at"]) for row in CODE])
def test_what_is_put_together_is_put_together_as_decided(row: Row) -> None:
    assert row["code"] in code()
    assert row["was"] not in code()
