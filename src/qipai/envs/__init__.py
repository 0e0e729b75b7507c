"""The games as learning environments.

    qipai.envs.aec("xianqi")                     PettingZoo, turn by turn; .parallel(...) all seats at once
    qipai.envs.gym("mahjong", seat=0)            Gymnasium, one seat against opponents
    qipai.envs.vector("guandan", 256)            many deals in one call, arrays of the caller
    import qipai.envs.openspiel                  registers qipai_xianqi, qipai_mahjong, qipai_guandan

They need the extra `rl` (numpy, gymnasium, pettingzoo) or `openspiel`. docs/research.md tells how to use them,
docs/envs/ what each bit of an observation means. Gymnasium knows the ids "qipai/xianqi-v0" and so on once this package
is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qipai.core.registry import games

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv

    from qipai.envs.gymnasium_env import SeatEnv
    from qipai.envs.vector_env import VectorDeals

VERSION = 0


def env_id(game: str) -> str:
    """The name under which an environment is known: it changes when observations or actions do."""
    return f"qipai/{game}-v{VERSION}"


def aec(game: str, **options: Any) -> AECEnv[str, Any, Any]:
    """A PettingZoo AEC environment: one deal is one episode.

    Options: `rules` (as for Table), `factored` (moves of several pieces told piece by piece), `match` (deals follow each
    other as in a match, the default), `forced` (seats that have no choice are asked, too), `render_mode` ("human", "ansi",
    "rgb_array"), `max_cycles`. With `max_cycles` every seat is asked in every cycle, whether it is to act or not (see
    `parallel`), and the deal is cut off after so many cycles: PettingZoo counts cycles in which every seat acts once.
    """
    from qipai.envs.pettingzoo_aec import make_aec

    return make_aec(game, **options)


def parallel(game: str, **options: Any) -> ParallelEnv[str, Any, Any]:
    """A PettingZoo parallel environment: all seats that are to act answer at once, the others' actions do not count."""
    from qipai.envs.pettingzoo_parallel import CycleEnv

    return CycleEnv(game, **options)


def gym(game: str, seat: int = 0, opponents: object = "normal", **options: Any) -> SeatEnv:
    """A Gymnasium environment: one seat learns, the others are played by named opponents."""
    from qipai.envs.gymnasium_env import SeatEnv

    return SeatEnv(game, seat=seat, opponents=opponents, **options)


def vector(game: str, n: int, **options: Any) -> VectorDeals:
    """n deals side by side; see qipai.envs.vector_env."""
    from qipai.envs.vector_env import VectorDeals

    return VectorDeals(game, n, **options)


def register_ids() -> None:
    """Makes the games known to gymnasium.make; nothing happens where it is not installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    for game in games():
        if env_id(game) not in registry:
            register(id=env_id(game), entry_point="qipai.envs.gymnasium_env:SeatEnv", kwargs={"game": game})


register_ids()

__all__ = ["aec", "env_id", "gym", "parallel", "vector"]
