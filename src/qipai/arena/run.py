"""Runs a match. It can be stopped at any time and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from qipai.arena.backends import Backend
from qipai.arena.match import Match
from qipai.arena.standings import Standings
from qipai.core.data import Json
from qipai.core.errors import BadRecord
from qipai.core.text import Text

FORMAT = "qipai-arena/1"


class ResultsFile:
    """The results on disk: a line for the match, then one per deal. A truncated line is played again."""

    def __init__(self, path: str | None, match: Match) -> None:
        self.path = Path(path) if path else None
        self.results: dict[int, Json] = {}
        if self.path is None:
            return
        header = {"format": FORMAT, "match": match.to_json()}
        lines = self.path.read_text(encoding="utf-8").split("\n") if self.path.exists() else []
        if lines and lines[0] and parse_line(lines[0]) != json.loads(json.dumps(header)):
            reason = Text(f"{path} holds the results of another match", f"{path} 里是另一场比赛的结果")
            raise BadRecord("BAD_RECORD", reason=reason)
        for line in lines[1:]:
            result = parse_line(line)
            if result is not None and isinstance(result.get("number"), int) and "agents" in result:
                self.results[int(str(result["number"]))] = result
        whole = [json.dumps(header), *(json.dumps(self.results[n]) for n in sorted(self.results))]
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.write_text("\n".join(whole) + "\n", encoding="utf-8")
        fresh.replace(self.path)

    def add(self, result: Json) -> None:
        self.results[int(str(result["number"]))] = result
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")


def parse_line(line: str) -> Json | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def run(
    match: Match,
    deals: int,
    backend: Backend,
    *,
    bar: float | None = 0.0,
    kept: str | None = None,
    watch: Callable[[Standings], None] = lambda standings: None,
) -> Standings:
    """Plays up to `deals` deals, fewer if it becomes clear on which side of `bar` the first agent is (None: never fewer).

    Results count in the order of their numbers, not of their arrival: the same match gives the same standings on every
    backend and ends at the same deal.
    """
    store = ResultsFile(kept, match)
    standings = Standings(match)

    def numbers() -> Iterator[int]:
        for number in range(deals):
            if number not in store.results:
                yield number

    def count() -> bool:
        """Adds the next results in order; True when the match is decided."""
        while standings.deals < deals and standings.deals in store.results:
            standings.add(store.results[standings.deals])
            watch(standings)
            if bar is not None and standings.is_clear(bar):
                return True
        return standings.deals >= deals

    if count():
        return standings
    for result in backend(match, numbers()):
        store.add(result)
        if count():
            break
    return standings
