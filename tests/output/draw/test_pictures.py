"""Pictures are well formed, show every piece, and stay small."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from cp_puzzles import build_puzzle
from cp_puzzles.analysis.hint import hint
from cp_puzzles.api import solve
from cp_puzzles.base import named_values as packages
from cp_puzzles.cover.solution import Solutions
from cp_puzzles.errors import MissingExtraError, MistakeError
from cp_puzzles.output.draw.picture import Label, Picture, Shape, save_picture, svg
from cp_puzzles.output.draw.puzzle_picture import placement_picture, render_solutions, solutions_picture
from cp_puzzles.output.draw.solid_pieces import explosion, isometric
from cp_puzzles.output.formats.solution_reader import open_writer
from cp_puzzles.output.web.page_cells import shape
from cp_puzzles.output.web.value_views import html_view, svg_view
from cp_puzzles.puzzle.geometry.cell_solid import center, ordered_sides, point
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import PALETTE
from cp_puzzles.puzzle.puzzle import Puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.cli.program import Program

SVG = "{http://www.w3.org/2000/svg}"
CALENDAR = """
name: Calendar & corner
board:
  drawing: |
    XXXX.
    XXXXX
  labels: {Jan: [0, 0], "21": [1, 4]}
tiles:
  - {set: trominoes, only: [I]}
  - {set: tetrominoes, only: [L], multiplicity: {min: 0, max: 2}, color: teal}
given: [{tile: I, cells: [[0, 1], [0, 2], [0, 3]]}]
"""


@pytest.fixture(scope="module")
def soma() -> tuple[Puzzle, Solutions]:
    """The Soma cube and its solutions."""
    puzzle = puzzle_from("soma")
    return puzzle, solve(puzzle, jobs=1).solutions


@pytest.fixture(scope="module")
def flat() -> tuple[Puzzle, Solutions]:
    """The 6x10 pentominoes and a hundred solutions."""
    puzzle = puzzle_from("pentomino6x10")
    return puzzle, solve(puzzle, symmetry="off", limit=100, jobs=1).solutions


def svg_of(value: object) -> str:
    """Return the drawing of a value in a notebook."""
    text = svg_view(value)
    assert text is not None
    return text


def test_flat_solution_names_every_piece(flat: tuple[Puzzle, Solutions]) -> None:
    """Each tile has one outline in its color, and one name."""
    root = ElementTree.fromstring(svg_of(flat[1][0]))
    fills = [path.get("fill") for path in root.iter(f"{SVG}path")]
    assert [fills.count(color) for color in PALETTE[:12]] == [1] * 12
    assert sorted(text.text or "" for text in root.iter(f"{SVG}text")) == sorted("FILNPTUVWXYZ")


def test_box_shows_layers_and_space(soma: tuple[Puzzle, Solutions]) -> None:
    """The layers are named from the bottom up, and each piece is seen in its color."""
    root = ElementTree.fromstring(svg_of(soma[1][0]))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert [text for text in texts if text and "layer" in text] == ["layer 1 (bottom)", "layer 2", "layer 3"]
    assert {path.get("fill") for path in root.iter(f"{SVG}path")} >= set(PALETTE[:7])


def test_exploded_pieces_do_not_touch(soma: tuple[Puzzle, Solutions]) -> None:
    """The pieces of every solution of the cube are moved by whole cells until no two share a side."""
    for solution in soma[1]:
        steps = explosion(soma[0].lattice, solution.placements)
        moved = [
            {tuple(c + s for c, s in zip(cell, step, strict=True)) for cell in placement.cells}
            for placement, step in zip(solution.placements, steps, strict=True)
        ]
        for one, other in combinations(moved, 2):
            assert all(sum(abs(a - b) for a, b in zip(p, q, strict=True)) > 1 for p in one for q in other)


def test_gallery_of_a_hundred_is_small(flat: tuple[Puzzle, Solutions]) -> None:
    """A hundred solutions of 6x10 take less than a megabyte, and each has its number."""
    text = svg(solutions_picture(*flat))
    assert len(text) < 1_000_000
    numbers = [label.text for label in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert numbers == [str(n) for n in range(1, 101)]


def test_dark_readers_get_dark_paper(flat: tuple[Puzzle, Solutions]) -> None:
    """The picture brings its own dark colors, under names that no other picture uses differently."""
    text = svg_of(flat[1][0])
    assert "@media (prefers-color-scheme:dark)" in text
    assert set(re.findall(r'class="([\w-]+)"', text)) == set(re.findall(r"\.(cpz-[\w-]+)", text))


@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_file_format_matches_the_suffix(tmp_path: Path, soma: tuple[Puzzle, Solutions], suffix: str) -> None:
    """A picture file starts as its format does; what had no room is counted."""
    pytest.importorskip("matplotlib")
    file = tmp_path / f"soma{suffix}"
    assert render_solutions(file, soma[0], soma[1][:5], most=3, columns=None) == 2
    assert file.read_bytes().startswith({".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<svg"}[suffix])


def test_missing_package_is_refused_before_drawing(
    tmp_path: Path, soma: tuple[Puzzle, Solutions], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without matplotlib a .png is refused when it is opened, with the remedy."""
    monkeypatch.setattr(packages, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"cp-puzzles\[pictures\]"):
        open_writer(tmp_path / "soma.png", soma[0])


def test_notebooks_show_drawings_and_pages(soma: tuple[Puzzle, Solutions], flat: tuple[Puzzle, Solutions]) -> None:
    """Specs, puzzles, placements and flat solutions are drawings, a box is a page in a frame, a hint is a text."""
    spec = parse_spec(CALENDAR)
    for value in (spec, build_puzzle(spec), soma[0], soma[1][0].placements[0], flat[1][0].placements[0], flat[1][0]):
        ElementTree.fromstring(svg_of(value))
    texts = [text.text for text in ElementTree.fromstring(svg_of(spec)).iter(f"{SVG}text")]
    assert {"Jan", "21", "I", "L \u00d70-2"} <= set(texts)
    assert html_view(flat[1][0]) is None
    assert (html_view(soma[1][0]) or "").startswith("<iframe srcdoc=")
    small = parse_spec("{name: small, board: {size: [1, 2]}, tiles: [{name: 'a>b', drawing: XX}]}")
    assert "Place a&gt;b " in (html_view(hint(small)) or "")


@pytest.mark.parametrize(
    ("lattice", "cell", "ratio"),
    [("hexagonal", [2, 1], 1.1547), ("triangular", [2, 1, 1], 0.8660), ("tetrakis", [2, 1, 0], 0.5)],
)
def test_placement_picture_uses_the_lattice(lattice: str, cell: list[int], ratio: float) -> None:
    """A placement of a puzzle knows its lattice: its cells are as people write them, and have the height they have."""
    spec = parse_spec(
        f"{{name: x, lattice: {lattice}, board: {{cells: [{cell}]}}, tiles: [{{name: O, cells: [{cell}]}}]}}"
    )
    [placement] = solve(spec, jobs=1).solutions[0].placements
    assert str(placement) == f"O on ({','.join(map(str, cell))})"
    drawn = placement_picture(placement)
    assert drawn.height / drawn.width == pytest.approx(ratio, abs=0.05)


def test_render_on_the_command_line(run: Program, tmp_path: Path, soma: tuple[Puzzle, Solutions]) -> None:
    """`render` draws a stored solution; one that the file does not have is a mistake."""
    file, drawn = tmp_path / "soma.jsonl", tmp_path / "soma.svg"
    writer = open_writer(file, soma[0])
    writer.write(soma[1][0])
    writer.close()
    command = ["render", "soma", str(file), str(drawn), "--only"]
    done = run(*command, "1")
    assert (done.returncode, done.stdout) == (0, "")
    assert drawn.read_text().startswith("<svg")
    failed = run(*command, "2")
    assert (failed.returncode, failed.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_no_solution_is_a_picture_of_the_board(run: Program, tmp_path: Path, suffix: str) -> None:
    """A search that proves that there is no solution writes the board and these words, not an empty sheet."""
    pytest.importorskip("matplotlib")
    file = tmp_path / f"none{suffix}"
    done = run("solve", "mutilated_chessboard", "--out", str(file), "--jobs", "1")
    assert (done.returncode, "no solution" in done.stdout, str(file) in done.stderr) == (1, True, True)
    puzzle = puzzle_from("mutilated_chessboard")
    drawn = solutions_picture(puzzle, [])
    assert [item.text for item in drawn.items if isinstance(item, Label)] == ["no solution"]
    assert drawn.width > 8
    assert len(drawn.items) > len(puzzle.board.cells)
    if suffix == ".svg":
        assert file.read_text("utf-8") == svg(drawn)
    assert len(file.read_bytes()) > 1_000


def test_no_solution_is_said_on_the_page(tmp_path: Path) -> None:
    """The page of a puzzle without a solution knows that there is none, and shows the board to play on."""
    file = tmp_path / "none.html"
    solve("mutilated_chessboard", jobs=1, out=file)
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', file.read_text("utf-8"))
    page = json.loads(data)
    assert page["total"] == {"complete": True, "solutions": 0}
    assert len(page["cells"]) == 62


@pytest.mark.parametrize("suffix", ["png", "pdf"])
def test_pictures_too_long_for_pixels_are_refused(tmp_path: Path, suffix: str) -> None:
    """A board with cells far apart has a picture in SVG alone: it was an internal error in pixels."""
    picture = Picture(99_999_999.0, 1.0, ())
    with pytest.raises(MistakeError, match=r"too large for an image of pixels; draw an \.svg"):
        save_picture(picture, tmp_path / f"far.{suffix}")
    save_picture(picture, tmp_path / "far.svg")


def test_faces_of_cubes_have_their_colors() -> None:
    """A picture in space and the page color the faces of a cube as the piece does: top, right and front are visible."""
    puzzle = puzzle_from("macmahon_cubes2x2")
    palette = puzzle.side_palette
    cell = (0, 0, 0)
    piece = Placement((cell,), "abcdef", shown=(":abcdef",))
    drawn = isometric(puzzle.lattice, [piece], ["#ffffff"], palette=palette)
    fills = {item.fill for item in drawn.items if isinstance(item, Shape)}
    sides = ordered_sides(puzzle.lattice, cell)
    middles = [np.mean([point(puzzle.lattice, corner) for corner in side.corners], axis=0) for side in sides]
    away = [middle - np.array(center(puzzle.lattice, cell)) for middle in middles]
    seen = {palette[letter] for letter, direction in zip("abcdef", away, strict=True) if direction.sum() > 0}
    assert (len(seen), fills & {*palette.values()}) == (3, seen)
    faces = shape(puzzle.lattice, cell)["faces"]
    assert np.allclose([np.mean(face, axis=0) for face in faces], away)
