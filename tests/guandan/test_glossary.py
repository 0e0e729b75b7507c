"""The terms on Guandan's screens are those of the glossary."""

from __future__ import annotations

from qipai.games.guandan.terminal import PHASE_WORDS, PLACES
from qipai.games.guandan.words import TYPE_NAMES
from tests.cli.test_glossary import not_in_the_glossary


def test_the_terms_on_the_screens_are_those_of_the_glossary_in_both_languages() -> None:
    assert not_in_the_glossary([*TYPE_NAMES, *PLACES, *PHASE_WORDS[:3]]) == []
