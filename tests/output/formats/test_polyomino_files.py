"""Knuth's input for POLYOMINO-DLX and POLYIAMOND-DLX: read, written, and read back to the same puzzle."""

from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, count, parse_spec
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.formats.polyomino import parse_boxes
from cp_puzzles.output.problem_export import export_model
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.written import puzzle_of


def test_cells_are_digits_and_sets() -> None:
    """[0-2][02a] are nine cells; a cell named twice is one; bounds stand before the name."""
    spec = parse_boxes("| a comment\n\n[0-2][02a] 00 Zz\n2|D 00 10\n0:3|M 00\nP 0[01]\n", "b.polyomino", "square")
    assert isinstance(spec.board.cells, tuple)
    assert len(spec.board.cells) == 10
    assert (61, 35) in spec.board.cells
    assert [(t.multiplicity.min, t.multiplicity.max) for t in spec.tiles] == [(2, 2), (0, 3), (1, 1)]


def test_polyomino_file_counts() -> None:
    """3x3 with a bar and two corners."""
    result = count(
        parse_boxes("[0-2][0-2]\nI 00 01 02\n2|V 00 01 10\n", "b", "square"), symmetry="off", engine="frontier"
    )
    assert result.raw == 8


def test_triangles_have_a_prime() -> None:
    """A rhombus of 2x2 with four lozenges is the same problem as the one that a puzzle file says."""
    spec = parse_boxes("[01][01] [01][01]'\n4|R 00 00'\n", "r.polyiamond", "triangular")
    same = parse_spec(
        "{name: r, lattice: triangular, board: {parallelogram: [2, 2]}, "
        "tiles: [{name: R, cells: [[0, 0, 0], [0, 0, 1]], multiplicity: 4}]}"
    )
    both = [build_cover(build_puzzle(each)).problem for each in (spec, same)]
    assert both[0] == both[1]


@pytest.mark.parametrize("name", ["pentomino6x10", "dominoes4x4", "pentomino5x12_started", "pentomino8x8_center"])
def test_round_trip_gives_the_same_problem(name: str, tmp_path: Path) -> None:
    """Given pieces are gone, and their cells; the rest has the same placements and bounds."""
    path = tmp_path / "box.polyomino"
    assert export_model(puzzle_from(name), path) == (path,)
    before, after = (build_cover(puzzle_from(source)).problem for source in (name, path))
    assert (len(after.cells), len(after.options)) == (len(before.cells), len(before.options))
    kept = [(item.minimum, item.maximum) for item in before.items if item.kind == "tile" and item.maximum]
    assert kept == [(item.minimum, item.maximum) for item in after.items if item.kind == "tile"]


def test_triangles_are_written_and_read_back(tmp_path: Path) -> None:
    """A hexagon of triangles with its lozenges: 20 tilings of side 2, as MacMahon counts plane partitions in 2x2x2."""
    spec = parse_spec(
        "{name: h, lattice: triangular, board: {hexagon: 2}, "
        "tiles: [{name: R, cells: [[0, 0, 0], [0, 0, 1]], multiplicity: any}]}"
    )
    path = tmp_path / "hexagon.polyiamond"
    export_model(build_puzzle(spec), path)
    assert count(path, symmetry="off", engine="frontier").raw == 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "box.polyomino: there is no board; "),
        ("[0-2]\n", "box.polyomino:1: '[0-2]' is not a cell; "),
        ("[2-0]0\n", "box.polyomino:1: the range 2-0 in '[2-0]0' goes down; "),
        ("0?\n", "box.polyomino:1: '?' in '0?' is not a digit; "),
        ("00 01x\n", "box.polyomino:1: '01x' has the suffix 'x'; "),
        ("00 01\nx:|D 00 01\n", "box.polyomino:2: 'x:|D' is not the name of a piece; "),
        ("00 01\nD 00 01\nD 00\n", "box.polyomino:3: the piece 'D' occurs twice; "),
        ("00 01\nD\n", "box.polyomino:2:1: tiles.0.cells: "),
        ("00 01\n", "box.polyomino: tiles: "),
    ],
)
def test_mistakes_have_a_line_and_a_remedy(text: str, message: str) -> None:
    """Files that Knuth's programs refuse, or that a puzzle file cannot express, are refused with line and remedy."""
    with pytest.raises(SpecError) as raised:
        parse_boxes(text, "box.polyomino", "square")
    assert str(raised.value).startswith(message)


def test_rule_is_refused(tmp_path: Path) -> None:
    """Puzzles with rules are refused: the format has only cells and pieces."""
    ruled = "{name: r, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}], rules: {crossroads: 0}}"
    with pytest.raises(MistakeError, match="the format has no rule crossroads"):
        export_model(build_puzzle(parse_spec(ruled)), tmp_path / "x.polyomino")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("soma", "a cubic puzzle is no .polyomino puzzle"),
        ("calendar", "a cell may stay empty"),
        ("one_sided_pentomino3x30", "is not rotated and reflected freely"),
    ],
)
def test_unsupported_features_are_refused(name: str, problem: str, tmp_path: Path) -> None:
    """Other lattices, optional cells and one-sided pieces are refused, and no file is written."""
    with pytest.raises(MistakeError, match=problem):
        export_model(puzzle_from(name), tmp_path / "x.polyomino")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "suffix", "problem"),
    [
        (
            "colors: ab, board: {size: [2, 2]}, tiles: [{name: D, drawing: ab, multiplicity: 2}]",
            ".polyomino",
            "has colors",
        ),
        (
            "board: {size: [2, 2]}, tiles: [{name: D, drawing: '12', multiplicity: 2}]",
            ".polyomino",
            "has colors, values or",
        ),
        (
            "board: {size: [2, 2]}, tiles: [{set: wang-2, multiplicity: any}]",
            ".polyomino",
            "has colors, values or sides",
        ),
        (
            "board: {size: [1, 3]}, tiles: [{set: tetrominoes, only: [O], multiplicity: any}]",
            ".polyomino",
            "no piece fits",
        ),
        (
            "board: {size: [1, 3]}, tiles: [{set: tetrominoes, only: [O], multiplicity: any}]",
            ".xmpuzzle",
            "no piece fits",
        ),
        (
            "board: {size: [1, 2]}, tiles: [{set: domino}], given: [{tile: I, cells: [[0, 0], [0, 1]]}]",
            ".polyomino",
            "given pieces cover the board",
        ),
    ],
)
def test_pieces_that_a_file_would_change_are_refused(text: str, suffix: str, problem: str, tmp_path: Path) -> None:
    """Colors of cells and sides would be lost, and a file without pieces or cells could not be read."""
    with pytest.raises(MistakeError, match=problem):
        export_model(puzzle_of(text), tmp_path / f"x{suffix}")


def test_legends_use_written_coordinates(tmp_path: Path) -> None:
    """A triangle is x, y and which way it points, in every format."""
    spec = parse_boxes("[01]0 00'\nR 00 00'\nM 00\n", "r.polyiamond", "triangular")
    export_model(build_puzzle(spec), tmp_path / "r.opb")
    assert "* x1 = R 0,0,0 0,0,1\n" in (tmp_path / "r.opb").read_text()
