"""A real server with the built client, and a real browser.

The whole folder runs in a pytest of its own (`make test` does so): while Playwright is at work no other test could run an
event loop in the same process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.conftest import must_have_compiled
from tests.server.players import Node, running
from tests.web.chromium import PATIENCE, Visits, chromium, launch, missing, violations

expect.set_options(timeout=PATIENCE)
THINK = 60.0  # seconds: on a busy machine too a bot plays what it thinks best, so that deals go the same way everywhere


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    reason = missing()
    if reason is not None and chromium() is not None and must_have_compiled():
        pytest.fail(reason)
    if reason is not None:
        pytest.skip(reason)
    with sync_playwright() as running_playwright:
        yield running_playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests; every person in it has a profile of their own."""
    running_browser = launch(playwright)
    yield running_browser
    running_browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server process with data of its own; `kill()` and `start()` bring it down and back at the same address."""
    data = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{data}/rooms.db", data, think=THINK, workers=1) as node:
        yield node


@pytest.fixture
def visits(browser: Browser, server: Node) -> Iterator[Visits]:
    """People and their pages: `visits.page("/", size="844x390", lang="en")`. No page may have complained in the end."""
    people = Visits(browser, server.url)
    yield people
    people.close()
    assert people.unexpected() == []


@pytest.fixture
def page(visits: Visits) -> Page:
    """Somebody's phone, in Chinese, at the lobby."""
    return visits.page()


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """`assert axe(page) == []`: what is wrong with a page for people who cannot see it well or use no mouse."""
    return violations
