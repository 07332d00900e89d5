"""BurrTools files: what is read of them, how it counts, and what is said of those that are wrong."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, load_spec, parse_spec
from cp_puzzles.cli.app import run
from cp_puzzles.cover.problem import build_cover
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.export.model import export_model
from cp_puzzles.geometry.burr_grids import BURR_GRIDS, BurrGrid
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.polyform import painted_orientations
from cp_puzzles.spec.burr_file import burr_file
from cp_puzzles.spec.burr_spec import burr_puzzle, read_burr
from cp_puzzles.spec.burr_xml import Element, parse_elements
from cp_puzzles.spec.schema import TileEntry
from cp_puzzles.spec.text import spec_text


def burr(shapes: str, problems: str, *, grid: int = 0, colours: int = 0, more: str = "") -> str:
    """A file as BurrTools writes it."""
    colors = '<color red="1" green="2" blue="3"/>' * colours
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="{grid}"/>\n<colors>{colors}</colors>\n'
        f"<shapes>\n{shapes}</shapes>\n<problems>\n{problems}</problems>\n{more}</puzzle>\n"
    )


def shape(x: int, y: int, z: int, voxels: str, more: str = "") -> str:
    """A shape, on a line of its own."""
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0" {more}>{voxels}</voxel>\n'


def problem(pieces: str, result: int = 0, state: str = 'state="0"', more: str = "") -> str:
    """A problem, with pieces as `id count` or `id min-max`."""
    written = ""
    for piece in pieces.split(", "):
        number, bounds = piece.split()
        low, dash, high = bounds.partition("-")
        written += f'<shape id="{number}" ' + (f'min="{low}" max="{high}"/>' if dash else f'count="{low}"/>')
    return f'<problem {state}><shapes>{written}</shapes><result id="{result}"/>{more}</problem>\n'


BOX = shape(2, 2, 2, "########")
DOMINO = shape(2, 1, 1, "##")


def read(text: str | bytes, tmp_path: Path, name: str = "box.xmpuzzle") -> Path:
    """The text as a file."""
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_box_of_dominoes(pack: Callable[..., Any] | type[bytes], tmp_path: Path) -> None:
    """Nine ways to fill 2x2x2 with dominoes, two up to symmetry; compressed or not."""
    path = read(pack(burr(BOX + DOMINO, problem("1 4")).encode()), tmp_path)
    puzzle = build_puzzle(load_spec(path))
    assert (count(puzzle, jobs=1).count, count(puzzle, jobs=1, symmetry="off").count) == (2, 9)


def test_latin_1_and_names(tmp_path: Path) -> None:
    """A file that declares no encoding may be Latin-1; shapes without a name are called as in BurrTools."""
    text = burr(
        shape(2, 1, 1, "##", 'name="Möbel"') + shape(1, 1, 1, "#"), problem("1 2"), more="<comment>für</comment>"
    )
    spec = load_spec(read(text.encode("latin-1"), tmp_path))
    assert (spec.description, [tile.name for tile in spec.tiles if isinstance(tile, TileEntry)]) == ("für", ["S2"])


def test_variable_voxels_ranges_and_holes(tmp_path: Path) -> None:
    """`+` may stay empty, a range is a multiplicity, maxHoles bounds what stays empty."""
    text = burr(shape(3, 1, 1, "#++") + shape(1, 1, 1, "#"), problem("1 0-3", state='state="0" maxHoles="1"'))
    spec = load_spec(read(text, tmp_path))
    assert count(build_puzzle(spec), jobs=1, symmetry="off").count == 3
    assert parse_spec(spec_text(spec)) == spec


def test_colours(tmp_path: Path) -> None:
    """Only pairs in the bitmap fit, and voxels without a colour; a domino of two colours lies in one way."""
    shapes = shape(2, 1, 1, "#1#2") + shape(2, 1, 1, "#1#2")
    pairs = '<bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap>'
    spec = load_spec(read(burr(shapes, problem("1 1", more=pairs), colours=2), tmp_path))
    assert spec.colors == {"a": "a", "b": "b"}
    assert len(build_puzzle(spec).tiles[0].painted) == 6
    assert count(build_puzzle(spec), jobs=1, symmetry="off").count == 1
    none = load_spec(read(burr(shapes, problem("1 1"), colours=2), tmp_path))
    assert count(build_puzzle(none), jobs=1, symmetry="off").count == 0


def test_what_counts_the_same(tmp_path: Path) -> None:
    """Mirror images count once only if all pieces have partners; like shapes and other losses are told."""
    done = 'state="2" assemblies="{}"'
    for pieces, expected in (("1 2", {"full": 1}), ("2 1, 3 1", {"rotations": 7})):
        chiral = shape(2, 2, 2, "###__#__") + shape(2, 1, 2, "#_##")
        text = burr(BOX + shape(2, 2, 1, "####") + chiral, problem(pieces, state=done.format(max(expected.values()))))
        spec = load_spec(read(text, tmp_path))
        assert spec.expected.model_dump(exclude_none=True) == expected
    lost = 'weight="3"'
    text = burr(BOX + DOMINO + shape(1, 2, 1, "##", lost), problem("1 2, 2 2", state=done.format(6)))
    file = read_burr(str(read(text, tmp_path)))
    puzzle = burr_puzzle(file, file.problems[0])
    assert [tile.multiplicity.max for tile in puzzle.spec.tiles] == [4]
    assert puzzle.spec.expected.model_dump(exclude_none=True) == {}
    assert puzzle.lost == ("weights of shapes", "the 6 assemblies: BurrTools tells shapes apart that are alike")


@pytest.mark.parametrize("grid", BURR_GRIDS, ids=lambda grid: grid.lattice)
def test_maps_of_voxels(grid: BurrGrid) -> None:
    """Voxels are cells and back; a shape moved by whole periods is the same piece; nothing is mirrored."""
    lattice, rng = LATTICES[grid.lattice], random.Random(1)
    voxels = [
        (x, y, z) for x in range(12) for y in range(12) for z in range(12) if lattice.is_cell(grid.cell((x, y, z)))
    ]
    assert all(grid.voxel(grid.cell(voxel)) == voxel for voxel in voxels)
    for _ in range(5):
        some = rng.sample(voxels, 4)
        moved = [(x + grid.period[0], y + 2 * grid.period[1], z - grid.period[2]) for x, y, z in some]
        forms = [painted_orientations(lattice, dict.fromkeys(map(grid.cell, its), "")) for its in (some, moved)]
        assert forms[0] == forms[1]


ROUND_TRIPS = [
    "soma",
    "dominoes4x4",
    "calendar",
    "pentomino5x12_started",
    "kanoodle_pyramid",
    "{name: p, lattice: triangular-prisms, board: {hexagon: 1}, tiles: [{set: diamond, multiplicity: any}]}",
    "{name: r, lattice: rhombic, board: {cells: [[2, 1, 0], [2, 0, 1], [2, -1, 0]]}, tiles: "
    "[{name: a, cells: [[2, 1, 0], [2, 0, 1]]}, {name: b, cells: [[2, 1, 0]]}]}",
    "{name: t, lattice: tetra-eighths, board: {cells: [[3, 3, 3], [1, 1, 1], [-1, 1, 1]]}, tiles: "
    "[{name: a, cells: [[3, 3, 3], [1, 1, 1]]}, {name: b, cells: [[1, 1, 1]]}]}",
    '{name: c, board: {drawing: "ab\\n?a", colors: {b: [[1, 0]]}}, colors: {a: ab, b: b}, rules: {empty: {max: 1}}, '
    "tiles: [{name: x, multiplicity: any, drawing: ab}, {name: y, multiplicity: any, drawing: aa}]}",
]


@pytest.mark.parametrize("source", ROUND_TRIPS)
def test_what_is_written_is_read(source: str, tmp_path: Path) -> None:
    """A puzzle written for BurrTools and read again has as many placements, and solutions where that is cheap."""
    puzzle = build_puzzle(load_spec(source) if source.isidentifier() else parse_spec(source))
    path = tmp_path / "out.xmpuzzle"
    export_model(puzzle, path)
    again = build_puzzle(load_spec(path))
    assert len(build_cover(again).problem.options) == len(build_cover(puzzle).problem.options)
    if not source.isidentifier():
        assert count(again, jobs=1, symmetry="off").count == count(puzzle, jobs=1, symmetry="off").count > 0


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("one_sided_tetrominoes5x6", "may not be turned as in BurrTools"),
        ("tetrahexes7x4", "BurrTools has no grid for a hexagonal lattice"),
        (
            "{name: m, board: {size: [2, 2, 2]}, tiles: [{name: s, reflect: true, drawing: 'XX\n.X\n\n..\n.X'}]}",
            "mirrored",
        ),
        (
            "{name: f, board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 2}], rules: {faults: 0}}",
            "no rule faults",
        ),
    ],
)
def test_what_cannot_be_written_is_said(source: str, message: str, tmp_path: Path) -> None:
    """Motions, lattices and rules that BurrTools has not."""
    spec = load_spec(source) if source.isidentifier() else parse_spec(source.replace("'", '"').replace("\n", "\\n"))
    with pytest.raises(MistakeError, match=message):
        export_model(build_puzzle(spec), tmp_path / "out.xmpuzzle")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "box.xmpuzzle:1:1: this is no XML: no element found"),
        ("<puzzle", "this is no XML"),
        ("<a/>", "box.xmpuzzle:1: a: a BurrTools file begins with puzzle, this one with 'a'"),
        ('<puzzle version="3"/>', "the version is '3'"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><puzzle version="2">&b;</puzzle>', "declares a document type"),
        (burr("", "", grid=7), "there is no grid 7"),
        (burr(shape(2, 1, 1, "#"), ""), "box.xmpuzzle:5: voxel: 1 voxels are too few for 2 x 1 x 1"),
        (burr(shape(1, 1, 1, "##"), ""), "2 voxels are too many for 1 x 1 x 1"),
        (burr(shape(0, 0, 0, "##"), ""), "2 voxels are too many for 0 x 0 x 0"),
        (burr(shape(1, 1, 1, "?"), ""), "'?' is no voxel"),
        (burr(shape(1, 1, 1, "#1"), ""), "a voxel has the colour 1 of 0"),
        (burr(shape(9999, 9999, 9999, "#"), ""), "voxels are too many; keep to 1,000,000"),
        (burr('<voxel x="-1" y="1" z="1" type="0">#</voxel>', ""), "x is '-1'"),
        (burr('<voxel x="1" y="1" z="1" type="1">#</voxel>', ""), "the type is '1'"),
        (burr(BOX, ""), "the file has 0 problems"),
        (burr(BOX, problem("1 1") * 2), "the file has 2 problems; `import` it, or name one"),
        (burr(BOX, problem("1 1")), "shape: there is no shape 1"),
        (burr(BOX, problem("0 1")), "'S1' is the result too"),
        (burr(BOX, problem("0 1", result=4)), "result: there is no shape 4"),
        (burr(BOX, problem("0 1", result=4294967295)), "no result is said"),
        (burr(BOX + DOMINO, problem("1 4-2")), "min 4 is more than max 2"),
        (burr(BOX + DOMINO, problem("1 0")), "it has no piece"),
        (burr(BOX + shape(1, 1, 1, "_"), problem("1 1")), "'S2' has no voxel"),
        (burr(BOX + shape(1, 1, 1, "+"), problem("1 1")), "the piece 'S2' has variable voxels"),
        (burr(BOX + shape(1, 1, 1, "#"), problem("1 1"), grid=2), "which is no ball of grid 2"),
        (gzip.compress(burr(BOX, "").encode(), mtime=0)[:40], "ends too early"),
        (b"\x1f\x8bgarbage", "the compressed file is damaged"),
        (gzip.compress(b" " * 60_000_001, mtime=0), "it unpacks to more than"),
        ("<puzzle>" + "<a/>" * 200_001, "the file has more than 200,000 elements"),
    ],
)
def test_broken_files(text: bytes | str, message: str, tmp_path: Path) -> None:
    """Each is answered with what is wrong and where."""
    with pytest.raises(SpecError) as error:
        load_spec(read(text, tmp_path))
    assert message in str(error.value)
    assert "box.xmpuzzle" in str(error.value)


def test_any_damage_is_answered() -> None:
    """A file with letters changed, doubled or lost is read or refused, never a crash."""
    text = burr(BOX + DOMINO, problem("1 4", state='state="2" assemblies="2" maxHoles="0"'), colours=2)
    rng, refused = random.Random(7), []
    for _ in range(400):
        letters = list(text)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(letters))
            letters[place] = rng.choice(["", letters[place] * 2, rng.choice('<>"/#_+09 &;=a')])
        try:
            root: Element = parse_elements("".join(letters).encode(), "x")
            file = burr_file(root, "x")
            for its in file.problems:
                burr_puzzle(file, its)
        except SpecError as error:
            refused.append(str(error))
    assert refused
    assert all(text.startswith("x") for text in refused)


def test_import_writes_a_file_for_each_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what is lost said once, and mistakes in one problem keeping nothing from the others."""
    lost = "<solutions><solution><assembly>0</assembly></solution></solutions>"
    good = problem("1 4", state='name="four" state="2" assemblies="2"', more=lost)
    path = read(burr(BOX + DOMINO, good + problem("1 4", result=9) + good), tmp_path)
    assert run(["import", str(path), str(tmp_path / "out")]) == 0
    told = capsys.readouterr().err
    assert told.count("not carried over: found solutions") == 1
    assert told.count("not imported: ") == 1
    assert "there is no shape 9" in told
    files = sorted((tmp_path / "out").glob("*.yaml"))
    assert [file.name for file in files] == ["box-1.yaml", "box-3.yaml"]
    assert load_spec(files[0]).expected.full == 2
    assert load_spec(files[0]).name == "box: four"
    assert load_spec(f"{path}#3").tiles == load_spec(files[1]).tiles
    assert run(["import", str(path), str(tmp_path / "out")]) == 2
    assert "the file is there already" in capsys.readouterr().err
