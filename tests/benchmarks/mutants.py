"""Mutants of a room: `python -m tests.benchmarks.mutants ROOM [--sample N] [--seed S]`, after `pip install cosmic-ray`.

Runs the tests of a room once with coverage, to know which tests reach each line. Then one random mutation of cosmic-ray
is made at each of N random places, in a copy of the repository, and the tests that reach the line are run, the fastest
first. A mutant that they do not kill meets all tests of the room. Prints each mutant that survives, and the score.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from xml.etree import ElementTree

from coverage import CoverageData

from tests.processes import finished

ROOMS = {
    "cover": ["tests/cover"],
    "puzzle/rules": ["tests/puzzle/rules"],
    "puzzle/build": ["tests/puzzle/build", "tests/puzzle/spec"],
    "engines/frontier": ["tests/engines/test_frontier_brute_force.py", "tests/engines/test_frontier_count.py"],
    "search/partition": ["tests/search/test_partition.py"],
}
"""The tests of each room of the package."""

LEFT_OUT = re.compile("RemoveDecorator|Variable|Comparison.*_Is(Not)?$|USub_(Not|Invert)")
"""Operators of cosmic-ray whose mutants mostly mean the same, such as `==` and `is` of small numbers."""

PROMISES = {"strict", "frozen", "eq", "slots", "order"}
"""Keywords that promise what holds anyway: `zip(a, b, strict=True)`, frozen classes."""

SECONDS_OF_TESTS = 40
"""The time of the tests that are chosen for a mutant, at most, as the first run took it."""

SECONDS_OF_MUTANT = 900
"""The time after which a mutant counts as killed: an endless loop."""

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
"""Compiled functions run as plain Python, so that coverage sees them and no mutant is compiled."""


class Reached(NamedTuple):
    """The time of each test, and the tests that reach each line of each file."""

    seconds: dict[str, float]
    tests: dict[Path, dict[int, set[str]]]

    def chosen(self, file: Path, lines: range) -> list[str]:
        """Return the tests that reach one of some lines, the fastest first; of the file if none is known to do so."""
        by_line = self.tests.get(file, {})
        some = set[str]().union(*(by_line.get(line, ()) for line in lines)) or set().union(*by_line.values())
        chosen, total = list[str](), 0.0
        for test in sorted(some & self.seconds.keys(), key=self.seconds.__getitem__):
            total += self.seconds[test]
            if total <= SECONDS_OF_TESTS or not chosen:
                chosen.append(test)
        return chosen


def copied(folder: Path) -> None:
    """Copy the files of the repository to a folder and work there from now on."""
    listed = finished(["git", "ls-files", "-z"], status=0).stdout
    for name in listed.split("\0")[:-1]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if Path(name).is_file():
            shutil.copyfile(name, folder / name)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = str(folder)


def reached(tests: list[str], room: Path) -> Reached:
    """Run tests with coverage of a room."""
    Path("coverage.ini").write_text(f"[run]\nsource = {room}\ndynamic_context = test_function\n")
    run = "-m coverage run --rcfile coverage.ini -m pytest -q -n 0 --junitxml times.xml"
    done = finished([sys.executable, *run.split(), *tests], timeout=SECONDS_OF_MUTANT)
    if done.returncode:
        sys.exit(f"the tests fail without a mutant:\n{done.stdout[-2000:]}")
    seconds: dict[str, float] = {}
    for case in ElementTree.parse("times.xml").iter("testcase"):
        name = f"{case.attrib['classname']}.{case.attrib['name'].partition('[')[0]}"
        seconds[name] = seconds.get(name, 0) + float(case.attrib["time"])
    data = CoverageData()
    data.read()
    by_line = {
        Path(file): {line: {*contexts} - {""} for line, contexts in data.contexts_by_lineno(file).items()}
        for file in data.measured_files()
    }
    return Reached(seconds, by_line)


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
    return [chance.choice(places[place]) for place in chosen]


def node_ids(tests: list[str]) -> list[str]:
    """Return tests with dots in their names as pytest names them."""
    parts = [test.rpartition(".") for test in tests]
    return [f"{module.replace('.', '/')}.py::{function}" for module, _, function in parts]


def is_killed(mutation: Any, tests: list[str]) -> tuple[bool, str]:
    """Return whether some tests kill a mutant, and its difference to the source."""
    from cosmic_ray.mutating import mutate_and_test

    command = shlex.join([sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests])
    result = mutate_and_test([mutation], command, SECONDS_OF_MUTANT)
    return result.test_outcome is not None and result.test_outcome.value != "survived", result.diff or ""


def main() -> None:
    """Print the mutants of a room that survive."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("room", choices=ROOMS)
    arguments.add_argument("--sample", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--chosen", action="store_true", help="do not run all tests of the room on survivors")
    asked = arguments.parse_args()
    room, tests, survivors = Path("cp_puzzles", asked.room), ROOMS[asked.room], 0
    if asked.room == "engines/frontier":
        os.environ |= PLAIN
    with TemporaryDirectory() as folder:
        copied(Path(folder).resolve())
        known = reached(tests, room)
        mutations = sampled(room, asked.sample, Random(asked.seed))
        for number, mutation in enumerate(mutations, start=1):
            lines = range(mutation.start_pos[0], mutation.end_pos[0] + 1)
            chosen = known.chosen(Path(mutation.module_path).resolve(), lines)
            killed, difference = is_killed(mutation, node_ids(chosen)) if chosen else (False, "")
            if not killed and not asked.chosen:
                killed, difference = is_killed(mutation, [*tests, str(room)])
            survivors += not killed
            words = "killed" if killed else f"SURVIVED {len(chosen)} tests\n{difference}"
            print(f"{number}: {mutation.module_path}:{lines[0]} {mutation.operator_name}: {words}", flush=True)
        os.chdir("/")
    print(f"{asked.room}: {len(mutations) - survivors} of {len(mutations)} mutants killed")


if __name__ == "__main__":
    main()
