"""Solutions counted by the value of a measure."""

from __future__ import annotations

import json
from itertools import chain, repeat
from math import inf

import pytest
from rich.console import Console

from cp_puzzles import MistakeError, experiment, parse_spec, tabulate
from cp_puzzles.analysis import counts
from cp_puzzles.base.deadline import Deadline
from cp_puzzles.output.terminal.result_tables import measure_table
from tests.cli.program import Program


def test_table_of_crossroads() -> None:
    """The rows add up to all solutions; the numbers are Knuth's."""
    table = tabulate("pentomino6x10", by="crossroads", engine="exact-cover")
    assert table.rows == ((0, 563, 2252), (1, 1102, 4408), (2, 547, 2188), (3, 118, 472), (4, 9, 36))
    assert table.result.count == 2339


def test_table_on_the_command_line(run: Program) -> None:
    """`count --by` prints the table under the key `by`."""
    done = run("count", "dominoes4x4", "--by", "faults", "--json", "--jobs", "1")
    rows = tabulate("dominoes4x4", by="faults", jobs=1).rows
    wanted = [{"value": value, "solutions": solutions, "raw": raw} for value, solutions, raw in rows]
    assert json.loads(done.stdout)["by"] == {"measure": "faults", "tabulated": 9, "rows": wanted}


@pytest.mark.parametrize("time_limit", [60, None])
def test_table_ends_at_the_time_limit(monkeypatch: pytest.MonkeyPatch, time_limit: float | None) -> None:
    """Solutions that come after the time limit are counted but not measured, and the table says of how many it is."""
    times = chain([False] * 3, repeat(True))

    class Late(Deadline):
        @property
        def has_passed(self) -> bool:
            return self.time < inf and next(times)

    monkeypatch.setattr(counts, "Deadline", Late)
    table = tabulate("dominoes4x4", by="faults", jobs=1, time_limit=time_limit)
    console = Console(width=120)
    with console.capture() as capture:
        console.print(measure_table(table))
    title = " ".join(capture.get().split())
    assert table.result.count == 9
    if time_limit is None:
        assert (table.tabulated, table.result.status, table.result.raw) == (9, "complete", 36)
        assert title.startswith("faults")
    else:
        assert (table.tabulated, table.result.status, table.result.raw) == (3, "time-limit", None)
        assert title.startswith("3 of the 9 solutions found")


def test_measure_without_meaning_is_refused() -> None:
    """The measure `crossroads` is refused for balls, which have no corners."""
    with pytest.raises(MistakeError, match="no four of its cells meet"):
        tabulate("kanoodle_pyramid", by="crossroads")


def test_experiment_with_and_without_a_rule() -> None:
    """Every puzzle is run with each value of a rule, which its name states."""
    result = experiment("dominoes4x4", rules=[("faults=2", "faults=off")], symmetry=("off", "full"))
    raw = {(row.setup.puzzle, row.setup.symmetry): row.raw for row in result.rows}
    ruled = next(all_of for value, _, all_of in tabulate("dominoes4x4", by="faults", jobs=1).rows if value == 2)
    assert set(raw.values()) == {36, ruled}
    assert len({name for name, _ in raw}) == 2


def test_solutions_are_tabulated_by_empty_cells_and_tiles() -> None:
    """Two dominoes on 1x5 leave one of three cells empty; 3x5 by three pentominoes uses seven sets of them."""
    row = parse_spec("{name: r, board: {size: [1, 5]}, fill: false, tiles: [{set: domino, multiplicity: 2}]}")
    table = tabulate(row, by="empty-cells", symmetry="off", jobs=1)
    assert table.rows == (("0,0", 1, 1), ("0,2", 1, 1), ("0,4", 1, 1))
    tiles = parse_spec("{name: t, board: {size: [3, 5]}, tiles: [{set: pentominoes, multiplicity: 0-1}]}")
    assert sum(row[1] for row in tabulate(tiles, by="tiles", symmetry="off", jobs=1).rows) == 28
    with pytest.raises(MistakeError, match="symmetric tilings may have different values; add symmetry='off'"):
        tabulate(tiles, by="tiles", jobs=1)
