"""Hostile and wrong input, case by case: the same coded refusal from every build, soon, and without eating memory."""

from __future__ import annotations

import copy
import itertools
import json
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import qipai
from qipai.cli.main import run
from qipai.core.data import brief, difference, flaw, same_json, tellable
from tests.conftest import Json
from tests.fuzz.contradiction import contradictions, has_hand
from tests.fuzz.corpus import gather
from tests.fuzz.mutate import DEEP, HUGE
from tests.fuzz.reading import read_deals

CORPORA = {game: gather(game, 5, 9) for game in qipai.games()}
SECONDS = 0.05
BYTES = 50 * 1024 * 1024
DEALS = 16  # of each game in make test; the soak reads 100,000


def refusal_of(game: str, data: object) -> qipai.QipaiError:
    with pytest.raises(qipai.BadRecord) as refusal:
        qipai.game(game).read_view(data)
    assert refusal.value.code == "BAD_VIEW"
    reason = refusal.value.detail["reason"]
    assert reason.en  # type: ignore[attr-defined]
    assert any(ord(sign) > 0x2E7F for sign in reason.zh)  # type: ignore[attr-defined]
    return refusal.value


def changed(data: Json, path: str, value: object) -> Json:
    """A copy with another value at `a.b.0.c`; a function is applied to the old one."""
    out = copy.deepcopy(data)
    at: Any = out
    *way, last = [int(part) if part.lstrip("-").isdigit() else part for part in path.split(".")]
    for part in way:
        at = at[part]
    at[last] = value(at[last]) if callable(value) else value
    return out


def view_of(game: str, wanted: Any) -> Json:
    """A view of the corpus that has what a case needs."""
    return next(view for view in CORPORA[game].views if wanted(view))


CONTRADICTIONS = {(game, name): case for game in qipai.games() for name, case in contradictions(game).items()}


@pytest.mark.parametrize(("game", "name"), CONTRADICTIONS)
def test_a_view_that_contradicts_itself_is_refused_with_a_reason(game: str, name: str) -> None:
    wanted, path, value = CONTRADICTIONS[game, name]
    view = view_of(game, wanted)
    qipai.game(game).read_view(view)
    data = changed(view, path, value)
    assert data != view or not same_json(data, view)
    refusal_of(game, data)


def test_a_history_that_breaks_the_rules_is_refused_although_its_counts_agree() -> None:
    """Two discards of one hand change places in the log: everything still adds up, but the void-first rule does not."""
    found = 0
    for view in CORPORA["mahjong"].views:
        events = view["events"]
        own = [at for at, event in enumerate(events) if event["event"] == "discard" and event["seat"] == view["seat"]]
        for one, other in itertools.pairwise(own):
            if events[one]["tile"][1] != events[other]["tile"][1] and not events[one]["drawn"] and not events[other]["drawn"]:
                text = json.dumps(view)
                swapped = json.loads(text)
                for log in (swapped["events"], swapped["public"]["events"]):
                    log[one]["tile"], log[other]["tile"] = log[other]["tile"], log[one]["tile"]
                refusal_of("mahjong", swapped)
                found += 1
    assert found > 3


HOSTILE: dict[str, Any] = {
    "5,000 digits": HUGE,
    "a list 100,000 deep": DEEP,
    "a lone surrogate": "\ud800",
    "not a number": float("nan"),
    "a million items": [0] * 1_000_000,
    "a long text": "1p" * 1_000_000,
    "a tuple": (),
}


@pytest.mark.parametrize("game", qipai.games())
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_hangs_or_eats_memory(game: str, name: str) -> None:
    """50 ms and 50 MB for a view, wherever the poison is; processor time, so that a busy machine does not matter."""
    read = qipai.game(game).read_view
    view = view_of(game, has_hand)
    places = [*view, *(f"public.{key}" for key in view["public"]), *(f"private.{key}" for key in view["private"])]
    for path in places:
        data = changed(view, path, lambda old: HOSTILE[name])
        took = []
        for _ in range(10):
            began = time.process_time()
            refusal_of(game, data)
            took.append(time.process_time() - began)
            if took[-1] < SECONDS:
                break
        assert min(took) < SECONDS, path
    tracemalloc.start()
    for path in places:
        data = changed(view, path, lambda old: HOSTILE[name])
        with pytest.raises(qipai.BadRecord):
            read(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < BYTES


@pytest.mark.parametrize("game", qipai.games())
def test_views_of_random_deals_are_read(game: str) -> None:
    assert read_deals(game, 0, DEALS) < 1.0


def test_views_that_a_longer_run_found_to_be_refused_are_read() -> None:
    """Mahjong 1169: only a seat that has won can answer the discard, with a kong that keeps its waits.
    9139: two seats have won, the wall is empty, and the last seat must hold what the viewer gave it.
    27873: a seat has won with seven pairs of one suit. 36059: one that has won with seven pairs also wins with four sets.
    79397: four seats have won, and three tiles in the wall leave few ways to share out what they hold. 90699: three have, and
    the last one must have a pair of the discard, in a suit of which nothing is left over."""
    for number in (1169, 9139, 27873, 36059, 79397, 90699):
        read_deals("mahjong", number, 1)


# records
WRONG_RECORDS: dict[str, Any] = {
    "a text for a deal": {"game": "mahjong", "deals": ["x"]},
    "nothing for a deal": {"game": "mahjong", "deals": [None]},
    "a number for a game": {"game": 1, "deals": []},
    "deals in a text": {"game": "mahjong", "deals": "x"},
    "a seed of bytes": {"game": "xianqi", "deals": [{"seed": b"x"}]},
    "a seat that is true": {"game": "xianqi", "deals": [{"seed": "1" * 64, "moves": [[True, "pass"]]}]},
    "a seat of 5,000 digits": {"game": "xianqi", "deals": [{"seed": "1" * 64, "moves": [[HUGE, "pass"]]}]},
    "a move with half a character": {"game": "xianqi", "deals": [{"seed": "1" * 64, "moves": [[0, "\ud800"]]}]},
    "a note 100,000 deep": {"game": "xianqi", "meta": {"note": DEEP}, "deals": [{"seed": "1" * 64}]},
    "a key that is no text": {"game": "xianqi", 1: 2, "deals": [{"seed": "1" * 64}]},
}


@pytest.mark.parametrize("name", WRONG_RECORDS)
def test_a_record_of_wrong_types_is_refused_with_a_code(name: str) -> None:
    for work in (qipai.verify, qipai.replay, qipai.Table.from_record, lambda record: list(qipai.steps(record))):
        with pytest.raises(qipai.BadRecord) as refusal:
            work(WRONG_RECORDS[name])
        assert refusal.value.code == "BAD_RECORD"
        json.dumps(refusal.value.to_json(), allow_nan=False).encode()


def test_true_is_no_one_and_one_point_nought_no_version() -> None:
    engine = qipai.Engine("mahjong")
    engine.init_game(None, 1)
    dump = engine.dump_state()
    for version in (True, 1.0, "1"):
        with pytest.raises(qipai.EngineError) as refusal:
            engine.apply_action(0, None, version)
        assert refusal.value.detail["code"] == "STALE_VERSION"
        with pytest.raises(qipai.EngineError):
            engine.load_state({**dump, "version": version})
    for players in (True, 4.0):
        with pytest.raises(qipai.EngineError):
            engine.init_game({"player_count": players}, 1)
    assert engine.dump_state() == dump
    over = next(record for record in CORPORA["xianqi"].records if "returns" in record["deals"][-1])
    with pytest.raises(qipai.BadRecord):
        qipai.verify(changed(over, "deals.-1.returns.0", float))


def test_previous_deals_of_guandan_have_whole_numbers() -> None:
    table = qipai.Table("guandan", seed="1" * 64)
    while not table.over:
        table.play(table.to_act[0], table.canonical(table.to_act[0])[-1])
    carried = qipai.game("guandan").carry(table.state, None)
    record = {"game": "guandan", "deals": [{"seed": "1" * 64}]}
    qipai.replay(record, carried=carried)
    for path, value in (("owner", float), ("order.0", float), ("deals", 1.0), ("history.0.deal", True)):
        with pytest.raises(qipai.BadRecord):
            qipai.replay(record, carried=changed(carried, path, value))


def test_a_file_with_anything_in_it_is_refused_with_a_code(tmp_path: Path) -> None:
    for number, text in enumerate(("[" * 100_000, "9" * 5000, '{"game": "\\ud800"}', '{"game": NaN}', "\x00", '"x"')):
        path = tmp_path / f"{number}.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(qipai.BadRecord) as refusal:
            qipai.verify(qipai.read_record(path))
        assert refusal.value.code == "BAD_RECORD"
    for name in ("", "\x00", "\ud800", 0, None, b"x", tmp_path):
        with pytest.raises(qipai.BadRecord):
            qipai.read_record(name)


def test_the_command_line_refuses_a_record_of_wrong_types(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    path.write_text('{"game": "mahjong", "deals": ["x"]}', encoding="utf-8")
    for command in ("verify", "replay"):
        assert run([command, str(path), "--json"]) != 0
        told = capsys.readouterr()
        assert "BAD_RECORD" in told.out + told.err
        assert "Traceback" not in told.out + told.err


# the helpers
def test_flaws_are_found_wherever_they_are() -> None:
    assert flaw({"a": [1, "王", None, True, 0.5, {"b": []}]}) is None
    for bad in (HUGE, DEEP, "\ud800", float("inf"), (1,), {1: 2}, {"\udfff": 1}, b"", object()):
        assert flaw({"a": [0, bad]}) is not None
    shared: list[Any] = []
    for _ in range(50):
        shared = [shared, shared]
    assert flaw(shared, 10_000) is not None
    loop: list[Any] = []
    loop.append(loop)
    assert flaw(loop) is not None


def test_a_message_repeats_a_value_in_brief() -> None:
    assert brief([1, "a", None]) == "[1, 'a', None]"
    assert brief({"a": [1]}) == "{'a': […]}"
    assert brief(HUGE) == "2^16609…"
    assert brief(DEEP) == "[[…]]"
    assert brief("\ud800") == "'\\ud800'"
    assert len(brief("x" * 1000)) < 80
    assert brief(object()) == "object"
    assert tellable(7) == 7
    assert tellable(HUGE) == brief(HUGE)


def test_the_first_difference_of_two_values_is_named() -> None:
    assert difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == "a[1].b"
    assert difference({"a": 1}, {"a": True}) == "a"
    assert difference({"a": [1]}, {"a": [1, 2]}) == "a"
    assert difference({"a": 1}, {}) == "a"
    assert difference([1], [1]) == ""
    assert not same_json({"a": 1}, {"a": 1.0})
    assert not same_json([0], [False])
