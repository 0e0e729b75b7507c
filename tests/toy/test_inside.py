"""Both recipes in a copy of the repository: everything that looks at every game holds for them, too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.toy import recipe

PARTS = ("src", "tests", "docs", "examples", "benchmarks", "deploy", "pyproject.toml", "README.md", "README.zh-CN.md")
SKIPPED = ("node_modules", "__pycache__", "*.egg-info", ".hypothesis", ".pytest_cache", "static")
LEFT_OUT = ("build", "compat", "toy", "web", "cli/test_pipe.py")  # they build, look back, need a browser, or cook themselves
# beside the tests that have a new game's name in their own: those that look at all games at once
AT_ONCE = (
    "test_arrows_point_one_way",
    "test_no_game_is_named_where_all_are_alike",
    "test_core_and_search_know_no_words_of_a_game",
    "test_every_clause_is_tested_or_excused",
    "test_every_code_has_a_family_and_words_in_both_languages",
    "test_every_game_is_told_with_options_levels_book_and_words",
    "test_every_game_that_brings_a_view_of_its_own_has_a_page_with_its_schemas",
    "test_games_that_share_a_code_each_use_their_own_words",
    "test_our_agents_play_through_a_pipe_as_they_do_at_home",
    "test_the_command_line_names_no_game_and_says_nothing_by_itself",
    "test_the_example_bot_is_short_and_plays_every_game",
    "test_the_words_that_are_explained_are_those_of_the_glossary",
)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns(*SKIPPED))
        else:
            shutil.copy(source, folder / part)
    recipe.cook(folder)
    return folder


def run(checkout: Path, *command: str) -> str:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV", "QIPAI_TEST"))}
    env = {**kept, "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run([sys.executable, *command], cwd=checkout, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.interpreted
def test_the_generic_tests_hold_for_both_games(checkout: Path) -> None:
    chosen = " or ".join((*recipe.GAMES, "high-", *AT_ONCE))
    others = [path.parent.name for path in (ROOT / "src/qipai/games").glob("*/game.py")]
    ignored = [f"--ignore=tests/{folder}" for folder in (*LEFT_OUT, *others)]
    told = run(checkout, "-m", "pytest", "-v", "-p", "no:cacheprovider", "tests", *ignored, "-k", chosen)
    passed = set(re.findall(r"^tests/\S+::(.+?) PASSED", told, re.MULTILINE))
    assert {name for name in AT_ONCE if not any(test.startswith(name) for test in passed)} == set()
    assert all(sum(game in test for test in passed) > 60 for game in recipe.GAMES)
    assert not re.search(r"FAILED|ERROR", told)


@pytest.mark.slow
@pytest.mark.interpreted
def test_both_games_are_typed_as_strictly_as_ours_and_found_without_a_list(checkout: Path) -> None:
    folders = [f"src/qipai/games/{game}" for game in recipe.GAMES]
    run(
        checkout, "-m", "mypy", "--cache-dir", str(ROOT / ".mypy_cache"), "-p", "qipai.games.duel", "-p", "qipai.games.highcard"
    )
    run(checkout, "-m", "ruff", "check", *folders, "tests/highcard")
    run(checkout, "-m", "ruff", "format", "--check", *folders, "tests/highcard")
    assert set(recipe.GAMES) < set(run(checkout, "-c", "import qipai; print(*qipai.games())").split())
