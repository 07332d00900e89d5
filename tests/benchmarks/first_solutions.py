"""One solution of hard packings, beside plain CP-SAT, cadical, clingo, dancing cells and Algorithm X in order.

    python -m tests.benchmarks.first_solutions [NAME ...] [--limit SECONDS] [--race] [--part K/N] [--table FILE]

Each program gets the placed cover problem; its time is processor time from then on, with the processes that it
starts, and ends at the limit; with `--race` the others end where `ours` has its solution. `ours` is `solve(puzzle,
limit=1, jobs=1)`, start of the search included; `loaded` is the same in a process that has solved other packings
before, so that numba and its functions are loaded; `X` is the search on lists in the order of the items, the steps of
dancing links with bounds on the copies; `cells` is Knuth's dancing cells in the package pyxcc (Rust). Every solution
is verified. A program that is not installed is skipped: `pip install -e '.[benchmark]'` installs all. NAME selects
packings whose names contain it.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from math import inf
from os import times
from pathlib import Path
from signal import SIGXCPU
from typing import Any

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.cover.cover_problem import CoverProblem, build_cover
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.output.formats.cnf import cnf_lines
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from tests.benchmarks.packings import packings
from tests.cli.program import ROOT
from tests.processes import started

LIMIT_SECONDS = 60.0
"""Processor time of each program for each packing."""

WALL_FACTOR = 30
"""A program is ended after this multiple of its limit, whatever its processor time."""

SEED = 36
"""The seed of the programs that have one."""

LEAST_SECONDS = 0.01
"""The least time in a ratio."""

OURS = ("ours", "loaded")
"""The package, and the package in a process that has solved the packings of `LOADING` before."""

LOADING = ("one-sided pentominoes in 9x10", "2 of each pentomino in 10x12", "region 35 wide, 85 % full")
"""Packings that load what most searches for one solution need."""

NAMES = (*OURS, "X", "cp-sat", "cadical", "clingo", "cells")


def with_package(puzzle: Puzzle, problem: CoverProblem) -> Sequence[Placement]:
    """Search as a user does."""
    result = solve(puzzle, limit=1, jobs=1)
    return result.solutions[0].placements if result.solutions else ()


def with_lists(puzzle: Puzzle, problem: CoverProblem) -> Sequence[Placement]:
    """Search depth-first on lists, without restarts."""
    settings = {"sparse": True, "restarts": False}
    result = solve(puzzle, limit=1, jobs=1, engine="exact-cover", settings=settings)
    return result.solutions[0].placements if result.solutions else ()


def with_cp_sat(problem: CoverProblem) -> list[int]:
    """Return a solution of a plain CP-SAT model, one worker."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in problem.options]
    for number, item in enumerate(problem.items):
        literals = [chosen[option] for option in problem.covering.row(number).tolist()]
        if item.is_exact_one:
            model.add_exactly_one(literals)
        elif (item.minimum, item.maximum) == (0, 1):
            model.add_at_most_one(literals)
        elif item.minimum > 0 or item.maximum < len(literals):
            model.add_linear_constraint(sum(literals), item.minimum, item.maximum)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, SEED
    status = solver.solve(model)
    return [o for o, each in enumerate(chosen) if solver.boolean_value(each)] if status == cp_model.OPTIMAL else []


def with_cadical(problem: CoverProblem) -> list[int]:
    """Return a solution of the clauses that `convert` writes."""
    from pysat.solvers import Solver

    lines = (line for line in cnf_lines(problem) if line[0] not in "cp")
    with Solver("cadical195", bootstrap_with=[[*map(int, line.split()[:-1])] for line in lines]) as solver:
        model = solver.get_model() if solver.solve() else []
    return [literal - 1 for literal in model if 0 < literal <= len(problem.options)]


def with_clingo(problem: CoverProblem) -> list[int]:
    """Return a solution of a logic program with a cardinality constraint for each item."""
    clingo = import_module("clingo")
    control = clingo.Control(["1", f"--seed={SEED}"])
    lines = [f"{{x(0..{len(problem.options) - 1})}}."]
    for number, item in enumerate(problem.items):
        atoms = ";".join(f"x({option})" for option in problem.covering.row(number).tolist())
        lines.append(f":- not {item.minimum} {{{atoms}}} {item.maximum}.")
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    found: list[int] = []
    control.solve(on_model=lambda model: found.extend(each.arguments[0].number for each in model.symbols(atoms=True)))
    return found


def with_dancing_cells(problem: CoverProblem) -> list[int]:
    """Return a solution by dancing cells, which know no bounds but exactly one and at most one.

    An item that is covered several times becomes as many items, and an option one for each of them.
    """
    xcc = import_module("pyxcc")
    required: list[str] = []
    optional: list[str] = []
    copies: list[list[str]] = []
    for number, item in enumerate(problem.items):
        copies.append([f"{number}.{k}" for k in range(min(item.maximum, len(problem.covering.row(number))))])
        required += copies[-1][: item.minimum]
        optional += copies[-1][item.minimum :]
    is_required = set(required)
    options = [
        xcc.Option(
            f"{number} {k}",
            [name for name in names if name in is_required],
            [(name, "") for name in names if name not in is_required],
        )
        for number, option in enumerate(problem.options)
        for k, names in enumerate(product(*(copies[item] for item in option)))
    ]
    solutions = xcc.solve(xcc.Problem(required, optional, options), False)
    return [int(label.split()[0]) for label in solutions.first()] if solutions.count() else []


OWN: dict[str, Callable[[Puzzle, CoverProblem], Sequence[Placement]]] = {
    **dict.fromkeys(OURS, with_package),
    "X": with_lists,
}
OTHERS: dict[str, Callable[[CoverProblem], list[int]]] = {
    "cp-sat": with_cp_sat,
    "cadical": with_cadical,
    "clingo": with_clingo,
    "cells": with_dancing_cells,
}
MODULES = {"cadical": "pysat", "clingo": "clingo", "cells": "pyxcc"}
"""The modules that may be missing."""


def answer(name: str, text: str, limit: float) -> None:
    """Print the processor seconds after placing, and the number of pieces of a verified solution, 0 without one."""
    for loading in LOADING if name == "loaded" else ():
        solve(parse_spec(packings()[loading]), limit=1, jobs=1)
    puzzle = build_puzzle(parse_spec(text))
    cover = build_cover(puzzle)
    began = times()
    most = int(sum(began[:2]) + limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    if name in OWN:
        placements = OWN[name](puzzle, cover.problem)
    else:
        placements = cover.placements.several(OTHERS[name](cover.problem))
    seconds = sum(times()[:4]) - sum(began[:4])
    if placements:
        violation = Verifier(puzzle).violation(placements)
        assert violation is None, f"{name}: {violation}"
    print(json.dumps([seconds, len(placements)]))


def measured(name: str, text: str, limit: float) -> float:
    """Return the processor seconds of a program for a packing; infinite without a solution within the limit."""
    command = [sys.executable, "-m", "tests.benchmarks.first_solutions", "--serve", name, text, "--limit", str(limit)]
    began = times()
    with started(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            output, errors = process.communicate(timeout=60 + WALL_FACTOR * limit)
        except subprocess.TimeoutExpired:
            return inf
    if process.returncode:
        # at the limit the system ends the program, or the process that searches for it; anything else is an error
        assert process.returncode == -SIGXCPU or sum(times()[2:4]) - sum(began[2:4]) >= limit, errors
        return inf
    seconds, pieces = json.loads(output)
    return seconds if pieces and seconds <= limit else inf


def printed(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table, and on how many packings the package is ahead of each other program, and of all."""
    others = [name for name in NAMES if name not in OURS]
    yield f"{'packing':46}" + "".join(f"{name:>9}" for name in NAMES) + f"{'ratio':>8}"
    ahead: Counter[tuple[str, str]] = Counter()
    for row in rows:
        seconds = {name: max(float(row[name]), LEAST_SECONDS) for name in NAMES if row[name]}
        best = min((seconds[name] for name in others if name in seconds), default=inf)
        shown = "".join(f"{f'{seconds[name]:.2f}' if name in seconds else '':>9}" for name in NAMES)
        yield f"{row['packing']:46}{shown}{f'{seconds[OURS[0]] / best:.2f}' if best < inf else '':>8}"
        for ours in OURS:
            if seconds[ours] < inf:
                ahead.update((ours, name) for name in others if name in seconds and seconds[ours] <= seconds[name])
                ahead.update({(ours, "solved"): 1, (ours, "all"): int(seconds[ours] <= best)})
    yield f"a ratio is {OURS[0]} over the best other"
    for ours in OURS:
        yield (
            f"{ours}: {ahead[ours, 'solved']} of {len(rows)} solved, ahead of "
            + ", ".join(f"{name} on {ahead[ours, name]}" for name in (*others, "all"))
        )


def main() -> None:
    """Measure packings, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=float, default=LIMIT_SECONDS)
    parser.add_argument("--race", action="store_true", help="the others have as much time as `ours` takes")
    parser.add_argument("--part", default="1/1", help="the K-th of N parts, K/N")
    parser.add_argument("--table", type=Path, help="a .csv file to which rows are added")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        name, text = asked.serve
        answer(name, text, asked.limit)
        return
    number, parts = map(int, asked.part.split("/"))
    every = {n: text for n, text in packings().items() if not asked.names or any(part in n for part in asked.names)}
    programs = [name for name in NAMES if name not in MODULES or find_spec(MODULES[name])]
    for name in set(NAMES) - set(programs):
        print(f"{name} is not installed and is skipped")
    rows: list[dict[str, Any]] = []
    if asked.table and asked.table.exists():
        with asked.table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    known = {row["packing"] for row in rows}
    for packing, text in [*every.items()][number - 1 :: parts]:
        if packing in known:
            continue
        seconds, limit = dict.fromkeys(NAMES, ""), asked.limit
        for name in programs:
            taken = measured(name, text, limit)
            seconds[name] = f"{taken:.2f}"
            if asked.race and name == NAMES[0]:
                limit = min(limit, taken)
        rows.append({"packing": packing, **seconds})
        print(*rows[-1].values(), sep=" | ", flush=True)
        if asked.table:
            with asked.table.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
    print(*printed(rows), sep="\n")


if __name__ == "__main__":
    main()
