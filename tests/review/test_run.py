"""A review depends on its seed alone; it can be interrupted and goes on; what it cannot review it refuses with a code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qipai
from qipai.review import Effort, review
from qipai.review.archive import Archive, review_number
from qipai.review.deals import CheckedRecord, Choice
from qipai.review.judging import Court
from tests.review.records import court, golden, kept, played

LITTLE = Effort("little", 300, 40)


class Stopped(Exception):
    pass


def test_the_same_seed_gives_the_same_review_and_another_one_another() -> None:
    record = played("xianqi", 5)
    first = review(record, LITTLE, seed=7)
    assert review(record, LITTLE, seed=7) == first
    assert review(record, LITTLE, seed=8) != first


def test_an_interrupted_review_goes_on_and_ends_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("xianqi", 5)
    whole = review(record, LITTLE, seed=7)
    file = tmp_path / "game.review"
    judged: list[int] = []
    judge_one = Court.judged

    def counted(self: Court, choice: Choice, playouts: int, seed: int) -> Any:
        judged.append(choice.number)
        return judge_one(self, choice, playouts, seed)

    monkeypatch.setattr(Court, "judged", counted)

    def stop(done: int, total: int) -> None:
        if done == 4:
            raise Stopped

    with pytest.raises(Stopped):
        review(record, LITTLE, seed=7, progress=stop, checkpoint=file)
    assert len(judged) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["game.review"]
    steps: list[tuple[int, int]] = []
    again = review(record, LITTLE, seed=7, progress=lambda done, total: steps.append((done, total)), checkpoint=file)
    assert again == whole
    total = len(whole["deals"][0]["decisions"])
    assert steps == [(number, total) for number in range(1, total + 1)]
    assert len(judged) == total == len(set(judged))  # nothing was judged twice
    review(record, LITTLE, seed=8, checkpoint=file)  # another review: what is there is not its own
    assert len(judged) == 2 * total


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "qipai-review-part/1"}', "\x00" * 50])
def test_a_damaged_checkpoint_counts_as_none(tmp_path: Path, text: str) -> None:
    record = golden("xianqi", "xq-flow-35")
    file = tmp_path / "game.review"
    file.write_text(text, encoding="utf-8")
    assert review(record, LITTLE, checkpoint=file) == review(record, LITTLE)
    assert json.loads(file.read_text(encoding="utf-8"))["decisions"]


def test_only_what_the_seat_could_know_counts() -> None:
    """The verdict follows from the view as it is told to the seat, and from nothing else."""
    judge, choices = court(played("xianqi", 5))
    for choice in choices[:6]:
        decision = choice.decision
        view = decision.game.read_view(json.loads(json.dumps(decision.view.to_json())))
        blind = Choice(choice.number, type(decision)(decision.game, view, decision.actions), choice.action, choice.text)
        assert judge.judged(blind, 60, 3) == judge.judged(choice, 60, 3)


def test_names_of_the_record_are_used_and_a_hint_names_who_it_is_about() -> None:
    record = kept("guandan-take")
    record["meta"] = {"players": ["Lan", "Bo", "Chen", "Dan"]}
    judge, choices = court(record)
    said = []
    for choice in choices:
        about = [hint for hint in choice.decision.hints if hint.about >= 0]
        if about and 0 < len(said) + 1 < 2:
            found = judge.judged(Choice(choice.number, choice.decision, about[0].action, choice.text), 12, 1)
            said.append(found["said"])
    assert said
    assert any(name in said[0]["en"] and name in said[0]["zh"] for name in ("Lan", "Bo", "Chen", "Dan"))


def unfinished() -> dict[str, Any]:
    record = played("xianqi", 5)
    del record["deals"][0]["returns"]
    record["deals"][0]["moves"].pop()
    return record


BAD: list[tuple[str, object, str]] = [
    ("not an object", [1], "BAD_RECORD"),
    ("another format", {"format": "pgn/1", "game": "xianqi"}, "BAD_RECORD"),
    ("another program's", {"white": "a", "black": "b", "moves": "1. e4"}, "BAD_RECORD"),
    ("an unknown game", {"format": "qipai/1", "game": "chess", "seed": "0" * 64, "moves": []}, "UNKNOWN_GAME"),
    ("an illegal move", {**played("xianqi", 5), "deals": [{"seed": "0" * 64, "moves": [[0, "fly"]]}]}, "BAD_RECORD"),
    (
        "wrong returns",
        {**played("xianqi", 5), "deals": [{**played("xianqi", 5)["deals"][0], "returns": [9, -9, 0]}]},
        "BAD_RECORD",
    ),
    ("an unfinished deal", unfinished(), "UNFINISHED_DEAL"),
]


@pytest.mark.parametrize(("record", "code"), [(record, code) for _, record, code in BAD], ids=[name for name, _, _ in BAD])
def test_foreign_broken_and_unfinished_records_are_refused_with_a_code(record: object, code: str) -> None:
    with pytest.raises(qipai.QipaiError) as refusal:
        review(record, LITTLE)
    assert refusal.value.code == code
    assert refusal.value.say("en")
    assert refusal.value.say("zh") != refusal.value.say("en")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"effort": "huge"}, "UNKNOWN_EFFORT"),
        ({"effort": None}, "UNKNOWN_EFFORT"),
        ({"seed": -1}, "BAD_REVIEW_SEED"),
        ({"seed": "x"}, "BAD_REVIEW_SEED"),
        ({"deal": 1}, "NO_SUCH_DEAL"),
        ({"deal": "x"}, "NO_SUCH_DEAL"),
    ],
)
def test_wrong_arguments_are_refused_with_a_code(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(qipai.QipaiError) as refusal:
        review(played("xianqi", 5), **{"effort": LITTLE, **arguments})
    assert refusal.value.code == code


def test_finished_deals_are_reviewed_and_the_unfinished_one_is_named() -> None:
    record = played("xianqi", 6, deals=2)
    del record["deals"][1]["returns"]
    record["deals"][1]["moves"].pop()
    found = review(record, LITTLE)
    assert [deal["deal"] for deal in found["deals"]] == [0]
    assert found["unfinished"] == [1]
    assert found["deals"][0] == review(record, LITTLE, deal=0)["deals"][0]


def test_a_deal_without_decisions_has_no_accuracy() -> None:
    checked = CheckedRecord(golden("xianqi", "xq-flow-35"))
    found = review(golden("xianqi", "xq-flow-35"), LITTLE)
    assert sum(deal.count for deal in checked.deals) == 1
    assert [seat["accuracy"] is None for seat in found["deals"][0]["seats"]].count(True) == 2


def test_the_work_on_one_file_answers_with_a_review_or_an_error(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(golden("guandan", "GD-F08")), encoding="utf-8")
    bad.write_text("no record", encoding="utf-8")
    spec = json.loads(json.dumps(Archive((str(good), str(bad)), "quick", 3, None, str(tmp_path)).to_json()))
    first, second = review_number(spec, 0), review_number(spec, 1)
    assert first["review"] == review(golden("guandan", "GD-F08"), "quick", seed=3)
    assert second["error"]["code"] == "BAD_RECORD"  # type: ignore[index]
    assert len(list(tmp_path.glob("good-*.review"))) == 1
