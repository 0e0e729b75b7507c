"""What a client may read of the games: options, levels, rule books, words. All of it is data of the games themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from qipai.agents import levels
from qipai.core.data import Json
from qipai.core.errors import BadRecord
from qipai.core.game import Game
from qipai.core.registry import folders
from qipai.core.registry import game as find_game
from qipai.core.registry import games as all_games
from qipai.core.rules import Option, Rules
from qipai.core.rules import Options as RuleOptions
from qipai.core.text import Text
from qipai.server.refusal import Refused
from qipai.server.rooms.room_data import Clock, Options

LEVEL_TITLES = {
    "random": Text("Random", "随便出"),
    "easy": Text("Easy", "入门"),
    "normal": Text("Normal", "普通"),
    "hard": Text("Hard", "高手"),
    "master": Text("Master", "大师"),
}
PRESET_TITLES = {
    "default": Text("Standard rules", "常用规则"),
    "official": Text("Competition rules", "竞赛规则"),
}
ROOM_TITLES = {
    "clock": Text("Clock", "计时"),
    "claim_pause": Text("Pause after a discard (seconds)", "打牌后的停顿（秒）"),
    "pace": Text("Bot pace (seconds)", "电脑出牌间隔（秒）"),
    "grace": Text("Autopilot after disconnect (seconds)", "掉线多久后托管（秒）"),
    "quick_forced": Text("Forced moves at once", "没得选时立即出牌"),
    "deals": Text("Deals per match", "每场局数"),
    "watch": Text("Allow spectators", "允许旁观"),
    "coach": Text("Coach asks before costly moves (bots only)", "失误前提醒（只限人机）"),
    "takeback": Text("Takebacks (bots only)", "可以悔棋（只限人机）"),
    "watch_delay": Text("Spectator delay (steps)", "旁观延迟（步）"),
}
BY_RULES = Text("by the rules, or until the host ends it", "按规则，或由房主结束")
NO_CLOCK = Text("no clock", "不计时")
CLOCK = Text("{base:g} s per move + {bank:g} s reserve", "每步 {base:g} 秒 + {bank:g} 秒备用")
ON_OFF = {True: Text("on", "开"), False: Text("off", "关")}


def game_page(game: Game, name: str) -> str | None:
    for folder in folders(game):
        path = Path(folder) / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return None


def known_game(name: str) -> Game:
    """NOT_FOUND, where a path names the game."""
    if name not in all_games():
        raise Refused("NOT_FOUND")
    return find_game(name)


def game_json(name: str) -> Json:
    """One game as the lobby needs it."""
    game = find_game(name)
    options = game.options()
    return {
        "name": game.name,
        "title": game.title.to_json(),
        "words": game.summary.to_json(),
        "seats": game.seats(game.rules()),
        "teams": game.in_teams,
        "options": with_seats(game, options.schema()),
        "presets": [{"name": preset, "title": preset_title(options, preset).to_json()} for preset in options.presets],
        "levels": levels(name),
        "level_titles": {level: LEVEL_TITLES[level].to_json() for level in levels(name)},
    }


def with_seats(game: Game, options: dict[str, Any]) -> Json:
    """The schema with `seats` at each choice that changes their number, so that a form can ask for the right ones."""
    usual = game.seats(game.rules())
    for name, option in options["properties"].items():
        for choice in option.get("choices", ()):
            try:
                seats = game.seats(game.rules({name: choice["value"]}))
            except BadRecord:  # a value that goes only with others
                continue
            if seats != usual:
                choice["seats"] = seats
    return options


def preset_title(options: RuleOptions, name: str) -> Text:
    return options.titles.get(name) or PRESET_TITLES.get(name) or Text(name, name)


def book_json(name: str, lang: str, preset: str) -> Json:
    """The page for players, in Markdown: the preset's own, where it has one. NOT_FOUND."""
    game = known_game(name)
    if preset and preset not in game.options().presets:
        raise Refused("NOT_FOUND")
    text = game_page(game, f"book.{preset}.{lang}.md") or game_page(game, f"book.{lang}.md")
    if text is None:
        raise Refused("NOT_FOUND")
    return {"game": game.name, "lang": lang, "title": game.title.say(lang), "markdown": text}


def terms_json(name: str) -> list[Json]:
    """The words of a game, each explained in both languages. NOT_FOUND."""
    game = known_game(name)
    text = game_page(game, "terms.md") or ""
    out: list[Json] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 5 and cells[4][:1].isupper() and "-" in cells[4]:
            zh, en, words_zh, words_en, clause = cells
            out.append({"term": {"en": en, "zh": zh}, "words": {"en": words_en, "zh": words_zh}, "clause": clause})
    return out


def deck_json(name: str) -> Json:
    """What the numbers of a shuffled deck stand for, and how it is dealt, in words. NOT_FOUND."""
    game = known_game(name)
    page = game_page(game, "deck.md")
    if page is None:
        raise Refused("NOT_FOUND")
    en, zh, names = page.strip().split("\n\n")
    words = {"en": en.replace("\n", " "), "zh": zh.replace("\n", "")}
    return {"game": game.name, "names": names.strip("`").split(), "words": words}


def value_title(option: Option, value: object) -> Text:
    """A value in words, where the game has words for it."""
    for choice, title in option.choices.items():
        if choice == value and isinstance(choice, bool) == isinstance(value, bool):
            return title
    if isinstance(value, bool):
        return ON_OFF[value]
    return Text(str(value), str(value))


def options_in_force(game: Game, rules: Rules) -> list[Json]:
    """Every option of the game with its value; `differs` marks what is not as in the preset."""
    usual = game.rules({"preset": rules.preset}).options
    return [
        {
            "name": option.name,
            "title": option.title.to_json(),
            "value": rules.options[option.name],
            "value_title": value_title(option, rules.options[option.name]).to_json(),
            "default": usual[option.name],
            "default_title": value_title(option, usual[option.name]).to_json(),
            "differs": rules.options[option.name] != usual[option.name],
            "clause": option.clause,
        }
        for option in game.options().options
    ]


def room_options_in_force(options: Options) -> list[Json]:
    """The same for how the room is kept."""
    usual = Options()
    out = []
    for name, title in ROOM_TITLES.items():
        value, default = getattr(options, name), getattr(usual, name)
        out.append(
            {
                "name": name,
                "title": title.to_json(),
                "value": {"base": value.base, "bank": value.bank} if isinstance(value, Clock) else value,
                "value_title": (BY_RULES if name == "deals" and not value else room_value_title(value)).to_json(),
                "default": default,
                "default_title": (BY_RULES if name == "deals" else room_value_title(default)).to_json(),
                "differs": value != default,
                "clause": None,
            }
        )
    return out


def room_value_title(value: Clock | float | bool | None) -> Text:
    if value is None:
        return NO_CLOCK
    if isinstance(value, bool):
        return ON_OFF[value]
    if isinstance(value, Clock):
        words = {"base": value.base, "bank": value.bank}
        return Text(CLOCK.en.format(**words), CLOCK.zh.format(**words))
    return Text(f"{value:g}", f"{value:g}")
