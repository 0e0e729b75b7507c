"""One English word per Chinese term, and a clause that exists for each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from qipai.core.text import Text

DOCS = Path(__file__).parents[2] / "docs"
SECTIONS = [  # the rows of each game, the common ones first
    [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if re.match(r"\| .*\| [A-Z]-[\d.]+ \|$", line)
    ]
    for section in (DOCS / "glossary.md").read_text(encoding="utf-8").split("\n## ")
]
ROWS = [row for section in SECTIONS for row in section]
RULES = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "rules").glob("*.md"))


def test_every_term_stands_once_in_its_game_and_has_five_columns() -> None:
    assert len(ROWS) > 130
    assert all(len(row) == 5 and all(row) for row in ROWS)
    for section in SECTIONS:
        terms = Counter(term for row in section for term in row[0].split(", "))
        assert [term for term, n in terms.items() if n > 1] == []


def test_every_clause_of_the_glossary_exists() -> None:
    clauses = set(re.findall(r"\*\*([A-Z]-[\d.]+)\*\*", RULES))
    assert {row[4] for row in ROWS} - clauses == set()


def test_our_names_in_the_glossary_are_names_in_the_code_or_the_rules() -> None:
    source = Path(__file__).parents[2] / "src" / "qipai"
    known = RULES + "".join(path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    for row in ROWS:
        for name in re.findall(r"`(\w+)", row[2]):
            assert re.search(rf"\b{name}", known), name


def not_in_the_glossary(shown: Iterable[Text]) -> list[Text]:
    """Terms on a game's screens that have another English word, or none, in the glossary."""
    known = {(term, name) for row in ROWS for term in row[0].split(", ") for name in row[1].partition(" (")[0].split(", ")}
    return [term for term in shown if (term.zh, term.en) not in known]


def test_a_term_with_another_english_word_is_found() -> None:
    assert not_in_the_glossary([Text("seat", "座位"), Text("chair", "座位"), Text("chair", "椅子")]) == [
        Text("chair", "座位"),
        Text("chair", "椅子"),
    ]
