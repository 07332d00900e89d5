"""Disassemblies in BurrTools files are written by `apart` and replayed by `verify`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles import apart, load_spec, parse_spec
from cp_puzzles.cli.app import run
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.burrtools.burr_writer import BurrWriter
from cp_puzzles.output.burrtools.separations import verify_separations
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.output.moves_file import MovesFile
from cp_puzzles.puzzle.puzzle import build_puzzle
from tests.output.burrtools.test_burr_files import burr, problem, shape, write
from tests.output.burrtools.test_burr_solutions import puzzle_of


def separated(first: str, last: str, pieces: str = "0 1", third: str = "") -> str:
    """Return a file with two dominoes on a square, and a disassembly from the rows `first` to `last` of the second."""

    def state(rows: str) -> str:
        return f"<state><dx>0 0</dx><dy>{rows}</dy><dz>0 0</dz></state>"

    separation = f'<separation><pieces count="2">{pieces}</pieces>{state(first)}{state(last)}{third}</separation>'
    found = f"<solutions><solution><assembly>0 0 0 0 0 1 0 0</assembly>{separation}</solution></solutions>"
    return burr(shape(2, 2, 1, "####") + shape(2, 1, 1, "##"), problem("1 2", more=found))


def test_verify_replays_burrtools_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stored move that is free passes."""
    file = str(write(separated("0 1", "0 30001"), tmp_path))
    assert run(["verify", file, file]) == 0
    assert "the moves of 1 solution replayed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (separated("0 1", "0 -29999"), "separation: move 1: piece 2 collides with piece 1"),
        (separated("0 1", "0 30001", pieces="0 7"), "it is not a list of positions"),
        (separated("0 1", "0 x"), "it is not a list of positions"),
        (separated("0 1", "0"), "it is not a list of positions"),
        (separated("0 1", "0 7"), "nothing leaves"),
    ],
)
def test_verify_refuses_wrong_burrtools_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    """A collision and damaged positions are refused with the line of the solution."""
    file = str(write(text, tmp_path))
    assert run(["verify", file, file]) == 2
    message = capsys.readouterr().err
    assert says in message.replace("\n", " ")


@pytest.mark.parametrize(
    "name", ["triangles", "colors", *(pytest.param(x, marks=pytest.mark.slow) for x in ("cubes", "chiral", "prisms"))]
)
def test_written_moves_are_replayed(name: str, tmp_path: Path) -> None:
    """Every assembly that comes apart is written with its moves, also as a mirror image, and they replay."""
    puzzle, path = puzzle_of(name), tmp_path / "out.xmpuzzle"
    writer = BurrWriter(path, puzzle)
    result = apart(puzzle, symmetry="off", jobs=1, engine="exact-cover", on_disassembly=writer.write)
    writer.close(SearchOutcome("off", is_complete=True))
    assemblies, solutions = map(int, re.findall(r'"(\d+)"', path.read_text().split('state="2"')[1])[:2])
    assert result.buildable == len(result.disassemblies)
    assert solutions == assemblies == path.read_text().count("<assembly>")
    assert verify_separations(str(path), puzzle) == solutions


@pytest.mark.parametrize(
    ("copies", "given", "says"),
    [(2, "", "no fixed pieces"), (1, "given: [{tile: F, cells: [[0, 0], [0, 1]]}]", "cannot hold given pieces")],
)
def test_moves_that_burrtools_cannot_express(copies: int, given: str, says: str, tmp_path: Path) -> None:
    """Several fixed pieces and given pieces are refused with the reason before the search."""
    fixed = f"{{name: F, drawing: XX, multiplicity: {copies}, fixed: true}}"
    tiles = f"tiles: [{fixed}, {{name: M, drawing: X, multiplicity: any}}]"
    puzzle = build_puzzle(parse_spec(f"{{name: x, board: {{size: [2, 3]}}, {tiles}, {given}}}"))
    with pytest.raises(MistakeError, match=says):
        MovesFile(tmp_path / "out.xmpuzzle", puzzle)


IN_GROUP = '<group group="%s" count="%s"/>'


def linked_rings(ring: str, other: str = "") -> str:
    """Return a file with two linked rings and a cube, and the groups of the rings as attributes and elements."""
    result = shape(4, 3, 3, "_____###____###_#######______###___#")
    pieces = shape(3, 3, 1, "####_####") + shape(1, 1, 1, "#") + shape(3, 1, 3, "####_####")
    written = f'<shape id="1" {ring}' + (f'<shape id="3" {other}' if other else "") + '<shape id="2" count="1"/>'
    return burr(result + pieces, problem("1 2")).replace('<shape id="1" count="2"/>', written)


@pytest.mark.parametrize(
    ("text", "group", "count"),
    [
        (linked_rings('count="2"/>'), None, 0),
        (linked_rings('count="2" group="0"/>'), None, 0),
        (linked_rings('count="2" group="3"/>'), "G3", 1),
        (linked_rings(f'count="2">{IN_GROUP % (1, 2)}{IN_GROUP % (2, 1)}</shape>'), {"G1": 2, "G2": 1}, 1),
        (linked_rings(f'count="2">{IN_GROUP % (2, 1)}</shape>'), {"G2": 1}, 0),
        (linked_rings('count="1" group="1"/>', 'count="1" group="1"/>'), "G1", 1),
        (linked_rings('count="1" group="1"/>', 'count="1" group="2"/>'), {"G1": 1, "G2": 1}, 0),
    ],
)
def test_groups_are_read_and_written(tmp_path: Path, text: str, group: object, count: int) -> None:
    """Groups of a file, also of equal shapes, are those of the tile, and keep their meaning when they are written."""
    path, out = write(text, tmp_path), tmp_path / "out.xmpuzzle"
    spec = load_spec(path)
    assert [tile.group for tile in spec.tiles] == [group, None]
    puzzle = build_puzzle(spec)
    with MovesFile(out, puzzle) as moves:
        result = apart(puzzle, jobs=1, on_disassembly=moves.write)
        moves.conclude("full", is_complete=True)
    assert (len(result.disassemblies), result.buildable) == (1, count)
    assert f'assemblies="1" solutions="{count}"' in out.read_text()
    again = build_puzzle(load_spec(out))
    assert [[size for _, size in tile.groups] for tile in again.tiles] == [
        [size for _, size in tile.groups] for tile in puzzle.tiles
    ]
    assert apart(again, jobs=1).buildable == count
    assert verify_separations(str(out), again) == count
