"""A preset is what rules are compared with, and may be a way to play with a rule book of its own."""

from __future__ import annotations

import contextlib

import pytest

import qipai
from qipai.core.errors import BadRecord
from qipai.server.http.catalogue import book_json, game_page, options_in_force
from qipai.server.refusal import Refused

PRESETS = [(game, preset) for game in qipai.games() for preset in qipai.game(game).options().presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_only_what_differs_from_the_preset_is_marked(game: str, preset: str) -> None:
    found = qipai.game(game)
    as_it_is = options_in_force(found, found.rules({"preset": preset}))
    assert [line["name"] for line in as_it_is if line["differs"]] == []
    given = found.options().presets[preset]
    for option in found.options().options:
        for other in () if option.name in given else [value for value in option.choices if value != option.default]:
            with contextlib.suppress(BadRecord):  # not everything goes together
                changed = options_in_force(found, found.rules({"preset": preset, option.name: other}))
                assert [line["name"] for line in changed if line["differs"]] == [option.name]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_preset_has_its_own_book_or_that_of_the_game(game: str, preset: str, lang: str) -> None:
    own = game_page(qipai.game(game), f"book.{preset}.{lang}.md")
    expected = own or game_page(qipai.game(game), f"book.{lang}.md")
    if expected is None:  # a game that brings its kernel alone
        with pytest.raises(Refused, match="NOT_FOUND"):
            book_json(game, lang, preset)
    else:
        assert book_json(game, lang, preset)["markdown"] == expected


def test_there_is_no_book_of_a_preset_that_is_none() -> None:
    for preset in ("nosuch", "../xianqi/book"):
        with pytest.raises(Refused, match="NOT_FOUND"):
            book_json("mahjong", "en", preset)
