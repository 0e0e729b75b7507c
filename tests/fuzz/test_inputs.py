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
from tests.fuzz.corpus import gather
from tests.fuzz.mutate import DEEP, HUGE
from tests.fuzz.reading import read_deals

Json = dict[str, Any]
CORPORA = {game: gather(game, 5, 9) for game in qipai.games()}
SECONDS = 0.05
BYTES = 50 * 1024 * 1024
DEALS = {"xianqi": 60, "mahjong": 12, "guandan": 16}  # in make test; the soak reads 100,000 of each


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


def has_hand(view: Json) -> bool:
    return bool(view["private"].get("hand"))


def may_answer(view: Json) -> bool:
    return view["public"]["phase"] == "claim" and view["seat"] not in (-1, view["public"]["turn"])


XIANQI: dict[str, tuple[Any, str, Any]] = {
    "a negative count of pillars": (has_hand, "public.players.0.captured_pillar_count", -1),
    "a round without end": (has_hand, "public.turn.round_index", 2**31),
    "a seat far away": (has_hand, "public.players.0.seat", 10**6),
    "another hand": (has_hand, "private.hand", {"R_SHI": 2, "B_SHI": 2, "R_XIANG": 2, "B_XIANG": 1}),
    "a version of its own": (has_hand, "public.version", lambda n: n + 1),
    "true for a number": (lambda v: has_hand(v) and v["public"]["version"] == 1, "public.version", True),
    "another starter": (lambda v: has_hand(v) and v["public"]["pillar_groups"], "starter", lambda n: (n + 1) % 3),
    "a buckle that nobody made": (
        lambda v: has_hand(v) and v["public"]["phase"] == "buckle_decision",
        "public.reveal.active_revealer_seat",
        lambda seat: 0 if seat is None else None,
    ),
    "pillars that were not won": (
        lambda v: has_hand(v) and v["public"]["players"][0]["captured_pillar_count"],
        "public.players.0.captured_pillar_count",
        lambda n: n - 1,
    ),
}
MAHJONG: dict[str, tuple[Any, str, Any]] = {
    "an unknown answer": (may_answer, "private.answer", "x"),
    "points from nowhere": (lambda v: v["seat"] >= 0, "public.scores.0", lambda n: n + 1),
    "a wall of another size": (lambda v: v["public"]["phase"] != "finished", "public.wall_left", lambda n: n - 1),
    "a version of its own": (lambda v: v["public"]["phase"] == "turn", "public.version", lambda n: n + 2),
    "a fifth tile": (has_hand, "private.hand", "11111p1234567s"),
    "a suit nobody missed": (lambda v: len(v["events"]) > 3, "events.0.suits.0", "x"),
    "a dealer who did not deal": (lambda v: len(v["events"]) > 3, "public.dealer", lambda n: (n + 1) % 4),
    "a win given up in vain": (lambda v: v["seat"] >= 0, "private.given_up", 63),
    "tiles of a finished deal": (lambda v: v["public"]["phase"] == "finished", "public.hands.1", "1p"),
}
GUANDAN: dict[str, tuple[Any, str, Any]] = {
    "another leader": (lambda v: v["public"]["history"] and v["seat"] >= 0, "public.leader", lambda n: (n + 1) % 4),
    "a card too many": (has_hand, "private.hand", lambda hand: f"{hand} HR"),
    "other cards": (lambda v: has_hand(v) and v["public"]["history"], "private.hand", "HR HR HR"),
    "a level of its own": (lambda v: v["public"]["previous"] is None, "public.levels.0", "K"),
    "fails before any deal": (lambda v: v["public"]["previous"] is None, "public.fails.0", 1),
    "a huge deal": (has_hand, "public.deal", 2**70),
    "a starting card that nobody leads with": (lambda v: v["public"]["starting_card"], "public.starting_card", "HR"),
    "somebody is out": (lambda v: has_hand(v) and not v["public"]["order"], "public.order", [1]),
}
CONTRADICTIONS = {
    (game, name): case
    for game, cases in (("xianqi", XIANQI), ("mahjong", MAHJONG), ("guandan", GUANDAN))
    for name, case in cases.items()
}


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


@pytest.mark.parametrize("game", DEALS)
def test_views_of_random_deals_are_read(game: str) -> None:
    assert read_deals(game, 0, DEALS[game]) < 1.0


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
