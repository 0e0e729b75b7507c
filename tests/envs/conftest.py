"""The game of docs/adding-a-game.md, which brings neither an encoder nor a drawing, and strict warnings."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

from tests.toy.conftest import kitchen, toy


@pytest.fixture
def warnings_are_errors() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # said of every environment with masks: PettingZoo's tests excuse only those on a list of names
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message=".*not within the observation space.*`action_mask`.*")
        yield


__all__ = ["kitchen", "toy"]
