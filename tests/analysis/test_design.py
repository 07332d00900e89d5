"""Challenges: one solution each, as little given as can be, none twice; against brute force over all solutions."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import MistakeError, api, build_puzzle, count, design, load_spec, parse_spec, solve
from cp_puzzles.analysis.design.challenge import Challenge
from cp_puzzles.analysis.design.hitting_set import FINE, smallest_hitting_set
from cp_puzzles.errors import DisagreementError
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from tests.examples import examples, thinned

pytest.importorskip("numba")

SIX = "{name: six, board: {size: [5, 6]}, tiles: [{set: pentominoes, only: [F, L, N, P, U, Y]}]}"


def all_solutions(puzzle: Puzzle) -> list[frozenset[Placement]]:
    """Every solution, turned and mirrored ones too."""
    return [frozenset(s.placements) for s in solve(puzzle, symmetry="off", engine="cp-sat", jobs=1).solutions]


@examples(60)
@given(
    rows=st.lists(st.frozensets(st.integers(0, 6), min_size=1), max_size=8),
    costs=st.lists(st.integers(0, FINE // 7 - 1), min_size=7, max_size=7),
)
def test_a_hitting_set_is_a_smallest_one(rows: list[frozenset[int]], costs: list[int]) -> None:
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
def test_as_little_is_given_as_can_be(engine: str) -> None:
    """Of all solutions only the challenge's has what is given, and no fewer of its pieces would say so."""
    puzzle = build_puzzle(parse_spec(SIX))
    everything = all_solutions(puzzle)
    made = design(puzzle, count=2, seed=2, engine=engine)
    assert made.status == "found"
    for challenge in made.challenges:
        target = frozenset(challenge.solution.placements)
        assert [its for its in everything if its.issuperset(challenge.given)] == [target]
        fewer = combinations(challenge.solution.placements, len(challenge.given) - 1)
        assert all(sum(its.issuperset(some) for its in everything) > 1 for some in fewer)
        assert challenge.engines == (engine, {"exact-cover": "cp-sat", "cp-sat": "exact-cover"}[engine])


def test_no_two_challenges_are_images_of_one_another() -> None:
    """Of all motions of the board none takes what one gives to what another gives."""
    made = design("five_tiles4x4", count=5, seed=1)
    motions = made.puzzle.lattice.board_isometries(made.puzzle.board.cells)

    def image(challenge: Challenge) -> frozenset[frozenset[frozenset[tuple[int, ...]]]]:
        given = [placement.cells for placement in challenge.given]
        return frozenset(frozenset(frozenset(map(motion, cells)) for cells in given) for motion in motions)

    assert len(made.challenges) == 5
    assert len({image(challenge) for challenge in made.challenges}) == 5


def test_a_seed_makes_the_same_challenges_again() -> None:
    """The same files, and others with another seed."""
    first, again, other = (design("five_tiles4x4", count=2, seed=seed) for seed in (7, 7, 8))
    texts = [[challenge.text for challenge in made.challenges] for made in (first, again, other)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.slow
def test_so_many_given_pieces_as_are_asked_for_or_why_not() -> None:
    """One more than is needed; and one fewer, for which every solution was tried."""
    puzzle = build_puzzle(parse_spec(SIX))
    everything = all_solutions(puzzle)
    least = min(
        n
        for n in range(7)
        for target in everything
        for some in combinations(sorted(target), n)
        if sum(its.issuperset(some) for its in everything) == 1
    )
    more = design(puzzle, seed=1, given=least + 2, count=2)
    assert [len(challenge.given) for challenge in more.challenges] == [least + 2] * 2
    none = design(puzzle, seed=1, given=least - 1)
    assert (none.status, none.is_all, none.smallest) == ("fewer", True, least)
    assert none.reason is not None
    assert f"would be too few: of all solutions the smallest number is {least}" in none.reason
    most = design(puzzle, seed=1, given=7).reason
    assert most == "7 given pieces would be too many: of all solutions none has more than 6 to give"


def test_cells_to_leave_empty_and_pieces_to_use() -> None:
    """Holes for cells that no piece covers; the pieces of a solution, unique up to the motions of the board."""
    text = "{name: t, fill: false, board: {size: [3, 4]}, tiles: [{set: trominoes, multiplicity: {min: 1, max: 2}}]}"
    puzzle = build_puzzle(parse_spec(text))
    made = design(puzzle, choose=("holes", "given"), seed=3, count=2)
    assert made.status == "found"
    everything = all_solutions(puzzle)
    for challenge in made.challenges:
        assert not challenge.solution.tile_at().keys() & set(challenge.holes)
        agreeing = [
            its
            for its in everything
            if its.issuperset(challenge.given) and not any(set(p.cells) & set(challenge.holes) for p in its)
        ]
        assert agreeing == [frozenset(challenge.solution.placements)]
    square = design("pentomino5x5", choose=("pieces",), seed=1, count=2)
    for challenge in square.challenges:
        assert challenge.difficulty is None
        assert len(challenge.puzzle.tiles) == 5
        assert (count(challenge.puzzle, engine="exact-cover", jobs=1).count, challenge.spec.expected.full) == (1, 1)


@pytest.mark.parametrize(
    "name", thinned(["kanoodle_small_pyramid", "soma", "tangram_square", "polysticks3x4"], every=2)
)
def test_every_lattice_has_challenges(name: str) -> None:
    """Boxes, triangles, balls, quarters of squares, edges: what the file says has one solution, and a grade."""
    made = design(name, seed=1)
    assert made.status == "found"
    challenge = made.challenges[0]
    again = build_puzzle(parse_spec(challenge.text))
    assert count(again, symmetry="off", engine="cp-sat", jobs=1).count == 1
    assert challenge.grade is not None


def test_difficulty_is_what_was_asked_for() -> None:
    """More is given where less would be too hard, and what is too easy is not taken."""
    made = design("soma", difficulty="easy", seed=4, count=2)
    assert {challenge.grade for challenge in made.challenges} == {"easy"}
    assert made.status == "found"


def test_another_engine_has_to_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge of which the other engine finds a second solution is a fault of the program."""
    solver = api.solve

    def doubting(puzzle, **options):  # type: ignore[no-untyped-def]
        found = solver(puzzle, **options)
        return replace(found, count=2) if options.get("engine") == "cp-sat" else found

    monkeypatch.setattr(api, "solve", doubting)
    with pytest.raises(DisagreementError, match="exact-cover finds one solution, cp-sat another or 2 of them"):
        design("five_tiles4x4", seed=1)


def test_an_interrupt_or_the_end_of_time_keeps_what_is_made() -> None:
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


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        (SIX, {"choose": ("pieces",)}, "every piece is used as often as it must be"),
        (SIX, {"choose": ("holes",)}, "no cell may stay empty"),
        (SIX, {"choose": ("colours",)}, "choose given, holes, pieces"),
        (SIX, {"difficulty": "tricky"}, "grades: easy, medium, hard, expert"),
        (SIX, {"difficulty": "hard..easy"}, "write easy..hard"),
        (SIX, {"engine": "frontier"}, "there is no such engine"),
        ("most_t_tetrominoes5x5", {}, "it asks for the best"),
        ("pentomino5x5", {"choose": ("pieces",), "given": 1}, "given pieces are not chosen"),
    ],
)
def test_what_cannot_be_designed_is_refused(source: str, options: dict[str, object], message: str) -> None:
    """With the remedy."""
    spec = parse_spec(source) if source.startswith("{") else load_spec(source)
    with pytest.raises(MistakeError, match=message):
        design(spec, **options)  # type: ignore[arg-type]


def test_a_puzzle_without_a_solution_has_no_challenges() -> None:
    """Nothing is drawn of nothing."""
    made = design("tetrominoes4x5", seed=1)
    assert (made.status, made.reason) == ("fewer", "the puzzle has no solution")
