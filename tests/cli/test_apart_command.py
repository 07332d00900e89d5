"""The command `apart`: its summary, its file of moves, its exit statuses."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from cp_puzzles import apart, parse_spec, solve, tabulate
from cp_puzzles.analysis.follow_up import UNANSWERED
from cp_puzzles.cli.app import run
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.terminal.annotated_boards import direction_words
from cp_puzzles.puzzle.disassembly.piece_groups import directions, unsupported_reason
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly
from cp_puzzles.puzzle.geometry.lattices import LATTICES


def locked_puzzle(folder: Path) -> Path:
    """Return a puzzle of a ring around a square."""
    file = folder / "locked.yaml"
    file.write_text(
        "name: locked\nboard: {size: [3, 3]}\ntiles:\n"
        "  - {name: M, cells: [[0, 0]]}\n"
        "  - {name: O, cells: [[0, 0], [0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [2, 2]]}\n"
    )
    return file


@pytest.mark.slow
def test_apart_writes_moves_that_verify_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The moves of found solutions are stored, and `verify` replays them; a changed step is refused."""
    moves = tmp_path / "moves.jsonl"
    assert run(["apart", "soma", "--limit", "2", "--engine", "exact-cover", "--jobs", "1", "--out", str(moves)]) == 0
    assert "2 assemblies; all of them can be built" in capsys.readouterr().out
    assert run(["verify", "soma", str(moves)]) == 0
    assert "the moves of 2 solutions replayed" in capsys.readouterr().out
    lines = [json.loads(line) for line in moves.read_text().splitlines()]
    lines[0]["steps"][0]["leave"] = [-x for x in lines[0]["steps"][0]["leave"]]
    moves.write_text("\n".join(map(json.dumps, lines)))
    assert run(["verify", "soma", str(moves)]) == 2
    assert "collides" in capsys.readouterr().err


def test_export_of_a_stored_run_has_the_moves_of_apart(tmp_path: Path) -> None:
    """The solutions of a stored run of `apart` are exported with the lines that `apart --out` writes."""
    file, run_file = tmp_path / "box.yaml", str(tmp_path / "box.run")
    file.write_text(BOX % ("", ""))
    moves, exported = tmp_path / "moves.jsonl", tmp_path / "exported.jsonl"
    assert run(["apart", str(file), "--jobs", "1", "--store", run_file, "--out", str(moves)]) == 0
    assert run(["export", run_file, str(exported)]) == 0
    assert '"leave"' in exported.read_text()
    assert exported.read_text() == moves.read_text()
    assert run(["export", run_file, str(tmp_path / "exported.txt")]) == 0


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("level", 7, "its level is 7, but its numbers of moves are [1]"),
        ("moves", [3], "its numbers of moves are [3], those of its steps [1]"),
        ("steps", [{"pieces": [1], "leave": [1]}], "[1] is not a list of 2 integers"),
        ("steps", [{"pieces": [1], "move": [0.0, 1]}], "0.0 is not an integer up to"),
    ],
)
def test_verify_refuses_changed_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, value: object, says: str
) -> None:
    """The level and the numbers have to be those of the steps; a vector of wrong length was an internal error."""
    file, moves = tmp_path / "box.yaml", tmp_path / "moves.jsonl"
    file.write_text(BOX % ("", ""))
    assert run(["apart", str(file), "--jobs", "1", "--limit", "1", "--out", str(moves)]) == 0
    moves.write_text(json.dumps({**json.loads(moves.read_text()), key: value}))
    assert run(["verify", str(file), str(moves)]) == 2
    assert says in capsys.readouterr().err


def test_apart_reads_a_file_of_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Solutions in a file have the levels that the search gives."""
    stored = tmp_path / "soma.jsonl"
    assert (
        run(["solve", "soma", "--limit", "3", "--show", "none", "--engine", "exact-cover", "--out", str(stored)]) == 0
    )
    stored.write_text(stored.read_text().splitlines()[2])
    capsys.readouterr()
    assert run(["apart", "soma", str(stored), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    [level] = summary["levels"]
    assert len(level.pop("steps")) == 6
    assert level == {"solution": 1, "apart": True, "level": 1, "moves": [1, 1, 1, 1, 1, 1]}


def test_moves_of_one_assembly_are_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table of moves names the pieces and says where they go, copies with their numbers; `--json` has numbers."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX % (", fixed: true", ""))
    assert run(["apart", str(file), "--jobs", "1", "--limit", "1"]) == 0
    assert "take I out downward" in capsys.readouterr().out
    assert run(["apart", str(file), "--jobs", "1", "--limit", "1", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["levels"][0]["steps"]
    assert all({*step} < {"pieces", "move", "leave"} for step in steps)


@pytest.mark.parametrize("name", [name for name, lattice in LATTICES.items() if unsupported_reason(lattice) is None])
def test_each_direction_has_words_of_its_own(name: str) -> None:
    """Words of two directions of moves on a lattice differ, and opposite directions have opposite words."""
    lattice = LATTICES[name]
    words = {step: text for step in directions(lattice) for text in [direction_words(lattice)[step]]}
    assert len({*words.values()}) == len(words)
    for step, text in words.items():
        opposite = words[tuple(-x for x in step)]
        for word, other in (("up", "down"), ("left", "right"), ("back", "front")):
            assert (word in text.split()) == (other in opposite.split())


def test_apart_of_a_locked_assembly_has_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle none of whose solutions can be built has exit status 1, and level null."""
    assert run(["apart", str(locked_puzzle(tmp_path)), "--jobs", "1", "--json"]) == 1
    summary = json.loads(capsys.readouterr().out)
    assert summary["levels"] == [{"solution": 1, "apart": False, "level": None, "moves": []}]


BOX = """
name: box
board: {size: [3, 4]}
fill: false
tiles:
  - {name: G, drawing: "XXXX\\nX..X\\nX.XX"%s}
  - {name: I, drawing: X}
  - {name: J, drawing: "XX"}
given: [{tile: G, cells: [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0], [1, 3], [2, 0], [2, 2], [2, 3]]%s}]
"""


@pytest.mark.parametrize(("tile", "given"), [(", fixed: true", ""), ("", ", fixed: true")])
def test_fixed_box_stays_at_rest(tmp_path: Path, tile: str, given: str) -> None:
    """The steps of a puzzle with a fixed box, a tile or a given piece, move the pieces inside only."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX % (tile, given))
    moves = tmp_path / "moves.jsonl"
    assert run(["apart", str(file), "--jobs", "1", "--out", str(moves)]) in (0, 1)
    lines = [json.loads(line) for line in moves.read_text().splitlines()]
    assert lines
    for line in lines:
        box = 1 + [placement["tile"] for placement in line["placements"]].index("G")
        assert all(box not in step["pieces"] for step in line["steps"])
    assert run(["verify", str(file), str(moves)]) == 0


LINKED = """
name: Linked rings
board:
  drawing: |
    ....
    .XXX
    ....

    XXX.
    XXXX
    XXX.

    ....
    .XXX
    ...X
tiles:
  - {name: ring, drawing: "XXX\\nX.X\\nXXX", multiplicity: 2%s}
  - {name: key, drawing: X}
"""


@pytest.mark.parametrize(
    ("group", "count"), [("", 0), (", group: cage", 1), (", group: {cage: 2, frame: 1}", 1), (", group: {cage: 1}", 0)]
)
def test_linked_rings_of_a_group_stay_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], group: str, count: int
) -> None:
    """Two linked rings come apart only as a group that takes both; the summary and the file say which stay together."""
    file, moves = tmp_path / "rings.yaml", tmp_path / "moves.jsonl"
    file.write_text(LINKED % group)
    assert run(["apart", str(file), "--jobs", "1", "--json", "--out", str(moves)]) == 1 - count
    [row] = json.loads(capsys.readouterr().out)["levels"]
    assert (row["apart"], row["level"]) == (count == 1, 1)
    assert row.get("together") == ([[1, 2]] if count else None)
    assert json.loads(moves.read_text()).get("together") == row.get("together")
    assert run(["verify", str(file), str(moves)]) == 0
    assert run(["count", str(file), "--jobs", "1", "--rule", "buildable=true"]) == 1 - count


def test_show_lists_groups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overview names the tiles of each group, with their number unless it is that of all copies."""
    file = tmp_path / "rings.yaml"
    file.write_text(LINKED % ", group: {cage: 2, frame: 1}")
    assert run(["show", str(file)]) == 0
    assert "cage: ring; frame: 1 of ring" in capsys.readouterr().out


def test_level_is_a_measure(tmp_path: Path) -> None:
    """Counts by level are those of the command, and 0 stands for an assembly that nothing leaves."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX % ("", ""))
    table = tabulate(str(file), by="level", jobs=1)
    levels = [each.level or 0 for each in apart(str(file), jobs=1).disassemblies]
    assert {value: solutions for value, solutions, _ in table.rows} == Counter(levels)
    assert [solution.measure("level") for solution in solve(str(file), jobs=1).solutions] == levels


@pytest.mark.parametrize("name", ["level", "interlocking", "buildable"])
def test_rules_of_moves_refuse_wrapped_boards(name: str) -> None:
    """A torus has no outside to move a piece to."""
    value = "{min: 1}" if name == "level" else "true"
    spec = "{name: x, board: {size: [4, 4], wrap: torus}, tiles: [{set: domino, multiplicity: any}], rules: {%s: %s}}"
    with pytest.raises(MistakeError, match="no outside"):
        solve(parse_spec(spec % (name, value)))


def test_level_of_more_than_62_pieces() -> None:
    """The rule holds for 64 loose squares, which were too many."""
    many = "{name: x, board: {size: [8, 8]}, tiles: [{set: monomino, multiplicity: 64}], rules: {level: 1}}"
    assert len(solve(parse_spec(many), jobs=1, engine="exact-cover", limit=1).solutions) == 1


@pytest.mark.parametrize(
    ("cells", "options", "problem"),
    [
        ("[[0, 0], [0, 40000]]", {}, "reach 40,002 steps; 30,000"),
        ("[[0, 0], [25000, 0]]", {"memory": 100}, "needs about .*, 100 bytes may be used"),
    ],
)
def test_apart_refuses_immovable_pieces(cells: str, options: dict[str, Any], problem: str) -> None:
    """Positions beyond 16 bits and tables beyond the memory limit are refused: the first were an internal error."""
    spec = parse_spec(f"{{name: x, board: {{cells: {cells}}}, tiles: [{{set: monomino, multiplicity: 2}}]}}")
    solutions = solve(spec, jobs=1, engine="exact-cover").solutions
    with pytest.raises(MistakeError, match=problem):
        apart(spec, solutions, **options)


def test_apart_ends_with_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that does not look at the clock is abandoned, and the solutions after the deadline are not searched."""
    called, over = [], Event()

    def endless(*arguments: object) -> dict[int, Disassembly]:
        called.append(arguments)
        over.wait()
        return {0: UNANSWERED}

    monkeypatch.setattr("cp_puzzles.analysis.follow_up.taken_at_once", endless)
    result = apart("soma", engine="exact-cover", jobs=1, symmetry="off", time_limit=0.5)
    over.set()
    assert len(called) <= 1
    assert result.unknown == len(result.disassemblies)


def test_unfinished_assembly_shows_what_is_known() -> None:
    """A limit of states leaves the states seen, the pieces that leave, and the level or the least possible one."""
    result = apart("soma", limit=1, states=3, engine="exact-cover", jobs=1)
    known = result.summary()["levels"][0]
    assert (known["apart"], known["level"], known["states"] > 3) == (None, 1, True)
    assert 0 < len(known["leave"]) < 7
    assert f"1        {known['states']}       1" in str(result)
    unfinished = replace(result.disassemblies[0], level=None, at_least=5, steps=())
    table = str(replace(result, disassemblies=(unfinished,)))
    assert "at least 5" in table
    assert "none known" in table


def test_apart_refuses_balls() -> None:
    """A lattice whose cells do not move exactly is refused with the reason."""
    with pytest.raises(MistakeError, match="balls touch"):
        apart("trispheres_pyramid3", limit=1)


def test_refused_command_keeps_the_file_of_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a lattice without moves nor the file of solutions as the file of moves empties an existing file."""
    moves = tmp_path / "moves.jsonl"
    ring = str(locked_puzzle(tmp_path))
    assert run(["apart", ring, "--jobs", "1", "--out", str(moves)]) == 1
    written = moves.read_text()
    assert run(["apart", ring, str(moves), "--out", str(moves)]) == 2
    assert "the solutions are read from this file" in capsys.readouterr().err
    balls = tmp_path / "balls.yaml"
    balls.write_text("{name: b, lattice: balls, board: {cells: [[0, 0, 0]]}, tiles: [{name: M, cells: [[0, 0, 0]]}]}")
    assert run(["apart", str(balls), "--out", str(moves)]) == 2
    assert "lattice directions; use a lattice of polygons or polyhedra, such as" in capsys.readouterr().err
    assert moves.read_text() == written
    assert run(["apart", ring, "--jobs", "1", "--out", str(moves)]) == 1
    assert moves.read_text() == written


def test_solution_without_pieces_is_apart() -> None:
    """A board that may stay empty has a solution with nothing to take apart."""
    spec = parse_spec("{name: x, board: {size: [1, 2]}, fill: false, tiles: [{set: monomino, multiplicity: 0-1}]}")
    result = apart(spec, jobs=1)
    assert [(each.apart, each.level) for each in result.disassemblies] == [(True, None), (True, None)]
