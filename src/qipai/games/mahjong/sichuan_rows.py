"""The rows that an observation has for the Sichuan family: the swap, who has left, a declared kong, the rules."""

from __future__ import annotations

from typing import Final

from qipai.buffers import BytesWriter, read_i32_le
from qipai.core.observation import TOP, Field
from qipai.games.mahjong.actions import BURY
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_FINISHED, PHASE_MISSING, PHASE_SWAP, Position
from qipai.games.mahjong.rules import DIE, MENQING_ZHONGZHANG, YAOJIU_JIANGDUI, MahjongRules
from qipai.games.mahjong.space import BURIED_ONE, BURIED_THREE, BURIED_TWO
from qipai.games.mahjong.tally import put_rows
from qipai.native import i64

MOST_FAN: Final = 6
ROW: Final = 0x7FFFFFF

SICHUAN_LAYOUT: Final[list[Field]] = [
    Field("got", 3, "what the observer got in the swap: at least one, two, three"),
    Field("family", 1, "column 0 rules with a swap or declared suits; 1 swapping, 2 naming missing suits, 3 an added kong may "
                       "be robbed; 4 + seat that has left; 8 + seat that has chosen in the opening; 12 … 14 the swapped tiles "
                       "went to the next, opposite, previous seat; 15 … 26 the options after_win leave, missing_first false, "
                       "rob_kong, last_four_must_win, locked_kong added, locked_kong same_waits, zimo_bonus fan, "
                       "zimo_bonus base, kong_flower discard, yaojiu_jiangdui, menqing_zhongzhang, tiandihu"),
    Field("cap", 1, "column c below 21: the cap is more than c; 21 … 26 kong_pay rain_graze, kong_transfer refund, "
                    "kong_transfer transfer, kong_refund, flower_pig, ready_check"),
    Field("given_up", 1, "column c: the observer has given up a win of at least c fan since its last draw"),
    Field("declared", 1, "the tile of the added kong that may be robbed"),
    Field("largest", 1, "column 6 seat + f: the largest win of the seat has f fan, 5 for more"),
]  # fmt: skip


def bit(on: bool, column: i64) -> i64:
    if on:
        return TOP >> 60 - column
    return 0


def option_rows(rules: MahjongRules) -> i64:
    """The options of the rows `family` and `cap`, the second above the first."""
    if not rules.sichuan:
        return 0
    family: i64 = 1
    family |= bit(rules.leave, 15) | bit(not rules.missing_first, 16) | bit(rules.rob_kong, 17) | bit(rules.must_win, 18)
    family |= bit(rules.locked_kong == 1, 19) | bit(rules.locked_kong == 2, 20)
    family |= bit(rules.zimo_fan, 21) | bit(rules.zimo_base > 0, 22) | bit(rules.fed_flower, 23)
    family |= bit(rules.fan & YAOJIU_JIANGDUI != 0, 24) | bit(rules.fan & MENQING_ZHONGZHANG != 0, 25) | bit(rules.tiandihu, 26)
    cap: i64 = (TOP >> 60 - rules.cap) - 1
    cap |= bit(rules.graze, 21) | bit(rules.transfer == 1, 22) | bit(rules.transfer == 2, 23)
    cap |= bit(rules.kong_refund, 24) | bit(rules.pig_fan >= 0, 25) | bit(rules.ready_check, 26)
    return family | cap << 27


def put_sichuan_rows(out: BytesWriter, state: Position, seat: i64, options: i64, largest: i64) -> None:
    """Eight rows; all zeros in 埋三张."""
    if not state.rules.sichuan:
        put_rows(out, 0, 0, 0, 0, 0, 0, 0, 0)
        return
    one: i64 = 0
    two: i64 = 0
    three: i64 = 0
    family: i64 = options & ROW
    direction: i64 = 0
    if state.rules.swap and state.phase != PHASE_SWAP:
        direction = state.rules.direction
        if direction == DIE:
            direction = (state.die + 1) >> 1
        got: i64 = state.buried[(seat - direction) & 3] - BURY
        one = i64(read_i32_le(BURIED_ONE, 4 * got))
        two = i64(read_i32_le(BURIED_TWO, 4 * got))
        three = i64(read_i32_le(BURIED_THREE, 4 * got))
        family |= TOP >> 60 - (11 + direction)
    if state.phase == PHASE_SWAP:
        family |= 2
    elif state.phase == PHASE_MISSING:
        family |= 4
    declared: i64 = 0
    if state.phase == PHASE_CLAIM and state.rob:
        family |= 8
        declared = TOP >> 60 - state.tile
    wins: i64 = 0
    other: i64 = 0
    while other < 4:
        place: i64 = (other - seat) & 3
        if (state.gone >> other) & 1:
            family |= TOP >> 60 - (4 + place)
        if state.phase > PHASE_FINISHED and not (state.waiting >> other) & 1:
            family |= TOP >> 60 - (8 + place)
        fan: i64 = (largest >> 6 * other) & 63
        if fan:
            if fan > MOST_FAN:
                fan = MOST_FAN
            wins |= TOP >> 60 - (6 * place + fan - 1)
        other += 1
    given: i64 = (TOP >> 60 - state.bar_of(seat)) - 1
    put_rows(out, one, two, three, family, options >> 27, given, declared, wins)
