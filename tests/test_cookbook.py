"""The cookbook is run, recipe by recipe; each stands alone."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "cookbook.md"
RECIPES = re.findall(r"^## (.+?)\n.*?^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_cookbook_has_ten_recipes_with_code() -> None:
    assert len(RECIPES) == PAGE.read_text(encoding="utf-8").count("\n## ") == 10


@pytest.mark.parametrize(("title", "code"), RECIPES, ids=[title for title, _ in RECIPES])
def test_the_recipe_runs(title: str, code: str) -> None:
    recipe = doctest.DocTestParser().get_doctest(code, {}, title, str(PAGE), 0)
    said: list[str] = []
    assert recipe.examples
    assert doctest.DocTestRunner(verbose=False).run(recipe, out=said.append).failed == 0, "".join(said)
