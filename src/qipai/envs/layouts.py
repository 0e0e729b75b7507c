"""The pages docs/envs/<game>.md, made from the layouts themselves: python -m qipai.envs.layouts docs/envs"""

from __future__ import annotations

import sys
from pathlib import Path

from qipai.core.registry import game as find_game
from qipai.envs import env_id
from qipai.envs.arrays import planes_of

GAMES = ("guandan", "mahjong", "xianqi")


def ranges(game: str, factored: bool) -> list[tuple[int, int, str, str]]:
    """Runs of numbers with the same first word: first, last, meaning of the first and of the last."""
    planes = planes_of(game)
    out: list[tuple[int, int, str, str]] = []
    run = ""
    for number in range(planes.factored if factored else planes.actions):
        text = planes.meaning(number, factored)
        kind = text.split(":")[0] if ":" in text else text.split(" ")[0]
        if out and kind == run:
            out[-1] = (out[-1][0], number, out[-1][2], text)
        else:
            out.append((number, number, text, text))
        run = kind
    return out


def page(game: str) -> str:
    """What an observation holds, row by row, and what the numbers of the action space mean."""
    planes = planes_of(game)
    module = sys.modules[type(planes).__module__]
    words = (module.__doc__ or "").strip().split("\n", 1)
    lines = [
        f"# {find_game(game).title.en}: observations and actions",
        "",
        "<!-- made by python -m qipai.envs.layouts docs/envs; a test holds it to the code -->",
        "",
        f"`{env_id(game)}`. {words[0]}",
        "",
        words[1].strip() if len(words) > 1 else "",
        "",
        f"## Observation: uint8 zeros and ones, shape ({planes.planes}, {planes.width})",
        "",
        "| rows | name | a one means |",
        "|---|---|---|",
    ]
    row = 0
    for field in planes.layout():
        last = row + field.rows - 1
        lines.append(f"| {row if last == row else f'{row}–{last}'} | `{field.name}` | {field.text} |")
        row += field.rows
    lines += [
        "",
        f"The kernel tells it in {planes.planes * planes.width // 8} bytes, row after row, the lowest bit of a byte first.",
        "",
    ]
    for factored in (False, True):
        size = planes.factored if factored else planes.actions
        if not size:
            continue
        lines += [
            f"## Actions{', factored' if factored else ''}: {size}",
            "",
            "| numbers | from | to |",
            "|---|---|---|",
        ]
        for first, last, low, high in ranges(game, factored):
            lines.append(f"| {first if first == last else f'{first}–{last}'} | {low} | {high if last > first else ''} |")
        lines.append("")
    lines += [
        "`qipai.envs.episode.number_of(game, state, seat, move)` turns a written move into its number(s), `move_of` a number "
        "into the move that it plays now, and `planes.meaning(number, factored)` tells any number in words.",
        "",
    ]
    return "\n".join(lines)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        (folder / f"{game}.md").write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
