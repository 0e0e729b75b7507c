"""Text for people, in both languages."""

from __future__ import annotations

import os
from typing import NamedTuple

LANGUAGES = ("en", "zh")


class Text(NamedTuple):
    """The same message in English and Chinese, each written for its readers."""

    en: str
    zh: str

    def say(self, lang: str) -> str:
        """The text in a language: `zh`, else English."""
        return self.zh if lang == "zh" else self.en

    def to_json(self) -> dict[str, str]:
        """Both languages as an object."""
        return {"en": self.en, "zh": self.zh}


def language(requested: str | None = None) -> str:
    """The requested language, else that of the environment, else English."""
    for source in (requested, os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG")):
        if source:
            return "zh" if source.lower().startswith(("zh", "cn")) else "en"
    return "en"


class Span(NamedTuple):
    """A styled part of a terminal line. Styles: "", red, black, gold, dim, bold, title, good, bad."""

    text: str
    style: str = ""


Line = list[Span]


def unnamed(seats: int, lang: str) -> list[str]:
    """What seats are called that have no names."""
    return [Text(f"seat {seat}", f"座位 {seat}").say(lang) for seat in range(seats)]


def signed(value: float, digits: int = 0) -> str:
    """+2, −1, 0: with a real minus sign."""
    text = f"{value:+.{digits}f}"
    return minus(text) if float(text) else "0"


def minus(text: str) -> str:
    """A number in words: a minus sign for its hyphen."""
    return text.replace("-", "−")


def does(name: str, verb: str) -> str:
    """An English verb after a name; the player at the terminal is called You."""
    if name == "You":
        return f"{name} {verb}"
    return f"{name} {verb}es" if verb.endswith(("s", "sh", "ch")) else f"{name} {verb}s"


def whose(name: str) -> str:
    """Ann’s, your."""
    return "your" if name == "You" else f"{name}’s"


def whom(name: str) -> str:
    """Ann, you."""
    return "you" if name == "You" else name


def before_verb(name: str) -> str:
    """A name before a Chinese verb: a space parts them, except after 你."""
    return name if name == "你" else f"{name} "


def after_verb(name: str) -> str:
    """A name after a Chinese verb, before a number or a verb: 付你 3 分, 付 阿明 3 分."""
    return f"{name} " if name == "你" else f" {name} "
