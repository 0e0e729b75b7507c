"""Many records: the work on one of them, for any backend of the arena, and the summary over all."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.core.record import read_record
from qipai.core.shapes import BothLanguages
from qipai.review.run import review
from qipai.review.shapes import KindDict, ReviewDict, SeatDict
from qipai.review.split import THOUSAND, thousandths


@dataclass(frozen=True)
class Archive:
    """Record files and how to review them. `folder` keeps what has been judged; every worker must reach it and the files."""

    files: tuple[str, ...]
    effort: str
    seed: int
    deal: int | None = None
    folder: str | None = None

    def to_json(self) -> Json:
        """With whole paths: a worker may begin in another folder."""
        folder = None if self.folder is None else os.path.abspath(self.folder)
        files = [os.path.abspath(file) for file in self.files]
        return {"files": files, "effort": self.effort, "seed": self.seed, "deal": self.deal, "folder": folder}

    def checkpoint(self, file: str) -> Path | None:
        """A name of its own for every record, also for two of the same name in different folders."""
        if self.folder is None:
            return None
        place = sha256(str(Path(file).resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
        return Path(self.folder) / f"{Path(file).stem}-{place}.review"


def read_archive(spec: Json) -> Archive:
    return Archive(**{**spec, "files": tuple(spec["files"])})  # type: ignore[arg-type]


def review_number(spec: Json, number: int) -> Json:
    """The review of one file: {"number", "file", "review"}, or {"number", "file", "error"} if it can’t be reviewed."""
    archive = read_archive(spec)
    file = archive.files[number]
    out: Json = {"number": number, "file": file}
    try:
        checkpoint = archive.checkpoint(file)
        out["review"] = review(read_record(file), archive.effort, seed=archive.seed, deal=archive.deal, checkpoint=checkpoint)
    except QipaiError as problem:
        out["error"] = problem.to_json()
    return out


class PlayerSummary(TypedDict):
    """One player over all deals of a game; players without names are counted together, under an empty name."""

    player: str
    deals: int
    result: int
    deal: float
    others: float
    own: float
    lost: float
    accuracy: float | None
    grades: dict[str, int]
    kinds: dict[str, KindDict]


class GameSummary(TypedDict):
    """A game of the archive; players in the order in which they were met."""

    game: str
    deals: int
    kinds: dict[str, BothLanguages]
    players: list[PlayerSummary]


def summary(reviews: list[ReviewDict]) -> list[GameSummary]:
    """Where points were lost, by game, player and kind of decision; practice is not counted."""
    games: dict[str, GameSummary] = {}
    seats: dict[tuple[str, str], list[SeatDict]] = {}
    for one in reviews:
        found = games.setdefault(one["game"], {"game": one["game"], "deals": 0, "kinds": one["kinds"], "players": []})
        counted = [deal for deal in one["deals"] if deal["deal"] not in one["practice"]]
        found["deals"] += len(counted)
        for deal in counted:
            for seat in deal["seats"]:
                name = one["players"][seat["seat"]] if one["players"] is not None else ""
                seats.setdefault((one["game"], name), []).append(seat)
    for (game, name), played in seats.items():
        games[game]["players"].append(player_summary(name, played))
    return list(games.values())


def player_summary(name: str, played: list[SeatDict]) -> PlayerSummary:
    kinds: dict[str, KindDict] = {}
    grades: dict[str, int] = {}
    for seat in played:
        for grade, count in seat["grades"].items():
            grades[grade] = grades.get(grade, 0) + count
        for key, kind in seat["kinds"].items():
            total = kinds.setdefault(key, {"decisions": 0, "costly": 0, "lost": 0.0})
            total["decisions"] += kind["decisions"]
            total["costly"] += kind["costly"]
            total["lost"] = (thousandths(total["lost"]) + thousandths(kind["lost"])) / THOUSAND
    decided = [seat for seat in played if seat["accuracy"] is not None]
    decisions = sum(seat["decisions"] for seat in decided)
    exact = math.fsum(seat["decisions"] * (seat["accuracy"] or 0.0) for seat in decided)
    return {
        "player": name,
        "deals": len(played),
        "result": sum(seat["result"] for seat in played),
        "deal": sum(thousandths(seat["deal"]) for seat in played) / THOUSAND,
        "others": sum(thousandths(seat["others"]) for seat in played) / THOUSAND,
        "own": sum(thousandths(seat["own"]) for seat in played) / THOUSAND,
        "lost": sum(thousandths(seat["lost"]) for seat in played) / THOUSAND,
        "accuracy": round(exact / decisions, 1) if decisions else None,
        "grades": grades,
        "kinds": dict(sorted(kinds.items(), key=lambda item: (-item[1]["lost"], item[0]))),
    }
