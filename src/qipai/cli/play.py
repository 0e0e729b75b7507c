"""`qipai play`: a person at a table, opponents in the other seats, deal after deal."""

from __future__ import annotations

import contextlib
import re
import signal
import sys
from datetime import UTC, datetime

from qipai.cli import menu, record_file, words
from qipai.cli.errors import CommandError
from qipai.cli.log import Log, with_name
from qipai.cli.output import Output, plain
from qipai.cli.rules import book, parse_rules
from qipai.cli.seats import WATCHING, Opponents, check_seat, seat_names
from qipai.core.errors import QipaiError
from qipai.core.game import Game
from qipai.core.registry import game as find_game
from qipai.core.state import View
from qipai.core.table import Table
from qipai.core.text import Line, Span, Text, minus, signed

HINTS = 5
COMMANDS = {
    "h": "h", "hint": "h", "提示": "h",
    "r": "r", "rules": "r", "规则": "r",
    "u": "u", "undo": "u", "撤回": "u", "悔棋": "u",
    "l": "l", "list": "l", "出法": "l", "走法": "l",
    "q": "q", "quit": "q", "exit": "q", "退出": "q",
    "?": "?", "？": "?", "help": "?", "帮助": "?",
}  # fmt: skip


class Leave(Exception):
    """The player leaves: quit, eof or interrupted."""


def play(
    out: Output,
    name: str,
    seed: str | None,
    rules: str | None,
    seat: int | None,
    own_name: str | None,
    record: str | None,
    deals: int | None,
    level: str,
) -> int:
    game = find_game(name)
    checked = game.rules(parse_rules(rules, game))
    me = check_seat(seat, game.seats(checked))
    if record is not None:
        record_file.check_writable(record)
    if seed is not None and not re.fullmatch("[0-9a-fA-F]{64}", seed):
        raise CommandError("BAD_USAGE", words.BAD_SEED)
    table = Table(game, checked, seed)
    assert table.match_seed is not None
    opponents = Opponents(game, level, int.from_bytes(table.match_seed, "big"))
    names = seat_names(table.seats, me, out.lang, own_name)
    table.meta = {"players": names, "started": datetime.now(UTC).isoformat(timespec="seconds")}
    if deals is None and (me == WATCHING or not out.asks):
        deals = 1  # nobody can say when to stop
    return Session(out, table, me, names, opponents, record, deals).run()


class Session:
    """One session. `table` is replaced when the player undoes a move."""

    def __init__(
        self,
        out: Output,
        table: Table,
        me: int,
        names: list[str],
        opponents: Opponents,
        record: str | None,
        deals: int | None,
    ) -> None:
        self.out = out
        self.table = table
        self.game: Game = table.game
        self.me = me
        self.names = names
        self.opponents = opponents
        self.record = record
        self.deals = deals
        self.asked_at: list[int] = []  # move counts at the player's decisions in this deal
        self.log = Log(table, me, names, out.lang)

    # the session
    def run(self) -> int:
        out = self.out
        out.say(words.WELCOME, "title", title=self.game.title.say(out.lang), words=self.game.summary.say(out.lang))
        reason = "done"
        try:
            while True:
                self.play_deal()
                self.settle_deal()
                if self.deals is not None and self.table.deal_index + 1 >= self.deals:
                    break
                if self.table.match_over:
                    break
                if (
                    out.asks
                    and self.me != WATCHING
                    and self.read(words.NEXT_DEAL.say(out.lang)).strip().lower() in ("q", "退出")
                ):
                    break
                self.table.next_deal()
        except Leave as leaving:
            reason = str(leaving)
            if reason == "eof":
                out.say(words.INPUT_ENDED, "dim")
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not lose the record
            reason = "interrupted"
            out.blank()
        if reason in ("done", "quit"):
            self.offer_record()
        self.save(tell=True)
        out.say(words.BYE, "dim")
        out.data({"event": "end", "reason": reason, "record": self.record})
        return 0

    def offer_record(self) -> None:
        """Asks an interactive player for a file name if none was given."""
        if self.record is not None or not self.out.asks or self.me == WATCHING or not self.table.deals[0].moves:
            return
        while True:
            try:
                path = self.read(words.KEEP.say(self.out.lang)).strip()
                if path:
                    record_file.check_writable(path)
                    self.record = path
                return
            except CommandError as problem:
                self.out.line([Span(problem.say(self.out.lang), "bad")])
            except (Leave, KeyboardInterrupt):
                self.out.blank()
                return

    def save(self, tell: bool) -> None:
        if self.record is not None:
            record_file.save(self.table, self.record)
            if tell:
                self.out.say(words.SAVED if self.table.over else words.SAVED_RUNNING, path=self.record)

    # one deal
    def play_deal(self) -> None:
        table = self.table
        self.asked_at = []
        self.log = Log(table, self.me, self.names, self.out.lang)
        self.out.heading(words.DEAL.say(self.out.lang).format(number=table.deal_index + 1))
        self.out.data(
            {
                "event": "deal",
                "deal": table.deal_index,
                "game": table.game_name,
                "rules": table.rules,
                "seat": self.me,
                "players": self.names,
                "scores": table.scores,
            }
        )
        if self.me == WATCHING:
            self.draw(table.view(WATCHING))
        while not self.table.over:
            acting = self.table.to_act
            if self.me in acting:
                self.decide()
            else:
                seat = acting[0]
                self.make(seat, self.opponents.choose(self.table.view(seat), self.table.canonical(seat)))

    def make(self, seat: int, move: str | int, forced: bool = False) -> None:
        """Plays a move and prints what the player may know of it."""
        table = self.table
        before = table.view(self.me)
        text = table.play(seat, move) if isinstance(move, str) else table.play_action(seat, move)
        if seat == self.me:
            description = self.game.words.describe(before, seat, text, self.names, self.out.lang)
            self.out.data({"event": "move", "seat": seat, "move": text, "words": plain(description), "forced": forced})
            if not forced:
                self.out.line([Span("  "), *with_name(self.names[seat], description, self.out.lang)])
        for line in self.log.moved(table, before, seat, text):
            self.out.line([Span("  "), *line])
            self.out.data({"event": "seen", "words": plain(line)})

    def draw(self, view: View) -> None:
        self.out.blank()
        self.out.lines(self.game.words.screen(view, self.names, self.out.lang))

    # the player's decision
    def decide(self) -> None:
        table = self.table
        view = table.view(self.me)
        moves = list(table.canonical(self.me))
        if len(moves) == 1 and len(table.legal(self.me)) == 1:
            description = menu.entries(self.game, view, self.me, moves, self.names, self.out.lang)[0].words
            self.out.line([Span("  "), Span(words.FORCED.say(self.out.lang), "dim"), *description])
            self.make(self.me, moves[0], forced=True)
            return
        found = menu.entries(self.game, view, self.me, moves, self.names, self.out.lang)
        made = len(table.deals[-1].moves)
        self.asked_at = [*(n for n in self.asked_at if n < made), made]
        self.draw(view)
        menu.show_short(self.out, found)
        self.out.say(words.HOW, "dim")
        self.out.data(
            {
                "event": "ask",
                "seat": self.me,
                "version": table.version,
                "public": table.public(),
                "private": table.private(self.me),
                "legal": moves,
            }
        )
        hints_given = 0
        while True:
            text = " ".join(self.read(words.PROMPT.say(self.out.lang)).split())
            if not text:
                continue
            command, _, rest = text.partition(" ")
            command = COMMANDS.get(command.lower(), "") if not rest or command.lower() in ("l", "list", "出法", "走法") else ""
            if command == "q":
                raise Leave("quit")
            if command == "?":
                self.out.line([Span(words.HELP.say(self.out.lang))])
            elif command == "h":
                self.hint(view, hints_given)
                hints_given += 1
            elif command == "r":
                self.out.markdown(book(self.game, self.out.lang, self.table.rules_object.preset))
            elif command == "l":
                menu.show_all(self.out, found, rest, self.read if self.out.asks else None)
                self.out.data({"event": "legal", "legal": moves})
            elif command == "u":
                if self.undo():
                    return
            else:
                try:
                    action = menu.parse_input(self.game, table.state, self.me, text, found)
                except QipaiError as refusal:
                    self.out.line([Span(refusal.say(self.out.lang), "bad")])
                    self.out.data({"event": "refused", "error": refusal.to_json()})
                    continue
                self.make(self.me, action)
                return

    def hint(self, view: View, given: int) -> None:
        hints = self.game.advice.hints(view, HINTS)
        if not hints:
            self.out.say(words.NO_HINT)
            return
        chosen = hints[given % len(hints)]
        entry = menu.entries(self.game, view, self.me, [self.game.write(view, chosen.action)], self.names, self.out.lang)[0]
        start = words.HINT.say(self.out.lang).format(number=given % len(hints) + 1, count=len(hints))
        reason = chosen.reason.say(self.out.lang)
        self.out.line([Span(start, "gold"), *entry.words, Span(f"  {reason}", "dim")])
        self.out.data({"event": "hint", "move": entry.move, "reason": chosen.reason.to_json(), "score": chosen.score})

    def undo(self) -> bool:
        """Goes back to the player's previous decision in this deal."""
        earlier = self.asked_at[:-1]
        if not earlier:
            self.out.say(words.NOTHING_TO_UNDO, "bad")
            self.out.data({"event": "refused", "error": CommandError("NO_UNDO", words.NOTHING_TO_UNDO).to_json()})
            return False
        self.table.undo(len(self.table.deals[-1].moves) - earlier[-1])
        self.asked_at = earlier[:-1]
        self.log = Log(self.table, self.me, self.names, self.out.lang)
        self.out.say(words.UNDONE, "gold")
        self.out.data({"event": "undone", "moves": len(self.table.deals[-1].moves)})
        return True

    def read(self, prompt: str) -> str:
        """One line of input; raises Leave at the end of input. Prompts only on a terminal."""
        if self.out.asks:
            with contextlib.suppress(ImportError):  # line editing, if the platform has it
                import readline  # noqa: F401
            try:
                return input(prompt)
            except EOFError:
                self.out.blank()
                raise Leave("eof") from None
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise Leave("eof")
        return line

    # after the deal
    def settle_deal(self) -> None:
        table, out = self.table, self.out
        facts = table.facts()  # the deal is over, so nothing is hidden
        self.draw(table.view(self.me))
        out.heading(words.SETTLED.say(out.lang))
        out.lines(self.game.words.explain(facts, self.names, out.lang))
        out.line(score_line(table, self.names, out.lang))
        if table.match_over:
            out.say(words.MATCH_OVER, "title")
        out.data(
            {
                "event": "over",
                "deal": table.deal_index,
                "returns": table.returns,
                "scores": table.scores,
                "facts": facts,
                "match_over": table.match_over,
                "winner": table.winner,
            }
        )
        self.save(tell=False)


def score_line(table: Table, names: list[str], lang: str) -> Line:
    """Every seat's running total and its result in this deal."""
    line: Line = [Span(words.SCORES.say(lang), "bold")]
    for seat, (score, change) in enumerate(zip(table.scores, table.returns, strict=True)):
        style = "good" if change > 0 else "bad" if change < 0 else "dim"
        change_text = Text(f" ({signed(change)})", f"（{signed(change)}）").say(lang)
        line += [Span(f"{'  ' if seat else ''}{names[seat]} {minus(str(score))}"), Span(change_text, style)]
    return line
