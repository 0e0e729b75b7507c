"""Recorded deals, one match of three deals for each preset: `python -m tests.guandan.test_playthroughs` rewrites them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR
from qipai.games.guandan.view import SINCE_2
from tests.clauses import clause
from tests.guandan.deals import finish_deal

FOLDER = Path(__file__).parent / "playthroughs"
PRESETS = ("official", "seed-002", "seed-003")


def played(preset: str) -> qipai.Table:
    table = qipai.Table("guandan", rules={"preset": preset}, seed=("5e" if preset == "official" else "6f") * 32)
    rng = FastRng(len(preset))
    for deal in range(3):
        if deal:
            table.next_deal()
        finish_deal(table, rng)
    return table


def expected(table: qipai.Table) -> dict[str, object]:
    """As version 0.1.0 wrote it: keys that came later are left out."""
    later = {key for part, key in SINCE_2 if part == "public"}
    return {
        "record": table.record(),
        "digest": table.state.digest(),
        "public": {key: value for key, value in table.view(SPECTATOR).public().items() if key not in later},
        "facts": table.facts(),
    }


@clause("G-13.1", "G-13.2", "G-15.8")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_recorded_match_is_played_again_to_the_letter(preset: str) -> None:
    golden = json.loads((FOLDER / f"{preset}.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(expected(played(preset)))) == golden
    assert json.loads(json.dumps(expected(qipai.replay(golden["record"])))) == golden
    assert len(golden["record"]["deals"]) == 3


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for preset in PRESETS:
        text = json.dumps(expected(played(preset)), ensure_ascii=False, separators=(",", ":"))
        (FOLDER / f"{preset}.json").write_text(text.replace('],["', '],\n["').replace("]],", "]],\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
