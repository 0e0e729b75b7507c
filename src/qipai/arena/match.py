"""What an arena plays: the game, the agents by seat, and the seeds that determine everything."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from qipai.core.data import Json
from qipai.core.errors import BadRecord, Messages
from qipai.core.fairness import match_deal_seed
from qipai.core.text import Text

MESSAGES = Messages({"BAD_SEATING": Text("{count} bots can’t fill {seats} seats.", "{count} 个电脑坐不满 {seats} 个座位。")})

KEYS = {"game", "agents", "budget", "seed", "rules", "limit"}


@dataclass(frozen=True)
class Match:
    """`agents` has one name per seat, as in the first rotation; `limit` is in seconds per decision."""

    game: str
    agents: tuple[str, ...]
    budget: str
    seed: str
    rules: Json
    limit: float

    def to_json(self) -> Json:
        return {
            "game": self.game,
            "agents": list(self.agents),
            "budget": self.budget,
            "seed": self.seed,
            "rules": self.rules,
            "limit": self.limit,
        }

    def distinct(self) -> list[str]:
        """Each agent once, in order of first appearance."""
        return list(dict.fromkeys(self.agents))

    def rotations(self) -> list[tuple[str, ...]]:
        """Every distinct rotation of the agents around the table."""
        n = len(self.agents)
        turned = [tuple(self.agents[(seat - turn) % n] for seat in range(n)) for turn in range(n)]
        return list(dict.fromkeys(turned))

    def deal_seed(self, number: int) -> bytes:
        return match_deal_seed(bytes.fromhex(self.seed), number)

    def agent_seed(self, number: int, turn: int, seat: int) -> int:
        """Of one seat in one rotation of one deal."""
        digest = sha256(f"{self.seed}:{number}:{turn}:{seat}".encode()).digest()
        return int.from_bytes(digest[:7], "big")


def read_match(data: object) -> Match:
    """The inverse of `to_json`. BAD_RECORD."""
    if not isinstance(data, dict) or set(data) != KEYS or not isinstance(data["agents"], list):
        raise BadRecord("BAD_RECORD", reason=Text("it doesn’t describe a match", "没有写明是哪场比赛"))
    return Match(**{**data, "agents": tuple(data["agents"])})


def seats_for(agents: list[str], seats: int) -> tuple[str, ...]:
    """One name per seat; fewer names repeat around the table, so two names make two teams of two."""
    if not agents or seats % len(agents):
        raise BadRecord("BAD_SEATING", MESSAGES, count=len(agents), seats=seats)
    return tuple(agents[seat % len(agents)] for seat in range(seats))
