"""Solutions as a sequence, as frames, and unfolded."""

from __future__ import annotations

import pytest

from cp_puzzles import Solutions, build_puzzle, load_spec, parse_spec, solve
from cp_puzzles.analysis.frames import placements_frame
from cp_puzzles.analysis.orbits import self_symmetric, symmetries_of, unfold
from cp_puzzles.errors import MistakeError


@pytest.fixture(scope="module")
def tilings() -> Solutions:
    """The nine domino tilings of 4x4 up to symmetry."""
    return solve(build_puzzle(load_spec("dominoes4x4")), jobs=1).solutions


def test_solutions_are_a_sequence(tilings: Solutions) -> None:
    """Length, items, slices, equality with tuples and between themselves, hashing."""
    assert len(tilings) == 9
    assert tilings[0] in tilings
    assert isinstance(tilings[:2], Solutions)
    assert tilings[:2] == tuple(tilings)[:2] == (tilings[0], tilings[1])
    assert tilings != tilings[:2]
    assert hash(tilings) == hash(tilings[:])
    assert tilings != list(tilings)
    assert repr(tilings) == "Solutions(9 of 'Dominoes 4x4')"


def test_a_frame_has_a_row_a_cell(tilings: Solutions) -> None:
    """Every solution covers every cell once, with copies 1 to 8 of two cells each; the orbits add up to 36."""
    frame = tilings.to_frame()
    assert len(frame) == 9 * 16
    assert (frame.groupby("solution")[["row", "column"]].value_counts() == 1).all()
    assert (frame.groupby(["solution", "copy"]).size() == 2).all()
    assert frame["copy"].max() == 8
    assert sorted(frame["orientation"].unique()) == [0, 1]
    assert frame.drop_duplicates("solution")["orbit_size"].sum() == 36


def test_layers_are_a_column_of_boxes() -> None:
    """In a box there is a column `layer`; orientations are numbers of a tile's list."""
    solutions = solve(build_puzzle(load_spec("bent_tricubes2x2x3")), jobs=1).solutions
    frame = solutions.to_frame()
    assert list(frame.columns[3:6]) == ["layer", "row", "column"]
    assert frame["orientation"].between(0, 11).all()


def test_no_solution_gives_an_empty_frame_with_all_columns() -> None:
    """A puzzle without a solution, and a count, give frames that further steps can work on."""
    spec = parse_spec("{name: none, board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 1}, {set: monomino}]}")
    solutions = solve(build_puzzle(spec), jobs=1).solutions
    assert len(solutions) == 0
    assert list(solutions.to_frame().columns)[:5] == ["solution", "tile", "copy", "row", "column"]
    assert not placements_frame(solutions)["solutions"].any()


def test_unfolding_gives_what_symmetry_off_finds(tilings: Solutions) -> None:
    """All images of the leaders are all solutions."""
    off = solve(tilings.puzzle, symmetry="off", jobs=1).solutions
    assert {s.placements for s in unfold(tilings)} == {s.placements for s in off}
    assert len(unfold(tilings)) == 36


def test_unfolding_keeps_what_is_given() -> None:
    """Given pieces are in every image, and take symmetries away."""
    started = solve(build_puzzle(load_spec("pentomino5x12_started")), engine="exact-cover", jobs=1).solutions
    off = solve(started.puzzle, symmetry="off", engine="exact-cover", jobs=1).solutions
    assert {s.placements for s in unfold(started)} == {s.placements for s in off}


def test_unfolding_with_another_symmetry_is_refused(tilings: Solutions) -> None:
    """Solutions found with one symmetry cannot be unfolded with another."""
    with pytest.raises(MistakeError, match="has an orbit of"):
        unfold(tilings, symmetry="rotations")


def test_self_symmetric_solutions(tilings: Solutions) -> None:
    """They are those that more than the identity keeps, and the others have full orbits."""
    symmetric = self_symmetric(tilings)
    assert 0 < len(symmetric) < 9
    assert all(len(symmetries_of(s)) * s.orbit_size == 8 for s in tilings)


def test_placements_are_counted(tilings: Solutions) -> None:
    """Every placement of a domino is in some tiling; by symmetry images are equally frequent."""
    frame = placements_frame(unfold(tilings))
    assert len(frame) == 24
    assert frame["solutions"].min() == 6
    assert frame["solutions"].sum() == 36 * 8
    assert frame["solutions"].is_monotonic_increasing
