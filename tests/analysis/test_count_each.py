"""A calendar for every date, counted in two ways."""

from __future__ import annotations

import pytest

from cp_puzzles import PuzzleSpec, build_puzzle, load_spec, parse_spec
from cp_puzzles.analysis.counts import count_by_empty_cells, count_each, dates
from cp_puzzles.errors import MistakeError

SMALL = parse_spec("""
name: five dominoes, two cells stay empty
board:
  drawing: |
    ????
    ????
    ????
  labels: {A: [0, 0], B: [1, 1], C: [2, 3], D: [0, 1]}
tiles: [{set: domino, multiplicity: 5}]
""")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "some", "total"),
    [
        pytest.param(SMALL, [("A", "D"), ("C", "D")], 123, id="dominoes"),
        pytest.param(
            load_spec("calendar"),
            [("Oct", "6"), ("Jan", "25"), ("Feb", "29")],
            59787,
            id="calendar",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_count_each_equals_one_search(spec: PuzzleSpec, some: list[tuple[str, ...]], total: int) -> None:
    """One search over all solutions and one search per choice give the same counts, in the same order."""
    puzzle = build_puzzle(spec)
    cell = dict(puzzle.board.labels)
    empty = count_by_empty_cells(puzzle, jobs=1)
    seen = []
    results = count_each(spec, some, jobs=2, on_count=lambda leave, result: seen.append((leave, result.count)))
    assert [result.count for result in results] == [empty[tuple(sorted(map(cell.__getitem__, d)))] for d in some]
    assert seen == list(zip(some, (result.count for result in results), strict=True))
    assert empty.total() == total


def test_count_each_refuses_unknown_label() -> None:
    """A label that the board does not have is a mistake before anything is counted."""
    with pytest.raises(MistakeError, match="Foo"):
        count_each("calendar", [("Nov", "21"), ("Foo", "1")], jobs=1)


@pytest.mark.slow
def test_every_date_of_the_calendar_can_be_shown() -> None:
    """The 366 dates have 24,405 solutions, at least 7 each (6 October), at most 216 (25 January)."""
    counts = {date: result.count for date, result in zip(dates(), count_each("calendar", dates()), strict=True)}
    assert len(counts) == 366
    assert sum(counts.values()) == 24405
    assert min(counts.items(), key=lambda item: item[1]) == (("Oct", "6"), 7)
    assert max(counts.items(), key=lambda item: item[1]) == (("Jan", "25"), 216)
