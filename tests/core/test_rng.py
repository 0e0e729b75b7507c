"""Generators and seeds: what is pinned in tests/golden/randomness.json, and that nothing is biased."""

from __future__ import annotations

import ast
import hashlib
import hmac
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import qipai
from qipai.core import fairness
from qipai.core.rng import DealRng, FastRng, Rng, mix, parse_seed, scramble

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent.parent / "golden/randomness.json").read_text(encoding="utf-8"))


def words_by_hand(seed: bytes, count: int) -> list[int]:
    """The definition, written once more: HMAC blocks, eight big-endian words each."""
    out: list[int] = []
    block = 0
    while len(out) < count:
        digest = hmac.digest(seed, block.to_bytes(8, "big"), "sha256")
        out += [int.from_bytes(digest[4 * k : 4 * k + 4], "big") for k in range(8)]
        block += 1
    return out[:count]


def shuffled_by_hand(seed: bytes, n: int) -> list[int]:
    words = iter(words_by_hand(seed, 4 * n + 40))
    deck = list(range(n))
    for i in range(n - 1, 0, -1):
        while True:
            w = next(words)
            if w < 2**32 - 2**32 % (i + 1):
                break
        j = w % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def test_the_words_of_a_deal_follow_from_its_seed() -> None:
    for seed in (bytes(32), bytes(range(32)), b"\xff" * 32):
        rng = DealRng(seed)
        assert [rng.word() for _ in range(50)] == words_by_hand(seed, 50)
        deck = list(range(108))
        DealRng(seed).shuffle(deck)
        assert deck == shuffled_by_hand(seed, 108)


@pytest.mark.parametrize("case", GOLDEN["deal_rng"], ids=lambda c: c["seed"][:8])
def test_pinned_words_and_shuffles(case: dict[str, Any]) -> None:
    rng = DealRng(parse_seed(case["seed"]))
    assert [rng.word() for _ in case["words"]] == case["words"]
    rng = DealRng(parse_seed(case["seed"]))
    assert [rng.below(n) for n, _ in case["below"]] == [value for _, value in case["below"]]
    deck = list(range(24))
    DealRng(parse_seed(case["seed"])).shuffle(deck)
    assert deck == case["shuffle_24"]


@pytest.mark.parametrize("case", GOLDEN["fast_rng"], ids=lambda c: str(c["seed"]))
def test_pinned_fast_words(case: dict[str, Any]) -> None:
    rng = FastRng(case["seed"])
    assert [rng.word() for _ in case["words"]] == case["words"]


@pytest.mark.interpreted
def test_a_word_that_would_bias_is_rejected() -> None:
    class Fixed(DealRng):
        def __init__(self, given: list[int]) -> None:
            super().__init__(bytes(32))
            self.words = given

    assert Fixed([2**32 - 1, 7]).below(3) == 1  # 2**32 - 1 is the one word too many for 3
    assert Fixed([2**32 - 2, 7]).below(3) == (2**32 - 2) % 3
    assert Fixed([2**32 - 1]).below(4) == 3  # nothing is rejected for a power of two
    assert Fixed([5]).below(1) == 0


@pytest.mark.parametrize("make", [lambda: FastRng(5), lambda: DealRng(b"\x05" * 32)])
def test_numbers_are_spread_evenly(make: Any) -> None:
    rng: Rng = make()
    for n in (2, 3, 7, 24, 100):
        seen = Counter(rng.below(n) for _ in range(3000))
        chi = sum((seen[k] - 3000 / n) ** 2 / (3000 / n) for k in range(n))
        assert chi < (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 5
    wide = [rng.below_wide(9_465_511_770) for _ in range(1000)]
    assert 0 <= min(wide) < 9_465_511_770 * 0.02
    assert 9_465_511_770 * 0.98 < max(wide) < 9_465_511_770


def test_shuffles_reach_every_order_equally() -> None:
    rng = FastRng(6)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(4800):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        seen[tuple(items)] += 1
    assert len(seen) == 24
    assert sum((n - 200) ** 2 / 200 for n in seen.values()) < 23 + 5 * 46**0.5


def test_seeds_of_any_size_give_streams_of_their_own() -> None:
    seeds = [0, 1, -1, 2, 2**32, 2**32 + 1, 2**64, 2**200, -(2**200)]
    streams = [tuple(FastRng(seed).word() for _ in range(4)) for seed in seeds]
    assert len(set(streams)) == len(seeds)
    assert 0.0 <= FastRng(1).random() < 1.0


def test_digests_stay_below_62_bits_and_tell_things_apart() -> None:
    values = [mix(mix(0, a), b) for a in range(60) for b in range(60)]
    assert len(set(values)) == 3600
    assert all(0 <= v < 2**62 for v in values)
    assert 0 <= mix(2**62 - 1, 2**62 - 1) < 2**62
    assert 0 <= scramble(2**40) < 2**32


@pytest.mark.parametrize("text", ["", "00", "g" * 64, "0" * 63, "0" * 65, " " * 64])
def test_a_seed_is_64_hex_digits(text: str) -> None:
    with pytest.raises(qipai.BadRecord) as refusal:
        parse_seed(text)
    assert refusal.value.code == "BAD_SEED"
    with pytest.raises(qipai.BadRecord):
        qipai.Table("xianqi", seed=text)


# seeds of matches, engines and servers
def test_seeds_of_matches_engines_and_servers_are_pinned() -> None:
    for case in GOLDEN["match"]:
        assert fairness.match_deal_seed(bytes.fromhex(case["match_seed"]), case["deal"]).hex() == case["deal_seed"]
        t = qipai.Table("xianqi", seed=case["match_seed"])
        while t.deal_index < case["deal"]:
            while not t.over:
                t.play(t.to_act[0], t.legal(t.to_act[0])[-1])
            t.next_deal()
        assert t.deals[-1].seed == case["deal_seed"]
    for case in GOLDEN["engine"]:
        assert fairness.engine_seed(case["rng_seed"]).hex() == case["deal_seed"]
        assert hashlib.sha256(f"qipai:{case['rng_seed']}".encode()).hexdigest() == case["deal_seed"]
    for case in GOLDEN["server"]:
        seed = bytes.fromhex(case["server_seed"])
        assert fairness.commitment(seed) == case["commit"] == hashlib.sha256(seed).hexdigest()
        text = json.dumps([case["room"], case["deal"], case["nonces"]], separators=(",", ":"), ensure_ascii=False)
        assert hmac.digest(seed, text.encode(), "sha256").hex() == case["deal_seed"]
        assert fairness.server_deal_seed(seed, case["room"], case["deal"], case["nonces"]).hex() == case["deal_seed"]


def fair_record() -> dict[str, Any]:
    case = GOLDEN["server"][0]
    seed = bytes.fromhex(case["server_seed"])
    proof = fairness.prove(case["room"], case["deal"], case["nonces"], seed)
    t = qipai.Table("xianqi", deal_seed=case["deal_seed"], fairness=proof)
    while not t.over:
        t.play(t.to_act[0], t.legal(t.to_act[0])[-1])
    record: dict[str, Any] = json.loads(json.dumps(t.record()))
    return record


def test_a_fair_deal_is_proven_and_a_lie_is_found() -> None:
    record = fair_record()
    assert qipai.verify(record)["deals"][0]["shuffle"] == "proven"
    proof = record["deals"][0]["fairness"]
    for change in [
        {"commit": "00" * 32},
        {"server_seed": "11" * 32},
        {"server_seed": 5},
        {"nonces": ["", "", ""]},
        {"nonces": ["aa", "bb"]},
        {"nonces": ["AA", "", ""]},
        {"nonces": ["a" * 65, "", ""]},
        {"nonces": 3},
        {"room": "another"},
        {"room": None},
        {"deal": proof["deal"] + 1},
        {"deal": True},
        {"extra": 1},
    ]:
        lie = {**record, "deals": [{**record["deals"][0], "fairness": {**proof, **change}}]}
        with pytest.raises(qipai.BadRecord):
            qipai.verify(lie)
    with pytest.raises(qipai.BadRecord):
        qipai.verify({**record, "deals": [{**record["deals"][0], "seed": "22" * 32}]})


def test_a_table_refuses_a_proof_that_does_not_fit_its_seed() -> None:
    case = GOLDEN["server"][0]
    proof = fairness.prove(case["room"], case["deal"], case["nonces"], bytes.fromhex(case["server_seed"]))
    with pytest.raises(qipai.BadRecord):
        qipai.Table("xianqi", deal_seed="33" * 32, fairness=proof)


def test_without_a_seed_no_two_tables_are_alike() -> None:
    assert len({qipai.Table("xianqi").deals[0].seed for _ in range(20)}) == 20


FOREIGN = """
ours = ("qipai", "msgspec", "__main__", "__editable__", "sitecustomize", "_distutils_hack")
names = {m.split(".")[0] for m in sys.modules} - set(sys.stdlib_module_names)
print(sorted(n for n in names if not n.startswith(ours) and not n.endswith("__mypyc")))
"""


@pytest.mark.parametrize(
    "use",
    [
        "import qipai",
        "import qipai\nqipai.games()\nqipai.Engine\nqipai.replay\n[qipai.Table(g).public() for g in qipai.games()]",
    ],
)
def test_qipai_loads_only_the_standard_library_msgspec_and_itself(use: str) -> None:
    """msgspec itself looks for typing_extensions, so that one may be there when records are used."""

    def loaded(script: str) -> set[str]:
        run = subprocess.run([sys.executable, "-c", script + FOREIGN], capture_output=True, text=True, check=True)
        return set(ast.literal_eval(run.stdout))

    brought = loaded("import sys\nimport msgspec.json") if "Table" in use else set()
    assert loaded("import sys\n" + use) <= brought
