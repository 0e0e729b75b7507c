"""Builds the package; the rule kernel is compiled by mypyc where a C compiler is at hand.

QIPAI_COMPILE=auto      (default) compile; without a working compiler install the same modules uncompiled, and say so
QIPAI_COMPILE=required  fail when compiling fails
QIPAI_COMPILE=off       do not compile
QIPAI_OPT=0..3          the C compiler's level (default 3)
QIPAI_KERNEL_CACHE=DIR  keep compiled kernels in DIR, each under the hash of all that went into it, and use them again

Only `build` compiles, which every wheel passes through: source archives, metadata and editable installs never do.
Development runs the .py files, and no .so ever lies under src/.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import SetupError

ROOT = Path(__file__).resolve().parent
HOME = ROOT / "src" / "qipai"
sys.path.insert(0, str(ROOT / "src"))

from qipai.build import hash_sources, kernel_sources  # noqa: E402

MODE = os.environ.get("QIPAI_COMPILE", "auto")
OPT = os.environ.get("QIPAI_OPT", "3")
CACHE = os.environ.get("QIPAI_KERNEL_CACHE", "")
GROUP = "qipai"  # all kernel modules in one shared library, qipai__mypyc
# mypyc 2.4.1 turns `constant << n` with an i64 n into a 32-bit shift
BAD_SHIFT = re.compile(r"= [0-9]+ << cpy")


class MiscompiledShift(SetupError):
    """Never passed over: such a kernel would play wrongly where it is compiled."""


def say(text: str) -> None:
    print(f"qipai: {text}", file=sys.stderr)


def generate(target: Path) -> list[Extension]:
    """C code for all kernel modules, found by glob, in one mypycify call."""
    from mypyc.build import mypycify

    os.chdir(ROOT)
    paths = [str(path.relative_to(ROOT)) for path in kernel_sources(HOME)]
    target.mkdir(parents=True, exist_ok=True)
    extensions: list[Extension] = mypycify(paths, opt_level=OPT, group_name=GROUP, target_dir=str(target))
    for path in target.glob("**/*.c"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if BAD_SHIFT.search(line):
                advice = "write TOP >> 60 - n or use a table"
                raise MiscompiledShift(f"{path.name}:{number}: a shift that mypyc miscompiles: {line.strip()}\n{advice}")
    return extensions


def check_compiler() -> None:
    """Compiles an empty module, so that a missing compiler is noticed before a minute has gone into making C code."""
    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\nint qipai_probe(void) { return 0; }\n", encoding="utf-8")
        compiler.compile([str(probe)], output_dir=folder, include_dirs=[sysconfig.get_paths()["include"]])


def cached_kernel() -> Path | None:
    """Where the compiled kernel of exactly these sources, tools and settings is kept, whether it is there or not."""
    if not CACHE:
        return None
    parts = [
        hash_sources(HOME),
        hashlib.sha256(Path(__file__).read_bytes()).hexdigest(),
        importlib.metadata.version("mypy"),
        f"{sys.version} {sysconfig.get_platform()} {sysconfig.get_config_var('EXT_SUFFIX')}",
        OPT,
        *(os.environ.get(name, "") for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")),
    ]
    return Path(CACHE).resolve() / hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


class Build(build):
    """Starts from nothing: what an earlier build left in build/ would be packed again."""

    def run(self) -> None:
        if MODE not in ("auto", "required", "off"):
            raise SetupError(f"QIPAI_COMPILE is auto, required or off, not {MODE!r}")
        if Path(self.build_base).resolve() == (ROOT / "build").resolve():
            shutil.rmtree(ROOT / "build", ignore_errors=True)
        if MODE != "off":
            self.distribution.ext_modules = [Extension("qipai__mypyc", [])]  # BuildExt knows the real list
            self.build_lib = self.build_platlib
        super().run()


class BuildExt(build_ext):
    """Compiles all or nothing: a half-compiled package could not be imported."""

    def run(self) -> None:
        if self.inplace:
            raise SetupError("no compiled modules under src/: build a wheel")
        try:
            self.compile_kernel()
        except (KeyboardInterrupt, MiscompiledShift):
            raise
        except BaseException as problem:  # mypyc leaves by SystemExit
            if MODE == "required":
                raise
            say(f"not compiled, the same modules run interpreted and slower ({type(problem).__name__}: {problem})")
            for library in Path(self.build_lib).glob("**/*.so"):
                library.unlink()
            self.distribution.ext_modules = None
            return
        digest = hash_sources(HOME)
        marker = Path(self.build_lib, "qipai", "_compiled.py")
        marker.write_text(f'"""Written by the build."""\n\nSOURCE_HASH = "{digest}"\n', encoding="utf-8")

    def compile_kernel(self) -> None:
        kept = cached_kernel()
        if kept is not None and kept.is_dir():
            shutil.copytree(kept, self.build_lib, dirs_exist_ok=True)
            return
        check_compiler()
        self.distribution.ext_modules = generate(Path(self.build_temp).resolve() / "c")
        self.initialize_options()  # the list of extensions is known only now
        self.finalize_options()
        super().run()
        if kept is not None:
            self.keep(kept)

    def keep(self, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as folder:
            fresh = Path(folder) / "kernel"
            for library in Path(self.build_lib).glob("**/*.so"):
                target = fresh / library.relative_to(self.build_lib)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(library, target)
            if not place.exists():
                fresh.rename(place)


class BdistWheel(bdist_wheel):
    """A wheel without compiled modules is tagged as one that runs anywhere."""

    def run(self) -> None:
        if not self.skip_build:
            self.run_command("build")
            self.skip_build = True
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


setup(cmdclass={"build": Build, "build_ext": BuildExt, "bdist_wheel": BdistWheel})
