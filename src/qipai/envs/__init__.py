"""The games as learning environments. GAME is any name of `qipai.games()`.

    qipai.envs.aec(GAME)                         PettingZoo, turn by turn; .parallel(GAME) all seats at once
    qipai.envs.gym(GAME, seat=0)                 Gymnasium, one seat against opponents
    qipai.envs.vector(GAME, 256)                 many deals in one call, into the caller's arrays
    import qipai.envs.openspiel                  registers every game with OpenSpiel as qipai_GAME

They need the extra `rl` (numpy, gymnasium, pettingzoo) or `openspiel`. docs/research.md shows how to use them, docs/envs/
what every bit of an observation means. Gymnasium knows the ids "qipai/GAME-v0" and "-v1" once this package is imported; all
functions here have `version`, the newest if not given (versions.py says what changed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qipai.core.extras import need
from qipai.core.registry import games
from qipai.envs.versions import VERSION, VERSIONS, env_id

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv

    from qipai.envs.gymnasium_env import QipaiGymEnv
    from qipai.envs.vector_env import QipaiVectorEnv


def aec(game: str, **options: Any) -> AECEnv[str, Any, Any]:
    """A PettingZoo AEC environment: one deal is one episode.

    Options: `rules` (as for Table), `factored` (moves of several pieces are chosen piece by piece), `match` (deals follow
    each other as in a match, the default), `forced` (ask seats that have no choice, too), `render_mode` ("human", "ansi",
    "rgb_array"), `rllib` (observations as RLlib's masked modules take them), `version`, `max_cycles`. With `max_cycles`
    every seat is asked in every cycle, whether it is to act or not (see `parallel`), and the deal is cut off after that many
    cycles: in a PettingZoo cycle every seat acts once.
    """
    need("rl")
    from qipai.envs.pettingzoo_aec import make_aec

    return make_aec(game, **options)


def parallel(game: str, **options: Any) -> ParallelEnv[str, Any, Any]:
    """A PettingZoo parallel environment: all seats that are to act answer at once; the others wait."""
    need("rl")
    from qipai.envs.pettingzoo_parallel import QipaiParallelEnv

    return QipaiParallelEnv(game, **options)


def gym(game: str, seat: int = 0, opponents: object = None, **options: Any) -> QipaiGymEnv:
    """A Gymnasium environment: one seat learns, agents play the others.

    `opponents` is a level for all of them or a list with one for each; None is `normal`, if the game has it, else its best.
    """
    need("rl")
    from qipai.envs.gymnasium_env import QipaiGymEnv

    return QipaiGymEnv(game, seat=seat, opponents=opponents, **options)


def vector(game: str, n: int, **options: Any) -> QipaiVectorEnv:
    """n deals side by side; see qipai.envs.vector_env."""
    need("rl")
    from qipai.envs.vector_env import QipaiVectorEnv

    return QipaiVectorEnv(game, n, **options)


def register_ids() -> None:
    """Registers the games with gymnasium.make; does nothing where Gymnasium is not installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    for game in games():
        for version in VERSIONS:
            if env_id(game, version) not in registry:
                register(
                    id=env_id(game, version),
                    entry_point="qipai.envs.gymnasium_env:QipaiGymEnv",
                    vector_entry_point="qipai.envs.gymnasium_env:QipaiGymVectorEnv",
                    kwargs={"game": game, "version": version},
                )


register_ids()

__all__ = ["VERSION", "VERSIONS", "aec", "env_id", "gym", "parallel", "vector"]
