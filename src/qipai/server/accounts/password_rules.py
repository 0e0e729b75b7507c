"""Which passwords are refused: short ones, and those that are tried first. Strength is not estimated."""

from __future__ import annotations

import re

from qipai.server.accounts.player import bare
from qipai.server.refusal import Refused

SHORTEST, LONGEST = 8, 128
MOST_REPEATED = 4  # characters of a pattern that makes up all of a password
FEWEST = 4  # different characters
ROWS = ("01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm")
# what is left of a common password when digits and signs at its ends are gone; from eight characters on, or with such ends
COMMON_WORDS = """
password passwort passw0rd p@ssw0rd p@ssword pa55word pa55w0rd letmein welcome admin administrator root user guest login
default changeme secret master hello helloworld test testtest testing access superman batman spiderman pokemon starwars
football baseball basketball soccer hockey liverpool chelsea arsenal barcelona juventus sunshine princess iloveyou loveyou
lovely babygirl angel flower butterfly jordan michael michelle jennifer jessica charlie daniel thomas andrew ashley nicole
freedom whatever trustno shadow dragon monkey tigger ginger cookie cheese chocolate computer internet samsung google
facebook linkedin minecraft killer hunter ranger summer winter spring autumn october november december qwerty qwert qwertz
azerty asdf asdfgh zxcv zxcvbn qazwsx qweasd qweasdzxc asdzxc abc abcd abcabc aabbcc fuckyou asshole bitch iloveu aini
woaini woaiwojia woshishui wodemima mima nihao nihaoma zhongguo beijing shanghai taobao alibaba tencent qq caonima laopo
laogong baobei xiaoming zhangwei wangwei wangfang liwei lina longlong qipai xianqi guandan majiang mahjong sichuan
"""
COMMON = frozenset(COMMON_WORDS.split())
# dates, and numbers that sound like something
NUMBERS = re.compile(r"(19|20)\d{6}|5201314\d*|1314520\d*|147258\d*|159357\d*|1{3,}2{3,}3*")


def check_password(password: str, name: str) -> None:
    """BAD_PASSWORD, WEAK_PASSWORD."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused("BAD_PASSWORD")
    if is_weak(password.casefold(), bare(name)):
        raise Refused("WEAK_PASSWORD")


def is_weak(text: str, name: str) -> bool:
    if len(set(text)) < FEWEST or is_repeated(text) or is_row(text) or NUMBERS.fullmatch(text):
        return True
    core = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)
    if core in COMMON or text in COMMON:
        return True
    return bool(name) and (bare(text) in (name, name * 2) or core in (name, name[::-1]))


def is_repeated(text: str) -> bool:
    """abcabcabc."""
    return any(text == (text[:size] * len(text))[: len(text)] for size in range(1, MOST_REPEATED + 1))


def is_row(text: str) -> bool:
    """Keys or letters in their order, either way, perhaps from several rows."""
    left = text
    while left:
        best = max((run_of(left, row) for each in ROWS for row in (each, each[::-1])), default=0)
        if best < 3:
            return False
        left = left[best:]
    return True


def run_of(text: str, row: str) -> int:
    """How many of the text's first characters are neighbours in a row of keys or letters."""
    size = min(len(text), len(row))
    while size and text[:size] not in row:
        size -= 1
    return size
