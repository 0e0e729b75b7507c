"""The commands below `qipai puzzles`.

No postponed annotations here: typer reads the commands' annotations, whose texts depend on the language.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from qipai.cli import puzzle_words as words
from qipai.cli import words as common
from qipai.core.text import Text

if TYPE_CHECKING:
    import typer

    from qipai.cli.output import Output


def build(say: Callable[[Text], str], output: Callable[[str, bool], "Output"]) -> "typer.Typer":
    import typer

    app = typer.Typer(help=say(words.HELP), no_args_is_help=True)
    Lang = Annotated[str, typer.Option("--lang", help=say(common.OPT_LANG), metavar="zh|en")]  # noqa: N806
    AsJson = Annotated[bool, typer.Option("--json", help=say(common.OPT_JSON))]  # noqa: N806
    GameName = Annotated[str, typer.Argument(metavar="GAME", help=say(common.ARG_GAME))]  # noqa: N806
    Theme = Annotated[str | None, typer.Option(help=say(words.OPT_THEME), metavar="THEME")]  # noqa: N806
    Difficulty = Annotated[int | None, typer.Option(help=say(words.OPT_DIFFICULTY))]  # noqa: N806
    Move = Annotated[str | None, typer.Option(help=say(words.OPT_MOVE), metavar="MOVE")]  # noqa: N806

    @app.command("list", help=say(words.HELP_LIST))
    def list_puzzles(
        game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=say(words.ARG_GAMES))] = None,
        theme: Theme = None,
        difficulty: Difficulty = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.puzzles import list_puzzles

        return list_puzzles(output(lang, as_json), game, theme, difficulty)

    @app.command(help=say(words.HELP_SHOW))
    def show(
        game: GameName,
        number: Annotated[str, typer.Argument(metavar="ID", help=say(words.ARG_ID))],
        answer: Annotated[bool, typer.Option("--answer", help=say(words.OPT_ANSWER))] = False,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.puzzles import show

        return show(output(lang, as_json), game, number, answer)

    @app.command(help=say(words.HELP_DAILY))
    def daily(
        game: GameName,
        date: Annotated[str | None, typer.Option(help=say(words.OPT_DATE), metavar="DATE")] = None,
        move: Move = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.puzzles import today

        return today(output(lang, as_json), game, date, move)

    @app.command(help=say(words.HELP_PLAY))
    def play(
        game: GameName,
        number: Annotated[str | None, typer.Argument(metavar="[ID]", help=say(words.ARG_ID))] = None,
        theme: Theme = None,
        difficulty: Difficulty = None,
        move: Move = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.puzzles import play

        return play(output(lang, as_json), game, number, theme, difficulty, move)

    @app.command(help=say(words.HELP_MAKE))
    def make(
        game: GameName,
        count: Annotated[int, typer.Option(help=say(words.OPT_COUNT), min=1)] = 100,
        seed: Annotated[int, typer.Option(help=say(words.OPT_SEED), min=0)] = 1,
        jobs: Annotated[int, typer.Option(help=say(common.OPT_JOBS), min=1)] = 1,
        keep: Annotated[str, typer.Option(help=say(words.OPT_KEEP), metavar="FOLDER")] = ".puzzles",
        out: Annotated[str | None, typer.Option(help=say(words.OPT_OUT), metavar="FILE")] = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.puzzles import make_puzzles

        return make_puzzles(output(lang, as_json), game, count, seed, keep, out, jobs)

    return app
