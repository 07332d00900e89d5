"""Results of an experiment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.file_access import write_table
from cp_puzzles.base.registry import Displayed
from cp_puzzles.base.text import counted
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking
from cp_puzzles.search.run_result import RunResult, Status

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class Setup:
    """A request about a puzzle and the settings of its search."""

    puzzle: str
    symmetry: Symmetry
    engine: str
    breaking: Breaking
    settings: tuple[tuple[str, object], ...] = ()

    def options(self) -> dict[str, Any]:
        """Return the keywords of `count`."""
        options = {name: value for name, value in vars(self).items() if name != "puzzle"}
        return options | {"settings": dict(self.settings)}

    def factors(self) -> dict[str, str]:
        """Return the factors by name, as text; `breaking` is empty where the symmetry is off."""
        given = {"puzzle": self.puzzle, "symmetry": self.symmetry, "engine": self.engine}
        breaking = "" if self.symmetry == "off" else self.breaking
        words = {True: "on", False: "off"}
        return (
            given | {"breaking": breaking} | {n: words[v] if isinstance(v, bool) else str(v) for n, v in self.settings}
        )


@dataclass(frozen=True)
class ExperimentRow:
    """A setup and its runs, one or more, in the order in which they ran.

    `is_reconciled` is True if `raw` equals the count with symmetry off, None if no such count is complete. `speed_up`
    is the ratio of the median time of the puzzle's first row to that of this row.
    """

    setup: Setup
    runs: tuple[RunResult, ...]
    is_reconciled: bool | None = None
    speed_up: float | None = None

    @property
    def status(self) -> Status:
        """The status of the runs."""
        return self.runs[0].status

    @property
    def solutions(self) -> int:
        """The number of solutions at the setup's equivalence."""
        return self.runs[0].count

    @property
    def raw(self) -> int | None:
        """The sum of the orbit sizes; None if the search is incomplete."""
        return self.runs[0].raw

    @property
    def seconds(self) -> float:
        """The median time of a run."""
        return median(run.seconds for run in self.runs)

    @property
    def range(self) -> tuple[float, float]:
        """The shortest and the longest time of a run, in seconds."""
        return min(run.seconds for run in self.runs), max(run.seconds for run in self.runs)

    @property
    def first_seconds(self) -> float | None:
        """The median time until the first solution; None without one."""
        times = [run.first_solution_seconds for run in self.runs if run.first_solution_seconds is not None]
        return median(times) if times else None

    def statistic(self, *names: str) -> int | None:
        """Return the median of the first of these statistics that the engine counts."""
        for name in names:
            values: list[float] = [run.statistics[name] for run in self.runs if name in run.statistics]
            if values:
                return round(median(values))
        return None

    def record(self) -> dict[str, Any]:
        """Return the row as plain data, times in seconds; `branches` holds nodes for an engine that counts nodes."""
        shortest, longest = self.range
        return {
            **self.setup.factors(),
            "status": self.status,
            "solutions": self.solutions,
            "raw": self.raw,
            "reconciled": self.is_reconciled,
            "booleans": self.statistic("booleans"),
            "constraints": self.statistic("constraints"),
            "branches": self.statistic("branches", "nodes"),
            "conflicts": self.statistic("conflicts"),
            "runs": len(self.runs),
            "first_seconds": self.first_seconds,
            "seconds": self.seconds,
            "shortest_seconds": shortest,
            "longest_seconds": longest,
            "speed_up": self.speed_up,
        }


@dataclass(frozen=True)
class ExperimentResult(Displayed):
    """The result of an experiment.

    Attributes
    ----------
    rows
        A row for each run, in the order of the grid.
    jobs
        The number of processes of each run.
    contradictions
        Contradictions between runs; empty if they agree.
    is_interrupted
        True if Ctrl-C ended the experiment.
    """

    rows: tuple[ExperimentRow, ...]
    jobs: int = 1
    contradictions: tuple[str, ...] = ()
    is_interrupted: bool = False

    def __repr__(self) -> str:
        return f"ExperimentResult({counted(len(self.rows), 'row')})"

    def varying(self) -> tuple[str, ...]:
        """Return the factors that differ between rows, in order."""
        factors = [row.setup.factors() for row in self.rows]
        names = dict.fromkeys(name for row in factors for name in row)
        return tuple(name for name in names if len({row.get(name, "") for row in factors}) > 1)

    def labels(self, *without: str) -> tuple[str, ...]:
        """Return a short label for each row: the factors in which rows differ, except those in `without`.

        >>> def row(symmetry: Symmetry) -> ExperimentRow:
        ...     return ExperimentRow(Setup("Soma", symmetry, "cp-sat", "lex"), ())
        >>> ExperimentResult((row("off"), row("full"))).labels()
        ('symmetry off', 'symmetry full, lex')
        """
        names = [name for name in self.varying() if name not in without]
        return tuple(_label(row.setup.factors(), names) for row in self.rows)

    def records(self) -> tuple[dict[str, Any], ...]:
        """Return the rows as plain data, all with the same keys."""
        records = [row.record() for row in self.rows]
        factors = dict.fromkeys(name for row in self.rows for name in row.setup.factors())
        numbers = dict.fromkeys(name for record in records for name in record if name not in factors)
        return tuple({name: record.get(name) for name in (*factors, *numbers)} for record in records)

    def to_frame(self) -> DataFrame:
        """Return the rows as a pandas frame with one column per factor or figure; see `ExperimentRow.record`."""
        import pandas as pd

        return pd.DataFrame(self.records())

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a file; raise `MistakeError` if it cannot be written."""
        records = self.records()
        write_table(path, [*records[0]] if records else ["puzzle"], (record.values() for record in records))


def _label(factors: dict[str, str], names: list[str]) -> str:
    words = []
    for name in names:
        value = factors.get(name)
        if value:
            words.append(value if name in ("puzzle", "engine", "breaking") else f"{name} {value}")
    return ", ".join(words)
