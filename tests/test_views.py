"""view.md in a game's folder holds the JSON Schemas of what is sent; every state of random deals fits them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import qipai
from qipai.core.registry import folders, own_games
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR, PlainView
from tests.contract import random_states

PAGES = {name: Path(folder) / "view.md" for name in qipai.games() for folder in folders(qipai.game(name))}
GAMES = [name for name, page in PAGES.items() if page.is_file()]


def schema(game: str, part: str) -> Any:
    """The first JSON block under the heading."""
    text = PAGES[game].read_text(encoding="utf-8")
    found = re.search(rf"^## {part}$.*?^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, f"{PAGES[game]} has no schema of {part}"
    return json.loads(found.group(1))


def test_every_game_that_brings_a_view_of_its_own_has_a_page_with_its_schemas() -> None:
    for name in own_games():
        view = qipai.game(name).deal(FastRng(1), qipai.game(name).rules()).view(SPECTATOR)
        assert name in GAMES or type(view) is PlainView, name


def keys(data: Any) -> set[str]:
    """All property names that a schema declares."""
    if isinstance(data, list):
        return {k for item in data for k in keys(item)}
    if not isinstance(data, dict):
        return set()
    own = set(data.get("properties", {}))
    return own | {k for value in data.values() for k in keys(value)}


def keys_used(data: Any) -> set[str]:
    if isinstance(data, list):
        return {k for item in data for k in keys_used(item)}
    if not isinstance(data, dict):
        return set()
    return set(data) | {k for value in data.values() for k in keys_used(value)}


@pytest.mark.parametrize("name", GAMES)
def test_every_state_fits_the_documented_schemas_and_every_key_occurs(name: str) -> None:
    public = schema(name, "public")
    private = schema(name, "private")
    check_public = jsonschema.Draft202012Validator(public)
    check_private = jsonschema.Draft202012Validator(private)
    check_public.check_schema(public)
    check_private.check_schema(private)
    seen: set[str] = set()
    phases: set[str] = set()
    for number, (game, state, _) in enumerate(random_states(name, 40, 40)):
        if number % 11 and not state.over() and game.phase(state) in phases:
            continue
        phases.add(game.phase(state))
        shown = json.loads(json.dumps(state.view(SPECTATOR).public()))
        check_public.validate(shown)
        seen |= keys_used(shown)
        for seat in range(len(state.returns())):
            own = json.loads(json.dumps(state.view(seat).private()))
            check_private.validate(own)
            seen |= keys_used(own)
    assert keys(public) | keys(private) <= seen


@pytest.mark.parametrize("name", GAMES)
def test_schemas_refuse_what_is_not_in_them(name: str) -> None:
    state = qipai.game(name).deal(FastRng(1), qipai.game(name).rules())
    shown = json.loads(json.dumps(state.view(SPECTATOR).public()))
    for broken in ({**shown, "deck": []}, {k: v for k, v in shown.items() if k != "phase"}, {**shown, "version": "1"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(schema(name, "public")).validate(broken)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema(name, "private")).validate({**state.view(0).private(), "others": []})
