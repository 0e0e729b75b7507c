"""The golden kinds of Xianqi that are no deals: settlements and comparisons (FORMAT)."""

from __future__ import annotations

from typing import Any

import qipai
from tests.golden_runner import UNKNOWN


def pure(case: dict[str, Any]) -> dict[str, Any] | None:
    if "play" in case:
        try:
            return {"beats": qipai.xianqi.beats(case["table"], case["play"])}
        except ValueError:
            return {"beats": "illegal"}
    if "pillars" in case:
        return qipai.xianqi.settlement(case["pillars"], case["relations"], case["rules"])
    return None


def observe(table: qipai.Table, key: str, wanted: Any) -> Any:
    return UNKNOWN
