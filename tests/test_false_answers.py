"""Answers that were false where features meet, each with its right value."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cp_puzzles import Puzzle, SpecError, build_puzzle, count, explain, iter_solutions, parse_spec
from cp_puzzles.cover.cover_problem import build_cover
from tests.cli.program import Program
from tests.processes import finished

ENGINES = ("cp-sat", "exact-cover", "frontier", "auto")

VALUES_ON_A_TUBE = """{name: t1, board: {size: [2, 4], wrap: tube, regions: {A: [[0, 0]]}},
    tiles: [{name: S, cells: [[0, 0], [0, 1], [1, 1], [1, 2]], values: [1, 1, 3, 2], multiplicity: any}],
    rules: {regions: {A: {sum: 3}}}}"""


def puzzle_of(text: str) -> Puzzle:
    """Return the puzzle of a file."""
    return build_puzzle(parse_spec(text))


def counts(text: str) -> set[int]:
    """Return the numbers of all solutions that the engines and `iter_solutions` find."""
    puzzle = puzzle_of(text)
    engines = [engine for engine in ENGINES if engine != "frontier" or not build_cover(puzzle).checks]
    found = {count(puzzle, engine=engine, symmetry="off", jobs=1).count for engine in engines}
    return {*found, len([*iter_solutions(puzzle, symmetry="off", jobs=1)])}


def test_values_of_a_tile_stay_on_a_wrapped_board() -> None:
    """A tile keeps its values where its cells are rolled up: every engine and `explain` know them."""
    assert counts(VALUES_ON_A_TUBE) == {4}
    assert explain(puzzle_of(VALUES_ON_A_TUBE)).answer == "some"
    assert puzzle_of(VALUES_ON_A_TUBE).tiles[0].shown == ("1", "1", "3", "2")


@pytest.mark.parametrize("wrap", ["tube", "torus", "[[2, 1], [0, 4]]", "[[0, 4]]"])
@pytest.mark.parametrize("colors", [("bw", "b\\nw"), ("bbw", "b\\nb\\nw"), ("bXw", "w\\nX\\nb")])
def test_exchanges_of_colors_ignore_how_a_tile_is_drawn(colors: tuple[str, str], wrap: str) -> None:
    """A tile drawn across and the same tile drawn down have one number of solutions up to exchanges of colors."""
    text = '{name: c, board: {size: [2, 4], wrap: %s}, fill: false, colors: bw, tiles: [{name: S, drawing: "%s"}]}'
    found = [count(puzzle_of(text % (wrap, drawing)), symmetry="colors", jobs=1) for drawing in colors]
    assert len({(each.count, each.raw, each.group_order) for each in found}) == 1


@pytest.mark.parametrize(
    ("board", "tile", "solutions"),
    [
        ("[1, 2]", "cells: [[0, 0], [0, 1]], values: [1, 0]", 0),
        ("[1, 2]", "cells: [[0, 0], [0, 1]], values: [1, 1]", 1),
        ("[1, 2]", "drawing: ab", 0),
        ("[1, 2]", "drawing: aa", 1),
        ("[1, 1]", "cells: [[0, 0]], sides: abcd", 0),
        ("[1, 1]", "cells: [[0, 0]], sides: abab", 2),
        ("[1, 2]", "cells: [[0, 0]], sides: abcd, multiplicity: 2", 4),
        ("[1, 4]", "cells: [[0, 0], [0, 1]], values: [1, 0], multiplicity: 2", 2),
        ("[2, 2]", "cells: [[0, 0], [1, 1]], values: [1, 0], multiplicity: 2, disconnected: true", 0),
        ("[2, 2]", "cells: [[0, 0], [1, 1]], values: [1, 1], multiplicity: 2, disconnected: true", 1),
    ],
)
def test_symmetric_moves_values_colors_and_sides(board: str, tile: str, solutions: int) -> None:
    """The half-turn maps a piece to one that shows the same: values, colors and sides move with the cells."""
    text = f"{{name: s, board: {{size: {board}}}, colors: ab, tiles: [{{name: S, {tile}}}]"
    assert counts(text + ", rules: {symmetric: half-turn}}") == {solutions}


RECTANGLES = (
    "{name: f, board: {size: [2, 6], wrap: %s}, tiles: [{family: %s, cells: %s, rotate: %s, multiplicity: any}]}"
)


@pytest.mark.parametrize(
    ("wrap", "family", "cells", "rotate", "names"),
    [
        ("tube", "rectangles", "[2, 3]", "false", "1x2 2x1 1x3"),
        ("tube", "rectangles", "[5, 8]", "false", "1x5 1x6 2x3 2x4"),
        ("[[2, 3], [0, 6]]", "rectangles", "[2, 3]", "false", "1x2 2x1 1x3 3x1"),
        ("[[2, 3], [0, 6]]", "bars", "[1, 12]", "true", "1x1 1x2 1x3 1x4 1x5 1x6"),
        ("[[1, 8]]", "bars", "[1, 12]", "false", "1x1 1x2 2x1 1x3 1x4 1x5 1x6"),
        ("tube", "polyominoes", "3", "true", "3-1 3-2"),
        pytest.param("torus", "polyominoes", "[11, 12]", "true", "11-1 12-1", marks=pytest.mark.slow),
    ],
)
def test_family_on_a_wrapped_board_is_what_fits_it(wrap: str, family: str, cells: str, rotate: str, names: str) -> None:
    """A family has the shapes of the plane that fit a wrapped board, each once, named by their own sizes."""
    puzzle = puzzle_of(RECTANGLES % (wrap, family, cells, rotate))
    assert [tile.name for tile in puzzle.tiles] == names.split()
    orientations = [each for tile in puzzle.tiles for each in tile.orientations]
    assert len({*orientations}) == len(orientations)


@pytest.mark.parametrize(
    "text",
    [
        "{name: e, board: {size: [2, 3]}, fill: false, tiles: [{set: domino, multiplicity: 0-1}], rules: {empty: 0}}",
        """{name: e, board: {size: [2, 3]}, tiles: [{name: A, cells: [[0, 0], [0, 1]], sides: {0: a.a., 1: ab..},
            multiplicity: any}], rules: {rows: {max: 2}}}""",
        """{name: e, board: {size: [2, 3]}, fill: false, tiles: [{name: A, cells: [[0, 0], [0, 1]],
            sides: {0: a.a., 1: ab..}, multiplicity: 0-2}], rules: {rows: {max: 2}, empty: 1, match: equal}}""",
    ],
)
def test_explain_tries_only_options_that_are_possible(text: str) -> None:
    """An option that a bound of 0 excludes from the start is no gap in a proof by forced moves."""
    assert counts(text) == {0}
    assert explain(puzzle_of(text)).answer == "none"


WITHOUT_PLACEMENTS = """{name: n, board: {size: [1, 6]},
    tiles: [{name: A, cells: [[0, 0], [0, 1], [1, 0], [1, 1]], multiplicity: any}]}"""
SIDES = "{name: s, board: {size: [2, 2]}, tiles: [{name: A, cells: [[0, 0]], sides: abcd, multiplicity: 4}]}"
COLORS = """{name: c, board: {size: [2, 3], colors: {%s: [[0, 0]]}}, colors: %s,
    tiles: [{name: A, drawing: %s, multiplicity: 2}, {name: B, drawing: %s}]}"""


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        (SIDES, "jsonl"),
        (COLORS % ("b", "bw", "bw", "wX"), "jsonl"),
        (COLORS % ("b", "bw", "bw", "wX"), "xmpuzzle"),
        (COLORS % ("p", "bp", "pp", "bX"), "xmpuzzle"),
        (COLORS % ("c", "ac", "ac", "cX"), "xmpuzzle"),
        (VALUES_ON_A_TUBE, "jsonl"),
    ],
)
def test_own_solution_files_are_read_again(text: str, suffix: str, tmp_path: Path, run: Program) -> None:
    """`verify` and `render` accept what `solve` writes of tiles with colors, values and sides."""
    spec, solutions = tmp_path / "spec.yaml", tmp_path / f"solutions.{suffix}"
    spec.write_text(text)
    assert run("solve", str(spec), "--out", str(solutions)).returncode == 0
    found = count(puzzle_of(text), jobs=1).count
    done = run("verify", str(spec), str(solutions))
    assert done.returncode == 0
    assert f"{found} solutions, all valid, none repeated" in done.stdout.replace("\n", " ")
    assert run("render", str(spec), str(solutions), str(tmp_path / "solutions.svg")).returncode == 0


@pytest.mark.parametrize("text", [WITHOUT_PLACEMENTS, WITHOUT_PLACEMENTS.replace("any", "1")])
def test_clauses_of_a_puzzle_without_placements_are_checked(text: str, tmp_path: Path, run: Program) -> None:
    """A problem without options is exported with the one variable that its two clauses need, and accepted."""
    spec, folder = tmp_path / "spec.yaml", tmp_path / "certificate"
    spec.write_text(text)
    assert run("count", str(spec), "--certificate", str(folder)).returncode == 1
    assert run("certificate", "export", str(folder), "--format", "lrat").returncode == 0
    assert "p cnf 1 2" in (folder / "proof.cnf").read_text().splitlines()
    done = finished([sys.executable, "-I", str(folder / "check_cnf.py")], timeout=60)
    assert (done.returncode, done.stdout[:8]) == (0, "CHECKED:")


def test_verdict_says_that_an_objective_is_taken_as_stated(tmp_path: Path, run: Program) -> None:
    """A checker without the puzzle file cannot know the objective; its verdict names it, like bounds of rules."""
    folder = tmp_path / "certificate"
    assert run("count", "dominoes4x4", "--maximize", "crossroads", "--certificate", str(folder)).returncode == 0
    done = run("certificate", "check", str(folder))
    assert done.returncode == 0
    assert ", objective taken as stated, statement " in done.stdout.replace("\n", " ")


def test_design_keeps_an_unused_tile_that_a_rule_needs(tmp_path: Path, run: Program) -> None:
    """A rule about sides needs the tile with sides, although the challenge does not use it."""
    spec = tmp_path / "spec.yaml"
    spec.write_text("""{name: d, board: {size: [2, 2]}, rules: {match: equal}, tiles: [
        {name: A, cells: [[0, 0]], sides: aabb, multiplicity: 0-1}, {set: monomino, multiplicity: any}]}""")
    done = run("design", str(spec), "--choose", "pieces", "--seed", "1")
    assert done.returncode == 0
    assert "1 challenge" in done.stdout


def test_too_many_values_without_an_alias_name_their_key() -> None:
    """A file without aliases that is too large is told which key has most values, not to remove aliases."""
    tiles = "\n".join(f"- {{name: t{n}, cells: [[0, 0], [0, 1]]}}" for n in range(9000))
    with pytest.raises(SpecError, match="more than 50,000 values are too many; tiles has the most, 49,9"):
        parse_spec(f"name: b\nboard: {{size: [1, 3]}}\ntiles:\n{tiles}\n")


def test_tile_of_another_puzzle_keeps_what_it_shows() -> None:
    """A `Tile` passed to a new puzzle keeps its values, colors and sides."""
    text = """{name: k, board: {size: [2, 3]}, colors: ab, rules: {match: equal}, tiles: [
        {name: A, cells: [[0, 0], [0, 1]], sides: {0: c.dd, 1: cdd.}, values: [1, 0], multiplicity: 0-3},
        {name: B, cells: [[0, 0], [0, 1]], sides: {0: d.cc, 1: dcc.}, colors: {a: [[0, 0]]}, multiplicity: 0-3}]}"""
    puzzle = puzzle_of(text)
    copy = Puzzle(board=(2, 3), tiles=puzzle.tiles, colors="ab", rules={"match": "equal"})
    assert [tile.shown for tile in copy.tiles] == [tile.shown for tile in puzzle.tiles]
    found = [count(each, symmetry="off", jobs=1).count for each in (puzzle, copy)]
    assert found[0] == found[1] > 0


@pytest.mark.parametrize(("overlap", "solutions"), [("false", 0), ("2", 1), ("true", 1)])
def test_pieces_of_edges_that_overlap_may_cross(overlap: str, solutions: int) -> None:
    """Two straight pieces of sticks cover a cross of four only where pieces may lie on each other."""
    text = f"""{{name: c, lattice: sticks, overlap: {overlap},
        board: {{cells: [[0, 0, 0], [-1, 0, 0], [0, 0, 1], [0, -1, 1]]}},
        tiles: [{{name: I, cells: [[0, 0, 0], [1, 0, 0]], multiplicity: any}}]}}"""
    assert counts(text) == {solutions}
