"""Solutions as a sequence, as frames, unfolded, as a graph and as heat maps."""

from __future__ import annotations

import pytest

from cp_puzzles import Solutions, build_puzzle, parse_spec, solve
from cp_puzzles.analysis.frames import coverage_frame, neighbors_frame, placements_frame, plot_coverage
from cp_puzzles.cover.symmetry.orbits import orbits, self_symmetric, symmetries_of, unfold
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import puzzle_from


@pytest.fixture(scope="module")
def tilings() -> Solutions:
    """The nine domino tilings of 4x4 up to symmetry."""
    return solve(puzzle_from("dominoes4x4"), jobs=1).solutions


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


def test_frame_has_row_per_cell(tilings: Solutions) -> None:
    """Every solution covers every cell once, with copies 1 to 8 of two cells each; the orbits add up to 36."""
    frame = tilings.to_frame()
    assert len(frame) == 9 * 16
    assert (frame.groupby("solution")[["row", "column"]].value_counts() == 1).all()
    assert (frame.groupby(["solution", "copy"]).size() == 2).all()
    assert frame["copy"].max() == 8
    assert sorted(frame["orientation"].unique()) == [0, 1]
    assert frame.drop_duplicates("solution")["orbit_size"].sum() == 36


def test_layers_are_a_column_of_boxes() -> None:
    """Boxes have a column `layer`; an orientation is an index into the list of its tile."""
    solutions = solve(puzzle_from("bent_tricubes2x2x3"), jobs=1).solutions
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


def test_unfold_equals_symmetry_off(tilings: Solutions) -> None:
    """The images of the leaders are the solutions that a search without symmetry finds."""
    off = solve(tilings.puzzle, symmetry="off", jobs=1).solutions
    assert {s.placements for s in unfold(tilings)} == {s.placements for s in off}
    assert len(unfold(tilings)) == 36


@pytest.mark.slow
def test_unfold_keeps_given_pieces() -> None:
    """Given pieces are in every image, and take symmetries away."""
    started = solve(puzzle_from("pentomino5x12_started"), engine="exact-cover", jobs=1).solutions
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


@pytest.fixture(scope="module")
def squares() -> Solutions:
    """The 107 squares of five different pentominoes."""
    return solve(puzzle_from("pentomino5x5"), engine="exact-cover", jobs=1).solutions


def test_neighbors_differ_in_stated_pieces(squares: Solutions) -> None:
    """The pairs are those that a comparison of all images, one by one, finds."""
    some = squares[:40]
    images = [[frozenset(image.placements) for image in orbit] for orbit in orbits(some)]
    expected = {}
    for i, family in enumerate(images):
        for j in range(i + 1, len(images)):
            moved = min(len(family[0] - other) for other in images[j])
            if moved <= 2:
                expected[i + 1, j + 1] = moved
    frame = neighbors_frame(some, moved=2)
    found = dict(zip(zip(frame["first"], frame["second"], strict=True), frame["moved"], strict=True))
    assert found == expected
    assert expected


def test_no_pair_gives_an_empty_frame(squares: Solutions) -> None:
    """A single solution has no neighbor; the columns are there."""
    frame = neighbors_frame(squares[:1])
    assert list(frame.columns) == ["first", "second", "moved"]
    assert frame.empty


def test_coverage_is_symmetric_once_unfolded(squares: Solutions) -> None:
    """Every cell is covered; over complete orbits, opposite corners have equal frequencies."""
    coverage = coverage_frame(unfold(squares))
    assert coverage.sum(axis=1).round(9).eq(1).all()
    assert (coverage.loc[(0, 0)] == coverage.loc[(4, 4)]).all()
    assert len(plot_coverage(squares).axes) == 13


def test_layers_stand_side_by_side() -> None:
    """A box has its layers in one map, an empty column between them: two of three columns."""
    solutions = solve(puzzle_from("bent_tricubes2x2x3"), jobs=1).solutions
    axes = plot_coverage(solutions).axes[0]
    values = axes.collections[0].get_array()
    assert values is not None
    assert values.size == 12
    assert axes.get_xlim()[1] - axes.get_xlim()[0] == pytest.approx(7)


def test_orientations_of_colored_tiles_have_their_numbers() -> None:
    """A domino of two colors has four orientations, two of them across; frames once saw the cells alone."""
    tiles = [{"name": "d", "drawing": "ab", "multiplicity": 2}]
    puzzle = build_puzzle({"name": "colored", "colors": "ab", "board": {"size": [1, 4]}, "tiles": tiles})
    solutions = solve(puzzle, symmetry="off", jobs=1).solutions
    assert sorted(placements_frame(solutions)["orientation"]) == [0, 0, 0, 2, 2, 2]
    assert {*solutions.to_frame()["orientation"]} == {0, 2}
