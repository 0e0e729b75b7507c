"""The examples run: training resumes, and the notebook's cells work."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The training script, with fewer deals side by side."""
    spec = importlib.util.spec_from_file_location("train_xianqi", EXAMPLES / "train_xianqi.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "DEALS", 32)
    monkeypatch.setattr(module, "BATCH", 256)
    return module


def test_training_resumes(script: Any, tmp_path: Path) -> None:
    first = script.train(tmp_path, 6, every=3, test_deals=12)
    assert [step for step, _, _ in first] == [0, 3, 6]
    again = script.train(tmp_path, 9, every=3, test_deals=12)
    assert [(step, round(mean, 3)) for step, mean, _ in again[:3]] == [(step, round(mean, 3)) for step, mean, _ in first]
    assert again[-1][0] == 9
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    assert script.train(tmp_path, 9, every=3, test_deals=12)[-1][0] == 9


def test_the_player_learns(script: Any, tmp_path: Path) -> None:
    """A short run already plays much better than it began; a full one (docs/research.md) beats random clearly."""
    curve = script.train(tmp_path, 250, every=250, test_deals=180)
    (_, before, _), (_, after, error) = curve[0], curve[-1]
    assert after > before + 4 * error


def test_an_update_lowers_the_error(script: Any) -> None:
    player = script.Player(20, 5)
    draw = np.random.default_rng(1)
    seen, actions = draw.random((64, 20)).astype(np.float32), draw.integers(5, size=64)
    targets = (seen[:, 0] - seen[:, 1] * (actions == 2)).astype(np.float32)
    errors = [player.learn(seen, actions, targets) for _ in range(150)]
    assert errors[-1] < errors[0] / 4


@pytest.mark.interpreted
def test_the_notebook_runs(tmp_path: Path) -> None:
    """Its code cells, one after the other, in a fresh process, at small counts."""
    cells = json.loads((EXAMPLES / "train_xianqi.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(EXAMPLES.parent / "src"), str(EXAMPLES)]),
        "QIPAI_EXAMPLE_STEPS": "4",
        "QIPAI_EXAMPLE_DEALS": "12",
        "QIPAI_EXAMPLE_FOLDER": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=EXAMPLES, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "player.npz").exists()
