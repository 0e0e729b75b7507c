"""Mutated views, records, states and moves: documented refusals, nothing changed, nothing slow. The long run is in soak.py."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import qipai
from tests.fuzz.cases import Fuzz
from tests.fuzz.corpus import gather, playable
from tests.fuzz.faces import FACES, LIBRARY
from tests.fuzz.mutate import ODD, mutated

CASES = 1500
TABLES = {game: playable(game, {}, 1) for game in qipai.games()}


def test_nothing_but_documented_refusals_and_nothing_changed() -> None:
    fuzz = Fuzz(7, 3)
    answers = [fuzz.feed(number) for number in range(CASES)]
    for kind in ("view", "record", "state", "move", "action", "call", "message"):
        of_kind = [answer for answer in answers if answer.split()[1] == kind]
        assert len(of_kind) > CASES // 100
        assert len(set(of_kind)) > 5, kind
    assert sum(" view read " in answer for answer in answers) > 20
    assert sum("BAD_VIEW" in answer for answer in answers) > 200


def refused(work: Callable[[], object]) -> tuple[str, str, str] | None:
    """What a refusal says; None when there is none. Any other exception is an error."""
    try:
        work()
    except qipai.QipaiError as refusal:
        return refusal.code, refusal.message, refusal.say("zh")
    return None


@pytest.mark.parametrize("name", FACES)
def test_every_function_refuses_wrong_types_with_a_code(name: str) -> None:
    for game, table in TABLES.items():
        for odd in ODD:
            told = refused(lambda game=game, table=table, odd=odd: FACES[name](game, table, odd))  # type: ignore[misc]
            assert told is None or all(told)


@pytest.mark.parametrize("name", LIBRARY)
def test_functions_of_the_games_take_the_arguments_that_are_replaced(name: str) -> None:
    function, given = LIBRARY[name]
    function(*given)
    for place in range(len(given)):
        wrong = refused(lambda place=place: function(*given[:place], object(), *given[place + 1 :]))  # type: ignore[misc]
        assert wrong is not None, place
        assert wrong[0] in ("BAD_INPUT", "BAD_RULES", "UNKNOWN_GAME", "UNKNOWN_LEVEL", "UNKNOWN_BUDGET", "BAD_SEED"), place
        assert any(ord(sign) > 0x2E7F for sign in wrong[2]), place


def test_mutations_leave_the_original_as_it_was_and_mostly_change_something() -> None:
    views = gather("xianqi", 1, 2).views
    texts = [repr(view) for view in views]
    rng = random.Random(3)
    changed = sum(mutated(views[0], rng, views) != views[0] for _ in range(300))
    assert [repr(view) for view in views] == texts
    assert changed > 200
