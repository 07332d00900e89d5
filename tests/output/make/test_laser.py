"""Outlines for a laser: pieces and trays true to size, kerf outside, no overlaps, refusal of solid pieces."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from cp_puzzles.analysis.analysis_options import LaserOptions
from cp_puzzles.cli.app import run
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.picture import Shape
from cp_puzzles.output.make.laser import WALL, arcs, cut_parts, dxf, laser_sheets
from cp_puzzles.output.make.piece_solid import section
from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.examples import sampled
from tests.processes import finished

manifold3d = pytest.importorskip("manifold3d")

PLAIN = LaserOptions(cell=10, kerf=0, rounding=0)


def test_parts_are_as_large_as_their_cells() -> None:
    """Without kerf and rounding a piece has the area of its cells, and floor and frame the hollow between them."""
    board = puzzle_from("pentomino8x8_center")
    parts = list(cut_parts(board, PLAIN))
    pieces, rest = (
        parts[:12],
        {n: [section(p.lines).area() for p in parts[12:] if p.name == n] for n in ("tray", "floor")},
    )
    assert [p.name for p in pieces] == [tile.name for tile in board.tiles]
    assert [section(p.lines).area() for p in pieces] == pytest.approx([500] * 12)
    floor = 80**2 + 4 * 80 * WALL + np.pi * WALL**2
    assert rest["floor"] == pytest.approx([floor], rel=1e-3)
    hollow = (80 + 2 * PLAIN.clearance) ** 2 - (20 - 2 * PLAIN.clearance) ** 2
    assert sorted(rest["tray"]) == pytest.approx(
        [(20 - 2 * PLAIN.clearance) ** 2, floor - (80 + 2 * PLAIN.clearance) ** 2], rel=1e-3
    )
    assert sum(rest["tray"]) == pytest.approx(floor - hollow, rel=1e-3)


@pytest.mark.parametrize("name", ["pentomino6x10", "hexiamonds_star"])
def test_kerf_is_added_outside(name: str) -> None:
    """Every piece grows by half the kerf all around, the hollow of the tray shrinks by as much."""
    for thin, thick in zip(
        cut_parts(puzzle_from(name), LaserOptions(cell=10, kerf=0, rounding=0.5)),
        cut_parts(puzzle_from(name), LaserOptions(cell=10, kerf=0.3, rounding=0.5)),
        strict=True,
    ):
        assert thick.width == pytest.approx(thin.width + 0.3, abs=0.02)
        assert thick.height == pytest.approx(thin.height + 0.3, abs=0.02)
        around = sum(float(np.hypot(*(np.roll(loop, 1, 0) - loop).T).sum()) for loop in map(np.array, thin.lines))
        assert section(thick.lines).area() - section(thin.lines).area() == pytest.approx(0.15 * around, rel=0.02)


def test_corners_are_rounded_alike() -> None:
    """An outer corner loses, and an inner corner gains, what lies between a square and the circle in it."""
    text = "{name: x, board: {size: [2, 3]}, tiles: [{set: trominoes, only: [L], multiplicity: 2}]}"
    piece = next(cut_parts(build_puzzle(parse_spec(text)), LaserOptions(cell=10, kerf=0, rounding=2)))
    corner = (1 - np.pi / 4) * 2**2
    assert section(piece.lines).area() == pytest.approx(300 - 5 * corner + corner, rel=1e-3)


@pytest.mark.parametrize(
    ("name", "sheet"), sampled([("calendar", (150.0, 120.0)), ("hexiamonds_star", (600.0, 400.0))], every=2)
)
def test_parts_on_sheets_do_not_overlap(name: str, sheet: tuple[float, float]) -> None:
    """On every sheet parts lie apart and inside; all of them are there."""
    laser = LaserOptions(cell=12, sheet=sheet)
    sheets = laser_sheets(puzzle_from(name), laser)
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
                bodies.append(section(item.loops))
        together = manifold3d.CrossSection.batch_boolean(bodies, manifold3d.OpType.Add)
        assert together.area() == pytest.approx(sum(body.area() for body in bodies))
        drawn += len(bodies)
    assert drawn == len(list(cut_parts(puzzle_from(name), laser)))
    assert (len(sheets) > 1) == (sheet[0] < 200)


def test_letters_are_inside_their_pieces() -> None:
    """Engraved names are on a layer of their own, inside the piece that they name."""
    for part in list(cut_parts(puzzle_from("pentomino6x10"), PLAIN))[:12]:
        assert part.letters
        letters = section(part.letters)
        assert letters.area() > 1
        assert (letters - section(part.lines)).area() == pytest.approx(0, abs=1e-6)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="there is no pdftoppm on this machine")
def test_pdf_sheets_are_true_to_size(tmp_path: Path) -> None:
    """A sheet printed to pixels: the bar of five cells of 20 mm is 100 mm and the kerf long."""
    puzzle_file = tmp_path / "bar.yaml"
    puzzle_file.write_text("{name: bar, board: {size: [1, 5]}, tiles: [{set: pentominoes, only: [I]}]}")
    out = tmp_path / "cut.pdf"
    assert run(["make", str(puzzle_file), str(out), "--cell", "20", "--kerf", "1", "--sheet", "200x150"]) == 0
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


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("soma soma.3mf --kerf 1", "--kerf 1: has no effect on .3mf; write .svg, .dxf, .pdf"),
        ("calendar cut.svg --bevel 1", "--bevel 1: has no effect on .svg; write .3mf, .stl"),
        ("calendar cut.obj", "cut.obj: no format has the suffix '.obj'"),
    ],
)
def test_make_refuses_what_has_no_effect(capsys: pytest.CaptureFixture[str], arguments: str, problem: str) -> None:
    """Options of printed pieces do nothing for cut ones, and the other way round; a suffix must be known."""
    assert run(["make", *arguments.split()]) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize("suffix", sampled(["svg", "dxf"], every=2))
def test_every_sheet_is_one_file(tmp_path: Path, suffix: str) -> None:
    """Each sheet of SVG and DXF is a file with a size in millimeters and the layers `cut` and `engrave`."""
    out = tmp_path / f"cut.{suffix}"
    assert run(["make", "calendar", str(out), "--cell", "12", "--sheet", "150x120"]) == 0
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"cut-2.{suffix}", f"cut-3.{suffix}", f"cut.{suffix}"]
    for file in files:
        text = file.read_text()
        for part in ('width="150mm" height="120mm"', '<g id="cut">') if suffix == "svg" else ("$INSUNITS\n70\n4\n",):
            assert part in text
        assert "<text" not in text
    engraved = '<g id="engrave">' if suffix == "svg" else "8\nengrave\n"
    assert [engraved in file.read_text() for file in files] == [True, True, False]  # the frame is alone on the first


def test_sheets_hold_long_parts_turned_to_fit() -> None:
    """A bar longer than the sheet is wide stands upright on it; without room either way it is refused."""
    bar = build_puzzle(parse_spec("{name: bar, board: {size: [1, 5]}, tiles: [{set: pentominoes, only: [I]}]}"))
    assert len(laser_sheets(bar, LaserOptions(cell=20.0, sheet=(70.0, 150.0)))) == 2
    with pytest.raises(MistakeError, match=r"'I' measures 100 x 20 mm; make the cells smaller"):
        laser_sheets(bar, LaserOptions(cell=20.0, sheet=(90.0, 90.0)))


def test_names_stay_upright_on_rotated_parts() -> None:
    """A piece that is rotated on its sheet has its letter upright, inside; the labels of a floor rotate with it."""
    parts = [*cut_parts(puzzle_from("pentomino6x10"), PLAIN)]
    for part in parts[:12]:
        turned = part.rotated()
        assert (section(turned.letters) - section(turned.lines)).area() == pytest.approx(0, abs=1e-6)
        sizes = [np.ptp(np.concatenate([*map(np.array, each.letters)]), axis=0) for each in (part, turned)]
        assert sizes[0] == pytest.approx(sizes[1])


def test_floor_carries_the_labels_of_the_board() -> None:
    """Jan to 31 are engraved where the board has them, and only there."""
    [floor] = [part for part in cut_parts(puzzle_from("calendar"), PLAIN) if part.name == "floor"]
    letters = section(floor.letters)
    assert len({round((WALL + 5 + 10 * n), 6) for n in range(7)}) == 7
    cells = {(int((x - WALL) // 10), int((y - WALL) // 10)) for loop in floor.letters for x, y in loop}
    assert cells == {(column, row) for row, column in puzzle_from("calendar").board.cells}
    assert (letters - section(floor.lines)).area() == pytest.approx(0, abs=1e-6)


def test_clearance_widens_the_hollow_of_the_frame() -> None:
    """The frame loses a strip as wide as the clearance; the pieces stay as they are."""
    tight, loose = (
        {
            part.name: section(part.lines).area()
            for part in cut_parts(puzzle_from("pentomino6x10"), LaserOptions(cell=10, kerf=0, rounding=0, clearance=c))
        }
        for c in (0.0, 0.5)
    )
    assert tight.pop("tray") - loose.pop("tray") == pytest.approx(61 * 101 - 60 * 100, rel=5e-3)
    assert tight == pytest.approx(loose)


def polygon_of(corners: list[tuple[tuple[float, float], float]]) -> list[tuple[float, float]]:
    """Return the corners of a polyline with its arcs as 64 chords each."""
    points = []
    for ((ax, ay), bulge), ((bx, by), _) in zip(corners, corners[1:] + corners[:1], strict=True):
        points.append((ax, ay))
        if bulge:
            # the center lies on the bisector, 1/2 (1/bulge - bulge)/2 of the chord to its left
            shift = (1 / bulge - bulge) / 4
            cx, cy = (ax + bx) / 2 - shift * (by - ay), (ay + by) / 2 + shift * (bx - ax)
            angle = 4 * np.arctan(bulge)
            for t in np.arange(1, 64) / 64 * angle:
                dx, dy = ax - cx, ay - cy
                points.append((cx + dx * np.cos(t) - dy * np.sin(t), cy + dx * np.sin(t) + dy * np.cos(t)))
    return points


@pytest.mark.parametrize("name", ["pentomino8x8_center", "hexiamonds_star"])
def test_roundings_are_arcs_in_dxf(name: str) -> None:
    """Every rounded corner is one arc, and arcs and sides bound the area of the part."""
    for part in cut_parts(puzzle_from(name), LaserOptions(cell=10, kerf=0.2, rounding=1.0)):
        corners = [arcs(loop) for loop in part.lines]
        drawn = section(list(map(polygon_of, corners)))
        assert drawn.area() == pytest.approx(section(part.lines).area(), rel=2e-3)
        bent = sum(bool(bulge) for loop in corners for _, bulge in loop)
        plain = next(each for each in cut_parts(puzzle_from(name), PLAIN) if (each.name) == part.name)
        if part.name not in ("tray", "floor"):
            assert bent == sum(map(len, plain.lines))


def test_dxf_holds_closed_polylines_in_millimeters() -> None:
    """The vertices of a file bound the parts of its sheet, y upwards."""
    [sheet] = laser_sheets(puzzle_from("pentomino6x10"), LaserOptions(cell=10, kerf=0, rounding=0))
    lines = dxf(sheet).splitlines()
    pairs = list(zip(map(int, lines[::2]), lines[1::2], strict=True))
    polylines = sum(pair == (0, "POLYLINE") for pair in pairs)
    assert polylines == sum(len(shape.loops) for shape in sheet.items if isinstance(shape, Shape))
    assert pairs.count((70, "1")) == polylines
    ys = [float(value) for code, value in pairs if code == 20]
    assert 0 < min(ys) < max(ys) < sheet.height


@pytest.mark.parametrize(
    ("name", "laser", "problem"),
    [
        ("soma", PLAIN, "a laser cuts only flat pieces"),
        ("tetrasticks6x6", PLAIN, "edges, which have no width"),
        ("pentomino6x10", LaserOptions(cell=100, sheet=(300, 300)), "measures"),
        ("pentomino6x10", LaserOptions(cell=1, rounding=2), "the cut leaves nothing of"),
        ("pentomino6x10", LaserOptions(cell=10, kerf=10), "10 mm is not less than a cell"),
        ("pentomino6x10", LaserOptions(cell=10, clearance=8), "8 mm is not less than the wall of the tray"),
    ],
)
def test_laser_refuses_puzzles_it_cannot_cut(name: str, laser: LaserOptions, problem: str) -> None:
    """Solids, edges, parts larger than a sheet, and pieces or trays of which nothing would remain."""
    with pytest.raises(MistakeError, match=problem):
        laser_sheets(puzzle_from(name), laser)
