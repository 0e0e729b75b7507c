"""Every golden case of every discovered game."""

from __future__ import annotations

from typing import Any

import pytest

import qipai
from tests import golden_runner
from tests.test_clauses import ROOT, defined

GAMES = [game for game in qipai.games() if golden_runner.paths(game) or defined(ROOT, game)]  # those with rules in words
CASES = [(game, case) for game in GAMES for case in golden_runner.load(game)]


@pytest.mark.parametrize(("game", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_golden_case(game: str, case: dict[str, Any]) -> None:
    golden_runner.run(game, case)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_golden_cases_with_ids_of_their_own(game: str) -> None:
    ids = [case["id"] for case in golden_runner.load(game)]
    assert len(ids) == len(set(ids)) >= min(20, len(defined(ROOT, game)) // 2)  # short rules need fewer


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_expectation_fails(game: str) -> None:
    for case in golden_runner.load(game):
        if "error" not in case["expect"]:
            with pytest.raises(AssertionError, match="unknown expectation"):
                golden_runner.run(game, {**case, "expect": {"no_such_key": 1}})
            break


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_expectation_fails(game: str) -> None:
    """Each kind of expectation can fail: a runner that accepts anything would pass every case."""
    kinds = set()
    for case in golden_runner.load(game):
        for key, wanted in case["expect"].items():
            if key in kinds:
                continue
            kinds.add(key)
            with pytest.raises(AssertionError):
                golden_runner.run(game, {**case, "expect": {key: spoil(game, case, key, wanted)}})
    assert len(kinds) >= min(8, len(golden_runner.load(game)))


def spoil(game: str, case: dict[str, Any], key: str, wanted: Any) -> Any:
    """Something else of the same shape."""
    if key in ("legal", "legal_includes", "canonical", "legal_order") and isinstance(wanted, dict):
        return {seat: [*moves, "no such move"] for seat, moves in wanted.items()}
    if key == "legal_excludes":
        record = {k: v for k, v in case.items() if k not in golden_runner.CASE_KEYS}
        table = qipai.Table.from_record({"game": game, **record})
        return {seat: [*moves, table.legal(int(seat))[0]] for seat, moves in wanted.items()}
    if isinstance(wanted, bool):
        return not wanted
    if isinstance(wanted, int):
        return wanted + 1
    if isinstance(wanted, str):
        return wanted + "?"
    if isinstance(wanted, list):
        return [*wanted, 99]
    if isinstance(wanted, dict):
        return {**wanted, "no_such": 99}
    return "something else"
