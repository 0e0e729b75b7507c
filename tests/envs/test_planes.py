"""Observations and action numbers of every game: nothing hidden is in them, and each number is a move."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from qipai.core.planes import STEP, STEP_BITS, first_row
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.envs.arrays import observation, planes_of
from qipai.envs.episode import move_of, number_of
from qipai.envs.layouts import page
from tests.envs.decisions import GAMES, decisions

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = {
    "guandan": [None, {"preset": "seed-002"}],
    "mahjong": [None, {"show_locked_hands": True, "missed_win_lock": True, "added_kong": "just_drawn"}],
    "xianqi": [None, {"baotou": True, "soft_first_deal": True, "contract_ceramic": True}],
}
CASES = [(game, rules) for game in GAMES for rules in RULES[game]]


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_covers_every_row_once(game: str) -> None:
    planes = planes_of(game)
    layout = planes.layout()
    assert sum(field.rows for field in layout) == planes.planes
    assert len({field.name for field in layout}) == len(layout)
    assert planes.planes * planes.width % 8 == 0
    for field in layout:
        assert first_row(planes, field.name) + field.rows <= planes.planes


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_states_with_the_same_view_give_the_same_arrays(game: str, rules: object) -> None:
    """The leak test: a world of the view differs in everything hidden and in nothing that is observed."""
    found, planes = find_game(game), planes_of(game)
    rng = FastRng(5)
    seats = found.seats(found.rules(rules))
    differ = looked = 0
    for number, (state, actor) in enumerate(decisions(game, 11, 3, rules, game == "mahjong")):
        if actor < 0 or number % (1 if game == "xianqi" else 3):
            continue
        for seat in range(seats):
            world = found.world(state.view(seat), rng)
            assert np.array_equal(observation(planes, state, seat), observation(planes, world, seat)), (number, seat)
            differ += world.digest() != state.digest()
            looked += 1
    assert looked > 100
    assert differ > looked / 2  # the worlds were others, so the test could have failed


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_every_legal_move_has_a_number_and_comes_back_from_it(game: str, rules: object) -> None:
    found, planes = find_game(game), planes_of(game)
    spaces = [(False, planes.actions)] + ([(True, planes.factored)] if planes.factored else [])
    for count, (state, seat) in enumerate(decisions(game, 3, 4, rules)):
        if seat < 0 or count % 3:
            continue
        for factored, size in spaces:
            paths = set()
            for action in state.legal(seat):
                text = found.write(state.view(seat), action)
                numbers = number_of(game, state, seat, text, factored)
                assert all(0 <= n < size for n in numbers)
                assert factored or len(numbers) == 1
                assert move_of(game, state, seat, numbers, factored) == text
                paths.add(tuple(numbers))
            assert len(paths) == len(state.legal(seat))


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_meaning_of_its_own(game: str) -> None:
    planes = planes_of(game)
    for factored, size in ((False, planes.actions), (True, planes.factored)):
        assert len({planes.meaning(number, factored) for number in range(size)}) == size


@pytest.mark.parametrize("game", [game for game in GAMES if planes_of(game).factored])
def test_the_chosen_pieces_of_a_move_in_steps_are_seen(game: str) -> None:
    planes = planes_of(game)
    row = first_row(planes, "chosen")
    longest = 0
    for state, seat in decisions(game, 8, 6):
        if seat < 0:
            continue
        for action in state.legal(seat):
            path = planes.path(state, seat, action, True)
            steps = (path.bit_length() + STEP_BITS - 1) // STEP_BITS
            if steps < 2:
                continue
            longest = max(longest, steps)
            before = path & ((1 << STEP_BITS * (steps - 1)) - 1)
            first = (path & STEP) - 1
            seen = observation(planes, state, seat, before)
            assert seen[row : row + 2].sum() == steps - 1
            assert seen[row].any()
            plain = observation(planes, state, seat)
            assert not plain[row : row + 2].any()
            seen[row : row + 2] = 0
            assert np.array_equal(seen, plain)
            assert planes.meaning(first, True).endswith(("as the next piece", "as the next tile"))
            break
    assert longest == (3 if game == "mahjong" else longest)
    assert longest >= 2


@pytest.mark.parametrize(("game", "size", "factored"), [("xianqi", 448, 40), ("mahjong", 553, 85), ("guandan", 1182, 0)])
def test_the_sizes_that_the_docs_tell(game: str, size: int, factored: int) -> None:
    planes = planes_of(game)
    assert (planes.actions, planes.factored) == (size, factored)


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_layout_is_the_layout(game: str) -> None:
    """Made by: python -m qipai.envs.layouts docs/envs"""
    assert (ROOT / "docs" / "envs" / f"{game}.md").read_text(encoding="utf-8") == page(game)
