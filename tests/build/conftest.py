"""One copy of the sources, one release and one clean environment, shared by all tests of the build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCES = ("src", "web", "requirements", "setup.py", "pyproject.toml", "MANIFEST.in", "LICENSE", "README.md", "README.zh-CN.md")
# what a source archive has beside them
SURROUNDINGS = (".ci", ".github", "benchmarks", "deploy", "docs", "examples", "tests")
PAGES = (".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "Makefile")
NOISE = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", ".mypy_cache", "node_modules")


def copy_tree(target: Path, *, games: bool = True, whole: bool = False) -> Path:
    """What a build needs of the checkout, or all of it, elsewhere; without games it compiles in seconds."""
    target.mkdir(parents=True)
    for name in (*SOURCES, *SURROUNDINGS, *PAGES) if whole else SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=NOISE)
        elif (ROOT / name).is_file():
            shutil.copy2(ROOT / name, target / name)
    if not games:
        for folder in (target / "src" / "qipai" / "games").glob("*/"):
            if folder.is_dir():
                shutil.rmtree(folder)
    return target


def run(*command: object, cwd: Path | str = "/", check: bool = True, **settings: str) -> subprocess.CompletedProcess[str]:
    """A child that knows nothing of the checkout; on failure its whole output is told."""
    env = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST", "QIPAI_", "CC", "CFLAGS"))
    }
    env.update({"PYTHONUTF8": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore", **settings})
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env=env, text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    if check:
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done


def wheel_of(tree: Path, target: Path, **settings: str) -> tuple[Path, str]:
    """The one wheel that pip builds of a tree with the tools of this environment, and what the build said."""
    command = (sys.executable, "-m", "pip", "wheel", "-v", "--no-build-isolation", "--no-deps", "--wheel-dir", target, tree)
    done = run(*command, **settings)
    (wheel,) = target.glob("*.whl")
    return wheel, done.stdout + done.stderr


def clean_environment(folder: Path, python: Path | str = sys.executable) -> Path:
    """The Python of a new environment that has nothing but pip."""
    run(python, "-m", "venv", folder)
    return folder / "bin" / "python"


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_tree(tmp_path_factory.mktemp("tree") / "qipai", whole=True)


@pytest.fixture(scope="session")
def small_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_tree(tmp_path_factory.mktemp("small") / "qipai", games=False)


@pytest.fixture(scope="session")
def release(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the source archive, and the wheel made from it, were built."""
    target = tmp_path_factory.mktemp("dist")
    cache = str(ROOT / ".cache" / "kernel")
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", target, tree)
    run(*command, QIPAI_COMPILE="required", QIPAI_KERNEL_CACHE=cache)
    return target


@pytest.fixture(scope="session")
def clean_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clean_environment(tmp_path_factory.mktemp("clean") / "venv")
