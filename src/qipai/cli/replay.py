"""`qipai replay`: a record move by move, as a spectator saw it, then with everything open if the deal is over."""

from __future__ import annotations

from qipai.cli import words
from qipai.cli.errors import CommandError
from qipai.cli.log import Log, with_name
from qipai.cli.output import Output, plain
from qipai.cli.play import score_line
from qipai.cli.seats import WATCHING
from qipai.core.data import Json
from qipai.core.record import deals_of, read_record
from qipai.core.record import replay as replay_record
from qipai.core.table import Table
from qipai.core.text import Line, Span


def replay(out: Output, file: str, step: bool, only: int | None) -> int:
    record = read_record(file)
    whole = replay_record(record)  # first, so that a wrong record is refused before anything is shown
    deals = deals_of(record)
    if only is not None and not 1 <= only <= len(deals):
        raise CommandError("BAD_USAGE", words.NO_DEAL, count=len(deals), given=only)
    names = player_names(record, whole.seats)
    top: Json = {key: record[key] for key in ("format", "game", "rules", "meta") if key in record}
    for index, deal in enumerate(deals):
        if only is not None and only != index + 1:
            continue
        before: list[Json] = [*deals[:index], {key: value for key, value in deal.items() if key not in ("moves", "returns")}]
        table = replay_record({**top, "deals": before})
        if not show_deal(out, table, whole, index, names, step and out.asks):
            break
    return 0


def player_names(record: Json, seats: int) -> list[str]:
    meta = record.get("meta")
    players = meta.get("players") if isinstance(meta, dict) else None
    if isinstance(players, list) and len(players) == seats and all(isinstance(name, str) and name for name in players):
        return players
    return [f"{seat}" for seat in range(seats)]


def show_deal(out: Output, table: Table, whole: Table, index: int, names: list[str], step: bool) -> bool:
    """One deal from its start; False if the reader quits."""
    game = table.game
    moves = whole.deals[index].moves
    heading = words.DEAL.say(out.lang).format(number=index + 1)
    out.heading(f"{heading} · {words.MOVE_COUNT.say(out.lang).format(count=len(moves))}")
    out.lines(game.words.screen(table.view(WATCHING), names, out.lang))
    out.data({"deal": index, "move": 0, "facts": table.facts()})
    opened: list[Line] = []
    hidden = False
    log = Log(table, WATCHING, names, out.lang)
    for number, (seat, text) in enumerate(moves, 1):
        before = table.view(WATCHING)
        known = with_name(names[seat], game.words.describe(table.view(seat), seat, text, names, out.lang), out.lang)
        opened.append(numbered(number, known))
        table.play(seat, text)
        seen = log.moved(table, before, seat, text)
        hidden = hidden or [plain(line) for line in seen] != [plain(known)]
        for line in seen:
            out.line(numbered(number, line))
        out.data({"deal": index, "move": number, "seat": seat, "text": text, "facts": table.facts()})
        if step:
            out.lines(game.words.screen(table.view(WATCHING), names, out.lang))
            if input(words.GO_ON.say(out.lang)).strip().lower() == "q":
                return False
    if not table.over:
        out.say(words.UNFINISHED, "gold")
        return True
    if not step:
        out.lines(game.words.screen(table.view(WATCHING), names, out.lang))
    if hidden:
        out.blank()
        out.say(words.OPEN_MOVES, "bold")
        out.lines(opened)
    out.heading(words.SETTLED.say(out.lang))
    out.lines(game.words.explain(table.facts(), names, out.lang))
    out.line(score_line(table, names, out.lang))
    return True


def numbered(number: int, description: Line) -> Line:
    return [Span(f"{number:>3}. ", "dim"), *description]
