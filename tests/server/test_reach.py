"""Links carry an address that others can reach."""

from __future__ import annotations

import ipaddress
from typing import Any

import pytest
from starlette.requests import Request

from qipai.server.config import Config
from qipai.server.http.reach import Reach, interface_addresses, network_addresses, reach


def asked(came_to: str, port: int = 8000, **more: Any) -> Reach:
    """What a browser is told that came to this host."""
    scope = {
        "type": "http",
        "scheme": "http",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", came_to.encode())],
        "server": ("127.0.0.1", port),
    }
    return reach(Request(scope), Config(database="", data="", **more))


def test_the_public_address_is_the_only_one() -> None:
    for host in ("127.0.0.1:8000", "192.168.1.5:8000"):
        found = asked(host, public_url="https://qipai.example.org/", host="0.0.0.0", networks=["192.168.1.5"])
        assert found == (["https://qipai.example.org"], False)


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_whoever_came_by_this_machines_own_address_is_told_the_networks(host: str) -> None:
    assert asked(host, host="0.0.0.0", networks=["192.168.1.5"]) == (["http://192.168.1.5:8000"], False)


def test_several_networks_can_be_chosen_from_and_the_one_in_use_comes_first() -> None:
    networks = ["192.168.1.5", "10.0.0.7"]
    assert asked("10.0.0.7:8000", networks=networks).bases == ["http://10.0.0.7:8000", "http://192.168.1.5:8000"]
    assert asked("127.0.0.1:8000", networks=networks).bases == ["http://192.168.1.5:8000", "http://10.0.0.7:8000"]


def test_a_name_that_was_used_works_for_others_too() -> None:
    assert asked("kitchen.local:8000", networks=["192.168.1.5"]).bases[0] == "http://kitchen.local:8000"


def test_a_server_on_this_machine_alone_says_so() -> None:
    assert asked("127.0.0.1:8000") == (["http://127.0.0.1:8000"], True)
    assert asked("192.168.1.5:8000", host="192.168.1.5") == (["http://192.168.1.5:8000"], False)
    assert asked("127.0.0.1:8000", host="0.0.0.0", networks=[]).only_here


def test_what_this_machine_is_called_on_its_networks_is_no_address_of_its_own_alone() -> None:
    found = network_addresses()
    assert len(set(found)) == len(found)
    assert not any(ipaddress.ip_address(address).is_loopback for address in found)
    assert set(found) >= {each for each in interface_addresses() if not ipaddress.ip_address(each).is_link_local}
