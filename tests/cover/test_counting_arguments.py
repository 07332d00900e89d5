"""Counting arguments for infeasibility: they are correct, and the usual ones are found."""

from __future__ import annotations

from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.counting_arguments import Copies, can_cover, cell_class_argument
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.weight_search import reason_for_none
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.cover.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers, specs_on
from tests.written import cover_from, cover_of

LARGE = "lattice: triangular, board: {parallelogram: [30, 30], holes: [[0, 0, 0], [9, 9, 0], [15, 2, 0], [7, 20, 0]]}"
OCTAHEDRA = "lattice: tetra-octa, board: {cells: [[1, 1, 1], [0, 0, 2], [-1, 1, 1], [1, -1, 1]]}"
REASONS = {
    "a tile is too long": ("board: {size: [2, 3]}, tiles: [{set: pentominoes}]", "fits nowhere"),
    "too few cells": ("board: {size: [3, 5]}, tiles: [{set: pentominoes, only: [P, U]}]", "15"),
    "too many cells": ("board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 3}]", "cells"),
    "a lone cell": ("board: {drawing: XXX.X}, tiles: [{set: domino, multiplicity: 2}]", "no tile can cover"),
    "parts that can be filled": (
        'board: {drawing: "XXX\\nXXX\\n...\\nXXX"}, tiles: [{set: domino, multiplicity: 4}, {set: monomino}]', None
    ),
    "the tetrominoes fill no rectangle": ("board: {size: [4, 5]}, tiles: [{set: tetrominoes}]", "checkerboard"),
    "the mutilated chessboard": (
        "board: {size: [8, 8], holes: [[0, 0], [7, 7]]}, tiles: [{set: domino, multiplicity: 31}]", "checkerboard"
    ),
    "far too many": ("board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 99}]", "cells"),
    "triangles that point up": (
        "lattice: triangular, board: {triangle: 6}, tiles: [{set: hexiamonds, only: [I, S, C, O, X, V]}]",
        "at most 18 of the cells that point up, but the board has 21",
    ),
    "more cells than weights are looked for on": (
        LARGE + ", tiles: [{set: diamond, multiplicity: any}, {set: triamond, multiplicity: {max: 2}}]",
        "however placed, adds up to the cells of the board: 896 that point up, 900 that point down",
    ),
    "too few octahedra": (
        OCTAHEDRA + ", tiles: [{name: A, cells: [[1, 1, 1], [0, 0, 2]], multiplicity: 2}]",
        "at least 2 of the cells like [0, 0, 2], but the board has 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), REASONS.values(), ids=list(REASONS))
def test_reasons(text: str, words: str | None) -> None:
    """The reason names the violated count; a puzzle without one has no reason."""
    reason = reason_for_none(cover_of(text))
    assert reason is None if words is None else words in (reason or "")


@examples(80)
@given(covers(most_options=24))
def test_reasons_are_true(cover: Cover) -> None:
    """A puzzle for which a reason is given has no solution."""
    if reason_for_none(cover) is not None:
        assert all_solutions(cover.problem, at_most=3000) == []


@examples(60)
@given(st.sampled_from([lattice for lattice in LATTICES.values() if len(lattice.cell_classes) > 1]), st.data())
def test_cell_class_arguments_are_true(lattice: Lattice, data: st.DataObject) -> None:
    """A puzzle with an argument by cell classes has no solution."""
    spec = PuzzleSpec.model_validate(data.draw(specs_on(lattice, rules=False)))
    cover = build_cover(build_puzzle(spec))
    if cell_class_argument(cover) is not None:
        assert all_solutions(cover.problem, at_most=3000) == []


@examples(100)
@given(st.data())
def test_amounts_that_can_be_covered(data: st.DataObject) -> None:
    """A choice of copies covers such amounts exactly if one of all choices does."""
    digits = st.tuples(st.integers(0, 3), st.integers(0, 3))
    tiles = []
    for _ in range(data.draw(st.integers(0, 3))):
        least = data.draw(st.integers(0, 2))
        amounts = data.draw(st.lists(digits, min_size=1, max_size=3, unique=True))
        tiles.append(Copies(tuple(amounts), least, least + data.draw(st.integers(0, 3))))
    low = data.draw(digits)
    high = tuple(x + data.draw(st.integers(0, 3)) for x in low)
    chosen = [
        [choice for n in range(tile.minimum, tile.maximum + 1) for choice in product(tile.amounts, repeat=n)]
        for tile in tiles
    ]
    sums = {tuple(map(sum, zip((0, 0), *chain(*choice), strict=True))) for choice in product(*map(_totals, chosen))}
    expected = any(all(a <= x <= b for a, x, b in zip(low, total, high, strict=True)) for total in sums)
    assert can_cover(low, high, tiles) is expected


def _totals(choices: list[tuple[tuple[int, ...], ...]]) -> set[tuple[tuple[int, ...], ...]]:
    """Return the sum of each choice of copies, as a choice of one copy."""
    return {(tuple(map(sum, zip((0, 0), *choice, strict=True))),) for choice in choices}


@pytest.mark.parametrize("name", ["pentomino6x10", "soma"])
def test_no_reason_where_there_are_solutions(name: str) -> None:
    """Puzzles with solutions have no reason against them."""
    assert reason_for_none(cover_from(name)) is None


def test_parts_of_board_admit_tiles_that_span_them() -> None:
    """A disconnected tile may cover cells of two parts of a board, none of which it fits."""
    tile = "{name: A, drawing: X.X, disconnected: true}"
    cover = cover_of(f"board: {{drawing: X.X}}, tiles: [{tile}]")
    assert reason_for_none(cover) is None
    solutions = all_solutions(cover.problem, at_most=10)
    assert solutions is not None
    assert len(solutions) == 1
