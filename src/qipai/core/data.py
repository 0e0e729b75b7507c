"""Plain data."""

from __future__ import annotations

Json = dict[str, object]
