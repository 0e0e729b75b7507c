"""What `qipai train` has learned, as an agent: `weights:FILE` plays by the weights of a file, without search."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from qipai.agents.base import Agent, Decision
from qipai.agents.learner import learner
from qipai.core.game import Game
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.core.text import Text
from qipai.core.weights import MOST_BYTES, read_weights, refuse

WEIGHTS = "weights"
REASON = Text("What its weights value most.", "按它的权重，这一手最好。")


def load(game: Game, path: str) -> bytes:
    """The packed weights of a file. BAD_WEIGHTS, NOTHING_TO_LEARN."""
    learner(game)
    if not path.strip():
        raise refuse("no file is named", "没有写明文件")
    try:
        found = Path(path).stat()
        if found.st_size > MOST_BYTES:
            raise refuse(f"{path} is longer than {MOST_BYTES} bytes", f"{path} 超过 {MOST_BYTES} 字节")
        return read(game.name, path, found.st_mtime_ns, found.st_size)
    except OSError as problem:
        raise refuse(f"{path} can’t be read ({problem.strerror})", f"读不了 {path}（{problem.strerror}）") from None


@lru_cache(maxsize=8)
def read(game: str, path: str, changed: int, size: int) -> bytes:
    """Once for all deals of a process, as long as the file stays the same. BAD_WEIGHTS, OSError."""
    one = learner(find_game(game))
    text = Path(path).read_bytes().decode("utf-8", errors="replace")  # what is no text is no JSON either
    return read_weights(text, game, one.features, one.rows * one.width)


class TrainedAgent(Agent):
    """A game's policy with other weights. It sees no more of a world than its seat knows, so any world will do."""

    def __init__(self, game: Game, path: str, seed: int) -> None:
        super().__init__()
        self.name = f"{WEIGHTS}:{path}"
        self.policy = learner(game).policy(load(game, path))
        self.rng = FastRng(seed)
        self.reason = REASON

    def choose(self, decision: Decision) -> int:
        world = decision.game.world(decision.view, FastRng(0))
        return int(self.policy.choose(world, decision.seat, self.rng))
