"""Symmetry groups: computed from the puzzle, never assumed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import load_spec, parse_spec
from cp_puzzles.symmetry.group import SYMMETRIES, Symmetry, symmetry_group
from tests.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers
from tests.symmetry.witness import symmetries


def cover_of(text: str) -> Cover:
    """The cover of a puzzle in one line."""
    return build_cover(build_puzzle(parse_spec("{name: x, " + text + "}")))


def orders(cover: Cover) -> tuple[int, ...]:
    """The orders of the groups for rotations and for all motions."""
    return symmetry_group(cover, "rotations").order, symmetry_group(cover, "full").order


PENTOMINOES = "tiles: [{set: pentominoes}]"
PAIR = (
    'tiles: [{name: L, drawing: &l "X.\\nX.\\nXX", reflect: false, multiplicity: %s}, '
    '{name: J, drawing: ".X\\n.X\\nXX", reflect: false, multiplicity: %s}]'
)


@pytest.mark.parametrize(
    ("text", "rotations", "full"),
    [
        pytest.param(f"board: {{size: [6, 10]}}, {PENTOMINOES}", 2, 4, id="a rectangle"),
        pytest.param(
            f"board: {{size: [8, 8], holes: [[3, 3], [3, 4], [4, 3], [4, 4]]}}, {PENTOMINOES}", 4, 8, id="a square ring"
        ),
        pytest.param(f"board: {{size: [8, 8], holes: [[0, 0], [7, 7]]}}, {PENTOMINOES}", 2, 4, id="opposite corners"),
        pytest.param(f"board: {{size: [8, 8], holes: [[0, 1]]}}, {PENTOMINOES}", 1, 1, id="a hole off the axes"),
        pytest.param(f"board: {{size: [3, 4, 5]}}, {PENTOMINOES}", 4, 8, id="a box"),
        pytest.param("board: {size: [3, 3, 3]}, tiles: [{set: soma}]", 24, 48, id="Soma, where 4< and 4> swap"),
        pytest.param("board: {size: [4, 4, 4]}, tiles: [{set: bedlam}]", 24, 24, id="Bedlam, which is chiral"),
        pytest.param("board: {size: [4, 4, 4]}, tiles: [{set: big-brother}]", 24, 24, id="Big Brother, too"),
        pytest.param("board: {size: [3, 3, 3]}, tiles: [{set: soma, except: [4<]}]", 24, 24, id="Soma without 4<"),
        pytest.param(
            "board: {size: [3, 3, 3]}, tiles: [{set: soma, reflect: true, except: [4<]}]", 24, 48, id="mirrored at will"
        ),
        pytest.param("board: {size: [5, 8]}, tiles: [{set: one-sided-tetrominoes}]", 2, 4, id="one-sided, all once"),
        pytest.param(
            "board: {size: [5, 8]}, tiles: [{set: one-sided-tetrominoes, except: [J]}]", 2, 2, id="one-sided, no J"
        ),
        pytest.param(f"board: {{size: [4, 6]}}, {PAIR % (3, 3)}", 2, 4, id="a pair with equal bounds"),
        pytest.param(f"board: {{size: [4, 6]}}, {PAIR % (3, 2)}", 2, 2, id="a pair with unequal bounds"),
        pytest.param(f"board: {{size: [4, 6]}}, {PAIR % ('any', 'any')}", 2, 4, id="a pair with any bounds"),
        pytest.param(
            f"board: {{size: [4, 6]}}, {PAIR % ('{min: 1, max: 3}', '{min: 0, max: 3}')}", 2, 2, id="unequal minimum"
        ),
        pytest.param("board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}]", 2, 4, id="dominoes"),
        pytest.param(
            "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any, rotate: false}]", 2, 4, id="lying dominoes"
        ),
        pytest.param(
            "board: {size: [4, 4]}, tiles: [{set: trominoes, only: [L], multiplicity: any, rotate: false, "
            "reflect: false}]",
            1,
            2,
            id="a corner that lies still has its diagonal",
        ),
        pytest.param(
            'board: {size: [4, 4]}, tiles: [{name: L, drawing: "X.\\nX.\\nXX", rotate: false, reflect: true, '
            "multiplicity: any}]",
            1,
            2,
            id="a tile that flips but does not turn",
        ),
        pytest.param(
            'board: {drawing: "XXX\\nX?X\\nXXX"}, tiles: [{set: domino, multiplicity: 4}]',
            4,
            8,
            id="an optional cell in the middle",
        ),
        pytest.param(
            'board: {drawing: "?XX\\nXXX\\nXXX"}, tiles: [{set: domino, multiplicity: 4}]',
            1,
            2,
            id="an optional corner",
        ),
        pytest.param(
            'board: {drawing: "?XX\\nXXX\\nXXX"}, fill: false, tiles: [{set: domino, multiplicity: 4}]',
            4,
            8,
            id="an optional corner where all is optional",
        ),
        pytest.param(
            "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}], "
            "given: [{tile: I, cells: [[1, 1], [1, 2]]}]",
            1,
            2,
            id="a given domino on the axis",
        ),
        pytest.param(
            "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}], "
            "given: [{tile: I, cells: [[0, 0], [0, 1]]}]",
            1,
            1,
            id="a given domino in a corner",
        ),
        pytest.param(
            "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}], "
            "given: [{tile: I, cells: [[0, 0], [0, 1]]}, {tile: I, cells: [[3, 3], [3, 2]]}]",
            2,
            2,
            id="two given dominoes that swap",
        ),
        pytest.param("board: {size: [1, 2]}, tiles: [{set: domino}]", 1, 1, id="motions that move no placement"),
        pytest.param(
            "board: {drawing: XX.XX}, tiles: [{set: domino, multiplicity: 2}]", 2, 2, id="a board in two parts"
        ),
    ],
)
def test_orders(text: str, rotations: int, full: int) -> None:
    """The group has the order that one counts by hand."""
    assert orders(cover_of(text)) == (rotations, full)


def test_left_cells_take_symmetries_away() -> None:
    """A cell that stays empty on request is no cell of the board any more."""
    spec = parse_spec(
        "{name: x, board: {size: [3, 3], labels: {a: [0, 0], m: [1, 1]}}, tiles: [{set: domino, multiplicity: 4}]}"
    )
    assert orders(build_cover(build_puzzle(spec, leave=["m"]))) == (4, 8)
    assert orders(build_cover(build_puzzle(spec, leave=["a"]))) == (1, 2)


def test_off_is_the_identity() -> None:
    """Without symmetry there is the identity alone, and it comes first in every group."""
    cover = build_cover(build_puzzle(load_spec("soma")))
    options = np.arange(len(cover.problem.options))
    for symmetry in SYMMETRIES:
        group = symmetry_group(cover, symmetry)
        assert (group.options[0] == options).all()
        assert (group.items[0] == np.arange(len(cover.problem.items))).all()
    assert symmetry_group(cover, "off").order == symmetry_group(cover, "full").trivial.order == 1


@examples(50)
@given(covers())
def test_group_is_what_the_definition_says(cover: Cover) -> None:
    """The permutations are those of a second definition by sets of cells, each of them once."""
    kinds: list[tuple[Symmetry, bool]] = [("rotations", True), ("full", False)]
    for symmetry, rotations_only in kinds:
        group = symmetry_group(cover, symmetry)
        rows = list(map(tuple, group.options.tolist()))
        assert len(set(rows)) == len(rows)
        assert set(rows) == symmetries(cover, rotations_only=rotations_only)


@examples(30)
@given(covers())
def test_group_axioms(cover: Cover) -> None:
    """Each element is a permutation, and products and inverses belong to the group."""
    group = symmetry_group(cover, "full")
    identity = tuple(range(len(cover.problem.options)))
    rows = set(map(tuple, group.options.tolist()))
    for a in rows:
        assert sorted(a) == list(identity)
        assert any(tuple(b[o] for o in a) == identity for b in rows)
        for b in rows:
            assert tuple(b[o] for o in a) in rows


@examples(30)
@given(covers())
def test_group_keeps_the_problem(cover: Cover) -> None:
    """An element maps the items of an option to the items of its image, and bounds to equal bounds."""
    problem, group = cover.problem, symmetry_group(cover, "full")
    for options, items in zip(group.options, group.items, strict=True):
        assert sorted(items) == list(range(len(problem.items)))
        for option, covered in enumerate(problem.options):
            assert tuple(sorted(items[list(covered)])) == problem.options[options[option]]
        for item, image in enumerate(items):
            at, to = problem.items[item], problem.items[image]
            assert (at.kind, at.minimum, at.maximum) == (to.kind, to.minimum, to.maximum)


@examples(30)
@given(covers(most_options=24))
def test_group_acts_on_solutions(cover: Cover) -> None:
    """The image of a solution is a solution, and the orbit sizes are the numbers of different images."""
    found = all_solutions(cover.problem, at_most=3000)
    if not found:
        return
    group = symmetry_group(cover, "full")
    solutions = {frozenset(solution) for solution in found}
    orbits = {s: {frozenset(row[list(s)].tolist()) for row in group.options} for s in solutions}
    assert all(orbit <= solutions for orbit in orbits.values())
    width = max(map(len, found))
    batch = np.array([[*s, *[-1] * (width - len(s))] for s in found], dtype=np.int32).reshape(len(found), width)
    assert group.orbit_sizes(batch).tolist() == [len(orbits[frozenset(solution)]) for solution in found]
