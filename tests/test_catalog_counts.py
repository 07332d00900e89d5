"""Every count in `specs/`, counted again: by the compiled search, by CP-SAT, and by the frontier where it reaches.

By default one engine looks at every third puzzle: the one to which it is cheapest counts up to all symmetries, which
adds up to the number of all positions. A second engine looks at a third of them, at another of its counts. All
engines and all counts are left to the slow run, and so is what is dear, as `catalog_costs.py` measured it. A count for
which one engine needs seconds is not repeated by engines that need minutes or hours.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest
from _pytest.mark.structures import ParameterSet

from cp_puzzles import build_puzzle, count, load_spec, solve
from cp_puzzles.analysis.puzzle_check import check_spec, cross_check
from cp_puzzles.cover.symmetry.symmetry_group import EQUIVALENCES, Symmetry
from tests.catalog_costs import LIMIT_SECONDS, by_default, expectations, expected_counts, read_costs

CHEAP, NEXT_TO_NOTHING = 0.1, 0.0
"""CPU seconds, rounded, that a count may cost in the default run: the engine to which it is cheapest, and any other."""

COSTS = read_costs()


def cases(engine: str) -> list[ParameterSet]:
    """Return the expected counts that the engine accepts; one of unknown cost belongs to the default run."""
    return [
        pytest.param(*case, id="-".join(case[:2]), marks=[] if is_cheap(case[:2], engine, cost) else [pytest.mark.slow])
        for case in expected_counts()
        if (cost := COSTS.get(case[:2], {}).get(engine, 0.0)) is not None and not is_too_long(case[:2], engine, cost)
    ]


def is_too_long(case: tuple[str, str], engine: str, cost: float) -> bool:
    """Return whether an engine needs minutes or hours for a count that another engine finds sooner."""
    others = [seconds for name, seconds in COSTS.get(case, {}).items() if name != engine and seconds is not None]
    return cost >= LIMIT_SECONDS and (engine == "cp-sat" or min(others, default=cost) < LIMIT_SECONDS)


def is_cheap(case: tuple[str, str], engine: str, cost: float) -> bool:
    """Return whether a count of this cost (seconds) by an engine belongs to the default run."""
    puzzle, symmetry = case
    if puzzle not in by_default():
        return False
    costs = {name: seconds for name, seconds in COSTS.get(case, {}).items() if seconds is not None}
    cheapest = sorted(costs, key=costs.__getitem__)[:2]
    if engine not in cheapest:
        return not costs
    rank = cheapest.index(engine)
    if rank and crc32(puzzle.encode()) % 3:
        return False
    counted = [equivalence for equivalence in EQUIVALENCES if (puzzle, equivalence) in COSTS]
    return symmetry == counted[-1 - rank % len(counted)] and cost <= (NEXT_TO_NOTHING if rank else CHEAP)


@pytest.mark.parametrize(("name", "symmetry", "expected"), cases("exact-cover"))
def test_compiled_search_finds_the_expected_count(name: str, symmetry: Symmetry, expected: int) -> None:
    """The exact-cover engine finds the expected number, and its raw number is the one without symmetry."""
    check_enumeration("exact-cover", name, symmetry, expected)


@pytest.mark.parametrize(("name", "symmetry", "expected"), cases("cp-sat"))
def test_cp_sat_finds_the_expected_count(name: str, symmetry: Symmetry, expected: int) -> None:
    """The CP-SAT engine finds the expected number, and its raw number is the one without symmetry."""
    check_enumeration("cp-sat", name, symmetry, expected)


def check_enumeration(engine: str, name: str, symmetry: Symmetry, expected: int) -> None:
    """Assert the number of solutions, and the number with all rotations and reflections."""
    spec = load_spec(name)
    result = count(build_puzzle(spec), symmetry=symmetry, engine=engine, jobs=1)
    assert (result.status, result.count) == ("complete", expected)
    assert spec.expected.off in (None, result.raw)
    assert spec.expected.best == (None if result.objective is None else result.objective["value"])


UNCOUNTED = [
    name
    for name, expected in expectations().items()
    if expected.best is not None and (expected.off, expected.rotations, expected.full) == (None, None, None)
]
"""Puzzles of which the best value is expected and not how many solutions have it."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "most_bars10x10" else [pytest.mark.slow]) for name in UNCOUNTED]
)
def test_optimum_is_the_expected_value(name: str) -> None:
    """The value of the best solution is proved, and it is the expected one."""
    spec = load_spec(name)
    result = count(build_puzzle(spec), limit=1)
    assert result.objective is not None
    assert result.objective["value"] == result.objective["bound"] == spec.expected.best


@pytest.mark.parametrize(("name", "symmetry", "expected"), cases("frontier"))
def test_frontier_finds_the_expected_count(name: str, symmetry: Symmetry, expected: int) -> None:
    """The frontier finds the expected number without looking at a solution."""
    result = count(build_puzzle(load_spec(name)), symmetry=symmetry, engine="frontier")
    assert (result.status, result.count) == ("complete", expected)


@pytest.mark.parametrize("breaking", ["lex", "filter"])
@pytest.mark.parametrize(
    "name", ["dominoes4x4", "corners3x3", "polyominoes3x3", "tricubes_box", "bent_tricubes2x2x3", "pinwheel5x5"]
)
def test_engines_and_methods_find_the_same_set(name: str, breaking: str) -> None:
    """Every engine and breaking method finds the same set of solutions, each the leader of its orbit."""
    puzzle = build_puzzle(load_spec(name))
    found: set[int] = set()
    result = solve(puzzle, breaking=breaking, jobs=1, on_solution=lambda solution: found.add(hash(solution.placements)))  # type: ignore[arg-type]
    check = cross_check(puzzle, result, found, jobs=1)
    assert check.sets
    assert check.solutions == result.count == load_spec(name).expected.full


def test_check_compares_every_expected_number(tmp_path: Path) -> None:
    """A check reports every expected number with the count, also a wrong one."""
    file = tmp_path / "parts.yaml"
    text = 'name: n\nboard: {drawing: "XX.XX\\nXX.XX"}\ntiles: [{set: domino, multiplicity: any}]\n'
    numbers = {"options": 8, "off": 4, "rotations": 3, "full": 3, "components": 2}
    file.write_text(text + f"expected: {numbers}\n")
    found = {
        comparison.name: comparison.counted for comparison in check_spec(str(file), solve=True, jobs=1).comparisons
    }
    assert found == numbers | {"components": 1}
