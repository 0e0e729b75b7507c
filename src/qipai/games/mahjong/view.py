"""The public and private parts of a view as JSON (chapters 12 and 33).

`MahjongState.seen_by` removes what a seat does not know, so nothing hidden can leak from here. Schema: view.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from qipai.core.data import Json
from qipai.games.mahjong.actions import buried_tiles
from qipai.games.mahjong.events import WIN
from qipai.games.mahjong.ledger import ANSWER_NAMES, DIRECTION_NAMES, events_of, rivers_of, suits_text, tile_or_none, win_of
from qipai.games.mahjong.melds import (
    KIND_NAMES,
    KONG_CONCEALED,
    meld_at,
    meld_feeder,
    meld_kind,
    meld_tile,
)
from qipai.games.mahjong.notation import write_move
from qipai.games.mahjong.patterns import pattern_fans
from qipai.games.mahjong.position import (
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_MISSING,
    PHASE_NAMES,
    PHASE_SWAP,
    PHASE_TURN,
    UNBURIED,
)
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.shapes import PrivateDict
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import NAMES, NO_TILE, SUITS, unpack, write_tiles
from qipai.native import i64


def hand_text(state: MahjongState, seat: int) -> str:
    return write_tiles(unpack(state.counts(seat, 0), state.counts(seat, 1), state.counts(seat, 2)))


def buried_text(state: MahjongState, seat: int) -> str | None:
    return None if state.buried[seat] == UNBURIED else write_tiles(buried_tiles(state.buried[seat]))


def opening(state: MahjongState) -> bool:
    """Whether all seats still choose at once."""
    return state.phase in (PHASE_BURY, PHASE_SWAP, PHASE_MISSING)


def on_turn(state: MahjongState, seat: int) -> bool:
    """Whether the seat holds a tile more than the others; so does one whose kong may yet be robbed (M-35.2)."""
    return seat == state.turn and (state.phase == PHASE_TURN or (state.phase == PHASE_CLAIM and state.rob == 1))


def held_count(state: MahjongState, seat: int) -> int:
    """Tiles in a hand, from public information alone (M-16.2, M-35.2)."""
    if opening(state):
        return 14 if seat == state.dealer else 13
    return state.rules.hand_size - 3 * (state.melds[seat] & 7) + (1 if on_turn(state, seat) else 0)


def melds_json(melds: int) -> list[Json]:
    out: list[Json] = []
    for k in range(melds & 7):
        meld = meld_at(melds, k)
        kind = meld_kind(meld)
        feeder = None if kind == KONG_CONCEALED else meld_feeder(meld)
        out.append({"kind": KIND_NAMES[kind], "tile": NAMES[meld_tile(meld)], "from": feeder})
    return out


def won_json(log: list[int], seat: int, rules: MahjongRules) -> list[Json]:
    out: list[Json] = []
    for code in log:
        if code & 7 == WIN and (code >> 3) & 3 == seat:
            win = win_of(code, rules)
            won: Json = {
                "tile": NAMES[win.tile],
                "by": win.by,
                "from": win.feeder,
                "fan": win.fan,
                "patterns": pattern_fans(win.patterns, rules.sichuan),
            }
            out.append({**won, "points": win.points, "each": win.each} if rules.sichuan else won)
    return out


def public_json(known: MahjongState) -> Json:
    """What everybody may see (M-12.1): not who is asked in a window, nor who has buried or answered (M-12.3)."""
    over = known.phase == PHASE_FINISHED
    log = known.log if over else known.log_for(-1)
    rules = known.rules
    revealed = not opening(known)
    hands: list[object] = [None, None, None, None]
    for seat in range(4):
        if over or (rules.show_locked_hands and known.has_won(seat)):
            tiles = unpack(known.counts(seat, 0), known.counts(seat, 1), known.counts(seat, 2))
            if on_turn(known, seat) and known.drawn != NO_TILE:
                tiles.remove(known.drawn)
            hands[seat] = write_tiles(tiles)
    out: Json = {
        "game": "mahjong",
        "version": known.version(),
        "phase": PHASE_NAMES[known.phase],
        "dealer": known.dealer,
        "turn": known.turn if known.phase in (PHASE_TURN, PHASE_CLAIM) else None,
        "to_act": ([known.turn] if known.phase == PHASE_TURN else ([] if over else None)),
        "missing": suits_text(known.missing) if revealed else [None, None, None, None],
        "held": [held_count(known, seat) for seat in range(4)],
        "melds": [melds_json(known.melds[seat]) for seat in range(4)],
        "rivers": rivers_of(log, rules),
        "last_discard": discard_json(known),
        "won": [won_json(log, seat, rules) for seat in range(4)],
        "locked": [known.is_locked(seat) for seat in range(4)],
        "wall_left": known.wall_left(),
        "scores": [before + paid for before, paid in zip(known.base, known.paid, strict=True)],
        "returns": list(known.paid),
        "hands": hands,
        "buried": [buried_text(known, seat) if over and not rules.sichuan else None for seat in range(4)],
        "absent": write_tiles(unpack(known.absent[0], known.absent[1], known.absent[2])),
        "events": events_of(log, rules),
    }
    return {**out, **sichuan_json(known)} if rules.sichuan else out


def sichuan_json(known: MahjongState) -> Json:
    """What the Sichuan family adds (M-33.2)."""
    claim = known.phase == PHASE_CLAIM
    choosing = opening(known)
    swapped = known.rules.swap and known.phase != PHASE_SWAP
    shown = known.phase == PHASE_FINISHED and known.rules.swap
    return {
        "window": ("rob" if known.rob else "discard") if claim else None,
        "declared": {"seat": known.turn, "tile": NAMES[known.tile]} if claim and known.rob else None,
        "in_play": [not (known.gone >> seat) & 1 for seat in range(4)],
        "chosen": [choosing and not (known.waiting >> seat) & 1 for seat in range(4)],
        "direction": DIRECTION_NAMES[known.swap_direction()] if swapped else None,
        "die": known.die or None,
        "swaps": [buried_text(known, seat) if shown else None for seat in range(4)],
    }


def discard_json(known: MahjongState) -> Json | None:
    """The discard that may be claimed now."""
    if known.phase != PHASE_CLAIM or known.rob:
        return None
    return {"seat": known.turn, "tile": NAMES[known.tile]}


def private_json(known: MahjongState, seat: i64) -> Mapping[str, object]:
    """What only this seat knows (M-12.2, M-33.3)."""
    if seat < 0:
        return {}
    return sichuan_own_json(known, seat) if known.rules.sichuan else own_json(known, seat)


def own_json(known: MahjongState, seat: i64) -> PrivateDict:
    answer = known.answer_of(seat)
    over = known.phase == PHASE_FINISHED
    return {
        "seat": seat,
        "hand": hand_text(known, seat),
        "drawn": tile_or_none(known.drawn) if seat == known.turn and not over else None,
        "buried": None if known.rules.sichuan else buried_text(known, seat),
        "to_act": seat == known.turn if known.phase == PHASE_TURN else (known.waiting >> seat) & 1 == 1,
        "legal": [write_move(action) for action in known.legal(seat)],
        "answer": None if answer < 0 else ANSWER_NAMES[answer],
        "given_up": known.bar_of(seat),
        "fourteenth": tile_or_none(known.fourteenth) if seat == known.dealer else None,
    }


def sichuan_own_json(known: MahjongState, seat: i64) -> PrivateDict:
    """A plain win has no fan, so nothing given up is null."""
    rules = known.rules
    bar = known.bar_of(seat)
    got = None
    if rules.swap and known.phase != PHASE_SWAP:
        got = buried_text(known, (seat - known.swap_direction()) & 3)
    declared = not opening(known) or (known.phase == PHASE_MISSING and not (known.waiting >> seat) & 1)
    return {
        **own_json(known, seat),
        "given_up": bar - 1 if bar else None,
        "gave": buried_text(known, seat),
        "got": got,
        "suit": SUITS[known.missing_suit(seat)] if declared else None,
    }


def view_json(view: MahjongView) -> Json:
    known = view.known
    return {
        "game": "mahjong",
        "seat": view.seat,
        "rules": known.rules.to_json(),
        "public": public_json(known),
        "private": private_json(known, view.seat),
        "events": events_of(known.log, known.rules),
    }
