"""Token buckets by address, person or socket."""

from __future__ import annotations

import time

KEPT = 20_000  # buckets; full ones are forgotten first


class Bucket:
    """So many tokens a second, saved up to a burst."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True


class Buckets:
    """One bucket per key."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.kept: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        bucket = self.kept.get(key)
        if bucket is None:
            if len(self.kept) >= KEPT:
                self.forget()
            bucket = self.kept[key] = Bucket(self.rate, self.burst)
        return bucket.take()

    def forget(self) -> None:
        now = time.monotonic()
        full = [key for key, b in self.kept.items() if b.tokens + (now - b.at) * b.rate >= b.burst]
        for key in full or list(self.kept)[: KEPT // 2]:
            del self.kept[key]
