"""Trains a small player of Xianqi by Monte-Carlo values: numpy only, a few minutes on one core.

    python examples/train_xianqi.py                 trains, shows progress, writes runs/xianqi/
    python examples/train_xianqi.py                 again: continues where it stopped (also after Ctrl-C)
    python examples/train_xianqi.py --steps 12000   further

The player is a network with one hidden layer: an observation goes in, and out comes, for every action, how many points the deal
is expected to bring. All three seats play by it, with a share of random moves, and after a deal every decision learns what
the deal really brought. runs/xianqi/ then holds the weights (player.npz), the learning curve (curve.csv, curve.svg).
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for matrices this small, threads wait for each other longer than they work

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import qipai.envs

DEALS = 256  # side by side
HIDDEN = 96
RATE = 1e-3
EXPLORE = 0.1
BATCH = 2048
POINTS = 8.0  # returns are divided by this, so that the network sees numbers around one
EVERY = 500  # steps between two evaluations
TEST_DEALS = 1500


class Player:
    """Expected points of every action, and how they are learned (Adam on the squared error)."""

    def __init__(self, inputs: int, actions: int, seed: int = 0) -> None:
        draw = np.random.default_rng(seed)
        self.weights = [
            draw.normal(0, (2 / inputs) ** 0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, actions), np.float32),
            np.zeros(actions, np.float32),
        ]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def values(self, seen: np.ndarray) -> np.ndarray:
        w1, b1, w2, b2 = self.weights
        return np.maximum(seen @ w1 + b1, 0) @ w2 + b2

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The legal action of the highest value."""
        seen = observations.reshape(len(observations), -1).astype(np.float32)
        return np.where(masks, self.values(seen), -np.inf).argmax(axis=1)

    def learn(self, seen: np.ndarray, actions: np.ndarray, targets: np.ndarray) -> float:
        """One update towards what the actions really brought; the mean squared error before it."""
        w1, b1, w2, b2 = self.weights
        hidden = np.maximum(seen @ w1 + b1, 0)
        rows = np.arange(len(seen))
        error = (hidden @ w2 + b2)[rows, actions] - targets
        out = np.zeros((len(seen), w2.shape[1]), np.float32)
        out[rows, actions] = 2 * error / len(seen)
        back = (out @ w2.T) * (hidden > 0)
        self.updates += 1
        for k, slope in enumerate((seen.T @ back, back.sum(0), hidden.T @ out, out.sum(0))):
            self.first[k] += 0.1 * (slope - self.first[k])
            self.second[k] += 0.001 * (slope * slope - self.second[k])
            mean = self.first[k] / (1 - 0.9**self.updates)
            square = self.second[k] / (1 - 0.999**self.updates)
            self.weights[k] -= RATE * mean / (np.sqrt(square) + 1e-8)
        return float((error * error).mean())

    def save(self, path: Path, step: int) -> None:
        parts = {f"{name}{k}": a for name in ("weights", "first", "second") for k, a in enumerate(getattr(self, name))}
        fresh = path.with_suffix(".new.npz")
        np.savez(fresh, step=step, updates=self.updates, **parts)
        fresh.replace(path)  # a run that is broken off leaves the last whole file

    def load(self, path: Path) -> int:
        """The step at which it was saved."""
        with np.load(path) as kept:
            for name in ("weights", "first", "second"):
                setattr(self, name, [kept[f"{name}{k}"] for k in range(4)])
            self.updates = int(kept["updates"])
            return int(kept["step"])


class Trainer:
    """Self-play on many deals at once; what was seen and done waits until its deal is over."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.env = qipai.envs.vector("xianqi", DEALS, seed=seed)
        self.draw = np.random.default_rng(seed)
        self.waiting: list[list[tuple[int, np.ndarray, int]]] = [[] for _ in range(DEALS)]
        self.seen: list[np.ndarray] = []
        self.actions: list[int] = []
        self.targets: list[float] = []

    def step(self) -> float | None:
        """One decision in every deal; the error when there was enough to learn from."""
        env = self.env
        actions = self.player.choose(env.observations, env.masks)
        at_random = self.draw.random(DEALS) < EXPLORE
        actions = np.where(at_random, env.sample(), actions)
        kept = env.observations.reshape(DEALS, -1).copy()
        for place in range(DEALS):
            self.waiting[place].append((int(env.seats[place]), kept[place], int(actions[place])))
        env.step(actions)
        for place in np.flatnonzero(env.dones):
            for seat, seen, action in self.waiting[place]:
                self.seen.append(seen)
                self.actions.append(action)
                self.targets.append(env.returns[place, seat] / POINTS)
            self.waiting[place] = []
        if len(self.seen) < BATCH:
            return None
        error = self.player.learn(
            np.stack(self.seen).astype(np.float32), np.array(self.actions), np.array(self.targets, np.float32)
        )
        self.seen, self.actions, self.targets = [], [], []
        return error


def evaluate(player: Player, deals: int, seed: int) -> tuple[float, float]:
    """Points per deal against two random opponents, each seat in turn, and the standard error."""
    points: list[float] = []
    side = min(64, max(1, deals // 3))
    each = max(1, deals // 3 // side)  # the same number in every place: short deals must not count more than long ones
    for seat in range(3):
        env = qipai.envs.vector("xianqi", side, seed=seed + seat)
        played = np.zeros(side, int)
        while played.min() < each:
            actions = np.where(env.seats == seat, player.choose(env.observations, env.masks), env.sample())
            env.step(actions)
            over = (env.dones == 1) & (played < each)
            points += env.returns[over, seat].tolist()
            played += over
    return float(np.mean(points)), float(np.std(points) / len(points) ** 0.5)


def curve_svg(curve: list[tuple[int, float, float]]) -> str:
    """The learning curve with its error bars."""
    wide, tall, edge = 640, 320, 50
    last = max(step for step, _, _ in curve) or 1
    high = max(1.0, *(mean + error for _, mean, error in curve))
    low = min(0.0, *(mean - error for _, mean, error in curve))

    def place(step: float, value: float) -> tuple[float, float]:
        return edge + (wide - 2 * edge) * step / last, tall - edge - (tall - 2 * edge) * (value - low) / (high - low)

    zero = place(0, 0)[1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" font-family="sans-serif" font-size="13">'
        '<rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{edge}" y="24">Xianqi: points per deal against two random opponents</text>'
        f'<line x1="{edge}" x2="{wide - edge}" y1="{zero:.1f}" y2="{zero:.1f}" stroke="#aaa" stroke-dasharray="4"/>'
        f'<text x="8" y="{zero + 4:.1f}">0</text><text x="8" y="{place(0, high)[1] + 4:.1f}">{high:.1f}</text>'
        f'<text x="{wide - edge}" y="{tall - 16}" text-anchor="end">{last} steps of {DEALS} decisions</text>'
    ]
    points = " ".join("{:.1f},{:.1f}".format(*place(step, mean)) for step, mean, _ in curve)
    parts.append(f'<polyline points="{points}" fill="none" stroke="#14503a" stroke-width="2"/>')
    for step, mean, error in curve:
        (x, top), (_, bottom) = place(step, mean + error), place(step, mean - error)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}" stroke="#14503a"/>')
    return "".join(parts) + "</svg>\n"


def read_curve(path: Path) -> list[tuple[int, float, float]]:
    if not path.exists():
        return []
    rows = [line.split(",") for line in path.read_text().splitlines()[1:]]
    return [(int(step), float(mean), float(error)) for step, mean, error in rows]


def write_curve(folder: Path, curve: list[tuple[int, float, float]]) -> None:
    rows = ["step,points,error", *(f"{step},{mean:.4f},{error:.4f}" for step, mean, error in curve)]
    (folder / "curve.csv").write_text("\n".join(rows) + "\n")
    (folder / "curve.svg").write_text(curve_svg(curve))


def train(
    folder: Path, steps: int, *, every: int = EVERY, test_deals: int = TEST_DEALS, seed: int = 1
) -> list[tuple[int, float, float]]:
    """Trains up to `steps` steps, continuing from what the folder holds; the learning curve."""
    folder.mkdir(parents=True, exist_ok=True)
    env = qipai.envs.vector("xianqi", 1)
    player = Player(env.observations[0].size, env.actions)
    kept = folder / "player.npz"
    done = player.load(kept) if kept.exists() else 0
    curve = [point for point in read_curve(folder / "curve.csv") if point[0] <= done]
    if not curve:
        curve.append((0, *evaluate(player, test_deals, 10**6)))
    trainer = Trainer(player, seed + done)
    columns = (TextColumn("step"), MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns) as progress:
        task = progress.add_task("", total=steps, completed=done)
        while done < steps:
            trainer.step()
            done += 1
            progress.advance(task)
            if done % every == 0 or done == steps:
                mean, error = evaluate(player, test_deals, 10**6)
                curve.append((done, mean, error))
                progress.update(task, description=f"{mean:+.2f} ± {error:.2f} points per deal against random")
                player.save(kept, done)
                write_curve(folder, curve)
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a small player of Xianqi.")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--folder", type=Path, default=Path("runs/xianqi"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    train(given.folder, given.steps, seed=given.seed)


if __name__ == "__main__":
    main()
