"""The pages docs/envs/, made from the encoders themselves: python -m qipai.envs.layouts docs/envs"""

from __future__ import annotations

import sys
from pathlib import Path

from qipai.core.default_observation import DEFAULT_ENCODER
from qipai.core.observation import Encoder
from qipai.core.registry import game as find_game
from qipai.core.registry import own_games, part
from qipai.envs import env_id
from qipai.envs.arrays import encoder_of
from qipai.envs.openspiel_info import info_of

MADE = "<!-- made by python -m qipai.envs.layouts docs/envs; a test compares it with the code -->"


def ranges(encoder: Encoder, factored: bool) -> list[tuple[int, int, str, str]]:
    """Runs of numbers with the same first word: first, last, meaning of the first and of the last."""
    out: list[tuple[int, int, str, str]] = []
    run = ""
    for number in range(encoder.factored if factored else encoder.actions):
        text = encoder.meaning(number, factored)
        kind = text.split(":")[0] if ":" in text else text.split(" ")[0]
        if out and kind == run:
            out[-1] = (out[-1][0], number, out[-1][2], text)
        else:
            out.append((number, number, text, text))
        run = kind
    return out


def described(encoder: Encoder) -> tuple[str, str]:
    """The first line of the docstring in the encoder's module, and the rest."""
    first, _, rest = (sys.modules[type(encoder).__module__].__doc__ or "").strip().partition("\n")
    return first, rest.strip()


def page(game: str) -> str:
    """What an observation holds, row by row, and what the numbers of the action space mean."""
    encoder = encoder_of(game)
    first, rest = described(encoder)
    lines = [
        f"# {find_game(game).title.en}: observations and actions",
        "",
        MADE,
        "",
        f"`{env_id(game)}`. {first}",
        "",
        rest,
        "",
        f"## Observation: uint8 zeros and ones, shape ({encoder.rows}, {encoder.columns})",
        "",
        "| rows | name | a one means |",
        "|---|---|---|",
    ]
    row = 0
    for field in encoder.layout():
        last = row + field.rows - 1
        lines.append(f"| {row if last == row else f'{row}–{last}'} | `{field.name}` | {field.text} |")
        row += field.rows
    lines += [
        "",
        f"The kernel writes it as {encoder.rows * encoder.columns // 8} bytes, row after row, the lowest bit of a byte first.",
        "",
    ]
    for factored in (False, True):
        size = encoder.factored if factored else encoder.actions
        if not size:
            continue
        lines += [
            f"## Actions{', factored' if factored else ''}: {size}",
            "",
            "| numbers | from | to |",
            "|---|---|---|",
        ]
        for start, last, low, high in ranges(encoder, factored):
            lines.append(f"| {start if start == last else f'{start}–{last}'} | {low} | {high if last > start else ''} |")
        lines.append("")
    lines += [
        "`qipai.envs.episode.number_of(game, state, seat, move)` gives the number or numbers of a written move, `move_of` the "
        "move that a number stands for now, and `encoder.meaning(number, factored)` the meaning of any number.",
        "",
        "## OpenSpiel",
        "",
        limits(game),
        "",
    ]
    return "\n".join(lines)


def limits(game: str) -> str:
    """What OpenSpiel knows about the game in advance."""
    found = find_game(game)
    rules, info = found.rules(None), info_of(found)
    recall = f"the observation and `{info.recall_name}` {info.recall_shape}" if info.recall_shape else "none"
    return (
        f"`qipai_{game}`, by the default rules: at most {info.max_decisions(rules):,} decisions and "
        f"{info.max_points(rules):,.0f} points either way. Information state tensor: {recall}."
    )


def documented_games() -> list[str]:
    """The games of this package that bring an encoder."""
    return [game for game in sorted(own_games()) if part(find_game(game), "observation") is not None]


def index() -> str:
    """All these games at a glance."""
    lines = [
        "# Observations and actions",
        "",
        MADE,
        "",
        "| game | id | observation | actions | factored actions |",
        "|---|---|---|---|---|",
    ]
    for game in documented_games():
        encoder = encoder_of(game)
        shape = f"{encoder.rows} × {encoder.columns}"
        title = find_game(game).title.en
        lines.append(f"| [{title}]({game}.md) | `{env_id(game)}` | {shape} | {encoder.actions} | {encoder.factored or ''} |")
    default = DEFAULT_ENCODER
    size = f"{default.rows} × {default.columns} bits, {default.actions} actions"
    lines += [
        "",
        f"A game that brings no encoder gets the default one: {size}.",
        "",
        described(default)[1],
        "",
    ]
    return "\n".join(lines)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text(index(), encoding="utf-8")
    for game in documented_games():
        (folder / f"{game}.md").write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
