"""Builds the package; mypyc compiles the rule kernel if a C compiler is available.

QIPAI_COMPILE=auto      (default) compile; without a working compiler install the same modules uncompiled, with a message
QIPAI_COMPILE=required  fail when compiling fails
QIPAI_COMPILE=off       do not compile
QIPAI_OPT=0..3          the C compiler's level (default 3)
QIPAI_JOBS=N            how many compilers run at a time (default: one per processor)
QIPAI_KERNEL_CACHE=DIR  cache compiled kernels and object files in DIR, by the hash of their inputs

Only `build` compiles, which every wheel goes through; source archives, metadata and editable installs never do.
Development runs the .py files, and there is never an .so under src/.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools._distutils.ccompiler import CCompiler, new_compiler
from setuptools._distutils.sysconfig import customize_compiler
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import SetupError

ROOT = Path(__file__).resolve().parent
HOME = ROOT / "src" / "qipai"
sys.path.insert(0, str(ROOT / "src"))

from qipai.build import hash_sources, kernel_sources, libraries  # noqa: E402
from qipai.kernel_docs import document  # noqa: E402
from qipai.version import VERSION  # noqa: E402

MODE = os.environ.get("QIPAI_COMPILE", "auto")
OPT = os.environ.get("QIPAI_OPT", "3")
CACHE = os.environ.get("QIPAI_KERNEL_CACHE", "")
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()  # Linux: those we may use
JOBS = int(os.environ.get("QIPAI_JOBS", "0")) or PROCESSORS or 1
FOLLOW = "--follow-imports=silent"  # what only the rest of the package imports, numpy for instance, need not be there
GROUP = "qipai"  # all kernel modules in one shared library, qipai__mypyc
# mypyc 2.4.1 turns `constant << n` with an i64 n into a 32-bit shift
BAD_SHIFT = re.compile(r"= [0-9]+ << cpy")
# words, records and JSON: search and training never run them in a loop, so they get less optimisation and compile time
COLD = re.compile(
    r"___(engine_adapter|errors|fairness|ledger|library|messages|notation|record|registry|rules|terminal|text|view_reader|view_text|words)\.c$"
)
# what a deal runs at every step: one C file a game, so that the compiler sees through calls from one module to another
STEP = re.compile(
    r"(.*__native_.*___games___[a-z]+)___(choices|combos|distances|fourhands|habits|hands|houses|melds|observation|position|sets|settlement|state|tally)\.c$"
)
# a number read from a list, as mypyc writes it: a call in another file, and a reference that is held while it is unboxed
NUMBER = re.compile(
    r"""    (?P<item>cpy_r_\w+) = CPyList_GetItemInt64\((?P<place>.*)\);
(?P<failed>    if \(unlikely\((?P=item) == NULL\)\) \{
(?:        .*
)+    \}
)(?P<unboxed>    if \(likely\(PyLong_Check\((?P=item)\)\)\)
        .*\((?P=item)\);
    else \{
        .*
    \}
)    CPy_DECREF\((?P=item)\);
"""
)
QUICK_NUMBER = r"""    \g<item> = qipai_item(\g<place>);
\g<failed>\g<unboxed>"""
INLINE = """#pragma once
#include <CPy.h>

static inline PyObject *qipai_item(PyObject *list, int64_t index) {
    if (likely((uint64_t)index < (uint64_t)PyList_GET_SIZE(list))) {
        return PyList_GET_ITEM(list, index);
    }
    return CPyList_GetItemInt64Borrow(list, index);
}

static inline PyObject *qipai_held_item(PyObject *list, int64_t index) {
    PyObject *item = qipai_item(list, index);
    Py_XINCREF(item);
    return item;
}
"""
KEEP_OBJECTS = 14 * 24 * 3600  # seconds since their last use


class MiscompiledShift(SetupError):
    """Never ignored: such a kernel would play wrongly when compiled."""


def say(text: str) -> None:
    print(f"qipai: {text}", file=sys.stderr)


def generate(target: Path) -> list[Extension]:
    """C code for all kernel modules, found by glob, in one mypycify call; one file each, since gcc takes more than twice as
    long for a single file."""
    from mypyc.build import mypycify

    os.chdir(ROOT)
    paths = [FOLLOW, *(str(path.relative_to(ROOT)) for path in kernel_sources(HOME))]
    target.mkdir(parents=True, exist_ok=True)
    extensions: list[Extension] = mypycify(paths, opt_level=OPT, group_name=GROUP, target_dir=str(target), multi_file=True)
    if os.name == "posix":  # else calls inside the library go through a table and cannot be inlined
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]  # all share one list
    for source in kernel_sources(HOME):
        name = ".".join(source.relative_to(HOME.parent).with_suffix("").parts).replace(".", "___")
        document(source, target / f"__native_{name}.c")
    (target / "inline.h").write_text(INLINE, encoding="utf-8")
    for path in target.glob("__native_*.c"):
        path.write_text('#include "inline.h"\n' + inlined(path.read_text(encoding="utf-8")), encoding="utf-8")
    for path in target.glob("**/*.c"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if BAD_SHIFT.search(line):
                advice = "write TOP >> 60 - n or use a table"
                raise MiscompiledShift(f"{path.name}:{number}: a shift that mypyc miscompiles: {line.strip()}\n{advice}")
    for extension in extensions:
        extension.sources = join_steps([Path(source) for source in extension.sources])
    return extensions


def inlined(code: str) -> str:
    """Generated C that reads lists without a call, and numbers of a list without a reference."""
    code = NUMBER.sub(QUICK_NUMBER, code).replace("CPyList_GetItemInt64Borrow(", "qipai_item(")
    return code.replace("CPyList_GetItemInt64(", "qipai_held_item(")


def join_steps(sources: list[Path]) -> list[str]:
    """The C files to compile, those of a game's steps joined."""
    joined: dict[str, list[Path]] = {}
    for source in sources:
        match = STEP.search(str(source))
        joined.setdefault(f"{match[1]}__step.c" if match else str(source), []).append(source)
    for name, parts in joined.items():
        if len(parts) > 1:
            Path(name).write_text("\n".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")
    return [name if len(parts) > 1 else str(parts[0]) for name, parts in joined.items()]


def check_compiler() -> None:
    """Compiles an empty module, to notice a missing compiler before spending a minute on generating C code."""
    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\nint qipai_probe(void) { return 0; }\n", encoding="utf-8")
        compiler.compile([str(probe)], output_dir=folder, include_dirs=[sysconfig.get_paths()["include"]])


def settings() -> list[str]:
    """What affects compiled code besides the sources."""
    return [
        importlib.metadata.version("mypy"),
        f"{sys.version} {sysconfig.get_platform()} {sysconfig.get_config_var('EXT_SUFFIX')}",
        OPT,
        *(os.environ.get(name, "") for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")),
    ]


def hash_builder() -> str:
    """Of the code that turns sources into C."""
    return hashlib.sha256(Path(__file__).read_bytes() + (HOME / "kernel_docs.py").read_bytes()).hexdigest()


def cached_kernel() -> Path | None:
    """The cache path for exactly these sources, tools and settings, whether it exists or not."""
    if not CACHE:
        return None
    parts = [hash_sources(HOME), hash_builder(), *settings()]
    return Path(CACHE).resolve() / hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


class Objects:
    """Compiles C files in parallel, largest first, and caches the objects for the next build.

    A change in one module usually leaves the C code of most others unchanged; but a new string or signature changes numbers
    in the shared headers, and then all are compiled.
    """

    def __init__(self, compiler: CCompiler, folder: str) -> None:
        self.compiler = compiler
        self.folder = folder
        self.kept = Path(CACHE).resolve() / "objects" if CACHE else None
        self.base = "\n".join(settings())

    def compile(self, extensions: list[Extension]) -> None:
        """Replaces the sources of every extension by its objects."""
        jobs = [(Path(source), extension) for extension in extensions for source in extension.sources]
        jobs.sort(key=lambda job: job[0].stat().st_size, reverse=True)
        headers = {folder: self.headers(folder) for folder in {job[0].parent for job in jobs}}
        with ThreadPoolExecutor(JOBS) as pool:
            waiting = [pool.submit(self.one, source, extension, headers[source.parent]) for source, extension in jobs]
            for future in waiting:
                future.result()
        for extension in extensions:
            extension.extra_objects = self.compiler.object_filenames(extension.sources, output_dir=self.folder)
            extension.sources = []
        self.forget()

    def headers(self, folder: Path) -> str:
        digest = hashlib.sha256()
        for path in sorted(folder.glob("*.h")):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def one(self, source: Path, extension: Extension, headers: str) -> None:
        flags = [
            "-O1" if flag in ("-O2", "-O3") and COLD.search(source.name) else flag for flag in extension.extra_compile_args
        ]
        text = source.read_bytes()
        parts = [self.base, *flags, headers if b"__native" in text else "", hashlib.sha256(text).hexdigest()]
        (target,) = self.compiler.object_filenames([str(source)], output_dir=self.folder)
        kept = self.kept / hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32] if self.kept else None
        if kept is not None and kept.is_file():
            os.utime(kept)
            Path(target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(kept, target)
            return
        includes = extension.include_dirs
        self.compiler.compile([str(source)], output_dir=self.folder, include_dirs=includes, extra_postargs=flags)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            fresh = kept.with_name(f"{kept.name}.{os.getpid()}")
            shutil.copyfile(target, fresh)
            fresh.replace(kept)

    def forget(self) -> None:
        for path in self.kept.iterdir() if self.kept is not None else ():
            with contextlib.suppress(FileNotFoundError):  # another build may clean up at the same time
                if time.time() - path.stat().st_mtime > KEEP_OBJECTS:
                    path.unlink()


class Build(build):
    """Empties build/ first: leftovers of an earlier build would be packed."""

    def run(self) -> None:
        if MODE not in ("auto", "required", "off"):
            raise SetupError(f"QIPAI_COMPILE is auto, required or off, not {MODE!r}")
        if Path(self.build_base).resolve() == (ROOT / "build").resolve():
            shutil.rmtree(ROOT / "build", ignore_errors=True)
        if MODE != "off":
            self.distribution.ext_modules = [Extension("qipai__mypyc", [])]  # BuildExt sets the real list
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
        except BaseException as problem:  # mypyc exits with SystemExit
            if MODE == "required":
                raise
            say(f"not compiled, the same modules run interpreted and slower ({type(problem).__name__}: {problem})")
            for library in libraries(Path(self.build_lib)):
                library.unlink(missing_ok=True)
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
        self.parallel = JOBS  # for linking
        super().run()
        if kept is not None:
            self.keep(kept)

    def build_extensions(self) -> None:
        Objects(self.compiler, self.build_temp).compile(self.extensions)
        super().build_extensions()

    def keep(self, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as folder:
            fresh = Path(folder) / "kernel"
            for library in libraries(Path(self.build_lib)):
                target = fresh / library.relative_to(self.build_lib)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(library, target)
            if not place.exists():
                fresh.rename(place)


class BdistWheel(bdist_wheel):
    """Tags a wheel without compiled modules as pure Python."""

    def run(self) -> None:
        if not self.skip_build:
            self.run_command("build")
            self.skip_build = True
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


def readme() -> str:
    """The README as a package index shows it, far from the repository: links and pictures lead to the tag of this version."""
    repository = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"]
    ref = "main" if "dev" in VERSION else f"v{VERSION}"  # what was never released has no tag

    def absolute(match: re.Match[str]) -> str:
        before, target = match[1], match[2]
        picture = before.startswith(("!", "<img"))
        kind = "raw" if picture else "tree" if target.endswith("/") else "blob"
        return f"{before}{repository}/{kind}/{ref}/{target}"

    relative = r"(?![a-z]+:|#|/)([^)\"\s]+)"
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.sub(rf'(!?\[[^\]]*\]\(|<img src="){relative}', absolute, text)


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build": Build, "build_ext": BuildExt, "bdist_wheel": BdistWheel},
)
