"""Where others can reach this server: what links and QR codes carry."""

from __future__ import annotations

import ipaddress
import socket
from typing import NamedTuple

from starlette.requests import Request

from qipai.server.config import Config

ANYWHERE = ("0.0.0.0", "::")
# one address of every range that home and office networks use: the routing table says which of ours would be taken
PROBES = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "100.127.255.254", "198.51.100.1")
GET_ADDRESS = 0x8915  # SIOCGIFADDR, on Linux
NOT_A_NETWORK = ("lo", "docker", "br-", "veth", "virbr")  # of this machine alone


class Reach(NamedTuple):
    bases: list[str]  # addresses that others can open, the best one first
    only_here: bool  # nobody outside this machine can


def reach(request: Request, config: Config) -> Reach:
    """The public address where there is one, else the one that the browser used, else those of the networks."""
    if config.public_url:
        return Reach([config.public_url.rstrip("/")], False)
    host = request.headers.get("host", "")
    used = f"{request.url.scheme}://{host}"
    server = request.scope.get("server") or ("", None)
    others = [base_of(address, server[1]) for address in networks_of(config)]
    local = is_local(request.url.hostname or "") and used not in others
    bases = others if local and others else [used, *(base for base in others if base != used)]
    return Reach(bases, local and not others)


def base_of(address: str, port: int | None) -> str:
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" + ("" if port in (None, 80) else f":{port}")


def networks_of(config: Config) -> list[str]:
    """Looked for each time: a laptop is carried from one network to another."""
    if config.networks is not None:
        return config.networks
    if config.host in ANYWHERE:
        return network_addresses()
    return [] if is_local(config.host) else [config.host]


def is_local(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def network_addresses() -> list[str]:
    """This machine's own addresses, that of the usual way out first. Sends nothing."""
    found = dict.fromkeys(address for probe in PROBES if (address := way_to(probe)))
    found |= dict.fromkeys(interface_addresses())
    return [address for address in found if is_useful(address)]


def is_useful(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def way_to(target: str) -> str:
    """Which of our addresses the routing table would take; empty when there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def interface_addresses() -> list[str]:
    """Of all interfaces, where the system tells them; elsewhere the routing table has to do."""
    try:
        import fcntl
    except ImportError:
        return []
    out = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(NOT_A_NETWORK):
                continue
            try:
                answer = fcntl.ioctl(probe, GET_ADDRESS, name.encode()[:15].ljust(256, b"\0"))
            except OSError:  # it has none
                continue
            out.append(socket.inet_ntoa(answer[20:24]))
    return out
