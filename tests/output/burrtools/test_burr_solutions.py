"""Solutions in BurrTools files: round trips on all grids, counted as BurrTools counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, read_solutions, solve, verify
from cp_puzzles.cli.app import run
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.symmetry.orbits import orbit_sizes
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.errors import MistakeError, SolutionFileError
from cp_puzzles.output.burrtools.burr_writer import BurrWriter
from cp_puzzles.output.burrtools.voxels import burr_rotations
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.puzzle.puzzle import Puzzle

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
    "colors": 'board: {drawing: "ab\\nba"}, colors: {a: a, b: b}, tiles: [{name: x, multiplicity: 2, drawing: ab}]',
    "mixed": 'board: {drawing: "ab\\n?a", colors: {b: [[1, 0]]}}, colors: {a: ab, b: b}, rules: {empty: {max: 1}}, '
    "tiles: [{name: x, multiplicity: any, drawing: ab}, {name: y, multiplicity: any, drawing: aa}]",
}


def puzzle_of(name: str) -> Puzzle:
    text = PUZZLES[name].replace("'", '"')
    return build_puzzle(parse_spec(f"{{name: {name}, {text}}}"))


@pytest.mark.parametrize("name", PUZZLES)
def test_written_solutions_read_back(name: str, tmp_path: Path) -> None:
    """Each orbit is written once and read back, for the puzzle itself and for the puzzle of the file."""
    puzzle, path = puzzle_of(name), tmp_path / "out.xmpuzzle"
    solutions = solve(puzzle, symmetry="off", jobs=1, engine="exact-cover").solutions
    writer = BurrWriter(path, puzzle)
    for solution in solutions:
        writer.write(solution)
    writer.close(SearchOutcome("off", is_complete=True))
    [assemblies] = map(int, re.findall(r'state="2" assemblies="(\d+)"', path.read_text()))
    for same in (puzzle, build_puzzle(load_spec(path))):
        back = list(read_solutions(path, same))
        cover = build_cover(same)
        assert len(back) == assemblies > 0
        symmetry: Symmetry = "rotations" if name == "chiral" else "full"
        assert sum(orbit_sizes(cover, each.placements)[symmetry] for each in back) == len(solutions)
        assert verify(same, path).raw == len(solutions)


def test_ball_rotations_exceed_cube_rotations() -> None:
    """Rotation 28 of 120 maps three balls, bent by 120 degrees, to what looks like their mirror image."""
    turns = {number: [(turn.matrix, turn.divisor) for turn in burr_rotations(number)] for number in range(5)}
    assert turns[2][28] == (((-1, -2, 2), (2, 1, 2), (-2, 2, 1)), 3)
    for number, rotations in turns.items():
        assert len(set(rotations)) == len(rotations), number
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


def test_hotspots_and_unused_pieces(tmp_path: Path) -> None:
    """The hotspot may be any voxel; rotations are about it; x is an unused piece."""
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
        ("1 0 0", "one.xmpuzzle:1: assembly: '1 0 0' is not a place"),
        ("1 0 0 0", "'' is not a place; write x y z rotation, or x, for each piece"),
        ("1 0 0 0 x x", "'x' is one piece too many"),
        ("1 0 0 24 x", "'S2' is not inside the result"),
        ("5 0 0 0 x", "'S2' is not inside the result"),
        ("1 0 0 0 2 0 0 0", "solution 1: "),
    ],
)
def test_broken_assembly_is_refused(text: str, message: str, tmp_path: Path) -> None:
    """Every error names the line of the assembly."""
    path = tmp_path / "one.xmpuzzle"
    path.write_text(ONE.format(text))
    spec = parse_spec(
        "{name: one, lattice: cubic, fill: false, board: {size: [1, 1, 3]}, tiles: [{set: domino, multiplicity: any}]}"
    )
    with pytest.raises(SolutionFileError, match=re.escape(message)):
        list(read_solutions(path, build_puzzle(spec)))


def test_solutions_of_other_puzzle_are_refused(tmp_path: Path) -> None:
    """Files for a different lattice, board, pieces or objective are errors."""
    path = tmp_path / "one.xmpuzzle"
    path.write_text(ONE.format("x x"))
    for name, message in (("balls", "its cells are cubic"), ("cubes", "its result is another board")):
        with pytest.raises(SolutionFileError, match=message):
            list(read_solutions(path, puzzle_of(name)))
    for board in ("board: {size: [1, 3], wrap: tube}", "board: {size: [3, 1]}"):
        with pytest.raises(SolutionFileError, match="its result is another board"):
            list(read_solutions(path, parse_spec(f"{{name: m, {board}, tiles: [{{set: monomino, multiplicity: 3}}]}}")))
    matrix = tmp_path / "m.dlx"
    matrix.write_text("A B\nA\nB\n")
    with pytest.raises(SolutionFileError, match="its"):
        list(read_solutions(path, str(matrix)))
    with pytest.raises(SolutionFileError, match="its piece 'S2' is not a tile"):
        list(read_solutions(path, parse_spec("{name: m, board: {size: [1, 3]}, tiles: [{name: I, drawing: X}]}")))
    best = parse_spec("{name: m, board: {size: [1, 3]}, fill: false, tiles: [{set: domino}], maximize: covered}")
    with pytest.raises(MistakeError, match="has no maximize"):
        BurrWriter(path, build_puzzle(best))


def test_commands_accept_assemblies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A limited search leaves the problem unsolved for BurrTools; `verify` and `render` read the file."""
    path = tmp_path / "d.xmpuzzle"
    assert run(["solve", "dominoes4x4", "--limit", "3", "--jobs", "1", "--show", "none", "--out", str(path)]) == 0
    assert 'state="0"' in path.read_text()
    assert run(["verify", str(path), f"{path}#1"]) == 0
    assert "3 solutions, all valid, none repeated" in capsys.readouterr().out
    assert run(["render", str(path), str(path), str(tmp_path / "d.svg")]) == 0


LABELED = (
    '<puzzle version="2"><shapes><voxel x="2" y="1" z="1" type="0">##</voxel>'
    '<voxel x="1" y="1" z="1" type="0">#</voxel>'
    '<voxel x="1" y="1" z="1" type="0">#</voxel></shapes><problems><problem><shapes><shape id="1"/><shape id="2"/>'
    '</shapes><result id="0"/><solutions>{}</solutions></problem></problems></puzzle>'
)


@pytest.mark.parametrize(("second", "status"), [("1 0 0 0 0 0 0 0", 0), ("0 0 0 0 1 0 0 0", 2)])
def test_relabeled_assemblies_are_one_solution(second: str, status: int, tmp_path: Path) -> None:
    """Assemblies that exchange equal shapes are no repetition for `verify` (they once were); equal ones are."""
    path = tmp_path / "labeled.xmpuzzle"
    texts = ("0 0 0 0 1 0 0 0", second)
    path.write_text(LABELED.format("".join(f"<solution><assembly>{text}</assembly></solution>" for text in texts)))
    assert run(["verify", str(path), str(path)]) == status
