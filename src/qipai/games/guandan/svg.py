"""A Guandan table: each seat's last play of the trick, the levels in the middle, the viewer's hand at the bottom."""

from __future__ import annotations

from typing import Any

from qipai.core.text import Text, signed
from qipai.games.guandan.cards import NAMES, RANKS, parse
from qipai.games.guandan.svg_cards import CARD, put_card
from qipai.games.guandan.words import PLACES, level_words
from qipai.svg.board import PLATES, Board, relative_seat
from qipai.svg.lines import seat_names

SPOTS = [(480, 452), (668, 318), (480, 172), (292, 318)]


def sorted_cards(text: str, level: int) -> list[str]:
    """Strongest first, as players hold a hand."""
    kinds = sorted(parse(text), key=lambda kind: (-power(kind, level), kind))
    return [NAMES[kind] for kind in kinds]


def power(kind: int, level: int) -> int:
    """The order in a hand: jokers, the level, then the ranks (G-2)."""
    if kind >= 52:
        return kind
    return 13 if kind // 4 == level else kind // 4


def draw(board: Board, view: Any, names: list[str] | None, lang: str, returns: list[int] | None) -> None:
    public, private = view.public(), view.private()
    called = seat_names(4, names, lang)
    below = max(view.seat, 0)
    level = RANKS.index(public["level"])
    wild = public["wildcard"]
    for seat in range(4):
        place = relative_seat(4, seat, below)
        words = Text(f"{public['counts'][seat]} left", f"剩 {public['counts'][seat]} 张").say(lang)
        if seat in public["order"]:
            words = PLACES[public["order"].index(seat)].say(lang)
        if returns is not None:
            words += f"  {signed(returns[seat])}"
        board.plate(PLATES[4][place], called[seat], words, acts=seat in view.seats_to_act())
        if seat != view.seat and public["counts"][seat]:
            spot = PLATES[4][place]
            for k in range(min(5, public["counts"][seat])):
                put_card(board, None, spot[0] - 30 + 8 * k, spot[1] + (26 if place == 2 else -58), 0.5)
        answer(board, public, seat, SPOTS[place], lang, wild)
    own, other = public["levels"][below % 2], public["levels"][1 - below % 2]
    board.text(
        480,
        300,
        Text(f"level {level_words(level)}", f"打{level_words(level)}").say(lang),
        size=20,
        colour="#c9a45c",
        middle=True,
    )
    board.text(480, 326, f"{own} : {other}", size=15, middle=True)
    put_card(board, wild, 466, 336, 0.62, True)
    tribute(board, public, called)
    if view.seat >= 0:
        hand = sorted_cards(private["hand"], level)
        step = min(30.0, 800 / max(1, len(hand)))
        x = 480 - (step * (len(hand) - 1) + CARD[0] * 1.25) / 2
        for k, name in enumerate(hand):
            put_card(board, name, x + step * k, 566, 1.25, name == wild)


def answer(board: Board, public: Any, seat: int, spot: tuple[int, int], lang: str, wild: str) -> None:
    """What a seat played last in the running trick, or that it passed."""
    plays = [move for other, move in public["trick"] if other == seat]
    if not plays:
        return
    if plays[-1] == "pass":
        board.text(spot[0], spot[1] + 6, Text("pass", "不要").say(lang), size=15, colour="#b9cfc4", middle=True)
        return
    cards = [NAMES[kind] for kind in parse(plays[-1].removeprefix("play ").split(" as ")[0])]
    step = 22
    x = spot[0] - (step * (len(cards) - 1) + CARD[0] * 0.9) / 2
    for k, name in enumerate(cards):
        put_card(board, name, x + step * k, spot[1] - 28, 0.9, name == wild)


def tribute(board: Board, public: Any, called: list[str]) -> None:
    """Cards paid and returned, small, on the left."""
    if public["tribute"] is None:
        return
    rows = [(entry, "→") for entry in public["tribute"]["paid"]] + [(entry, "↩") for entry in public["tribute"]["returned"]]
    for row, (entry, arrow) in enumerate(rows):
        giver, taker, name = entry[0], entry[1], entry[2]
        words = f"{called[giver]} {arrow} {called[taker]}"
        board.text(24, 74 + 40 * row, words, size=12, colour="#b9cfc4")
        put_card(board, name, 150, 54 + 40 * row, 0.5)
