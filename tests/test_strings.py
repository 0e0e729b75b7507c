"""What people read: nothing missing in one language, numbers and punctuation one way, no word that a list forbids.

The texts come from the sources (tests/strings.py), and from screens, logs, hints and settlements of random deals.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import qipai
from qipai.core.registry import own_games
from qipai.core.text import LANGUAGES, Line
from tests.avoid import EVERYWHERE, Avoid
from tests.games import figure
from tests.strings import CHINESE, PAGE, SOURCE, page, page_texts, program_texts, texts_of, web_texts

GAMES = sorted(own_games())
NAMES = {"en": ["You", "Ming", "Lan", "Bo"], "zh": ["你", "阿明", "小兰", "Bo"]}
ONE_LANGUAGE = {
    "src/qipai/games/guandan/terminal.py RELATIONS 2": "下家 is told by name in English",
    "src/qipai/games/guandan/terminal.py RELATIONS 4": "上家 is told by name in English",
    "src/qipai/games/mahjong/terminal.py win_line 4": "English says it before the tile: Ann’s",
}
CHINESE_ALONE = {  # strings with Chinese that have no English beside them
    "cli/play.py": "commands may be typed in Chinese",
    "core/text.py": "你 takes no space",
    "games/guandan/observation.py": "a page for programmers",
    "games/guandan/terminal.py": "你 stands first",
    "server/http/pages.py": "a page in both languages",
    "server/rooms/bots.py": "names of bots, in both languages at once",
    "games/mahjong/melds.py": "codes of melds",
    "games/mahjong/tiles.py": "what is painted on tiles",
    "games/mahjong/svg_tiles.py": "what is painted on tiles",
    "games/xianqi/pieces.py": "what is painted on pieces",
    "games/xianqi/svg_pieces.py": "what is painted on pieces",
    "games/guandan/svg_cards.py": "what is painted on cards",
}
HALF_WIDTH = re.compile(r"[\u4e00-\u9fff“”（）][,:;?!()]|[,:;?!()][\u4e00-\u9fff“”（）]")
UNITS = "张|枚|分|番|柱|级|局|次|秒|步|回合"


# from the sources
def test_the_page_of_strings_is_that_of_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.strings"


def test_nothing_is_missing_in_one_language() -> None:
    said = [*program_texts(), *page_texts(), *web_texts()]
    assert len(said) > 1400
    alone = {f"{one.file} {one.key}" for one in said if bool(one.en.strip()) != bool(one.zh.strip())}
    assert alone == set(ONE_LANGUAGE)


def untranslated(path: Path) -> list[str]:
    """Chinese strings of a module that are not part of a pair."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    paired = {id(part) for _, en, zh in texts_of(tree) for side in (en, zh) for part in ast.walk(side)}
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CHINESE.search(node.value.replace("棋牌", ""))
        and id(node) not in paired and id(node) not in documents
    ]  # fmt: skip


def test_every_chinese_text_has_english_beside_it() -> None:
    found = {str(path.relative_to(SOURCE)): untranslated(path) for path in sorted(SOURCE.rglob("*.py"))}
    assert {file: texts for file, texts in found.items() if texts and file not in CHINESE_ALONE} == {}
    assert [file for file in CHINESE_ALONE if not found[file]] == []


def test_books_have_the_same_headings_in_both_languages() -> None:
    """`page_texts` pairs them; a heading in one language alone would raise."""
    books = {str(path.relative_to(SOURCE.parents[1])) for path in SOURCE.glob("games/*/book*.zh.md")}
    assert {one.file for one in page_texts() if one.key == "title"} == books


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_has_one_minus_sign_and_comes_from_one_place(lang: str) -> None:
    """`signed` and `minus` of core/text.py write U+2212; a bare :+ would write a hyphen."""
    code = {path.name: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    bare = [f"{name}: {found}" for name, text in code.items() for found in re.findall(r"\{[^{}]*:\+[^{}]*\}", text)]
    assert bare == ["plot.py: {value:+.4g}"]
    assert 'minus(f"{value:+.4g}")' in code["plot.py"]
    assert [one for one in spoken_texts(lang) if re.search(r"(?<![\w\])-])-\d", one)] == []


def spoken_texts(lang: str) -> list[str]:
    """Every text of the program and of the games' pages, and what the games say in random deals."""
    said = [one.en if lang == "en" else one.zh for one in [*program_texts(), *page_texts()]]
    said += [text for game in GAMES for text in [*book(game, lang), *sorted(played(game)[lang])]]
    return said


def book(game: str, lang: str) -> list[str]:
    books = sorted((SOURCE / "games" / game).glob(f"book*.{lang}.md"))
    return [line for path in books for line in path.read_text(encoding="utf-8").splitlines()]


def test_chinese_has_full_width_punctuation_in_pairs() -> None:
    terms = {one.zh for one in page_texts()}  # a list of spellings, for programs
    code = re.compile(r"`[^`]*`|\{[^{}]*\}|\[[^\]]*\](\([^)]*\))?|<!--.*?-->")
    bare = [code.sub("", one) for one in spoken_texts("zh") if one not in terms]
    assert [one for one in bare if HALF_WIDTH.search(one)] == []
    assert [one for one in bare if any(one.count(a) != one.count(b) for a, b in ("（）", "“”"))] == []


def test_english_has_one_apostrophe_no_chinese_and_no_space_before_a_percent_sign() -> None:
    texts = [one.en for one in program_texts()] + [text for game in GAMES for text in sorted(played(game)["en"])]
    painted = re.compile("[仕士相象傌馬俥炮車砲兵卒]|棋牌")  # pieces are shown as they look, and the name of the whole
    assert [one for one in texts if CHINESE.search(painted.sub("", one))] == []
    assert [one for one in spoken_texts("en") if re.search(r"[A-Za-z]'[a-z]| %|\d to \d|\.\.\.", one)] == []


def test_in_chinese_a_count_is_a_digit_with_a_space_and_a_rank_has_none() -> None:
    texts = spoken_texts("zh")
    assert [one for one in texts if re.search(rf"\d({UNITS})(?!门)", one)] == []
    assert [one for one in texts if re.search("(?<!第)[二两三四五六七八九十](枚|番|柱|级|次|秒|步)", one)] == []
    assert [one for one in texts if re.search(r"(?<!已)[打过碰杠胡埋] [A1-9](?!-|\d* 张)|[1-9] [筒条万]", one)] == []


# what the games say
def plain(line: Line) -> str:
    return "".join(span.text for span in line)


@cache
def played(game: str) -> dict[str, set[str]]:
    """All lines of two deals under every preset, with random moves: screens, moves, news, hints, settlements."""
    words, advice = qipai.game(game).words, qipai.game(game).advice
    said: dict[str, set[str]] = defaultdict(set)
    rng = qipai.FastRng(7)
    for preset in qipai.game(game).options().presets:
        table = qipai.Table(game, rules={"preset": preset}, seed="0a" * 32)
        for deal in range(2):
            step = 0
            while not table.over:
                seat = table.to_act[0]
                moves = table.canonical(seat)
                view, watched = table.view(seat), table.view(-1)
                move = moves[rng.below(len(moves))]
                step += 1
                if step % 5 == 0:
                    for hint in advice.hints(view, 6):
                        said["en"].add(hint.reason.en)
                        said["zh"].add(hint.reason.zh)
                for lang in LANGUAGES:
                    names = NAMES[lang][: table.seats]
                    said[lang].add(plain(words.describe(view, seat, move, names, lang)))
                    if step % 3 == 0:
                        for shown in (view, watched):
                            said[lang].update(plain(line) for line in words.screen(shown, names, lang))
                table.play(seat, move)
                for lang in LANGUAGES:
                    news = words.news(watched, table.view(-1), NAMES[lang][: table.seats], lang)
                    said[lang].update(plain(line) for line in news or [])
            for lang in LANGUAGES:
                names = NAMES[lang][: table.seats]
                said[lang].update(plain(line) for line in words.screen(table.view(0), names, lang))
                said[lang].update(plain(line) for line in words.explain(table.facts(), names, lang))
            if deal == 0 and not table.match_over:
                table.next_deal()
            else:
                break
    return said


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_about_as_much_in_both_languages(game: str) -> None:
    said = played(game)
    assert 0.7 < len(said["en"]) / len(said["zh"]) < 1.4


# words to avoid
def list_of(game: str) -> Avoid:
    """A game without a list, or without tests of its own, is held to the common one alone."""
    if not (Path(__file__).parent / game / "avoid.py").is_file():
        return Avoid([], [], {})
    found: Avoid = importlib.import_module(f"tests.{game}.avoid").AVOID
    return found


def texts_of_game(game: str, lang: str) -> Iterator[str]:
    home = f"src/qipai/games/{game}/"
    for one in [*program_texts(), *page_texts()]:
        if one.file.startswith(home):
            yield one.en if lang == "en" else one.zh
    yield from book(game, lang)
    yield from sorted(played(game)[lang])
    title, summary = qipai.game(game).title, qipai.game(game).summary
    yield from (title.say(lang), summary.say(lang))


def common_texts(lang: str) -> Iterator[str]:
    for one in program_texts():
        yield one.en if lang == "en" else one.zh
    for readme in {"en": ["README.md"], "zh": ["README.zh-CN.md"]}[lang]:
        yield from (SOURCE.parents[1] / readme).read_text(encoding="utf-8").splitlines()


def without(text: str, allowed: dict[str, str], used: set[str]) -> str:
    for part in allowed:
        if part in text:
            used.add(part)
            text = text.replace(part, "")
    return text


@pytest.mark.parametrize("game", GAMES)
def test_a_game_does_not_say_what_its_list_forbids(game: str) -> None:
    own = list_of(game)
    found: list[str] = []
    used: set[str] = set()
    for lang in LANGUAGES:
        for text in texts_of_game(game, lang):
            bare = without(text, own.allowed, used)
            for avoid in (own, EVERYWHERE):
                found += [f"{word.pattern} in: {text}" for word in getattr(avoid, lang) if word.search(bare)]
    assert found == []
    assert set(own.allowed) - used == set(), "exceptions that nothing needs"


def test_the_program_does_not_say_what_the_common_list_forbids() -> None:
    for lang in LANGUAGES:
        words = getattr(EVERYWHERE, lang)
        texts = [without(text, EVERYWHERE.allowed, set()) for text in common_texts(lang)]
        assert [f"{word.pattern} in: {text}" for text in texts for word in words if word.search(text)] == []


@pytest.mark.parametrize(
    ("game", "lang", "text"), [(game, lang, text) for game in GAMES for lang, text in figure(game, "FORBIDDEN", {}).items()]
)
def test_a_word_of_the_lists_is_found(game: str, lang: str, text: str) -> None:
    assert any(word.search(text) for word in getattr(list_of(game), lang))
