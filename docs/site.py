"""Builds the documentation site: `make docs`.

The pages of docs/ lie in the repository and link to files beside them. For the site they are copied to a folder of its own:
the READMEs become its front pages, and a link to what the site lacks leads to the repository. Then the generator builds, and
every link and anchor of the result is followed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
CONFIG_FILE = ROOT / "docs" / "zensical.toml"
CONFIG = tomllib.loads(CONFIG_FILE.read_text(encoding="utf-8"))["project"]
WORK = ROOT / "site"  # the generator deletes the .cache beside its configuration, which must not be ours
SITE = WORK / CONFIG["site_dir"]
# pages of the site that are no pages of docs/
FRONT = {
    "README.md": "index.md",
    "README.zh-CN.md": "zh.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
SHOWN = (".md", ".json", ".svg", ".webp")
LINK = re.compile(r'(\]\(|<img src=")(?![a-z]+:|#|/)([^)"#\s]+)')
FENCE = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)


def sources() -> dict[Path, Path]:
    """Every page and picture in the checkout, and its place in the site."""
    docs = ROOT / "docs"
    found = {path: path.relative_to(docs) for path in sorted(docs.rglob("*")) if path.suffix in SHOWN}
    return found | {ROOT / name: Path(place) for name, place in FRONT.items()}


def staged(page: Path, places: dict[Path, Path]) -> str:
    """The text of a page with the links that it needs in the site."""
    here = places[page].parent

    def lead(match: re.Match[str]) -> str:
        target = (page.parent / match[2]).resolve()
        if not target.exists():
            raise SystemExit(f"{page.relative_to(ROOT)}: no such file: {match[2]}")
        if target in places:
            return match[1] + Path(os.path.relpath(places[target], here)).as_posix()
        kind = "tree" if target.is_dir() else "blob"
        return f"{match[1]}{CONFIG['repo_url']}/{kind}/main/{target.relative_to(ROOT).as_posix()}"

    parts = FENCE.split(page.read_text(encoding="utf-8"))
    return "".join([part if part.startswith("```") else LINK.sub(lead, part) for part in parts])


def stage() -> None:
    shutil.rmtree(WORK, ignore_errors=True)
    places = sources()
    for path, place in places.items():
        target = WORK / CONFIG["docs_dir"] / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            target.write_text(staged(path, places), encoding="utf-8")
        else:
            shutil.copyfile(path, target)
    shutil.copyfile(CONFIG_FILE, WORK / CONFIG_FILE.name)


class Page(HTMLParser):
    """The links and anchors of a built page, and references that the generator has left unresolved."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.unresolved: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors.update(filter(None, (given.get("id"), given.get("name"))))
        if tag == "autoref":
            self.unresolved.append(given.get("identifier") or "?")
        if tag in ("a", "img", "link", "script"):
            self.links.extend(filter(None, (given.get("href"), given.get("src"))))


def broken(site: Path) -> list[str]:
    """Every link inside the site that leads nowhere."""
    base = urlsplit(CONFIG["site_url"]).path
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        found += [f"{path.relative_to(site)}: unresolved {name}" for name in page.unresolved]
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            inside = unquote(parts.path)
            start = site if inside.startswith("/") else path.parent
            target = (start / inside.removeprefix(base).lstrip("/")).resolve() if inside else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            if not target.is_file():
                found.append(f"{path.relative_to(site)}: {link}")
            elif anchor and target in pages and not anchor.startswith("__") and anchor not in pages[target].anchors:
                found.append(f"{path.relative_to(site)}: no anchor: {link}")
    return found


def main() -> None:
    stage()
    subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=WORK, check=True)
    problems = broken(SITE)
    if problems:
        raise SystemExit("\n".join(["broken links:", *problems]))
    print(f"{len(list(SITE.rglob('*.html')))} pages, no broken link: {SITE.relative_to(ROOT)}/index.html")


if __name__ == "__main__":
    main()
