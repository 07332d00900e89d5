"""A calendar for every date, counted in two ways."""

from __future__ import annotations

import pytest

from cp_puzzles import PuzzleSpec, each, load_spec, parse_spec, tabulate

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
    ("spec", "leaves", "total"),
    [
        pytest.param(SMALL, [("A", "D"), ("D", "C")], 123, id="dominoes"),
        pytest.param(load_spec("calendar"), "dates", 59787, id="calendar"),
    ],
)
def test_each_equals_one_search(spec: PuzzleSpec, leaves: list[tuple[str, ...]] | str, total: int) -> None:
    """One search over all solutions and one search per choice give the same counts, in the same order."""
    table = tabulate(spec, "empty-cells", symmetry="off", jobs=1)
    empty = {labels: solutions for labels, solutions, _ in table.rows}
    result = each(spec, leaves=leaves, question="count", jobs=2)
    assert [a.solutions for a in result.answers] == [empty.get(" ".join(m.leave), 0) for m in result.members]
    assert table.tabulated == total


@pytest.mark.slow
def test_every_date_of_the_calendar_can_be_shown() -> None:
    """The 366 dates have 24,405 solutions, at least 7 each (6 October), at most 216 (25 January)."""
    result = each("calendar", leaves="dates", question="count")
    counts = {
        member.leave: answer.solutions or 0 for member, answer in zip(result.members, result.answers, strict=True)
    }
    assert (len(counts), result.total) == (366, 24405)
    assert min(counts.items(), key=lambda item: item[1]) == (("Oct", "6"), 7)
    assert max(counts.items(), key=lambda item: item[1]) == (("Jan", "25"), 216)
