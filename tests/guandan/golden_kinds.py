"""The golden cases of Guandan that are no deals, and expectations beyond `Table.facts` (G-16)."""

from __future__ import annotations

from typing import Any

import qipai
from qipai import guandan
from tests.golden_runner import UNKNOWN


def pure(case: dict[str, Any]) -> dict[str, Any] | None:
    rules = case.get("rules")
    if "cards" in case:
        return classified(case, rules)
    if "play" in case:
        return {"beats": guandan.beats(case["table"], case["play"], case["level"])}
    if "hand" in case:
        found = {p.long_reading for p in guandan.plays(case["hand"], case["level"], case["table"], rules)}
        exact = {p.long_reading for p in guandan.plays(case["hand"], case["level"], case["table"], rules, mode="exact")}
        assert found == exact, case["id"]
        return {"readings": same(case["expect"].get("readings"), sorted(found))}
    if "orders" in case:
        return promoted(case, rules)
    return None


def classified(case: dict[str, Any], rules: Any) -> dict[str, Any]:
    found = guandan.readings(case["cards"], case["level"], rules)
    return {
        "readings": same(case["expect"].get("readings"), found),
        "auto": guandan.auto_reading(case["cards"], case["level"], case.get("table"), rules),
    }


def promoted(case: dict[str, Any], rules: Any) -> dict[str, Any]:
    out: dict[str, Any] = {"levels": case["levels"], "owner": case["owner"], "fails": case["fails"], "over": False}
    for number, order in enumerate(case["orders"], 1):
        assert not out["over"], case["id"]
        out = guandan.promote(out["levels"], out["owner"], out["fails"], order, rules, number)
    return out


def same(wanted: Any, found: list[str]) -> Any:
    """The wanted list where it names the same things in another order, else what was found."""
    return wanted if isinstance(wanted, list) and sorted(map(str, wanted)) == sorted(found) else found


def observe(table: qipai.Table, key: str, wanted: Any) -> Any:
    if key == "canonical":
        return {seat: same(wanted[seat], list(table.canonical(int(seat)))) for seat in wanted}
    if key == "legal_order":
        return {seat: list(table.legal(int(seat))) for seat in wanted}
    if key == "hands":
        # the cases write their hands in any order of cards
        hands = table.facts()["hands"]
        return [" ".join(same(hand.split(), held.split())) for hand, held in zip(wanted, hands, strict=False)]
    return UNKNOWN
