"""Puzzles of mahjong: what a position is about, and why a move is better than the first hint."""

from __future__ import annotations

from qipai.agents.base import Decision
from qipai.core.text import Text
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, PASS, PENG, SWAP, buried_tiles
from qipai.games.mahjong.hints import Adviser, Outlook, away, sichuan_adviser, suit_size
from qipai.games.mahjong.position import PHASE_BURY, PHASE_MISSING, PHASE_SWAP
from qipai.games.mahjong.sichuan_fan import doubled_fan, points_of
from qipai.games.mahjong.state import MahjongView
from qipai.games.mahjong.tiles import SUIT_OF, UNIT_OF
from qipai.games.mahjong.words import SUIT_WORDS
from qipai.puzzles.setter import Setter, filled, joined

LATE = 16  # tiles of the wall: an ending
FLUSH = 9  # tiles of one suit that make a full flush worth aiming at
SMALL = 1  # fan of a win that one may pass up
MANY_PAIRS = 4  # in hand: all pungs are near
SOME_PAIRS = 3  # worth keeping together
OPENING = (PHASE_BURY, PHASE_SWAP, PHASE_MISSING)

NEARER = Text("{best}, the first hint’s move {hint}", "{best}，提示的那手{hint}")
MORE_HELP = Text("{best} tiles help instead of {hint}", "进张 {best} 张，提示的那手 {hint} 张")
WIDER = Text("waiting for {best} tiles instead of {hint}", "听 {best} 张，提示的那手 {hint} 张")
BIGGER = Text("wins up to {best} fan instead of {hint}", "最大能胡 {best} 番，提示的那手 {hint} 番")
TO_FLUSH = Text("heads for a full flush in {suit}: {n} tiles", "往{suit}清一色做：已有 {n} 张")
KEEPS_PAIRS = Text("keeps {best} pairs instead of {hint}", "留住 {best} 个对子，提示的那手 {hint} 个")
SAFE = Text("nobody in play collects this suit, so nobody can win on it", "场上没人要这门，打出去没人能胡")
SAFER = Text("fewer players can win on it", "能胡这张的人更少")
AVOIDS = Text("a player who has already won takes the first hint’s discard", "提示的那张，已胡的人还要胡")
GONE = Text("no other copy is left: nobody can claim it", "外面一张不剩：没人能碰杠")
STAYS_CONCEALED = Text("keeps the concealed hand", "留住门清")
NO_CLOSER = Text("the claim brings the hand no closer to a win", "要了也没有离胡更近")
PUNG_NEARER = Text("with the pung {best}, without it {hint}", "碰了{best}，不碰{hint}")
BIGGER_LATER = Text("a bigger win is in reach: up to {n} fan", "等更大的：最大 {n} 番")
KEEPS_READY = Text("keeps the hand ready", "保住下叫")
ROOT = Text("keeps four alike: a root", "留住四张一样的，多一根")
FEWER_VOID = Text("{best} tiles of the void suit to discard instead of {hint}", "缺门还要打 {best} 张，提示的那手 {hint} 张")
ALL_PUNGS = Text("heads for all pungs", "往对对胡做")
LEAVES = Text(
    "a win now brings {n} and you’re out of the deal; self-drawn, everybody in play pays",
    "现在胡只收 {n} 分就下场；等自摸，场上各家都付",
)
LOCKS = Text("a win locks the hand, and this one can still become better", "胡了手牌就锁定，这手还能做得更好")
ONE_SUIT = Text("leaves a single suit: {n} tiles of a full flush", "只剩一门：清一色已有 {n} 张")
FOURTH = Text("the fourth tile stays for a run, or for a kong later", "留着第四张：能配顺子，也能以后再杠")
KONG_PAYS = Text("the kong pays at once and draws another tile", "杠了当场收分，再补一张")

THEMES = {
    "safe": Text("safe discard", "安全牌"),
    "waits": Text("choosing the wait", "选叫"),
    "speed": Text("the fastest hand", "牌效"),
    "big": Text("the bigger hand", "做大牌"),
    "kong": Text("kongs", "杠"),
    "claim": Text("claim or pass", "碰不碰"),
    "win": Text("win or go on", "胡不胡"),
    "opening": Text("the opening", "开局"),
    "endgame": Text("endgame", "残局"),
    "counting": Text("counting tiles", "记牌"),
}


def alike(decision: Decision, action: int) -> object:
    return action


class Scene:
    """What is worth telling about a best move and the first hint."""

    def __init__(self, decision: Decision, best: int, hint: int) -> None:
        view = decision.view
        assert isinstance(view, MahjongView)
        self.known = view.known
        self.seat = decision.seat
        self.best = best
        self.hint = hint
        self.adviser: Adviser = (
            sichuan_adviser(view.known, view.seat) if view.known.rules.sichuan else Adviser(view.known, view.seat)
        )

    def after(self, action: int) -> Outlook:
        """The hand after a discard; before it, for anything else."""
        adviser = self.adviser
        hand = adviser.without([action]) if action < KONG_OF else adviser.hand
        return adviser.outlook(hand, adviser.melds)

    def sizes(self, hand: list[int]) -> list[int]:
        """Tiles by suit, melds included."""
        sizes = [suit_size(counts) for counts in hand]
        k = self.adviser.melds >> 3
        for _ in range(self.adviser.melds & 7):
            sizes[(k & 31) // 9] += 3
            k >>= 9
        return sizes

    def winners(self, tile: int) -> int:
        """How many others may win on a tile at all; where void suits are public."""
        known = self.known
        others = [seat for seat in range(4) if seat != self.seat and not (known.gone >> seat) & 1]
        return sum(known.missing_suit(seat) != SUIT_OF[tile] for seat in others)


def pairs_in(hand: list[int]) -> int:
    return sum(1 for counts in hand for rank in range(9) if (counts >> 3 * rank) & 7 >= 2)


def fours_in(hand: list[int]) -> int:
    return sum(1 for counts in hand for rank in range(9) if (counts >> 3 * rank) & 7 == 4)


def flush_of(scene: Scene, best: list[int], hint: list[int]) -> Text | None:
    """The best move keeps more of the longest suit."""
    ours, theirs = scene.sizes(best), scene.sizes(hint)
    suit = longest(ours)
    if ours[suit] >= FLUSH and ours[suit] > theirs[suit]:
        word = SUIT_WORDS[suit]
        return Text(TO_FLUSH.en.format(suit=word.en, n=ours[suit]), TO_FLUSH.zh.format(suit=word.zh, n=ours[suit]))
    return None


def distances(text: Text, best: int, hint: int) -> Text:
    ours, theirs = away(best - 1), away(hint - 1)
    return Text(text.en.format(best=ours.en, hint=theirs.en), text.zh.format(best=ours.zh, hint=theirs.zh))


def discards(scene: Scene) -> list[Text]:
    """A discard instead of another."""
    adviser, best, hint = scene.adviser, scene.best, scene.hint
    one, other = scene.after(best), scene.after(hint)
    out: list[Text] = []
    if adviser.danger[hint] and not adviser.danger[best]:
        out.append(AVOIDS)
    if one.ready and not other.ready:
        out.append(adviser.ready_reason(one))
    elif one.ready and other.ready:
        if one.copies > other.copies:
            out.append(filled(WIDER, best=one.copies, hint=other.copies))
        if one.most > other.most:
            out.append(filled(BIGGER, best=one.most, hint=other.most))
    elif one.distance < other.distance:
        out.append(distances(NEARER, one.distance, other.distance))
    elif one.distance == other.distance and one.copies > other.copies:
        out.append(filled(MORE_HELP, best=one.copies, hint=other.copies))
    if scene.known.rules.sichuan:
        if scene.winners(best) == 0 < scene.winners(hint):
            out.append(SAFE)
        elif scene.winners(best) < scene.winners(hint):
            out.append(SAFER)
    flush = flush_of(scene, adviser.without([best]), adviser.without([hint]))
    if flush is not None:
        out.append(flush)
    ours, theirs = pairs_in(adviser.without([best])), pairs_in(adviser.without([hint]))
    if ours > theirs and ours >= SOME_PAIRS:
        out.append(filled(KEEPS_PAIRS, best=ours, hint=theirs))
    if fours_in(adviser.without([best])) > fours_in(adviser.without([hint])):
        out.append(ROOT)
    if adviser.left[best] == 0 < adviser.left[hint]:
        out.append(GONE)
    return out


def passes(scene: Scene) -> list[Text]:
    adviser, hint = scene.adviser, scene.hint
    now = scene.after(PASS)
    out: list[Text] = []
    if hint == HU:
        return let_go(scene, now)
    if hint == PENG and adviser.after_peng(scene.known.tile).distance >= now.distance:
        out.append(NO_CLOSER)
    if now.ready:
        out.append(KEEPS_READY)
    if adviser.melds & 7 == 0:
        out.append(STAYS_CONCEALED)
    return out


def let_go(scene: Scene, now: Outlook) -> list[Text]:
    """A win that is passed up."""
    known, rules = scene.known, scene.known.rules
    out: list[Text] = []
    if rules.sichuan:
        fan = doubled_fan(known.claim_patterns(scene.seat))
        if rules.leave and known.wall_left() > 0 and fan <= SMALL:
            points = int(points_of(fan, rules.base, rules.cap))
            out.append(filled(LEAVES, n=points))
    if not rules.leave and not known.is_locked(scene.seat):
        out.append(LOCKS)
    if now.ready and now.most > 1:
        out.append(filled(BIGGER_LATER, n=now.most))
    return out


def claims(scene: Scene) -> list[Text]:
    adviser = scene.adviser
    if scene.best == PENG:
        tile = scene.known.tile
        now, look = scene.after(PASS), adviser.after_peng(tile)
        out = [FOURTH] if scene.hint == KONG else []
        if look.distance < now.distance:
            out.append(distances(PUNG_NEARER, look.distance, now.distance))
        flush = flush_of(scene, with_tile(adviser.hand, tile), adviser.hand)
        if flush is not None and SUIT_OF[tile] == longest(scene.sizes(adviser.hand)):
            out.append(flush)
        if pairs_in(adviser.hand) >= MANY_PAIRS:
            out.append(ALL_PUNGS)
        return out
    return [KONG_PAYS]


def with_tile(hand: list[int], tile: int) -> list[int]:
    out = hand[:]
    out[SUIT_OF[tile]] += UNIT_OF[tile]
    return out


def longest(sizes: list[int]) -> int:
    return max(range(3), key=lambda suit: sizes[suit])


def openings(scene: Scene) -> list[Text]:
    """Burials, swaps and void suits: what is left in the hand."""
    adviser, best, hint = scene.adviser, scene.best, scene.hint
    ours, theirs = left_by(scene, best), left_by(scene, hint)
    out: list[Text] = []
    flush = flush_of(scene, ours, theirs)
    if flush is not None:
        out.append(flush)
    if max(best, hint) < SWAP and min(best, hint) >= BURY:
        held, other = suit_size(ours[SUIT_OF[buried_tiles(best)[0]]]), suit_size(theirs[SUIT_OF[buried_tiles(hint)[0]]])
        if held < other:
            out.append(filled(FEWER_VOID, best=held, hint=other))
    elif MISSING_OF <= best < BURY:
        held, other = suit_size(adviser.hand[best - MISSING_OF]), suit_size(adviser.hand[hint - MISSING_OF])
        if held < other:
            out.append(filled(FEWER_VOID, best=held, hint=other))
    sizes = [suit_size(counts) for counts in ours]
    if MISSING_OF <= best < BURY and max(sizes) >= FLUSH and sum(sizes) - max(sizes) <= 1:
        out.append(filled(ONE_SUIT, n=max(sizes)))
    if pairs_in(ours) > pairs_in(theirs):
        out.append(filled(KEEPS_PAIRS, best=pairs_in(ours), hint=pairs_in(theirs)))
    return out


def left_by(scene: Scene, action: int) -> list[int]:
    """The hand without what a burial or a swap takes, and without a void suit."""
    adviser = scene.adviser
    if action >= BURY:
        return adviser.without(buried_tiles(action - SWAP + BURY if action >= SWAP else action))
    hand = adviser.hand[:]
    hand[action - MISSING_OF] = 0
    return hand


def reasons(scene: Scene) -> list[Text]:
    best, hint = scene.best, scene.hint
    if scene.known.phase in OPENING:
        return openings(scene)
    if best == PASS:
        return passes(scene)
    if best in (PENG, KONG):
        return claims(scene)
    if KONG_OF <= best < HU:
        return [KONG_PAYS]
    if best == HU or hint >= KONG_OF:
        return kept_from_kong(scene)
    return discards(scene)


def kept_from_kong(scene: Scene) -> list[Text]:
    """A discard instead of a kong or a win."""
    if scene.best == HU:
        return []
    look = scene.after(scene.best)
    if scene.hint == HU:
        return [filled(BIGGER_LATER, n=look.most)] if look.ready and look.most > 1 else []
    return [scene.adviser.ready_reason(look)] if look.ready else [ROOT]


def reason(decision: Decision, best: int, hint: int) -> Text | None:
    found = reasons(Scene(decision, best, hint))
    return joined(found[:2]) if found else None


def themes_of(decision: Decision, best: int, hint: int) -> list[str]:
    scene = Scene(decision, best, hint)
    known = scene.known
    out: list[str] = []
    if known.phase in OPENING:
        out.append("opening")
        if flush_of(scene, left_by(scene, best), left_by(scene, hint)) is not None:
            out.append("big")
        return out
    if HU in (best, hint):
        out.append("win")
    elif PASS in (best, hint) or best in (PENG, KONG):
        out.append("kong" if KONG in (best, hint) else "claim")
    elif max(best, hint) >= KONG_OF:
        out.append("kong")
    else:
        out += discard_themes(scene)
    if known.wall_left() <= LATE:
        out.append("endgame")
    return out


def discard_themes(scene: Scene) -> list[str]:
    told = discards(scene)
    one, other = scene.after(scene.best), scene.after(scene.hint)
    out: list[str] = []
    if any(text in told for text in (SAFE, SAFER, AVOIDS)):
        out.append("safe")
    if one.ready:
        out.append("waits")
    if one.most > other.most or flush_of(scene, scene.adviser.without([scene.best]), scene.adviser.without([scene.hint])):
        out.append("big")
    if GONE in told or (one.ready and one.copies > other.copies):
        out.append("counting")
    return out or ["speed"]


PUZZLES = Setter(
    themes=THEMES,
    themes_of=themes_of,
    reason=reason,
    alike=alike,
    screens=(150, 750, 4000),
    check=10_000,
    worlds=0,
    ways=({"preset": "default"}, {"preset": "chengdu"}, {"preset": "river"}),
    share=0.5,  # whether to win is clear more often than anything else
)
