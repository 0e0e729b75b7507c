"""Every public name has a docstring and a signature, compiled or not.

Public are the names in `__all__` of the modules below, and what their classes offer without an underscore.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any, is_typeddict

import pytest

import qipai

MODULES = (
    "qipai",
    "qipai.agents",
    "qipai.envs",
    "qipai.envs.gymnasium_env",
    "qipai.envs.vector_env",
    "qipai.games.guandan",
    "qipai.games.mahjong",
    "qipai.games.xianqi",
    "qipai.svg",
    "qipai.core.parts",
    "qipai.core.rules",
    "qipai.core.shapes",
    "qipai.core.text",
    "qipai.core.observation",
)


def public_names(module: Any) -> list[str]:
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return [name for name in listed if not name.startswith("_")]
    own = vars(module).items()
    return [name for name, value in own if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__]


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """What a class of ours and its bases of ours offer."""
    for name in dir(cls):
        if name.startswith("_"):
            continue
        for base in cls.__mro__:
            if name in vars(base):
                if base.__module__.startswith("qipai."):
                    yield name, vars(base)[name]
                break


def is_method(value: Any) -> bool:
    plain = value.__func__ if isinstance(value, staticmethod | classmethod) else value
    return inspect.isroutine(plain)


def offered() -> Iterator[tuple[str, Any, type | None]]:
    for place in MODULES:
        module = importlib.import_module(place)
        for name in public_names(module):
            thing = getattr(module, name)
            yield f"{place}.{name}", thing, None
            if inspect.isclass(thing) and thing.__module__.startswith("qipai."):
                for member, value in members(thing):
                    if is_method(value) or isinstance(value, property):
                        yield f"{place}.{name}.{member}", value, thing


def doc_of(thing: Any, name: str, owner: type | None) -> str | None:
    if owner is not None:  # a method without a docstring has that of the method which it overrides
        return inspect.getdoc(getattr(owner, name.rpartition(".")[2]))
    return inspect.getdoc(thing) if inspect.ismodule(thing) or callable(thing) else "a value"


def test_every_public_name_has_a_docstring() -> None:
    names = {name: doc_of(thing, name, owner) for name, thing, owner in offered()}
    assert len(names) > 250
    assert [name for name, doc in names.items() if not doc or doc.startswith("mypyc filler")] == []


def test_every_public_function_has_a_signature() -> None:
    wrong = []
    for name, thing, owner in offered():
        if inspect.ismodule(thing) or not callable(thing) or (inspect.isclass(thing) and is_typeddict(thing)):
            continue
        called = getattr(owner, name.rpartition(".")[2]) if owner is not None else thing
        try:
            inspect.signature(called)
        except ValueError:
            wrong.append(name)
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("Table", "(game, rules=None, seed=None, *, deal_seed=None, fairness=None)"),
        ("replay", "(record, *, max_moves=1000000, carried=None)"),
        ("read_record", "(path, max_bytes=16777216)"),
        ("Engine.init_game", None),
        ("xianqi.settlement", "(pillars, relations, rules=None)"),
        ("Table.play", "(self, seat, move)"),
        ("Table.undo", "(self, moves=1)"),
        ("LegalMoves.index", "(self, move)"),
        ("QipaiError.say", "(self, lang)"),
    ],
)
def test_signatures_are_those_of_the_sources(name: str, parameters: str | None) -> None:
    thing: Any = qipai
    for part in name.split("."):
        thing = getattr(thing, part)
    found = inspect.signature(thing)
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in found.parameters.values()]
    told = str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty)).replace("(self, /", "(self")
    assert told == parameters or (parameters is None and len(bare) > 1)


def test_every_module_has_a_docstring() -> None:
    names = [one.name for one in pkgutil.walk_packages(qipai.__path__, "qipai.") if "__main__" not in one.name]
    light = [name for name in names if name.split(".")[1] in ("core", "engine", "games", "search", "agents")]
    skipped = ("bench", "openspiel")
    missing = []
    for name in light:
        if not name.rpartition(".")[2].startswith(skipped) and not importlib.import_module(name).__doc__:
            missing.append(name)
    assert len(light) > 100
    assert missing == []
