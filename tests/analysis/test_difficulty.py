"""Grades: the steps are sound, and neither names nor order, neither turning nor moving change them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest

from cp_puzzles import MistakeError, build_puzzle, design, difficulty, load_spec, parse_spec, solve
from cp_puzzles.analysis.analysis_options import GRADES
from cp_puzzles.analysis.design.challenge import Challenge
from cp_puzzles.analysis.design.difficulty import DEPTHS, Difficulty, difficulty_of
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

EIGHT = "{name: eight, board: {size: [5, 8]}, tiles: [{set: pentominoes, only: [F, I, L, N, P, U, V, Y]}]}"
HARD = ("U@1,1;1,2;1,3;2,1;2,3", "W@3,7;4,7;4,8;5,8;5,9", "X@2,5;3,4;3,5;3,6;4,5")


@pytest.fixture(scope="module")
def eights() -> tuple[Challenge, ...]:
    """Two challenges of eight pentominoes."""
    return design(parse_spec(EIGHT), count=2, seed=5).challenges


def shape(found: Difficulty) -> tuple[object, ...]:
    """Return a difficulty without names and positions."""
    return found.grade, found.depth, [(step.technique, len(step.placements), step.rounds) for step in found.steps]


def test_difficulty_steps_are_sound(eights: tuple[Challenge, ...]) -> None:
    """Placed options belong to the solution, excluded ones do not; in the end every piece is placed."""
    for puzzle in (challenge.puzzle for challenge in eights):
        solution = set(solve(puzzle, symmetry="off", engine="cp-sat", jobs=1).solutions[0].placements)
        placed, excluded = set(puzzle.given), set[Placement]()
        for step in difficulty_of(puzzle).steps:
            assert not excluded.intersection(step.placements)
            assert not placed.intersection(step.placements)
            assert len(step.because) == len(step.placements)
            (placed if step.technique == "forced" else excluded).update(step.placements)
        assert placed == solution
        assert not excluded & solution


def test_forced_moves_have_no_alternative(eights: tuple[Challenge, ...]) -> None:
    """The reason of each forced move is a cell or a piece for which all others were struck out or are blocked."""
    puzzle = eights[0].puzzle
    cover = build_cover(puzzle)
    placed, excluded = set(puzzle.given), set[Placement]()
    names = {f"{item.kind} {item.name}": number for number, item in enumerate(cover.problem.items)}
    for step in difficulty_of(puzzle).steps:
        if step.technique == "forced":
            taken = {cell for placement in placed for cell in placement.cells}
            used = {placement.tile for placement in placed}
            for placement, reason in zip(step.placements, step.because, strict=True):
                left = [
                    peer
                    for peer in (cover.placements[o] for o in cover.problem.covering[names[reason]])
                    if peer not in excluded and peer.tile not in used and not taken.intersection(peer.cells)
                ]
                assert left == [placement]
        (placed if step.technique == "forced" else excluded).update(step.placements)


def moved(spec: PuzzleSpec, puzzle: Puzzle, number: int) -> PuzzleSpec:
    """Return the spec moved by an isometry, its tiles renamed and reordered, as cells."""
    lattice = puzzle.lattice
    # any isometry that takes the board to itself or elsewhere will do: the cells are written out
    isometries = lattice.board_isometries(puzzle.board.cells)
    isometry = isometries[number % len(isometries)]
    random = Random(number)
    basis = [(random.randrange(3), vector) for vector in lattice.translations.basis]
    step = [sum(times * vector[axis] for times, vector in basis) for axis in range(lattice.dimension)]

    def cells(some: Iterable[Cell]) -> list[list[int]]:
        images = (tuple(a + b for a, b in zip(isometry(cell), step, strict=True)) for cell in some)
        return [list(lattice.coordinates(image)) for image in images]

    names = {tile.name: f"piece {n}" for n, tile in enumerate(random.sample(puzzle.tiles, len(puzzle.tiles)))}
    tiles = [
        {"name": names[tile.name], "cells": [list(lattice.coordinates(cell)) for cell in tile.form]}
        for tile in puzzle.tiles
    ]
    board = cells(puzzle.board.cells)
    random.shuffle(tiles)
    random.shuffle(board)
    given = [{"tile": names[p.tile], "cells": cells(p.cells)} for p in reversed(puzzle.given)]
    return PuzzleSpec.model_validate(
        {"name": "moved", "lattice": lattice.name, "board": {"cells": board}, "tiles": tiles, "given": given}
    )


@pytest.mark.parametrize(
    "source",
    [
        "eights",
        "soma",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("hexiamonds_trapezoid", "pentomino6x10")),
    ],
)
def test_grade_is_independent_of_writing(eights: tuple[Challenge, ...], source: str) -> None:
    """Turned, mirrored, moved, renamed, in another order: the same grade from the same steps."""
    challenge = eights[0] if source == "eights" else design(source, seed=5).challenges[0]
    expected = shape(difficulty_of(challenge.puzzle))
    for number in range(4):
        assert shape(difficulty_of(build_puzzle(moved(challenge.spec, challenge.puzzle, number)))) == expected


@pytest.mark.slow
def test_more_given_is_not_harder() -> None:
    """Piece after piece of a solution placed makes the grade go down to easy."""
    spec = load_spec("pentomino6x10", given=HARD[:2])
    puzzle = build_puzzle(spec)
    solution = solve(puzzle, symmetry="off", engine="exact-cover", jobs=1).solutions[0]
    more = [piece for piece in solution.placements if piece not in puzzle.given]
    given = [tuple(sorted((*puzzle.given, *more[:number]))) for number in (1, 2, 3, 5, 9)]
    grades = [difficulty_of(puzzle.replaced(given=pieces)).grade for pieces in given]
    numbers = [GRADES.index(grade) for grade in grades]
    assert numbers[-1] == 0 < max(numbers)
    assert all(before >= after for before, after in pairwise(numbers))


def test_grades_from_forced_moves_to_guesses() -> None:
    """Easy where every move is forced; expert where a guess is needed within a guess."""
    text = "{name: e, board: {size: [1, 3]}, tiles: [{set: domino}, {set: monomino}]"
    easy = difficulty(parse_spec(text + ", given: [{tile: O, cells: [[0, 0]]}]}"))
    assert (easy.grade, easy.depth) == ("easy", 0)
    hard = difficulty(load_spec("pentomino6x10", given=HARD[:2]))
    assert (hard.grade, hard.depth) == ("expert", DEPTHS["guess"])
    assert str(hard).startswith("expert (steps: 1 forced, 4 hole, 10 look-ahead, 2 guess, up to 6 rounds ahead)")


def test_difficulty_refuses_several_solutions() -> None:
    """Puzzles with several solutions or none have no grade."""
    with pytest.raises(MistakeError, match="has several solutions, so it has no grade"):
        difficulty("soma")
    with pytest.raises(MistakeError, match="has no solution, so it has no grade"):
        difficulty("tetrominoes4x5")
    once = "{name: once, board: {size: [3, 3]}, tiles: [{set: trominoes, multiplicity: {min: 1, max: 2}}]}"
    with pytest.raises(MistakeError, match="several solutions that are rotations and reflections of one another"):
        difficulty(parse_spec(once))


def test_final_rules_are_reasons() -> None:
    """If only a rule on finished tilings excludes a tiling, the look-ahead ends with that rule."""
    text = "{name: r, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}], rules: {colorable: {with: 2}}}"
    puzzle = build_puzzle(parse_spec(text))
    total = solve(puzzle, symmetry="off", engine="cp-sat", jobs=1).count
    challenge = design(puzzle, seed=1).challenges[0]
    assert 0 < total < 11
    assert challenge.grade is not None
