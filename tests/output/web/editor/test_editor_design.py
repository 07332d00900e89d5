"""Grades and random puzzles of the editor, in node, against the program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml

from cp_puzzles import build_puzzle, design, load_spec, parse_spec, solve
from cp_puzzles.analysis.design.difficulty import difficulty_of
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.spec_text import spec_text
from tests.output.web.editor.conftest import Ask

EIGHT = "{name: eight, board: {size: [5, 8]}, tiles: [{set: pentominoes, only: [F, I, L, N, P, U, V, Y]}]}"
EXPERT = ("U@1,1;1,2;1,3;2,1;2,3", "W@3,7;4,7;4,8;5,8;5,9")
RULED = "{name: r, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}], rules: {colorable: {with: 2}}}"
SMALL = "{name: e, board: {size: [1, 3]}, tiles: [{set: domino}, {set: monomino}], given: [{tile: O, cells: [[0, 0]]}]}"

BOARDS = (
    "{name: b, board: {size: [8, 8]}, tiles: [{set: monomino}]}",
    "{name: b, lattice: hexagonal, board: {hexagon: 4}, tiles: [{set: monohex}]}",
    "{name: b, lattice: balls, board: {pyramid: 4}, tiles: [{name: A, cells: [[0, 0, 0]]}]}",
    "{name: b, board: {size: [3, 4, 5], optional: [[0, 0, 0]]}, tiles: [{set: tricubes}]}",
)
TRAYS = (
    EIGHT,
    "{name: t, lattice: triangular, board: {hexagon: 2}, tiles: [{set: hexiamonds, multiplicity: {min: 1, max: 4}}]}",
    "{name: t, board: {size: [3, 3, 3]}, tiles: [{set: soma}]}",
)


def graded_specs() -> Iterator[PuzzleSpec]:
    """Yield puzzles with one solution: easy ones, designed ones, and one beyond a guess."""
    yield parse_spec(SMALL)
    for source, seed in ((EIGHT, 5), (EIGHT, 6), ("soma", 5)):
        spec = parse_spec(source) if source.startswith("{") else load_spec(source)
        yield design(spec, seed=seed).challenges[0].spec
    yield load_spec("pentomino6x10", given=EXPERT)
    yield design(parse_spec(RULED), seed=1).challenges[0].spec


@pytest.mark.slow
def test_editor_grades_as_the_program(editor_logic: Ask) -> None:
    """The grade, the depth, the rounds and the number of steps of each kind are those of `check --grade`."""
    specs = list(graded_specs())
    grades = editor_logic([["grade", yaml.safe_load(spec_text(spec))] for spec in specs])
    assert grades == [difficulty_of(build_puzzle(spec)).summary() for spec in specs]
    assert {each["grade"] for each in grades} > {"easy", "expert"}


@pytest.mark.slow
def test_editor_random_pieces_fill_the_board(editor_logic: Ask) -> None:
    """Pieces are within the bounds and, if asked for, different; the program fills the board with each."""
    bounds = {"least": 3, "most": 5, "areDifferent": False}
    questions = [["random", "pieces", yaml.safe_load(text), bounds, seed] for text in BOARDS for seed in (1, 2, 1)]
    answers = editor_logic(
        [*questions, ["random", "pieces", yaml.safe_load(BOARDS[0]), {**bounds, "areDifferent": True}, 3]]
    )
    for number, answer in enumerate(answers):
        spec = parse_spec(answer["text"])
        puzzle = build_puzzle(spec)
        assert all(3 <= len(tile.form) <= 5 for tile in puzzle.tiles)
        assert sum(tile.maximum for tile in puzzle.tiles) == answer["number"]
        assert solve(puzzle, limit=1, jobs=1).count == 1
        if number % 3 == 2 and number < len(questions):
            assert answer == answers[number - 2] != answers[number - 1]
    assert all(tile.maximum == 1 for tile in build_puzzle(parse_spec(answers[-1]["text"])).tiles)
    impossible = {"least": 5, "most": 5, "areDifferent": True}
    assert editor_logic([["random", "pieces", yaml.safe_load(BOARDS[0]), impossible, 1]]) == [None]


@pytest.mark.slow
def test_editor_random_boards_are_filled_by_pieces(editor_logic: Ask) -> None:
    """A board is as large as its pieces and within the box; the program fills it."""
    box = {"width": 9, "height": 9, "layers": 4}
    for answer in editor_logic(
        [["random", "board", yaml.safe_load(text), box, seed] for text in TRAYS for seed in (1, 2)]
    ):
        puzzle = build_puzzle(parse_spec(answer["text"]))
        assert len(puzzle.board.cells) == answer["number"] == sum(len(t.form) * t.minimum for t in puzzle.tiles)
        assert solve(puzzle, limit=1, jobs=1).count == 1
    small = {"width": 6, "height": 6, "layers": 1}
    assert editor_logic([["random", "board", yaml.safe_load(EIGHT), small, 1]]) == [None]
