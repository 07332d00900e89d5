"""Challenges: one solution each, as little given as can be, none twice; against brute force over all solutions."""

from __future__ import annotations

import multiprocessing
import os
import signal
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import MistakeError, apart, build_puzzle, count, design, parse_spec, solve
from cp_puzzles.analysis.design import design_choices, target_solutions
from cp_puzzles.analysis.design.challenge import Challenge
from cp_puzzles.analysis.design.design_choices import ELEMENT_COST, other_choices, smallest_hitting_set
from cp_puzzles.base.deadline import NO_DEADLINE
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.engines.engine import PartResult, PartTask
from cp_puzzles.engines.registry import load_engine
from cp_puzzles.errors import DisagreementError, spelled
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, puzzle_from
from cp_puzzles.puzzle.rules.region_values import RegionRule
from tests.examples import examples, sampled
from tests.written import puzzle_of

SIX = "board: {size: [5, 6]}, tiles: [{set: pentominoes, only: [F, L, N, P, U, Y]}]"


def all_solutions(puzzle: Puzzle) -> list[frozenset[Placement]]:
    """Every solution, turned and mirrored ones too."""
    return [frozenset(s.placements) for s in solve(puzzle, symmetry="off", engine="cp-sat", jobs=1).solutions]


@examples(60)
@given(
    rows=st.lists(st.frozensets(st.integers(0, 6), min_size=1), max_size=8),
    costs=st.lists(st.integers(0, ELEMENT_COST // 7 - 1), min_size=7, max_size=7),
)
def test_hitting_set_is_minimum(rows: list[frozenset[int]], costs: list[int]) -> None:
    """Every row is hit, and no smaller or cheaper set of all 128 does so."""
    found = smallest_hitting_set(map(tuple, rows), costs)
    assert found is not None
    hitting = [
        subset
        for n in range(8)
        for subset in combinations(range(7), n)
        if all(row.intersection(subset) for row in rows)
    ]

    def cost(subset: tuple[int, ...]) -> tuple[int, int]:
        return len(subset), sum(costs[element] for element in subset)

    assert cost(found) == min(map(cost, hitting))


@pytest.mark.parametrize("engine", ["exact-cover", "cp-sat"])
def test_design_gives_minimum(engine: str) -> None:
    """Exactly one solution contains the given pieces, and no proper subset of its given pieces makes it unique."""
    puzzle = puzzle_of(SIX)
    everything = all_solutions(puzzle)
    made = design(puzzle, count=2, seed=2, engine=engine)
    assert made.status == "found"
    for challenge in made.challenges:
        target = frozenset(challenge.solution.placements)
        assert [solution for solution in everything if solution.issuperset(challenge.given)] == [target]
        fewer = combinations(challenge.solution.placements, len(challenge.given) - 1)
        assert all(sum(solution.issuperset(some) for solution in everything) > 1 for some in fewer)
        assert challenge.engines == (engine, {"exact-cover": "cp-sat", "cp-sat": "exact-cover"}[engine])


def test_challenges_are_not_images_of_others() -> None:
    """The given pieces of different challenges are not images of each other under isometries of the board."""
    made = design("five_tiles4x4", count=5, seed=1)
    isometries = made.puzzle.lattice.board_isometries(made.puzzle.board.cells)

    def image(challenge: Challenge) -> frozenset[frozenset[frozenset[tuple[int, ...]]]]:
        given = [placement.cells for placement in challenge.given]
        return frozenset(frozenset(frozenset(map(isometry, cells)) for cells in given) for isometry in isometries)

    assert len(made.challenges) == 5
    assert len({image(challenge) for challenge in made.challenges}) == 5


def test_design_seed_reproduces_challenges() -> None:
    """The same files, and others with another seed."""
    first, again, other = (design("five_tiles4x4", seed=seed) for seed in (7, 7, 8))
    texts = [[challenge.text for challenge in made.challenges] for made in (first, again, other)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.slow
def test_processes_make_the_same_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes change neither the challenges nor their order, and one that is killed costs no challenge."""
    monkeypatch.setattr("cp_puzzles.analysis.design.design.FEWEST_IN_PROCESSES", 2)
    alone, together, killed = (
        design("five_tiles4x4", count=6, seed=1, jobs=jobs, on_challenge=kill if kills else None)
        for jobs, kills in ((1, False), (2, False), (2, True))
    )
    assert [made.summary() for made in (together, killed)] == [alone.summary()] * 2
    assert alone.status == "found"


def kill(challenge: Challenge) -> None:
    """Kill a process after the first challenge."""
    for child in multiprocessing.active_children()[: challenge.number == 1]:
        os.kill(child.pid or 0, signal.SIGKILL)


@pytest.mark.slow
def test_design_gives_requested_number() -> None:
    """One more than is needed; and one fewer, for which every solution was tried."""
    puzzle = puzzle_of(SIX)
    everything = all_solutions(puzzle)
    least = min(
        n
        for n in range(7)
        for target in everything
        for some in combinations(sorted(target), n)
        if sum(solution.issuperset(some) for solution in everything) == 1
    )
    more = design(puzzle, seed=1, clues=least + 2, count=2)
    assert [len(challenge.given) for challenge in more.challenges] == [least + 2] * 2
    none = design(puzzle, seed=1, clues=least - 1)
    assert (none.status, none.is_all, none.smallest) == ("fewer", True, least)
    assert f"too few: among all {none.tried} solutions the smallest number is {least}" in (none.reason or "")
    most = design(puzzle, seed=1, clues=7).reason
    assert most == "7 given pieces are too many: of all 10 solutions none leaves a piece to place beside more than 5"
    assert design(puzzle, seed=1, clues=6).status == "fewer"
    assert design(puzzle, seed=1, clues=5).status == "found"


def test_design_chooses_holes() -> None:
    """Holes are at empty cells of the solution, the only one that agrees with them and with what is given."""
    puzzle = puzzle_of("fill: false, board: {size: [3, 4]}, tiles: [{set: trominoes, multiplicity: {min: 1, max: 2}}]")
    made = design(puzzle, choose=("holes", "given"), seed=3, count=2)
    assert made.status == "found"
    everything = all_solutions(puzzle)
    for challenge in made.challenges:
        holes = set(challenge.holes)
        assert not challenge.solution.tile_at().keys() & holes
        agreeing = [s for s in everything if s.issuperset(challenge.given) and not any(holes & {*p.cells} for p in s)]
        assert agreeing == [frozenset(challenge.solution.placements)]


def test_design_chooses_pieces() -> None:
    """The chosen pieces have one solution up to isometries of the board, and no grade."""
    for challenge in design("pentomino5x5", choose=("pieces",), seed=1, count=2).challenges:
        assert challenge.difficulty is None
        assert len(challenge.puzzle.tiles) == 5
        assert (count(challenge.puzzle, engine="exact-cover", jobs=1).count, challenge.spec.expected.full) == (1, 1)


@pytest.mark.parametrize(
    "name", sampled(["kanoodle_small_pyramid", "soma", "tangram_square", "polysticks3x4"], every=2)
)
def test_every_lattice_has_challenges(name: str) -> None:
    """Designed puzzles on boxes, triangles, balls, tans and edges have one solution and a grade."""
    made = design(name, seed=1)
    assert made.status == "found"
    challenge = made.challenges[0]
    again = build_puzzle(parse_spec(challenge.text))
    assert count(again, symmetry="off", engine="cp-sat", jobs=1).count == 1
    assert challenge.grade is not None


def test_design_keeps_to_the_requested_difficulty() -> None:
    """The design adds given pieces to a puzzle that is too hard and rejects one that is too easy."""
    made = design("soma", difficulty="easy", seed=4, count=2)
    assert {challenge.grade for challenge in made.challenges} == {"easy"}
    assert made.status == "found"


def test_design_needs_agreement_of_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge of which the other engine finds a second solution is a fault of the program."""
    loader = load_engine

    class Doubting:
        def run(self, task: PartTask) -> PartResult:
            result = loader("cp-sat").run(task)
            assert task.emit is not None
            task.emit(np.empty((1, 0), np.int32), np.ones(1, np.int64))
            return result

    monkeypatch.setattr(design_choices, "load_engine", lambda name: Doubting() if name == "cp-sat" else loader(name))
    with pytest.raises(DisagreementError, match="exact-cover finds one solution, cp-sat a different one or 2"):
        design("five_tiles4x4", seed=1)


def test_design_keeps_challenges_after_a_limit_or_interrupt() -> None:
    """Ctrl-C after the second challenge; a limit that has passed before the first."""
    made: list[Challenge] = []

    def interrupt(challenge: Challenge) -> None:
        made.append(challenge)
        if challenge.number == 2:
            raise KeyboardInterrupt

    found = design("five_tiles4x4", count=5, seed=1, on_challenge=interrupt)
    assert (found.status, found.challenges) == ("interrupted", tuple(made))
    assert len(made) == 2
    assert design("soma", seed=1, time_limit=0.001).status == "time-limit"


COUNTED = "board: {size: [4, 4]}, fill: false, tiles: [{set: pentominoes, multiplicity: 0-1}], rules: {empty: 1}"

TURNED = "board: {size: [2, 3]}, fill: false, tiles: [{set: domino, multiplicity: 2}]"
LINED = """board: {size: [2, 2], optional: [[1, 0], [1, 1]]}, rules: {rows: [2, {max: 2}]},
tiles: [{name: A, drawing: XX, multiplicity: 1-2}]"""


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        (SIX, {"choose": ("pieces",)}, "every tile has a fixed multiplicity"),
        (SIX, {"choose": ("holes",)}, "no cell may stay empty"),
        (COUNTED, {"choose": ("holes",), "seed": 1}, "a rule counts empty cells, which would become holes"),
        (f"{TURNED}, rules: {{symmetric: half-turn}}", {"choose": ("holes",)}, "a rule reflects empty cells"),
        (LINED, {"choose": ("holes",), "seed": 1}, "2 numbers of covered cells for 1 row.*, which would become holes"),
        (
            "board: {size: [1, 2]}, tiles: [{set: domino}], given: [{tile: I, cells: [[0, 0], [0, 1]]}]",
            {},
            "every piece is given",
        ),
        (SIX, {"choose": ("colors",)}, "must be one of given, holes, pieces"),
        (SIX, {"difficulty": "tricky"}, "must be one of easy, medium, hard, expert, or a range"),
        (SIX, {"difficulty": 5}, "must be one of easy, medium, hard, expert, or a range"),
        (SIX, {"difficulty": "hard..easy"}, "or a range from an earlier to a later one"),
        (SIX, {"engine": "frontier"}, "must be one of cp-sat, exact-cover"),
        ("most_t_tetrominoes5x5", {}, "the puzzle has an objective"),
        ("pentomino5x5", {"choose": ("pieces",), "clues": 1}, "the design does not choose given pieces"),
    ],
)
def test_design_refuses_impossible_requests(source: str, options: dict[str, object], message: str) -> None:
    """Impossible requests are refused with a remedy."""
    puzzle = puzzle_of(source) if ":" in source else puzzle_from(source)
    with pytest.raises(MistakeError, match=message):
        design(puzzle, **options)  # type: ignore[arg-type]


def test_holes_are_in_no_list_of_the_board() -> None:
    """Known values and regions do not name the cells that become holes; an empty region has no condition."""
    board = "{size: [1, 4], values: {1: [[0, 0], [0, 3]]}, regions: {A: [[0, 0], [0, 3]]}}"
    rules = "{regions: {A: {sum: {max: 3}}}}"
    puzzle = puzzle_of(f"fill: false, board: {board}, tiles: [{{set: dominoes-0-6, only: [1-1]}}], rules: {rules}")
    made = {challenge.holes: challenge for challenge in design(puzzle, choose="holes", count=2, seed=1).challenges}
    middle = made.pop(((0, 0), (0, 3)))
    assert (middle.spec.board.values, middle.spec.board.regions, middle.conditions) == ({}, {}, ())
    assert [len(end.conditions) for end in made.values()] == [1]


def test_challenge_leaves_a_piece_to_place() -> None:
    """Two pieces that must both be given are no challenge, whatever number is requested; the remedy makes one."""
    puzzle = puzzle_of("board: {size: [1, 5]}, fill: false, tiles: [{set: monomino, multiplicity: 2}]")
    for clues in (None, 0, 1, 2):
        none = design(puzzle, clues=clues, seed=1)
        assert none.reason == "of all 6 solutions 6 have no piece left to place beside those that must be given"
        assert spelled(none.remedy, typed=True) == "use --choose given,holes"
    assert len(design(puzzle, choose=("given", "holes"), seed=1).challenges[0].given) < 2


def test_solution_without_pieces_is_no_challenge() -> None:
    """The empty board may be a solution; a design passes it over, with every choice."""
    puzzle = puzzle_of("board: {size: [1, 3]}, fill: false, tiles: [{set: domino, multiplicity: 0-1}]")
    for choose in (("pieces",), ("given", "pieces"), ("holes",)):
        assert all(made.solution.placements for made in design(puzzle, choose=choose, count=3, seed=1).challenges)


def test_printed_challenge_has_its_rules() -> None:
    """The rules that a challenge needs are printed beside its board."""
    puzzle = puzzle_of(
        "board: {size: [2, 4]}, fill: false, tiles: [{set: domino, multiplicity: any}], rules: {rows: [2, 4]}"
    )
    assert "rules: rows: [2, 4]\n" in str(design(puzzle, seed=1).challenges[0])


def test_failed_solutions_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution that is tried again with more given pieces is one of those that were considered."""
    monkeypatch.setattr("cp_puzzles.analysis.design.design.MAX_FAILURES", 20)
    puzzle = puzzle_of("board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: any}]")
    none = design(puzzle, difficulty="hard", seed=1)
    assert (none.reason or "").startswith("of all 2 solutions graded 2 easy; 20 attempts in a row")


def test_design_without_solution_is_empty() -> None:
    """A puzzle without solutions yields an empty list of challenges."""
    made = design("tetrominoes4x5", seed=1)
    assert (made.status, made.reason, made.remedy) == ("fewer", "the puzzle has no solution", "explain says why")


def test_design_with_too_few_tiles_has_a_remedy() -> None:
    """A board with more cells than the tiles gives the reason, and the remedy makes a challenge."""
    source = "board: {size: [3, 3]}, tiles: [{set: trominoes}]"
    none = design(puzzle_of(source), seed=1)
    assert none.reason == "the puzzle has no solution: the tiles cover only 6 cells, but the board has 9 cells"
    assert "fill: false" in spelled(none.remedy, typed=True)
    made = design(puzzle_of(f"fill: false, {source}"), choose=("given", "holes"), seed=1)
    assert made.status == "found"


FRAMES = """
name: frames
board: {drawing: "XXXX\\nX?X?\\nX??X"}
tiles:
  - {name: A, drawing: "XXXX\\nX..X\\nX.XX", reflect: false, multiplicity: {max: 1}}
  - {name: B, drawing: "XXXX\\nX...\\nXXXX", multiplicity: {max: 1}}
  - {name: M, drawing: X}
"""


@pytest.mark.slow
def test_design_offers_a_choice_that_works() -> None:
    """A design that ends with nothing says what failed, and its remedy makes a challenge."""
    source = "board: {size: [4, 5]}, tiles: [{set: tetrominoes, multiplicity: {max: 2}, except: [T]}]"
    none = design(puzzle_of(source), choose=("pieces",), seed=1)
    assert (none.status, none.challenges, none.is_all) == ("fewer", (), True)
    assert none.reason == f"of all {none.tried} solutions {none.tried} have another solution with the same pieces"
    assert spelled(none.remedy, typed=True) == "use --choose pieces,given"
    assert len(design(puzzle_of(source), choose=("pieces", "given"), seed=1).challenges) == 1
    few = design(puzzle_of(SIX), clues=0, seed=1)
    assert spelled(few.remedy, typed=False) == f"use clues={few.smallest}"
    graded = design(puzzle_of(SIX), difficulty="expert", seed=1)
    assert spelled(graded.remedy, typed=True).startswith("use --difficulty ")


def test_design_finds_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pieces of a design with a level have one assembly that comes apart, of at least that level."""
    monkeypatch.setattr(target_solutions, "CLIMBING_STEPS", 40)
    made = [design(parse_spec(FRAMES), choose=("pieces",), level=2, seed=seed) for seed in (1, 1, 2)]
    assert made[0].summary() == made[1].summary()
    for each in made:
        [challenge] = each.challenges
        assert {tile.name for tile in challenge.puzzle.tiles} == {"A", "M"}
        assert challenge.solution.measure("level") == challenge.spec.expected.level == 2
        assert apart(challenge.puzzle, symmetry="full", jobs=1).by_level() == [(2, 1, 1)]


@pytest.mark.slow
def test_design_finds_a_burr_of_level_five() -> None:
    """A few dozen walks find six of the 837 burr pieces with one assembly that comes apart, of level 5 or more."""
    sticks = "{name: burr, board: {burr: {length: 6}}, fill: false, tiles: [%s], rules: {pieces: 6}}"
    puzzle = parse_spec(sticks % "{set: burr-pieces, multiplicity: any}")
    [challenge] = design(puzzle, choose=("pieces",), level=5, seed=1).challenges
    result = apart(challenge.puzzle, symmetry="full", jobs=1)
    assert (result.status, result.buildable) == ("complete", 1)
    assert result.by_level()[0][0] >= 5


FLAT_BOX = r"""
name: Flat box
board: {drawing: "XXXXX\nX???X\nX???X\nX?XXX"}
tiles:
  - {name: box, drawing: "XXXXX\nX...X\nX...X\nX.XXX", fixed: true, rotate: false, reflect: false}
  - {set: trominoes, multiplicity: {max: 1}}
  - {set: domino, multiplicity: {max: 1}}
"""


@pytest.mark.slow
def test_level_targets_fill_an_empty_box() -> None:
    """Walks put pieces into a fixed box whose first solution is empty; they once stayed there."""
    targets = target_solutions.LevelTargets(build_cover(build_puzzle(parse_spec(FLAT_BOX))), 2, 1, NO_DEADLINE)
    solution = next(targets.draw())
    assert solution.measure("level") >= 2
    assert solution.measure("pieces") > 1


def test_level_targets_replace_two_pieces_of_a_filled_board() -> None:
    """On a board without empty cells, where no single piece can be replaced, walks reach several solutions."""
    spec = parse_spec("{name: x, board: {size: [4, 5]}, tiles: [{set: tetrominoes, multiplicity: any}]}")
    targets = target_solutions.LevelTargets(build_cover(build_puzzle(spec)), 1, 1, NO_DEADLINE)
    assert len({solution.placements for solution in islice(targets.draw(), 5)}) == 5


def test_design_of_a_level_that_is_too_high(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walks end, with the highest level they have met; a level needs a choice of pieces and nothing else."""
    monkeypatch.setattr(target_solutions, "MAX_WALKS", 2)
    monkeypatch.setattr(target_solutions, "CLIMBING_STEPS", 40)
    made = design(parse_spec(FRAMES), choose=("pieces",), level=9, seed=1)
    assert (made.status, made.reason) == ("fewer", "no set of pieces reached level 9; the highest level was 2")
    with pytest.raises(MistakeError, match="a level belongs to a set of pieces"):
        design(parse_spec(FRAMES), level=2)


CONDITIONS = "board: {size: [3, 4]}, tiles: [{set: dominoes-0-6, only: [%s], multiplicity: {min: 0, max: 1}}]"
PAIRS = "0-0, 0-1, 1-1, 1-2, 2-2, 2-3, 3-3, 3-4"


GIVEN = "given: [{tile: 0-1, cells: [[0, 0], [0, 1]], shown: ['0', '1']}]"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(CONDITIONS, marks=pytest.mark.slow),
        f"{CONDITIONS}, {GIVEN}",
        CONDITIONS.replace("size: [3, 4]", r'drawing: "XXXX\nX.XX\nXXX?"') + f", {GIVEN}",
    ],
    ids=["plain", "given", "holes"],
)
def test_design_chooses_conditions_of_regions(text: str) -> None:
    """Conditions leave one solution, none can be dropped, no region is in two parts; given pieces and holes stay."""
    start = puzzle_of(text % PAIRS)
    made = design(start, choose=("pieces", "conditions"), count=3, seed=1)
    assert (made.status, len({challenge.text for challenge in made.challenges})) == ("found", 3)
    for challenge in made.challenges:
        puzzle = build_puzzle(challenge.spec)
        assert (puzzle.board.cells, puzzle.given) == (start.board.cells, start.given)
        rules = [rule for rule in puzzle.rules if isinstance(rule, RegionRule)]
        assert len(rules) == len(challenge.conditions) == len(challenge.summary()["conditions"])
        assert all(puzzle.lattice.is_connected(rule.cells) for rule in rules)
        assert [frozenset(challenge.solution.placements)] == all_solutions(puzzle)
        for rule in rules:
            fewer = puzzle.replaced(rules=tuple(each for each in puzzle.rules if each is not rule))
            assert count(fewer, symmetry="off", engine="cp-sat", limit=2, jobs=1).count == 2
        assert str(challenge.spec.description).startswith(str(challenge.grade).capitalize())


@pytest.mark.slow
def test_conditions_that_leave_several_solutions_are_named() -> None:
    """On a region of one column the strictest conditions leave several solutions; the reason names them."""
    text = r'board: {size: [2, 3], regions: "A..\nA.."}, tiles: [{set: dominoes-0-6, only: [0-0, 1-1, 2-2]}]'
    none = design(puzzle_of(text), choose="conditions", seed=1)
    assert (none.reason or "").endswith("have another solution with the same conditions")


@pytest.mark.slow
def test_conditions_are_designed_for_the_regions_of_the_board() -> None:
    """The board's own regions have conditions; on a lattice without drawings they are listed."""
    made = design("values/hexagon_values3x4", choose=("conditions",), seed=1)
    regions = set(puzzle_from("values/hexagon_values3x4").board.regions)
    for challenge in made.challenges:
        assert {rule.cells for rule in challenge.conditions} <= {cells for _, cells in regions}
    assert made.status in ("found", "fewer")


@pytest.mark.parametrize(
    ("puzzle", "options", "message"),
    [
        ("soma", {"choose": "conditions"}, "no tile has a value; use a set such as dominoes-0-6"),
        ("domino_values1", {"choose": ("conditions", "given")}, "conditions alone leave one solution"),
        ("domino_values1", {"choose": "conditions", "clues": 2}, "the design does not choose given pieces"),
    ],
)
def test_idle_conditions_are_refused(puzzle: str, options: dict[str, Any], message: str) -> None:
    """Conditions need values, and no given pieces beside them."""
    with pytest.raises(MistakeError, match=message):
        design(puzzle, **options)


@pytest.mark.parametrize(
    ("choose", "others"),
    [(("conditions",), ("pieces",)), (("given",), ("holes", "pieces")), (("pieces",), ("given", "holes"))],
)
def test_other_choices_are_permitted(choose: tuple[str, ...], others: tuple[str, ...]) -> None:
    """A remedy names only choices that a design accepts beside the others: conditions stand alone or with pieces."""
    text = "{name: x, board: {size: [2, 4]}, fill: false, tiles: [{set: dominoes-0-6, multiplicity: 0-1}]}"
    assert other_choices(build_puzzle(parse_spec(text)), choose) == others
