"""Which solutions become which when a few pieces are moved, and where pieces lie."""

from __future__ import annotations

import pytest

from cp_puzzles import Solutions, build_puzzle, load_spec, solve
from cp_puzzles.analysis.heat_map import coverage_frame, plot_coverage
from cp_puzzles.analysis.neighbours import neighbours_frame
from cp_puzzles.analysis.orbits import orbits, unfold


@pytest.fixture(scope="module")
def squares() -> Solutions:
    """The 107 squares of five different pentominoes."""
    return solve(build_puzzle(load_spec("pentomino5x5")), engine="exact-cover", jobs=1).solutions


def test_neighbours_differ_in_as_many_pieces_as_they_say(squares: Solutions) -> None:
    """The pairs are those that a comparison of all images, one by one, finds."""
    some = squares[:40]
    images = [[frozenset(image.placements) for image in orbit] for orbit in orbits(some)]
    expected = {}
    for i, family in enumerate(images):
        for j in range(i + 1, len(images)):
            moved = min(len(family[0] - other) for other in images[j])
            if moved <= 2:
                expected[i + 1, j + 1] = moved
    frame = neighbours_frame(some, moved=2)
    found = dict(zip(zip(frame["first"], frame["second"], strict=True), frame["moved"], strict=True))
    assert found == expected
    assert expected


def test_no_pair_gives_an_empty_frame(squares: Solutions) -> None:
    """A single solution has no neighbour; the columns are there."""
    frame = neighbours_frame(squares[:1])
    assert list(frame.columns) == ["first", "second", "moved"]
    assert frame.empty


def test_coverage_is_symmetric_once_unfolded(squares: Solutions) -> None:
    """Every cell is covered; over whole orbits opposite corners are alike."""
    coverage = coverage_frame(unfold(squares))
    assert coverage.sum(axis=1).round(9).eq(1).all()
    assert (coverage.loc[(0, 0)] == coverage.loc[(4, 4)]).all()
    assert len(plot_coverage(squares).axes) == 13


def test_layers_stand_side_by_side() -> None:
    """A box has its layers in one map, an empty column between them: two of three columns."""
    solutions = solve(build_puzzle(load_spec("bent_tricubes2x2x3")), jobs=1).solutions
    axes = plot_coverage(solutions).axes[0]
    values = axes.collections[0].get_array()
    assert values is not None
    assert values.size == 12
    assert axes.get_xlim()[1] - axes.get_xlim()[0] == pytest.approx(7)
