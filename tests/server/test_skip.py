"""The rest of a deal at once, for somebody who has left it when only bots play on."""

from __future__ import annotations

import pytest

import qipai
from qipai.server.refusal import Refused
from qipai.server.rooms import commands
from qipai.server.rooms.pace import delay
from qipai.server.rooms.trial import Trial
from tests.server.test_room import Log


def test_a_deal_in_which_a_person_plays_is_not_skipped() -> None:
    log = Log("mahjong", humans=1)
    trial = Trial(log.room)
    with pytest.raises(Refused, match="NO_DEAL"):
        commands.skip(trial, 0)
    log.deal("")
    trial = Trial(log.room)
    with pytest.raises(Refused, match="PEOPLE_PLAY"):
        commands.skip(trial, 0)
    assert trial.events == []


def won_at_once() -> qipai.Table:
    """The dealer, a person, has won with the hand as dealt and left; the others play on."""
    held = ["1p", "2p", "3p", "4p", "5p", "6p", "4s", "5s", "5s", "5s", "6s", "7s", "8s", "9s"]
    rest = [f"{rank}{suit}" for suit in "psm" for rank in range(1, 10) for _ in range(4)]
    for tile in held:
        rest.remove(tile)
    rest = rest[::2] + rest[1::2]
    hands = ["".join(tiles) for tiles in (held, rest[:13], rest[13:26], rest[26:39])]
    wall = rest[39:]
    moves = [[seat, "missing m"] for seat in range(4)] + [[0, "hu"]]
    deal = {"dealer": 0, "hands": hands, "wall": "".join(wall)}
    rules = {"preset": "chengdu", "opening": "missing"}
    return qipai.Table.from_record({"game": "mahjong", "rules": rules, "deal": deal, "moves": moves})


@pytest.mark.parametrize("humans", [1, 2])
def test_who_has_left_skips_what_only_bots_play_on(humans: int) -> None:
    log = Log("mahjong", humans=humans)
    log.deal(*[""] * humans)
    log.room.table = won_at_once()
    trial = Trial(log.room)
    if humans == 2:  # the next player is a person, who has not won
        with pytest.raises(Refused, match="PEOPLE_PLAY"):
            commands.skip(trial, 0)
        return
    before = trial.room
    (seat,) = before.to_act()
    assert delay(before, seat, forced=False, watched=True) == before.options.pace > 0
    commands.skip(trial, 0)
    assert [event.kind for event in trial.events] == ["skip"]
    assert delay(trial.room, seat, forced=False, watched=True) == 0
    commands.skip(trial, 0)
    assert len(trial.events) == 1, "asked again it is nothing new"
