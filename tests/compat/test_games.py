"""What 0.1.0 wrote is read as it was meant: records, views, messages to bots, dumps of engines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qipai
from qipai.agents.protocol import BOT_1, view_for
from tests.compat.kept import at, compact, end_programs, games, listen, listeners, read_lines, shows

LISTENERS = [(game, name) for game in games() for name in listeners(game)]


def test_there_are_fixtures_of_the_games_of_0_1_0() -> None:
    assert len(games()) == 3
    for game in games():
        assert len(listeners(game)) >= 2
        assert len(read_lines(f"records-{game}")) >= 10
        assert sum(len(line["views"]) for line in read_lines(f"views-{game}")) >= 300
        assert len({line["phase"] for line in read_lines(f"views-{game}")}) >= 4


@pytest.mark.parametrize("game", games())
def test_records_replay_to_the_same_end_and_are_written_again_byte_for_byte(game: str) -> None:
    for line in read_lines(f"records-{game}"):
        record = json.loads(line["text"])
        table = qipai.replay(record)
        assert qipai.write_record(table.record()) == line["text"]
        assert (table.over, table.match_over, table.winner, table.scores) == (
            line["over"],
            line["match_over"],
            line["winner"],
            line["scores"],
        )
        assert shows(table.facts(), line["facts"]) == ""
        report = qipai.verify(record)
        assert not any(deal.pop("practice") for deal in report["deals"]), "a key that is new"
        assert report == line["verify"]


@pytest.mark.parametrize("game", games())
def test_views_are_read_and_a_bot_of_version_1_is_shown_the_same(game: str) -> None:
    """Of every seat and a spectator, in every phase."""
    found = qipai.game(game)
    records = [json.loads(line["text"]) for line in read_lines(f"records-{game}")]
    for line in read_lines(f"views-{game}"):
        table = at(records[line["record"]], line["deal"], line["step"])
        for seat, text in enumerate(line["views"], -1):
            assert compact(view_for(found, table.view(seat).to_json(), BOT_1)) == text
            read = found.read_view(json.loads(text))
            assert read.seat == seat
            assert compact(view_for(found, read.to_json(), BOT_1)) == text


@pytest.mark.parametrize(("game", "name"), LISTENERS)
def test_programs_of_version_1_are_sent_what_0_1_0_sent_byte_for_byte(game: str, name: str, tmp_path: Path) -> None:
    kept = read_lines(name)
    rules = json.loads(kept[0]["lines"][0])["rules"]
    try:
        heard = listen(game, rules, tmp_path)
    finally:
        end_programs()
    for line in kept:
        ours = heard.pop(line["seat"])
        for k, (own, old) in enumerate(zip(ours, line["lines"], strict=False)):
            assert own == old, f"{line['seat']}, message {k}"
        assert len(ours) == len(line["lines"])
    assert heard == {}


@pytest.mark.parametrize("game", games())
def test_dumps_of_an_engine_are_loaded_and_dumped_again(game: str) -> None:
    for line in read_lines(f"dumps-{game}"):
        engine = qipai.Engine(game)
        assert shows(engine.load_state(line["dump"]), line["output"]) == ""
        assert engine.dump_state() == line["dump"]


def test_a_comparison_allows_what_was_added_and_nothing_else() -> None:
    then = {"a": [1, {"b": 2}], "words": {"en": "old"}}
    assert shows({"a": [1, {"b": 2, "c": 3}], "words": {"en": "new"}, "d": 4}, then) == ""
    for now in ({"a": [1]}, {"a": [1, {"b": 3}]}, {"a": [1, {}]}, {"a": [True, {"b": 2}]}, {}, [], {"a": [1, {"b": 2}, 3]}):
        assert shows(now, then) != ""
