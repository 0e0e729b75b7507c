"""What a selection may grow into: legal plays that contain the chosen cards, the cheapest first, wildcards last."""

from __future__ import annotations

from qipai.games.guandan.cards import IDS, bit, copies, listed, planes, wildcard
from qipai.games.guandan.classify import readings_of
from qipai.games.guandan.combos import new_finder
from qipai.games.guandan.hints import Sight
from qipai.games.guandan.packing import (
    BOMB,
    FLUSH,
    FULL_HOUSE,
    JOKERS,
    key_of_play,
    kind_of,
    natural_planes,
    rank_class,
    reading,
    second_of,
    size_of,
    strength,
    wild_of,
)
from qipai.games.guandan.view import GuandanView

MOST = 64  # plays whose cost is worked out; the rest of a long list spends wildcards


def offers(view: GuandanView, cards: list[str], n: int) -> list[int]:
    """At most n, one for each reading; a full house with the pair that is missed least, the plain set first or second."""
    chosen = [IDS[name] for name in cards if name in IDS]
    if view.phase != 3 or view.seat < 0 or not (view.acting >> view.seat) & 1 or not chosen or len(chosen) != len(cards):
        return []
    if any(chosen.count(kind) > copies(view.one, view.two, kind) for kind in chosen):
        return []
    rules = view.setting.rules
    level = view.setting.level
    finder = new_finder(rules)
    finder.look(view.one, view.two, level)
    kind = rank_class(view.table) if view.table else 0
    plays = finder.plays(kind, strength(view.table, level, rules.over_flush) if view.table else 0)
    found = [made for made in [containing(view, play, chosen) for play in plays] if made and size_of(made) > len(chosen)]
    found.sort(key=lambda play: (wild_of(play), rank_class(play) == BOMB))
    sight = Sight(view)
    ranked = sorted([(wild_of(play), sight.after(play), at, play) for at, play in enumerate(found[:MOST])])
    best: dict[str, int] = {}
    for _, _, _, play in ranked:
        best.setdefault(reading(play), play)
    order = list(best.values())
    whole = plain_set(view, chosen)
    place = next((at for at, play in enumerate(order) if not wild_of(play) and natural_planes(play) == whole), 0)
    if place > 1:
        order.insert(1, order.pop(place))
    return order[:n]


def plain_set(view: GuandanView, chosen: list[int]) -> tuple[int, int]:
    """All that the hand holds of the one rank that is chosen, without wildcards: what a tap means most often. Else nothing."""
    spare = wildcard(view.setting.level)
    ranks = {rank_of(kind) for kind in chosen}
    if len(ranks) > 1 or spare in chosen:
        return 0, 0
    return planes([kind for kind in listed(view.one, view.two) if rank_of(kind) in ranks and kind != spare])


def rank_of(kind: int) -> int:
    return kind if kind >= 52 else kind >> 2


def containing(view: GuandanView, play: int, chosen: list[int]) -> int:
    """The play with the chosen cards in the places of others of their rank; 0 when it has no place for one of them."""
    level = view.setting.level
    wild = chosen.count(wildcard(level))
    own = listed(*natural_planes(play))
    rest = list(own)
    missing: list[int] = []  # chosen cards that the listed play has in another suit
    for kind in chosen:
        if kind == wildcard(level):
            continue
        if kind in rest:
            rest.remove(kind)
        else:
            missing.append(kind)
    if not play or wild > wild_of(play):
        return 0
    if not missing:
        return play
    if kind_of(play) in (FLUSH, JOKERS):
        return 0
    for kind in missing:
        places = [other for other in rest if other < 52 and other >> 2 == kind >> 2]
        if kind >= 52 or not places:
            return 0
        rest.remove(places[-1])
        own[own.index(places[-1])] = kind
    one, two = planes(own)
    spent = wild_of(play)
    mark = bit(wildcard(level))
    same = (kind_of(play), key_of_play(play), second_of(play) if kind_of(play) in (BOMB, FULL_HOUSE) else 0)
    for made in readings_of(one | (mark if spent else 0), two | (mark if spent == 2 else 0), level, view.setting.rules):
        if (kind_of(made), key_of_play(made), second_of(made) if kind_of(made) in (BOMB, FULL_HOUSE) else 0) == same:
            return made
    return 0
