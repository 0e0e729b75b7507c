"""`qipai rules`: the rule book and the options; and the syntax of --rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

from qipai.cli import words
from qipai.cli.output import Output
from qipai.core.errors import BadRecord
from qipai.core.game import Game
from qipai.core.registry import folders
from qipai.core.registry import game as find_game
from qipai.core.rules import Option
from qipai.core.text import Span, Text


def parse_rules(text: str | None, game: Game) -> dict[str, object] | None:
    """A preset, option=value pairs separated by commas, or a JSON object; the game validates the values."""
    if text is None or not text.strip():
        return None
    text = text.strip()
    if text.startswith("{"):
        try:
            given = json.loads(text)
        except ValueError:
            raise BadRecord("BAD_RULES", reason=words.BAD_RULES_JSON) from None
        assert isinstance(given, dict)
        return given
    out: dict[str, object] = {}
    for index, part in enumerate(text.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and index == 0 and name:
            out["preset"] = name
        elif not equals or not name or not value:
            raise BadRecord("BAD_RULES", reason=filled(words.BAD_RULES_TEXT, part=part.strip()))
        else:
            option = game.options().by_name.get(name)
            out[name] = value.strip("\"'") if option is not None and isinstance(option.default, str) else parse_value(value)
    return out


def filled(text: Text, **values: object) -> Text:
    return Text(text.en.format(**values), text.zh.format(**values))


def parse_value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text.strip("\"'")


def book(game: Game, lang: str, preset: str | None = None) -> str:
    """The rule book in the game's folder, without its marks for pictures: the preset's own, where it has one."""
    for name in (f"book.{preset}.{lang}.md", f"book.{lang}.md"):
        for folder in folders(game):
            path = Path(folder) / name
            if path.is_file():
                return re.sub(r"<!--.*?-->\n+", "", path.read_text(encoding="utf-8"))
    return words.NO_BOOK.say(lang)


def rules(out: Output, name: str, only_options: bool, preset: str | None = None) -> int:
    game = find_game(name)
    options = game.options()
    if preset is not None:
        game.rules({"preset": preset})  # BAD_RULES
    out.data(
        {
            "game": game.name,
            "title": game.title.to_json(),
            "schema": options.schema(),
            "book": None if only_options else book(game, out.lang, preset),
        }
    )
    if not only_options:
        out.markdown(book(game, out.lang, preset))
    out.heading(words.OPTIONS_TITLE.say(out.lang).format(title=game.title.say(out.lang)))
    for option in options.options:
        show_option(out, option)
    out.blank()
    out.line([Span(words.PRESETS.say(out.lang), "title")])
    for index, (preset, values) in enumerate(options.presets.items()):
        said = ", ".join(f"{key}={written(value)}" for key, value in values.items()) or words.AS_DEFAULT.say(out.lang)
        mark = f" ({words.DEFAULT.say(out.lang)})" if index == 0 else ""
        title = options.titles.get(preset)
        named = f"  {title.say(out.lang)}:" if title is not None else ""
        out.line([Span(f"  {preset}", "bold"), Span(mark, "good"), Span(named), Span(f"  {said}")])
    return 0


def written(value: object) -> str:
    """As typed after --rules."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_option(out: Output, option: Option) -> None:
    """Name, title and clause on one line; its values below."""
    lang = out.lang
    out.line([Span(f"{option.name}", "bold"), Span(f"  {option.title.say(lang)}"), Span(f"  {option.clause}", "dim")])
    default = f"  ({words.DEFAULT.say(lang)})"
    rows: list[tuple[str, str, bool]] = [
        (written(value), title.say(lang), value == option.default) for value, title in option.choices.items()
    ]
    if not rows and isinstance(option.default, bool):
        rows = [(written(value), "", value == option.default) for value in (option.default, not option.default)]
    elif not option.choices and isinstance(option.default, int):
        rows = [(written(option.default), "", True), (number_range(option, lang), "", False)]
    if option.pattern is not None:
        rows.append((words.MATCHES.say(lang).format(pattern=option.pattern), "", False))
    for value, title, is_default in rows:
        out.line(
            [Span(f"    {value}"), Span(f"  {title}" if title else "", "dim"), Span(default if is_default else "", "good")]
        )


def number_range(option: Option, lang: str) -> str:
    low, high = option.low, option.high
    if low is None and high is None:
        return words.ANY_NUMBER.say(lang)
    if high is None:
        return words.FROM_NUMBER.say(lang).format(low=low)
    if low is None:
        return words.UP_TO_NUMBER.say(lang).format(high=high)
    return words.NUMBERS.say(lang).format(low=low, high=high)
