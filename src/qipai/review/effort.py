"""How much work a review does: counts of playouts, so that a review depends on its seed alone and not on the machine."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from qipai.core.data import tellable
from qipai.core.errors import Messages, QipaiError
from qipai.core.text import Text
from qipai.review.judge import Judge

MESSAGES = Messages(
    {
        "UNKNOWN_EFFORT": Text(
            "No effort called “{effort}”. Available: {efforts}", "没有“{effort}”这档复盘精度。可选：{efforts}"
        ),
        "BAD_REVIEW_SEED": Text("The seed of a review is a whole number from 0 on.", "复盘的种子应为不小于 0 的整数。"),
    }
)
EFFORTS = ("quick", "deep")
LEAST = 16  # playouts for a decision, however many there are
FEW = 12  # decisions; in a shorter deal each has no more than that share


@dataclass(frozen=True)
class Effort:
    """`playouts` for a deal, `worlds` for an ending."""

    name: str
    playouts: int
    worlds: int

    def for_each(self, decisions: int) -> int:
        """The playouts of one decision."""
        return max(LEAST, self.playouts // max(FEW, decisions))

    def part(self, share: float) -> Effort:
        """With a part of the playouts, where a machine cannot afford them all."""
        return self if share == 1.0 else Effort(self.name, round(share * self.playouts), max(LEAST, round(share * self.worlds)))


def effort_of(judge: Judge, name: object) -> Effort:
    """A named effort. UNKNOWN_EFFORT."""
    if not isinstance(name, str) or name not in EFFORTS:
        raise QipaiError("UNKNOWN_EFFORT", MESSAGES, effort=tellable(name), efforts=", ".join(EFFORTS))
    return Effort(name, judge.playouts[name], judge.worlds[name])


def check_seed(seed: object) -> int:
    """BAD_REVIEW_SEED."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise QipaiError("BAD_REVIEW_SEED", MESSAGES)
    return seed


def decision_seed(seed: int, deal: int, move: int) -> int:
    """Every decision has its own: it can be judged by itself, in any order and again."""
    return int.from_bytes(sha256(f"review:{seed}:{deal}:{move}".encode()).digest()[:7], "big")
