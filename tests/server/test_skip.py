"""The rest of a deal at once, for somebody who has left it when only bots play on."""

from __future__ import annotations

import pytest

from qipai.server.refusal import Refused
from qipai.server.rooms import commands
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
