"""The documentation site without building it: navigation, links, anchors, names of the reference. `make docs` builds it."""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import qipai

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.interpreted

HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]*)#([^)\s]+)\)")
NAMED = re.compile(r"^::: (\S+)\n((?:    .*\n|\n(?=    ))*)", re.MULTILINE)


@pytest.fixture(scope="module")
def site() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_builder", ROOT / "docs" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pages_of(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    assert isinstance(parts, (list, type({}.values())))
    return [page for part in parts for page in pages_of(part)]


def test_the_navigation_lists_every_page_once(site: ModuleType) -> None:
    pages = [place.as_posix() for place in site.sources().values() if place.suffix == ".md"]
    assert sorted(pages_of(site.CONFIG["nav"])) == sorted(pages)


def test_every_link_of_every_page_leads_to_a_file(site: ModuleType) -> None:
    places = site.sources()
    texts = [site.staged(path, places) for path in places if path.suffix == ".md"]  # exits at the first broken link
    assert sum(text.count("](") for text in texts) > 50


def anchors(text: str) -> set[str]:
    """Of the headings, as GitHub and the site make them."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in HEADING.findall(prose)]
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in plain}


def test_every_anchor_that_a_page_links_to_exists(site: ModuleType) -> None:
    for path in site.sources():
        if path.suffix == ".md":
            for target, anchor in LINK.findall(path.read_text(encoding="utf-8")):
                other = (path.parent / target) if target else path
                if "://" not in target and other.suffix == ".md":
                    assert anchor in anchors(other.read_text(encoding="utf-8")), f"{path.name}: {target}#{anchor}"


def referenced() -> set[str]:
    """Every name of the reference in full, members that a page lists included."""
    found = set()
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        for name, options in NAMED.findall(page.read_text(encoding="utf-8") + "\n"):
            members = re.search(r"members: \[(.*)\]", options)
            found.add(name)
            found.update(f"{name}.{member.strip()}" for member in (members[1].split(",") if members else ()))
    return found


def resolve(name: str) -> object:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise LookupError(name)


def test_every_name_of_the_reference_exists() -> None:
    names = referenced()
    assert len(names) > 40
    for name in names:
        resolve(name)


def test_the_reference_has_every_public_name() -> None:
    shown = [resolve(name) for name in referenced()]
    for name in qipai.__all__:
        if name not in ("__version__", "games"):  # `games` is a package that can be called
            assert any(getattr(qipai, name) is one for one in shown), name
    for module in ("qipai.agents", "qipai.envs", *(f"qipai.games.{game}" for game in qipai.games())):
        home = importlib.import_module(module)
        for name in getattr(home, "__all__", ()):
            if not name.isupper():  # a table needs no page
                assert any(getattr(home, name) is one for one in shown), f"{module}.{name}"
    assert {"qipai.svg.table", "qipai.core.parts.Words", "qipai.core.registry.games"} <= referenced()
    assert callable(resolve("qipai.core.parts.Words.screen"))
    assert callable(resolve("qipai.core.parts.Words.explain"))


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ('<h1 id="top">x</h1><a href="other/">x</a><a href="#top">x</a><img src="a.svg"><a href="https://x.org">x</a>', ""),
        ('<a href="missing/">x</a>', "missing/"),
        ('<img src="missing.svg">', "missing.svg"),
        ('<a href="other/#nowhere">x</a>', "no anchor"),
        ('<autoref identifier="qipai.nothing">x</autoref>', "unresolved qipai.nothing"),
    ],
)
def test_the_builder_notices_a_broken_link(site: ModuleType, tmp_path: Path, page: str, problem: str) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("<p>x</p>", encoding="utf-8")
    (tmp_path / "a.svg").touch()
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    found = site.broken(tmp_path)
    assert [problem in line for line in found] == ([True] if problem else [])


def test_a_page_with_a_broken_link_stops_the_build(site: ModuleType, tmp_path: Path) -> None:
    page = ROOT / "docs" / "cookbook.md"
    copy = tmp_path / "page.md"
    copy.write_text(page.read_text(encoding="utf-8") + "\n[x](no-such-page.md)\n", encoding="utf-8")
    site_root = site.ROOT
    site.ROOT = tmp_path
    try:
        with pytest.raises(SystemExit, match=r"no-such-page\.md"):
            site.staged(copy, {copy: Path("page.md")})
    finally:
        site.ROOT = site_root


def test_every_picture_in_docs_is_shown_by_a_page(site: ModuleType) -> None:
    """The others go to screenshots/, which git ignores."""
    pictures = {path for path in (ROOT / "docs").rglob("*") if path.suffix in (".svg", ".webp", ".png", ".jpg", ".gif")}
    shown = set()
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r'(?:!\[[^\]]*\]\(|<img src=")([^)"\s]+)', page.read_text(encoding="utf-8")):
            shown.add((page.parent / link).resolve())
    assert pictures
    assert {path.relative_to(ROOT).as_posix() for path in pictures - shown} == set()
