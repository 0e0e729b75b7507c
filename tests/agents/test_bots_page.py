"""The Python of docs/bots.md runs."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT


def test_the_example_of_the_page_on_bots_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "docs/bots.md", "exec"), {})
    assert re.fullmatch(r"(play|cover|buckle|pass)\b.+\.\n", capsys.readouterr().out)
