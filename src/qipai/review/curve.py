"""The curve of expected points over a deal, as SVG and as a line of blocks for a terminal."""

from __future__ import annotations

from html import escape

from qipai.core.text import signed
from qipai.review.shapes import DealReviewDict, SeatDict

WIDTH, HEIGHT = 760, 240
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 14, 10
COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#7b4fa3")
BLOCKS = "▁▂▃▄▅▆▇█"


def span_of(deal: DealReviewDict) -> tuple[float, float]:
    """The lowest and the highest point of all curves, zero among them."""
    values = [point[1] for seat in deal["seats"] for point in seat["curve"]]
    return min(0.0, *values), max(0.0, *values)


def at_move(seat: SeatDict, move: float) -> float:
    """What a seat expected after a number of moves of the deal; before its first decision, what it expected there."""
    value = seat["curve"][0][1]
    for moves, points in seat["curve"]:
        if moves > move:
            break
        value = points
    return value


def blocks(seat: SeatDict, moves: int, low: float, high: float, width: int) -> str:
    """The curve as one line of text."""
    out = []
    for column in range(width):
        share = (at_move(seat, moves * (column + 1) / width) - low) / ((high - low) or 1.0)
        out.append(BLOCKS[min(len(BLOCKS) - 1, int(share * len(BLOCKS)))])
    return "".join(out)


def colour_of(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def curve_svg(deal: DealReviewDict, title: str, lang: str) -> str:
    """Steps for each seat, with a dot on every costly move."""
    low, high = span_of(deal)
    last = max(1, deal["moves"])

    def x(move: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * move / last

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / ((high - low) or 1.0)

    out = [
        f'<svg class="curve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
    ]
    for value in sorted({low, 0.0, high}):
        out.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="currentColor" opacity="0.25"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{signed(value, 1)}</text>')
    for seat in deal["seats"]:
        colour = colour_of(seat["seat"])
        steps = [f"M{x(0):.1f} {y(seat['curve'][0][1]):.1f}"]
        steps += [f"H{x(move):.1f}V{y(points):.1f}" for move, points in seat["curve"]]
        out.append(f'<path d="{"".join(steps)}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for decision in deal["decisions"]:
        if decision["counted"]:
            place = f'cx="{x(decision["move"] + 1):.1f}" cy="{y(decision["values"][decision["seat"]]):.1f}"'
            colour = colour_of(decision["seat"])
            told = decision["said"]["zh"] if lang == "zh" else decision["said"]["en"]
            out.append(f'<circle {place} r="5" fill="{colour}"><title>{escape(told)}</title></circle>')
    return "\n".join([*out, "</svg>"])
