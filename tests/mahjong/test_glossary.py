"""The terms on mahjong's screens are those of the glossary."""

from __future__ import annotations

from qipai.games.mahjong.patterns import PATTERN_BY_NAME
from qipai.games.mahjong.terminal import KIND_TITLES, SUIT_NAMES
from tests.cli.test_glossary import not_in_the_glossary


def test_the_terms_on_the_screens_are_those_of_the_glossary_in_both_languages() -> None:
    titles = [pattern.title for pattern in PATTERN_BY_NAME.values()]
    assert not_in_the_glossary([*KIND_TITLES.values(), *SUIT_NAMES.values(), *titles]) == []
