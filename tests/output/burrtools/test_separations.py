"""Disassemblies in BurrTools files are written by `apart` and replayed by `verify`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles import apart, parse_spec
from cp_puzzles.cli.app import run
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.burrtools.assembly_writer import BurrWriter
from cp_puzzles.output.burrtools.separation_reader import verify_separations
from cp_puzzles.output.formats.solution_writer import SearchOutcome
from cp_puzzles.output.moves_file import open_moves
from cp_puzzles.puzzle.puzzle_source import build_puzzle
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
        open_moves(tmp_path / "out.xmpuzzle", puzzle)


def test_groups_are_said_to_be_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pieces of a group, which may stay together in BurrTools, are taken apart; a message names them."""
    text = burr(shape(2, 2, 1, "####") + shape(2, 1, 1, "##"), problem("1 2"))
    file = str(write(text.replace('count="2"/>', 'count="2" group="1"/>'), tmp_path))
    run(["apart", file, "--jobs", "1"])
    assert "not carried over: groups of pieces" in capsys.readouterr().err.replace("\n", " ")
