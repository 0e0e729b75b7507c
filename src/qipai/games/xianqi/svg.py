"""A Xianqi table: pillars before the seats, the running round in the middle, the last one small, the hand at the bottom."""

from __future__ import annotations

from typing import Any

from qipai.core.text import Text, signed
from qipai.games.xianqi.pieces import NAMES as PIECES
from qipai.games.xianqi.svg_pieces import put_piece
from qipai.svg.board import PLATES, Board
from qipai.svg.lines import seat_names

SPOTS = [(480, 440), (620, 300), (340, 300)]  # a seat's place in the running round
PILLARS = [(594, 694), (846, 116), (100, 116)]


def pieces_of(counts: dict[str, int]) -> list[str]:
    return [name for name in PIECES for _ in range(counts.get(name, 0))]


def draw(board: Board, view: Any, names: list[str] | None, lang: str, returns: list[int] | None) -> None:
    public, private = view.public(), view.private()
    players = public["players"]
    seats = len(players)
    called = seat_names(seats, names, lang)
    below = max(view.seat, 0)
    playing = [seat for seat in range(seats) if seat != public["head_seat"]]
    if below not in playing:
        below = playing[0]
    ring = playing[playing.index(below) :] + playing[: playing.index(below)]
    turn, reveal = public["turn"], public["reveal"]
    for place, seat in enumerate(ring):
        player = players[seat]
        words = Text(f"{player['hand_count']} in hand", f"手里 {player['hand_count']} 张").say(lang)
        pillars = "1 pillar" if player["captured_pillar_count"] == 1 else f"{player['captured_pillar_count']} pillars"
        words += Text(f", {pillars}", f"　{player['captured_pillar_count']} 柱").say(lang)
        if reveal["active_revealer_seat"] == seat:
            words += Text(", last to reveal", "　上次掀棋").say(lang)
        if returns is not None:
            words += f"  {signed(returns[seat])}"
        board.plate(PLATES[3][place], called[seat], words, acts=turn["current_seat"] == seat)
        x, y = PILLARS[place]
        for k in range(player["captured_pillar_count"]):
            put_piece(board, None, x - 14, y - 9 * k, 0.5)
        if seat != view.seat:
            spot = PLATES[3][place]
            for k in range(player["hand_count"]):
                put_piece(board, None, spot[0] - 13 * player["hand_count"] + 26 * k, spot[1] + (32 if place else -68), 0.56)
    if public["head_seat"] is not None:
        head = public["head_seat"]
        words = Text("sitting out", "抱头").say(lang) + ("" if returns is None else f"  {signed(returns[head])}")
        board.plate((480, 70), called[head], words, dim=True)
    for play in turn["plays"]:
        lay(board, play, SPOTS[ring.index(play["seat"])], 1.4)
    groups = public["pillar_groups"]
    if groups:
        last = groups[-1]
        board.text(24, 560, Text("last round", "上一回合").say(lang), size=13, colour="#b9cfc4")
        for row, play in enumerate(last["plays"]):
            mark = " ●" if play["seat"] == last["winner_seat"] else ""
            board.text(24, 590 + 34 * row, called[play["seat"]] + mark, size=12)
            lay(board, play, (150, 586 + 34 * row), 0.6, False)
    if view.seat in playing:
        hand = pieces_of(private["hand"])
        for k, name in enumerate(hand):
            put_piece(board, name, 480 - 31 * len(hand) + 62 * k, 582, 1.25)
        covered = pieces_of(private["covered"])
        for k, name in enumerate(covered):
            put_piece(board, name, 800 + 24 * (k % 6), 560 + 24 * (k // 6), 0.5)
        if covered:
            board.text(800, 550, Text("your discards", "你垫的棋").say(lang), size=12, colour="#b9cfc4")


def lay(board: Board, play: Any, spot: tuple[float, float], scale: float, centred: bool = True) -> None:
    """What one seat played in a round; covers show their backs."""
    shown = pieces_of(play["cards"]) if "cards" in play else [None] * play["covered_count"]
    step = 50 * scale
    x = spot[0] - step * len(shown) / 2 if centred else spot[0]
    for k, name in enumerate(shown):
        put_piece(board, name, x + step * k, spot[1] - 23 * scale, scale)
