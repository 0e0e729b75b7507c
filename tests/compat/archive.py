"""Results that stay with the project: `python -m tests.compat.archive` packs .cache/strength/ into benchmarks/strength/.

Long matches take hours of one machine. What was played by the sources and weights of this clone is packed there, a file a
match; strength, ladder and exploit go on from those files wherever the same version is checked out. The files name no
place of this machine, and times have three digits. Matches that this version no longer plays are removed. The weights of
exploiters that played them are there as well, since learning those again takes long.
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from typing import Any

import qipai
from tests.compat import panel
from tests.compat.panel import anywhere, archived, place_free, playing_now, say
from tests.compat.reference import COMMIT


def short(ms: float) -> float:
    """A time with three digits."""
    return float(f"{ms:.3g}")


def portable(line: str) -> str | None:
    """A line of results as every clone would write it; None for one that was cut off."""
    try:
        found: dict[str, Any] = json.loads(line)
    except ValueError:
        return None
    if "match" in found:
        told = {**found, "match": anywhere(found["match"])}
    else:
        agents = {place_free(name): {**one, "ms": [short(ms) for ms in one["ms"]]} for name, one in found["agents"].items()}
        told = {**found, "agents": agents}
    return json.dumps(told, separators=(",", ":"))


def pack(path: Path) -> Path:
    """The file of a kept match in the archive; its times are those of the machine that played."""
    lines = [told for line in path.read_text(encoding="utf-8").splitlines() if (told := portable(line)) is not None]
    return put(path, ("\n".join(lines) + "\n").encode())


def put(path: Path, data: bytes) -> Path:
    """Data under the name of a kept file in the archive."""
    place = archived(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(place.name + ".new")
    fresh.write_bytes(lzma.compress(data, preset=9))
    fresh.replace(place)
    return place


def exploiters() -> set[str]:
    """The names of the weights that play in archived matches of exploiters."""
    names = (path.name.split("-") for path in panel.ARCHIVE.glob("*-exploit-*.jsonl.xz"))
    return {f"{words[0]}-{words[words.index('exploit') + 1]}.weights" for words in names}


def current() -> set[str]:
    """What names of kept matches have in them that this version plays, or the panel alone."""
    return {*map(playing_now, qipai.games()), COMMIT, *panel.NEWER.values()}


def belongs(path: Path, players: set[str]) -> bool:
    return any(part in players for part in path.name.split(".jsonl")[0].split("-"))


def main() -> int:
    players = current()
    for path in sorted(panel.CACHE.glob("*.jsonl")):
        if belongs(path, players):
            place = pack(path)
            say(f"{place.relative_to(panel.ROOT)}: {place.stat().st_size / 1000:.0f} kB")
    for place in sorted(panel.ARCHIVE.glob("*.jsonl.xz")):
        if not belongs(place, players):
            place.unlink()
            say(f"{place.relative_to(panel.ROOT)}: removed, played by another version")
    wanted = exploiters()
    for name in sorted(wanted):
        if (panel.CACHE / name).is_file():
            put(panel.CACHE / name, (panel.CACHE / name).read_bytes())
    for place in sorted(panel.ARCHIVE.glob("*.weights.xz")):
        if place.stem not in wanted:
            place.unlink()
            say(f"{place.relative_to(panel.ROOT)}: removed, no match is kept of it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
