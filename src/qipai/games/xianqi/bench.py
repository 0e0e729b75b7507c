"""Xianqi's speed goal; it has no figures of its own."""

from __future__ import annotations

SPEED_GOAL = 8.0  # vector stepping by the driven play of the nearest peer
