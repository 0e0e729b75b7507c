"""Numbers for operators, in the text format that Prometheus reads. None of them tells anything of a hand."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

from qipai.version import VERSION

STARTED = round(time.time(), 3)
BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class NodeFigures(NamedTuple):
    """What other parts of a node count."""

    name: str
    database: str
    rooms: int
    watched: int
    locked: int  # rooms on which somebody else holds a lock in the database
    thinking: int
    waiting: int
    commits: int
    writes: int
    failures: int  # groups that the database did not take as they were
    commit_seconds: float


class Metrics:
    def __init__(self) -> None:
        self.acks = 0
        self.rejects = 0
        self.sockets = 0
        self.dropped = 0  # clients that stopped reading
        self.fallbacks = 0  # bots that gave no answer in time
        self.broken = 0
        self.bad_frames = 0
        self.retries = 0  # clients that were told to try again: the database did not answer
        self.of_others = 0  # events that another node wrote into a room of ours: none as long as a room has one node
        self.notes = 0  # from other nodes
        self.reviews = 0  # made to their end
        self.reviews_waiting = 0  # or being made
        self.late = 0.0  # by how much the last sweep came too late: how busy the loop is
        self.waits = [0] * (len(BUCKETS) + 1)
        self.waited = 0.0

    def acknowledged(self, seconds: float) -> None:
        self.acks += 1
        self.waited += seconds
        for index, bound in enumerate(BUCKETS):
            if seconds <= bound:
                self.waits[index] += 1
                return
        self.waits[-1] += 1

    def text(self, node: NodeFigures) -> str:
        lines = [
            f'# TYPE qipai_info gauge\nqipai_info{{version="{VERSION}",database="{node.database}",node="{node.name}"}} 1',
        ]
        gauges = {
            "qipai_rooms_in_memory": node.rooms,
            "qipai_rooms_watched": node.watched,
            "qipai_sockets": self.sockets,
            "qipai_rooms_broken": self.broken,
            "qipai_rooms_locked": node.locked,
            "qipai_bots_thinking": node.thinking,
            "qipai_bots_waiting": node.waiting,
            "qipai_reviews_waiting": self.reviews_waiting,
            "qipai_loop_late_seconds": round(self.late, 6),
            "process_start_time_seconds": STARTED,
            **memory(),
        }
        counters = {
            "qipai_rejects_total": self.rejects,
            "qipai_retries_told_total": self.retries,
            "qipai_clients_dropped_total": self.dropped,
            "qipai_bot_fallbacks_total": self.fallbacks,
            "qipai_bad_frames_total": self.bad_frames,
            "qipai_commits_total": node.commits,
            "qipai_writes_total": node.writes,
            "qipai_commit_failures_total": node.failures,
            "qipai_commit_seconds_total": round(node.commit_seconds, 6),
            "qipai_events_of_others_total": self.of_others,
            "qipai_notes_heard_total": self.notes,
            "qipai_reviews_total": self.reviews,
            "process_cpu_seconds_total": round(time.process_time(), 3),
        }
        for kind, values in (("gauge", gauges), ("counter", counters)):
            for name, value in values.items():
                lines += [f"# TYPE {name} {kind}", f"{name} {value}"]
        lines.append("# TYPE qipai_ack_seconds histogram")
        total = 0
        for bound, count in zip(BUCKETS, self.waits, strict=False):
            total += count
            lines.append(f'qipai_ack_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f'qipai_ack_seconds_bucket{{le="+Inf"}} {self.acks}')
        lines += [f"qipai_ack_seconds_sum {self.waited:.6f}", f"qipai_ack_seconds_count {self.acks}"]
        return "\n".join(lines) + "\n"


def memory() -> dict[str, int]:
    """By Prometheus' usual names; only where the system tells."""
    try:
        size = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return {"process_resident_memory_bytes": size, "process_open_fds": len(os.listdir("/proc/self/fd"))}
    except (OSError, ValueError):
        return {}
