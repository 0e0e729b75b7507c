"""Runs the tests of the rules against mutants: `python tests/mutants.py`, see docs/mutants.md.

mutmut makes the mutants and keeps the verdicts (`mutmut results`, `mutmut show NAME`); this file runs them, for a fraction of
what `mutmut run` takes. All tests are collected once, and every mutant is a child of that process: it exchanges the code of one
function, which costs its calls nothing, and runs the tests that reach the function until one fails, the fastest first. Limits
are CPU seconds, so that a busy machine changes no verdict.

Without names, a mutant keeps its verdict as long as its function is the same; mutants that are named are judged again.
"""

from __future__ import annotations

import argparse
import fnmatch
import gc
import hashlib
import io
import itertools
import json
import os
import signal
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NoReturn

import mutmut.__main__ as mutmut  # type: ignore[import-not-found, unused-ignore]
import mutmut.mutation.trampoline as trampoline  # type: ignore[import-not-found, unused-ignore]
import pytest
from _pytest.runner import runtestprotocol
from mutmut.configuration import config  # type: ignore[import-not-found, unused-ignore]
from mutmut.mutation.data import SourceFileMutationData  # type: ignore[import-not-found, unused-ignore]
from mutmut.utils.file_utils import (  # type: ignore[import-not-found, unused-ignore]
    copy_also_copy_files,
    copy_src_dir,
    setup_source_paths,
    walk_mutatable_files,
)

# the numbers of mutmut's verdicts
SURVIVED = 0
KILLED = 1
NO_TESTS = 33
TIMEOUT = 36
BROKEN = 70  # none of them: this file is at fault
# a test of a mutant may take so many times its usual CPU seconds, and some for what the first test of a process prepares
PATIENCE = 10
PREPARATION = 2.0
QUICK = 0.5  # CPU seconds of tests that every mutant runs before any runs more

USUAL = Path("usual.json")  # in mutants/, like mutmut's own files
TERMINAL = os.dup(2)  # pytest takes the output of tests
Mutants = dict[str, Callable[..., Any]]  # the versions of a function by name, `_mutmut_orig` among them
FUNCTIONS: list[tuple[Mutants, FunctionType]] = []


def remember(mutants: Mutants, is_classmethod: bool = False) -> Callable[[FunctionType], FunctionType]:
    """In place of mutmut's decorator: leaves the function as it is, to have its code exchanged."""
    assert not is_classmethod

    def keep(function: FunctionType) -> FunctionType:
        FUNCTIONS.append((mutants, function))
        return function

    return keep


def code_of(function: Callable[..., Any]) -> CodeType:
    code = function.__code__  # type: ignore[attr-defined]
    assert isinstance(code, CodeType)
    return code


def by_name() -> dict[str, tuple[Mutants, FunctionType]]:
    """Functions by what mutmut calls them: `qipai.games.xianqi.combos.x_leads`, `….xǁFinderǁplays`."""
    return {f"{f.__module__}.{original_name(mutants)}": (mutants, f) for mutants, f in FUNCTIONS}


def original_name(mutants: Mutants) -> str:
    return str(mutants["_mutmut_orig"].__name__).removesuffix("__mutmut_orig")


def become(name: str) -> None:
    """This process is the mutant from now on, and so are Pythons that its tests start."""
    owner, _, mutant = name.rpartition("__mutmut_")
    mutants, function = by_name()[owner]
    version = mutants[f"{owner.rpartition('.')[2]}__mutmut_{mutant}"]
    function.__code__ = code_of(version)
    function.__defaults__ = version.__defaults__  # type: ignore[attr-defined]
    os.environ["MUTANT_UNDER_TEST"] = name


def watch(reached: set[str]) -> None:
    """Every function notes that it was called."""
    for name, (mutants, function) in by_name().items():
        space = function.__globals__
        number = len(space)
        space[f"note_{number}"] = lambda name=name: reached.add(name)
        space[f"call_{number}"] = mutants["_mutmut_orig"]
        made: dict[str, FunctionType] = {}
        exec(f"def f(*given, **named):\n note_{number}()\n return call_{number}(*given, **named)", space, made)
        function.__defaults__ = None
        function.__code__ = made["f"].__code__


class Judge:
    """A plugin that runs the collected tests once as they are, and then against each mutant in a process of its own."""

    def __init__(self, names: list[str], jobs: int) -> None:
        self.jobs = jobs
        self.names = names
        self.data: dict[str, Any] = {}  # where a mutant's verdict is kept
        self.running: dict[int, str] = {}
        self.alive: set[str] = set()  # those that a part of their tests did not notice
        self.usual: dict[str, float] = {}  # CPU seconds by test
        self.reached: dict[str, list[str]] = {}  # the functions that a test reaches

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.freeze()
        self.measure(items)
        todo = self.todo()
        tests: dict[str, list[str]] = {}
        for test in sorted(self.usual, key=lambda test: self.usual[test]):
            for function in self.reached[test]:
                tests.setdefault(function, []).append(test)
        say(f"{len(items)} tests, {sum(self.usual.values()):.0f} s; {len(todo)} mutants to judge")
        cost = {function: sum(self.usual[test] for test in found) for function, found in tests.items()}
        todo.sort(key=lambda name: cost.get(function_of(name), 0))
        for name in todo:
            if function_of(name) not in tests:
                self.keep(name, NO_TESTS)
        todo = [name for name in todo if function_of(name) in tests]
        for seconds in (QUICK, None):  # most are noticed at once, and the rest is judged when they are
            self.judge(
                todo, {function: self.first(found, seconds) for function, found in tests.items()}, items, seconds is None
            )
            todo = [name for name in todo if name in self.alive]
        return True

    def first(self, tests: list[str], seconds: float | None) -> list[str]:
        """The first tests that together take at most this many seconds."""
        if seconds is None:
            return tests
        sums = itertools.accumulate(self.usual[test] for test in tests)
        return [test for test, total in zip(tests, sums, strict=True) if total <= seconds] or tests[:1]

    def judge(self, todo: list[str], tests: dict[str, list[str]], items: dict[str, pytest.Item], whole: bool) -> None:
        """Runs each mutant in a process of its own; whoever lives through a part of its tests has no verdict yet."""
        began = time.monotonic()
        for number, name in enumerate(todo):
            while len(self.running) >= self.jobs:
                self.wait(whole)
            pid = os.fork()
            if pid == 0:
                self.be(name, [items[test] for test in tests[function_of(name)]])
            self.running[pid] = name
            if number % 100 == 99:
                say(f"{number + 1} of {len(todo)} after {time.monotonic() - began:.0f} s")
        while self.running:
            self.wait(whole)

    def todo(self) -> list[str]:
        """The mutants without a verdict, or those that were named."""
        os.chdir("..")
        out = []
        for path in walk_mutatable_files():
            data = SourceFileMutationData(path=path)
            data.load()
            for name, verdict in data.exit_code_by_key.items():
                self.data[name] = data
                if any(fnmatch.fnmatch(name, pattern) for pattern in self.names) if self.names else verdict is None:
                    out.append(name)
        os.chdir("mutants")
        return out

    def measure(self, items: dict[str, pytest.Item]) -> None:
        """What each test takes and reaches, found out in a child, so that the caches of this process stay empty, and kept."""
        of = digest(items)
        kept = json.loads(USUAL.read_text(encoding="utf-8")) if USUAL.exists() else {}
        if kept.get("of") != of:
            pid = os.fork()
            if pid == 0:
                measure_all(of, items)
            _, status = os.waitpid(pid, 0)
            if status:
                pytest.exit("the tests must pass before mutants are judged", returncode=1)
            kept = json.loads(USUAL.read_text(encoding="utf-8"))
        for test, (seconds, functions) in kept["tests"].items():
            self.usual[test] = seconds
            self.reached[test] = functions

    def be(self, name: str, items: list[pytest.Item]) -> NoReturn:
        """The child: runs the tests as a mutant; its exit code is the verdict, and a loop without end is ended by its timer."""
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        try:
            become(name)
        except BaseException as problem:  # no test has noticed anything: the run ends
            say(f"{name}: {problem!r}")
            os._exit(BROKEN)
        try:
            for item, following in zip(items, [*items[1:], None], strict=True):
                signal.setitimer(signal.ITIMER_VIRTUAL, PREPARATION + PATIENCE * self.usual[item.nodeid])
                if not passes(item, following):
                    os._exit(KILLED)
            os._exit(SURVIVED)
        except BaseException:
            os._exit(KILLED)

    def wait(self, whole: bool) -> None:
        pid, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        name = self.running.pop(pid)
        if code == BROKEN:
            pytest.exit(f"{name} cannot be made", returncode=1)
        if code == SURVIVED and not whole:
            self.alive.add(name)
            return
        self.keep(name, TIMEOUT if code == -signal.SIGVTALRM else KILLED if code else SURVIVED)
        if code == SURVIVED:
            say(f"survived: {name}")

    def keep(self, name: str, verdict: int) -> None:
        self.data[name].exit_code_by_key[name] = verdict
        os.chdir("..")
        self.data[name].save()
        os.chdir("mutants")


def digest(items: dict[str, pytest.Item]) -> str:
    """Changes with the tests that were chosen and with everything that they may run."""
    out = hashlib.sha256("\n".join([os.environ["HYPOTHESIS_PROFILE"], *items]).encode())
    for path in sorted([*Path("src").rglob("*.py"), *Path("tests").rglob("*.py"), *Path("tests").rglob("*.json")]):
        out.update(path.read_bytes())
    return out.hexdigest()


def measure_all(of: str, items: dict[str, pytest.Item]) -> NoReturn:
    """In a child: runs every test as it is, and notes its CPU seconds and the functions that it reaches."""
    reached: set[str] = set()
    watch(reached)
    found = {}
    for (test, item), following in zip(items.items(), [*list(items.values())[1:], None], strict=True):
        reached.clear()
        began = time.process_time()
        if not passes(item, following):
            say(f"fails without a mutant: {test}")
            os._exit(1)
        found[test] = (time.process_time() - began, sorted(reached))
    USUAL.write_text(json.dumps({"of": of, "tests": found}), encoding="utf-8")
    os._exit(0)


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def function_of(mutant: str) -> str:
    return mutant.rpartition("__mutmut_")[0]


def say(line: str) -> None:
    os.write(TERMINAL, f"{line}\n".encode())


def make_mutants(jobs: int) -> None:
    """A copy of the checkout in mutants/, with all versions of every function in place of it."""
    trampoline.set_mutant_under_test("mutant_generation")
    Path("mutants").mkdir(exist_ok=True)
    with redirect_stdout(io.StringIO()):
        copy_src_dir()
        copy_also_copy_files()
        setup_source_paths()
        mutmut.create_mutants(jobs)
    trampoline.set_mutant_under_test("")


def main() -> int:
    parser = argparse.ArgumentParser(description="Judges mutants by the tests of the rules.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="judge these mutants again; * stands for anything")
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    parser.add_argument("--tests", nargs="+", default=["tests"], metavar="PATH", help="by these tests only")
    parser.add_argument(
        "--all", action="store_true", help="also by tests that [tool.mutants] leaves out, and by more random cases"
    )
    given = parser.parse_args()
    make_mutants(given.jobs)
    trampoline.wrap_in_trampoline = remember
    os.chdir("mutants")
    leaving_out = [part for part in config().pytest_add_cli_args_test_selection if part != "tests"]
    chosen = [*config().pytest_add_cli_args, *given.tests, *leaving_out]
    if not given.all:
        chosen += tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutants"]["left_out_for_time"]
    os.environ.setdefault("HYPOTHESIS_PROFILE", "ci" if given.all else "mutants")
    return int(pytest.main(["--rootdir=.", "--tb=no", *chosen], plugins=[Judge(given.names, given.jobs)]))


if __name__ == "__main__":
    del sys.path[0]  # the tests of the copy are meant, not these
    sys.exit(main())
