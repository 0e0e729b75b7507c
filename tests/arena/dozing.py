"""Work for a pool that says when it begins and then takes its time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from qipai.core.data import Json


@dataclass(frozen=True)
class Folder:
    """Where every number that was begun leaves a file."""

    path: str

    def to_json(self) -> Json:
        return {"path": self.path}


def doze(spec: Json, number: int) -> Json:
    (Path(str(spec["path"])) / str(number)).touch()
    time.sleep(5)
    return {"number": number}
