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
        return self.zh if lang == "zh" else self.en

    def to_json(self) -> dict[str, str]:
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
