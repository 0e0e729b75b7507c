"""Puzzles of Xianqi: which moves are one answer, what a position is about, and why a move is better than the first hint."""

from __future__ import annotations

from qipai.agents.base import Decision
from qipai.core.text import Text
from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.hints import Judge, percent
from qipai.games.xianqi.pieces import (
    B_GOU,
    BUCKLE,
    FIRST_COVER,
    PACKED,
    PASS,
    POWER,
    R_GOU,
    REVEAL,
    SHI_XIANG,
    SINGLE_POWER,
    SIZE,
    SLOTS,
    UNIT,
    pieces_in,
)
from qipai.games.xianqi.settlement import CERAMIC, ENOUGH
from qipai.games.xianqi.view import XianqiView
from qipai.puzzles.setter import Setter, filled, joined

LAST_PIECES = 3  # in hand: an ending
TOLD = 0.1  # a smaller difference between two chances is not worth telling
DOGS = UNIT[R_GOU] | UNIT[B_GOU]

SURE = Text("nothing left beats it", "外面没有能压它的棋")
MORE_PILLARS = Text("the round is worth {n} pillars", "一回合就是 {n} 柱")
HOLDS = Text(
    "unbeaten in about {best}% of deals, the first hint’s move in {hint}%", "约 {best}% 没人压得住，提示的那手只有 {hint}%"
)
DRAWS_OUT = Text("a weak piece draws out strong ones and keeps yours", "先出小棋：引出别家的大棋，保住自己的大棋")
LOWEST = Text("you play last: play the lowest piece that wins", "你最后出：用最小的能压的棋就够")
KEEPS_STRONG = Text("keeps the stronger piece for later", "大棋留到后面用")
KEEPS_SURE = Text("keeps a piece that nothing left beats", "留住一张稳赢的棋")
KEEPS_PAIR = Text("keeps a pair together", "不拆对子")
KEEPS_DOGS = Text("keeps the dog pair together", "不拆狗脚对")
KEEPS_OXEN = Text("keeps the three oxen together", "不拆三牛")
WIN_NOTHING = Text("these would win nothing later", "这些棋留着也赢不到柱")
COLLECT = Text("you have enough: if nobody reveals you collect now", "已够棋：没人掀就直接收钱")
END_IT = Text("another player is close to a ceramic: end it now", "别家快瓷了：趁早收场")
TOO_WEAK = Text("your hand is worth about {n} pillars, and you need {m} more", "手里大约只值 {n} 柱，还差 {m} 柱")
STRONG = Text("your hand is worth about {n} pillars: play for them", "手里大约值 {n} 柱，值得打")
NEAR_CERAMIC = Text("a ceramic is in reach", "瓷棋在望")
PAYS_NOW = Text("another player has enough: you pay if the deal ends here", "别家已够棋：现在收场你要付")
FAILED = Text("a failed reveal costs a chip", "掀了不够要赔 1 枚")
ENOUGH_ALREADY = Text("you have enough; a reveal collects nothing unless you go ceramic", "你已够棋，掀了不瓷就收不到够棋钱")
BIG_PIECES = Text("{n} of your pieces are advisors and elephants", "手里有 {n} 张士和相")
FEW_SURE = Text("only {n} of your pieces can’t be beaten, and you need {m} pillars", "稳赢的棋只有 {n} 张，还差 {m} 柱")
SURE_PIECES = Text("nothing left beats {n} of your pieces", "手里有 {n} 张稳赢的棋")

THEMES = {
    "reveal": Text("reveal or pass", "掀不掀"),
    "buckle": Text("buckle or play", "扣不扣"),
    "counting": Text("counting pieces", "记棋"),
    "endgame": Text("endgame", "残局"),
    "pairs": Text("pairs and oxen", "对子和三牛"),
    "discard": Text("face-down discards", "垫棋"),
    "lead": Text("leading", "先出"),
    "beat": Text("what to beat with", "压棋"),
    "ceramic": Text("near a ceramic", "瓷棋"),
}


def alike(decision: Decision, action: int) -> object:
    """Plays of equal power."""
    return action if action >= FIRST_COVER else (SIZE[action], POWER[action])


def kept(judge: Judge, action: int) -> int:
    """The hand after a move, packed."""
    return judge.hand - PACKED[action] if action < BUCKLE else judge.hand


def sure_pieces(judge: Judge, hand: int) -> int:
    """How many single pieces nothing that is out can beat."""
    held = 0
    for slot in range(SLOTS):
        if not can_beat(judge.unseen, 1, SINGLE_POWER[slot]):
            held += (hand >> (2 * slot)) & 3
    return held


def big_pieces(hand: int) -> int:
    return int(pieces_in(hand & SHI_XIANG))


def pairs_in(hand: int) -> int:
    return sum(1 for slot in range(SLOTS) if (hand >> (2 * slot)) & 3 >= 2)


def triples_in(hand: int) -> int:
    return sum(1 for slot in range(SLOTS) if (hand >> (2 * slot)) & 3 == 3)


def share_of(judge: Judge, action: int) -> float:
    """How often a play wins its round."""
    known = judge.known
    if known.played == 2 or judge.is_sure(action):
        return 1.0
    others = [seat for seat in known.playing() if seat != judge.seat] if not known.played else [known.next_seat(judge.seat)]
    return judge.holds(action, others)


def keeping(judge: Judge, best: int, hint: int) -> list[Text]:
    """What is left in the hand and would not be after the first hint."""
    ours, theirs = kept(judge, best), kept(judge, hint)
    out: list[Text] = []
    if sure_pieces(judge, ours) > sure_pieces(judge, theirs):
        out.append(KEEPS_SURE)
    if triples_in(ours) > triples_in(theirs):
        out.append(KEEPS_OXEN)
    elif ours & DOGS == DOGS and theirs & DOGS != DOGS:
        out.append(KEEPS_DOGS)
    elif pairs_in(ours) > pairs_in(theirs):
        out.append(KEEPS_PAIR)
    return out


def reason(decision: Decision, best: int, hint: int) -> Text | None:
    """The two strongest reasons that are true of the move."""
    view = decision.view
    assert isinstance(view, XianqiView)
    judge = Judge(view)
    if best in (REVEAL, PASS):
        found = answers(judge, best)
    elif best == BUCKLE:
        found = buckling(judge)
    elif best >= FIRST_COVER:
        found = [*keeping(judge, best, hint), *([WIN_NOTHING] if judge.price(best) < 3.0 * SIZE[best] else [])]
    else:
        found = playing(judge, best, hint)
    return joined(found[:2]) if found else None


def answers(judge: Judge, best: int) -> list[Text]:
    has_enough = judge.pillars >= ENOUGH
    missing = ENOUGH - judge.pillars
    worth = f"{judge.strength():.1f}"
    sure = sure_pieces(judge, judge.hand)
    if best == PASS:
        if has_enough:
            return [ENOUGH_ALREADY]
        if judge.strength() < missing:
            return [filled(TOO_WEAK, n=worth, m=missing), FAILED]
        return [filled(FEW_SURE, n=sure, m=missing), FAILED] if sure < missing else []
    out: list[Text] = []
    if not has_enough and judge.richest_other() >= ENOUGH:
        out.append(PAYS_NOW)
    if has_enough and judge.chance_of(CERAMIC) > 0.3:
        out.append(NEAR_CERAMIC)
    if sure:
        out.append(filled(SURE_PIECES, n=sure))
    if not has_enough and judge.strength() >= missing - 0.3:
        out.append(filled(STRONG, n=worth))
    elif big_pieces(judge.hand) >= missing:
        out.append(filled(BIG_PIECES, n=big_pieces(judge.hand)))
    return out


def buckling(judge: Judge) -> list[Text]:
    if judge.pillars >= ENOUGH:
        return [COLLECT]
    missing = ENOUGH - judge.pillars
    out: list[Text] = []
    if judge.richest_other() >= CERAMIC - 2:
        out.append(END_IT)
    if judge.strength() < missing:
        out.append(filled(TOO_WEAK, n=f"{judge.strength():.1f}", m=missing))
    return out


def playing(judge: Judge, best: int, hint: int) -> list[Text]:
    out: list[Text] = []
    last = judge.known.played == 2
    share = share_of(judge, best)
    if judge.is_sure(best) and not last:
        out.append(SURE)
    if hint == BUCKLE:
        if judge.pillars >= ENOUGH and judge.chance_of(CERAMIC) > 0.3:
            out.append(NEAR_CERAMIC)
        elif judge.pillars < ENOUGH and judge.richest_other() >= ENOUGH:
            out.append(PAYS_NOW)
        elif judge.strength() >= ENOUGH - judge.pillars - 0.3:
            out.append(filled(STRONG, n=f"{judge.strength():.1f}"))
        return out
    if SIZE[best] > 1 and SIZE[best] > SIZE[hint]:
        out.append(filled(MORE_PILLARS, n=SIZE[best]))
    if not last and hint < FIRST_COVER and share - share_of(judge, hint) >= TOLD:
        out.append(filled(HOLDS, best=percent(share), hint=percent(share_of(judge, hint))))
    if last and judge.price(best) <= judge.cheapest_beat():
        out.append(LOWEST)
    out += keeping(judge, best, hint)
    if not judge.known.played and judge.price(best) < 3.0:
        out.append(DRAWS_OUT)
    elif SIZE[best] == SIZE[hint] and POWER[best] < POWER[hint] and KEEPS_SURE not in out:
        out.append(KEEPS_STRONG)
    return out


def themes_of(decision: Decision, best: int, hint: int) -> list[str]:
    view = decision.view
    assert isinstance(view, XianqiView)
    judge = Judge(view)
    out: list[str] = []
    if best in (REVEAL, PASS):
        out.append("reveal")
    elif BUCKLE in (best, hint):
        out.append("buckle")
    elif best >= FIRST_COVER:
        out.append("discard")
    else:
        out.append("beat" if judge.known.played else "lead")
    sure = best < FIRST_COVER and judge.known.played < 2 and judge.is_sure(best)
    if sure or (max(best, hint) < BUCKLE and KEEPS_SURE in keeping(judge, best, hint)):
        out.append("counting")
    if best < FIRST_COVER and SIZE[best] > 1:
        out.append("pairs")
    if judge.rounds_left <= LAST_PIECES:
        out.append("endgame")
    if max(judge.pillars, judge.richest_other()) >= CERAMIC - 2:
        out.append("ceramic")
    return out


PUZZLES = Setter(
    themes=THEMES,
    themes_of=themes_of,
    reason=reason,
    alike=alike,
    screens=(900, 4000, 20_000),
    check=50_000,
    worlds=1200,
    share=0.5,  # a seat's first decision is most often a reveal, and clear
)
