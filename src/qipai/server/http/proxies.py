"""Whose X-Forwarded-For is believed: nobody's, unless the operator names the proxy. What arrives unbelieved is noticed,
since behind an unnamed proxy everybody shares one address and its limits."""

from __future__ import annotations

import ipaddress
import logging
import os

from starlette.types import Scope

from qipai.server.config import Config

log = logging.getLogger("qipai.server")

FORWARDED = frozenset({b"x-forwarded-for", b"x-real-ip", b"forwarded"})
UNBELIEVED = (
    "requests carry a forwarded address, which is not believed: behind a proxy everybody shares its limits; "
    "name the proxy with --trusted-proxies"
)


def trusted_proxies(config: Config) -> list[str]:
    """As configured, or as uvicorn's own variable says."""
    if config.trusted_proxies:
        return config.trusted_proxies
    given = os.environ.get("FORWARDED_ALLOW_IPS", "")
    return [part.strip() for part in given.split(",") if part.strip()]


def check_proxies(given: list[str]) -> None:
    """ValueError for what is neither an address nor a network; a name would be believed by nobody."""
    for each in given:
        if each != "*":
            ipaddress.ip_network(each)


class Proxies:
    def __init__(self, config: Config) -> None:
        self.named = trusted_proxies(config)
        self.all = "*" in self.named
        self.networks = [ipaddress.ip_network(each) for each in self.named if each != "*"]
        self.noticed = False

    def believes(self, host: str) -> bool:
        if not self.named:
            return False
        if self.all:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self.networks)

    def hides(self, scope: Scope) -> bool:
        """Whether somebody else may stand behind the address that we see."""
        return not self.named and any(name in FORWARDED for name, _ in scope["headers"])

    def look_at(self, scope: Scope) -> None:
        """Notices, once, that a proxy may stand between us and everybody."""
        if not self.noticed and self.hides(scope):
            self.noticed = True
            log.warning(UNBELIEVED)

    def warnings(self) -> list[str]:
        return [UNBELIEVED] if self.noticed else []
