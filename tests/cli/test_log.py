"""The log tells a seat what it may know and nothing more: who was asked and passed stays between him and the table."""

from __future__ import annotations

import pytest

import qipai
from qipai.cli.log import Log
from qipai.cli.output import plain
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR

WORLDS = 4


@pytest.mark.parametrize("game", qipai.games())
def test_a_move_is_told_one_by_one_only_of_a_seat_that_is_known_to_decide(game: str) -> None:
    """Where some world of the view has that seat not deciding, telling its move gives something away: use `news`."""
    found = qipai.game(game)
    rng = FastRng(5)
    for number in range(8):
        table = qipai.Table(game, seed=f"{number + 1:064x}")
        names = [f"P{seat}" for seat in range(table.seats)]
        logs = [Log(table, seat, names, "en") for seat in (SPECTATOR, *range(table.seats))]
        while not table.over:
            seat = table.to_act[rng.below(len(table.to_act))]
            views = [table.view(log.seat) for log in logs]
            move = table.hints(seat, 1)[0]["move"]
            worlds = [[found.world(view, rng) for _ in range(WORLDS)] for view in views]
            table.play(seat, move)
            for log, before, imagined in zip(logs, views, worlds, strict=True):
                told = [plain(line) for line in log.moved(table, before, seat, move)]
                if log.seat == seat or found.words.news(before, table.view(log.seat), names, "en") is not None:
                    continue
                if any(line.startswith(names[seat]) for line in told):
                    assert all((world.to_act() >> seat) & 1 for world in imagined), f"seat {log.seat} is told: {told}"


@pytest.mark.parametrize("game", qipai.games())
def test_two_deals_that_look_the_same_to_a_seat_are_told_the_same(game: str) -> None:
    """The same public move made in a world of the seat's view gives the same lines."""
    found = qipai.game(game)
    rng = FastRng(6)
    compared = 0
    for number in range(8):
        table = qipai.Table(game, seed=f"{number + 50:064x}")
        names = [f"P{seat}" for seat in range(table.seats)]
        while not table.over:
            seat = table.to_act[0]
            move = table.hints(seat, 1)[0]["move"]
            for viewer in range(table.seats):
                if viewer == seat:
                    continue
                view = table.view(viewer)
                world = found.world(view, rng)
                if not (world.to_act() >> seat) & 1:
                    continue
                after = table.state.copy()
                after.apply(seat, found.resolve(after, seat, found.read(move)))
                for action in world.legal(seat):
                    other = world.copy()
                    other.apply(seat, action)
                    if other.view(viewer) == after.view(viewer):
                        compared += 1
                        text = found.write(world.view(seat), action)
                        assert found.words.describe(view, seat, text, names, "zh") == found.words.describe(
                            view, seat, move, names, "zh"
                        )
                        break
            table.play(seat, move)
    assert compared > 50
