"""Builds the package; the rule kernel is compiled by mypyc where a C compiler is at hand.

QIPAI_COMPILE=auto      (default) compile; without a working compiler install the same modules uncompiled, and say so
QIPAI_COMPILE=required  fail when compiling fails
QIPAI_COMPILE=off       do not compile

Editable installs are never compiled: development runs the .py files, and no .so ever lies under src/.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "src"))

from qipai.build import KERNEL_GLOBS, hash_sources, kernel_sources  # noqa: E402

MODE = os.environ.get("QIPAI_COMPILE", "auto")
# mypyc 2.4.1 turns `constant << n` with an i64 n into a 32-bit shift
BAD_SHIFT = re.compile(r"= [0-9]+ << cpy")


def wanted() -> bool:
    return MODE != "off" and "editable_wheel" not in sys.argv and any(c in sys.argv for c in ("build_ext", "bdist_wheel", "build"))


def generate() -> list[Extension]:
    """One mypycify call over all kernel modules, found by glob."""
    if not wanted():
        return []
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # a stale build would be packed again
    try:
        from mypyc.build import mypycify
    except ImportError as problem:
        if MODE == "required":
            raise
        print(f"qipai: installing uncompiled, mypyc is missing ({problem})", file=sys.stderr)
        return []
    os.chdir(ROOT)
    paths = [str(path.relative_to(ROOT)) for path in kernel_sources(ROOT / "src" / "qipai")]
    level = os.environ.get("QIPAI_OPT", "3")
    extensions: list[Extension] = mypycify(paths, opt_level=level, group_name="qipai")
    refuse_bad_shifts()
    return extensions


def refuse_bad_shifts() -> None:
    for path in (ROOT / "build").glob("**/*.c"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if BAD_SHIFT.search(line):
                raise SystemExit(f"{path.name}:{number}: a shift that mypyc miscompiles: {line.strip()}\nwrite TOP >> 60 - n or use a table")


class BuildPy(build_py):
    """Embeds the hash of the kernel's sources, so that a stale build is noticed."""

    def run(self) -> None:
        super().run()
        if self.editable_mode or not self.distribution.ext_modules:
            return
        target = Path(self.build_lib) / "qipai" / "_compiled.py"
        target.parent.mkdir(parents=True, exist_ok=True)
        digest = hash_sources(ROOT / "src" / "qipai")
        target.write_text(f'"""Written by the build."""\n\nSOURCE_HASH = "{digest}"\n', encoding="utf-8")


class BuildExt(build_ext):
    """Compiles all or nothing: a half-compiled package could not be imported."""

    def run(self) -> None:
        try:
            super().run()
        except BaseException as problem:
            if MODE == "required" or isinstance(problem, KeyboardInterrupt):
                raise
            print(f"qipai: compiling failed, installing the same modules uncompiled ({problem})", file=sys.stderr)
            for library in Path(self.build_lib).glob("**/*.so"):
                library.unlink()
            for marker in Path(self.build_lib).glob("qipai/_compiled.py"):
                marker.unlink()
            self.extensions = []


setup(
    ext_modules=generate(),
    cmdclass={"build_py": BuildPy, "build_ext": BuildExt},
)
assert KERNEL_GLOBS
