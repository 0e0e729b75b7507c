"""Mahjong's own figures: win test and useful tiles against PyPI `mahjong` and `xiangting`, deals against RLCard."""

from __future__ import annotations

import importlib
import importlib.util
import random
import statistics
from typing import Any

from qipai.bench.comparison import compare, nanoseconds, times
from qipai.bench.contenders import Absent, driven, open_spiel, whole
from qipai.bench.timing import interleaved
from qipai.core.data import Json
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.games.mahjong.distances import ukeire_all
from qipai.games.mahjong.hands import complete_all
from qipai.games.mahjong.tiles import pack
from qipai.search.playout import random_deals

HANDS = 2000
SPEED_GOAL = 5.0  # vector stepping by the driven play of the nearest peer
COLUMNS = ["what", "ours", "theirs", "ratio"]
PRESETS_TITLE = {
    "en": "Decisions a second under other presets, and OpenSpiel dou_dizhu",
    "zh": "其他打法每秒决策数与 OpenSpiel dou_dizhu 对比",
}
TITLE = {"en": "Hands and deals compared with other programs", "zh": "手牌运算与整局速度对比"}


def some_hands(size: int) -> list[list[int]]:
    """Hands as after burying: from two suits, at most four copies of a tile."""
    rnd = random.Random(1)
    deck = [tile for tile in range(18) for _ in range(4)]
    return [sorted(rnd.sample(deck, size)) for _ in range(HANDS)]


def counts(tiles: list[int]) -> list[int]:
    out = [0] * 34
    for tile in tiles:
        out[tile] += 1
    return out


def win_test(rounds: int) -> list[str]:
    agari: Any = importlib.import_module("mahjong.agari").Agari()
    hands = some_hands(11)
    packed = [list(pack(tiles)) for tiles in hands]
    given = [counts(tiles) for tiles in hands]
    own, other, ratio = compare(lambda: complete_all(packed), lambda: [agari.is_agari(hand) for hand in given], rounds)
    return ["win test, PyPI mahjong", nanoseconds(own, HANDS), nanoseconds(other, HANDS), times(ratio)]


def useful_tiles(rounds: int) -> list[str]:
    xiangting: Any = importlib.import_module("xiangting")
    hands = some_hands(10)
    packed = [list(pack(tiles)) for tiles in hands]
    given = [counts(tiles) for tiles in hands]
    players = xiangting.PlayerCount.FOUR

    def theirs() -> None:
        for hand in given:
            xiangting.calculate_necessary_tiles(hand, players)

    own, other, ratio = compare(lambda: ukeire_all(packed, 2, 3), theirs, rounds)
    return ["distance and useful tiles, xiangting", nanoseconds(own, HANDS), nanoseconds(other, HANDS), times(ratio)]


def deals(rounds: int) -> list[str]:
    rlcard: Any = importlib.import_module("rlcard")
    found = find_game("mahjong")
    rules = found.rules()
    env = rlcard.make("mahjong", config={"seed": 1})
    env.set_agents([importlib.import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions) for _ in range(4)])
    rng = FastRng(1)
    ours_count, theirs_count = 2000, 10
    own, other, _ = compare(
        lambda: random_deals(found, rules, rng, ours_count), lambda: [env.run() for _ in range(theirs_count)], rounds
    )
    ours, theirs = ours_count / own, theirs_count / other
    return ["whole deals a second, RLCard mahjong", f"{ours:,.0f}", f"{theirs:,.1f}", times(ours / theirs)]


def presets(rounds: int, seconds: float) -> list[Json]:
    """血战到底 and 血流成河 beside OpenSpiel dou_dizhu, in turns: decisions a second, ours by theirs round by round."""
    found = find_game("mahjong")
    peer = open_spiel("dou_dizhu")
    if isinstance(peer, Absent):
        return []
    names = list(found.options().presets)[1:]
    ours = [make(found, found.rules({"preset": name})) for name in names for make in (driven, whole)]
    laps = interleaved([*ours, peer], rounds, seconds)
    rows: list[list[str]] = []
    for k, contender in enumerate(ours):
        ratios = [own.decisions / other.decisions for own, other in zip(laps[k], laps[-1], strict=True)]
        rate = statistics.median([lap.decisions for lap in laps[k]])
        theirs = statistics.median([lap.decisions for lap in laps[-1]])
        what = f"{names[k // 2]}, {contender.what}"
        rows.append([what, f"{rate:,.0f}", f"{theirs:,.0f}", times(statistics.median(ratios))])
    return [{"title": PRESETS_TITLE, "columns": COLUMNS, "rows": rows}]


def sections(rounds: int, seconds: float) -> list[Json]:
    rows: list[list[str]] = []
    for package, measure in (("mahjong", win_test), ("xiangting", useful_tiles), ("rlcard", deals)):
        if importlib.util.find_spec(package) is None:
            rows.append([package, "", "", "not installed"])
        else:
            rows.append(measure(rounds))
    return [{"title": TITLE, "columns": COLUMNS, "rows": rows}, *presets(rounds, seconds)]
