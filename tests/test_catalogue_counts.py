"""Every count in `specs/`, counted again: by the compiled search, by CP-SAT, and by the frontier where it reaches."""

from __future__ import annotations

import pytest

from cp_puzzles import build_puzzle, count, load_spec, solve
from cp_puzzles.analysis.cross_check import Fingerprints, cross_check
from cp_puzzles.spec.catalogue import catalogue
from cp_puzzles.symmetry.group import SYMMETRIES, Symmetry

LONG = {
    *("bedlam", "big_brother", "solid_pentomino3x4x5", "kanoodle5x11", "calendar", "y_pentacubes5x5x5"),
    *("pentomino8x8_square", "pentomino8x8_corners", "ten_tiles8x8", "one_sided_pentomino3x30", "conway5x5x5"),
    *("squared_rectangle32x33", "squares20x20", "pentomino_two5x6"),
}
"""Puzzles that are counted in the slow run only: by every engine, with every symmetry."""

FEW = {"exact-cover": 3000, "cp-sat": 100}
"""With no more solutions than this a puzzle is counted in the default run."""


def counts() -> list[tuple[str, Symmetry, int]]:
    """Every count that a file of the catalogue expects."""
    found: list[tuple[str, Symmetry, int]] = []
    for file in catalogue():
        expected = load_spec(file).expected
        for symmetry in SYMMETRIES:
            number = getattr(expected, symmetry)
            if number is not None:
                found.append((file.stem, symmetry, number))
    return found


def marked(name: str, symmetry: Symmetry, expected: int, *, slow: bool) -> object:
    """A case of a test; a slow one is left out of the default run."""
    marks = [pytest.mark.slow] if slow else []
    return pytest.param(name, symmetry, expected, id=f"{name}-{symmetry}", marks=marks)


@pytest.mark.parametrize(
    ("name", "symmetry", "expected"),
    [marked(*c, slow=c[0] in LONG or c[2] > FEW["exact-cover"]) for c in counts()],
)
def test_compiled_search_counts_what_is_expected(name: str, symmetry: Symmetry, expected: int) -> None:
    """The exact-cover engine finds the expected number, and its raw number is the one without symmetry."""
    spec = load_spec(name)
    result = count(build_puzzle(spec), symmetry=symmetry, engine="exact-cover", jobs=1)
    assert (result.status, result.count) == ("complete", expected)
    assert spec.expected.off in (None, result.raw)


@pytest.mark.parametrize(
    ("name", "symmetry", "expected"),
    [marked(*c, slow=c[0] in LONG or c[2] > FEW["cp-sat"]) for c in counts()],
)
def test_cp_sat_counts_what_is_expected(name: str, symmetry: Symmetry, expected: int) -> None:
    """The CP-SAT engine finds the expected number, and its raw number is the one without symmetry."""
    spec = load_spec(name)
    result = count(build_puzzle(spec), symmetry=symmetry, engine="cp-sat", jobs=1)
    assert (result.status, result.count) == ("complete", expected)
    assert spec.expected.off in (None, result.raw)


@pytest.mark.parametrize(
    ("name", "symmetry", "expected"),
    [
        marked(*c, slow=False)
        for c in counts()
        if c[0].startswith(("pentomino5x5", "dominoes", "t_tetrominoes", "matchings", "soma", "aztec", "l_trominoes"))
    ],
)
def test_frontier_counts_what_is_expected(name: str, symmetry: Symmetry, expected: int) -> None:
    """The frontier finds the expected number without looking at a solution."""
    result = count(build_puzzle(load_spec(name)), symmetry=symmetry, engine="frontier")
    assert (result.status, result.count) == ("complete", expected)


@pytest.mark.parametrize("breaking", ["lex", "filter"])
@pytest.mark.parametrize(
    "name", ["dominoes4x4", "corners3x3", "polyominoes3x3", "tricubes_box", "bent_tricubes2x2x3", "pinwheel5x5"]
)
def test_engines_and_methods_find_the_same_set(name: str, breaking: str) -> None:
    """Whatever engine and method: the same set of solutions, each the leader of its orbit."""
    puzzle = build_puzzle(load_spec(name))
    found = Fingerprints()
    result = solve(puzzle, breaking=breaking, jobs=1, on_solution=found.add)  # type: ignore[arg-type]
    check = cross_check(puzzle, result, found, jobs=1)
    assert check.sets
    assert check.solutions == result.count == load_spec(name).expected.full
