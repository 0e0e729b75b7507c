"""Puzzles of Guandan: which moves are one answer, what a position is about, and why a play is better than the first hint."""

from __future__ import annotations

from qipai.agents.base import Decision
from qipai.core.text import Text
from qipai.games.guandan.cards import COPIES, KINDS, copies, key_of, power
from qipai.games.guandan.hints import (
    ALARM,
    AVOID,
    BOMB_NOW,
    CHEAP,
    FEED,
    GO_OUT,
    HIGH,
    KEEP_BOMB,
    LAST_BUT_ONE,
    LONG,
    LOW_FIRST,
    PARTNER_LEADS,
    SAVE_HIGH,
    TAKE_LEAD,
    TAKEN_OVER,
    Sight,
    stops,
    strong,
)
from qipai.games.guandan.packing import (
    BOMB,
    PAIR,
    PASS,
    SINGLE,
    TRIBUTE,
    TRIPLE,
    all_planes,
    key_of_play,
    kind_of,
    rank_class,
    second_of,
    size_of,
    wild_of,
)
from qipai.games.guandan.state import PLAY_PHASE
from qipai.games.guandan.view import GuandanView
from qipai.puzzles.setter import Setter, filled, joined

ENDGAME = 8  # cards in the player's own hand, or an opponent's, from which a position is an ending
SAVED = 0.6  # of a turn: less is no difference that one could tell
LOW = 6  # strength of a low card

TOP_NOW = Text("only a bomb beats it now", "除了炸弹，外面没有能压的")
KEEP_WILD = Text("saves the wildcard", "逢人配先留着")
KEEP_HIGH = Text("saves the high cards for later", "大牌先留着")
KEEP_TOGETHER = Text(
    "keeps the hand together: about {best} more plays instead of {other}", "不拆牌：大约还要 {best} 手，换一种要 {other} 手"
)
PARTNER_SHORT = Text("your partner has {n} left", "对家只剩 {n} 张")
HARDER = Text("harder to beat than a lower one", "比小的更难被压")
PASSING_LOSES = Text("a pass would leave the lead to the opponents", "不要就把牌权让给了对手")
OVERTAKE = Text("takes the lead from your partner to run out", "接过对家的牌权，自己走")

THEMES = {
    "bombs": Text("bombs", "炸弹"),
    "endgame": Text("endgame", "残局"),
    "stop": Text("stopping an opponent", "拦牌"),
    "partner": Text("playing with your partner", "配合"),
    "counting": Text("counting cards", "记牌"),
    "lead": Text("leading", "先出"),
    "patience": Text("patience", "忍让"),
    "shape": Text("arranging your hand", "组牌"),
}


def alike(decision: Decision, action: int) -> object:
    """Suits do not matter by themselves."""
    if kind_of(action) >= TRIBUTE:
        return action
    return kind_of(action), key_of_play(action), second_of(action), size_of(action), wild_of(action)


class Scene:
    """What is worth telling about a best play and the first hint."""

    def __init__(self, decision: Decision, best: int, hint: int) -> None:
        view = decision.view
        assert isinstance(view, GuandanView)
        self.view = view
        self.sight = Sight(view)
        self.best = best
        self.hint = hint
        self.level = self.sight.level
        self.lead = not view.table
        self.partner_leads = not self.lead and view.top == self.sight.partner
        self.after = self.sight.cost if best == PASS else self.sight.after(best)
        self.after_hint = self.sight.cost if hint == PASS else self.sight.after(hint)

    @property
    def bomb(self) -> bool:
        return bool(rank_class(self.best) == BOMB)

    @property
    def hinted_bomb(self) -> bool:
        return bool(rank_class(self.hint) == BOMB)

    def partner_cards(self) -> int:
        return int(self.sight.sizes[self.sight.partner])

    def topmost(self) -> bool:
        """Nothing that is still out beats it, bombs aside; wildcards are not counted with low ranks."""
        if kind_of(self.best) not in (SINGLE, PAIR, TRIPLE):
            return False
        size, height = size_of(self.best), power(key_of_play(self.best), self.level)
        out = [0] * 15
        for kind, left in enumerate(unseen(self.view)):
            out[key_of(kind)] += left
        return all(out[key] < size for key in range(15) if power(key, self.level) > height)

    def feeds(self) -> bool:
        """A low single or pair for a partner who has as many cards."""
        cards = self.partner_cards()
        kind = SINGLE if cards == 1 else PAIR
        return self.lead and 0 < cards <= 2 and kind_of(self.best) == kind and strong(self.best, self.level) <= LOW

    def beats_opponent(self) -> bool:
        return not self.lead and not self.partner_leads and self.best != PASS

    def opponent_cards(self) -> int:
        """Of the opponent whose play it is; 0 who is out."""
        return int(self.sight.sizes[self.view.top])

    def stops_somebody(self) -> bool:
        return self.beats_opponent() and 0 < self.opponent_cards() <= ALARM

    def avoids(self) -> bool:
        return self.lead and self.sight.danger == 1 and kind_of(self.best) != SINGLE and kind_of(self.hint) == SINGLE

    def turns_saved(self) -> float:
        return float(self.after_hint - self.after)


def unseen(view: GuandanView) -> list[int]:
    """Of every kind of card, how many the others hold."""
    out = [COPIES - copies(view.one, view.two, kind) for kind in range(KINDS)]
    for event in view.log:
        if event >> 36 < TRIBUTE and event >> 2:
            one, two = all_planes(event >> 2, view.setting.level)
            for kind in range(KINDS):
                out[kind] -= copies(one, two, kind)
    return out


def reason(decision: Decision, best: int, hint: int) -> Text | None:
    """The two strongest reasons that are true of the play, in the words of the hints."""
    view = decision.view
    assert isinstance(view, GuandanView)
    if view.phase != PLAY_PHASE:
        return None
    scene = Scene(decision, best, hint)
    found = passing(scene) if best == PASS else playing(scene)
    return joined(found[:2]) if found else None


def passing(scene: Scene) -> list[Text]:
    out: list[Text] = []
    cards = scene.partner_cards()
    if scene.partner_leads:
        out.append(PARTNER_LEADS)
        if 0 < cards <= ALARM:
            out.append(filled(PARTNER_SHORT, n=cards))
    if scene.hinted_bomb:
        out.append(KEEP_BOMB)
    elif scene.hint != PASS and wild_of(scene.hint):
        out.append(KEEP_WILD)
    elif scene.hint != PASS and scene.turns_saved() > -SAVED:
        out.append(SAVE_HIGH)
    elif scene.hint != PASS and strong(scene.hint, scene.level) >= HIGH:
        out.append(KEEP_HIGH)
    return out


def playing(scene: Scene) -> list[Text]:
    best, hint, level = scene.best, scene.hint, scene.level
    out: list[Text] = []
    if scene.after < 0:
        out.append(GO_OUT)
    elif scene.after <= 1.2:
        out.append(LAST_BUT_ONE)
    if scene.stops_somebody():
        out.append(stops(scene.opponent_cards())[0])
    elif scene.beats_opponent() and not scene.opponent_cards():
        out.append(TAKEN_OVER)
    if scene.feeds():
        out.append(FEED)
    if scene.avoids():
        out.append(AVOID)
    if scene.topmost():
        out.append(TOP_NOW)
    if scene.bomb and not scene.lead:
        out.append(BOMB_NOW)
    if scene.hinted_bomb and not scene.bomb:
        out.append(KEEP_BOMB)
    if hint != PASS and scene.turns_saved() >= SAVED:
        out.append(filled(KEEP_TOGETHER, best=round(max(scene.after, 1)), other=round(max(scene.after_hint, 1))))
    if scene.partner_leads and not out:
        out.append(OVERTAKE)
    if scene.lead and size_of(best) >= 5 and size_of(hint) < size_of(best) and not scene.bomb:
        out.append(LONG)
    if hint != PASS and not scene.bomb and not scene.hinted_bomb:
        lower = strong(best, level) < strong(hint, level)
        if scene.lead and lower and size_of(best) < 5:
            out.append(LOW_FIRST)
        elif not scene.lead and lower and strong(hint, level) >= HIGH:
            out.append(KEEP_HIGH)
    high = hint != PASS and kind_of(hint) <= TRIPLE + 1 and strong(hint, level) >= HIGH
    if scene.lead and high and kind_of(best) != kind_of(hint) and not scene.bomb:
        out.append(KEEP_HIGH)
    if hint != PASS and wild_of(hint) > wild_of(best):
        out.append(KEEP_WILD)
    if hint != PASS and kind_of(best) == kind_of(hint) and strong(best, level) > strong(hint, level):
        out.append(HARDER)
    if not scene.bomb and kind_of(best) <= TRIPLE + 1 and strong(best, level) >= HIGH:
        out.append(TAKE_LEAD)
    if not scene.lead and not scene.bomb and scene.sight.cost - scene.after >= SAVED:
        out.append(CHEAP)
    if hint == PASS and not scene.lead and not scene.partner_leads:
        out.append(PASSING_LOSES)
    return out


def themes_of(decision: Decision, best: int, hint: int) -> list[str]:
    view = decision.view
    assert isinstance(view, GuandanView)
    if view.phase != PLAY_PHASE:
        return []
    scene = Scene(decision, best, hint)
    out: list[str] = []
    if scene.bomb or scene.hinted_bomb:
        out.append("bombs")
    if best != PASS and scene.topmost():
        out.append("counting")
    if scene.stops_somebody() or scene.avoids():
        out.append("stop")
    if scene.partner_leads or scene.feeds():
        out.append("partner")
    if min(int(scene.sight.sizes[decision.seat]), int(scene.sight.danger)) <= ENDGAME:
        out.append("endgame")
    if best == PASS:
        out.append("patience")
    elif scene.lead:
        out.append("lead")
    if hint != PASS and best != PASS and scene.turns_saved() >= SAVED:
        out.append("shape")
    return out or ["shape"]


PUZZLES = Setter(
    themes=THEMES,
    themes_of=themes_of,
    reason=reason,
    alike=alike,
    screens=(180, 900, 5000),
    check=10_000,
    worlds=1000,
)
