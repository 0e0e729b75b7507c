"""A plot of a match: each agent's running mean with its 95 % interval. Plain SVG."""

from __future__ import annotations

import math
from html import escape

from qipai.arena.standings import Standing, Standings, student_975
from qipai.core.text import minus

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 48, 44
COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#7b4fa3")
POINTS = 200  # per line; more would not show


class Course:
    """(deals, mean, half-width of the interval), from the second deal on."""

    def __init__(self, standing: Standing) -> None:
        self.name = standing.name
        self.points: list[tuple[int, float, float]] = []
        values = standing.by_deal
        every = max(1, len(values) // POINTS)
        total = square = 0.0
        for n, value in enumerate(values, 1):
            total += value
            square += value * value
            if n > 1 and (n % every == 0 or n == len(values)):
                mean = total / n
                variance = max(0.0, (square - n * mean * mean) / (n - 1))
                self.points.append((n, mean, student_975(n - 1) * math.sqrt(variance / n)))


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers in between."""
    step = 10 ** math.floor(math.log10((high - low) / 4))
    for factor in (1, 2, 5, 10):
        if (high - low) / (step * factor) <= 6:
            step *= factor
            break
    first = math.ceil(low / step)
    return [k * step for k in range(first, math.floor(high / step) + 1)]


def svg(standings: Standings, title: str, deals_word: str) -> str:
    """The SVG text. The wide intervals of early points may extend beyond the frame."""
    courses = [Course(one) for one in standings.agents]
    last = max(2, standings.deals)
    settled = [point for course in courses for point in course.points if point[0] >= max(2, last // 10)]
    low = min([0.0, *(mean - reach for _, mean, reach in settled)])
    high = max([0.0, *(mean + reach for _, mean, reach in settled)])
    margin = 0.08 * (high - low) or 1.0
    low, high = low - margin, high + margin

    def x(deals: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * deals / last

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
        f'<clipPath id="frame"><rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"/>'
        "</clipPath>",
    ]
    for value in ticks(low, high):
        colour = "#444444" if abs(value) < 1e-9 else "#dddddd"
        out.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="{colour}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{minus(f"{value:+.4g}")}</text>')
    for value in ticks(0, last):
        out.append(f'<text x="{x(value):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:.0f}</text>')
    out.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{escape(deals_word)}</text>')
    for number, course in enumerate(courses):
        colour = COLOURS[number % len(COLOURS)]
        if course.points:
            upper = [f"{x(n):.1f} {y(mean + reach):.1f}" for n, mean, reach in course.points]
            lower = [f"{x(n):.1f} {y(mean - reach):.1f}" for n, mean, reach in reversed(course.points)]
            middle = [f"{x(n):.1f} {y(mean):.1f}" for n, mean, _ in course.points]
            out.append(f'<g clip-path="url(#frame)"><path d="M{"L".join(upper + lower)}Z" fill="{colour}" opacity="0.15"/>')
            out.append(f'<path d="M{"L".join(middle)}" fill="none" stroke="{colour}" stroke-width="2"/></g>')
        place = LEFT + 150 * number
        out.append(f'<rect x="{place}" y="33" width="10" height="10" fill="{colour}"/>')
        out.append(f'<text x="{place + 15}" y="42">{escape(course.name[:22])}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
