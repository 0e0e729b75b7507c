"""The panel: which version measures what, what results belong to, and how they travel between clones."""

from __future__ import annotations

import json
import lzma
import shutil
import sys
from pathlib import Path

import pytest

import qipai
from qipai import build
from qipai.arena.match import Match
from qipai.core.data import Json
from tests.compat import archive, panel, reference
from tests.compat.panel import (
    Unusable,
    bring,
    kept_at,
    match_of,
    one_against_others,
    play,
    playing_now,
    results_at,
    results_in,
    take_over,
)

BOT = ".cache/reference/a885ea5-cpython-311/bin/python -I -X utf8 -m qipai.cli bot --level normal"


def renamed(match: Match, old: str, new: str) -> Match:
    agents = tuple(new if name == old else name for name in match.agents)
    return Match(match.game, agents, match.budget, match.seed, match.rules, match.limit)


def agents_of(result: Json) -> dict[str, Json]:
    agents = result["agents"]
    assert isinstance(agents, dict)
    return agents


def results_of(path: Path, match: Match) -> list[object]:
    """Without the times, which no two runs share."""
    found = results_at(path, match)
    return [(one["number"], {name: agent["returns"] for name, agent in agents_of(one).items()}) for one in found]


def test_ways_that_the_first_version_does_not_know_have_a_panel_of_their_own() -> None:
    assert panel.panel_of("mahjong", "default") == panel.panel_of("guandan", "official") == reference.COMMIT
    for game, preset in panel.NEWER:
        assert panel.preset_of(game, preset) == preset
        assert panel.panel_of(game, preset) != reference.COMMIT


def test_every_commit_has_an_environment_of_its_own_and_the_first_keeps_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reference.folder().name == f"a885ea5-{sys.implementation.cache_tag}"
    assert reference.folder("2e90943") != reference.folder()
    built: list[str] = []
    monkeypatch.setattr(reference, "CACHE", Path("/nowhere"))
    monkeypatch.setattr(reference, "build", built.append)
    told = reference.command("normal", "2e90943")
    assert built == ["2e90943"]
    assert told.startswith("exec:/nowhere/2e90943-")
    assert told.endswith("bot --level normal")


def test_a_commit_that_is_not_there_is_named_with_what_to_do() -> None:
    with pytest.raises(reference.NoReference, match=r"commit 0000000 is not in this clone.*--unshallow"):
        reference.sources("0000000")


def test_a_match_of_the_default_way_is_kept_where_it_always_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(panel, "CACHE", tmp_path)
    assert kept_at("mahjong", "default", "hard", "0123456789ab", panel.SEED).name == "mahjong-hard-0123456789ab-00000005.jsonl"
    assert kept_at("mahjong", "river", "hard", "012", panel.SEED).name == "mahjong-river-hard-012-00000005.jsonl"
    for game in qipai.games():
        ours = match_of(game, panel.preset_of(game), one_against_others(game, "easy", "random"))
        assert ours.rules == qipai.game(game).rules(None).to_json()
    assert match_of("mahjong", "river", ("easy",) * 4).rules == {"preset": "river"}


def test_teams_sit_opposite_and_elsewhere_one_meets_the_others() -> None:
    assert one_against_others("guandan", "a", "b") == ("a", "b", "a", "b")
    assert one_against_others("xianqi", "a", "b") == ("a", "b", "b")
    assert one_against_others("mahjong", "a", "b") == ("a", "b", "b", "b")


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The package's sources to change, as far as they play."""
    home = tmp_path / "qipai"
    for folder in ("core", "engine", "search", "agents", "games"):
        shutil.copytree(build.HOME / folder, home / folder, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    monkeypatch.setattr(build, "HOME", home)
    monkeypatch.setattr(panel, "folders", lambda game: [str(home / "games" / game.name)])
    return home


@pytest.mark.parametrize(
    "changed",
    [
        "core/rng.py",
        "search/tree.py",
        "agents/thinker.py",
        "games/xianqi/state.py",
        "games/xianqi/agents.py",
        "games/xianqi/policy.weights",
    ],
)
def test_results_belong_to_whatever_may_change_the_play(copied: Path, changed: str) -> None:
    before = playing_now("xianqi")
    (copied / changed).open("a", encoding="utf-8").write("\n")
    assert playing_now("xianqi") != before


@pytest.mark.parametrize(
    "changed",
    [
        "games/guandan/state.py",
        "games/mahjong/policy.weights",
        "engine/engine.py",
        "games/xianqi/svg.py",
        "games/xianqi/terminal.py",
        "games/xianqi/messages.py",
        "games/xianqi/view.md",
    ],
)
def test_results_outlive_what_cannot_change_the_play(copied: Path, changed: str) -> None:
    before = playing_now("xianqi")
    (copied / changed).open("a", encoding="utf-8").write("\n")
    assert playing_now("xianqi") == before


def test_results_of_another_clone_are_taken_over_and_gone_on_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = match_of("xianqi", "default", one_against_others("xianqi", "easy", "random"))
    whole, part, mine = (tmp_path / name for name in ("whole.jsonl", "part.jsonl", "mine.jsonl"))
    play(ours, 4, 1, whole, "")
    text = whole.read_text(encoding="utf-8").replace('"random"', json.dumps("exec:/a/clone/" + BOT))
    lines = text.splitlines(keepends=True)
    part.write_text("".join(lines[:3]) + lines[3][:20], encoding="utf-8")  # cut off in the middle of its third deal
    before = part.read_bytes()
    here = renamed(ours, "random", "exec:/our/own/" + BOT)
    theirs = results_in(part, here)
    assert theirs is not None
    played = {one["number"]: one for one in theirs}
    monkeypatch.setattr(panel, "InProcess", lambda: lambda match, numbers: (played[number] for number in numbers))
    assert take_over(part, mine, here, theirs) == 2
    assert take_over(part, mine, here, theirs) == 0
    assert part.read_bytes() == before
    expected = [json.loads(line) for line in whole.read_text(encoding="utf-8").splitlines()[1:3]]
    found = results_at(mine, here)
    assert [list(agents_of(one)) for one in found] == [["easy", "exec:/our/own/" + BOT]] * 2
    assert [agents_of(one)["easy"] for one in found] == [agents_of(one)["easy"] for one in expected]


@pytest.mark.parametrize("wrong", [None, 0, 2, 4])
def test_results_of_a_version_that_played_otherwise_are_refused(tmp_path: Path, wrong: int | None) -> None:
    match = match_of("xianqi", "default", one_against_others("xianqi", "easy", "random"))
    theirs, ours = tmp_path / "theirs.jsonl", tmp_path / "ours.jsonl"
    play(match, 5, 1, theirs, "")
    results = results_in(theirs, match)
    assert results is not None
    if wrong is None:
        assert take_over(theirs, ours, match, results) == 5
        assert results_at(ours, match) == results
        return
    returns = agents_of(results[wrong])["easy"]["returns"]
    assert isinstance(returns, list)
    returns[1] += 1
    with pytest.raises(Unusable, match=f"deal {wrong} is played otherwise now"):
        take_over(theirs, ours, match, results)
    assert results_at(ours, match) == []


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A clone with nothing kept and nothing archived."""
    monkeypatch.setattr(panel, "ROOT", tmp_path)
    monkeypatch.setattr(panel, "CACHE", tmp_path / ".cache" / "strength")
    monkeypatch.setattr(panel, "ARCHIVE", tmp_path / "archive")
    return tmp_path


def test_archived_results_are_gone_on_from_in_any_clone(places: Path) -> None:
    """Packed here, unpacked there: same returns, times to three digits, no place of the machine that played them."""
    match = match_of("xianqi", "default", one_against_others("xianqi", "easy", "random"))
    path = kept_at("xianqi", "default", "easy", playing_now("xianqi"), panel.SEED)
    play(match, 3, 1, path, "")
    path.write_text(path.read_text(encoding="utf-8").replace('"random"', json.dumps("exec:/a/clone/" + BOT)), encoding="utf-8")
    there = renamed(match, "random", "exec:/a/clone/" + BOT)
    before = results_at(path, there)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"number": 3, "agen')  # cut off
    assert archive.main() == 0
    (packed,) = panel.ARCHIVE.iterdir()
    assert "/a/clone" not in lzma.decompress(packed.read_bytes()).decode()
    shutil.rmtree(panel.CACHE)
    here = renamed(match, "random", "exec:/our/own/" + BOT)
    panel.CACHE.mkdir(parents=True)
    after = results_at(path, here)
    assert [list(agents_of(one)) for one in after] == [["easy", "exec:/our/own/" + BOT]] * 3
    for old, new in zip(before, after, strict=True):
        then, now = agents_of(old)["easy"], agents_of(new)["easy"]
        assert {**then, "ms": None} == {**now, "ms": None}
        assert now["ms"] == pytest.approx(then["ms"], rel=0.006)
    assert results_at(path, here) == after  # not twice


def test_what_another_version_played_leaves_the_archive(places: Path) -> None:
    panel.ARCHIVE.mkdir()
    for players in ("0123456789ab", playing_now("xianqi"), reference.COMMIT):
        (panel.ARCHIVE / f"xianqi-easy-{players}-00000005.jsonl.xz").write_bytes(lzma.compress(b""))
    assert archive.main() == 0
    assert len(list(panel.ARCHIVE.iterdir())) == 2
    assert not list(panel.ARCHIVE.glob("*0123456789ab*"))


def test_a_stopped_match_ends_like_one_that_was_not(tmp_path: Path) -> None:
    match = match_of("xianqi", "default", one_against_others("xianqi", "easy", "random"))
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    play(match, 3, 1, whole, "")
    play(match, 1, 1, parts, "")
    standings, results = play(match, 3, 1, parts, "")
    assert standings.deals == len(results) == 3
    assert results_of(parts, match) == results_of(whole, match)


@pytest.mark.parametrize("change", ["seed", "level", "rules", "commit"])
def test_results_of_another_match_are_refused(tmp_path: Path, change: str) -> None:
    theirs = match_of("mahjong", "default", one_against_others("mahjong", "easy", "exec:/a/" + BOT))
    kept = tmp_path / "kept.jsonl"
    kept.write_text(json.dumps({"format": "qipai-arena/1", "match": theirs.to_json()}) + "\n", encoding="utf-8")
    own = tmp_path / "own.jsonl"
    bring([str(kept)], [(own, theirs)])
    level, bot = ("random" if change == "level" else "easy"), BOT.replace("a885ea5", "2e90943") if change == "commit" else BOT
    seated = one_against_others("mahjong", level, "exec:/a/" + bot)
    seed = "1" * 64 if change == "seed" else panel.SEED
    other = match_of("mahjong", "river" if change == "rules" else "default", seated, seed)
    with pytest.raises(Unusable, match="another match"):
        bring([str(kept)], [(own, other)])


def test_a_file_without_results_is_refused(tmp_path: Path) -> None:
    match = match_of("xianqi", "default", ("easy", "random", "random"))
    with pytest.raises(Unusable, match="absent"):
        bring([str(tmp_path / "absent")], [(tmp_path / "own", match)])
    (tmp_path / "prose").write_text("no match", encoding="utf-8")
    with pytest.raises(Unusable, match="holds no results"):
        bring([str(tmp_path / "prose")], [(tmp_path / "own", match)])


def test_results_at_their_own_place_stay(tmp_path: Path) -> None:
    match = match_of("xianqi", "default", ("easy", "random", "random"))
    play(match, 1, 1, tmp_path / "own.jsonl", "")
    bring([str(tmp_path / "own.jsonl")], [(tmp_path / "own.jsonl", match)])
    assert len(results_at(tmp_path / "own.jsonl", match)) == 1
