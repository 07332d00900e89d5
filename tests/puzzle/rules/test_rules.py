"""Rules: every engine counts the tilings that keep them, as a filter of all tilings by their picture does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count, explain, iter_solutions, parse_spec, solve
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.rules.piece_counts import TilesOnBoundary
from cp_puzzles.puzzle.rules.piece_shapes import MAX_OVERLAPPING_PLACEMENTS
from cp_puzzles.puzzle.rules.rule_registry import MEASURES
from cp_puzzles.puzzle.rules.tiling import Tiling
from cp_puzzles.puzzle.rules.touching import CornersOnly
from cp_puzzles.puzzle.spec.loader import changed, load_spec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.examples import sampled
from tests.puzzle.rules import picture
from tests.puzzle.rules.picture import Picture
from tests.written import cover_from, puzzle_of

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
    "hook": "{name: x, board: {size: [3, 4]}, fill: false, tiles: [{name: G, drawing: 'XXXX/X..X/X.XX'},"
    " {set: domino, multiplicity: {min: 0, max: 1}}, {set: monomino, multiplicity: {min: 0, max: 2}}], rules: {%s}}",
}
BOARDS = {name: text.replace("/", "\\n").replace("'", '"') for name, text in BOARDS.items()}


def _tile_pairs(seen: Picture, solution: Solution) -> set[frozenset[str]]:
    names = [placement.tile for placement in solution.placements]
    return {frozenset(names[piece] for piece in pair) for pair in picture.neighbors(seen)}


RULES: dict[str, Check] = {
    "faults: 0": lambda p, s: picture.faults(p) == 0,
    "faults: {min: 1, max: 2}": lambda p, s: 1 <= picture.faults(p) <= 2,
    "crossroads: 0": lambda p, s: picture.crossroads(p) == 0,
    "crossroads: {min: 1, max: 2}": lambda p, s: 1 <= picture.crossroads(p) <= 2,
    "border: all": lambda p, s: picture.border(p) == picture.pieces(p),
    "border: {min: 4, max: 6}": lambda p, s: 4 <= picture.border(p) <= 6,
    "rectangles: 0": lambda p, s: picture.rectangles(p) == 0,
    "rectangles: {min: 2, max: 3}": lambda p, s: 2 <= picture.rectangles(p) <= 3,
    "enclosed: {min: 1}": lambda p, s: picture.enclosed(p) >= 1,
    "enclosed: 0": lambda p, s: picture.enclosed(p) == 0,
    "covered: {min: 7}": lambda p, s: picture.covered(p) >= 7,
    "empty: {max: 1}": lambda p, s: picture.empty(p) <= 1,
    "pieces: {max: 4}": lambda p, s: picture.pieces(p) <= 4,
    "touching: {max: 6}": lambda p, s: picture.touching(p) <= 6,
    "touching: 0": lambda p, s: picture.touching(p) == 0,
    "connected: empty": lambda p, s: picture.empty_parts(p) <= 1,
    "connected: pieces": lambda p, s: picture.is_connected(p, set(range(len(s.placements)))),
    "connected: {tiles: [I]}": lambda p, s: picture.is_connected(
        p, {number for number, placement in enumerate(s.placements) if placement.tile == "I"}
    ),
    "loop: true": lambda p, s: picture.is_loop(p),
    "isolated: empty": lambda p, s: picture.empty_pairs(p) == 0,
    "symmetric: half-turn": lambda p, s: picture.half_turn(p),
    "colorable: {with: 3, different: [[I, I]]}": lambda p, s: picture.colorable(
        p, 3, apart=[n for n, each in enumerate(s.placements) if each.tile == "I"]
    ),
    "colorable: {with: 2}": lambda p, s: picture.colorable(p, 2),
    "colorable: {with: 3, corners: true}": lambda p, s: picture.colorable(p, 3, corners=True),
    "touch: [[I, I]]": lambda p, s: frozenset("I") in _tile_pairs(p, s),
    "separate: [[I, I]]": lambda p, s: frozenset("I") not in _tile_pairs(p, s),
    "buildable: true": lambda p, s: picture.comes_apart(p),
    "level: {min: 2}": lambda p, s: picture.level(p) >= 2,
    "interlocking: true": lambda p, s: picture.interlocks(p),
    "clues: [[0, 1, 2], [0, 2, 2], [2, 2, 2]]": lambda p, s: picture.keeps_clues(p, {(0, 1): 2, (0, 2): 2, (2, 2): 2}),
    "clues: [[0, 1, 2], [2, 2, 3]]": lambda p, s: picture.keeps_clues(p, {(0, 1): 2, (2, 2): 3}),
    "distinct: shapes": lambda p, s: picture.shapes_differ(p),
    "rows: {min: 2, max: 3}": lambda p, s: all(2 <= n <= 3 for n in picture.covered_in_lines(p, 0)),
    "rows: [{min: 0}, 2, {min: 3}]": lambda p, s: (
        picture.covered_in_lines(p, 0)[1] == 2 and picture.covered_in_lines(p, 0)[2] >= 3
    ),
    "columns: {min: 2}": lambda p, s: all(n >= 2 for n in picture.covered_in_lines(p, 1)),
    "corners: {touch: false}": lambda p, s: picture.touching(p) == 0,
    "corners: {touch: true}": lambda p, s: picture.touch_at_corners(p, set(range(len(s.placements)))),
    "corners: {touch: true, groups: [[I]]}": lambda p, s: picture.touch_at_corners(
        p, {number for number, placement in enumerate(s.placements) if placement.tile == "I"}
    ),
    "choose: [{of: [I], copies: {min: 1, max: 3}}]": lambda p, s: 1 <= [q.tile for q in s.placements].count("I") <= 3,
}


def _picture(solution: Solution) -> Picture:
    owner = solution.tile_at()
    return {(cell[0], cell[1]): owner.get(cell) for cell in solution.puzzle.board.cells}


@pytest.fixture(scope="module")
def plain() -> dict[str, list[Solution]]:
    """Return the tilings of each board without rules."""
    return {
        board: list(iter_solutions(parse_spec(text % ""), symmetry="off", engine="exact-cover", jobs=1))
        for board, text in BOARDS.items()
    }


def _has_meaning(board: str, rule: str) -> bool:
    """Return whether the board has the tile, the rows and the isometry that a rule names, and moves that differ."""
    if rule.startswith(("buildable", "level", "interlocking")) and board not in ("hook", "some"):
        return False
    if rule.startswith("rows: [") and board not in ("some", "mixed", "hook"):
        return False
    return not (board in ("mixed", "hole") and "[I" in rule) and not (board == "hole" and "half-turn" in rule)


def _cases() -> list[ParameterSet]:
    """Return each rule with each board on which it has a meaning; one board of each rule runs by default."""
    cases = []
    for number, rule in enumerate(RULES):
        boards = [board for board in BOARDS if _has_meaning(board, rule)]
        chosen = boards[number % len(boards)]
        cases += [pytest.param(b, rule, marks=[] if b == chosen else [pytest.mark.slow]) for b in boards]
    return cases


@pytest.mark.parametrize(("board", "rule"), _cases())
def test_rule_filters_tilings_by_picture(plain: dict[str, list[Solution]], board: str, rule: str) -> None:
    """Engines with a rule find the tilings that a filter of all tilings keeps, also up to symmetry."""
    wanted = sum(RULES[rule](_picture(solution), solution) for solution in plain[board])
    puzzle = build_puzzle(parse_spec(BOARDS[board] % rule))
    assert count(puzzle, symmetry="off", engine="exact-cover", jobs=1).count == wanted
    frontier = () if build_cover(puzzle).checks else ("frontier",)
    for engine in ("exact-cover", "cp-sat", *frontier):
        assert count(puzzle, engine=engine, jobs=1).raw == wanted
    keeps = [Verifier(puzzle).rule_violation(solution.placements) is None for solution in plain[board]]
    assert sum(keeps) == wanted


@pytest.mark.parametrize("board", sampled(BOARDS, every=2))
def test_measure_matches_picture(plain: dict[str, list[Solution]], board: str) -> None:
    """Every measure of every tiling is the number that the picture shows."""
    for solution in plain[board][:200:5]:
        tiling, seen = Tiling(solution.puzzle.board_geometry, solution.placements), _picture(solution)
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
def test_rules_match_literature(puzzle: str, rule: str, solutions: int) -> None:
    """Fault-free dominoes (Golomb); tatami tilings (Erickson, Ruskey, Schurch and Woodcock, 2010)."""
    *singles, size = puzzle.split()
    tiles: list[dict[str, object]] = [{"set": "domino", "multiplicity": "any"}]
    if "monominoes" in singles:
        tiles.append({"set": "monomino", "multiplicity": "any" if singles[0] == "any" else int(singles[0])})
    spec = PuzzleSpec.model_validate({"name": "x", "board": {"size": [*map(int, size.split("x"))]}, "tiles": tiles})
    assert count(changed(spec, "rule", rule), symmetry="off", engine="exact-cover", jobs=1).count == solutions


@pytest.mark.parametrize(
    ("rule", "solutions"),
    sampled(
        [
            pytest.param("crossroads={min: 4}", 9, marks=pytest.mark.slow),
            ("border=all", 2),
            ("faults=0", 2323),
            ("colorable={with: 3}", 1022),
            pytest.param("colorable={with: 3, corners: true}", 94, marks=pytest.mark.slow),
        ],
        every=4,
    ),
)
def test_pentominoes_6x10(rule: str, solutions: int) -> None:
    """Hamlyn's and Knuth's numbers (TAOCP 7.2.2.1), with all four symmetries kept."""
    result = count(changed(load_spec("pentomino6x10"), "rule", rule), engine="exact-cover", jobs=1)
    assert (result.count, result.group_order) == (solutions, 4)


@pytest.mark.parametrize(("motion", "solutions"), [("half-turn", 2**5), ("quarter-turn", 2**3), ("diagonal", 2**6)])
def test_symmetric_monominoes_are_orbits(motion: str, solutions: int) -> None:
    """Symmetric sets of monominoes on 3x3 are unions of orbits of cells."""
    board = "board: {size: [3, 3]}, fill: false, tiles: [{set: monomino, multiplicity: any}]"
    puzzle = puzzle_of(f"{board}, rules: {{symmetric: {motion}}}")
    for engine in ("exact-cover", "cp-sat"):
        assert count(puzzle, symmetry="off", engine=engine, jobs=1).count == solutions


@pytest.mark.parametrize("rule", ["connected: empty", "isolated: empty", "symmetric: half-turn", "maximal: true"])
def test_rule_without_names_keeps_symmetries(rule: str) -> None:
    """Every isometry of a square board preserves the rule; `connected` once kept only those that fix the first cell."""
    assert count(build_puzzle(parse_spec(BOARDS["some"] % rule)), engine="exact-cover", jobs=1).group_order == 8


@pytest.mark.slow
@given(st.lists(st.sampled_from(sorted(RULES)), min_size=2, max_size=3, unique_by=lambda rule: rule.split(":")[0]))
def test_rules_together(plain: dict[str, list[Solution]], rules: list[str]) -> None:
    """Several rules at once leave the tilings that keep all of them."""
    wanted = sum(all(RULES[rule](_picture(s), s) for rule in rules) for s in plain["some"])
    puzzle = build_puzzle(parse_spec(BOARDS["some"] % ", ".join(rules)))
    assert count(puzzle, engine="exact-cover", jobs=1).raw == wanted


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("fault=0", "did you mean 'faults'?"),
        ("faults={maxi: 1}", "did you mean 'max'?"),
        ("faults=-1", "is not a bound"),
        ("faults={min: 3, max: 1}", "min 3 is more than max 1"),
        ("border=[Q]", "there is no tile 'Q'"),
        ("border=some", "does not name tiles"),
        ("touch=[[I]]", "is too short"),
        ("touch=[[I, Q]]", "rule='touch=[[I, Q]]': rules.touch.0.1: there is no tile 'Q'"),
        ("symmetric=quarter-turn", "names: half-turn, left-right, up-down"),
        ("symmetric=[[0, 1], [-1, 0]]", "does not map the board to itself"),
        ("symmetric={motion: half-turn, takes: [0, 0]}", "`takes` and `to` belong together"),
        ("symmetric={motion: half-turn, takes: [0, 0], to: [0, 1]}", "maps the board to itself and takes [0, 0]"),
        ("symmetric={motion: half-turn, takes: [0, 0, 1], to: [0, 1]}", "symmetric.takes: [0, 0, 1] has 3"),
        ("colorable={with: 0}", "is too small"),
        ("faults", "write {NAME: VALUE}, as in {'faults': 0}"),
        ("rows=[10, 10]", "2 numbers of covered cells for 6 rows; write one for each of the rows"),
        ("corners={groups: [[I, X], [X]], touch: true}", "'X' is in group 1 already; remove it from one of them"),
        ("corners={groups: [[Q]], touch: true}", "there is no tile 'Q'"),
        ("connected={tiles: [Q]}", "there is no tile 'Q'"),
        ("loop=red", "'red' is neither true nor the color of a side; write true, or a letter, a digit in quotes"),
        ("loop=r", "no tile has colors on its sides"),
        ("columns=[]", "is too short"),
        ("blocked=[Q]", "there is no tile 'Q'"),
    ],
)
def test_rule_mistake_is_named(rule: str, says: str) -> None:
    """A mistake in a rule is answered with its place and a remedy."""
    with pytest.raises(SpecError) as caught:
        build_puzzle(changed(load_spec("pentomino6x10"), "rule", rule))
    assert says in str(caught.value)


def test_measures_unsupported_on_hexagons() -> None:
    """Hexagons have no straight lines between them, and meet in threes."""
    hexagons = LATTICES["hexagonal"]
    for name in ("faults", "crossroads"):
        assert MEASURES[name].unsupported_reason(hexagons)


STAR = 'board: {drawing: ".X.\\nXXX\\n.X."}'
DOTS = "{set: monomino, multiplicity: any}"
MIXED = "{set: domino, multiplicity: any}, {set: monomino, multiplicity: any}"
EDGE_CASES = [
    ("board: {size: [1, 3]}", "{set: monomino, multiplicity: 3}", "colorable: {with: 2, balanced: true}", 1),
    ("board: {size: [1, 3]}", "{set: monomino, multiplicity: 3}", "colorable: {with: 4, balanced: true}", 1),
    (STAR, "{set: monomino, multiplicity: 5}", "colorable: {with: 2, balanced: true}", 0),
    (STAR, "{set: monomino, multiplicity: 5}", "colorable: {with: 3, balanced: true}", 1),
    (
        "lattice: hexagonal, board: {hexagon: 2}",
        "{name: A, cells: [[0, 0]], multiplicity: 7}",
        "colorable: {with: 3, balanced: true}",
        0,
    ),
    ("lattice: triangular, board: {hexagon: 1}", "{set: moniamond, multiplicity: 6}", "crossroads: 1", 1),
    ("board: {size: [4, 4], holes: [[1, 1]]}", "{set: monomino, multiplicity: 15}", "border: 12", 1),
    ("board: {size: [3, 3], wrap: tube}", "{set: monomino, multiplicity: 9}", "border: 6", 1),
    ("board: {size: [3, 3], wrap: torus}", "{set: monomino, multiplicity: 9}", "border: 0", 1),
    ("board: {size: [1, 2]}", MIXED, "touch: [[I, O]]", 0),
    ("board: {size: [1, 2]}", MIXED, "separate: [[I, O]]", 2),
    ("board: {size: [1, 2]}", MIXED, "border: [I]", 2),
    (
        "board: {size: [3, 3]}",
        "{name: A, cells: [[0, 0]]}, {set: domino, multiplicity: 4}",
        "border: [A]",
        16,
    ),
    ("board: {size: [1, 2]}", MIXED, "connected: empty", 2),
    ("board: {size: [1, 2]}", MIXED, "isolated: empty", 2),
    ("board: {size: [2, 2], wrap: torus}, fill: false", "{set: monomino, multiplicity: any}", "rows: 1, columns: 1", 2),
    (
        "lattice: tetrakis, board: {size: [1, 2]}, fill: false",
        "{name: T, cells: [[0, 0, 0]], multiplicity: any}",
        "columns: 1",
        16,
    ),
    ('board: {drawing: "X\\n.\\nX"}, fill: false', "{set: monomino, multiplicity: any}", "rows: 1", 1),
    ('board: {drawing: "X\\n.\\nX"}, fill: false', "{set: monomino, multiplicity: any}", "rows: [0, 0, 1]", 1),
    ("board: {size: [2, 2]}", "{set: monomino, multiplicity: 4}", "rows: 3", 0),
    ("fill: false, board: {size: [1, 4]}", "{set: monomino, multiplicity: any}", "covered: {max: 2}", 11),
    ("fill: false, board: {size: [1, 3]}", "{set: monomino, multiplicity: {min: 0, max: 1}}", "maximal: true", 3),
    ("fill: false, board: {size: [1, 3]}", f"{DOTS}, {{set: domino, multiplicity: 0}}", "blocked: [I]", 5),
    ("fill: false, board: {size: [1, 4], wrap: tube}", f"{DOTS}, {{set: domino, multiplicity: 0}}", "blocked: [I]", 7),
    ("fill: false, board: {size: [2, 2, 2]}", f"{DOTS}, {{set: domino, multiplicity: 0}}", "blocked: [I]", 35),
    ("board: {size: [1, 6]}", "{set: domino}, {set: monomino}, {name: T, drawing: XXX}", "touch: [[I, O]]", 4),
    (
        "board: {size: [1, 2]}, given: [{tile: A, cells: [[0, 0]]}]",
        ", ".join(
            f"{{name: {name}, cells: [[0, 0]], sides: {sides}, rotate: false, multiplicity: {{min: 0, max: 1}}}}"
            for name, sides in (("A", ".aaa"), ("B", "bbbb"), ("C", "aaaa"))
        ),
        "match: equal",
        1,
    ),
    ("fill: false, board: {size: [1, 3]}", MIXED, "clues: [[0, 1, 1]]", 1),
    ("fill: false, board: {size: [1, 3]}", MIXED, "clues: [[0, 1, 2]]", 2),
    ("board: {size: [1, 2]}", MIXED, "clues: [[0, 0, 2], [0, 1, 1]]", 0),
    ("board: {size: [1, 2]}", MIXED, "clues: [[0, 0, 2], [0, 1, 2]]", 0),
]


@pytest.mark.parametrize(
    ("board", "lines", "sides"),
    [
        ("lattice: triangular, board: {hexagon: 1}", 3, 2),
        ("board: {size: [4, 4], wrap: torus}", 8, 4),
        ("lattice: triangular, board: {parallelogram: [3, 3], wrap: torus}", 9, 3),
        ("board: {size: [2, 2, 2]}", 3, 4),
        ("lattice: hexagonal, board: {hexagon: 1}", 0, 0),
    ],
)
def test_cuts_are_the_lines_of_a_board(board: str, lines: int, sides: int) -> None:
    """Sides in one line, in three directions of triangles, are one cut; on a torus each line is one of its own."""
    cell = "[0, 0, 0]" if "2, 2, 2" in board or "triangular" in board else "[0, 0]"
    cuts = puzzle_of(f"{board}, tiles: [{{name: A, cells: [{cell}], multiplicity: any}}]").board_geometry.cuts
    assert [len(cut) for cut in cuts] == [sides] * lines


@pytest.mark.parametrize("most", [0, MAX_OVERLAPPING_PLACEMENTS])
def test_maximal_with_few_and_with_many_overlaps(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule counts covered cells if many placements overlap; both ways keep the tilings without room."""
    monkeypatch.setattr("cp_puzzles.puzzle.rules.piece_shapes.MAX_OVERLAPPING_PLACEMENTS", most)
    text = "{name: x, board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: any}], rules: {%s}}"
    ruled = build_puzzle(parse_spec(text % "maximal: true"))
    kept = [
        solution
        for solution in iter_solutions(parse_spec(text % ""), symmetry="off", jobs=1)
        if Verifier(ruled).rule_violation(solution.placements) is None
    ]
    assert count(ruled, symmetry="off", engine="exact-cover", jobs=1).count == len(kept) == 22


@pytest.mark.parametrize(
    ("clues", "said"),
    [
        ("[[0, 0, 2], [0, 2, 2]]", None),
        ("[[0, 0, 2], [0, 1, 2]]", "'I' covers 2 clues"),
        ("[[0, 0, 2], [0, 2, 3]]", "the piece on the clue 3 at [0, 2] has 2 cells"),
        ("[[0, 0, 1], [0, 2, 2]]", "the piece on the clue 1 at [0, 0] has 2 cells"),
    ],
)
def test_clues_are_verified(clues: str, said: str | None) -> None:
    """A tiling is refused if a piece covers several clues, or one of another size."""
    text = "{name: x, board: {size: [1, 4]}, tiles: [{set: domino, multiplicity: 2}], rules: {%s}}"
    [solution] = iter_solutions(parse_spec(text % ""), jobs=1)
    verifier = Verifier(build_puzzle(parse_spec(text % f"clues: {clues}")))
    assert verifier.rule_violation(solution.placements) == (said and f"the rule clues is broken: {said}")


def test_fixed_given_piece_does_not_move() -> None:
    """A given piece that is fixed is told to disassembly also where no tile is fixed."""
    puzzle = puzzle_of(
        "board: {size: [1, 4]}, tiles: [{set: domino, multiplicity: 2}], "
        "given: [{tile: I, cells: [[0, 2], [0, 3]], fixed: true}]"
    )
    [solution] = iter_solutions(puzzle, jobs=1)
    tiling = Tiling(puzzle.board_geometry, solution.placements)
    assert [tiling.placements[number] for number in tiling.fixed] == [*puzzle.given]


def test_tiles_on_boundary_name_those_inside() -> None:
    """A piece of a named tile inside the board breaks the rule, one of another tile does not."""
    tiles = "{name: A, cells: [[0, 0]]}, {set: domino, multiplicity: 4}"
    spec = f"board: {{size: [3, 3]}}, tiles: [{tiles}]"
    tilings = [
        Tiling(puzzle_of(spec).board_geometry, s.placements) for s in iter_solutions(parse_spec(f"{{name: x, {spec}}}"))
    ]
    inside = [tiling.placements[tiling.owner[1, 1]].tile == "A" for tiling in tilings]
    assert (len(inside), sum(inside)) == (3, 1)
    words = ["'A' has no cell on the outer boundary" if is_inside else None for is_inside in inside]
    assert [TilesOnBoundary(frozenset("A")).violation(tiling) for tiling in tilings] == words
    assert not any(TilesOnBoundary(frozenset("I")).violation(tiling) for tiling in tilings)


@pytest.mark.parametrize("engine", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize(("board", "tiles", "rule", "solutions"), EDGE_CASES)
def test_rule_edge_case(board: str, tiles: str, rule: str, solutions: int, engine: str) -> None:
    """Edge cases that the documentation decides: unused tiles and colors, no empty cell, used copies, holes, tori."""
    spec = parse_spec(f"{{name: x, {board}, tiles: [{tiles}], rules: {{{rule}}}}}")
    assert count(spec, symmetry="off", engine=engine, jobs=1).count == solutions


@pytest.mark.parametrize(
    ("lattice", "says"),
    [("hexagonal", "no two cells share only a corner"), ("balls", "only a corner"), ("triangular", "")],
)
def test_corners_need_cells_that_share_only_a_corner(lattice: str, says: str) -> None:
    """The rule is refused exactly where cells that share a corner share a side, too, or have no corners."""
    reason = CornersOnly(frozenset(), touch=True).unsupported_reason(LATTICES[lattice])
    assert says in (reason or "") if says else reason is None


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (
            "lattice: hexagonal, board: {hexagon: 2}, tiles: [{set: monohex}]",
            "on a hexagonal lattice there are no rows",
        ),
        ("board: {size: [2, 2, 2]}, tiles: [{set: domino}]", "on a cubic lattice there are no rows"),
    ],
)
def test_rows_unsupported_is_named(board: str, says: str) -> None:
    """A board without rows refuses the rule."""
    with pytest.raises(SpecError, match=says):
        build_puzzle(parse_spec(f"{{name: x, {board}, rules: {{rows: 2}}}}"))


def test_rows_go_on_around_an_oblique_period() -> None:
    """Rows come back as themselves after the period (2, 1), and as the next row after (1, 3): there is one row then."""
    tiles = "fill: false, tiles: [{set: monomino, multiplicity: any}]"
    torus = puzzle_of(f"board: {{size: [2, 4], wrap: [[2, 1], [0, 4]]}}, {tiles}, rules: {{rows: [1, 3]}}")
    assert count(torus, symmetry="off", jobs=1).count == 4 * 4
    one = puzzle_of(f"board: {{size: [1, 8], wrap: [[0, 8], [1, 3]]}}, {tiles}, rules: {{columns: 5, rows: 5}}")
    assert count(one, symmetry="off", jobs=1).count == 56


def test_touch_without_a_second_copy_is_explained() -> None:
    """`touch: [[A, A]]` with one copy of A is impossible at once; a search was the answer before."""
    pair = "{name: A, cells: [[0, 0], [0, 1]]}, {name: B, cells: [[0, 0], [0, 1], [1, 0], [1, 1]]}"
    spec = parse_spec(f"{{name: x, board: {{size: [2, 3]}}, tiles: [{pair}], rules: {{touch: [[A, A]]}}}}")
    assert "two copies of A are needed, but not available" in str(explain(spec))


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
def test_torus_isometry_keeps_tilings(motion: str, moved: Callable[[int, int], tuple[int, int]]) -> None:
    """Engines and the verifier accept the tilings that the isometry maps to themselves."""

    def is_kept(solution: Solution) -> bool:
        pieces = {frozenset(placement.cells) for placement in solution.placements}
        images = {frozenset((r % 4, c % 4) for r, c in (moved(*cell) for cell in piece)) for piece in pieces}
        return images == pieces

    tilings = solve(parse_spec(TORUS), symmetry="off", engine="exact-cover", jobs=1).solutions
    ruled = changed(parse_spec(TORUS), "rule", f"symmetric={motion}")
    found = solve(ruled, symmetry="off", engine="exact-cover", jobs=1).solutions
    assert len(found) == sum(map(is_kept, tilings)) > 0
    assert all(map(is_kept, found))


def test_ambiguous_isometry_of_a_torus_is_refused() -> None:
    """A name of several isometries is refused, with the way to select one."""
    with pytest.raises(SpecError, match=r"9 isometries named 'shift'; .* takes: \[0, 0\], to: \[0, 1\]"):
        build_puzzle(changed(parse_spec(TORUS), "rule", "symmetric=shift"))


@pytest.mark.parametrize(
    ("name", "fewer"),
    [("blocking_pentominoes5x5", 1), pytest.param("blocking_pentominoes6x6", 2, marks=pytest.mark.slow)],
)
def test_fewer_pentominoes_do_not_block(name: str, fewer: int) -> None:
    """Fewer pentominoes than the best value leave a free placement of another pentomino (Golomb)."""
    placements = cover_from(name).placements
    cells = np.zeros((len(placements), 36), dtype=np.int64)
    for number, placement in enumerate(placements):
        cells[number, [6 * row + column for row, column in placement.cells]] = 1
    tiles = np.array(placements.tiles)
    free = (cells @ cells.T == 0) & (tiles[:, None] != tiles)
    assert free.any(axis=1).all()
    if fewer == 2:
        assert all((free & row).any(axis=1).all() for row in free)
    assert load_spec(name).expected.best == fewer + 1


@pytest.mark.parametrize("value", ["&a", "~", "null"])
def test_with_rule_refuses_an_empty_value(value: str) -> None:
    """A value that is YAML for nothing is a mistake, not a rule that restricts nothing."""
    with pytest.raises(SpecError, match="the value is empty"):
        changed(load_spec("pentomino6x10"), "rule", f"faults={value}")


def test_blocked_tile_that_fits_nowhere_is_one_line() -> None:
    """A tile that fits nowhere on the board cannot be blocked: one line with its place."""
    text = "board: {size: [2, 3]}, fill: false, tiles: [{set: pentominoes, only: [X]}], rules: {blocked: [X]}"
    with pytest.raises(SpecError, match=r"rules.blocked.0: 'X' fits nowhere on the board; remove it") as error:
        puzzle_of(text)
    assert "\n" not in str(error.value)
