"""What has been judged so far, in a file: an interrupted review resumes, and ends the same."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import cast

from qipai.core.data import Json
from qipai.review.shapes import DecisionDict
from qipai.version import VERSION

FORMAT = "qipai-review-part/1"


def key_of(record: object, effort: Json, seed: int) -> str:
    """Everything that a review depends on."""
    told = json.dumps([VERSION, record, effort, seed], sort_keys=True, ensure_ascii=False, default=str)
    return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


class Checkpoint:
    """One file for one review. Anything else in it, or half of it, counts as nothing."""

    def __init__(self, path: str | Path | None, key: str) -> None:
        self.path = Path(path) if path is not None else None
        self.key = key
        self.found: dict[str, DecisionDict] = {}
        if self.path is not None and self.path.exists():
            self.found = self.read(self.path)

    def read(self, path: Path) -> dict[str, DecisionDict]:
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(kept, dict) or kept.get("format") != FORMAT or kept.get("key") != self.key:
            return {}
        decisions = kept.get("decisions")
        return cast(dict[str, DecisionDict], decisions) if isinstance(decisions, dict) else {}

    def get(self, deal: int, move: int) -> DecisionDict | None:
        return self.found.get(f"{deal}:{move}")

    def put(self, deal: int, decision: DecisionDict) -> None:
        """Written beside the file and then put in its place: there is always a whole one."""
        self.found[f"{deal}:{decision['move']}"] = decision
        if self.path is None:
            return
        fresh = self.path.with_name(self.path.name + ".new")
        told = {"format": FORMAT, "key": self.key, "decisions": self.found}
        fresh.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
        os.replace(fresh, self.path)
