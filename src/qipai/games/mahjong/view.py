"""The public and private parts of a view as JSON (chapter 12).

`MahjongState.seen_by` removes what a seat does not know, so nothing hidden can leak from here. Schema: view.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from qipai.core.data import Json
from qipai.games.mahjong.actions import buried_tiles
from qipai.games.mahjong.events import WIN
from qipai.games.mahjong.ledger import ANSWER_NAMES, events_of, rivers_of, suits_text, tile_or_none, win_of
from qipai.games.mahjong.melds import (
    KIND_NAMES,
    KONG_CONCEALED,
    meld_at,
    meld_feeder,
    meld_kind,
    meld_tile,
)
from qipai.games.mahjong.notation import write_move
from qipai.games.mahjong.position import (
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_NAMES,
    PHASE_TURN,
    UNBURIED,
)
from qipai.games.mahjong.scoring import pattern_fans
from qipai.games.mahjong.shapes import PrivateDict
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import NAMES, NO_TILE, unpack, write_tiles
from qipai.native import i64


def hand_text(state: MahjongState, seat: int) -> str:
    return write_tiles(unpack(state.counts(seat, 0), state.counts(seat, 1), state.counts(seat, 2)))


def buried_text(state: MahjongState, seat: int) -> str | None:
    return None if state.buried[seat] == UNBURIED else write_tiles(buried_tiles(state.buried[seat]))


def held_count(state: MahjongState, seat: int) -> int:
    """Tiles in a hand, from public information alone (M-16.2)."""
    if state.phase == PHASE_BURY:
        return 14 if seat == state.dealer else 13
    on_turn = state.phase == PHASE_TURN and seat == state.turn
    return 10 - 3 * (state.melds[seat] & 3) + (1 if on_turn else 0)


def melds_json(melds: int) -> list[Json]:
    out: list[Json] = []
    for k in range(melds & 3):
        meld = meld_at(melds, k)
        kind = meld_kind(meld)
        feeder = None if kind == KONG_CONCEALED else meld_feeder(meld)
        out.append({"kind": KIND_NAMES[kind], "tile": NAMES[meld_tile(meld)], "from": feeder})
    return out


def won_json(log: list[int], seat: int) -> list[Json]:
    out: list[Json] = []
    for code in log:
        if code & 7 == WIN and (code >> 3) & 3 == seat:
            win = win_of(code)
            out.append(
                {
                    "tile": NAMES[win.tile],
                    "by": win.by,
                    "from": win.feeder,
                    "fan": win.fan,
                    "patterns": pattern_fans(win.patterns),
                }
            )
    return out


def public_json(known: MahjongState) -> Json:
    """What everybody may see (M-12.1): not who is asked in a window, nor who has buried or answered (M-12.3)."""
    over = known.phase == PHASE_FINISHED
    log = known.log if over else known.log_for(-1)
    revealed = known.phase != PHASE_BURY
    hands: list[object] = [None, None, None, None]
    for seat in range(4):
        if over or (known.rules.show_locked_hands and known.is_locked(seat)):
            tiles = unpack(known.counts(seat, 0), known.counts(seat, 1), known.counts(seat, 2))
            if known.phase == PHASE_TURN and seat == known.turn and known.drawn != NO_TILE:
                tiles.remove(known.drawn)
            hands[seat] = write_tiles(tiles)
    return {
        "game": "mahjong",
        "version": known.version(),
        "phase": PHASE_NAMES[known.phase],
        "dealer": known.dealer,
        "turn": known.turn if known.phase in (PHASE_TURN, PHASE_CLAIM) else None,
        "to_act": ([known.turn] if known.phase == PHASE_TURN else ([] if over else None)),
        "missing": suits_text(known.missing) if revealed else [None, None, None, None],
        "held": [held_count(known, seat) for seat in range(4)],
        "melds": [melds_json(known.melds[seat]) for seat in range(4)],
        "rivers": rivers_of(log),
        "last_discard": discard_json(known),
        "won": [won_json(log, seat) for seat in range(4)],
        "locked": [known.is_locked(seat) for seat in range(4)],
        "wall_left": known.wall_left(),
        "scores": [before + paid for before, paid in zip(known.base, known.paid, strict=True)],
        "returns": list(known.paid),
        "hands": hands,
        "buried": [buried_text(known, seat) if over else None for seat in range(4)],
        "absent": write_tiles(unpack(known.absent[0], known.absent[1], known.absent[2])),
        "events": events_of(log),
    }


def discard_json(known: MahjongState) -> Json | None:
    """The discard that may be claimed now."""
    if known.phase != PHASE_CLAIM:
        return None
    return {"seat": known.turn, "tile": NAMES[known.tile]}


def private_json(known: MahjongState, seat: i64) -> Mapping[str, object]:
    """What only this seat knows (M-12.2)."""
    return own_json(known, seat) if seat >= 0 else {}


def own_json(known: MahjongState, seat: i64) -> PrivateDict:
    answer = known.answer_of(seat)
    over = known.phase == PHASE_FINISHED
    return {
        "seat": seat,
        "hand": hand_text(known, seat),
        "drawn": tile_or_none(known.drawn) if seat == known.turn and not over else None,
        "buried": buried_text(known, seat),
        "to_act": seat == known.turn if known.phase == PHASE_TURN else (known.waiting >> seat) & 1 == 1,
        "legal": [write_move(action) for action in known.legal(seat)],
        "answer": None if answer < 0 else ANSWER_NAMES[answer],
        "given_up": known.bar_of(seat),
        "fourteenth": tile_or_none(known.fourteenth) if seat == known.dealer else None,
    }


def view_json(view: MahjongView) -> Json:
    known = view.known
    return {
        "game": "mahjong",
        "seat": view.seat,
        "rules": known.rules.to_json(),
        "public": public_json(known),
        "private": private_json(known, view.seat),
        "events": events_of(known.log),
    }
