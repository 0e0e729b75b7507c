"""Observations and action numbers of every game: nothing hidden is in them, and each number is a move."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from qipai.core.observation import STEP, STEP_BITS
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.envs.arrays import encoder_of, observe
from qipai.envs.episode import move_of, number_of
from qipai.envs.layouts import documented_games, index, page
from tests.envs.decisions import GAMES, decisions, rule_sets
from tests.envs.reader import first_row

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "envs"
CASES = [(game, rules) for game in GAMES for rules in rule_sets(game)]
LOOKS = 400


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_covers_every_row_once(game: str) -> None:
    encoder = encoder_of(game)
    layout = encoder.layout()
    assert sum(field.rows for field in layout) == encoder.rows
    assert len({field.name for field in layout}) == len(layout)
    assert encoder.rows * encoder.columns % 8 == 0
    for field in layout:
        assert first_row(encoder, field.name) + field.rows <= encoder.rows


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_states_with_the_same_view_give_the_same_arrays(game: str, rules: object) -> None:
    """The leak test: a world of the view differs in everything hidden and in nothing that is observed."""
    found, encoder = find_game(game), encoder_of(game)
    rng = FastRng(5)
    seats = found.seats(found.rules(rules))
    differ = looked = 0
    for number, (state, actor) in enumerate(decisions(game, 11, 20, rules, skilled=True)):
        if looked > LOOKS:
            break
        if actor < 0 or number % 3:
            continue
        for seat in range(seats):
            world = found.world(state.view(seat), rng)
            assert np.array_equal(observe(encoder, state, seat), observe(encoder, world, seat)), (number, seat)
            differ += world.digest() != state.digest()
            looked += 1
    assert looked > 100
    assert differ > looked / 2  # the worlds were others, so the test could have failed


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_every_legal_move_has_a_number_and_comes_back_from_it(game: str, rules: object) -> None:
    found, encoder = find_game(game), encoder_of(game)
    spaces = [(False, encoder.actions)] + ([(True, encoder.factored)] if encoder.factored else [])
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
    encoder = encoder_of(game)
    for factored, size in ((False, encoder.actions), (True, encoder.factored)):
        assert len({encoder.meaning(number, factored) for number in range(size)}) == size


@pytest.mark.parametrize("game", [game for game in GAMES if encoder_of(game).factored])
def test_the_chosen_pieces_of_a_move_in_steps_are_seen(game: str) -> None:
    encoder = encoder_of(game)
    row = first_row(encoder, "chosen")
    longest = 0
    for state, seat in decisions(game, 8, 6):
        if seat < 0:
            continue
        for action in state.legal(seat):
            path = encoder.path(state, seat, action, True)
            steps = (path.bit_length() + STEP_BITS - 1) // STEP_BITS
            if steps < 2:
                continue
            longest = max(longest, steps)
            before = path & ((1 << STEP_BITS * (steps - 1)) - 1)
            first = (path & STEP) - 1
            seen = observe(encoder, state, seat, before)
            assert seen[row : row + 2].sum() == steps - 1
            assert seen[row].any()
            plain = observe(encoder, state, seat)
            assert not plain[row : row + 2].any()
            seen[row : row + 2] = 0
            assert np.array_equal(seen, plain)
            assert "as the next" in encoder.meaning(first, True)
            break
    assert longest >= 2


@pytest.mark.interpreted
@pytest.mark.parametrize("game", documented_games())
def test_the_page_of_a_layout_is_the_layout(game: str) -> None:
    """Made by: python -m qipai.envs.layouts docs/envs"""
    assert (FOLDER / f"{game}.md").read_text(encoding="utf-8") == page(game)


@pytest.mark.interpreted
def test_the_index_lists_every_game() -> None:
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == index()
    assert {path.stem for path in FOLDER.glob("*.md")} == {*documented_games(), "README"}
