"""Levels of assemblies against a brute force, and invariance of the result."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from cp_puzzles.puzzle.disassembly.piece_groups import (
    PieceGroups,
    all_blocking_offsets,
    blocking_offsets,
    directions,
    unsupported_reason,
)
from cp_puzzles.puzzle.disassembly.replay import replay_violation
from cp_puzzles.puzzle.disassembly.states import Effort
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, take_apart, taken_at_once
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.examples import sampled
from tests.puzzle.disassembly import brute_force

MOVABLE = [name for name, lattice in LATTICES.items() if unsupported_reason(lattice) is None]


def random_assembly(lattice: Lattice, cells: tuple[Cell, ...], pieces: int, random: Random) -> list[list[Cell]]:
    """Return a partition of cells into connected pieces, grown from random cells."""
    assembly = [[cell] for cell in random.sample(cells, pieces)]
    free = set(cells) - {piece[0] for piece in assembly}
    for _ in range(20 * len(cells)):
        piece = random.choice(assembly)
        reached = sorted(free.intersection(lattice.neighbors(random.choice(piece))))
        if reached:
            piece.append(random.choice(reached))
            free.discard(piece[-1])
    return assembly


def fault(lattice: Lattice, pieces: list[list[Cell]], result: Disassembly) -> str | None:
    """Return the first fault of the steps of a disassembly."""
    moves = [
        (step.pieces, tuple((step.distance or 1) * x for x in step.direction), step.leaves) for step in result.steps
    ]
    assert len(moves) == sum(result.moves)
    return replay_violation(lattice, pieces, moves, apart=result.apart is True)


def scattered_assembly(cells: tuple[Cell, ...], random: Random) -> list[list[Cell]]:
    """Return two to four pieces of scattered cells, which interlock; 30 to 60 percent of the cells stay empty."""
    pieces: list[list[Cell]] = [[] for _ in range(random.randint(2, 4))]
    empty = random.choice([0.3, 0.5, 0.6])
    for cell in cells:
        if random.random() >= empty:
            random.choice(pieces).append(cell)
    pieces = [piece for piece in pieces if piece]
    return pieces if len(pieces) > 1 else scattered_assembly(cells, random)


@pytest.mark.parametrize(
    ("name", "size", "count", "most"),
    [
        ("square", (5, 5), 120, 3),
        ("cubic", (3, 3, 2), 100, 2),
        pytest.param("triangular", (3, 3, 2), 80, 2, marks=pytest.mark.slow),
    ],
)
def test_level_equals_brute_force(name: str, size: tuple[int, ...], count: int, most: int) -> None:
    """Levels of 300 random assemblies equal those of the brute force, and their moves pass the verifier."""
    lattice, random, levels = LATTICES[name], Random(22), set()
    for _ in range(count):
        written = scattered_assembly(tuple(product(*map(range, size))), random)
        pieces = [[lattice.cell_at(cell) for cell in piece] for piece in written]
        result = take_apart(lattice, pieces)
        assert result.level == brute_force.level(tuple(map(frozenset, written)), name), written
        assert fault(lattice, pieces, result) is None
        levels.add(result.level)
    assert levels >= {None, *range(1, most + 1)}


@pytest.mark.parametrize("name", sampled(MOVABLE, every=2))
def test_moves_replay_on_every_lattice(name: str) -> None:
    """Moves of random assemblies on every lattice with convex cells pass the independent verifier."""
    lattice, random = LATTICES[name], Random(1)
    cells = [lattice.cell_classes[0].origin]
    while len(cells) < 12:
        cells += [cell for cell in lattice.neighbors(random.choice(cells)) if cell not in cells][:2]
    for _ in range(3):
        pieces = random_assembly(lattice, tuple(cells), 3, random)
        result = take_apart(lattice, pieces)
        assert result.apart is not None
        assert fault(lattice, pieces, result) is None


@pytest.mark.parametrize("name", ["square", "cubic", "triangular", "hexagonal"])
def test_numbers_are_invariant_under_isometries_and_order(name: str) -> None:
    """Isometries and another order of the pieces keep the numbers of moves."""
    lattice, random = LATTICES[name], Random(5)
    cells = lattice.box((3, 3, 2) if lattice.dimension == 3 else (5, 5))
    cells = cells or tuple(lattice.cell_at((x, y, z)) for x in range(3) for y in range(4) for z in (0, 1))
    for isometry in random.sample(lattice.point_group, 4):
        pieces = random_assembly(lattice, cells, 4, random)
        expected = take_apart(lattice, pieces)
        images = [[isometry(cell) for cell in piece] for piece in reversed(pieces)]
        result = take_apart(lattice, images)
        assert (result.apart, result.level, result.moves) == (expected.apart, expected.level, expected.moves)


@pytest.mark.parametrize("name", ["square", "cubic", "hexagonal"])
def test_simple_assemblies_are_taken_apart_at_once(name: str) -> None:
    """A batch gives locked assemblies, and those that leave piece by piece, the disassemblies of single searches."""
    lattice, random = LATTICES[name], Random(7)
    cells = lattice.box((3, 3, 2) if lattice.dimension == 3 else (4, 4))
    cells = cells or tuple(lattice.cell_at((x, y)) for x in range(4) for y in range(4))
    batch: list[tuple[list[list[Cell]], tuple[int, ...]]] = []
    for number in range(60):
        pieces = scattered_assembly(cells, random) if number % 2 else random_assembly(lattice, cells, 5, random)
        batch.append((pieces, tuple(random.sample(range(len(pieces)), random.choice([0, 0, 1, 2])))))
    results = taken_at_once(lattice, batch, Effort())
    for number, result in results.items():
        assert result == take_apart(lattice, batch[number][0], fixed=batch[number][1]), batch[number]
    assert Counter(result.apart for result in results.values()).keys() == {True, False}
    assert any(result.apart and batch[number][1] for number, result in results.items())
    few = taken_at_once(lattice, batch, Effort(states=1))
    for number, result in few.items():
        assert result == take_apart(lattice, batch[number][0], Effort(states=1), batch[number][1])


def test_many_pieces_are_taken_apart_at_once() -> None:
    """Three corridors of twelve squares give the disassembly of a single search; 14 loose squares are left out."""
    lattice = LATTICES["square"]
    rows: list[Cell] = [*((5, x) for x in range(19, 31)), *((25, x) for x in range(12))]
    corridors = rows + [(y, 15) for y in range(12)]
    frame = [cell for cell in lattice.box((31, 31)) if cell not in corridors]
    pieces: list[list[Cell]] = [frame, *([cell] for cell in corridors)]
    squares = [[cell] for cell in lattice.box((2, 7))]
    batch: list[tuple[list[list[Cell]], tuple[int, ...]]] = [(pieces, ()), (squares, ())]
    assert taken_at_once(lattice, batch, Effort()) == {0: take_apart(lattice, pieces)}


def test_effort_that_ends_gives_a_lower_bound() -> None:
    """A search that ends early has no answer, but a least number of moves."""
    lattice, random, deep = LATTICES["square"], Random(22), 0
    for _ in range(60):
        pieces = scattered_assembly(lattice.box((5, 5)), random)
        complete = take_apart(lattice, pieces)
        bounded = take_apart(lattice, pieces, Effort(states=1))
        if complete.level is not None and complete.level > 1 and bounded.level is None:
            deep += 1
            assert bounded.apart is None
            assert 1 < bounded.at_least <= complete.level
    assert deep


@pytest.mark.parametrize(
    ("name", "block", "count"),
    [("square", (8, 8), 20), pytest.param("cubic", (4, 4, 5), 6, marks=pytest.mark.slow)],
)
def test_level_of_many_pieces_equals_brute_force(name: str, block: tuple[int, ...], count: int) -> None:
    """A piece that encloses 64 or 80 others, which no move separates, has the level of the same piece without them."""
    lattice, random, levels = LATTICES[name], Random(7), Counter[int | None]()
    shell = {*product(*(range(100, 102 + length) for length in block))}
    inside = {*product(*(range(101, 101 + length) for length in block))}
    for _ in range(count):
        small = scattered_assembly(tuple(product(range(5), range(5), *[range(2)] * (len(block) - 2))), random)
        level = brute_force.level(tuple(map(frozenset, small)), name)
        pieces = [[*small[0], *sorted(shell - inside)], *small[1:], *([cell] for cell in inside)]
        random.shuffle(pieces)
        result = take_apart(lattice, pieces)
        assert (result.level, result.apart) == (level, False), small
        assert fault(lattice, pieces, result) is None
        levels[level] += 1
    assert len(levels) > 2


def test_eighty_pieces_leave_one_by_one() -> None:
    """Eighty pieces in a row are taken apart; a set of pieces was limited to 62."""
    result = take_apart(LATTICES["square"], [[(0, column), (1, column)] for column in range(80)], Effort(exits=1))
    assert (result.apart, result.moves) == (True, (1,) * 79)


def test_many_loose_pieces_are_bounded() -> None:
    """Sixteen loose squares in a frame, which 65,535 sets could move: few sets are tried, and no answer is guessed."""
    lattice = LATTICES["square"]
    frame = [cell for cell in lattice.box((9, 9)) if 0 in cell or 8 in cell]
    loose: list[list[Cell]] = [[(row, column)] for row in range(1, 8, 2) for column in range(1, 8, 2)]
    result = take_apart(lattice, [frame, *loose], Effort(states=3000))
    assert (result.apart, result.level) == (None, None)
    assert result.states < 20_000


def test_bounded_sets_include_pieces_that_stay_behind() -> None:
    """A slab leaves fourteen loose squares although more sets can move than are listed, in either order."""
    lattice = LATTICES["square"]
    loose: list[list[Cell]] = [[(2 * row, 0)] for row in range(14)]
    slab: list[Cell] = [(2 * row, 2) for row in range(14)]
    for pieces in ([slab, *loose], [*loose, slab]):
        result = take_apart(lattice, pieces)
        assert (result.level, result.apart) == (1, True)


def test_single_piece_is_apart() -> None:
    """An assembly of one piece, or of none, needs no move."""
    for pieces in ([[(0, 0)]], []):
        assert take_apart(LATTICES["square"], pieces) == Disassembly(apart=True, level=None)


def test_fixed_pieces_stay_together_and_at_rest() -> None:
    """Fixed pieces are one body that no step moves: a piece between two fixed walls leaves, and the walls stay."""
    lattice = LATTICES["square"]
    walls: list[list[Cell]] = [[(0, 0), (1, 0)], [(1, 1)], [(0, 2), (1, 2), (2, 2)]]
    free = take_apart(lattice, walls)
    assert free.moves == (1, 1)
    result = take_apart(lattice, walls, fixed=(0, 2))
    assert (result.apart, result.moves, {step.pieces for step in result.steps}) == (True, (1,), {(1,)})
    assert take_apart(lattice, walls, fixed=(0, 1, 2)) == Disassembly(apart=True, level=None)
    moves = [((0, 2), (1, 0), True)]
    assert replay_violation(lattice, walls, moves, apart=True, fixed=(0, 2)) == "move 1: piece 1 is fixed"


def test_fixed_pieces_lock_loose_ones() -> None:
    """Two halves of a ring release the piece inside; fixed halves enclose it for ever."""
    lattice = LATTICES["square"]
    halves: list[list[Cell]] = [[(r, c) for r in range(3) for c in (0, 1) if (r, c) != (1, 1)], [(1, 1)]]
    halves.append([(0, 2), (1, 2), (2, 2)])
    assert take_apart(lattice, halves).apart is True
    locked = take_apart(lattice, halves, fixed=(0, 2))
    assert (locked.apart, locked.level) == (False, None)


@pytest.mark.parametrize(("name", "size", "count", "kinds"), [("square", (5, 5), 60, 3), ("cubic", (3, 3, 2), 20, 2)])
def test_groups_equal_brute_force(name: str, size: tuple[int, ...], count: int, kinds: int) -> None:
    """Pieces of a group stay together exactly if the brute force finds a group for each, and the moves replay."""
    lattice, random = LATTICES[name], Random(22)
    answers = Counter[tuple[bool, bool]]()
    for _ in range(count):
        pieces = [[lattice.cell_at(cell) for cell in p] for p in scattered_assembly(lattice.box(size), random)]
        tiles = tuple(random.choice("AB") for _ in pieces)
        sizes = {t: {g: random.randint(1, 3) for g in random.choice(["", "x", "x", "xy"])} for t in "AB"}
        groups = PieceGroups(tiles, tuple((tile, tuple(each.items())) for tile, each in sizes.items()))
        without, result = take_apart(lattice, pieces), take_apart(lattice, pieces, groups=groups)
        state = tuple(map(frozenset, pieces))
        assert result.apart is brute_force.stays_in_groups(state, name, tiles, sizes), (pieces, groups)
        assert (result.level, without.apart is True and result.apart is not True) == (without.level, False)
        moves = [
            (step.pieces, tuple((step.distance or 1) * x for x in step.direction), step.leaves) for step in result.steps
        ]
        assert replay_violation(lattice, pieces, moves, apart=result.apart is True, groups=groups) is None
        assert len(moves) == sum(result.moves)
        if result.together:
            assert replay_violation(lattice, pieces, moves, apart=True) == "some pieces are still together at the end"
        answers[without.apart is True, result.apart is True] += 1
    assert len(answers) == kinds


def test_copies_share_groups_of_limited_size() -> None:
    """Two locked pairs of copies need two groups of two, or one of four; a part in one group is left alone."""
    lattice = LATTICES["square"]
    ring = [cell for cell in lattice.box((3, 3)) if cell != (1, 1)]
    pairs = [[(r, c + shift) for r, c in cells] for shift in (0, 3) for cells in (ring, [(1, 1)])]

    def result(ring_groups: dict[str, int], square_groups: dict[str, int]) -> Disassembly:
        groups = (("R", tuple(ring_groups.items())), ("S", tuple(square_groups.items())))
        return take_apart(lattice, pairs, groups=PieceGroups(("R", "S", "R", "S"), groups))

    assert result({"x": 2}, {"x": 2}).together == ((0, 1), (2, 3))
    assert result({"x": 1, "y": 1}, {"x": 1, "y": 1}).together == ((0, 1), (2, 3))
    assert result({"x": 1}, {"x": 1}).apart is False
    assert result({"x": 2}, {"y": 2}).apart is False
    assert result({"x": 1, "y": 1}, {"x": 2}).apart is False


def test_group_of_all_pieces_needs_a_move() -> None:
    """An assembly that nothing leaves does not come apart, even if all its pieces are of one group."""
    lattice = LATTICES["square"]
    ring = [cell for cell in lattice.box((3, 3)) if cell != (1, 1)]
    groups = PieceGroups(("A", "B"), (("A", (("x", 1),)), ("B", (("x", 1),))))
    assert take_apart(lattice, [ring, [(1, 1)]], groups=groups).apart is False
    loose = take_apart(lattice, [[(0, 0)], [(0, 1)]], groups=groups)
    assert (loose.apart, loose.moves, loose.together) == (True, (1,), ())


def test_fixed_pieces_may_keep_pieces_of_their_group() -> None:
    """Fixed halves of a ring lock a piece for ever; it may stay there if it is of their group."""
    lattice = LATTICES["square"]
    halves: list[list[Cell]] = [[(r, c) for r in range(3) for c in (0, 1) if (r, c) != (1, 1)], [(1, 1)]]
    halves += [[(0, 2), (1, 2), (2, 2)], [(0, 3)]]
    sizes = (("A", (("x", 2),)), ("B", (("x", 1),)))
    groups = PieceGroups(("A", "B", "A", "C"), sizes)
    assert take_apart(lattice, halves, fixed=(0, 2), groups=groups).together == ((0, 1, 2),)
    assert take_apart(lattice, halves, fixed=(0, 2), groups=PieceGroups(("A", "C", "A", "C"), sizes)).apart is False


def test_replay_refuses_a_collision() -> None:
    """The verifier names the move and the pieces that collide."""
    ring = [cell for cell in LATTICES["square"].box((3, 3)) if cell != (1, 1)]
    pieces: list[list[Cell]] = [ring, [(1, 1)]]
    text = replay_violation(LATTICES["square"], pieces, [((1,), (0, 1), True)], apart=True)
    assert text == "move 1: piece 2 collides with piece 1"
    assert replay_violation(LATTICES["square"], [ring, ring], [], apart=False) == "pieces 1 and 2 overlap"


def test_replay_refuses_a_move_that_exceeds_integers() -> None:
    """A move that does not fit 64 bits was an internal error."""
    text = replay_violation(LATTICES["square"], [[(0, 0)], [(1, 0)]], [((1,), (0, 1 << 64), False)], apart=False)
    assert text == f"move 1: [0, {1 << 64}] is longer than 1,000,000 steps"


def test_directions_exclude_wrapped_boards_edges_and_balls() -> None:
    """Lattices whose cells do not move exactly are refused."""
    assert set(LATTICES) - set(MOVABLE) == {"balls", "sticks", "trigs", "twigs"}
    assert all(
        tuple(-x for x in d) in directions(LATTICES[name]) for name in MOVABLE for d in directions(LATTICES[name])
    )


@pytest.mark.parametrize("name", ["tetrakis", "triangular-prisms", pytest.param("rhombic", marks=pytest.mark.slow)])
def test_blocking_offsets_carry_over_to_images(name: str) -> None:
    """Isometries give the offsets that are computed from the polygons for each mover, obstacle and direction."""
    lattice = LATTICES[name]
    for case, offsets in all_blocking_offsets(lattice).items():
        assert {*map(tuple, offsets.tolist())} == {*map(tuple, blocking_offsets(lattice, *case).tolist())}
