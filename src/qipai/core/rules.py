"""The options of a game: one table yields the validation, the JSON Schema, the forms and their texts."""

from __future__ import annotations

import re

from qipai.core.data import brief
from qipai.core.errors import BadRecord
from qipai.core.text import Text
from qipai.native import mypyc_attr

Value = bool | int | str
LARGEST = 10**12  # for numbers without a limit of their own: sums of them still fit the kernel's integers


class Option:
    """One rule option: `choices` (default first), or integers in low..high, or texts that match `pattern`.

    `choices` may be combined with `pattern`; a value that either admits is allowed.
    """

    def __init__(
        self,
        name: str,
        default: Value,
        title: Text,
        clause: str,
        choices: dict[Value, Text] | None = None,
        low: int | None = None,
        high: int | None = None,
        pattern: str | None = None,
        once_unbounded: bool = False,
    ) -> None:
        self.name = name
        self.default = default
        self.title = title
        self.clause = clause
        self.choices: dict[Value, Text] = choices or {}
        self.low = low
        self.high = high
        self.pattern = pattern
        self.once_unbounded = once_unbounded  # version 0.1.0 had no low and high

    def admitted(self, value: object) -> bool:
        """Whether data that somebody keeps may have the value."""
        wide = self.once_unbounded and isinstance(value, int) and not isinstance(value, bool)
        return wide or self.admits(value)

    def admits(self, value: object) -> bool:
        """Whether the option may have this value."""
        if isinstance(value, bool) or isinstance(self.default, bool):
            return isinstance(value, bool) and isinstance(self.default, bool)
        if isinstance(value, int):
            ranged = not self.choices and not self.pattern
            if not isinstance(self.default, int):
                return False
            if value in self.choices:
                return True
            low = -LARGEST if self.low is None else self.low
            high = LARGEST if self.high is None else self.high
            return ranged and low <= value <= high
        if isinstance(value, str) and isinstance(self.default, str):
            return value in self.choices or (self.pattern is not None and re.fullmatch(self.pattern, value) is not None)
        return False

    def schema(self) -> dict[str, object]:
        """JSON Schema of its values, with titles in both languages."""
        out: dict[str, object] = {
            "title": self.title.en,
            "title_zh": self.title.zh,
            "default": self.default,
            "clause": self.clause,
        }
        if isinstance(self.default, bool):
            out["type"] = "boolean"
        elif isinstance(self.default, int):
            out["type"] = "integer"
            if self.low is not None:
                out["minimum"] = self.low
            if self.high is not None:
                out["maximum"] = self.high
        else:
            out["type"] = "string"
            if self.pattern is None:
                out["enum"] = list(self.choices)
            else:
                out["anyOf"] = [{"enum": list(self.choices)}, {"pattern": f"^(?:{self.pattern})$"}]
        if self.choices:
            out["choices"] = [{"value": v, "title": t.en, "title_zh": t.zh} for v, t in self.choices.items()]
        return out


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """The rules of one match: every option with its value. A game's own subclass adds native fields for its kernel;
    its constructor takes the checked rules."""

    def __init__(self, preset: str, options: dict[str, Value], given: dict[str, Value]) -> None:
        self.preset = preset
        self.options = options
        self.given = given
        self.game = ""  # whose rules they are, where Game.rules made them

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self.options[name])

    def to_json(self) -> dict[str, object]:
        """As in a record: the preset, and the options set explicitly."""
        return {"preset": self.preset, **self.given}

    def __reduce__(self) -> tuple[object, ...]:
        plain = (self.preset, self.options, self.given)
        return (plain_rules, (*plain, self.game)) if type(self) is Rules else (type(self), (Rules(*plain),))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.options == other.options

    def __hash__(self) -> int:
        return hash(tuple(self.options.items()))


def plain_rules(preset: str, options: dict[str, Value], given: dict[str, Value], game: str) -> Rules:
    """For copies and pickles."""
    rules = Rules(preset, options, given)
    rules.game = game
    return rules


class Options:
    """All options and presets of one game; the first preset is the default.

    `gained` has what a preset sets since a later version. Rules write it down beside the preset, so that data of older
    versions, which lacks it, still means what it meant (`kept`). `titles` are the presets' names for people.
    """

    def __init__(
        self,
        options: list[Option],
        presets: dict[str, dict[str, Value]],
        gained: dict[str, dict[str, Value]] | None = None,
        titles: dict[str, Text] | None = None,
    ) -> None:
        self.options = options
        self.gained = gained or {}
        self.presets: dict[str, dict[str, Value]] = {
            name: {**values, **self.gained.get(name, {})} for name, values in presets.items()
        }
        self.titles = titles or {}
        self.by_name: dict[str, Option] = {o.name: o for o in options}

    def kept(self, data: object) -> object:
        """Rules as a record, a room or a view keeps them. BAD_RULES."""
        if isinstance(data, dict) and (self.gained or any(option.once_unbounded for option in self.options)):
            return self.check(data, False)
        return data

    def resolve(self, given: object) -> Rules:
        """Validates a JSON object of options. BAD_RULES on unknown names, values and presets."""
        return self.check(given, True)

    def check(self, given: object, newest: bool) -> Rules:
        """The rules of an object; `newest`: with all that its preset sets by now. BAD_RULES."""
        if given is None:
            given = {}
        if isinstance(given, Rules):
            return given
        if not isinstance(given, dict):
            raise BadRecord("BAD_RULES", reason=Text("rules must be an object", "规则必须是对象"))
        default_preset = next(iter(self.presets))
        preset: object = given.get("preset", default_preset)
        if not isinstance(preset, str) or preset not in self.presets:
            raise BadRecord(
                "BAD_RULES",
                reason=Text(
                    f"unknown preset {brief(preset)}. Available: {', '.join(self.presets)}",
                    f"没有预设 {brief(preset)}。可选：{'、'.join(self.presets)}",
                ),
            )
        values: dict[str, Value] = {o.name: o.default for o in self.options}
        values.update(self.presets[preset])
        own: dict[str, Value] = {}
        for gained, setting in self.gained.get(preset, {}).items():  # names of their own: compiled, those below take any type
            if newest:
                own[gained] = setting
            else:
                values[gained] = self.by_name[gained].default
        for name, value in given.items():
            if name == "preset":
                continue
            option = self.by_name.get(name) if isinstance(name, str) else None
            if option is None:
                raise BadRecord(
                    "BAD_RULES",
                    reason=Text(
                        f"unknown option {brief(name)}. Available: {', '.join(self.by_name)}",
                        f"没有选项 {brief(name)}。可选：{'、'.join(self.by_name)}",
                    ),
                )
            if not (option.admits(value) if newest else option.admitted(value)):
                raise BadRecord(
                    "BAD_RULES", reason=Text(f"option {name!r} can’t be {brief(value)}", f"选项 {name!r} 不能是 {brief(value)}")
                )
            own[option.name] = value
            values[option.name] = value
        ordered: dict[str, Value] = {o.name: own[o.name] for o in self.options if o.name in own}
        return Rules(preset, values, ordered)

    def schema(self) -> dict[str, object]:
        """JSON Schema of a rules object, with titles in both languages."""
        names = list(self.presets)
        properties: dict[str, object] = {"preset": {"type": "string", "enum": names, "default": names[0]}}
        for option in self.options:
            properties[option.name] = option.schema()
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": properties,
            "presets": {name: dict(values) for name, values in self.presets.items()},
        }
