"""What a laser cuts: pieces and trays true to size, the kerf on the outside, nothing over another, nothing solid."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cp_puzzles.cli.app import run
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.laser import PLAY, WALL, CutPart, Laser, cut_parts, laser_sheets
from cp_puzzles.export.picture import Shape
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.load import load_spec, parse_spec
from tests.processes import finished

manifold3d = pytest.importorskip("manifold3d")

PLAIN = Laser(cell=10, kerf=0, rounding=0)


def puzzle(name: str) -> Puzzle:
    return build_puzzle(load_spec(name))


def section(part: CutPart) -> Any:
    return manifold3d.CrossSection(part.lines, manifold3d.FillRule.EvenOdd)


def test_parts_are_as_large_as_their_cells() -> None:
    """Without kerf and rounding a piece has the area of its cells, and floor and frame the room between them."""
    board = puzzle("pentomino8x8_center")
    parts = list(cut_parts(board, PLAIN))
    pieces, rest = parts[:12], {n: [section(p).area() for p in parts[12:] if p.name == n] for n in ("tray", "floor")}
    assert [p.name for p in pieces] == [tile.name for tile in board.tiles]
    assert [section(p).area() for p in pieces] == pytest.approx([500] * 12)
    floor = 80**2 + 4 * 80 * WALL + np.pi * WALL**2
    assert rest["floor"] == pytest.approx([floor], rel=1e-3)
    room = (80 + PLAY) ** 2 - (20 - PLAY) ** 2
    assert sorted(rest["tray"]) == pytest.approx([(20 - PLAY) ** 2, floor - (80 + PLAY) ** 2], rel=1e-3)
    assert sum(rest["tray"]) == pytest.approx(floor - room, rel=1e-3)


@pytest.mark.parametrize("name", ["pentomino6x10", "hexiamonds_star"])
def test_the_kerf_lies_outside(name: str) -> None:
    """Every piece grows by half the kerf all around, the room of the tray shrinks by as much."""
    for thin, thick in zip(
        cut_parts(puzzle(name), Laser(10, 0, 0.5)), cut_parts(puzzle(name), Laser(10, 0.3, 0.5)), strict=True
    ):
        assert thick.width == pytest.approx(thin.width + 0.3, abs=0.02)
        assert thick.height == pytest.approx(thin.height + 0.3, abs=0.02)
        around = sum(float(np.hypot(*(np.roll(loop, 1, 0) - loop).T).sum()) for loop in map(np.array, thin.lines))
        assert section(thick).area() - section(thin).area() == pytest.approx(0.15 * around, rel=0.02)


def test_corners_are_rounded_alike() -> None:
    """An outer corner loses, and an inner corner gains, what lies between a square and the circle in it."""
    text = "{name: x, board: {size: [2, 3]}, tiles: [{set: trominoes, only: [L], multiplicity: 2}]}"
    piece = next(cut_parts(build_puzzle(parse_spec(text)), Laser(10, 0, 2)))
    corner = (1 - np.pi / 4) * 2**2
    assert section(piece).area() == pytest.approx(300 - 5 * corner + corner, rel=1e-3)


@pytest.mark.parametrize(("name", "sheet"), [("calendar", (150.0, 120.0)), ("hexiamonds_star", (600.0, 400.0))])
def test_nothing_lies_over_another(name: str, sheet: tuple[float, float]) -> None:
    """On every sheet parts lie apart and inside; all of them are there."""
    laser = Laser(cell=12, sheet=sheet)
    sheets = laser_sheets(puzzle(name), laser)
    drawn = 0
    for picture in sheets:
        assert (picture.width, picture.height) == sheet
        bodies = []
        for item in picture.items:
            assert isinstance(item, Shape)
            points = np.concatenate([np.array(loop) for loop in item.loops])
            assert points.min() > 0
            assert (points.max(axis=0) < sheet).all()
            if item.layer == "cut":
                bodies.append(manifold3d.CrossSection(item.loops, manifold3d.FillRule.EvenOdd))
        together = manifold3d.CrossSection.batch_boolean(bodies, manifold3d.OpType.Add)
        assert together.area() == pytest.approx(sum(body.area() for body in bodies))
        drawn += len(bodies)
    assert drawn == len(list(cut_parts(puzzle(name), laser)))
    assert (len(sheets) > 1) == (sheet[0] < 200)


def test_letters_lie_in_their_pieces() -> None:
    """Engraved names are on a layer of their own, inside the piece that they name."""
    for part in list(cut_parts(puzzle("pentomino6x10"), PLAIN))[:12]:
        assert part.letters
        letters = manifold3d.CrossSection(part.letters, manifold3d.FillRule.EvenOdd)
        assert letters.area() > 1
        assert (letters - section(part)).area() == pytest.approx(0, abs=1e-6)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="there is no pdftoppm on this machine")
def test_a_pdf_is_true_to_size(tmp_path: Path) -> None:
    """A sheet printed to pixels: the bar of five cells of 20 mm is 100 mm and the kerf long."""
    puzzle_file = tmp_path / "bar.yaml"
    puzzle_file.write_text("{name: bar, board: {size: [1, 5]}, tiles: [{set: pentominoes, only: [I]}]}")
    out = tmp_path / "cut.pdf"
    assert run(["show", str(puzzle_file), "--out", str(out), "--laser", "20", "--kerf", "1", "--sheet", "200x150"]) == 0
    raster = tmp_path / "cut"
    finished(["pdftoppm", "-r", "254", "-singlefile", str(out), str(raster)], status=0)
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", raster.with_suffix(".ppm").read_bytes())
    assert head is not None
    width, height = map(int, head.groups())
    assert width == pytest.approx(2000, abs=2)
    assert height == pytest.approx(1500, abs=2)
    data = raster.with_suffix(".ppm").read_bytes()[head.end() :]
    pixels = np.frombuffer(data, dtype=np.uint8).reshape(height, width, 3).astype(int)
    red = (pixels[:, :, 0] - pixels[:, :, 1] > 60) & (pixels[:, :, 2] < 200)
    rows = [np.flatnonzero(row) for row in red if row.any()]
    widths = [float(row[-1] - row[0]) / 10 for row in rows]
    assert widths[-100] == pytest.approx(101, abs=0.3)  # the bar, which is lowest, and the kerf
    assert max(widths) == pytest.approx(117, abs=0.3)  # the tray, with 8 mm around the bar
    assert len([width for width in widths if width < 101.5]) >= 200


def test_svg_layers_and_several_files(tmp_path: Path) -> None:
    """SVG sheets are files with a size in millimetres and the groups cut and engrave."""
    out = tmp_path / "cut.svg"
    assert run(["show", "calendar", "--out", str(out), "--laser", "12", "--sheet", "150x120"]) == 0
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["cut-2.svg", "cut-3.svg", "cut.svg"]
    for file in files:
        text = file.read_text()
        assert 'width="150mm" height="120mm"' in text
        assert '<g id="cut">' in text
        assert "<text" not in text
    assert sum('<g id="engrave">' in file.read_text() for file in files) >= 1


@pytest.mark.parametrize(
    ("name", "laser", "problem"),
    [
        ("soma", PLAIN, "slices of it are no pieces"),
        ("tetrasticks6x6", PLAIN, "edges, which have no width"),
        ("pentomino6x10", Laser(cell=100, sheet=(300, 300)), "mm large"),
        ("pentomino6x10", Laser(cell=1, rounding=2), "nothing is left"),
    ],
)
def test_what_cannot_be_cut_is_refused(name: str, laser: Laser, problem: str) -> None:
    """Solids, edges, parts larger than a sheet, and pieces that rounding takes away."""
    with pytest.raises(MistakeError, match=problem):
        laser_sheets(puzzle(name), laser)
