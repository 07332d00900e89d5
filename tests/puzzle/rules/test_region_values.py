"""Values on cells and conditions on regions: engines count what a brute force without the package counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from cp_puzzles import Puzzle, build_puzzle, count, iter_solutions, load_spec
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.burrtools.burr_writer import burr_lines
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.written import puzzle_of

Cell = tuple[int, int]
Values = dict[Cell, int]

CONDITIONS: dict[str, tuple[Any, Callable[[list[int]], bool]]] = {
    "sum": ({"sum": 6}, lambda values: sum(values) == 6),
    "sum range": ({"sum": {"min": 2, "max": 5}}, lambda values: 2 <= sum(values) <= 5),
    "less": ({"sum": {"max": 3}}, lambda values: sum(values) <= 3),
    "equal": ("equal", lambda values: len(set(values)) <= 1),
    "different": ("different", lambda values: len(set(values)) == len(values)),
    "count": ({"count": {"value": 2, "min": 1, "max": 2}}, lambda values: 1 <= values.count(2) <= 2),
}


def fillings(cells: list[Cell], tiles: list[tuple[int, int]]) -> Iterator[tuple[frozenset[Any], Values]]:
    """Yield each way to fill cells with all dominoes, as the values on the cells of each."""
    if not cells:
        yield frozenset(), {}
        return
    first = min(cells)
    for near in ((first[0], first[1] + 1), (first[0] + 1, first[1])):
        if near not in cells:
            continue
        rest = [cell for cell in cells if cell not in (first, near)]
        for tile in tiles:
            others = [other for other in tiles if other != tile]
            for values in {tile, tile[::-1]}:
                placed = {first: values[0], near: values[1]}
                for chosen, shown in fillings(rest, others):
                    yield chosen | {(tile, frozenset(placed.items()))}, shown | placed


def random_puzzle(seed: int) -> tuple[dict[str, Any], int]:
    """Return a random puzzle of dominoes with regions, and the number of its solutions by brute force."""
    random = Random(seed)
    rows, columns = random.choice([(2, 3), (2, 4), (3, 2), (2, 2)])
    cells = [*product(range(rows), range(columns))]
    every = [(low, high) for low in range(4) for high in range(low, 4)]
    tiles = random.sample(every, len(cells) // 2)
    letters = {cell: random.choice("AABBC.") for cell in cells}
    regions = {letter: [cell for cell in cells if letters[cell] == letter] for letter in "ABC"}
    rules = {letter: random.choice([*CONDITIONS]) for letter in "ABC" if regions[letter]}
    if random.random() < 0.3:
        rules["rows"] = random.choice(["different", "sum range", "less"])
    groups = {**regions, "rows": []}
    met = [
        (CONDITIONS[kind][1], groups[name])
        for name, kind in rules.items()
        if name != "rows"
    ] + [
        (CONDITIONS[kind][1], [cell for cell in cells if cell[0] == row])
        for name, kind in rules.items()
        if name == "rows"
        for row in range(rows)
    ]  # fmt: skip
    known = {random.choice(cells): random.choice(tiles)[1]} if random.random() < 0.4 else {}
    wanted = {
        chosen
        for chosen, shown in fillings(cells, tiles)
        if all(holds([shown[cell] for cell in region]) for holds, region in met)
        and all(shown[cell] == value for cell, value in known.items())
    }
    drawing = "\n".join("".join(letters[row, column] for column in range(columns)) for row in range(rows))
    data = {
        "name": f"values {seed}",
        "board": {
            "size": [rows, columns],
            "regions": drawing,
            "values": {value: [cell] for cell, value in known.items()},
        },
        "tiles": [{"set": "dominoes-0-6", "only": [f"{low}-{high}" for low, high in tiles]}],
        "rules": {"regions": {name: CONDITIONS[kind][0] for name, kind in rules.items()}},
    }
    return data, len(wanted)


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(10, 400, 10))])
def test_region_rules_count_like_brute_force(first: int) -> None:
    """Every engine finds the fillings that satisfy all conditions; orbits have as many images as there are fillings."""
    for seed in range(first, first + 10):
        data, wanted = random_puzzle(seed)
        puzzle = build_puzzle(PuzzleSpec.from_dict(data))
        assert count(puzzle, engine="exact-cover", symmetry="off", jobs=1).count == wanted, seed
        if seed % 4 == 0:
            assert count(puzzle, engine="frontier", jobs=1).raw == wanted, seed
            assert count(puzzle, engine="cp-sat", jobs=1).raw == wanted, seed
            plain = build_puzzle(PuzzleSpec.from_dict({**data, "rules": {}}))
            tilings = iter_solutions(plain, symmetry="off", engine="exact-cover", jobs=1)
            assert sum(Verifier(puzzle).rule_violation(each.placements) is None for each in tilings) == wanted, seed


def test_values_of_tiles_are_drawn_listed_or_named() -> None:
    """A digit in a drawing, `values` beside cells, and a set of dominoes give the same placements."""
    board = "board: {size: [2, 2]}, tiles: [%s, {set: domino}]"
    drawn = puzzle_of(board % '{name: 3-6, drawing: "36"}')
    listed = puzzle_of(board % "{name: 3-6, cells: [[0, 1], [0, 0]], values: [6, 3]}")
    named = puzzle_of(board % "{set: dominoes-0-6, only: [3-6]}")
    assert drawn.tiles == listed.tiles == named.tiles
    assert count(drawn, symmetry="off", jobs=1).count == 8
    assert count(drawn, jobs=1).count == 1
    with pytest.raises(SpecError, match="have the same shape"):
        puzzle_of('board: {size: [2, 2]}, tiles: [{name: a, drawing: "36"}, {name: b, drawing: "63"}]')


def test_known_values_of_cells_fit_those_of_tiles() -> None:
    """A digit in the board's drawing, or `values`, is the value that a domino shows there; other cells fit all."""
    tiles = "tiles: [{set: dominoes-0-6, only: [0-0, 0-1, 1-1]}]"
    drawn = puzzle_of(f'board: {{drawing: "01X\\n0X1"}}, {tiles}')
    listed = puzzle_of(f"board: {{size: [2, 3], values: {{0: [[0, 0], [1, 0]], 1: [[0, 1], [1, 2]]}}}}, {tiles}")
    assert drawn.board == listed.board
    # four with 0-0 on the left, and 0-1 over 0-0 with 1-1 on the right
    assert count(drawn, symmetry="off", jobs=1).count == 5


def test_given_piece_has_the_values_that_are_written() -> None:
    """A piece given on a command line, or in a file, says what it shows: `=0,1` after its cells, or `shown`."""
    spec = load_spec("domino_values1", given="0-6@0,0;1,0=6,0")
    assert [placement.shown for placement in build_puzzle(spec).given] == [("6", "0")]
    with pytest.raises(SpecError, match="in 2 ways"):
        build_puzzle(load_spec("domino_values1", given="0-6@0,0;1,0"))


def test_values_are_refused_by_formats_without_them() -> None:
    """BurrTools and Knuth's programs have no values."""
    puzzle = puzzle_of('board: {drawing: "01"}, tiles: [{set: dominoes-0-6, only: [0-1]}]')
    with pytest.raises(MistakeError, match="no values of cells"):
        [*burr_lines(puzzle)]


def test_regions_are_drawn_or_listed() -> None:
    """A drawing of regions, and lists of their cells on a lattice without drawings, give the same regions."""
    rule = "tiles: [{set: domino, multiplicity: 2}], rules: {regions: {A: equal}}"
    drawn = puzzle_of(f'board: {{size: [2, 2], regions: "AA\\nB."}}, {rule}')
    listed = puzzle_of(f"board: {{size: [2, 2], regions: {{A: [[0, 0], [0, 1]], B: [[1, 0]]}}}}, {rule}")
    assert drawn.board == listed.board
    assert Puzzle(board=drawn.board, tiles=drawn.tiles).board == drawn.board


def test_values_survive_a_copy_of_board_and_tiles() -> None:
    """A puzzle of the board and the tiles of another one has the same solutions, with cells without a value, too."""
    puzzle = puzzle_of('board: {drawing: "3XX\\nXX0"}, tiles: [{name: a, drawing: "3X0"}, {name: b, drawing: "30X"}]')
    copy = Puzzle(board=puzzle.board, tiles=puzzle.tiles)
    assert (copy.board, copy.tiles) == (puzzle.board, puzzle.tiles)


def test_sum_out_of_reach_has_no_solution() -> None:
    """A sum that no values reach is an answer, not a mistake."""
    text = 'board: {size: [1, 2], regions: AA}, tiles: [{name: a, drawing: "12"}], rules: {regions: {A: {sum: 9}}}'
    result = count(puzzle_of(text), jobs=1)
    assert (result.count, result.status) == (0, "complete")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "size: [1, 2], regions: AA}, tiles: [{set: domino}], rules: {regions: {B: equal}}",
            "no cell is in the region",
        ),
        ("size: [1, 2], values: {3: [[0, 5]]}}, tiles: [{set: domino}]", "is not on the board"),
        ("drawing: 1X, values: {2: [[0, 0]]}}, tiles: [{set: domino}]", "the cell has 1 already"),
        ("size: [1, 2], values: {100: [[0, 0]]}}, tiles: [{set: domino}]", "board.values.100"),
        ("size: [1, 2], regions: {A: [[0, 0]], B: [[0, 0]]}}, tiles: [{set: domino}]", "in the region A already"),
        ("size: [1, 2], regions: AAA}, tiles: [{set: domino}]", "is not on a cell of the board; the cells of line"),
        ("size: [1, 2], regions: AA.}, tiles: [{set: domino}]", "line 1 goes beyond the board"),
        ("size: [2, 3], regions: AAA}, lattice: hexagonal, tiles: [{set: monohex}]", "of line 1 are the X in 'X X X'"),
        ("size: [1, 2]}, tiles: [{name: a, cells: [[0, 0]], values: [1, 2]}]", "2 values for 1 cell"),
        ("size: [1, 2]}, tiles: [{name: a, drawing: X, values: [1]}]", "draw its values as digits"),
        ("size: [1, 2], regions: AA}, tiles: [{set: domino}], rules: {regions: {A: {}}}", "one of sum and count"),
        ("hexagon: 2}, lattice: hexagonal, tiles: [{set: monohex}], rules: {regions: {rows: equal}}", "no rows"),
    ],
)
def test_mistakes_in_values_and_regions(text: str, message: str) -> None:
    """Each is named with its place and remedy."""
    with pytest.raises(SpecError) as error:
        puzzle_of(f"board: {{{text}")
    assert message in str(error.value)
