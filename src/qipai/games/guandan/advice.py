"""What is recommended to a seat: hints, offers for a selection, the hand in order."""

from __future__ import annotations

from qipai.core.parts import Advice, Hint, Sorting
from qipai.core.state import View
from qipai.games.guandan.arrange import arrange, straight_flushes
from qipai.games.guandan.cards import NAMES, bit, copies, listed, wildcard
from qipai.games.guandan.hints import rank_moves
from qipai.games.guandan.offers import offers
from qipai.games.guandan.packing import JOKERS, PASS, all_planes, kind_of, reading
from qipai.games.guandan.view import GuandanView


class GuandanAdvice(Advice):
    def hints(self, view: View, n: int) -> list[Hint]:
        assert isinstance(view, GuandanView)
        return rank_moves(view, n)

    def offers(self, view: View, pieces: list[str], n: int) -> list[int]:
        assert isinstance(view, GuandanView)
        return offers(view, pieces, n)

    def reading(self, action: int) -> str:
        """The long reading of a play; nothing for a pass, a tribute or an answer."""
        return reading(action, long=True) if PASS < kind_of(action) <= JOKERS else ""

    def sorting(self, view: View) -> Sorting:
        """Groups that are plays, and every straight flush, natural ones first."""
        assert isinstance(view, GuandanView)
        level = view.setting.level
        mark = bit(wildcard(level))
        natural = (view.one & ~mark, view.two & ~mark)
        flushes = straight_flushes(*natural, copies(view.one, view.two, wildcard(level)))
        return Sorting(
            [[NAMES[kind] for kind in group] for group in arrange(view.one, view.two, level)],
            [[NAMES[kind] for kind in listed(*all_planes(flush, level))] for flush in flushes],
        )

    def default_action(self, view: View) -> int:
        """A pass if allowed; the best hint on the lead; the least useful card in the tribute; immunity, if it is a choice."""
        assert isinstance(view, GuandanView)
        if view.phase == 3 and view.table:
            return 0
        return rank_moves(view, 1)[0].action
