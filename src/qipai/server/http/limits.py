"""Token buckets by address, person or socket."""

from __future__ import annotations

import ipaddress
import time

NETWORK = 4  # groups of an IPv6 address that count
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
        if not self.has():
            return False
        self.tokens -= 1.0
        return True

    def has(self) -> bool:
        """Whether there is one to take."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        return self.tokens >= 1.0


class Buckets:
    """One bucket per key."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.kept: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        return self.bucket(key).take()

    def has(self, key: str) -> bool:
        bucket = self.kept.get(key)
        return bucket is None or bucket.has()

    def bucket(self, key: str) -> Bucket:
        bucket = self.kept.get(key)
        if bucket is None:
            if len(self.kept) >= KEPT:
                self.forget()
            bucket = self.kept[key] = Bucket(self.rate, self.burst)
        return bucket

    def forget(self) -> None:
        now = time.monotonic()
        full = [key for key, b in self.kept.items() if b.tokens + (now - b.at) * b.rate >= b.burst]
        for key in full or list(self.kept)[: KEPT // 2]:
            del self.kept[key]


def network_of(host: str) -> str:
    """An IPv6 network counts as one address: its owner has all of them."""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return ":".join(address.exploded.split(":")[:NETWORK])
