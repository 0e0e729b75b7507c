"""The game of docs/adding-a-game.md, which brings neither an encoder nor a drawing."""

from __future__ import annotations

from tests.toy.conftest import kitchen, toy

__all__ = ["kitchen", "toy"]
