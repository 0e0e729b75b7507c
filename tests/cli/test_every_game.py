"""Every discovered game at the terminal table, by itself: nothing here names one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qipai
from qipai.cli.rules import book
from qipai.cli.words import NO_BOOK
from tests.cli.terminal import Terminal, piped

SEED = "0" * 63 + "7"
every_game = pytest.mark.parametrize("game", qipai.games())
LANGS = ("en_US.UTF-8", "zh_CN.UTF-8")


@every_game
@pytest.mark.parametrize("lang", LANGS)
def test_opponents_among_themselves_are_watched_recorded_replayed_and_verified(
    own: Path, tmp_path: Path, game: str, lang: str
) -> None:
    path = tmp_path / "r.json"
    watched = piped(own, "play", game, "--watch", "--seed", SEED, "--record", str(path), lang=lang)
    assert (watched.returncode, watched.stderr) == (0, "")
    replayed = piped(own, "replay", str(path), lang=lang)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    verified = piped(own, "verify", str(path), lang=lang)
    assert (verified.returncode, verified.stderr) == (0, "")
    table = qipai.replay(json.loads(path.read_text(encoding="utf-8")))
    assert table.over
    steps = piped(own, "replay", str(path), "--json").stdout.splitlines()
    assert len(steps) == len(table.deals[0].moves) + 1


@every_game
def test_a_person_who_always_takes_the_first_move_gets_to_the_end_from_every_seat(own: Path, game: str) -> None:
    found = qipai.game(game)
    for seat in range(found.seats(found.rules())):
        done = piped(own, "play", game, "--seed", SEED, "--seat", str(seat), "--level", "random", "--json", typed="1\n" * 400)
        assert (done.returncode, done.stderr) == (0, "")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        assert [event["event"] for event in events[-2:]] == ["over", "end"]
        assert sum(events[-2]["returns"]) == 0
        asked = [event for event in events if event["event"] == "ask"]
        assert all(event["seat"] == seat and len(event["legal"]) > 1 for event in asked)


@every_game
def test_a_person_takes_hints_and_undoes_on_a_terminal(own: Path, game: str) -> None:
    person = Terminal(own, "play", game, "--seed", SEED, lang="zh_CN.UTF-8")
    person.expect("\n> ")
    person.send("h")
    person.expect("提示 1/")
    person.expect("\n> ")
    person.send("l")
    person.send("1")
    person.send("u")
    person.send("q")
    person.send("")
    assert person.end() == 0
    assert "Traceback" not in person.seen


@every_game
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_game_has_a_book_for_players_or_says_that_there_is_none(game: str, lang: str) -> None:
    page = book(qipai.game(game), lang)
    if page == NO_BOOK.say(lang):
        assert not qipai.game(game).options().options  # whoever may choose rules must be able to read them
        return
    assert page.startswith("# ")
    assert "<!--" not in page
    assert len(page) > 400
    assert len(page.splitlines()) <= 80
    assert (lang == "zh") == (sum("\u4e00" <= ch <= "\u9fff" for ch in page) > len(page) / 3)
