"""A mahjong table: discards in the middle, melds and won tiles before the seats, the viewer's hand at the bottom."""

from __future__ import annotations

from typing import Any

from qipai.core.text import Text, signed
from qipai.games.mahjong.sichuan_words import direction_words
from qipai.games.mahjong.svg_tiles import TILE, put_tile
from qipai.games.mahjong.tiles import NAMES, read_tiles
from qipai.games.mahjong.words import SUIT_NAMES
from qipai.svg.board import PLATE, PLATES, Board, relative_seat
from qipai.svg.lines import seat_names

RIVERS = [(382, 404), (545, 278), (382, 150), (219, 278)]
MELDS = [(24, 640), (756, 400), (590, 56), (16, 400)]
SMALL = 0.72
PER_ROW = 8


def tiles_of(text: str | None) -> list[str]:
    return [NAMES[tile] for tile in read_tiles(text or "") or []]


def draw(board: Board, view: Any, names: list[str] | None, lang: str, returns: list[int] | None) -> None:
    public, private = view.public(), view.private()
    called = seat_names(4, names, lang)
    below = max(view.seat, 0)
    acting = public["to_act"]
    if acting is None:  # in a window, only the seat itself knows that it is asked
        acting = [view.seat] if view.seat >= 0 and private["to_act"] else []
    for seat in range(4):
        place = relative_seat(4, seat, below)
        left = not public.get("in_play", [True] * 4)[seat]
        board.plate(PLATES[4][place], called[seat], about(public, seat, lang), acts=seat in acting, dim=left)
        river(board, public["rivers"][seat], RIVERS[place], public["last_discard"], seat)
        melds(board, public, seat, MELDS[place])
        x, y = PLATES[4][place]
        if seat == view.seat:
            continue
        shown, held = tiles_of(public["hands"][seat]), public["held"][seat]
        step = min(17, PLATE[0] / held)  # thirteen tiles stay on the table, too
        for k in range(held):
            face = shown[k] if k < len(shown) else None
            put_tile(board, face, x + step * (k - held / 2), y + (26 if place else -50), step / 34)
    declared = public.get("declared")
    if declared:  # an added kong that may yet be robbed lies in the middle
        put_tile(board, declared["tile"], 452, 240, 0.9)
    put_tile(board, None, 440, 300, 0.8)
    board.text(478, 325, f"× {public['wall_left']}", size=18, colour="#f4ead2")
    direction = public.get("direction")
    if direction is not None:
        board.text(480, 362, direction_words(direction, public["die"]).say(lang), size=13, colour="#b9cfc4", middle=True)
    if view.seat >= 0:
        hand(board, private, lang)


def about(public: Any, seat: int, lang: str) -> str:
    parts = [signed(public["scores"][seat])]
    missing = public["missing"][seat]
    left = not public.get("in_play", [True] * 4)[seat]
    if missing and not left:
        suit = SUIT_NAMES[missing]
        parts.append(Text(f"void suit: {suit.en}", f"缺{suit.zh}").say(lang))
    if public.get("chosen", [False] * 4)[seat]:
        parts.append(Text("has chosen", "选好了").say(lang))
    if seat == public["dealer"]:
        parts.append(Text("dealer", "庄").say(lang))
    if public["locked"][seat]:
        parts.append(Text("won", "已胡").say(lang))
    elif left:
        parts.append(Text("won and out", "已胡，下场").say(lang))
    return "  ".join(parts)


def river(board: Board, entries: Any, corner: tuple[int, int], last: Any, seat: int) -> None:
    """Discards in order; claimed ones are faded."""
    for k, entry in enumerate(entries):
        x = corner[0] + TILE[0] * SMALL * (k % PER_ROW)
        y = corner[1] + TILE[1] * SMALL * (k // PER_ROW)
        put_tile(board, entry["tile"], x, y, SMALL, faded=bool(entry["claim"] or entry["winners"]))
        if last is not None and last["seat"] == seat and k == len(entries) - 1:
            board.parts.append(
                f'<rect x="{x - 1:g}" y="{y - 1:g}" width="{TILE[0] * SMALL + 2:g}" height="{TILE[1] * SMALL:g}" rx="4" '
                'fill="none" stroke="#c9a45c" stroke-width="2.5"/>'
            )


def melds(board: Board, public: Any, seat: int, corner: tuple[int, int]) -> None:
    """Pungs and kongs, then the won tiles."""
    x, y = corner
    for meld in public["melds"][seat]:
        hidden = meld["kind"] == "kong_concealed"
        for k in range(3 if meld["kind"] == "peng" else 4):
            put_tile(board, None if hidden and k in (1, 2) else meld["tile"], x, y, 0.6)
            x += 20
        x += 8
    for entry in public["won"][seat]:
        if entry["tile"] is not None:
            put_tile(board, entry["tile"], x, y + 4, 0.5)
            x += 18


def hand(board: Board, private: Any, lang: str) -> None:
    """The viewer's tiles, with the one just drawn set apart; what it buried or swapped lies to the right."""
    held, drawn = tiles_of(private["hand"]), private["drawn"]
    if drawn is not None and drawn in held:
        held.remove(drawn)
        held.append(drawn)
    step = 42
    x = 480 - step * (len(held) + (drawn is not None) * 0.4) / 2
    for k, name in enumerate(held):
        gap = 14 if drawn is not None and k == len(held) - 1 else 0
        put_tile(board, name, x + step * k + gap, 602, 1.2)
    aside = [(Text("buried", "已埋"), private["buried"]), (Text("gave", "换出"), private.get("gave"))]
    shown = [(title, tiles_of(text)) for title, text in [*aside, (Text("got", "换进"), private.get("got"))] if text]
    for k, (title, names) in enumerate(shown):
        x = 792 + 76 * k
        board.text(x, 648, title.say(lang), size=12, colour="#b9cfc4")
        for at, name in enumerate(names):
            put_tile(board, name, x + 22 * at, 656, 0.6)
