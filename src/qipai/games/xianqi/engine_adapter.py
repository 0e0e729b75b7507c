"""Xianqi behind the engine interface (X-10): legal actions, settlement and dumped states as JSON."""

from __future__ import annotations

from typing import Final

from qipai.core.data import Json, as_int, as_list, as_object, difference, same_json
from qipai.core.errors import BadRecord, IllegalMove, QipaiError
from qipai.core.game import Parsed
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.core.text import Text
from qipai.core.views import WRONG_DATA
from qipai.engine.adapter import EngineAdapter
from qipai.games.xianqi.combos import read_count_map
from qipai.games.xianqi.deal import HAND, check_carried, set_up_deal
from qipai.games.xianqi.messages import MESSAGES
from qipai.games.xianqi.notation import resolve_move
from qipai.games.xianqi.pieces import (
    BUCKLE,
    COPIES,
    COVER_OF,
    FIRST_COVER,
    PACKED,
    PASS,
    PLAY_OF,
    REVEAL,
    SLOT,
    SLOTS,
    count_map,
)
from qipai.games.xianqi.position import FINISHED, NONE, PHASES
from qipai.games.xianqi.rules import OPTIONS, XianqiRules, read_rules
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import carried_json, public_json
from qipai.native import i64

SETTLED_KEYS: Final = ("delta", "delta_enough", "delta_reveal", "delta_ceramic")


# actions
def actions_json(state: XianqiState, seat: i64) -> list[Json]:
    """The legal actions; all covers count as one."""
    out: list[Json] = []
    for action in state.legal(seat):
        if action < FIRST_COVER:
            out.append({"type": "PLAY", "payload_cards": count_map(PACKED[action])})
        elif action < BUCKLE:
            return [{"type": "COVER", "required_count": state.kind}]
        else:
            out.append({"type": "BUCKLE" if action == BUCKLE else "REVEAL" if action == REVEAL else "PASS_REVEAL"})
    return out


def move_of_index(state: XianqiState, seat: i64, index: int, cover_list: object) -> int:
    """X-9.4, X-9.5."""
    legal = state.legal(seat)
    covering = bool(legal) and FIRST_COVER <= legal[0] < BUCKLE
    count = 1 if covering else len(legal)
    if not 0 <= index < count:
        raise IllegalMove("BAD_INDEX", index=index, count=count)
    if not covering:
        if cover_list:
            raise IllegalMove("BAD_COVER", MESSAGES, count=0)
        return legal[index]
    slots: list[int] = []
    if not isinstance(cover_list, dict):
        raise IllegalMove("BAD_COVER", MESSAGES, count=state.kind)
    for name, n in cover_list.items():
        slot = SLOT.get(name) if isinstance(name, str) else None
        if slot is None or not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= 3:
            raise IllegalMove("BAD_COVER", MESSAGES, count=state.kind)
        slots += [slot] * n
    return resolve_move(state, seat, Parsed("cover", "cover", slots))


# results and dumps
def settlement_json(state: XianqiState) -> Json | None:
    """Present from the settlement phase on."""
    if not state.over():
        return None
    columns = state.deltas().to_json()
    by_seat: list[Json] = []
    for seat in range(state.rules.seats):
        entry: Json = {"seat": seat}
        for key in SETTLED_KEYS:
            entry[key] = columns[key][seat]
        by_seat.append(entry)
    return {"final_state": dump(state), "chip_delta_by_seat": by_seat}


def open_plays(state: XianqiState, plays: object, number: i64) -> None:
    """Adds the cards of covers to the plays of a round."""
    assert isinstance(plays, list)
    for play in plays:
        if "covered_count" in play:
            del play["covered_count"]
            play["cards"] = count_map(PACKED[state.action_in_round(number, play["seat"])])


def dump(state: XianqiState) -> Json:
    """The whole state: X-10.2 with hands and all cards, and whatever else is needed to continue."""
    out = public_json(state)
    players = out["players"]
    groups = out["pillar_groups"]
    turn = out["turn"]
    assert isinstance(players, list)
    assert isinstance(groups, list)
    assert isinstance(turn, dict)
    for player in players:
        player["hand"] = count_map(state.hand(player["seat"]))
    for group in groups:
        open_plays(state, group["plays"], group["round_index"])
    open_plays(state, turn["plays"], state.round)
    out["rules"] = state.rules.to_json()
    out["first_deal"] = state.first
    out["carried"] = None if state.carried is None else carried_json(state)
    return out


def bad_state(en: str, zh: str) -> BadRecord:
    return BadRecord("BAD_STATE", reason=Text(en, zh))


def load(data: Json) -> XianqiState:
    """The state of a dump. Sets up its deal and replays its actions with checks; the result must equal the dump, key by
    key. So only reachable states are accepted (X-9.6, X-11)."""
    try:
        state = rebuild(data)
        again = dump(state)
    except QipaiError as refusal:
        if refusal.code == "BAD_STATE":
            raise
        raise bad_state(refusal.message, refusal.say("zh")) from None
    except WRONG_DATA:
        raise bad_state("something is missing or of the wrong kind", "有字段缺失或类型不对") from None
    if not same_json(again, data):
        where = difference(again, data)
        raise bad_state(f"{where} contradicts the rest", f"{where} 与其余部分矛盾")
    return state


def all_rounds(data: Json) -> list[Json]:
    rounds = [as_object(group) for group in as_list(data["pillar_groups"])]
    turn = as_object(data["turn"])
    if as_list(turn["plays"]):
        rounds.append(turn)
    return rounds


def plays_of(group: Json) -> list[Json]:
    return [as_object(play) for play in as_list(group["plays"])]


def rebuild(data: Json) -> XianqiState:
    """Rebuilds the initial deal and replays it."""
    rules = read_rules(OPTIONS.kept(as_object(data["rules"])))
    first = data["first_deal"]
    if not isinstance(first, bool):
        raise bad_state("first_deal must be true or false", "first_deal 必须是 true 或 false")
    rounds = all_rounds(data)
    reveal = as_object(data["reveal"])
    state = set_up_again(data, rules, first, rounds, reveal)
    state.starter = first_starter(data, rounds, reveal, state)
    if not state.void:
        state.actor = state.starter
    by_round: dict[int, int] = {}
    for item in as_list(reveal["relations"]):
        relation = as_object(item)
        number = as_int(relation["round_index"], -1, HAND)
        if number >= 0:
            by_round[number] = as_int(relation["revealer_seat"], 0, rules.seats - 1)
    for number, group in enumerate(rounds):
        if number in by_round:
            buckle_and_reveal(state, by_round[number])
        for play in plays_of(group):
            act_again(state, play)
    last_steps(state, by_round.get(len(rounds)), reveal)
    if data["phase"] == PHASES[FINISHED]:
        if not state.over():
            raise bad_state("a deal that isn’t over can’t be finished", "本局还没打完，不能是 finished")
        state.settle()
    return state


def pieces_of(value: object) -> int:
    packed = read_count_map(value)
    if packed is None:
        raise bad_state("cards must be a count map of pieces", "cards 必须是棋子计数表")
    return packed


def set_up_again(data: Json, rules: XianqiRules, first: bool, rounds: list[Json], reveal: Json) -> XianqiState:
    """The initial deal of the dump: current hands plus everything played."""
    players = as_list(data["players"])
    if len(players) != rules.seats:
        raise bad_state(f"players must be {rules.seats} seats", f"players 必须是 {rules.seats} 个座位")
    head = NONE if data["head_seat"] is None else as_int(data["head_seat"], 0, rules.seats - 1)
    hands: list[int] = []  # packed
    for seat, item in enumerate(players):
        player = as_object(item)
        as_int(player["seat"], seat, seat)
        hands.append(0 if seat == head else pieces_of(player["hand"]))
    for group in rounds:
        for play in plays_of(group):
            seat = as_int(play["seat"], 0, rules.seats - 1)
            laid = pieces_of(play["cards"])
            for slot in range(SLOTS):
                if ((hands[seat] >> (2 * slot)) & 3) + ((laid >> (2 * slot)) & 3) > COPIES[slot]:
                    raise bad_state("a piece occurs more often than it exists", "某种棋子超过了应有的数目")
            hands[seat] += laid
    maps: list[object] = [None if seat == head else count_map(hands[seat]) for seat in range(rules.seats)]
    deal: Json = {"hands": maps, "starter": 1 if head == 0 else 0}
    if data["carried"] is not None:
        deal.update(as_object(data["carried"]))
        old = [r for r in [as_object(item) for item in as_list(reveal["relations"])] if r["round_index"] == -1]
        deal["relations"] = [[r["revealer_seat"], r["buckler_seat"], r["revealer_enough_at_time"]] for r in old]
        if set(deal) != {"hands", "starter", "pillars", "captured", "relations"}:
            raise bad_state("carried has pillars and captured", "carried 应有 pillars 和 captured")
    return set_up_deal(deal, rules, {"first_deal": first, "drawer": None})


def first_starter(data: Json, rounds: list[Json], reveal: Json, state: XianqiState) -> int:
    """Who decided first: the leader of round 0, the buckler of round 0, or the seat to act."""
    if rounds:
        return as_int(plays_of(rounds[0])[0]["seat"], 0, 3)  # set_up_again has checked that it plays
    decision = data["decision"]
    seat: object = state.starter
    if reveal["buckler_seat"] is not None:
        seat = reveal["buckler_seat"]
    elif isinstance(decision, dict):
        seat = decision["seat"]
    first = as_int(seat, 0, 3)
    if first not in state.playing():
        raise bad_state("the seat that decided first doesn’t play", "先手的座位没有参加本局")
    return first


def buckle_and_reveal(state: XianqiState, revealer: int) -> None:
    checked(state, BUCKLE)
    if state.actor != revealer:
        checked(state, PASS)
    if state.actor != revealer:
        raise bad_state("the seat that revealed wasn’t asked", "掀棋的座位没有被问到")
    checked(state, REVEAL)


def checked(state: XianqiState, action: int) -> None:
    if action not in state.legal(state.actor):
        raise bad_state("an action in it wasn’t legal", "其中有不合规则的行动")
    state.apply(state.actor, action)


def act_again(state: XianqiState, play: Json) -> None:
    packed = pieces_of(play["cards"])
    if as_int(play["seat"], 0, 3) != state.actor:
        raise bad_state("a play is out of turn", "有一手不是轮到的座位出的")
    action = COVER_OF.get(packed) if as_int(play["power"], -1, 11) < 0 else PLAY_OF.get(packed)
    if action is None:
        raise bad_state("a play isn’t a combination", "有一手不成棋型")
    checked(state, action)


def last_steps(state: XianqiState, revealer: int | None, reveal: Json) -> None:
    """What happened after the last piece was played: a buckle, its answers, a reveal before the lead."""
    if revealer is not None:
        buckle_and_reveal(state, revealer)
        return
    if state.over() or state.played or reveal["buckler_seat"] is None:
        return
    pending = as_list(reveal["pending_order"])
    checked(state, BUCKLE)
    for _ in range(2 - len(pending)):
        checked(state, PASS)


class Adapter(EngineAdapter):
    """X-10: all covers are one action with a list, the settlement is a phase, and a dump is the whole state."""

    def settles(self) -> bool:
        return True

    def previous(self, rules: Rules, config: Json) -> Json | None:
        """X-10.1: `first_deal`, and in `previous` the drawer of X-8.5."""
        assert isinstance(rules, XianqiRules)
        first = config.get("first_deal", True) is True
        previous = config.get("previous")
        if previous is None:
            return None if first else {"first_deal": False, "drawer": None}
        if not isinstance(previous, dict) or set(previous) != {"drawer"}:
            raise BadRecord(
                "BAD_DEAL", reason=Text("previous is null or {drawer: seat}", "previous 应为 null 或 {drawer: 座位}")
            )
        return check_carried(rules, {"first_deal": first, "drawer": previous["drawer"]})

    def actions(self, state: State, seat: i64) -> list[Json]:
        assert isinstance(state, XianqiState)
        return actions_json(state, seat)

    def action_at(self, state: State, seat: i64, index: int, cover_list: object) -> int:
        assert isinstance(state, XianqiState)
        return move_of_index(state, seat, index, cover_list)

    def settlement(self, state: State) -> Json | None:
        assert isinstance(state, XianqiState)
        return settlement_json(state)

    def dump(self, state: State) -> Json | None:
        assert isinstance(state, XianqiState)
        return dump(state)

    def load(self, data: Json) -> tuple[Rules, State]:
        state = load(data)
        return state.rules, state
