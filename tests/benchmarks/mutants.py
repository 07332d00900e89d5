"""Mutants of a room: `python -m tests.benchmarks.mutants ROOM [--sample N] [--seed S]`, after `pip install cosmic-ray`.

Collects the tests of a room once, in a copy of the repository, and runs them with coverage, to know which tests reach
each line. Then one random mutation of cosmic-ray is made at each of N random places. For each mutant a fork of this
process gets the mutated code and runs the tests that reach the line, the fastest first, until one fails. For a mutation
outside functions the fork imports everything again. Prints each mutant that survives, and the score.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import functools
import gc
import os
import re
import resource
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType
from typing import Any

import pytest
from coverage import Coverage, CoverageData

from tests.processes import finished

ROOMS = {
    "cover": ["tests/cover", "tests/engines/test_any_cover_problem.py"],
    "puzzle/rules": ["tests/puzzle/rules"],
    "puzzle/build": ["tests/puzzle/build", "tests/puzzle/spec", "tests/test_metamorphic.py"],
    "engines/frontier": ["tests/engines/test_frontier_brute_force.py", "tests/engines/test_frontier_count.py"],
    "search": ["tests/search/test_order.py", "tests/search/test_store.py", "tests/search/test_estimate.py"],
}
"""The tests of each folder of the package, and its examples."""

LEFT_OUT = re.compile("RemoveDecorator|Variable|Comparison.*_Is(Not)?$|USub_(Not|Invert)")
"""Operators of cosmic-ray whose mutants mostly mean the same, such as `==` and `is` of small numbers."""

PROMISES = {"strict", "frozen", "eq", "slots", "order"}
"""Keywords that promise what holds anyway: `zip(a, b, strict=True)`, frozen classes."""

SECONDS_OF_TESTS = 60
"""The time of the tests that are chosen for a mutant, at most, as the first run took it."""

OPTIONS = ("-q", "-s", "-n", "0", "-p", "no:cacheprovider")
"""The options of pytest: no captured output, one process."""

BYTES_OF_MUTANT = 4 << 30
"""The memory with which a mutant counts as killed."""


def copied(folder: Path) -> None:
    """Copy the files of the repository to a folder, for they may be edited meanwhile, and work there from now on."""
    listed = finished(["git", "ls-files", "-z"], status=0).stdout
    for name in listed.split("\0")[:-1]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if Path(name).is_file():
            shutil.copyfile(name, folder / name)
    os.chdir(folder)


def without_effect(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where the annotations and promises of a source begin and end: a mutation there changes no answer."""
    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.keyword) and node.arg in PROMISES:
            parts.append(node.value)
        for part in parts:
            if part is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def sampled(room: Path, size: int, chance: Random) -> list[Any]:
    """Return one random mutation at each of some random places."""
    from cosmic_ray.commands.init import _all_work_items

    places: dict[tuple[str, tuple[int, int]], list[Any]] = {}
    for file in sorted(room.rglob("*.py")):
        spans = [*without_effect(file.read_text())]
        for item in _all_work_items([file], {}):
            (mutation,) = item.mutations
            is_promise = any(start <= mutation.start_pos < end for start, end in spans)
            if not is_promise and not LEFT_OUT.search(mutation.operator_name):
                places.setdefault((str(file), mutation.start_pos), []).append(mutation)
    chosen = chance.sample(sorted(places), min(size, len(places)))
    print(f"{len(chosen)} of {len(places)} places", flush=True)
    return [chance.choice(places[place]) for place in chosen]


def mutated(mutation: Any) -> str:
    """Return the source of a file with a mutation."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    operator = get_operator(mutation.operator_name)(**dict(mutation.operator_args))
    return str(mutate_code(mutation.module_path.read_text(), operator, mutation.occurrence))


Place = tuple[str, int]


def functions(code: CodeType) -> dict[Place, CodeType]:
    """Return the code in a code object, by name and line; that of a file and of classes is among it."""
    codes = {(code.co_qualname, code.co_firstlineno): code}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            codes |= functions(constant)
    return codes


def own(code: CodeType) -> tuple[Any, ...]:
    """Return what a code object says, without the code in it."""
    constants = tuple((type(c), c) for c in code.co_consts if not isinstance(c, CodeType))
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars


def changed(file: Path, source: str) -> dict[Place, CodeType] | None:
    """Return the functions that a mutant changes, and those around them; None if it changes more."""
    before, after = (functions(compile(text, str(file), "exec")) for text in (file.read_text(), source))
    places = {place for place in before if place in after and own(before[place]) != own(after[place])}
    if before.keys() != after.keys() or not all(before[place].co_flags & 1 for place in places):  # 1: in a function
        return None
    around = {place for place in before if any(place != inner and place[0] + "." in inner[0] for inner in places)}
    return {place: after[place] for place in places | around if after[place].co_flags & 1}


def replace_code(file: Path, codes: dict[Place, CodeType]) -> None:
    """Give new code to the functions of a file, and forget what functions remember."""
    gc.unfreeze()
    for value in gc.get_objects():
        if isinstance(value, functools._lru_cache_wrapper):
            value.cache_clear()
        elif isinstance(value, FunctionType) and value.__code__.co_filename == str(file):
            place = value.__code__.co_qualname, value.__code__.co_firstlineno
            if place in codes:
                value.__code__ = codes[place]


def import_again(file: Path, source: str) -> None:
    """Forget all modules of the repository, and let the next import of a file take a source instead."""
    for name in [name for name in sys.modules if re.match(r"(cp_puzzles|tests)\b", name)]:
        del sys.modules[name]
    read = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        is_mutant = Path(loader.path) == file
        return compile(source, str(file), "exec") if is_mutant else read(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


class Mutants:
    """A plugin of pytest that runs the collected tests in forks, for each mutant those that reach it."""

    def __init__(self, room: Path, size: int, chance: Random, tests: list[str]) -> None:
        self.room, self.size, self.chance, self.tests = room, size, chance, tests

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests of all mutants instead of the tests."""
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.measure_tests()
        survivors = 0
        mutations = sampled(self.room, self.size, self.chance)
        for number, mutation in enumerate(mutations, start=1):
            lines = range(mutation.start_pos[0], mutation.end_pos[0] + 1)
            chosen, killed, difference = self.judged(mutation, lines)
            survivors += not killed
            words = "killed" if killed else f"SURVIVED {len(chosen)} tests\n{difference}"
            print(f"{number}: {mutation.module_path}:{lines[0]} {mutation.operator_name}: {words}", flush=True)
        print(f"{self.room}: {len(mutations) - survivors} of {len(mutations)} mutants killed", flush=True)
        return True

    def measure_tests(self) -> None:
        """Run all tests once with coverage of the room, for their times and the lines that they reach."""
        times = Path("times.txt").resolve()

        def run_all() -> bool:
            coverage = Coverage("reached.coverage", source=[str(self.room)], config_file=False)
            coverage.start()
            with times.open("w") as file:
                for name in self.items:
                    coverage.switch_context(name)
                    start = time.monotonic()
                    if not self.fails(name):
                        file.write(f"{time.monotonic() - start:.4f} {name}\n")
            coverage.stop()
            coverage.save()
            return False

        if in_fork(run_all, 3600):
            sys.exit("the tests of the room do not end")
        self.seconds = {name: float(s) for s, name in (line.split(" ", 1) for line in times.read_text().splitlines())}
        data = CoverageData("reached.coverage")
        data.read()
        self.reached = {Path(file): data.contexts_by_lineno(file) for file in data.measured_files()}
        failed = self.items.keys() - self.seconds.keys()
        print(f"{len(self.seconds)} tests, {sum(self.seconds.values()):.0f} s; left out: {failed or None}", flush=True)

    def judged(self, mutation: Any, lines: range) -> tuple[list[str], bool, str]:
        """Return the tests that a mutant meets, whether one of them kills it, and its difference to the source."""
        file, source = mutation.module_path.resolve(), mutated(mutation)
        try:
            codes = changed(file, source)
        except SyntaxError:  # no program
            return [], True, ""
        by_line = self.reached.get(file, {})
        reaching = {test for line in lines for test in by_line.get(line, ())} & self.seconds.keys()
        chosen, total = list[str](), 0.0
        for test in sorted(reaching if codes is not None else self.seconds, key=self.seconds.__getitem__):
            total += self.seconds[test]
            if total <= SECONDS_OF_TESTS or not chosen:
                chosen.append(test)

        def run_chosen() -> bool:
            if codes is not None:
                replace_code(file, codes)
                return any(self.fails(name) for name in chosen)
            import_again(file, source)
            return pytest.main([*OPTIONS, "-x", *self.tests]) != 0

        killed = bool(chosen) and in_fork(run_chosen, 30 + 10 * total)
        before, after = file.read_text().splitlines(), source.splitlines()
        return chosen, killed, "\n".join(difflib.unified_diff(before, after, lineterm="", n=2))

    def fails(self, name: str) -> bool:
        """Run a test, and return whether it fails."""
        item, before = self.items[name], self.session.testsfailed
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return self.session.testsfailed > before


def in_fork(work: Callable[[], bool], seconds: float) -> bool:
    """Return what work returns in a fork of this process without output; True if it crashes or does not end."""
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            os.setpgid(0, 0)
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            resource.setrlimit(resource.RLIMIT_DATA, (BYTES_OF_MUTANT, BYTES_OF_MUTANT))
            status = int(work())
        finally:
            os._exit(status)
    try:
        if not select.select([os.pidfd_open(process)], [], [], seconds)[0]:
            os.killpg(process, signal.SIGKILL)
    finally:
        status = os.waitpid(process, 0)[1]
    return status != 0


def main() -> None:
    """Print the mutants of a room that survive."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("room", choices=ROOMS)
    arguments.add_argument("--sample", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    room = Path("cp_puzzles", asked.room)
    tests = [*ROOMS[asked.room], str(room)]
    with TemporaryDirectory() as folder:
        copied(Path(folder).resolve())
        os.environ |= {"PYTHONPATH": str(Path.cwd()), "HYPOTHESIS_STORAGE_DIRECTORY": str(Path(folder) / "examples")}
        sys.path.insert(0, str(Path.cwd()))
        for name in [name for name in sys.modules if re.match(r"tests\b", name)]:
            del sys.modules[name]  # the copy has its own
        plugin = Mutants(room, asked.sample, Random(asked.seed), tests)
        pytest.main([*OPTIONS, *tests], plugins=[plugin])
        os.chdir("/")


if __name__ == "__main__":
    main()
