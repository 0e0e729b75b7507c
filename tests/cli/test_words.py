"""Everything that is said exists in both languages, and no game is named in the command line."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

import qipai
from qipai.cli import words
from qipai.core.text import Text

FOLDER = Path(words.__file__).parent
CHINESE = re.compile("[\u4e00-\u9fff]")
TEXTS = {name: text for name, text in vars(words).items() if isinstance(text, Text)}
SAME_IN_BOTH = {"PROMPT", "BAD_FILE", "NAMED", "WELCOME"}  # nothing but values, or a sign


def fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_is_said_in_both_languages(name: str) -> None:
    text = TEXTS[name]
    assert text.en
    assert text.zh
    assert fields(text.en) == fields(text.zh)
    if name not in SAME_IN_BOTH:
        assert CHINESE.search(text.zh), text.zh
    if name != "ABOUT":
        assert not CHINESE.search(text.en), text.en


@pytest.mark.parametrize("name", TEXTS)
def test_chinese_texts_have_chinese_punctuation(name: str) -> None:
    assert not re.search("[\u4e00-\u9fff][,:;?!]|[,:;?!][\u4e00-\u9fff]", TEXTS[name].zh), TEXTS[name].zh


def test_every_text_is_used() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    unused = [name for name in TEXTS if f"words.{name}" not in code]
    assert unused == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_the_command_line_names_no_game_and_says_nothing_by_itself(path: Path) -> None:
    source = path.read_text(encoding="utf-8").lower()
    titles = [title.lower() for name in qipai.games() for title in qipai.game(name).title]
    for name in (*qipai.games(), *titles):
        assert name not in source, f"{path.name} names {name}"
    if path.name == "play.py" or path.name.endswith("words.py"):  # play.py knows the Chinese names of its commands
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not CHINESE.search(node.value), node.value


def test_running_deals_are_asked_for_their_secrets_only_where_that_is_meant() -> None:
    """`facts` and `record` contain everything that is hidden."""
    allowed = {"replay.py", "verify.py", "record_file.py"}
    for path in FOLDER.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        if path.name in allowed:
            continue
        calls = re.findall(r"\.(facts|record)\(", source)
        if path.name == "play.py":
            body = source.split("def settle_deal")[1].split("\n    def ")[0]
            assert calls == ["facts"]
            assert "facts = table.facts()" in body
        else:
            assert calls == [], path.name
