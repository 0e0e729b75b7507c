"""Learners' libraries on our environments: `python -m tests.envs.soak [FIRST_SEED]`. Needs the extra `test-rl`.

Some seconds each of TorchRL, sb3-contrib's MaskablePPO and RLlib. What is not installed is left out, and said.
"""

from __future__ import annotations

import importlib.util
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import qipai
import qipai.envs

FRAMES = 120


def torchrl(game: str, seed: int) -> None:
    """Specs and random rollouts of both PettingZoo forms: samplers find a legal action for every seat."""
    import torch
    from torchrl.envs import PettingZooWrapper, check_env_specs

    torch.set_num_threads(1)
    for made in (qipai.envs.parallel(game), qipai.envs.aec(game)):
        env = PettingZooWrapper(made, use_mask=True, categorical_actions=True, seed=seed % 2**31)
        check_env_specs(env)
        frames = env.rollout(FRAMES, break_when_any_done=False)
        assert frames.batch_size[0] == FRAMES


def maskable_ppo(game: str, seed: int) -> None:
    """It learns on the environment as it is, and plays legal actions only."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    env = qipai.envs.gym(game, opponents="random")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=seed % 2**31, device="cpu")
    model.learn(192)
    seen, _ = env.reset(seed=seed)
    for _ in range(FRAMES):
        action, _ = model.predict(seen, action_masks=env.action_masks())
        seen, _, over, _, info = env.step(int(action))
        assert "illegal" not in info
        if over:
            seen, _ = env.reset()


def rllib(game: str, seed: int) -> None:
    """Its wrappers of both PettingZoo forms, and its masked module on what `rllib=True` gives."""
    import torch
    from ray.rllib.core.columns import Columns
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    torch.set_num_threads(1)
    rng = np.random.RandomState(seed % 2**32)
    wrapped: list[Any] = [
        ParallelPettingZooEnv(qipai.envs.parallel(game, rllib=True)),
        PettingZooEnv(qipai.envs.aec(game, rllib=True)),
    ]
    for env in wrapped:
        seen, _ = env.reset(seed=seed % 2**31)
        for _ in range(FRAMES):
            actions = {agent: int(rng.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
            seen, _, over, _, _ = env.step(actions)
            if over["__all__"]:
                seen, _ = env.reset()
    single = qipai.envs.gym(game, opponents="random", rllib=True)
    module = ActionMaskingTorchRLModule(
        observation_space=single.observation_space,
        action_space=single.action_space,
        model_config={"fcnet_hiddens": [32], "head_fcnet_hiddens": [32]},
        inference_only=False,
    )
    seen, _ = single.reset(seed=seed % 2**31)
    for _ in range(FRAMES):
        batch = {Columns.OBS: {key: torch.as_tensor(value[None]) for key, value in seen.items()}}
        logits = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS]
        seen, _, over, _, info = single.step(int(logits.argmax()))
        assert "illegal" not in info
        if over:
            seen, _ = single.reset()


LIBRARIES: dict[str, tuple[str, Callable[[str, int], None]]] = {
    "TorchRL": ("torchrl", torchrl),
    "MaskablePPO": ("sb3_contrib", maskable_ppo),
    "RLlib": ("ray.rllib", rllib),
}


def installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None and importlib.util.find_spec("torch") is not None
    except ModuleNotFoundError:
        return False


def main() -> int:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    warnings.simplefilter("ignore")
    for name, (package, run) in LIBRARIES.items():
        if not installed(package):
            print(f"{name}: not installed (make soak RL=1)")
            continue
        for game in qipai.games():
            start = time.monotonic()
            run(game, seed)
            print(f"{name}: {game}, {time.monotonic() - start:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
