"""The public Python names: puzzles of Python values, models to extend, symmetry groups."""

from __future__ import annotations

import sys
from inspect import signature
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

import cp_puzzles
from cp_puzzles import Board, Puzzle, PuzzleSpec, Tile, count, load_spec, parse_spec, solve, symmetry_group, unfold
from cp_puzzles.cli.commands import COMMANDS
from cp_puzzles.errors import MistakeError, SpecError
from tests.processes import finished

TEXT = """
name: puzzle
board: {drawing: "XXXX\\nXXXX\\nXXX."}
tiles:
- {name: L, drawing: "X.\\nXX"}
- {name: I, cells: [[0, 0], [0, 1]], multiplicity: 4}
"""
"""The puzzle of the tests that make it in several ways: 11 cells, a tromino and four dominoes."""

MASK = np.array([[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 0]], dtype=bool)
L_MASK = np.array([[True, False], [True, True]])
DOMINO = {"cells": [(0, 0), (0, 1)], "multiplicity": 4}


@pytest.mark.parametrize(
    ("board", "tiles"),
    [
        (MASK, {"L": L_MASK, "I": DOMINO}),
        (np.argwhere(MASK), {"L": "X.\nXX", "I": DOMINO}),
        ({(int(r), int(c)) for r, c in np.argwhere(MASK)}, {"L": {(0, 0), (1, 0), (1, 1)}, "I": DOMINO}),
        ("XXXX\nXXXX\nXXX.", {"L": ["X.", "XX"], "I": {"drawing": ["XX"], "multiplicity": np.int64(4)}}),
        (["XXXX", "XXXX", "XXX."], [{"name": "L", "cells": L_MASK}, {"name": "I", **DOMINO}]),
        ({"size": (3, 4), "holes": [(2, 3)]}, [*parse_spec(TEXT).tiles]),
        ({"cells": MASK}, iter(parse_spec(TEXT).tiles)),
        (parse_spec(TEXT).board, parse_spec(TEXT).tiles),
    ],
)
def test_puzzle_accepts_every_form_of_cells(board: Any, tiles: Any) -> None:
    """Drawings, rows, coordinates, sets, arrays, dicts and parts of a spec make the puzzle that the file makes."""
    assert Puzzle(board=board, tiles=tiles) == cp_puzzles.build_puzzle(parse_spec(TEXT))


def test_puzzle_takes_the_other_keys_of_a_file() -> None:
    """Rules, given pieces and the lattice of a puzzle without a file are those of a file."""
    given = [{"tile": "I", "cells": np.array([[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]])}]
    puzzle = Puzzle(board=(6, 10), tiles="pentominoes", name="walls", rules={"faults": 0}, given=given)
    assert puzzle.given[0].tile == "I"
    assert [rule.key for rule in puzzle.rules] == ["faults"]
    solid = Puzzle(board=np.ones((3, 3, 3), dtype=bool), tiles=["soma"])
    assert count(solid, jobs=1).count == 240
    hexagons = Puzzle(board=[(0, 0), (0, 1), (1, 0)], tiles={"T": [(0, 0), (0, 1), (1, 0)]}, lattice="hexagonal")
    assert count(hexagons, jobs=1).count == 1


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"rulez": {}}, "Puzzle: rulez: there is no key 'rulez' here; did you mean 'rules'?"),
        ({"board": (0, 4)}, "Puzzle: board.size.0: 0 is too small; write 1 or more"),
        ({"board": np.zeros((2, 2), dtype=bool)}, "Puzzle: board.cells: an empty list is too short"),
        ({"board": np.ones((2, 2))}, "Puzzle: board.cells.0.0: expected an integer, found 1.0"),
        ({"board": 4}, "Puzzle: board.cells: expected a list, found 4"),
        ({"tiles": {"L": {"cells": L_MASK, "multiplicty": 2}}}, "did you mean 'multiplicity'?"),
        ({"tiles": ["pentominos"]}, "Puzzle: tiles.0.set: there is no set 'pentominos'; did you mean"),
        ({"tiles": []}, "Puzzle: tiles: an empty list is too short"),
        ({"tiles": 3}, "Puzzle: tiles: expected a list, found 3"),
        ({"tiles": {"L": "X?"}}, "'L' has an optional cell '?'"),
    ],
)
def test_puzzle_words_mistakes_as_a_file(keys: dict[str, Any], message: str) -> None:
    """A mistake in Python values has its place, the value and a remedy."""
    with pytest.raises(SpecError) as error:
        Puzzle(**({"board": (2, 2), "tiles": ["tetrominoes"]} | keys))
    assert message in str(error.value)


@pytest.mark.parametrize("name", ["soma", "pentomino6x10", "dominoes4x4", "y_pentominoes5x10"])
def test_spec_round_trips_through_dict_and_yaml(name: str) -> None:
    """A spec is equal to the specs read from its dict and its text."""
    spec = load_spec(name)
    assert PuzzleSpec.from_dict(spec.to_dict()) == spec == PuzzleSpec.from_yaml(spec.to_yaml())


def test_made_puzzle_has_a_spec_that_makes_it_again() -> None:
    """The file of a puzzle made in Python describes the same puzzle; boards and tiles are public values."""
    puzzle = Puzzle(board=MASK, tiles={"L": L_MASK, "I": DOMINO})
    assert puzzle.spec is not None
    assert cp_puzzles.build_puzzle(PuzzleSpec.from_yaml(puzzle.spec.to_yaml())) == puzzle
    assert isinstance(puzzle.board, Board)
    assert isinstance(puzzle.tile("L"), Tile)


@pytest.mark.parametrize(
    "name", ["soma", "calendar", "hexiamonds_star", "kanoodle_pyramid", "pentomino6x10_three_colors"]
)
def test_puzzle_accepts_board_and_tiles_of_another(name: str) -> None:
    """A board and tiles of a puzzle make equal ones on the same lattice."""
    puzzle = cp_puzzles.build_puzzle(load_spec(name))
    copy = Puzzle(board=puzzle.board, tiles=puzzle.tiles, lattice=puzzle.lattice.name)
    assert (copy.lattice, copy.board, copy.tiles) == (puzzle.lattice, puzzle.board, puzzle.tiles)


def test_puzzle_accepts_colored_and_one_sided_tiles_of_another() -> None:
    """Colors of cells, and whether a tile may be rotated and reflected, are kept."""
    domino = {"name": "I", "drawing": "bw", "multiplicity": "any", "reflect": False}
    tiles = [domino, {"set": "one-sided-tetrominoes", "only": ["S"], "rotate": False}]
    puzzle = Puzzle(board=["bwbw", "wbwb", "bwbw"], tiles=tiles, colors="bw")
    copy = Puzzle(board=puzzle.board, tiles=puzzle.tiles, colors="bw")
    assert (copy.board, copy.tiles) == (puzzle.board, puzzle.tiles)
    assert [len(tile.orientations) for tile in copy.tiles] == [4, 1]


def test_puzzle_accepts_new_boards_and_tiles() -> None:
    """Boards and tiles that a user makes need cells only; they are checked as all others are."""
    tiles: list[Tile | str] = [Tile("L", ((0, 0), (1, 0), (1, 1))), Tile("I", ((0, 0), (0, 1)), maximum=4), "monomino"]
    cells = tuple((int(row), int(column)) for row, column in np.argwhere(MASK))
    puzzle = Puzzle(board=Board(cells, optional=frozenset({(0, 0)})), tiles=tiles)
    bounds = [(len(tile.orientations), tile.minimum, tile.maximum) for tile in puzzle.tiles]
    assert bounds == [(4, 1, 1), (2, 1, 4), (1, 1, 1)]
    assert puzzle.required == {*cells} - {(0, 0)}
    with pytest.raises(SpecError, match=r"Puzzle: board\.cells\.1: the cell \[0, 0\] is written twice"):
        Puzzle(board=Board(((0, 0), (0, 0))), tiles=tiles)


def test_replaced_keeps_other_values() -> None:
    """`replaced` keeps the other values, of a subclass, too, and refuses a name that no value has."""
    puzzle = cp_puzzles.build_puzzle(load_spec("calendar"))
    assert puzzle.replaced(name="other").replaced(name=puzzle.name) == puzzle
    with pytest.raises(TypeError, match="a puzzle has no value 'bord'"):
        puzzle.replaced(bord=puzzle.board)


@pytest.mark.parametrize("name", ["dominoes4x4", "y_pentominoes5x10", "t_tetrominoes4x4"])
@pytest.mark.parametrize("symmetry", ["off", "rotations", "full"])
def test_symmetry_group_partitions_placements_and_solutions(name: str, symmetry: Any) -> None:
    """Orbits partition the placements and the solutions; each orbit of solutions has one leader, which is kept."""
    group = symmetry_group(name, symmetry)
    assert group.permutations.shape == (group.order, len(group.placements))
    assert (group.permutations[0] == np.arange(len(group.placements))).all()
    assert sorted(number for orbit in group.orbits for number in orbit) == list(range(len(group.placements)))
    kept = solve(name, symmetry=symmetry, engine="cp-sat", jobs=1).solutions
    for solution in kept:
        orbit = group.orbit_of(solution)
        assert len(orbit) == solution.orbit_size
        leaders = [image.placements for image in orbit if group.is_leader(image)]
        assert leaders == [group.leader(orbit[-1]).placements]
    assert all(map(group.is_leader, kept))
    images = [image for solution in kept for image in group.orbit_of(solution)]
    assert set(images) == set(unfold(kept, symmetry=symmetry))


def test_symmetry_group_keeps_given_pieces() -> None:
    """A given placement breaks the symmetries that move it; a solution of another puzzle is refused."""
    given = [{"tile": "I", "cells": [(0, 0), (0, 1)]}]
    dominoes = {"I": {"cells": [(0, 0), (0, 1)], "multiplicity": 8}}
    free = Puzzle(board=(4, 4), tiles=dominoes)
    fixed = Puzzle(board=(4, 4), tiles=dominoes, given=given)
    assert (symmetry_group(free).order, symmetry_group(fixed).order) == (8, 1)
    [solution, *_] = solve(fixed, jobs=1).solutions
    assert symmetry_group(fixed).leader(solution) == solution
    with pytest.raises(MistakeError, match="it belongs to another puzzle"):
        symmetry_group(free).leader(solution)
    with pytest.raises(MistakeError, match=r"must be one of off, rotations, full, components"):
        symmetry_group(free, "ful")  # type: ignore[arg-type]


def test_model_of_a_subgroup_keeps_one_tiling_of_each_orbit() -> None:
    """Under each subgroup the tilings of a model are as many as its orbits; the group of another puzzle is refused."""
    group = symmetry_group("dominoes4x4")
    tilings = solve("dominoes4x4", symmetry="off", jobs=1).solutions
    for element in range(group.order):
        part = group.subgroup([element])
        orbits = {frozenset(frozenset(image.placements) for image in part.orbit_of(tiling)) for tiling in tilings}
        model = cp_puzzles.to_model("dominoes4x4", group=part)
        assert solve("dominoes4x4", model=model).count == len(orbits)
    with pytest.raises(MistakeError, match="group: it is the group of another puzzle, 'Dominoes 4x4'"):
        cp_puzzles.to_model("soma", group=group)
    with pytest.raises(MistakeError, match=r"there is no element 8; write 0 to 7"):
        group.subgroup([8])


FUNCTIONS_WITH_A_PUZZLE = (
    *("solve", "count", "iter_solutions", "to_model", "symmetry_group", "hint", "explain", "estimate", "sample"),
    *("design", "difficulty", "smallest", "apart", "tabulate", "experiment", "verify"),
)


@pytest.mark.parametrize("function", FUNCTIONS_WITH_A_PUZZLE)
def test_misspelled_keyword_gets_a_suggestion(function: str) -> None:
    """A keyword that a function does not have is a `TypeError` that names the nearest one."""
    required = {"tabulate": {"by": "faults"}, "verify": {"path": "solutions.jsonl"}}.get(function, {})
    with pytest.raises(TypeError, match=r"did you mean '(rule|rules)'"):
        getattr(cp_puzzles, function)("dominoes4x4", rulee="faults=0", **required)


@pytest.mark.parametrize(
    "command",
    ["solve", "count", "hint", "explain", "estimate", "sample", "design", "smallest", "apart", "verify", "experiment"],
)
def test_every_option_is_a_keyword_or_has_a_remedy(command: str) -> None:
    """An option of a command is a keyword of its function; those that only print or draw are refused with a remedy."""
    function = getattr(cp_puzzles, command)
    parameters = {*signature(function).parameters}
    if command in ("apart", "experiment"):  # they pass the others on
        parameters |= {*signature(cp_puzzles.count).parameters}
    for option in COMMANDS[command].params:
        if option.name in parameters or isinstance(option, click.Argument) or getattr(option, "hidden", False):
            continue
        with pytest.raises(TypeError, match=f"has no keyword '{option.name}'; ") as error:
            function("dominoes4x4", **{option.name: "x"}, **({"path": "a"} if command == "verify" else {}))
        assert "did you mean" not in str(error.value)


def test_changes_of_a_puzzle_are_keywords_of_every_function() -> None:
    """Functions that analyze a puzzle take cells to leave, given pieces and rules as `solve` does."""
    given = {"tile": "I", "cells": [[0, 0], [0, 1]]}
    fixed = cp_puzzles.sample("dominoes4x4", 5, seed=1, given=given)
    assert all(("I", ((0, 0), (0, 1))) in [(p.tile, p.cells) for p in t.placements] for t in fixed.solutions)
    assert cp_puzzles.explain("dominoes4x4", rule={"faults": 0}).answer == "none"
    assert cp_puzzles.hint("calendar", leave=["Nov", "22"]).status == "found"
    assert symmetry_group("dominoes4x4", given=given).order == 1


def test_solve_writes_checks_and_certifies(tmp_path: Path) -> None:
    """`out`, `cross_check` and `certificate` do what the options of the command line do."""
    path, folder = tmp_path / "tilings.jsonl", tmp_path / "proof"
    result = solve("dominoes4x4", jobs=1, out=path, cross_check=True, certificate=folder)
    assert set(cp_puzzles.read_solutions(path, "dominoes4x4")) == set(result.solutions)
    assert (folder / "check.py").exists()
    with pytest.raises(MistakeError, match="compares complete searches; remove limit"):
        count("dominoes4x4", cross_check=True, limit=2)
    with pytest.warns(RuntimeWarning, match="cross-check: omitted, because the search was not finished"):
        solve("pentomino6x10", jobs=1, time_limit=0.1, cross_check=True)
    with pytest.raises(MistakeError, match="the puzzle without your constraints"):
        solve("dominoes4x4", model=cp_puzzles.to_model("dominoes4x4"), cross_check=True)


def test_sample_takes_numbers_and_a_time_limit() -> None:
    """`kth` gives numbered tilings as on the command line; a time limit is heard."""
    numbered = cp_puzzles.sample("dominoes4x4", kth=[1, 36])
    assert (numbered.numbers, len(numbered.solutions)) == ((0, 35), 2)
    with pytest.raises(MistakeError, match="seed=1: excludes kth"):
        cp_puzzles.sample("dominoes4x4", kth=1, seed=1)
    with pytest.raises(TimeoutError, match="takes longer than time_limit"):
        cp_puzzles.estimate("pentomino6x10", time_limit=0.01)


def test_import_of_all_names_needs_no_extra() -> None:
    """Without the packages of an extra, an import of all names omits the names that need them."""
    code = (
        "import importlib.util as util; found = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'anywidget' else found(name, *rest)\n"
        "from cp_puzzles import __all__ as names\nprint('solve' in names, 'PuzzleWidget' in names)"
    )
    assert finished([sys.executable, "-c", code], status=0).stdout == "True False\n"


def test_repr_of_a_value_is_a_few_lines() -> None:
    """A Python shell shows a puzzle, a group, a hint, an explanation or a result in at most three lines."""
    puzzle = cp_puzzles.build_puzzle(load_spec("soma"))
    result = solve(puzzle, engine="exact-cover", jobs=1)
    solution = result.solutions[0]
    assert repr(puzzle) == "Puzzle('Soma cube', 27 cells and 7 tiles on the cubic lattice)"
    assert repr(result).startswith("RunResult('Soma cube', complete, 240 solutions, raw 11,520, symmetry full")
    values = (puzzle.spec, puzzle.board, puzzle.tiles[0], solution, solution.tiling, result.solutions)
    results = (cp_puzzles.explain(parse_spec(TEXT)), cp_puzzles.hint(puzzle), symmetry_group(puzzle))
    assert [text for text in map(repr, (*values, *results)) if len(text) > 240] == []
