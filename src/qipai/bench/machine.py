"""The machine on which a benchmark ran."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> dict[str, str]:
    """The processor and the system; no host or user names."""
    processor = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                processor = line.split(":", 1)[1].strip()
                break
    return {"processor": processor, "cores": str(os.cpu_count()), "system": f"{platform.system()} {platform.machine()}"}
