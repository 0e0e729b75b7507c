"""Two generators with one interface: `DealRng` for deals that people play, `FastRng` for search and benchmarks."""

from __future__ import annotations

import hashlib
import hmac
from typing import cast

from qipai.core.data import brief, fields_of
from qipai.core.errors import BadRecord, Messages
from qipai.core.text import Text
from qipai.native import i64, mypyc_attr

WORD = 1 << 32
MASK32 = 0xFFFFFFFF
OF_A_GENERATOR = Messages({"BAD_SEED": Text("This seed is an integer, not {seed}.", "这里的种子应为整数，不是 {seed}。")})


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """A stream of 32-bit words and what is derived from it."""

    def word(self) -> i64:
        """The next 32-bit word."""
        raise NotImplementedError

    def below(self, n: i64) -> i64:
        """Uniform in 0..n-1, without bias. 1 <= n <= 2**32."""
        raise NotImplementedError

    def below_wide(self, n: i64) -> i64:
        """Uniform in 0..n-1 for n up to 2**61, without bias."""
        limit: i64 = 0x3FFFFFFFFFFFFFFF
        limit -= (limit + 1) % n
        while True:
            drawn: i64 = ((self.word() & 0x3FFFFFFF) << 32) | self.word()
            if drawn <= limit:
                return drawn % n

    def shuffle(self, items: list[int]) -> None:
        """Fisher-Yates from the end: for i = n-1 ... 1 swap(i, below(i + 1))."""
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            held = items[i]
            items[i] = items[j]
            items[j] = held
            i -= 1


class DealRng(Rng):
    """Block i = HMAC-SHA256(key = deal seed, msg = i as 8 bytes big-endian), read as eight big-endian words."""

    def __init__(self, seed: object) -> None:
        """The 32 bytes of a deal's seed."""
        if not isinstance(seed, bytes):
            raise bad_seed(seed)
        self.seed = seed
        self.block: i64 = 0
        self.words: list[int] = []
        self.at: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        return DealRng, (self.seed,), fields_of(self)

    def word(self) -> i64:
        if self.at >= len(self.words):
            digest = hmac.new(self.seed, int(self.block).to_bytes(8, "big"), hashlib.sha256).digest()
            self.words = [int.from_bytes(digest[k : k + 4], "big") for k in range(0, 32, 4)]
            self.block += 1
            self.at = 0
        value: i64 = self.words[self.at]
        self.at += 1
        return value

    def below(self, n: i64) -> i64:
        """The next word w, rejecting w >= 2**32 - (2**32 mod n); returns w mod n."""
        space: i64 = WORD
        limit: i64 = space - space % n
        while True:
            w = self.word()
            if w < limit:
                return w % n


class FastRng(Rng):
    """xoshiro128++ on four 32-bit words; equal streams interpreted and compiled."""

    def __init__(self, number: object) -> None:
        """Any integer; each of its 32-bit digits is mixed in."""
        if not isinstance(number, int) or isinstance(number, bool):
            raise BadRecord("BAD_SEED", OF_A_GENERATOR, seed=brief(number))
        seed: int = -2 * number - 1 if number < 0 else 2 * number
        spread: i64 = 0x9E3779B9
        while seed:
            spread = scramble(spread ^ (seed & MASK32))
            seed >>= 32
        self.a: i64 = scramble(spread + 1)
        self.b: i64 = scramble(spread + 2)
        self.c: i64 = scramble(spread + 3)
        self.d: i64 = scramble(spread + 4) | 1

    def __reduce__(self) -> tuple[object, ...]:
        return FastRng, (0,), fields_of(self)

    def word(self) -> i64:
        a = self.a
        b = self.b
        c = self.c
        d = self.d
        total: i64 = (a + d) & 0xFFFFFFFF
        result: i64 = ((((total << 7) | (total >> 25)) & 0xFFFFFFFF) + a) & 0xFFFFFFFF
        t: i64 = (b << 9) & 0xFFFFFFFF
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ t
        self.d = ((d << 11) | (d >> 21)) & 0xFFFFFFFF
        return result

    def below(self, n: i64) -> i64:
        """Multiply and shift, with the rejection that makes it exact."""
        product: i64 = self.word() * n
        low: i64 = product & 0xFFFFFFFF
        if low < n:
            space: i64 = 0x100000000
            threshold: i64 = (space - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """The same swaps as `Rng.shuffle`, with the generator kept in local variables."""
        things = cast("list[object]", items)  # swapped as objects: ints would be unboxed and boxed again
        a = self.a
        b = self.b
        c = self.c
        d = self.d
        i: i64 = len(items) - 1
        while i > 0:
            n: i64 = i + 1
            low: i64 = 0
            threshold: i64 = 0
            product: i64 = 0
            while True:
                total: i64 = (a + d) & 0xFFFFFFFF
                product = (((((total << 7) | (total >> 25)) & 0xFFFFFFFF) + a) & 0xFFFFFFFF) * n
                t: i64 = (b << 9) & 0xFFFFFFFF
                c ^= a
                d ^= b
                b ^= c
                a ^= d
                c ^= t
                d = ((d << 11) | (d >> 21)) & 0xFFFFFFFF
                low = product & 0xFFFFFFFF
                if low >= n:
                    break
                space: i64 = 0x100000000
                threshold = (space - n) % n
                if low >= threshold:
                    break
            j: i64 = product >> 32
            held = things[i]
            things[i] = things[j]
            things[j] = held
            i -= 1
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def random(self) -> float:
        """Uniform in [0, 1)."""
        return float(self.word()) / 4294967296.0


def scramble(x: i64) -> i64:
    """A 32-bit mixing step: nearby inputs give unrelated outputs."""
    x &= 0xFFFFFFFF
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    return x ^ (x >> 15)


def mix(h: i64, x: i64) -> i64:
    """Folds x (any i64) into the digest h; the result is in 0..2**62-1."""
    low: i64 = (h & 0x7FFFFFFF) * 1103515245 + (x & 0x7FFFFFFF) + 12345
    high: i64 = ((h >> 31) & 0x7FFFFFFF) * 1664525 + ((x >> 31) & 0x7FFFFFFF) + (low >> 31)
    low = (low ^ (high >> 13)) & 0x7FFFFFFF
    return ((high & 0x7FFFFFFF) << 31) | low


def bad_seed(given: object) -> BadRecord:
    return BadRecord("BAD_SEED", seed=given[:80] if isinstance(given, str) and given.isprintable() else brief(given))


def parse_seed(text: object) -> bytes:
    """64 hexadecimal digits to 32 bytes. BAD_SEED."""
    if isinstance(text, str) and len(text) == 64:
        try:
            seed = bytes.fromhex(text)
        except ValueError:
            seed = b""
        if len(seed) == 32:
            return seed
    raise bad_seed(text)
