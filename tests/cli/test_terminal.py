"""A person at a terminal: prompts, hints, undo, refused input, leaving."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

SEED = "5" * 64
PLAY = ("play", "highcard", "--seed", SEED)
PROMPT = "\n> "


def test_a_whole_deal_with_every_command(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    person = Terminal(games, *PLAY)
    first = person.expect(PROMPT)
    assert "Deal 1" in first
    assert "Your cards:" in first
    for typed, answer in (
        ("?", "undo, back to your last decision"),
        ("h", "Hint 1 of 3: card 12"),
        ("h", "Hint 2 of 3: "),
        ("r", "Twelve cards, 1 to 12."),
        ("u", "Nothing to undo in this deal."),
        ("l", "card 12"),
        ("l 12", "card 12"),
        ("l xyz", "No move has “xyz” in it."),
        ("99", "Moves are numbered 1 to 3."),
        ("hello", "This is not a move that this game knows: hello"),
        ("card 11", "These are not all in the hand"),
        ("stake 1", "does not belong to the phase"),
    ):
        person.send(typed)
        person.expect(answer)
        person.expect(PROMPT)
    person.send("12")  # a number is a number of the list
    person.expect("Moves are numbered 1 to 3.")
    person.expect(PROMPT)
    person.send("1")
    person.expect("You: card 2")
    person.expect(PROMPT)
    person.send("u")
    person.expect("Back to your previous decision.")
    person.expect(PROMPT)
    person.send("card 12")
    person.expect("You: card 12")
    while "Enter for the next deal" not in person.seen:
        person.read(0.1)
        if person.seen.endswith(PROMPT):
            person.send("1")
            person.raw = person.seen = ""
    told = person.expect("Enter for the next deal")
    assert "Only one move, played for you: " in told
    assert "(H-3.2)" in told
    person.send("q")
    person.expect("Save the record?")
    person.send("/no/such/folder/r.json")
    person.expect("/no/such/folder/r.json: No such file")
    person.expect("Save the record?")
    person.send(str(path))
    person.expect("Record saved to")
    assert person.end() == 0
    assert len(json.loads(path.read_text(encoding="utf-8"))["deals"]) == 1


def test_colours_on_a_terminal_and_chinese_words(games: Path) -> None:
    person = Terminal(games, *PLAY, "--rules", "players=4", lang="zh_CN.UTF-8")
    person.expect("第 1 局")
    while "\n> " not in person.seen:
        person.read(0.1)
    assert "\x1b[" in person.everything
    person.expect(PROMPT)
    person.send("提示")
    person.expect("的机会赢")
    person.send("退出")
    person.expect("下次再玩。")
    assert person.end() == 0


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["ctrl-c", "ctrl-d"])
def test_leaving_by_key_saves_what_there_is(games: Path, tmp_path: Path, key: bytes) -> None:
    path = tmp_path / "part.json"
    person = Terminal(games, *PLAY, "--record", str(path))
    person.expect(PROMPT)
    person.send("1")
    person.expect(PROMPT)
    person.press(key, "Record saved to")
    person.expect("its last deal is unfinished")
    assert person.end() == 0
    deal = json.loads(path.read_text(encoding="utf-8"))["deals"][0]
    assert "returns" not in deal
    assert len(deal["moves"]) >= 3


def test_quitting_without_a_record_keeps_nothing(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    person = Terminal(games, *PLAY)
    person.expect(PROMPT)
    person.send("q")
    person.expect("Save the record?")
    person.send("")
    assert person.end() == 0
    assert os.listdir(tmp_path) == []


def test_the_next_deal_follows_on_enter(games: Path) -> None:
    person = Terminal(games, *PLAY)
    for _ in range(2):
        person.expect(PROMPT)
        person.send("1")
    while "Enter for the next deal" not in person.seen:
        person.read(0.1)
        if person.seen.endswith(PROMPT):
            person.send("1")
            person.raw = person.seen = ""
    person.send("")
    person.expect("Deal 2")
    person.press(b"\x03", "See you next time.")
    assert person.end() == 0


def test_stepping_through_a_record(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    watcher = Terminal(games, "play", "highcard", "--watch", "--seed", SEED, "--record", str(path))
    watcher.expect("Record saved to")
    assert watcher.end() == 0
    reader = Terminal(games, "replay", str(path), "--step")
    reader.expect("Enter for the next move")
    reader.send("")
    reader.expect("Enter for the next move")
    reader.send("q")
    assert reader.end() == 0


def test_help_and_errors_on_a_terminal_show_no_traceback(games: Path) -> None:
    person = Terminal(games, "play", "nosuch")
    person.expect("Error: No game called “nosuch”")
    assert person.end() == 2
    assert "Traceback" not in person.seen
