"""The build: all or nothing, with and without a compiler, never stale, never in the source folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from qipai import build
from tests.build.conftest import copy_tree, run, wheel_of
from tests.conftest import ROOT, compiled_status, must_have_compiled

pytestmark = pytest.mark.slow

PLAY_EVERY_GAME = (ROOT / "tests" / "build" / "smoke.py").read_text(encoding="utf-8")
SHIFT = '''"""A shift that mypyc miscompiles."""

from qipai.native import i64


def power(n: i64) -> i64:
    return 1 << n
'''
READS = '''"""Numbers and other things read from lists."""

from qipai.native import i64


def number(values: list[int], at: i64) -> i64:
    return values[at]


def name(names: list[str], at: i64) -> str:
    return names[at]
'''
USES_READS = """
import json, sys
from qipai.core.reads import name, number
large = 2**40 + 7
values, names = [5, -3, large], ["".join(["two", " words"])]
held = lambda: [sys.getrefcount(large), sys.getrefcount(names[0])]
before = held()
for _ in range(100):
    number(values, 2), name(names, 0)
told = [before == held(), [number(values, at) for at in range(-3, 3)], name(names, -1)]
for wrong in (lambda: number(values, 3), lambda: number(values, -4), lambda: name(names, 1), lambda: number(["x"], 0)):
    try:
        told.append(wrong())
    except (IndexError, TypeError) as problem:
        told.append(str(problem))
print(json.dumps(told))
"""


def test_no_compiled_module_lies_in_the_source_folder() -> None:
    assert build.libraries(ROOT / "src") == []


def test_a_build_needs_no_package_of_the_rest(tmp_path: Path) -> None:
    """An installer compiles in an environment of its own, without numpy or any other package that the library uses."""
    option = re.search(r'^FOLLOW = "(.+?)"', (ROOT / "setup.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert option is not None
    paths = [str(path.relative_to(ROOT)) for path in build.kernel_sources(ROOT / "src" / "qipai")]
    bare = ("--no-site-packages", "--cache-dir", str(tmp_path), option.group(1))
    run(sys.executable, "-m", "mypy", *bare, *paths, cwd=ROOT)


def test_the_compiled_environment_is_compiled_and_of_these_sources() -> None:
    status = compiled_status()
    if status is None and not must_have_compiled():
        pytest.skip("no compiled build: make compiled")
    assert status is not None, ".venv-compiled is missing: make compiled"
    assert status.get("compiled") is True, status
    assert status["stale"] is False
    assert status["built_hash"] == build.hash_sources(ROOT / "src" / "qipai"), "older than the checkout: make compiled"
    assert not Path(str(status["home"])).is_relative_to(ROOT / "src")


def test_every_kernel_module_is_found_by_glob(tmp_path: Path) -> None:
    for name in ("core/a.py", "core/__init__.py", "games/new/state.py", "games/new/__init__.py", "search/b.py", "cli/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = [path.relative_to(tmp_path).as_posix() for path in build.kernel_sources(tmp_path)]
    assert found == ["core/a.py", "games/new/state.py", "search/b.py"]


def test_modules_that_are_compiled_with_less_optimisation_exist() -> None:
    named = re.search(r"___\(([a-z_|]+)\)", (ROOT / "setup.py").read_text(encoding="utf-8"))
    assert named is not None
    assert set(named[1].split("|")) <= {path.stem for path in build.kernel_sources(ROOT / "src" / "qipai")}


@pytest.mark.parametrize("change", ["core/a.py", "games/new/state.py"])
def test_the_source_hash_sees_names_and_contents(tmp_path: Path, change: str) -> None:
    for name in ("core/a.py", "games/new/state.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    before = build.hash_sources(tmp_path)
    assert build.hash_sources(tmp_path) == before
    (tmp_path / change).write_text("x = 2\n")
    changed = build.hash_sources(tmp_path)
    (tmp_path / change).rename(tmp_path / change.replace(".py", "2.py"))
    assert len({before, changed, build.hash_sources(tmp_path)}) == 3


@pytest.fixture(scope="session")
def compiled_copy(small_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compiled package unpacked into a folder; the kernel without games, to be quick."""
    wheel, said = wheel_of(small_tree, tmp_path_factory.mktemp("wheel"), QIPAI_COMPILE="required", QIPAI_OPT="0")
    assert "not compiled" not in said
    assert "none-any" not in wheel.name
    folder = tmp_path_factory.mktemp("copy")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def ask_status(folder: Path) -> dict[str, object]:
    script = "import json, qipai.build as b, qipai.core.table; print(json.dumps(b.status()))"
    found = json.loads(run(sys.executable, "-c", script, PYTHONPATH=str(folder)).stdout)
    assert isinstance(found, dict)
    return found


def test_a_build_knows_its_sources_and_says_when_they_changed(compiled_copy: Path, tmp_path: Path) -> None:
    status = ask_status(compiled_copy)
    assert status["compiled"] is True
    assert status["stale"] is False
    assert status["built_hash"] == status["source_hash"]
    changed = tmp_path / "changed"
    shutil.copytree(compiled_copy, changed)
    with (changed / "qipai" / "core" / "state.py").open("a") as file:
        file.write("\n# a later thought\n")
    status = ask_status(changed)
    assert status["compiled"] is True
    assert status["stale"] is True


def test_a_half_compiled_package_does_not_call_itself_compiled(compiled_copy: Path, tmp_path: Path) -> None:
    half = tmp_path / "half"
    shutil.copytree(compiled_copy, half)
    (library,) = (half / "qipai" / "core").glob("fairness.*.so")
    library.unlink()
    script = "import json, qipai.build as b; print(json.dumps([b.compiled(), b.interpreted_modules()]))"
    assert json.loads(run(sys.executable, "-c", script, PYTHONPATH=str(half)).stdout) == [False, ["core/fairness.py"]]


def test_a_build_starts_from_nothing(tmp_path: Path) -> None:
    """pip builds in the tree, and what lies in build/ from before would go into the wheel."""
    tree = copy_tree(tmp_path / "tree", games=False)
    for place in ("lib", f"lib.{sys.platform}-x86_64-cpython-{sys.version_info.major}{sys.version_info.minor}"):
        old = tree / "build" / place / "qipai" / "core"
        old.mkdir(parents=True)
        (old / "removed_long_ago.py").touch()
        (old / "state.cpython-311-x86_64-linux-gnu.so").touch()
    wheel, _ = wheel_of(tree, tmp_path / "wheel", QIPAI_COMPILE="off")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith(".so") or "removed_long_ago" in name]


def test_the_miscompiled_shift_is_refused(tmp_path: Path) -> None:
    """Also where compiling is optional: passing over it would hide a wrong kernel."""
    tree = copy_tree(tmp_path / "tree", games=False)
    (tree / "src" / "qipai" / "games" / "toy").mkdir()
    (tree / "src" / "qipai" / "games" / "toy" / "__init__.py").touch()
    (tree / "src" / "qipai" / "games" / "toy" / "shifts.py").write_text(SHIFT)
    done = run(sys.executable, "setup.py", "-q", "build", cwd=tree, check=False, QIPAI_COMPILE="auto")
    assert done.returncode != 0
    assert "a shift that mypyc miscompiles" in done.stderr
    assert not list(tree.glob("build/**/*.so"))


def test_lists_are_read_in_place(tmp_path: Path) -> None:
    """Without a call, numbers without a reference; with the same results and errors."""
    tree = copy_tree(tmp_path / "tree", games=False)
    (tree / "src" / "qipai" / "core" / "reads.py").write_text(READS)
    run(sys.executable, "setup.py", "-q", "build", cwd=tree, QIPAI_COMPILE="required", QIPAI_OPT="0")
    (code,) = tree.glob("build/temp*/**/__native_qipai___core___reads.c")
    reads = re.findall(r"= (\w+)\(cpy_r_(?:values|names), cpy_r_at\)", code.read_text(encoding="utf-8"))
    assert reads == ["qipai_item", "qipai_held_item"]
    found = json.loads(run(sys.executable, "-c", USES_READS, PYTHONPATH=str(next(tree.glob("build/lib*")))).stdout)
    out = "list index out of range"
    assert found == [True, [5, -3, 2**40 + 7] * 2, "two words", out, out, out, "int object expected; got str"]


def test_compiling_can_be_required(small_tree: Path) -> None:
    done = run(
        sys.executable, "setup.py", "-q", "build", cwd=small_tree, check=False, QIPAI_COMPILE="required", CC="/bin/false"
    )
    assert done.returncode != 0


def test_a_source_that_mypyc_refuses_stops_a_required_build_and_no_other(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree", games=False)
    with (tree / "src" / "qipai" / "core" / "text.py").open("a") as file:
        file.write('\nwrong: int = "text"\n')
    command = (sys.executable, "setup.py", "-q", "build")
    assert run(*command, cwd=tree, check=False, QIPAI_COMPILE="required").returncode != 0
    done = run(*command, cwd=tree, QIPAI_COMPILE="auto")
    assert "not compiled" in done.stderr
    assert not list(tree.glob("build/**/*.so"))
    assert not list(tree.glob("build/**/_compiled.py"))


@pytest.fixture(scope="session")
def uncompiled_wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    wheel, said = wheel_of(tree, tmp_path_factory.mktemp("uncompiled"), CC="/bin/false")
    assert "qipai: not compiled" in said, "the user is not told"
    return wheel


def test_without_a_working_compiler_the_wheel_is_plain_python(uncompiled_wheel: Path) -> None:
    assert uncompiled_wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(uncompiled_wheel).namelist()
    assert "qipai/core/state.py" in names
    assert not [name for name in names if name.endswith((".so", "_compiled.py"))]


def test_without_any_compiler_on_the_path_the_wheel_is_the_same(tree: Path, uncompiled_wheel: Path, tmp_path: Path) -> None:
    empty = tmp_path / "bin"
    empty.mkdir()
    wheel, said = wheel_of(tree, tmp_path / "wheel", PATH=str(empty))
    assert "qipai: not compiled" in said
    both = [{i.filename: i.CRC for i in zipfile.ZipFile(w).infolist()} for w in (wheel, uncompiled_wheel)]
    assert both[0] == both[1]


def test_the_uncompiled_wheel_installs_and_plays(uncompiled_wheel: Path, clean_python: Path) -> None:
    run(clean_python, "-m", "pip", "install", "-c", ROOT / "requirements" / "base.txt", uncompiled_wheel)
    status = json.loads(run(clean_python, "-c", "import json, qipai.build as b; print(json.dumps(b.status()))").stdout)
    assert status["compiled"] is False
    assert status["stale"] is False
    assert status["built_hash"] is None
    run(clean_python, "-c", PLAY_EVERY_GAME)


def test_an_editable_install_compiles_nothing(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree", games=False)
    hook = "import setuptools.build_meta as b; b.build_editable({!r}); b.prepare_metadata_for_build_wheel({!r})"
    place = str(tmp_path)
    run(sys.executable, "-c", hook.format(place, place), cwd=tree, QIPAI_COMPILE="required", CC="/bin/false")
    assert not list(tree.glob("**/*.so"))
    assert not list(tree.glob("**/_compiled.py"))
    done = run(sys.executable, "setup.py", "-q", "build_ext", "--inplace", cwd=tree, check=False)
    assert not list(tree.glob("**/*.so")), done.stderr


def test_a_kept_kernel_is_used_for_the_same_sources_only(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree", games=False)
    settings = {"QIPAI_COMPILE": "required", "QIPAI_OPT": "0", "QIPAI_KERNEL_CACHE": str(tmp_path / "kept")}
    command = (sys.executable, "setup.py", "-q", "build")
    run(*command, cwd=tree, **settings)
    first = sorted(path.name for path in tree.glob("build/lib*/**/*.so"))
    assert first
    # a compiler that always fails shows that nothing is compiled; CC is part of the key, so the tool itself is hidden
    hidden = tmp_path / "bin"
    hidden.mkdir()
    for name in ("cc", "gcc", "x86_64-linux-gnu-gcc"):
        (hidden / name).write_text("#!/bin/sh\nexit 1\n")
        (hidden / name).chmod(0o755)
    broken = {**settings, "PATH": f"{hidden}:{os.environ['PATH']}"}
    run(*command, cwd=tree, **broken)
    assert sorted(path.name for path in tree.glob("build/lib*/**/*.so")) == first
    with (tree / "src" / "qipai" / "core" / "text.py").open("a") as file:
        file.write("\n# changed\n")
    assert run(*command, cwd=tree, check=False, **broken).returncode != 0


def test_only_what_changed_is_compiled_again(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree", games=False)
    log = tmp_path / "log"
    counting = tmp_path / "cc"
    counting.write_text(f'#!/bin/sh\nfor word; do case "$word" in *.c) echo "$word" >>{log};; esac; done\nexec gcc "$@"\n')
    counting.chmod(0o755)
    settings = {
        "QIPAI_COMPILE": "required",
        "QIPAI_OPT": "0",
        "QIPAI_KERNEL_CACHE": str(tmp_path / "kept"),
        "CC": str(counting),
    }
    command = (sys.executable, "setup.py", "-q", "build")
    run(*command, cwd=tree, **settings)
    assert len(log.read_text().splitlines()) > len(build.kernel_sources(tree / "src" / "qipai"))
    log.unlink()
    path = tree / "src" / "qipai" / "core" / "text.py"
    path.write_text(path.read_text().replace("\ndef ", "\n\ndef ", 1))  # its lines have other numbers, which tracebacks tell
    run(*command, cwd=tree, **settings)
    assert [Path(name).name for name in log.read_text().splitlines()] == ["probe.c", "__native_qipai___core___text.c"]
    assert ask_status(next(tree.glob("build/lib*")))["compiled"] is True
