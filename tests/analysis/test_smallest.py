"""The smallest rectangle: orders from the literature, and brute force over all rectangles."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest

from cp_puzzles import MistakeError, parse_spec, smallest
from cp_puzzles.analysis import smallest_rectangle
from cp_puzzles.analysis.smallest_rectangle import Smallest
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import find_solutions
from tests import oracle
from tests.written import puzzle_of

ORDERS = {
    "XX\nX.": ((2, 3), 2),
    "XXX\nX..": ((2, 4), 2),
    "XXX\n.X.": ((4, 4), 4),
    "XXXX\nX...": ((2, 5), 2),
    "XX\nXX\nX.": ((2, 5), 2),
}
"""Orders of the L tromino, the L and T tetrominoes, the L and P pentominoes (Golomb, Polyominoes, chapter 8)."""


def of(drawing: str, **options: object) -> Smallest:
    """The smallest rectangle of one tile, said with a board that does not matter."""
    text = drawing.replace("\n", "\\n")
    how = options.pop("how", "")
    spec = parse_spec(f'{{name: x, board: {{size: [9, 9]}}, tiles: [{{name: A, drawing: "{text}"{how}}}]}}')
    return smallest(spec, jobs=1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("drawing", "expected"), ORDERS.items())
def test_smallest_matches_published_orders(drawing: str, expected: tuple[tuple[int, int], int]) -> None:
    """The rectangle and the number of pieces; the solution is one of the board that comes with it."""
    found = of(drawing)
    assert (found.size, found.pieces, found.status) == (*expected, "found")
    assert found.puzzle is not None
    assert found.solution is not None
    assert Verifier(found.puzzle).violation(found.solution.placements) is None


def test_every_smaller_rectangle_is_tried() -> None:
    """Brute force fills no rectangle of less area than the one that is found, whichever way round, and that one.

    A result without a rectangle is printed, too.
    """
    drawing = {"A": ([(0, 0), (0, 1), (0, 2), (1, 0)], False, False, 0, 9)}
    found = of("XXX\nX..", how=", rotate: false, reflect: false", up_to=20)
    filled = [
        (rows, columns)
        for rows in range(1, 21)
        for columns in range(1, 20 // rows + 1)
        if oracle.solutions({(r, c) for r in range(rows) for c in range(columns)}, set(), drawing)
    ]
    assert (found.status, found.size, filled) == ("none", None, [])
    assert "none of up to 20 cells" in str(found)
    sizes = [attempt.size for attempt in found.attempts]
    assert sorted(sizes) == sorted((r, n // r) for n in (4, 8, 12, 16, 20) for r in range(1, n + 1) if n % r == 0)
    assert [prod(size) for size in sizes] == sorted(prod(size) for size in sizes)


def test_boards_turn_only_with_their_tiles() -> None:
    """A fixed horizontal bar fills 1x3, a vertical one 3x1; tiles that may be rotated are tried on one of both."""
    fixed = ", rotate: false, reflect: false"
    assert of("XXX", how=fixed).size == (1, 3)
    assert of("X\nX\nX", how=fixed).size == (3, 1)
    assert [attempt.size for attempt in of(".X.\nXXX\n.X.", up_to=30).attempts] == [
        *((1, 5), (2, 5), (1, 10), (3, 5), (1, 15), (4, 5), (2, 10), (1, 20)),
        *((5, 5), (1, 25), (5, 6), (3, 10), (2, 15), (1, 30)),
    ]


def test_boxes_squares_and_rules() -> None:
    """The search finds boxes in space, squares on request, and boards that satisfy a rule."""
    assert smallest("bent_tricubes3x3x3", jobs=1).size == (1, 2, 3)
    assert of("XXX\nX..", square=True).size == (4, 4)
    bricks = parse_spec(
        "{name: x, board: {size: [4, 4]}, tiles: [{set: domino}], rules: {crossroads: 0, pieces: {min: 4}}}"
    )
    found = smallest(bricks, jobs=1)
    assert found.size is not None
    assert found.pieces is not None
    assert found.pieces >= 4


def test_smallest_lists_undecided_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board whose search was stopped leaves the answer open, and a later board is only the smallest found."""
    solve = find_solutions

    def hurried(puzzle: Puzzle, options) -> RunResult:  # type: ignore[no-untyped-def]
        result = solve(puzzle, options)
        stopped = replace(result, status="time-limit", count=0, solutions=result.solutions[:0])
        return stopped if puzzle.board.extents == (2, 4) else result

    monkeypatch.setattr(smallest_rectangle, "find_solutions", hurried)
    found = of("XXX\nX..")
    assert (found.status, found.undecided) == ("time-limit", ((2, 4),))
    assert found.size is not None
    assert prod(found.size) > 8


def test_smallest_keeps_attempts_after_an_interrupt() -> None:
    """After Ctrl-C at the second board, the result has the first one and the status `interrupted`."""

    def interrupt(size: tuple[int, ...]) -> None:
        if size == (2, 4):
            raise KeyboardInterrupt

    found = of("XXX\nX..", on_board=interrupt)
    assert (found.status, found.size) == ("interrupted", None)
    assert [attempt.size for attempt in found.attempts] == [(2, 2), (1, 4)]


def test_other_lattices_are_refused() -> None:
    """Balls fill no rectangle."""
    with pytest.raises(MistakeError, match="has cells on a balls lattice"):
        smallest("kanoodle_pyramid")


def test_rules_of_the_board_are_refused() -> None:
    """A region is on the board of the puzzle, which is ignored; no mistake in the file is blamed."""
    text = (
        "board: {size: [2, 2], regions: {A: [[0, 0]]}}, tiles: [{set: dominoes-0-6}], rules: {regions: {A: {sum: 2}}}"
    )
    with pytest.raises(
        MistakeError, match="region 'A'; the board of the puzzle is ignored, this one is 1x2; omit what"
    ):
        smallest(puzzle_of(text))
