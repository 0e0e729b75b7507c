"""`qipai review` as people use it: tables in both languages, JSON, a page with pictures, several records, refusals."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import qipai.review.run as run_module
from qipai.cli.main import run
from qipai.review.effort import effort_of
from tests.review.records import golden, played


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """The named efforts, smaller."""
    monkeypatch.setattr(run_module, "effort_of", lambda judge, name: replace(effort_of(judge, name), playouts=300, worlds=40))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A golden deal, with names."""
    path = tmp_path / "game.json"
    record = {**golden("xianqi", "xq-flow-24"), "meta": {"players": ["Lan", "Bo <b>", "Chen"]}}
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_a_table_a_curve_and_the_costly_moves_are_shown_in_both_languages(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", str(game), "--lang", "en", "--all"]) == 0
    english = capsys.readouterr().out
    for word in ("luck of the deal", "others’ choices", "own decisions", "accuracy", "Lan", "All decisions", "▁"):
        assert word in english
    assert run(["review", str(game), "--lang", "zh", "--all"]) == 0
    chinese = capsys.readouterr().out
    for word in ("牌运", "别家的选择", "自己的决定", "准确率", "所有决定", "Lan"):
        assert word in chinese
    assert not re.search(r"[A-Za-z]{4,}", chinese.replace("Chen", "").replace("game", "").replace("json", ""))


def test_json_has_the_whole_review_and_the_same_one_every_time(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outs = []
    for _ in range(2):
        assert run(["review", str(game), "--json", "--seed", "4"]) == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]
    (line,) = outs[0].splitlines()
    found = json.loads(line)
    assert found["file"] == str(game)
    assert found["review"]["format"] == "qipai-review/1"
    assert (found["review"]["seed"], found["review"]["effort"]) == (4, "quick")


class Page(HTMLParser):
    """Notes what is opened and closed, and what would be loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.loads += [
            str(value) for key, value in attrs if key in ("src", "href", "xlink:href") and not str(value).startswith("#")
        ]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_stands_by_itself_with_pictures_and_hidden_answers(tmp_path: Path, lang: str) -> None:
    path, html = tmp_path / "r.json", tmp_path / "r.html"
    record = played("xianqi", 13)
    record["meta"]["players"][1] = "Bo <b>"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert run(["review", str(path), "--html", str(html), "--lang", lang]) == 0
    text = html.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.loads == []
    assert f'<html lang="{lang}">' in text
    assert "Bo &lt;b&gt;" in text
    assert "<b>" not in text
    assert "script" not in page.seen
    assert page.seen.count("details") == text.count('class="picture"') >= 1
    assert page.seen.count("svg") >= 1 + page.seen.count("details")


def test_names_in_a_record_cannot_command_the_terminal_or_burst_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, html = tmp_path / "r.json", tmp_path / "r.html"
    record = {**golden("xianqi", "xq-flow-24"), "meta": {"players": ["\x1b[31mLan\u202e", "B" * 3000, "Chen"]}}
    path.write_text(json.dumps(record), encoding="utf-8")
    assert run(["review", str(path), "--lang", "en", "--html", str(html)]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "[31mLan" in shown
    assert "B" * 23 + "…" in shown
    assert "B" * 24 not in shown + html.read_text(encoding="utf-8").split("<svg")[0]


def test_a_page_of_several_records_tells_them_apart(game: Path, tmp_path: Path) -> None:
    html, other = tmp_path / "r.html", tmp_path / "ending.json"
    other.write_text(json.dumps(golden("guandan", "GD-F08")), encoding="utf-8")
    assert run(["review", str(game), str(other), "--html", str(html), "--lang", "en"]) == 0
    text = html.read_text(encoding="utf-8")
    assert "<h1>Review: Xianqi, Guandan</h1>" in text
    assert f"<h2>{game} · Xianqi · Deal 1</h2>" in text
    assert f"<h2>{other} · Guandan · Deal 1</h2>" in text


def test_several_records_end_with_a_summary_and_a_bad_one_is_left_out(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    kept = tmp_path / "kept"
    ending = tmp_path / "ending.json"
    ending.write_text(json.dumps(golden("guandan", "GD-F08")), encoding="utf-8")
    assert run(["review", str(ending), str(bad), "--jobs", "2", "--keep", str(kept), "--lang", "en"]) == 1
    shown = capsys.readouterr()
    assert "Summary" in shown.out
    assert "answers to opponents" in shown.out
    assert f"Skipped {bad}" in shown.err
    assert [path.suffix for path in kept.iterdir()] == [".review"]
    assert run(["review", str(game), str(bad), "--json", "--player", "Lan"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(line) for line in lines] == [["file", "review"], ["file", "error"], ["summary"]]
    assert lines[1]["error"]["code"] == "BAD_RECORD"
    assert [one["player"] for one in lines[2]["summary"][0]["players"]] == ["Lan", "Bo <b>", "Chen"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nowhere.json"], "BAD_RECORD"),
        (["GAME", "--effort", "huge"], "BAD_USAGE"),
        (["GAME", "--deal", "7"], "NO_SUCH_DEAL"),
        (["GAME", "--html", "/nowhere/at/all.html"], "BAD_FILE"),
        (["GAME", "--keep", "GAME"], "BAD_FILE"),
        (["GAME", "--backend", "moon"], "BAD_USAGE"),
        ([], "BAD_USAGE"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_code(
    game: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: str
) -> None:
    assert run(["review", *(str(game) if one == "GAME" else one for one in arguments), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code
