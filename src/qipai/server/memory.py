"""Memory that a server has freed goes back to the system."""

from __future__ import annotations

import ctypes
import sys

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # of glibc's malloc.h
LARGE = 1 << 20  # bytes
ARENAS = 2


def give_back_what_is_freed() -> None:
    """To be called before there are threads; for C libraries that know it, which is glibc.

    It would keep what a password's hash took, 19 MB, for the next one: a block that large is asked of the system the first time
    and no longer afterwards. And each thread would have a heap of its own, of which nothing is for another thread; the threads
    here take turns anyway.
    """
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_ARENA_MAX, ARENAS)
