"""Symmetry groups: computed from the puzzle, never assumed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.ragged_rows import Places, Ragged
from cp_puzzles.cover.symmetry.induced_permutations import ColoredIsometry, Induced, OptionAction
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, Symmetry, group_of, isometry_counts
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import PlacementFinder, Polyform, RowIndex
from tests import oracle
from tests.cover.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers
from tests.written import cover_from, cover_of


def orders(cover: Cover) -> tuple[int, ...]:
    """The symmetry groups for rotations and for all isometries have the expected orders."""
    return group_of(cover, "rotations").order, group_of(cover, "full").order


PAIR = (
    'tiles: [{name: L, drawing: &l "X.\\nX.\\nXX", reflect: false, multiplicity: %s}, '
    '{name: J, drawing: ".X\\n.X\\nXX", reflect: false, multiplicity: %s}]'
)
GIVEN_PAIR = PAIR.replace("}]", "}, {set: domino, multiplicity: any}]") + (
    ", given: [{tile: L, cells: [[0, 0], [1, 0], [2, 0], [2, 1]]}, {tile: J, cells: [[0, 3], [1, 3], [2, 3], [2, 2]]}]"
)
TWO_COLORS = (
    "colors: rg, tiles: [{name: R, drawing: rr}, {name: G, drawing: gg}, {set: domino, multiplicity: 2}], "
    "given: [{tile: R, cells: [[0, 0], [1, 0]]}, {tile: G, cells: [[0, 3], [1, 3]]}]"
)
EIGHT = "tiles: [{set: domino, multiplicity: 8}]"
FOUR = "tiles: [{set: domino, multiplicity: 4}]"
CORNER = '{name: L, drawing: "X.\\nX.\\nXX", rotate: false, reflect: true, multiplicity: any}'
ORDERS = {
    "a rectangle": ("size: [6, 10]", "tiles: [{set: pentominoes}]", 2, 4),
    "a square ring": ("size: [8, 8], holes: [[3, 3], [3, 4], [4, 3], [4, 4]]", "tiles: [{set: pentominoes}]", 4, 8),
    "opposite corners": ("size: [8, 8], holes: [[0, 0], [7, 7]]", "tiles: [{set: pentominoes}]", 2, 4),
    "a hole off the axes": ("size: [8, 8], holes: [[0, 1]]", "tiles: [{set: pentominoes}]", 1, 1),
    "a box": ("size: [3, 4, 5]", "tiles: [{set: pentominoes}]", 4, 8),
    "Soma, where A and B swap": ("size: [3, 3, 3]", "tiles: [{set: soma}]", 24, 48),
    "Bedlam, which is chiral": ("size: [4, 4, 4]", "tiles: [{set: bedlam}]", 24, 24),
    "Big Brother, too": ("size: [4, 4, 4]", "tiles: [{set: big-brother}]", 24, 24),
    "Soma without B": ("size: [3, 3, 3]", "tiles: [{set: soma, except: [B]}]", 24, 24),
    "mirrored at will": ("size: [3, 3, 3]", "tiles: [{set: soma, reflect: true, except: [B]}]", 24, 48),
    "one-sided, all once": ("size: [5, 8]", "tiles: [{set: one-sided-tetrominoes}]", 2, 4),
    "one-sided, no J": ("size: [5, 8]", "tiles: [{set: one-sided-tetrominoes, except: [J]}]", 2, 2),
    "a pair with equal bounds": ("size: [4, 6]", PAIR % (3, 3), 2, 4),
    "a pair with unequal bounds": ("size: [4, 6]", PAIR % (3, 2), 2, 2),
    "a pair with any bounds": ("size: [4, 6]", PAIR % ("any", "any"), 2, 4),
    "a pair on a torus": ("size: [4, 5], wrap: torus", PAIR % (3, 3), 40, 80),
    "an unequal pair on a torus": ("size: [4, 5], wrap: torus", PAIR % (3, 2), 40, 40),
    "a pair of one group": ("size: [4, 6]", PAIR % ("3, group: x", "3, group: {x: 3}"), 2, 4),
    "a pair of two groups": ("size: [4, 6]", PAIR % ("3, group: x", "3, group: y"), 2, 2),
    "unequal minimum": ("size: [4, 6]", PAIR % ("{min: 1, max: 3}", "{min: 0, max: 3}"), 2, 2),
    "dominoes": ("size: [3, 4]", "tiles: [{set: domino, multiplicity: 6}]", 2, 4),
    "lying dominoes": ("size: [4, 4]", "tiles: [{set: domino, multiplicity: any, rotate: false}]", 2, 4),
    "a fixed corner has its diagonal": ("size: [4, 4]", "tiles: [{set: trominoes, only: [L], multiplicity: any, "
                                        "rotate: false, reflect: false}]", 1, 2),
    "a tile that flips but does not turn": ("size: [4, 4]", f"tiles: [{CORNER}]", 1, 2),
    "an optional cell in the middle": ('drawing: "XXX\\nX?X\\nXXX"', FOUR, 4, 8),
    "an optional corner": ('drawing: "?XX\\nXXX\\nXXX"', FOUR, 1, 2),
    "an optional corner where all is optional": ('drawing: "?XX\\nXXX\\nXXX"', f"fill: false, {FOUR}", 4, 8),
    "a given domino on the axis": ("size: [4, 4]", f"{EIGHT}, given: [{{tile: I, cells: [[1, 1], [1, 2]]}}]", 1, 2),
    "a given domino in a corner": ("size: [4, 4]", f"{EIGHT}, given: [{{tile: I, cells: [[0, 0], [0, 1]]}}]", 1, 1),
    "two given dominoes that swap": ("size: [4, 4]", EIGHT + ", given: [{tile: I, cells: [[0, 0], [0, 1]]}, "
                                     "{tile: I, cells: [[3, 3], [3, 2]]}]", 2, 2),
    "a given pair of one group": ("size: [3, 4]", GIVEN_PAIR % ("1, group: x", "1, group: x"), 1, 2),
    "a given pair of two groups": ("size: [3, 4]", GIVEN_PAIR % ("1, group: x", "1, group: y"), 1, 1),
    "given dominoes of two colors": ("size: [2, 4]", TWO_COLORS, 1, 2),
    "isometries that move no placement": ("size: [1, 2]", "tiles: [{set: domino}]", 1, 1),
    "a tile that the rules leave nowhere": ('drawing: "XX\\n.X"', "tiles: [{name: A, cells: [[0, 0]], sides: aabb, "
        'multiplicity: 0-2}, {name: B, cells: [[1, 0], [0, 0]], sides: {0: "..bA", 1: "Ab.."}, multiplicity: 0-2}, '
        "{set: monomino, multiplicity: any}], rules: {match: {a: b}, boundary: ab}", 1, 2),
    "a board in two parts": ("drawing: XX.XX", "tiles: [{set: domino, multiplicity: 2}]", 2, 2),
}  # fmt: skip


@pytest.mark.parametrize(("board", "more", "rotations", "full"), ORDERS.values(), ids=list(ORDERS))
def test_symmetry_group_order(board: str, more: str, rotations: int, full: int) -> None:
    """The group has the order that one counts by hand."""
    assert orders(cover_of(f"board: {{{board}}}, {more}")) == (rotations, full)


def test_left_cells_remove_symmetries() -> None:
    """A cell left empty by the user does not belong to the board."""
    keys = "board: {size: [3, 3], labels: {a: [0, 0], m: [1, 1]}}, tiles: [{set: domino, multiplicity: 4}]"
    assert orders(cover_of(keys, leave=["m"])) == (4, 8)
    assert orders(cover_of(keys, leave=["a"])) == (1, 2)


def test_symmetry_off_is_the_identity() -> None:
    """Every group begins with the identity, its only element if symmetry is off."""
    cover = cover_from("soma")
    options = np.arange(len(cover.problem.options))
    for symmetry in SYMMETRIES:
        group = group_of(cover, symmetry)
        assert (group.options[0] == options).all()
        assert (group.items[0] == np.arange(len(cover.problem.items))).all()
    assert group_of(cover, "off").order == group_of(cover, "full").trivial.order == 1


def symmetries(cover: Cover, *, rotations_only: bool) -> set[tuple[int, ...]]:
    """Return the permutations of options that isometries of the board induce, by an independent definition."""
    puzzle = cover.puzzle
    board = sorted(puzzle.board.cells)
    shape_of = {frozenset(put.cells): option for option, put in enumerate(cover.placements)}
    given = {frozenset(put.cells) for put in puzzle.given}
    bounds = {tile.name: (tile.minimum, tile.maximum) for tile in puzzle.tiles}
    low = [min(column) for column in zip(*board, strict=True)]
    found = set()
    for isometry in oracle.motions(len(board[0])):
        image = dict(zip(board, oracle.moved(board, isometry, low), strict=True))
        moved = {put: frozenset(image[cell] for cell in put) for put in [*shape_of, *given]}
        if (
            (isometry[2] == 1 or not rotations_only)
            and set(image.values()) == set(board)
            and {image[cell] for cell in puzzle.required} == set(puzzle.required)
            and {moved[put] for put in given} == given
            and all(moved[put] in shape_of for put in shape_of)
        ):
            permutation = tuple(shape_of[moved[put]] for put in shape_of)
            names = {(cover.placements[o].tile, cover.placements[p].tile) for o, p in enumerate(permutation)}
            is_a_map = len(dict(names)) == len(names)
            if is_a_map and all(bounds[name] == bounds[to] for name, to in names):
                found.add(permutation)
    return found


@examples(50)
@given(covers())
def test_group_matches_the_definition(cover: Cover) -> None:
    """The permutations are those of a second definition by sets of cells, each of them once."""
    kinds: list[tuple[Symmetry, bool]] = [("rotations", True), ("full", False)]
    for symmetry, rotations_only in kinds:
        group = group_of(cover, symmetry)
        rows = list(map(tuple, group.options.tolist()))
        assert len(set(rows)) == len(rows)
        assert set(rows) == symmetries(cover, rotations_only=rotations_only)


@examples(30)
@given(covers())
def test_group_keeps_the_problem(cover: Cover) -> None:
    """An element maps the items of an option to the items of its image, and bounds to equal bounds."""
    problem, group = cover.problem, group_of(cover, "full")
    for options, items in zip(group.options, group.items, strict=True):
        assert sorted(items) == list(range(len(problem.items)))
        for option, covered in enumerate(problem.options):
            assert tuple(sorted(items[list(covered)])) == problem.options[options[option]]
        for item, image in enumerate(items):
            at, to = problem.items[item], problem.items[image]
            assert (at.kind, at.minimum, at.maximum) == (to.kind, to.minimum, to.maximum)


@examples(30)
@given(covers(most_options=24))
def test_group_acts_on_solutions(cover: Cover) -> None:
    """The image of a solution is a solution, and the orbit sizes are the numbers of different images."""
    found = all_solutions(cover.problem, at_most=3000)
    if not found:
        return
    group = group_of(cover, "full")
    solutions = {frozenset(solution) for solution in found}
    orbits = {s: {frozenset(row[list(s)].tolist()) for row in group.options} for s in solutions}
    assert all(orbit <= solutions for orbit in orbits.values())
    batch = Ragged.of(found).padded(-1)
    assert group.orbit_sizes(batch).tolist() == [len(orbits[frozenset(solution)]) for solution in found]


@examples(30)
@given(covers(most_options=24))
def test_isometries_are_counted_without_their_images(cover: Cover) -> None:
    """The number of isometries that keep the puzzle is that of the group and of its kernel."""
    groups = {symmetry: group_of(cover, symmetry) for symmetry in ("rotations", "full")}
    orders = {symmetry: group.order * group.kernel_order for symmetry, group in groups.items()}
    assert isometry_counts(cover) == orders


def test_reflection_of_sides_on_fixed_cells_counts() -> None:
    """A reflection that fixes both cells of a row exchanges the sides of placements, so it is a symmetry of its own."""
    text = "tiles: [{name: A, cells: [[0, 0]], sides: abca, multiplicity: any, reflect: true}], rules: {match: equal}"
    cover = cover_of(f"board: {{size: [1, 2]}}, {text}")
    assert isometry_counts(cover) == {"rotations": 2, "full": 4}
    assert group_of(cover, "full").order == 4


def test_torus_is_refused_only_if_images_are_needed() -> None:
    """A torus of 60x60 was refused by its 28,800 isometries even where no symmetry was asked for."""
    cover = cover_of("board: {size: [12, 12], wrap: torus}, tiles: [{set: pentominoes, multiplicity: any}]")
    memory = 10_000_000
    assert build_cover(cover.puzzle, memory) is cover
    assert isometry_counts(cover)["full"] == 1152
    assert group_of(cover, "off", memory).order == 1
    with pytest.raises(MistakeError, match=r"symmetry='full': 1,152 symmetries of 9,072 placements would need about"):
        group_of(cover, "full", memory)


class CountingAction(OptionAction):
    """An action that counts how many isometries are tested one by one."""

    tests = 0

    def permuted(self, moved: Places, element: ColoredIsometry | None = None) -> Induced | None:
        self.tests += 1
        return super().permuted(moved, element)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("board: {size: [4, 4, 4], wrap: torus}, tiles: [{set: domino, multiplicity: any}]", 3072),
        ("board: {size: [5, 6], wrap: torus}, tiles: [{set: tetrominoes, multiplicity: any}]", 120),
        ("board: {size: [6, 6], wrap: torus}, tiles: [{set: domino, multiplicity: any}], rules: {faults: 0}", 288),
    ],
)
def test_torus_group_is_generated(text: str, order: int) -> None:
    """Products of known symmetries are not tested: a torus of 12x12x12 took minutes. They are the tested ones."""
    cover = cover_of(text)
    action = CountingAction(cover)
    isometries = cover.puzzle.lattice.board_isometries(cover.puzzle.board.cells)
    symmetries = action.symmetries(isometries)
    induced = symmetries.induced
    assert symmetries.elements == tuple(map(ColoredIsometry, isometries))
    assert len(isometries) == order
    assert action.tests < 15
    cells = np.array(cover.puzzle.board.cells, dtype=np.int64)
    for number in range(0, order, max(1, order // 25)):
        isometry = isometries[number]
        tested = action.permuted(RowIndex(cells).find(isometry.images(cells)), ColoredIsometry(isometry))
        assert tested is not None
        assert all(map(np.array_equal, (induced.options[number], induced.items[number]), tested))


@pytest.mark.parametrize(("holes", "order"), [([], 3072), ([[0, 0, 0]], 48), ([[0, 0, 0], [2, 2, 2]], 96)])
def test_isometries_of_a_torus_are_searched_once(
    holes: list[list[int]], order: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A torus without holes is searched for its translations; each matrix then needs one position, not all 64."""
    puzzle = cover_of(
        f"board: {{size: [4, 4, 4], wrap: torus, holes: {holes}}}, fill: false, tiles: [{{set: domino}}]"
    ).puzzle
    first_cells = PlacementFinder.first_cells
    searched = []

    def counted(finder: PlacementFinder, form: Polyform, max_starts: int | None = None) -> tuple[Cell, ...]:
        searched.append(max_starts)
        return first_cells(finder, form, max_starts)

    monkeypatch.setattr(PlacementFinder, "first_cells", counted)
    assert len(puzzle.lattice.board_isometries(puzzle.board.cells)) == order
    assert searched.count(None) == 1 or holes
