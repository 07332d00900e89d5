"""Regions and values in pictures and in the terminal."""

from __future__ import annotations

from cp_puzzles import solve
from cp_puzzles.output.draw.board_picture import region_colors, region_shapes
from cp_puzzles.output.draw.cell_shapes import cell_center
from cp_puzzles.output.draw.picture import Label, Shape
from cp_puzzles.output.draw.puzzle_picture import puzzle_picture, solution_picture
from tests.cli.program import Program
from tests.written import puzzle_of

TEXT = r"""board: {drawing: "XXX\nXX1", regions: "AAB\nCCB"}, tiles: [{set: dominoes-0-6, only: [0-1, 2-3, 4-5]}],
rules: {regions: {A: {sum: {max: 6}}, B: {sum: {min: 4}}, C: different, rows: different}}"""


def labels(picture: object) -> list[str]:
    """Return the texts of a picture."""
    return [item.text for item in picture.items if isinstance(item, Label)]  # type: ignore[attr-defined]


def test_pictures_show_regions_and_values() -> None:
    """A sign for each drawn region, the known value, and instead of the names of dominoes their values."""
    puzzle = puzzle_of(TEXT)
    shown = labels(puzzle_picture(puzzle))
    assert {"≤6", "≥4", "≠", "1"} <= {*shown}
    [first, *_] = solve(puzzle, jobs=1, limit=1).solutions
    shown = labels(solution_picture(puzzle, first.placements))
    assert sorted(shown) == sorted(["≤6", "≥4", "≠", *"012345"])


def test_signs_lie_above_all_lines_and_beside_values() -> None:
    """A wide sign covers no digit of its cell or of the cell below, and no line of another region crosses a sign."""
    count = "{count: {value: 2, min: 1}}"
    puzzle = puzzle_of(
        r'board: {size: [2, 4], regions: "AABB\nCCCC"}, tiles: [{name: a, drawing: "12", multiplicity: 4}], '
        f"rules: {{regions: {{A: {count}, B: {count}, C: {count}}}}}"
    )
    shapes = region_shapes(puzzle, puzzle.board.cells)
    signs = [item for item in shapes if isinstance(item, Label)]
    assert [sign.text for sign in signs] == 3 * ["≥1 of 2"]
    assert [*map(type, shapes)] == 6 * [Shape] + 3 * [Shape, Label]
    rows = sorted({cell_center(puzzle.lattice, cell)[1] for cell in puzzle.board.cells})
    assert all(abs(sign.y - row) > 0.23 + 0.6 * sign.size for sign in signs for row in rows)


def test_touching_regions_have_different_colors() -> None:
    """Colors repeat only where regions do not touch, on a board of more regions than colors."""
    letters = "ABCDEFGHIJKLMNOPQR"
    drawn = r"\n".join((letters[:6], letters[6:12], letters[12:]))
    rules = ", ".join(f"{letter}: {{sum: {{max: 9}}}}" for letter in letters)
    puzzle = puzzle_of(
        f'board: {{size: [3, 6], regions: "{drawn}"}}, tiles: [{{set: domino, multiplicity: 9}}], '
        f"rules: {{regions: {{{rules}}}}}"
    )
    color = {rule.cells[0]: color for rule, color in zip(puzzle.drawn_regions, region_colors(puzzle), strict=True)}
    assert all(color[cell] != color.get(near) for cell in color for near in puzzle.lattice.neighbors(cell))


def test_terminal_lists_the_conditions(run: Program) -> None:
    """`show` draws the names of regions and lists their conditions."""
    shown = run("show", "domino_values1").stdout
    assert "A: 4; D: =; E: 3" in shown
    assert "│ A │" in shown
