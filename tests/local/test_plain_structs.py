"""The stand-in for msgspec beside msgspec itself: the same bytes, the same values, the same refusals."""

from __future__ import annotations

import json
import sys
import typing
from typing import Any

import msgspec
import pytest

from qipai.local import plain_structs as plain
from qipai.server.rooms import messages, room_data

FRAMES = [
    {"type": "hello"},
    {"type": "hello", "token": None, "last_version": 3, "beats": True},
    {"type": "hello", "last_version": -1},
    {"type": "hello", "last_version": True},
    {"type": "hello", "last_version": 2.0},
    {"type": "hello", "last_version": 2.5},
    {"type": "hello", "token": "x" * 201},
    {"type": "hello", "more": 1},
    {"type": "act", "cmd_id": "a.b:c-1", "move": "pass", "version": 7},
    {"type": "act", "cmd_id": "", "move": "pass"},
    {"type": "act", "cmd_id": "ä", "move": "pass"},
    {"type": "act", "cmd_id": "a", "move": "x" * 1001},
    {"type": "act", "cmd_id": "a"},
    {"type": "act", "cmd_id": "a", "move": 3},
    {"type": "act", "cmd_id": "a", "move": "m", "window": None, "version": None},
    {"type": "check", "req": 1, "cards": ["3h", "4h"]},
    {"type": "check", "req": 1, "cards": "3h"},
    {"type": "check", "req": 1, "cards": ["x" * 13]},
    {"type": "check", "req": 1, "cards": ["x"] * 41},
    {"type": "auto", "on": True},
    {"type": "auto", "on": 1},
    {"type": "hint"},
    {"type": "ready"},
    {"type": "ready", "nonce": "0aff"},
    {"type": "ready", "nonce": "0AFF"},
    {"type": "say", "phrase": "hello"},
    {"type": "mute", "who": ["a"], "everybody": False},
    {"type": "ping", "t": 3},
    {"type": "ping", "t": None},
    {"type": "resync"},
    {"type": "nothing"},
    {"kind": "hint"},
    [],
    "hint",
    None,
]
TEXTS = ["", "{", "nothing", '{"type":"ping","t":NaN}', '{"type":"ping","t":1e400}', '{"type":"hint"}x', "[" * 3]


def twin(struct: Any) -> Any:
    """The same class, made by the stand-in."""
    known = TWINS.get(struct)
    if known is None:
        config = struct.__struct_config__
        space: dict[str, Any] = {"__annotations__": {name: mapped(hint) for name, hint in hints_of(struct).items()}}
        defaults = struct.__struct_defaults__
        for name, default in zip(
            struct.__struct_fields__[len(struct.__struct_fields__) - len(defaults) :], defaults, strict=True
        ):
            space[name] = default.factory() if hasattr(default, "factory") else default
        known = TWINS[struct] = plain.StructMeta(
            struct.__name__,
            (plain.Struct,),
            space,
            tag=config.tag,
            frozen=config.frozen,
            forbid_unknown_fields=config.forbid_unknown_fields,
        )
    return known


TWINS: dict[Any, Any] = {}


def hints_of(struct: Any) -> dict[str, Any]:
    return typing.get_type_hints(struct, include_extras=True)


def mapped(hint: Any) -> Any:
    """A type in which every Struct, and every bound, is the stand-in's."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return twin(hint)
    inner = typing.get_args(hint)
    if typing.get_origin(hint) is typing.Annotated:
        return typing.Annotated[(mapped(inner[0]), *(bounds(meta) for meta in inner[1:]))]
    if typing.get_origin(hint) is typing.Literal or not inner:
        return hint
    parts = tuple(mapped(each) for each in inner)
    if typing.get_origin(hint) in (list, dict, tuple, frozenset):
        return typing.get_origin(hint)[parts]
    return typing.Union[parts]  # noqa: UP007


def bounds(meta: msgspec.Meta) -> plain.Meta:
    names = ("ge", "le", "min_length", "max_length", "pattern")
    return plain.Meta(**{name: getattr(meta, name) for name in names})


CLIENT = mapped(messages.ClientMessage)


@pytest.mark.parametrize("text", [*map(json.dumps, FRAMES), *TEXTS])
def test_frames_are_read_and_refused_alike(text: str) -> None:
    def read(decode: Any, shape: Any, errors: Any) -> Any:
        try:
            found = decode(text, type=shape)
        except errors:
            return "refused"
        return {"name": type(found).__name__, **{name: getattr(found, name) for name in found.__struct_fields__}}

    real = read(msgspec.json.decode, messages.ClientMessage, msgspec.MsgspecError)
    assert read(plain.decode, CLIENT, plain.MsgspecError) == real


TALLY = room_data.Tally("a", "b", True)
OPENING = room_data.Opening(
    "xianqi",
    {"preset": "default", "名": [1, 2.5, None, True]},
    [room_data.Seat("human", "me", "安\n\"'\u2028😀"), room_data.Seat("bot", level="easy", bank=0.1)],
    room_data.Options(clock=room_data.Clock(30.0, 60.5)),
    "me",
    False,
    "0.2.0",
)
VALUES: list[Any] = [
    OPENING,
    room_data.RoomSnapshot(3, 4, 1, "ff", OPENING, 17.25, None, [1, -2], former=("a", None), tally=[TALLY]),
]
READING = messages.Reading(None, "x", False, "C", messages.Words("a", "b"))
SAID: list[Any] = [
    messages.Hints(3, [messages.HintItem("pass", messages.Words("a", "b"), None, 2, messages.Words("c", "d"))]),
    messages.Checked(1, [READING], sorted=messages.Sorted([["a"]], [])),
    messages.Pong(3.0),
    messages.Bye(4002, "gone"),
    messages.Fairness(3, "ff"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_is_written_is_the_same(value: Any) -> None:
    text = msgspec.json.encode(value)
    made = plain.decode(text, twin(type(value)))
    assert plain.encode(made) == text
    assert msgspec.json.decode(plain.encode(made), type=type(value)) == value
    assert plain.to_builtins(made) == msgspec.json.decode(text)


def rebuilt(value: Any) -> Any:
    """The same value, of the stand-in's classes."""
    if isinstance(value, msgspec.Struct):
        fields = {name: rebuilt(getattr(value, name)) for name in value.__struct_fields__}
        return twin(type(value))(**fields)
    return [rebuilt(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("value", [*VALUES, *SAID], ids=lambda value: type(value).__name__)
def test_frames_are_the_same_bytes(value: Any) -> None:
    assert plain.encode(rebuilt(value)) == msgspec.json.encode(value)


def test_values_behave_alike() -> None:
    options = twin(room_data.Options)()
    assert plain.replace(options, pace=2.0).pace == 2.0
    assert plain.replace(options) == options
    assert hash(plain.replace(options)) == hash(options)
    with pytest.raises(AttributeError):
        options.pace = 1.0
    seat = twin(room_data.Seat)("bot")
    seat.name = "x"
    assert plain.asdict(seat) | {"name": ""} == msgspec.structs.asdict(room_data.Seat("bot"))
    for wrong in ({"nothing": 1}, {"kind": 1, "nothing": 2}):
        with pytest.raises(TypeError):
            twin(room_data.Seat)(**wrong)
    with pytest.raises(TypeError):
        hash(seat)
    snapshot = twin(room_data.RoomSnapshot)
    one = plain.decode(msgspec.json.encode(VALUES[1]), snapshot)
    assert one.tally[0].name == "b"


def test_lists_of_defaults_are_not_shared() -> None:
    mute = twin(messages.Mute)
    first, second = mute(), mute()
    first.who.append("x")
    assert second.who == []


def test_msgspec_stays_where_it_is() -> None:
    plain.install()
    assert sys.modules["msgspec"] is msgspec
