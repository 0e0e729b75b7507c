"""As much of msgspec as rooms use, in plain Python, for where msgspec cannot be had: a browser.

`install` puts it in msgspec's place when there is none. Tests hold it to the same bytes, values and refusals.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json as standard_json
import math
import re
import sys
import types
import typing
from collections.abc import Callable
from typing import Any, ClassVar, dataclass_transform

Convert = Callable[[Any], Any]
TAG = "type"


class MsgspecError(Exception):
    pass


class DecodeError(MsgspecError):
    pass


class ValidationError(DecodeError):
    pass


class Meta:
    """Bounds of a value."""

    def __init__(
        self,
        *,
        ge: float | None = None,
        le: float | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
        pattern: str | None = None,
    ) -> None:
        self.ge = ge
        self.le = le
        self.min_length = min_length
        self.max_length = max_length
        self.pattern = pattern if pattern is None else re.compile(pattern)

    def check(self, value: Any) -> Any:
        if isinstance(value, int | float):
            if (self.ge is not None and value < self.ge) or (self.le is not None and value > self.le):
                raise ValidationError("a number out of bounds")
            return value
        if value is None:
            return value
        size = len(value)
        if (self.min_length is not None and size < self.min_length) or (self.max_length is not None and size > self.max_length):
            raise ValidationError("too short or too long")
        if self.pattern is not None and self.pattern.search(value) is None:
            raise ValidationError("a text that does not fit")
        return value


class StructMeta(type):
    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        space: dict[str, Any],
        tag: str | None = None,
        frozen: bool = False,
        forbid_unknown_fields: bool = False,
    ) -> StructMeta:
        inherited: dict[str, Any] = {}
        fields: list[str] = []
        for base in bases:
            fields += [field for field in getattr(base, "__struct_fields__", ()) if field not in fields]
            inherited |= getattr(base, "struct_defaults", {})
        own = annotations_of(space) if bases else {}
        fields += [field for field in own if field not in fields]
        inherited |= {field: space.pop(field) for field in list(own) if field in space}
        made = super().__new__(cls, name, bases, {**space, "__struct_fields__": tuple(fields), "struct_defaults": inherited})
        made.struct_tag, made.struct_frozen, made.struct_strict = tag, frozen, forbid_unknown_fields  # type: ignore[attr-defined]
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **_: object) -> None:
        super().__init__(name, bases, space)


def annotations_of(space: dict[str, Any]) -> dict[str, Any]:
    """Python 3.14 keeps those that are no text behind a function."""
    annotate = space.get("__annotate_func__")
    return dict(space.get("__annotations__", {}) if annotate is None else annotate(1))


@dataclass_transform()
class Struct(metaclass=StructMeta):
    __struct_fields__: ClassVar[tuple[str, ...]] = ()
    struct_defaults: ClassVar[dict[str, Any]] = {}
    struct_tag: ClassVar[str | None] = None
    struct_frozen: ClassVar[bool] = False
    struct_strict: ClassVar[bool] = False

    def __init__(self, *args: Any, **given: Any) -> None:
        own = self.__dict__
        for field, value in zip(self.__struct_fields__, args, strict=False):
            own[field] = value
        if len(args) > len(self.__struct_fields__):
            raise TypeError("too many arguments")
        for field in self.__struct_fields__[len(args) :]:
            if field in given:
                own[field] = given.pop(field)
            elif field in self.struct_defaults:
                default = self.struct_defaults[field]
                own[field] = type(default)(default) if isinstance(default, list | dict | set) else default
            else:
                raise TypeError(f"missing argument {field}")
        if given:
            raise TypeError(f"unexpected arguments {sorted(given)}")

    def __setattr__(self, name: str, value: Any) -> None:
        if self.struct_frozen:
            raise AttributeError(f"{type(self).__name__} cannot be changed")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        if not self.struct_frozen:
            raise TypeError(f"{type(self).__name__} can be changed")
        return hash((type(self).__name__, *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.__dict__.items())})"


# writing
def opened(value: Any) -> Any:
    """What json does not know, one level deep."""
    if isinstance(value, Struct):
        if value.struct_tag is None:
            return value.__dict__
        return {TAG: value.struct_tag, **value.__dict__}
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, set | frozenset):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be written")


writer = standard_json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=opened)


def encode(value: Any) -> bytes:
    return writer.encode(value).encode()


def to_builtins(value: Any) -> Any:
    return decode(encode(value))


# reading
def no_constant(name: str) -> Any:
    raise DecodeError(f"{name} is no JSON")


def decode(data: bytes | str, type: Any = Any) -> Any:
    try:
        found = standard_json.loads(data, parse_constant=no_constant)
    except ValueError as problem:
        raise DecodeError(str(problem)) from None
    return found if type is Any else convert(found, type)


def convert(value: Any, type: Any) -> Any:
    return converter(type)(value)


converters: dict[Any, Convert] = {}


def converter(wanted: Any) -> Convert:
    found = converters.get(wanted)
    if found is None:
        found = converters[wanted] = new_converter(wanted)
    return found


def new_converter(wanted: Any) -> Convert:
    if wanted is Any or wanted is object:
        return lambda value: value
    if wanted in PLAIN:
        return PLAIN[wanted]
    if wanted is None or wanted is type(None):
        return nothing
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin is typing.Annotated:
        return annotated(inner)
    if origin is typing.Literal:
        return literal(inner)
    if origin in (typing.Union, types.UnionType):
        return union(inner)
    if origin in (list, frozenset, set):
        return many(origin, converter(inner[0]))
    if origin is tuple:
        return fixed([converter(each) for each in inner])
    if origin is dict or wanted is dict:
        return mapping(converter(inner[1]) if inner else converter(Any))
    if isinstance(wanted, StructMeta):
        return struct(wanted)
    raise TypeError(f"{wanted} cannot be read")


def whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValidationError("expected int")
    return value


def number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValidationError("expected float")
    return float(value)


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValidationError("expected str")
    return value


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValidationError("expected bool")
    return value


def nothing(value: Any) -> None:
    if value is not None:
        raise ValidationError("expected null")


PLAIN: dict[Any, Convert] = {int: whole, float: number, str: text, bool: truth}


def annotated(inner: tuple[Any, ...]) -> Convert:
    plain = converter(inner[0])
    bounds = [meta for meta in inner[1:] if isinstance(meta, Meta)]

    def read(value: Any) -> Any:
        out = plain(value)
        for meta in bounds:
            meta.check(out)
        return out

    return read


def literal(values: tuple[Any, ...]) -> Convert:
    def read(value: Any) -> Any:
        if not any(value == one and type(value) is type(one) for one in values):
            raise ValidationError("none of the values")
        return value

    return read


def union(inner: tuple[Any, ...]) -> Convert:
    """Structs are told apart by their tags; of the rest the first that fits."""
    tagged = {one.struct_tag: one for one in inner if isinstance(one, StructMeta) and one.struct_tag is not None}  # type: ignore[attr-defined]
    if tagged:

        def by_tag(value: Any) -> Any:
            if not isinstance(value, dict) or not isinstance(value.get(TAG), str) or value[TAG] not in tagged:
                raise ValidationError("an unknown type")
            return converter(tagged[value[TAG]])(value)

        return by_tag
    ways = [converter(one) for one in sorted(inner, key=lambda one: one is not type(None))]

    def read(value: Any) -> Any:
        for way in ways:
            try:
                return way(value)
            except ValidationError:
                continue
        raise ValidationError("nothing that fits")

    return read


def many(kind: Any, each: Convert) -> Convert:
    def read(value: Any) -> Any:
        if not isinstance(value, list | tuple | set | frozenset):
            raise ValidationError("expected array")
        return kind(each(one) for one in value)

    return read


def fixed(each: list[Convert]) -> Convert:
    def read(value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(each):
            raise ValidationError("expected array")
        return tuple(way(one) for way, one in zip(each, value, strict=True))

    return read


def mapping(each: Convert) -> Convert:
    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError("expected object")
        return {key: each(one) for key, one in value.items()}

    return read


def struct(wanted: Any) -> Convert:
    ways: dict[str, Convert] = {}

    def read(value: Any) -> Any:
        if isinstance(value, wanted):
            return value
        if not isinstance(value, dict):
            raise ValidationError("expected object")
        if not ways:  # late: a class may name others that are made after it
            hints = typing.get_type_hints(wanted, include_extras=True)
            ways.update({field: converter(hints[field]) for field in wanted.__struct_fields__})
        if wanted.struct_tag is not None and value.get(TAG, wanted.struct_tag) != wanted.struct_tag:
            raise ValidationError("another type")
        given = {}
        for key, one in value.items():
            if key in ways:
                given[key] = ways[key](one)
            elif wanted.struct_strict and not (key == TAG and wanted.struct_tag is not None):
                raise ValidationError(f"an unknown field {key}")
        try:
            return wanted(**given)
        except TypeError as problem:
            raise ValidationError(str(problem)) from None

    return read


def replace(value: Any, /, **changes: Any) -> Any:
    return type(value)(**{**value.__dict__, **changes})


def asdict(value: Any) -> dict[str, Any]:
    return dict(value.__dict__)


class Encoder:
    def encode(self, value: Any) -> bytes:
        return encode(value)


class Decoder:
    def __init__(self, type: Any = Any) -> None:
        self.type = type

    def __class_getitem__(cls, item: Any) -> type[Decoder]:
        return cls

    def decode(self, data: bytes | str) -> Any:
        return decode(data, self.type)


json = types.SimpleNamespace(encode=encode, decode=decode, Encoder=Encoder, Decoder=Decoder)
structs = types.SimpleNamespace(replace=replace, asdict=asdict)


def install() -> None:
    """Before rooms are imported. Where there is msgspec, nothing happens."""
    if "msgspec" not in sys.modules and importlib.util.find_spec("msgspec") is None:
        sys.modules["msgspec"] = sys.modules[__name__]
