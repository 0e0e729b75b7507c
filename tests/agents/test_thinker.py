"""A searching agent says why in words and numbers for people."""

from __future__ import annotations

import re

import qipai
from qipai.agents.base import Decision
from qipai.agents.thinker import describe_search
from qipai.search.tally import Tally


def test_a_reason_names_moves_in_words_and_has_a_real_minus_sign() -> None:
    table = qipai.Table("xianqi", seed="2a" * 32)
    seat = table.to_act[0]
    decision = Decision(table.game, table.view(seat), table.canonical(seat).actions())
    tally = Tally(decision.actions)
    tally.playouts = 30
    for index, value in ((0, -0.25), (0, -0.25), (1, -1.5)):
        tally.add(index, value)
    reason = describe_search(decision, tally, tally.ranking())
    assert "Averages −0.25 over 30 simulated deals; the next best, " in reason.en
    assert reason.zh.startswith("模拟了 30 局，平均 −0.25；其次是")
    assert reason.en.endswith("−1.50.")
    assert decision.text(tally.actions[1]) not in reason.en + reason.zh
    assert not re.search("[A-Z]_[A-Z]|-", reason.en + reason.zh)
