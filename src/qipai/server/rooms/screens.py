"""A table in words, for clients that have no drawing of a game. What it looks like is what `qipai play` shows."""

from __future__ import annotations

import msgspec

from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.record import deals_of, replay
from qipai.core.state import SPECTATOR, View
from qipai.core.text import LANGUAGES
from qipai.server.accounts.player import Player
from qipai.server.refusal import Refused
from qipai.server.rooms.frames import names_of, text
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.replays import names_in

Lines = list[list[list[str]]]  # lines of [text, style], as in a settlement


def drawn(game: Game, view: View, names: list[str], lang: str) -> Lines:
    return [[[span.text, span.style] for span in line] for line in game.words.screen(view, names, lang)]


def screen_of(live: LiveRoom, me: Player | None) -> Json:
    """The table as the caller's seat or a spectator sees it, and the legal moves."""
    seat = None if me is None else live.room.seat_of(me.id)
    moment = live.moment_of(None if me is None else me.id)
    state = moment.state
    if state is None:
        return {"version": moment.wire, "lines": {lang: [] for lang in LANGUAGES}, "moves": []}
    game, names = moment.room.game, names_of(moment.room)
    view = state.view(SPECTATOR if seat is None else seat)

    def words(move: str) -> dict[str, str]:
        return {lang: text(game.words.describe(view, view.seat, move, names, lang)) or move for lang in LANGUAGES}

    legal = [] if seat is None else live.frames().legal(view)
    moves = [{"move": move, "words": words(move)} for move in legal]
    return {"version": moment.wire, "lines": {lang: drawn(game, view, names, lang) for lang in LANGUAGES}, "moves": moves}


def screens_of(record: Json, number: int, seat: int, lang: str, max_moves: int) -> Json:
    """BAD_RECORD when the record lies anywhere, NO_RECORD when it has no such deal or seat."""
    whole = replay(record, max_moves=max_moves)
    deals = deals_of(record)
    if not 0 <= number < len(deals) or not 0 <= seat < whole.seats:
        raise Refused("NO_RECORD")
    bare = {key: value for key, value in deals[number].items() if key not in ("moves", "returns")}
    top: Json = {key: record[key] for key in ("format", "game", "rules", "meta") if key in record}
    table = replay({**top, "deals": [*deals[:number], bare]})
    names = names_in(record, whole.seats)
    steps = [drawn(table.game, table.view(seat), names, lang)]
    for mover, move in whole.deals[number].moves:
        table.play(mover, move)
        steps.append(drawn(table.game, table.view(seat), names, lang))
    return {"steps": steps}


def screens_bytes(record: Json, number: int, seat: int, lang: str, moves: int) -> bytes:
    """Runs in a worker, which can be ended when it takes too long."""
    return msgspec.json.encode(screens_of(record, number, seat, lang, moves))
