"""Plain reasons why there is no solution: they are right, and the usual ones are found."""

from __future__ import annotations

from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.amounts import Copies, can_cover
from cp_puzzles.cover.precheck import reason_of_kinds
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import load_spec, parse_spec
from cp_puzzles.spec.schema import PuzzleSpec
from tests.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers, specs_on


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("board: {size: [2, 3]}, tiles: [{set: pentominoes}]", "fits nowhere", id="a tile is too long"),
        pytest.param("board: {size: [3, 5]}, tiles: [{set: pentominoes, only: [P, U]}]", "15", id="too few cells"),
        pytest.param("board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 3}]", "cells", id="too many cells"),
        pytest.param(
            "board: {drawing: XXX.X}, tiles: [{set: domino, multiplicity: 2}]", "no tile can cover", id="a lone cell"
        ),
        pytest.param(
            'board: {drawing: "XXX\\nXXX\\n...\\nXXX"}, tiles: [{set: domino, multiplicity: 4}, {set: monomino}]',
            None,
            id="parts that can be filled",
        ),
        pytest.param(
            "board: {size: [4, 5]}, tiles: [{set: tetrominoes}]", "checkerboard", id="the tetrominoes fill no rectangle"
        ),
        pytest.param(
            "board: {size: [8, 8], holes: [[0, 0], [7, 7]]}, tiles: [{set: domino, multiplicity: 31}]",
            "checkerboard",
            id="the mutilated chessboard",
        ),
        pytest.param("board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 99}]", "cells", id="far too many"),
        pytest.param(
            "lattice: triangular, board: {triangle: 6}, tiles: [{set: hexiamonds, only: [I, S, C, O, X, V]}]",
            "at most 18 of the cells that point up, the board has 21",
            id="triangles that point up",
        ),
        pytest.param(
            "lattice: triangular, board: {parallelogram: [30, 30], holes: [[0, 0, 0], [9, 9, 0], [15, 2, 0], "
            "[7, 20, 0]]}, tiles: [{set: diamond, multiplicity: any}, {set: triamond, multiplicity: {max: 2}}]",
            "however they lie, adds up to the cells of the board: 896 that point up, 900 that point down",
            id="more cells than weights are looked for on",
        ),
        pytest.param(
            "lattice: tetra-octa, board: {cells: [[1, 1, 1], [0, 0, 2], [-1, 1, 1], [1, -1, 1]]}, tiles: "
            "[{name: A, cells: [[1, 1, 1], [0, 0, 2]], multiplicity: 2}]",
            "at least 2 of the cells like [0, 0, 2], the board has 1",
            id="too few octahedra",
        ),
    ],
)
def test_reasons(text: str, words: str | None) -> None:
    """The reason names what is wrong; where nothing plain is wrong, there is none."""
    reason = reason_for_none(build_cover(build_puzzle(parse_spec("{name: x, " + text + "}"))))
    assert reason is None if words is None else words in (reason or "")


@examples(80)
@given(covers(most_options=24))
def test_reason_is_right(cover: Cover) -> None:
    """A puzzle for which a reason is given has no solution."""
    if reason_for_none(cover) is not None:
        assert all_solutions(cover.problem, at_most=3000) == []


@examples(60)
@given(st.sampled_from([lattice for lattice in LATTICES.values() if len(lattice.kinds) > 1]), st.data())
def test_reason_of_kinds_is_right(lattice: Lattice, data: st.DataObject) -> None:
    """A puzzle whose tiles are said not to cover so many cells of each kind has no solution."""
    spec = PuzzleSpec.model_validate(data.draw(specs_on(lattice, rules=False)))
    cover = build_cover(build_puzzle(spec))
    if reason_of_kinds(cover) is not None:
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
        [own for n in range(tile.minimum, tile.maximum + 1) for own in product(tile.amounts, repeat=n)]
        for tile in tiles
    ]
    sums = {tuple(map(sum, zip((0, 0), *chain(*choice), strict=True))) for choice in product(*map(_totals, chosen))}
    expected = any(all(a <= x <= b for a, x, b in zip(low, own, high, strict=True)) for own in sums)
    assert can_cover(low, high, tiles) is expected


def _totals(choices: list[tuple[tuple[int, ...], ...]]) -> set[tuple[tuple[int, ...], ...]]:
    """The sums of some choices of copies, each as a choice of one."""
    return {(tuple(map(sum, zip((0, 0), *its, strict=True))),) for its in choices}


@pytest.mark.parametrize("name", ["pentomino6x10", "soma"])
def test_no_reason_where_there_are_solutions(name: str) -> None:
    """Nothing speaks against puzzles that have solutions."""
    assert reason_for_none(build_cover(build_puzzle(load_spec(name)))) is None
