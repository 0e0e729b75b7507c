"""Training: stopped and resumed is the same as never stopped; other runs' folders and other features' weights are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import qipai
from qipai.agents.learner import learner
from qipai.arena.backends import InProcess, Task
from qipai.cli.output import Output
from qipai.cli.train import train
from qipai.core.data import Json
from qipai.core.rng import FastRng
from qipai.core.weights import pack, read_header, read_weights, unpack, write_weights
from qipai.train.collect import Job, Sums, collect, work
from qipai.train.compare import compare, compare_against
from qipai.train.fit import explained, fit
from qipai.train.run import Settings, Training

ONE = learner(qipai.game("guandan"))
TINY = Settings("guandan", seed=3, positions=2, job=1, deals=1, against=False)


def contents(folder: Path) -> dict[str, object]:
    """Every file; of the checkpoint, every array."""
    found: dict[str, object] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix == ".npz":
            with np.load(path) as file:
                found.update({key: file[key].tobytes() for key in file.files})
        else:
            found[path.name] = path.read_bytes()
    return found


def after(steps: int) -> Callable[[], bool]:
    """Says stop when it has been asked so many times."""
    asked = iter([False] * steps)
    return lambda: next(asked, True)


def rounds(training: Training, count: int) -> Callable[[], bool]:
    return lambda: training.round >= count


def quiet(training: Training) -> None:
    pass


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds without a break."""
    folder = tmp_path_factory.mktemp("whole")
    training = Training(TINY, folder)
    training.run(InProcess(work), rounds(training, 2), quiet)
    return folder


def test_a_run_that_was_stopped_again_and_again_ends_like_one_that_was_not(whole: Path, tmp_path: Path) -> None:
    stops = 0
    while True:
        training = Training(TINY, tmp_path)
        if training.round >= 2:
            break
        training.run(InProcess(work), after(2), quiet)  # one job at a time
        stops += 1
    assert stops >= 4
    assert contents(tmp_path) == contents(whole)


def test_what_was_done_after_the_last_checkpoint_is_done_again(whole: Path, tmp_path: Path) -> None:
    """A killed process loses work, never exactness."""
    training = Training(TINY, tmp_path)
    training.collect(InProcess(work), after(1), quiet)
    training.save()
    lost = Training(TINY, tmp_path)
    lost.saved = float("inf")  # so it saves nothing by itself
    lost.collect(InProcess(work), after(1), quiet)
    again = Training(TINY, tmp_path)
    assert (lost.jobs, again.jobs) == (2, 1)
    again.run(InProcess(work), rounds(again, 2), quiet)
    assert contents(tmp_path) == contents(whole)


def test_results_count_in_their_order_wherever_they_were_made(whole: Path, tmp_path: Path) -> None:
    def backwards(task: Task, numbers: object) -> list[Json]:
        return [work(task.to_json(), number) for number in reversed(list(numbers))]  # type: ignore[call-overload]

    training = Training(TINY, tmp_path)
    training.run(backwards, rounds(training, 2), quiet)  # type: ignore[arg-type]
    assert contents(tmp_path) == contents(whole)


def test_the_folder_has_the_curve_and_weights_that_can_be_used(whole: Path) -> None:
    curve = [json.loads(line) for line in (whole / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["round"] for line in curve] == [0, 1]
    for line in curve:
        assert line["positions"] == 2
        assert {"won", "worth", "error", "deals"} == set(line["last"]) == set(line["teacher"])
    kept = [line for line in curve if line["kept"]]
    assert len(list(whole.glob("round-*.weights"))) == len(kept)
    for line in kept:
        head = read_header((whole / f"round-{line['round']:03}.weights").read_text(encoding="utf-8"))
        assert (head["seed"], head["rounds"], head["positions"]) == (3, line["round"] + 1, 2)
        assert head["arena"] == curve[: line["round"] + 1]


def test_another_run_is_not_continued_in_the_same_folder(whole: Path) -> None:
    before = contents(whole)
    with pytest.raises(qipai.QipaiError) as refusal:
        Training(Settings("guandan", seed=4, positions=2, job=1, deals=1, against=False), whole)
    assert refusal.value.code == "OTHER_TRAINING"
    assert "seed: 3" in str(refusal.value)
    assert contents(whole) == before


def test_another_opponent_is_another_run(tmp_path: Path) -> None:
    """An upgrade may bring another policy: what was learned against the old one does not go on against it."""
    settings = Settings("guandan", seed=3, positions=1, job=1, deals=1, against=True)
    Training(settings, tmp_path).save()
    Training(settings, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        other = replace(ONE, shipped=lambda: bytes(2 * ONE.rows * ONE.width))
        patch.setattr("qipai.train.run.learner", lambda game: other)
        with pytest.raises(qipai.QipaiError) as refusal:
            Training(settings, tmp_path)
    assert refusal.value.code == "OTHER_TRAINING"
    assert "opponent: " in str(refusal.value)


@pytest.mark.parametrize("damage", [b"", b"PK", b"no numbers", None])
def test_a_damaged_checkpoint_is_told_and_left_alone(whole: Path, tmp_path: Path, damage: bytes | None) -> None:
    data = (whole / "checkpoint.npz").read_bytes()[:-90] if damage is None else damage
    (tmp_path / "checkpoint.npz").write_bytes(data)
    with pytest.raises(qipai.QipaiError) as refusal:
        Training(TINY, tmp_path)
    assert refusal.value.code == "BAD_TRAINING"
    assert (tmp_path / "checkpoint.npz").read_bytes() == data


def test_a_file_is_no_folder_to_train_in(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(qipai.QipaiError) as refusal:
        Training(TINY, tmp_path / "file")
    assert refusal.value.code == "NO_FOLDER"


def test_more_gained_from_a_fixed_opponent_is_told_with_the_error_of_the_difference() -> None:
    """The same policy twice gains no more, in every single deal, so nothing is uncertain."""
    policy = ONE.policy(ONE.shipped())
    more, gained = compare_against(ONE, policy, policy, ONE.teacher(), 3, 5)
    assert (more.won, more.worth, more.error) == (0.5, 0.0, 0.0)
    assert gained == compare(ONE, policy, ONE.teacher(), 3, 5)


def test_a_game_without_features_has_nothing_to_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.agents.learner.part", lambda game, name: None)
    with pytest.raises(qipai.QipaiError) as refusal:
        learner(qipai.game("xianqi"))
    assert refusal.value.code == "NOTHING_TO_LEARN"


def test_the_fit_finds_the_weights_that_made_the_labels() -> None:
    """Labels that follow from two features alone are explained by them, and nothing else gets a weight."""
    sums = Sums.empty(ONE)
    rng = np.random.default_rng(1)
    for row in (0, 40):
        x = rng.integers(0, 3, (500, 2)).astype(float)
        x -= x.mean(0)
        y = x @ [0.4, -0.2]
        sums.squares[row][np.ix_([5, 9], [5, 9])] += x.T @ x
        sums.products[row][[5, 9]] += x.T @ y
        sums.labels += float((y**2).sum())
    weights = fit(ONE, sums, ridge=0.01)
    table = np.array(unpack(weights)).reshape(ONE.rows, ONE.width) / ONE.scale
    for row in (0, 40):
        assert table[row][[5, 9]] == pytest.approx([0.4, -0.2], abs=0.01)
        assert not np.delete(table[row], [5, 9]).any()
    assert explained(ONE, sums, weights) > 0.99


def test_labels_against_a_fixed_opponent_are_of_the_other_side_alone() -> None:
    job = Job("guandan", (), pack([0] * (ONE.rows * ONE.width)), 2, 5)
    first, second = collect(job, 0), collect(job, 0)
    assert first.positions == 2
    assert np.array_equal(first.squares, second.squares)


def test_weights_of_other_features_are_refused() -> None:
    data = pack([-32768, 0, 7, 32767])
    text = write_weights("guandan", "abc", data, {"seed": 1})
    assert unpack(read_weights(text, "guandan", "abc", 4)) == [-32768, 0, 7, 32767]
    wrong = [
        (text, "chess", "abc", 4),
        (text, "guandan", "abd", 4),
        (text, "guandan", "abc", 5),
        (text.replace('"weights": "', '"weights": "?'), "guandan", "abc", 4),
        (text.replace("qipai-weights/1", "qipai-weights/9"), "guandan", "abc", 4),
        (text[:-9], "guandan", "abc", 4),
        ("[" * 9999, "guandan", "abc", 4),
    ]
    for given in wrong:
        with pytest.raises(qipai.QipaiError) as refusal:
            read_weights(*given)
        assert refusal.value.code == "BAD_WEIGHTS"
    with pytest.raises(qipai.QipaiError) as refusal:
        read_weights(text, "guandan", "abd", 4)
    assert "abc" in refusal.value.say("en")
    assert "abd" in refusal.value.say("zh")


def test_what_the_weights_see_is_what_the_seat_knows() -> None:
    """Two deals with the same view have the same features."""
    game = qipai.game("guandan")
    rng = FastRng(4)
    eye = ONE.policy(bytes(2 * ONE.rows * ONE.width))
    seen = 0
    while seen < 30:
        state = ONE.deal(rng)
        while not state.over():
            seat = (int(state.to_act()) & -int(state.to_act())).bit_length() - 1
            legal = state.legal(seat)
            if ONE.learns(state) and len(legal) > 1 and rng.below(6) == 0:
                other = game.world(state.view(seat), rng)
                assert eye.notes(state, seat, legal) == eye.notes(other, seat, legal)
                row, noted = eye.notes(state, seat, legal)
                assert 0 <= row < ONE.rows
                assert all(0 <= feature < ONE.width for note in noted for feature in note[0::2])
                seen += 1
            state.apply(seat, legal[rng.below(len(legal))])


@pytest.mark.parametrize(("positions", "deals"), [(50_000, 1000), (500_000, 5000)])
def test_more_positions_are_judged_in_more_deals(
    positions: int, deals: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Settings] = []

    def begin(self: Training, settings: Settings, folder: Path) -> None:
        given.append(settings)
        raise KeyboardInterrupt  # nothing is trained

    monkeypatch.setattr(Training, "__init__", begin)
    with pytest.raises(KeyboardInterrupt):
        train(Output("en"), "guandan", str(tmp_path), 1.0, 1, positions, 1, None, 1, "local", None)
    assert [one.deals for one in given] == [deals]
