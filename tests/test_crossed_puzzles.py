"""2,000 random puzzles that cross all features: every way to an answer says what a brute force says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import MistakeError, Puzzle, SpecError, build_puzzle, count, each, explain, iter_solutions
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.crossed_puzzles import Case, crossed_case
from tests.puzzle.rules.test_sides import FLAT

Answer = tuple[str, Any, Any]
"""What was asked, the answer, and the answer of the brute force."""

ENGINES = ("exact-cover", "frontier", "cp-sat", "auto")

REFUSED = "have the same shape under their allowed rotations and reflections"
"""What the package says of a random puzzle with two congruent tiles."""


def answers(case: Case, puzzle: Puzzle, folder: Path) -> Iterator[Answer]:
    """Yield the answers about a puzzle: of each engine, up to symmetry, of `explain`, `each`, a store and files."""
    wanted = len(case.solutions_of(2))
    for engine in ENGINES[case.seed % 2 :]:
        if engine != "frontier" or not case.weights:
            yield engine, count(puzzle, symmetry="off", engine=engine, jobs=1).count, wanted
    found = [*iter_solutions(puzzle, symmetry="off", jobs=1)]
    yield "solutions", len({solution.placements for solution in found}), wanted
    verifier = Verifier(puzzle)
    yield "verifier", {verifier.violation(solution.placements) for solution in found[:9]} - {None}, set()
    if case.numbered:
        counted = each(case.data, for_="n=0..2", question="count", symmetry="off", jobs=1).answers
        yield "each", [each.solutions for each in counted], [len(case.solutions_of(n)) for n in range(3)]
    else:
        copy = build_puzzle(parse_spec(puzzle.spec.to_yaml())) if puzzle.spec else puzzle
        yield "file", count(copy, symmetry="off", engine="exact-cover", jobs=1).count, wanted
    if not case.weights:
        yield from answers_without_objective(case, puzzle, folder, wanted)


def answers_without_objective(case: Case, puzzle: Puzzle, folder: Path, wanted: int) -> Iterator[Answer]:
    """Yield the answers that a puzzle with an objective does not have."""
    full, colors = (count(puzzle, symmetry=each, engine="exact-cover", jobs=1) for each in ("full", "colors"))
    yield "raw", (full.raw, colors.raw), (wanted, wanted)
    if not case.has_places and not case.given and not case.numbered:
        yield "up to symmetry", full.count, case.orbits(with_colors=False)
        yield "up to colors", colors.count, case.orbits(with_colors=True)
    yield "explain", explain(puzzle).answer, "some" if wanted else "none"
    if case.seed % 5 == 0:
        store = str(folder / f"{case.lattice}-{case.seed}.run")
        twice = [count(puzzle, symmetry="off", jobs=1, store=store).count for _ in range(2)]
        yield "store", twice, [wanted, wanted]


def differences(seed: int, lattice: str, folder: Path, overlap: int = 1) -> list[Any]:
    """Return the answers about a random puzzle that are not those of the brute force."""
    case = crossed_case(seed, lattice, overlap)
    if not case.data:
        return []
    try:
        puzzle = build_puzzle(case.data)
    except SpecError as error:
        return [] if REFUSED in str(error) else [error]
    try:
        return [answer for answer in answers(case, puzzle, folder) if answer[1] != answer[2]]
    except MistakeError as error:
        return [error]


@pytest.mark.parametrize("lattice", ["square", "hexagonal", "triangular", "cairo"])
def test_crossed_puzzles_equal_brute_force(lattice: str, tmp_path: Path) -> None:
    """Every answer about random puzzles that cross all features is that of the brute force."""
    assert [found for seed in range(5) if (found := differences(seed, lattice, tmp_path))] == []


@pytest.mark.slow
@pytest.mark.parametrize("lattice", FLAT)
def test_two_thousand_crossed_puzzles_equal_brute_force(lattice: str, tmp_path: Path) -> None:
    """The same holds for 223 puzzles on each of the nine flat lattices whose cells meet side by side."""
    assert [found for seed in range(5, 228) if (found := differences(seed, lattice, tmp_path))] == []


@pytest.mark.parametrize("lattice", FLAT)
def test_overlapping_puzzles_equal_brute_force(lattice: str, tmp_path: Path) -> None:
    """Answers about random puzzles with at most two pieces on a cell, or any number, are those of the brute force."""
    cases = ((seed, (2, 2, 99)[seed % 3]) for seed in range(12))
    assert [found for seed, overlap in cases if (found := differences(seed, lattice, tmp_path, overlap))] == []
