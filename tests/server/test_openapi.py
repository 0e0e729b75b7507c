"""The REST interface under fire: whatever is sent, no 5xx, and answers are of the documented kind."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance

from tests.server.players import Node, Person, guest, running

COUNT = int(os.environ.get("QIPAI_FUZZ", "4"))  # requests per operation; make soak and make chaos send many more
SEED = int(os.environ.get("QIPAI_FUZZ_SEED", "1"))
DATABASES = ["sqlite", "postgresql"] if COUNT > 4 else ["sqlite"]
ENDING = ("DELETE /api/v1/sessions", "DELETE /api/v1/sessions/all", "POST /api/v1/me/delete")  # whoever asks is gone then

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=DATABASES)
def node(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("openapi")
    is_sqlite = request.param == "sqlite"
    url = f"sqlite:///{folder}/rooms.db" if is_sqlite else request.getfixturevalue("postgres").database()
    with running(url, folder) as started:
        yield started


@pytest.fixture(scope="module")
def ann(node: Node) -> Person:
    return asyncio.run(guest(node))


def send_to(operation: Any, headers: dict[str, str]) -> None:
    @seed(SEED)
    @given(case=operation.as_strategy())
    @settings(max_examples=COUNT, suppress_health_check=list(HealthCheck), phases=[Phase.generate], deadline=None)
    def send(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=headers, timeout=60, checks=[not_a_server_error, status_code_conformance])

    send()


def test_no_request_breaks_the_server(node: Node, ann: Person) -> None:
    api = schemathesis.openapi.from_url(f"{node.url}/openapi.json", headers=ann.headers)
    tried = 0
    for found in api.get_all_operations():
        operation = found.ok()
        person = asyncio.run(guest(node, "Eve")) if operation.label in ENDING else ann
        send_to(operation, person.headers)
        tried += 1
    assert tried > 15
