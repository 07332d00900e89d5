"""BurrTools files as puzzles: content, counts, round trips and errors."""

from __future__ import annotations

import gzip
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, load_spec, parse_spec
from cp_puzzles.cli.app import run
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.burrtools.burr_file import Element, burr_file, parse_elements, read_burr
from cp_puzzles.output.burrtools.burr_to_spec import burr_puzzle
from cp_puzzles.output.burrtools.voxels import BURR_GRIDS, BurrGrid
from cp_puzzles.output.problem_export import export_model
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations
from cp_puzzles.puzzle.spec.tile_spec import TileEntry
from cp_puzzles.puzzle.spec.yaml_reader import spec_text


def burr(shapes: str, problems: str, *, grid: int = 0, colors: int = 0, more: str = "") -> str:
    """Return a file as BurrTools writes it."""
    palette = '<color red="1" green="2" blue="3"/>' * colors
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="{grid}"/>\n<colors>{palette}</colors>\n'
        f"<shapes>\n{shapes}</shapes>\n<problems>\n{problems}</problems>\n{more}</puzzle>\n"
    )


def shape(x: int, y: int, z: int, voxels: str, more: str = "") -> str:
    """Return a shape on one line."""
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0" {more}>{voxels}</voxel>\n'


def problem(pieces: str, result: int = 0, state: str = 'state="0"', more: str = "") -> str:
    """Return a problem with pieces as `id count` or `id min-max`."""
    written = ""
    for piece in pieces.split(", "):
        number, bounds = piece.split()
        low, dash, high = bounds.partition("-")
        written += f'<shape id="{number}" ' + (f'min="{low}" max="{high}"/>' if dash else f'count="{low}"/>')
    return f'<problem {state}><shapes>{written}</shapes><result id="{result}"/>{more}</problem>\n'


DONE = 'state="2" assemblies="{}"'
BOX = shape(2, 2, 2, "########")
DOMINO = shape(2, 1, 1, "##")


def write(text: str | bytes, tmp_path: Path, name: str = "box.xmpuzzle") -> Path:
    """Write a text to a file and return its path."""
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_load_box_of_dominoes(pack: Callable[..., Any] | type[bytes], tmp_path: Path) -> None:
    """Dominoes fill 2x2x2 in nine ways, two up to symmetry, compressed or not."""
    path = write(pack(burr(BOX + DOMINO, problem("1 4")).encode()), tmp_path)
    puzzle = build_puzzle(load_spec(path))
    assert (count(puzzle, jobs=1).count, count(puzzle, jobs=1, symmetry="off").count) == (2, 9)


def test_load_latin_1_and_default_names(tmp_path: Path) -> None:
    """A file without an encoding may be Latin-1; shapes without a name get their BurrTools name."""
    text = burr(
        shape(2, 1, 1, "##", 'name="Möbel"') + shape(1, 1, 1, "#"), problem("1 2"), more="<comment>für</comment>"
    )
    spec = load_spec(write(text.encode("latin-1"), tmp_path))
    assert (spec.description, [tile.name for tile in spec.tiles if isinstance(tile, TileEntry)]) == ("für", ["S2"])


def test_load_variable_voxels_and_ranges(tmp_path: Path) -> None:
    """`+` is an optional cell, a range a multiplicity, maxHoles a bound on empty cells."""
    text = burr(shape(3, 1, 1, "#++") + shape(1, 1, 1, "#"), problem("1 0-3", state='state="0" maxHoles="1"'))
    spec = load_spec(write(text, tmp_path))
    assert count(build_puzzle(spec), jobs=1, symmetry="off").count == 3
    assert parse_spec(spec_text(spec)) == spec


def test_load_colors(tmp_path: Path) -> None:
    """Only pairs in the bitmap fit, and voxels without a color; a two-colored domino fits in one way."""
    shapes = shape(2, 1, 1, "#1#2") + shape(2, 1, 1, "#1#2")
    pairs = '<bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap>'
    spec = load_spec(write(burr(shapes, problem("1 1", more=pairs), colors=2), tmp_path))
    assert spec.colors == {"a": "a", "b": "b"}
    assert len(build_puzzle(spec).tiles[0].orientations) == 6
    assert count(build_puzzle(spec), jobs=1, symmetry="off").count == 1
    none = load_spec(write(burr(shapes, problem("1 1"), colors=2), tmp_path))
    assert count(build_puzzle(none), jobs=1, symmetry="off").count == 0


CHIRAL = shape(2, 2, 2, "###__#__")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (burr(BOX + CHIRAL + shape(2, 1, 2, "#_##"), problem("1 1, 2 1", state=DONE.format(7))), {"rotations": 7}),
        (burr(CHIRAL + DOMINO, problem("1 2", state=DONE.format(2))), {"full": 2}),
        (burr(BOX + DOMINO, problem("1 4", state=DONE.format(2))), {}),
        (burr(CHIRAL + DOMINO, problem("1 2", state=DONE.format(2))).replace('version="2"', 'version="1"'), {}),
        (burr(2 * shape(3, 1, 1, "#_#"), problem("1 1", state=DONE.format(1)), grid=2), {}),
    ],
    ids=["no reflections", "chiral board", "reflections", "version 1", "balls"],
)
def test_expected_count_is_carried_over_if_reliable(text: str, expected: dict[str, int], tmp_path: Path) -> None:
    """BurrTools before 0.6.3 miscounted reflections and balls: BallRoom 1 for 2, Bermuda 2 for 1."""
    file = read_burr(str(write(text, tmp_path)))
    puzzle = burr_puzzle(file, file.problems[0])
    assert puzzle.spec.expected.model_dump(exclude_none=True) == expected
    assert bool(expected) != any("before version 0.6.3" in lost for lost in puzzle.lost)


def test_equal_shapes_become_one_tile(tmp_path: Path) -> None:
    """Equal shapes are one tile; the number of labeled assemblies and weights are listed as lost."""
    shapes = BOX + shape(2, 2, 2, "###__#__") + shape(2, 2, 2, "###__#__", 'weight="3"') + shape(1, 1, 1, "#")
    file = read_burr(str(write(burr(shapes, problem("1 1, 2 1", state=DONE.format(6))), tmp_path)))
    puzzle = burr_puzzle(file, file.problems[0])
    assert [tile.multiplicity.max for tile in puzzle.spec.tiles] == [2]
    assert puzzle.spec.expected.model_dump(exclude_none=True) == {}
    assert puzzle.lost == ("weights of shapes", "the 6 assemblies: BurrTools tells shapes apart that are alike")


def test_unprintable_characters_are_replaced(tmp_path: Path) -> None:
    """Names and comments with U+202E are imported with spaces, so that `check` accepts the file."""
    name = "evil\u202ename"
    text = burr(
        BOX + shape(2, 1, 1, "##", f'name="{name}"'),
        problem("1 4", state=f'state="0" name="{name}"') * 2,
        more=f"<comment>{name}</comment>",
    )
    assert run(["import", str(write(text, tmp_path)), str(tmp_path / "out")]) == 0
    files = sorted((tmp_path / "out").glob("*.yaml"))
    assert len(files) == 2
    for file in files:
        assert "\u202e" not in file.read_text(encoding="utf-8")
        assert run(["check", str(file)]) == 0


def test_many_skipped_elements_take_linear_work() -> None:
    """Twice the siblings, solutions and pieces of text take twice the calls (once the square: ten minutes)."""
    work = []
    for many in (500, 1000):
        text = "<puzzle>" + "<x/>" * many + "<solution/>" * many + "<!-- -->a" * many + "</puzzle>"
        events: list[str] = []

        def note(_frame: object, event: str, _argument: object, events: list[str] = events) -> None:
            events.append(event)

        sys.setprofile(note)
        try:
            root = parse_elements(text.encode(), "x")
        finally:
            sys.setprofile(None)
        assert (len(root.all("x")), len(root.all("solution")), len(root.text)) == (many, 1, many)
        work.append(len(events))
    assert work[1] < 2.2 * work[0]


@pytest.mark.parametrize("grid", BURR_GRIDS, ids=lambda grid: grid.lattice)
def test_grid_maps_invert_and_preserve_pieces(grid: BurrGrid) -> None:
    """The maps are inverse to each other; shapes translated by periods are the same piece, not mirrored."""
    lattice, rng = LATTICES[grid.lattice], random.Random(1)
    voxels = [
        (x, y, z) for x in range(12) for y in range(12) for z in range(12) if lattice.is_cell(grid.cell((x, y, z)))
    ]
    assert all(grid.voxel(grid.cell(voxel)) == voxel for voxel in voxels)
    for _ in range(5):
        sample = rng.sample(voxels, 4)
        moved = [(x + grid.period[0], y + 2 * grid.period[1], z - grid.period[2]) for x, y, z in sample]
        forms = [orientations(lattice, map(grid.cell, piece)) for piece in (sample, moved)]
        assert forms[0] == forms[1]


ROUND_TRIPS = [
    "soma",
    "dominoes4x4",
    "calendar",
    "pentomino5x12_started",
    "kanoodle_pyramid",
]


@pytest.mark.parametrize("source", ROUND_TRIPS)
def test_written_puzzle_reads_back(source: str, tmp_path: Path) -> None:
    """A puzzle of the catalog written for BurrTools and read back has as many placements."""
    puzzle = build_puzzle(load_spec(source))
    path = tmp_path / "out.xmpuzzle"
    export_model(puzzle, path)
    again = build_puzzle(load_spec(path))
    assert len(build_cover(again).problem.options) == len(build_cover(puzzle).problem.options)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("one_sided_tetrominoes5x6", "may not be rotated; in BurrTools every piece may"),
        ("tetrahexes7x4", "BurrTools has no grid for a hexagonal lattice"),
        (
            "{name: m, board: {size: [2, 2, 2]}, tiles: [{name: s, reflect: true, drawing: 'XX\n.X\n\n..\n.X'}]}",
            "may be reflected",
        ),
        (
            "{name: f, board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 2}], rules: {faults: 0}}",
            "no rule faults",
        ),
    ],
)
def test_unsupported_puzzle_is_refused(source: str, message: str, tmp_path: Path) -> None:
    """Isometries, lattices and rules that BurrTools lacks are errors."""
    spec = load_spec(source) if source.isidentifier() else parse_spec(source.replace("'", '"').replace("\n", "\\n"))
    with pytest.raises(MistakeError, match=message):
        export_model(build_puzzle(spec), tmp_path / "out.xmpuzzle")


BROKEN: list[tuple[bytes | str, str]] = [
    ("", "box.xmpuzzle:1:1: this is not XML: no element found"),
    ("<puzzle", "this is not XML"),
    ("<a/>", "box.xmpuzzle:1: a: a BurrTools file begins with puzzle, this one with 'a'"),
    ('<puzzle version="3"/>', "the version is '3'"),
    ('<!DOCTYPE a [<!ENTITY b "c">]><puzzle version="2">&b;</puzzle>', "declares a document type"),
    (burr("", "", grid=7), "there is no grid 7"),
    (burr(shape(2, 1, 1, "#"), ""), "box.xmpuzzle:5: voxel: 1 voxel is too few for 2 x 1 x 1"),
    (burr(shape(1, 1, 1, "##"), ""), "2 voxels are too many for 1 x 1 x 1"),
    (burr(shape(0, 0, 0, "##"), ""), "2 voxels are too many for 0 x 0 x 0"),
    (burr(shape(1, 1, 1, "?"), ""), "'?' is no voxel"),
    (burr(shape(1, 1, 1, "#1"), ""), "a voxel has the color 1 of 0"),
    (burr(shape(9999, 9999, 9999, "#"), ""), "voxels are too many; use at most 1,000,000"),
    (burr('<voxel x="-1" y="1" z="1" type="0">#</voxel>', ""), "x is '-1'"),
    (burr('<voxel x="1" y="1" z="1" type="1">#</voxel>', ""), "the type is '1'"),
    (burr(BOX, ""), "the file has 0 problems"),
    (burr(BOX, problem("1 1") * 2), "the file has 2 problems; `import` it, or name one"),
    (burr(BOX, problem("1 1")), "shape: there is no shape 1"),
    (burr(BOX, problem("0 1")), "'S1' is the result too"),
    (burr(BOX, problem("0 1", result=4)), "result: there is no shape 4"),
    (burr(BOX, problem("0 1", result=4294967295)), "the problem has no result shape"),
    (burr(BOX + DOMINO, problem("1 4-2")), "min 4 is more than max 2"),
    (burr(BOX + DOMINO, problem("1 0")), "it has no piece"),
    (burr(BOX + shape(1, 1, 1, "_"), problem("1 1")), "'S2' has no voxel"),
    (burr(BOX + shape(1, 1, 1, "+"), problem("1 1")), "the piece 'S2' has variable voxels"),
    (burr(BOX + shape(1, 1, 1, "#"), problem("1 1"), grid=2), "which is no ball of grid 2"),
    (gzip.compress(burr(BOX, "").encode(), mtime=0)[:40], "ends too early"),
    (b"\x1f\x8bgarbage", "the compressed file is damaged"),
    (gzip.compress(b" " * 60_000_001, mtime=0), "it unpacks to more than"),
    ("<puzzle>" + "<a/>" * 200_001, "the file has more than 200,000 elements"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_broken_file_is_refused(text: bytes | str, message: str, tmp_path: Path) -> None:
    """Every error names the problem and the place."""
    with pytest.raises(SpecError) as error:
        load_spec(write(text, tmp_path))
    assert message in str(error.value)
    assert "box.xmpuzzle" in str(error.value)


def test_damaged_file_is_read_or_refused() -> None:
    """A file with changed, doubled or lost letters is read or refused, and never crashes."""
    text = burr(BOX + DOMINO, problem("1 4", state='state="2" assemblies="2" maxHoles="0"'), colors=2)
    rng, refused = random.Random(7), []
    for _ in range(400):
        letters = list(text)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(letters))
            letters[place] = rng.choice(["", letters[place] * 2, rng.choice('<>"/#_+09 &;=a')])
        try:
            root: Element = parse_elements("".join(letters).encode(), "x")
            file = burr_file(root)
            for each in file.problems:
                burr_puzzle(file, each)
        except SpecError as error:
            refused.append(str(error))
    assert refused
    assert all(text.startswith("x") for text in refused)


def test_import_writes_one_file_per_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Losses are reported once, and a mistake in one problem does not stop the others."""
    lost = "<solutions><solution><assembly>0</assembly></solution></solutions>"
    good = problem("1 4", state='name="four" state="2" assemblies="2"', more=lost)
    path = write(burr(BOX + DOMINO, good + problem("1 4", result=9) + good), tmp_path)
    assert run(["import", str(path), str(tmp_path / "out")]) == 0
    messages = capsys.readouterr().err
    assert messages.count("not carried over: found solutions") == 1
    assert messages.count("not imported: ") == 1
    assert "there is no shape 9" in messages
    files = sorted((tmp_path / "out").glob("*.yaml"))
    assert [file.name for file in files] == ["box-1.yaml", "box-3.yaml"]
    assert load_spec(files[0]).name == "box: four"
    assert load_spec(f"{path}#3").tiles == load_spec(files[1]).tiles
    assert run(["import", str(path), str(tmp_path / "out")]) == 2
    assert "the file exists already" in capsys.readouterr().err
