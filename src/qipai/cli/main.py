"""The entry point: picks command, language and output, and prints every error as one line.

No postponed annotations here: typer reads the commands' annotations, whose texts depend on the language.
"""

import os
import sys
from typing import TYPE_CHECKING, Annotated

from qipai.cli import puzzles_app, words
from qipai.cli.errors import FAILED, CommandError, report
from qipai.core.errors import QipaiError
from qipai.core.text import LANGUAGES, Text, language
from qipai.version import VERSION

if TYPE_CHECKING:
    import typer

    from qipai.cli.output import Output

INTERRUPTED = 130


def requested_language(args: list[str]) -> str:
    """The value of --lang, wherever it is; help and usage errors need it before the command line is parsed."""
    for index, arg in enumerate(args):
        if arg.startswith("--lang="):
            return arg.removeprefix("--lang=")
        if arg == "--lang" and index + 1 < len(args):
            return args[index + 1]
    return ""


def output(lang: str, as_json: bool) -> "Output":
    """The output of one command; `lang` is empty if none was requested."""
    from qipai.cli.output import Output

    if lang and lang not in LANGUAGES:
        raise CommandError("BAD_USAGE", words.BAD_LANG, given=lang)
    return Output(language(lang), as_json)


def build(lang: str, requested: str) -> "typer.Typer":
    """The command line in one language. Each command loads its module when called."""
    import typer

    def say(text: Text) -> str:
        return text.say(lang)

    app = typer.Typer(
        name="qipai",
        help=say(words.ABOUT),
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich" if sys.stdout.isatty() else None,
    )
    Lang = Annotated[str, typer.Option("--lang", help=say(words.OPT_LANG), metavar="zh|en")]  # noqa: N806
    AsJson = Annotated[bool, typer.Option("--json", help=say(words.OPT_JSON))]  # noqa: N806
    GameName = Annotated[str, typer.Argument(metavar="GAME", help=say(words.ARG_GAME))]  # noqa: N806
    FileName = Annotated[str, typer.Argument(metavar="FILE", help=say(words.ARG_FILE))]  # noqa: N806

    def show_version(wanted: bool) -> None:
        if wanted:
            print(f"qipai {VERSION}")
            raise typer.Exit

    @app.callback()
    def top(
        version: Annotated[
            bool, typer.Option("--version", help=say(words.OPT_VERSION), callback=show_version, is_eager=True)
        ] = False,
        lang: Lang = "",
    ) -> None:
        pass

    @app.command(help=say(words.HELP_PLAY))
    def play(
        game: GameName,
        seed: Annotated[str | None, typer.Option(help=say(words.OPT_SEED), metavar="HEX")] = None,
        rules: Annotated[str | None, typer.Option(help=say(words.OPT_RULES))] = None,
        seat: Annotated[int, typer.Option(help=say(words.OPT_SEAT))] = 0,
        name: Annotated[str | None, typer.Option(help=say(words.OPT_NAME))] = None,
        record: Annotated[str | None, typer.Option(help=say(words.OPT_RECORD), metavar="FILE")] = None,
        deals: Annotated[int | None, typer.Option(help=say(words.OPT_DEALS), min=1)] = None,
        level: Annotated[
            str, typer.Option(help=say(words.OPT_LEVEL), metavar="hints|random|easy|normal|hard|master")
        ] = "hints",
        watch: Annotated[bool, typer.Option("--watch", help=say(words.OPT_WATCH))] = False,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.play import play

        return play(output(lang or requested, as_json), game, seed, rules, None if watch else seat, name, record, deals, level)

    @app.command(help=say(words.HELP_REPLAY))
    def replay(
        file: FileName,
        step: Annotated[bool, typer.Option("--step", help=say(words.OPT_STEP))] = False,
        deal: Annotated[int | None, typer.Option(help=say(words.OPT_DEAL))] = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.replay import replay

        return replay(output(lang or requested, as_json), file, step, deal)

    @app.command(help=say(words.HELP_VERIFY))
    def verify(file: FileName, lang: Lang = "", as_json: AsJson = False) -> int:
        from qipai.cli.verify import verify

        return verify(output(lang or requested, as_json), file)

    @app.command(help=say(words.HELP_REVIEW))
    def review(
        files: Annotated[list[str], typer.Argument(metavar="FILE...", help=say(words.ARG_FILES))],
        effort: Annotated[str, typer.Option(help=say(words.OPT_EFFORT), metavar="quick|deep")] = "quick",
        seed: Annotated[int, typer.Option(help=say(words.OPT_REVIEW_SEED), min=0)] = 0,
        deal: Annotated[int | None, typer.Option(help=say(words.OPT_DEAL))] = None,
        everything: Annotated[bool, typer.Option("--all", help=say(words.OPT_ALL))] = False,
        html: Annotated[str | None, typer.Option(help=say(words.OPT_HTML), metavar="FILE")] = None,
        keep: Annotated[str | None, typer.Option(help=say(words.OPT_REVIEW_KEEP), metavar="FOLDER")] = None,
        player: Annotated[str | None, typer.Option(help=say(words.OPT_PLAYER), metavar="NAME")] = None,
        jobs: Annotated[int, typer.Option(help=say(words.OPT_JOBS), min=1)] = 1,
        backend: Annotated[str, typer.Option(help=say(words.OPT_BACKEND), metavar="local|ray")] = "local",
        address: Annotated[str | None, typer.Option(help=say(words.OPT_ADDRESS))] = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.review import review

        out = output(lang or requested, as_json)
        return review(out, files, effort, seed, deal, everything, html, keep, player, jobs, backend, address)

    @app.command(help=say(words.HELP_RULES))
    def rules(
        game: GameName,
        options: Annotated[bool, typer.Option("--options", help=say(words.OPT_OPTIONS))] = False,
        preset: Annotated[str | None, typer.Option(help=say(words.OPT_PRESET))] = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.rules import rules

        return rules(output(lang or requested, as_json), game, options, preset)

    @app.command(help=say(words.HELP_INFO))
    def info(lang: Lang = "", as_json: AsJson = False) -> int:
        from qipai.cli.info import info

        return info(output(lang or requested, as_json))

    @app.command(help=say(words.HELP_GAMES))
    def games(lang: Lang = "", as_json: AsJson = False) -> int:
        from qipai.cli.info import games

        return games(output(lang or requested, as_json))

    @app.command(help=say(words.HELP_ARENA))
    def arena(
        game: GameName,
        agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help=say(words.ARG_AGENTS))],
        deals: Annotated[int, typer.Option(help=say(words.OPT_ARENA_DEALS), min=1)] = 1000,
        jobs: Annotated[int, typer.Option(help=say(words.OPT_JOBS), min=1)] = 1,
        budget: Annotated[str, typer.Option(help=say(words.OPT_BUDGET), metavar="arena|play|device")] = "arena",
        seed: Annotated[str, typer.Option(help=say(words.OPT_SEED), metavar="HEX")] = "0" * 64,
        rules: Annotated[str | None, typer.Option(help=say(words.OPT_RULES))] = None,
        limit: Annotated[float, typer.Option(help=say(words.OPT_LIMIT), min=0.001)] = 10.0,
        bar: Annotated[float, typer.Option(help=say(words.OPT_BAR))] = 0.0,
        full: Annotated[bool, typer.Option("--full", help=say(words.OPT_FULL))] = False,
        kept: Annotated[str | None, typer.Option("--keep", help=say(words.OPT_KEEP), metavar="FILE")] = None,
        json_file: Annotated[str | None, typer.Option("--json", help=say(words.OPT_JSON_FILE), metavar="FILE")] = None,
        plot: Annotated[str | None, typer.Option(help=say(words.OPT_PLOT), metavar="FILE")] = None,
        backend: Annotated[str, typer.Option(help=say(words.OPT_BACKEND), metavar="local|ray")] = "local",
        address: Annotated[str | None, typer.Option(help=say(words.OPT_ADDRESS))] = None,
        lang: Lang = "",
    ) -> int:
        from qipai.cli.arena import arena

        out = output(lang or requested, json_file == "-")
        wanted_bar = None if full else bar
        return arena(
            out, game, agents, deals, jobs, budget, seed, rules, limit, wanted_bar, kept, json_file, plot, backend, address
        )

    @app.command(help=say(words.HELP_TRAIN))
    def train(
        game: GameName,
        folder: Annotated[str, typer.Option("--out", help=say(words.OPT_TRAIN_OUT), metavar="DIR")],
        hours: Annotated[float, typer.Option(help=say(words.OPT_HOURS), min=0.0)] = 1.0,
        rounds: Annotated[int | None, typer.Option(help=say(words.OPT_TRAIN_ROUNDS), min=1)] = None,
        positions: Annotated[int, typer.Option(help=say(words.OPT_POSITIONS), min=1)] = 200_000,
        seed: Annotated[int, typer.Option(help=say(words.OPT_TRAIN_SEED), min=0)] = 1,
        against: Annotated[str | None, typer.Option(help=say(words.OPT_AGAINST), metavar="LEVEL")] = None,
        jobs: Annotated[int, typer.Option(help=say(words.OPT_JOBS), min=1)] = 1,
        backend: Annotated[str, typer.Option(help=say(words.OPT_TRAIN_BACKEND), metavar="local|ray")] = "local",
        address: Annotated[str | None, typer.Option(help=say(words.OPT_ADDRESS))] = None,
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.train import train

        out = output(lang or requested, as_json)
        return train(out, game, folder, hours, rounds, positions, seed, against, jobs, backend, address)

    def spoken(chosen: str, as_json: bool) -> "Output":
        return output(chosen or requested, as_json)

    app.add_typer(puzzles_app.build(say, spoken), name="puzzles")

    @app.command(help=say(words.HELP_BOT))
    def bot(
        level: Annotated[str, typer.Option(help=say(words.OPT_BOT_LEVEL), metavar="random|easy|normal|hard|master")] = "normal",
        lang: Lang = "",
    ) -> int:
        from qipai.cli.bot import bot

        return bot(level)

    @app.command(help=say(words.HELP_BENCH))
    def bench(
        game: GameName,
        rounds: Annotated[int, typer.Option(help=say(words.OPT_ROUNDS), min=1)] = 10,
        seconds: Annotated[float, typer.Option(help=say(words.OPT_SECONDS), min=0.01)] = 0.2,
        peers: Annotated[bool, typer.Option(help=say(words.OPT_PEERS))] = True,
        out: Annotated[str, typer.Option(help=say(words.OPT_BENCH_OUT))] = "",
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.bench import bench

        return bench(output(lang or requested, as_json), game, rounds, seconds, peers, out)

    @app.command(help=say(words.HELP_SERVE))
    def serve(
        host: Annotated[str | None, typer.Option(help=say(words.OPT_HOST))] = None,
        port: Annotated[int, typer.Option(help=say(words.OPT_PORT), min=0, max=65535)] = 8000,
        lan: Annotated[bool, typer.Option("--lan", help=say(words.OPT_LAN))] = False,
        public_url: Annotated[str, typer.Option(help=say(words.OPT_PUBLIC_URL), metavar="URL", envvar="QIPAI_PUBLIC_URL")] = "",
        database: Annotated[
            str | None, typer.Option(help=say(words.OPT_DATABASE), metavar="URL", envvar="QIPAI_DATABASE")
        ] = None,
        open_browser: Annotated[bool, typer.Option("--open", help=say(words.OPT_OPEN))] = False,
        data: Annotated[str | None, typer.Option(help=say(words.OPT_DATA), metavar="FOLDER")] = None,
        open_metrics: Annotated[bool, typer.Option("--open-metrics", help=say(words.OPT_METRICS))] = False,
        trusted_proxies: Annotated[
            str, typer.Option(help=say(words.OPT_PROXIES), metavar="ADDRESSES", envvar="QIPAI_TRUSTED_PROXIES")
        ] = "",
        chat_words: Annotated[str, typer.Option(help=say(words.OPT_WORDS), metavar="FILE", envvar="QIPAI_CHAT_WORDS")] = "",
        watch_delay: Annotated[
            int, typer.Option(help=say(words.OPT_WATCH_DELAY), min=0, max=20, envvar="QIPAI_WATCH_DELAY")
        ] = 2,
        reviews_per_day: Annotated[
            int, typer.Option(help=say(words.OPT_REVIEWS_PER_DAY), min=0, max=100_000, envvar="QIPAI_REVIEWS_PER_DAY")
        ] = 50,
        site: Annotated[str, typer.Option(help=say(words.OPT_SITE), metavar="FOLDER", envvar="QIPAI_SITE")] = "",
        lang: Lang = "",
        as_json: AsJson = False,
    ) -> int:
        from qipai.cli.serve import serve

        out, talk = output(lang or requested, as_json), chat_words
        asked = (open_browser, data, open_metrics, trusted_proxies)
        return serve(out, host, port, lan, public_url, database, *asked, talk, watch_delay, reviews_per_day, site)

    @app.command(help=say(words.HELP_SCHEMA))
    def schema() -> int:
        from qipai.cli.schema import schema

        return schema()

    return app


def usage_error(problem: Exception) -> CommandError:
    """The parser's error, in our own words for the cases we know."""
    kind = type(problem).__name__
    parameter = getattr(problem, "param", None)
    name = getattr(parameter, "metavar", None) or getattr(parameter, "name", None) or ""
    if kind == "MissingParameter":
        text = words.MISSING
    elif kind == "NoSuchOption":
        text, name = words.NO_OPTION, str(getattr(problem, "option_name", ""))
    elif kind == "BadParameter" and name:
        text, name = words.BAD_VALUE, "/".join(getattr(parameter, "opts", [])) or str(name)
    else:
        message = str(getattr(problem, "format_message", lambda: problem)())
        if message.startswith("No such command "):
            text, name = words.NO_COMMAND, message.removeprefix("No such command ").split(".")[0].strip("'\"")
        else:
            text, name = words.BAD_LINE, message.rstrip(".")
    said = Text(*(words.USAGE.say(lang).format(message=text.say(lang).format(name=name)) for lang in LANGUAGES))
    return CommandError("BAD_USAGE", Text(said.en.replace("{", "{{"), said.zh.replace("{", "{{")))


def run(args: list[str]) -> int:
    """Runs one command line; returns the exit code."""
    requested = requested_language(args)
    lang = language(requested if requested in LANGUAGES else None)
    as_json = "--json" in args and "arena" not in args[:3]  # arena's --json takes a file
    if args == ["--version"]:
        print(f"qipai {VERSION}")
        return 0
    try:
        import typer

        command = typer.main.get_command(build(lang, requested))
        done = command.main(args=args, prog_name="qipai", standalone_mode=False)
        return done if isinstance(done, int) else 0
    except QipaiError as problem:
        report(problem, lang, as_json)
        return FAILED
    except KeyboardInterrupt:
        print(words.STOPPED.say(lang), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            print(getattr(problem, "message", ""))
            return FAILED
        if type(problem).__name__ == "Abort":
            return INTERRUPTED
        if not hasattr(problem, "format_message"):
            raise
        report(usage_error(problem), lang, as_json)
        return FAILED


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader stopped, as in `qipai rules … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)
