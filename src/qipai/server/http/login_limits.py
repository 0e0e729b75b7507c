"""How often a password may be guessed. Nobody can lock the owner of an account out: what others guess elsewhere takes tries
from strangers, never from an address at which the owner has logged in, and a stranger always has a few."""

from __future__ import annotations

from collections import OrderedDict

from qipai.server.accounts.player import login_of
from qipai.server.config import Limits
from qipai.server.http.limits import Buckets
from qipai.server.refusal import Refused

KNOWN = 20_000  # accounts at addresses


class LoginLimits:
    def __init__(self, limits: Limits) -> None:
        self.tries = Buckets(limits.logins_per_minute / 60, limits.logins_per_minute)
        self.guesses = Buckets(limits.guesses_per_hour / 3600, limits.guesses_per_hour)
        self.strangers = Buckets(limits.stranger_guesses_per_hour / 3600, limits.stranger_guesses_per_hour)
        self.known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def check(self, name: str, address: str) -> None:
        """TOO_MANY."""
        login = login_of(name)
        if not self.tries.take(address):
            raise Refused("TOO_MANY")
        if (login, address) not in self.known and not self.guesses.has(login):
            if not self.strangers.take(f"{login} {address}"):
                raise Refused("TOO_MANY")

    def was_wrong(self, name: str) -> None:
        self.guesses.take(login_of(name))

    def was_right(self, name: str, address: str) -> None:
        self.known[login_of(name), address] = None
        self.known.move_to_end((login_of(name), address))
        if len(self.known) > KNOWN:
            self.known.popitem(last=False)
