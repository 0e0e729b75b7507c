"""core and search speak no game's language: neither its terms, nor its verbs, nor its codes, in code, texts or comments.

The words come from the games' own folders, so that a new game brings its own: the terms that it explains to players
(terms.md), the verbs of its notation (golden cases), the codes of its refusals (messages.py) and the names of its options.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import qipai
from qipai.core.errors import COMMON
from qipai.core.registry import own_games, part

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "src" / "qipai"
FOLDERS = ("core", "search")
ANY_GAME = {"default", "deals", "players"}  # names of a preset and of options that say nothing about a game
# terms of a game that are words of every table, of English or of Python as well
EVERYDAY = {
    "base": "a class that is extended; English",
    "card": "what is hidden in most games",
    "claim": "a part of the contract (ClaimPause)",
    "details": "of an error",
    "draw": "from a generator; also an equal score",
    "enough": "English",
    "last": "English",
    "missing": "English",
    "pass": "Python; to pass a value",
    "pay": "what a deal costs or brings",
    "play": "to play a move",
    "return": "Python; what a deal brings",
    "root": "of a tree",
    "round": "of a search",
    "run": "English",
    "set": "Python; English",
    "settlement": "at the end of a deal",
    "short": "English",
    "swap": "English",
    "swaps": "English",
    "take": "English",
    "the others": "English",
    "waits": "what a hand would win with (Advice); English",
    "win": "English",
}
NO_TERMS = {"tile", "suit", "joker", "kong", "chow", "meld", "trump", "chess", "mahjong", "poker"}  # beside what is found


def terms(page: Path) -> set[str]:
    """Both columns of a terms.md; Chinese terms of one character are parts of ordinary words, and left out."""
    found: set[str] = set()
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 5 and re.fullmatch(r"[A-Z]+-[\d.]+", cells[4]):
            for term in re.sub(r"\(.*?\)", "", f"{cells[0]}, {cells[1]}").split(", "):
                found.add(term.strip().lower())
    return {term for term in found if term.isascii() or len(term) > 1}


def verbs(cases: Path) -> set[str]:
    """The first word of every move of the golden cases."""
    moves = re.findall(r'\[\d, "([a-z]+)\b', cases.read_text(encoding="utf-8"))
    return set(moves)


def codes(game: str) -> set[str]:
    messages = getattr(part(qipai.game(game), "messages"), "MESSAGES", None)
    return {code for code in messages.texts if code not in COMMON} if messages is not None else set()


def options(game: str) -> set[str]:
    """The names of its options and presets, but those that any game may have."""
    found = qipai.game(game).options()
    return ({option.name for option in found.options} | set(found.presets)) - ANY_GAME


def vocabulary() -> set[str]:
    found = set(NO_TERMS)
    for game in own_games():
        found |= options(game)
        for page in (HOME / "games" / game).glob("terms.md"):
            found |= terms(page)
        for cases in (ROOT / "tests" / "golden").glob(f"{game}*.json"):
            found |= verbs(cases)
        found |= codes(game)
    return found


def spoken(text: str, words: set[str]) -> list[str]:
    """ "line: word" for every word that occurs by itself, as a part of an identifier, or in the plural."""
    english = "|".join(re.escape(word) for word in sorted(words) if word.isascii())
    chinese = "|".join(re.escape(word) for word in sorted(words) if not word.isascii()) or "(?!)"
    pattern = re.compile(rf"(?<![A-Za-z])(?:{english})(?:e?s)?(?![A-Za-z])|{chinese}", re.IGNORECASE)
    lines = enumerate(text.splitlines(), 1)
    return [f"{number}: {found[0]}" for number, line in lines for found in pattern.finditer(line)]


def test_core_and_search_know_no_words_of_a_game() -> None:
    words = vocabulary() - set(EVERYDAY)
    assert len(words) > 200
    found = []
    for folder in FOLDERS:
        for path in sorted((HOME / folder).glob("**/*.py")):
            found += [f"{folder}/{path.name}:{where}" for where in spoken(path.read_text(encoding="utf-8"), words)]
    assert found == []


@pytest.mark.parametrize("word", sorted(EVERYDAY))
def test_an_everyday_word_is_in_use(word: str) -> None:
    sources = [path.read_text(encoding="utf-8") for folder in FOLDERS for path in (HOME / folder).glob("**/*.py")]
    assert any(spoken(text, {word}) for text in sources)


@pytest.mark.parametrize(
    "line",
    [
        "cover_list = []",
        "raise IllegalMove('BAD_COVER')",
        "# the tiles of a hand",
        "x = Text('Buckle', '扣棋')",
        "first_tribute",
        "`default,baotou=true`",
    ],
)
def test_a_word_of_a_game_is_found(line: str) -> None:
    assert spoken(line, vocabulary() - set(EVERYDAY))


def test_parts_of_other_words_are_no_words_of_a_game() -> None:
    assert spoken("discovered = textile + fanfare  # 超过", vocabulary() - set(EVERYDAY)) == []
