"""Solutions in BurrTools files: those written come back, counted as BurrTools counts, on all its grids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, read_solutions, solve, verify
from cp_puzzles.cli.app import run
from cp_puzzles.errors import MistakeError, SolutionFileError
from cp_puzzles.export.burr_writer import BurrWriter
from cp_puzzles.geometry.burr_turns import burr_turns
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.symmetry.group import Symmetry
from cp_puzzles.symmetry.solution_orbits import SolutionOrbits

EIGHTHS = [[3, 3, 3], [1, 1, 1], [-1, 1, 1]]
PUZZLES = {
    "cubes": "board: {size: [2, 2, 2]}, tiles: [{set: domino, multiplicity: 4}]",
    "chiral": "board: {size: [2, 2, 4]}, tiles: [{name: s, drawing: 'XX\\nX.\\n\\n.X\\n..', multiplicity: 4}]",
    "flat": "board: {size: [3, 4]}, tiles: [{set: tetrominoes, only: [L, O]}, {set: domino, multiplicity: any}]",
    "given": "board: {size: [3, 3]}, tiles: [{set: trominoes, multiplicity: {min: 1, max: 2}}], "
    "given: [{tile: I, cells: [[0, 0], [0, 1], [0, 2]]}]",
    "triangles": "lattice: triangular, board: {triangle: 4}, tiles: [{set: triamond, multiplicity: any}, "
    "{set: diamond, multiplicity: {min: 2, max: 3}}]",
    "prisms": "lattice: triangular-prisms, board: {hexagon: 1}, tiles: [{set: diamond, multiplicity: any}]",
    "balls": "lattice: balls, board: {tetrahedron: 3}, tiles: [{name: bent, cells: [[0, 0, 0], [1, 1, 0], [2, 1, 1]], "
    "multiplicity: any}, {name: I, cells: [[0, 0, 0], [1, 1, 0]], multiplicity: any}]",
    "rhombic": "lattice: rhombic, board: {cells: [[2, 1, 0], [2, 0, 1], [2, -1, 0]]}, "
    "tiles: [{name: a, cells: [[2, 1, 0], [2, 0, 1]]}, {name: b, cells: [[2, 1, 0]]}]",
    "eighths": f"lattice: tetra-eighths, board: {{cells: {EIGHTHS}}}, "
    "tiles: [{name: a, cells: [[3, 3, 3], [1, 1, 1]]}, {name: b, cells: [[1, 1, 1]]}]",
    "colours": 'board: {drawing: "ab\\nba"}, colors: {a: a, b: b}, tiles: [{name: x, multiplicity: 2, drawing: ab}]',
}


def puzzle_of(name: str) -> Puzzle:
    text = PUZZLES[name].replace("'", '"')
    return build_puzzle(parse_spec(f"{{name: {name}, {text}}}"))


@pytest.mark.parametrize("name", PUZZLES)
def test_solutions_come_back(name: str, tmp_path: Path) -> None:
    """As many as there are assemblies; of each one image, of none two; for the puzzle itself and for the file's."""
    puzzle, path = puzzle_of(name), tmp_path / "out.xmpuzzle"
    found = solve(puzzle, symmetry="off", jobs=1, engine="exact-cover").solutions
    writer = BurrWriter(path, puzzle)
    for solution in found:
        writer.write(solution)
    writer.conclude(complete=True)
    writer.close()
    [assemblies] = map(int, re.findall(r'state="2" assemblies="(\d+)"', path.read_text()))
    for same in (puzzle, build_puzzle(load_spec(path))):
        back = list(read_solutions(path, same))
        orbits = SolutionOrbits(same)
        assert len(back) == assemblies > 0
        symmetry: Symmetry = "rotations" if name == "chiral" else "full"
        assert sum(orbits.sizes(its.placements)[symmetry] for its in back) == len(found)
        assert verify(same, path).raw == len(found)


def test_a_ball_piece_turns_where_no_cube_does() -> None:
    """Turn 28 of 120: of three balls in a row that bends by 120 degrees it makes what looks like its mirror image."""
    turns = {number: [(turn.matrix, turn.over) for turn in burr_turns(number)] for number in range(5)}
    assert turns[2][28] == (((-1, -2, 2), (2, 1, 2), (-2, 2, 1)), 3)
    for number, its in turns.items():
        assert len(set(its)) == len(its), number
    # BurrTools: a quarter turn about x first, four of them; then a quarter turn about y, which takes z to -x
    assert turns[3][1][0] == ((1, 0, 0), (0, 0, -1), (0, 1, 0))
    assert turns[3][4][0] == ((0, 0, -1), (0, 1, 0), (1, 0, 0))
    assert turns[3][17][0] == ((0, 0, 1), (1, 0, 0), (0, 1, 0))
    assert turns[2][1][0] == ((0, 0, 1), (0, -1, 0), (1, 0, 0))


ONE = (
    '<puzzle version="2"><shapes><voxel x="3" y="1" z="1" type="0">###</voxel>'
    '<voxel x="2" y="1" z="1" hx="1" type="0">##</voxel></shapes><problems><problem><shapes>'
    '<shape id="1" min="0" max="2"/></shapes><result id="0"/><solutions><solution><assembly>{}</assembly>'
    "<separation><state/></separation></solution></solutions></problem></problems></puzzle>"
)


def test_hotspots_and_pieces_that_are_not_used(tmp_path: Path) -> None:
    """A hotspot anywhere; half a turn about it; x for a piece that stays away."""
    path = tmp_path / "one.xmpuzzle"
    spec = build_puzzle(parse_spec("{name: one, lattice: cubic, fill: false, board: {size: [1, 1, 3]}, "
                                   "tiles: [{set: domino, multiplicity: {min: 0, max: 2}}]}"))  # fmt: skip
    for text, cells in (("1 0 0 0 x", (0, 1)), ("1 0 0 8 x", (1, 2)), ("2 0 0 2 x", (1, 2))):
        path.write_text(ONE.format(text))
        [solution] = read_solutions(path, spec)
        assert solution.placements[0].cells == tuple((0, 0, column) for column in cells)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 0 0", "one.xmpuzzle:1: assembly: '1 0 0' is no place"),
        ("1 0 0 0", "'' is no place; write x y z turn, or x, of each"),
        ("1 0 0 0 x x", "'x' is one piece too many"),
        ("1 0 0 24 x", "'S2' does not lie in the result"),
        ("5 0 0 0 x", "'S2' does not lie in the result"),
        ("1 0 0 0 2 0 0 0", "solution 1: "),
    ],
)
def test_broken_assemblies(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "one.xmpuzzle"
    path.write_text(ONE.format(text))
    spec = parse_spec(
        "{name: one, lattice: cubic, fill: false, board: {size: [1, 1, 3]}, tiles: [{set: domino, multiplicity: any}]}"
    )
    with pytest.raises(SolutionFileError, match=re.escape(message)):
        list(read_solutions(path, build_puzzle(spec)))


def test_solutions_of_another_puzzle_are_refused(tmp_path: Path) -> None:
    """Another lattice, another board, other pieces, and an objective."""
    path = tmp_path / "one.xmpuzzle"
    path.write_text(ONE.format("x x"))
    for name, message in (("balls", "its cells are cubic"), ("cubes", "its result is another board")):
        with pytest.raises(SolutionFileError, match=message):
            list(read_solutions(path, puzzle_of(name)))
    for other in ("board: {size: [1, 3], wrap: tube}", "board: {size: [3, 1]}"):
        with pytest.raises(SolutionFileError, match="its result is another board"):
            list(read_solutions(path, parse_spec(f"{{name: m, {other}, tiles: [{{set: monomino, multiplicity: 3}}]}}")))
    matrix = tmp_path / "m.dlx"
    matrix.write_text("A B\nA\nB\n")
    with pytest.raises(SolutionFileError, match="its"):
        list(read_solutions(path, str(matrix)))
    with pytest.raises(SolutionFileError, match="its piece 'S2' is no tile"):
        list(read_solutions(path, parse_spec("{name: m, board: {size: [1, 3]}, tiles: [{name: I, drawing: X}]}")))
    best = parse_spec("{name: m, board: {size: [1, 3]}, fill: false, tiles: [{set: domino}], maximize: covered}")
    with pytest.raises(MistakeError, match="knows no maximize"):
        BurrWriter(path, build_puzzle(best))


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A limit leaves the problem unsolved for BurrTools; every command takes the file."""
    path = tmp_path / "d.xmpuzzle"
    assert run(["solve", "dominoes4x4", "--limit", "3", "--jobs", "1", "--show", "none", "--out", str(path)]) == 0
    assert 'state="0"' in path.read_text()
    assert run(["verify", str(path), f"{path}#1"]) == 0
    assert "3 solutions, all valid, none twice" in capsys.readouterr().out
    assert run(["render", str(path), str(path), str(tmp_path / "d.svg")]) == 0
