"""Numbers for operators, in the text format that Prometheus reads. None of them tells anything of a hand."""

from __future__ import annotations

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    def __init__(self) -> None:
        self.acks = 0
        self.rejects = 0
        self.sockets = 0
        self.dropped = 0  # clients that stopped reading
        self.fallbacks = 0  # bots that gave no answer in time
        self.broken = 0
        self.bad_frames = 0
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

    def text(self, rooms: int, groups: int, writes: int) -> str:
        lines = []
        gauges = {"rooms_in_memory": rooms, "sockets": self.sockets, "rooms_broken": self.broken}
        counters = {
            "rejects": self.rejects,
            "clients_dropped": self.dropped,
            "bot_fallbacks": self.fallbacks,
            "bad_frames": self.bad_frames,
            "commits": groups,
            "writes": writes,
        }
        for name, value in gauges.items():
            lines += [f"# TYPE qipai_{name} gauge", f"qipai_{name} {value}"]
        for name, value in counters.items():
            lines += [f"# TYPE qipai_{name}_total counter", f"qipai_{name}_total {value}"]
        lines.append("# TYPE qipai_ack_seconds histogram")
        total = 0
        for bound, count in zip(BUCKETS, self.waits, strict=False):
            total += count
            lines.append(f'qipai_ack_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f'qipai_ack_seconds_bucket{{le="+Inf"}} {self.acks}')
        lines += [f"qipai_ack_seconds_sum {self.waited:.6f}", f"qipai_ack_seconds_count {self.acks}"]
        return "\n".join(lines) + "\n"
