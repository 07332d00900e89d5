"""Solutions counted by the value of a measure."""

from __future__ import annotations

import json

import pytest

from cp_puzzles import MistakeError, experiment, solve, tabulate
from cp_puzzles.analysis.frames import measures_frame
from tests.cli.program import Program


def test_table_of_crossroads() -> None:
    """The table adds up to all solutions; the numbers are Knuth's and what the rule of each value finds."""
    table = tabulate("pentomino6x10", by="crossroads", engine="exact-cover")
    assert table.rows == ((0, 563, 2252), (1, 1102, 4408), (2, 547, 2188), (3, 118, 472), (4, 9, 36))
    assert table.result.count == 2339


def test_table_on_the_command_line(run: Program) -> None:
    """`count --by` prints the table under the key `by`; a misspelt measure gets the nearest name."""
    done = run("count", "dominoes4x4", "--by", "faults", "--json", "--jobs", "1")
    rows = tabulate("dominoes4x4", by="faults", jobs=1).rows
    wanted = [{"value": value, "solutions": solutions, "raw": raw} for value, solutions, raw in rows]
    assert json.loads(done.stdout)["by"] == {"measure": "faults", "rows": wanted}
    assert "did you mean 'faults'?" in run("count", "dominoes4x4", "--by", "fault").stderr


def test_a_measure_without_meaning_is_refused() -> None:
    """Balls have no corners to meet at."""
    with pytest.raises(MistakeError, match="no four of its cells meet"):
        tabulate("kanoodle_pyramid", by="crossroads")


def test_frame_has_a_column_a_measure() -> None:
    """The frame says of each solution what the solution says itself."""
    solutions = solve("dominoes4x4", jobs=1).solutions
    frame = measures_frame(solutions)
    assert frame["faults"].tolist() == [solution.measure("faults") for solution in solutions]


def test_experiment_with_and_without_a_rule() -> None:
    """Every puzzle is run with each value of a rule, and its name tells which."""
    result = experiment("dominoes4x4", rules=[("faults=2", "faults=off")], symmetry=("off", "full"))
    raw = {(row.setup.puzzle, row.setup.symmetry): row.raw for row in result.rows}
    ruled = next(all_of for value, _, all_of in tabulate("dominoes4x4", by="faults", jobs=1).rows if value == 2)
    assert set(raw.values()) == {36, ruled}
    assert len({name for name, _ in raw}) == 2
