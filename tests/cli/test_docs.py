"""The examples of docs/records.md run, and docs/cli.md names what the commands print."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import qipai
from tests.cli.terminal import piped

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "records.md").read_text(encoding="utf-8")
CLI = (DOCS / "cli.md").read_text(encoding="utf-8")


def test_the_examples_of_the_page_on_records_hold() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 4
    example = doctest.DocTestParser().get_doctest(
        "".join(blocks), {"record": json.loads(text), "text": text}, "records.md", "records.md", 0
    )
    assert len(example.examples) > 15
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL, verbose=False)
    assert runner.run(example).failed == 0


def test_the_refusal_on_the_page_is_the_real_one() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    record = json.loads(text)
    record["deals"][0]["moves"][1] = [2, "pass"]
    try:
        qipai.replay(record)
        raise AssertionError("it was accepted")
    except qipai.BadRecord as refusal:
        told = str(refusal)
    assert told in PAGE


def test_the_page_on_the_command_line_names_every_key_and_event(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    seed = "5" * 64
    args = ("play", "highcard", "--seed", seed, "--record", str(path), "--json")
    lines = piped(games, *args, typed="h\nl\n99\n1\nu\n" + "1\n" * 9).stdout.splitlines()
    lines += piped(games, "replay", str(path), "--json").stdout.splitlines()
    for command in (["verify", str(path)], ["games"], ["info"], ["rules", "highcard"], ["play", "nosuch"]):
        lines += piped(games, *command, "--json").stdout.splitlines()
    events = set()
    for line in lines:
        told = json.loads(line)
        if "event" in told:
            events.add(told.pop("event"))
        for key in told:
            assert f"`{key}`" in CLI or f'"{key}"' in CLI, key
    assert events == {"deal", "ask", "move", "seen", "hint", "legal", "refused", "undone", "over", "end"}
    assert events <= set(re.findall(r"^\| `(\w+)` \|", CLI, re.MULTILINE))
