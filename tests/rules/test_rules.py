"""Rules: every engine counts the tilings that keep them, as a filter of all tilings by their picture does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count, iter_solutions, parse_spec, solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.errors import SpecError
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.rules.measures import MEASURES
from cp_puzzles.rules.tiling import Tiling
from cp_puzzles.spec.load import load_spec, with_rule
from cp_puzzles.spec.schema import PuzzleSpec
from tests.examples import thinned
from tests.rules import picture
from tests.rules.picture import Picture

Check = Callable[[Picture, Solution], bool]

BOARDS = {
    "dominoes": "{name: x, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}], rules: {%s}}",
    "some": "{name: x, board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: any}], rules: {%s}}",
    "mixed": "{name: x, board: {drawing: 'XXXX/XX?X/XXXX'}, tiles: [{set: domino, multiplicity: any},"
    " {set: trominoes, multiplicity: {min: 0, max: 2}}], rules: {%s}}",
    "hole": "{name: x, board: {size: [4, 4], holes: [[1, 1]]}, tiles: [{set: trominoes, multiplicity: any}],"
    " rules: {%s}}",
    "given": "{name: x, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}],"
    " given: [{tile: I, cells: [[1, 1], [1, 2]]}], rules: {%s}}",
}
BOARDS = {name: text.replace("/", "\\n").replace("'", '"') for name, text in BOARDS.items()}


def _tile_pairs(seen: Picture, solution: Solution) -> set[frozenset[str]]:
    names = [placement.tile for placement in solution.placements]
    return {frozenset(names[piece] for piece in pair) for pair in picture.neighbours(seen)}


RULES: dict[str, Check] = {
    "faults: 0": lambda p, s: picture.faults(p) == 0,
    "faults: {min: 1, max: 2}": lambda p, s: 1 <= picture.faults(p) <= 2,
    "crossroads: 0": lambda p, s: picture.crossroads(p) == 0,
    "crossroads: {min: 1, max: 2}": lambda p, s: 1 <= picture.crossroads(p) <= 2,
    "border: all": lambda p, s: picture.border(p) == picture.pieces(p),
    "border: {min: 4, max: 6}": lambda p, s: 4 <= picture.border(p) <= 6,
    "covered: {min: 7}": lambda p, s: picture.covered(p) >= 7,
    "empty: {max: 1}": lambda p, s: picture.empty(p) <= 1,
    "pieces: {max: 4}": lambda p, s: picture.pieces(p) <= 4,
    "touching: {max: 6}": lambda p, s: picture.touching(p) <= 6,
    "touching: 0": lambda p, s: picture.touching(p) == 0,
    "connected: empty": lambda p, s: picture.empty_parts(p) <= 1,
    "isolated: empty": lambda p, s: picture.empty_pairs(p) == 0,
    "symmetric: half-turn": lambda p, s: picture.half_turn(p),
    "colorable: {with: 2}": lambda p, s: picture.colorable(p, 2),
    "colorable: {with: 3, corners: true}": lambda p, s: picture.colorable(p, 3, corners=True),
    "touch: [[I, I]]": lambda p, s: frozenset("I") in _tile_pairs(p, s),
    "apart: [[I, I]]": lambda p, s: frozenset("I") not in _tile_pairs(p, s),
    "choose: [{of: [I], copies: {min: 1, max: 3}}]": lambda p, s: 1 <= [q.tile for q in s.placements].count("I") <= 3,
}


def _picture(solution: Solution) -> Picture:
    owner = solution.tile_at()
    return {(cell[0], cell[1]): owner.get(cell) for cell in solution.puzzle.board.cells}


def _plain(board: str) -> list[Solution]:
    return list(iter_solutions(parse_spec(BOARDS[board] % ""), symmetry="off", engine="exact-cover", jobs=1))


@pytest.fixture(scope="module")
def plain() -> dict[str, list[Solution]]:
    """All tilings of each board, without any rule."""
    return {board: _plain(board) for board in BOARDS}


def _has_meaning(board: str, rule: str) -> bool:
    """Whether the board has the tile that a rule names, and the motion."""
    return not (board in ("mixed", "hole") and "[I" in rule) and not (board == "hole" and "half-turn" in rule)


@pytest.mark.parametrize(
    ("board", "rule"), thinned([(b, r) for b in BOARDS for r in RULES if _has_meaning(b, r)], every=2)
)
def test_a_rule_keeps_the_tilings_whose_picture_does(plain: dict[str, list[Solution]], board: str, rule: str) -> None:
    """The engines with a rule find the tilings that a look at all of them leaves, also up to symmetry."""
    wanted = sum(RULES[rule](_picture(solution), solution) for solution in plain[board])
    puzzle = build_puzzle(parse_spec(BOARDS[board] % rule))
    assert count(puzzle, symmetry="off", engine="exact-cover", jobs=1).count == wanted
    for engine in ("exact-cover", "cp-sat"):
        assert count(puzzle, engine=engine, jobs=1).raw == wanted
    keeps = [Verifier(puzzle).rule_fault(solution.placements) is None for solution in plain[board]]
    assert sum(keeps) == wanted


@pytest.mark.parametrize("board", BOARDS)
def test_a_measure_is_read_from_the_picture(plain: dict[str, list[Solution]], board: str) -> None:
    """Every measure of every tiling is the number that the picture shows."""
    for solution in plain[board][:200]:
        tiling, seen = Tiling(solution.puzzle.ground, solution.placements), _picture(solution)
        for name, measure in MEASURES.items():
            assert measure.of(tiling) == getattr(picture, name)(seen), name


@pytest.mark.parametrize(
    ("puzzle", "rule", "solutions"),
    [
        ("dominoes 5x6", "faults=0", 6),
        ("dominoes 6x6", "faults=0", 0),
        ("dominoes 6x8", "faults=0", 62),
        ("5 monominoes 5x5", "crossroads=0", 5 * 2**4),
        ("any monominoes 4x4", "crossroads=0", 2**3 * (3 * 4 - 4) + 2),
    ],
)
def test_numbers_of_the_literature(puzzle: str, rule: str, solutions: int) -> None:
    """Fault-free dominoes (Golomb); tatami tilings (Erickson, Ruskey, Schurch and Woodcock, 2010)."""
    *singles, size = puzzle.split()
    tiles: list[dict[str, object]] = [{"set": "domino", "multiplicity": "any"}]
    if "monominoes" in singles:
        tiles.append({"set": "monomino", "multiplicity": "any" if singles[0] == "any" else int(singles[0])})
    spec = PuzzleSpec.model_validate({"name": "x", "board": {"size": [*map(int, size.split("x"))]}, "tiles": tiles})
    assert count(with_rule(spec, rule), symmetry="off", engine="exact-cover", jobs=1).count == solutions


@pytest.mark.parametrize(
    ("rule", "solutions"),
    [
        ("crossroads=0", 563),
        pytest.param("crossroads={min: 4}", 9, marks=pytest.mark.slow),
        ("border=all", 2),
        ("faults=0", 2323),
        ("colorable={with: 3}", 1022),
        pytest.param("colorable={with: 3, corners: true}", 94, marks=pytest.mark.slow),
    ],
)
def test_pentominoes_6x10(rule: str, solutions: int) -> None:
    """Hamlyn's and Knuth's numbers (TAOCP 7.2.2.1), with all four symmetries kept."""
    result = count(with_rule(load_spec("pentomino6x10"), rule), engine="exact-cover", jobs=1)
    assert (result.count, result.group_order) == (solutions, 4)


@pytest.mark.parametrize(("motion", "solutions"), [("half-turn", 2**5), ("quarter-turn", 2**3), ("diagonal", 2**6)])
def test_single_cells_have_images_too(motion: str, solutions: int) -> None:
    """Monominoes on 3x3 that a motion keeps: each orbit of cells is full or empty, and nothing hangs on a neighbour."""
    board = "board: {size: [3, 3]}, fill: false, tiles: [{set: monomino, multiplicity: any}]"
    puzzle = build_puzzle(parse_spec(f"{{name: x, {board}, rules: {{symmetric: {motion}}}}}"))
    for engine in ("exact-cover", "cp-sat"):
        assert count(puzzle, symmetry="off", engine=engine, jobs=1).count == solutions


@pytest.mark.parametrize("rule", ["connected: empty", "isolated: empty", "symmetric: half-turn", "maximal: true"])
def test_a_rule_that_names_nothing_keeps_the_symmetries(rule: str) -> None:
    """All eight motions of a square board keep it: `connected` once left those that keep the first cell."""
    assert count(build_puzzle(parse_spec(BOARDS["some"] % rule)), engine="exact-cover", jobs=1).group_order == 8


@given(st.lists(st.sampled_from(sorted(RULES)), min_size=2, max_size=3, unique_by=lambda rule: rule.split(":")[0]))
def test_rules_together(rules: list[str]) -> None:
    """Several rules at once leave the tilings that keep all of them."""
    wanted = sum(all(RULES[rule](_picture(s), s) for rule in rules) for s in PLAIN_SOME)
    puzzle = build_puzzle(parse_spec(BOARDS["some"] % ", ".join(rules)))
    assert count(puzzle, engine="exact-cover", jobs=1).raw == wanted


PLAIN_SOME = _plain("some")


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("fault=0", "did you mean 'faults'?"),
        ("faults={maxi: 1}", "did you mean 'max'?"),
        ("faults=-1", "is no number to keep to"),
        ("faults={min: 3, max: 1}", "min 3 is more than max 1"),
        ("border=[Q]", "there is no tile 'Q'"),
        ("border=some", "says not which tiles"),
        ("touch=[[I]]", "is too short"),
        ("touch=[[I, Q]]", "--rule touch=[[I, Q]]: rules.touch.0.1: there is no tile 'Q'"),
        ("symmetric=quarter-turn", "names: half-turn, left-right, up-down"),
        ("symmetric=[[0, 1], [-1, 0]]", "does not map the board to itself"),
        ("symmetric={motion: half-turn, takes: [0, 0]}", "only one of takes and to"),
        ("symmetric={motion: half-turn, takes: [0, 0], to: [0, 1]}", "maps the board to itself and takes [0, 0]"),
        ("symmetric={motion: half-turn, takes: [0, 0, 1], to: [0, 1]}", "symmetric.takes: [0, 0, 1] has 3"),
        ("colorable={with: 0}", "is too small"),
        ("faults", "write NAME=VALUE"),
    ],
)
def test_a_mistake_in_a_rule_is_named(rule: str, says: str) -> None:
    """A mistake in a rule is answered with its place and a remedy."""
    with pytest.raises(SpecError) as caught:
        build_puzzle(with_rule(load_spec("pentomino6x10"), rule))
    assert says in str(caught.value)


def test_a_measure_without_a_meaning_says_so() -> None:
    """Hexagons have no straight lines between them, and meet in threes."""
    hexagons = LATTICES["hexagonal"]
    assert [name for name, measure in MEASURES.items() if measure.meaningless(hexagons)] == ["faults", "crossroads"]


TORUS = """name: torus
board: {size: [4, 4], wrap: torus}
tiles: [{set: domino, multiplicity: 8}]"""


@pytest.mark.parametrize(
    ("motion", "moved"),
    [
        ("{motion: shift, takes: [0, 0], to: [0, 2]}", lambda r, c: (r, c + 2)),
        ("{motion: shift, takes: [3, 1], to: [0, 2]}", lambda r, c: (r + 1, c + 1)),
        ("{motion: half-turn, takes: [0, 0], to: [1, 1]}", lambda r, c: (1 - r, 1 - c)),
        ("{motion: [[0, 1], [-1, 0]], takes: [0, 0], to: [0, 1]}", lambda r, c: (c, 1 - r)),
        ("{motion: [[1, 0], [0, -1]], takes: [0, 0], to: [2, 1]}", lambda r, c: (r + 2, 1 - c)),
    ],
)
def test_tilings_that_a_motion_of_a_torus_keeps(motion: str, moved: Callable[[int, int], tuple[int, int]]) -> None:
    """Of all tilings those that the motion maps to themselves, and all engines' verifier agrees."""

    def is_kept(solution: Solution) -> bool:
        pieces = {frozenset(placement.cells) for placement in solution.placements}
        images = {frozenset((r % 4, c % 4) for r, c in (moved(*cell) for cell in piece)) for piece in pieces}
        return images == pieces

    tilings = solve(parse_spec(TORUS), symmetry="off", engine="exact-cover", jobs=1).solutions
    ruled = with_rule(parse_spec(TORUS), f"symmetric={motion}")
    found = solve(ruled, symmetry="off", engine="exact-cover", jobs=1).solutions
    assert len(found) == sum(map(is_kept, tilings)) > 0
    assert all(map(is_kept, found))


def test_a_motion_of_a_torus_has_to_be_told_from_others() -> None:
    """Where many motions have a name, the message shows how to say which."""
    with pytest.raises(SpecError, match=r"9 motions of the name 'shift'; .* takes: \[0, 0\], to: \[0, 1\]"):
        build_puzzle(with_rule(parse_spec(TORUS), "symmetric=shift"))
