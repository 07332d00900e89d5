"""The forecast of each engine beside the measured processor time, and the cost of the forecast, over many puzzles.

    python -m tests.benchmarks.forecasts [CASE ...] [--part K/N] [--table FILE]

The cases are those of the regret (`tests.benchmarks.regret`), and `--table` is the same file: times that it has are not
measured again. Start and preparation, which no engine changes, are left out; times below 0.3 s count as 0.3 s. A count
that is stopped, or answered by a proof before the search, is left out. The aim: four of five within a factor of three,
none further off than a factor of 30 without a bound to tell it, and no forecast that costs more than 0.2 s or a tenth
of the search.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median
from time import process_time

from cp_puzzles import build_puzzle
from cp_puzzles.cover.proofs.weight_search import reason_for_none
from cp_puzzles.engines.registry import COUNTERS, ENGINES, FASTEST, entry_of
from cp_puzzles.puzzle.spec.loader import load_spec, parse_spec
from cp_puzzles.search.forecast.engine_choice import begin_count
from cp_puzzles.search.forecast.engine_forecast import (
    affordable_seconds,
    expected_work,
    forecast,
    rough_seconds,
    total_seconds,
)
from cp_puzzles.search.job import Job
from cp_puzzles.search.partition.partition import partition_of, searched_leader
from cp_puzzles.search.partition.search_tree import tree_of
from cp_puzzles.search.progress import Interval
from tests.benchmarks.processor_time import timed_program
from tests.benchmarks.regret import cases, row_of

LEAST_SECONDS = 0.3
"""Shorter times are the noise of a process."""

START = ("-m", "cp_puzzles", "check", "corners3x3")
"""A command that reads and prepares a small puzzle, which every count does."""

NEAR, FAR = 3, 30
"""The factors of the aim."""


@dataclass(frozen=True)
class Row:
    """The forecast of an engine for a case, with the measured seconds less those of the preparation, and its cost."""

    case: str
    engine: str
    forecast: Interval
    measured: float
    cost: float

    @property
    def factor(self) -> float:
        """The factor, at least 1, between the forecast and the measurement."""
        said, measured = max(self.forecast.value, LEAST_SECONDS), max(self.measured, LEAST_SECONDS)
        return max(said / measured, measured / said)

    @property
    def is_bound(self) -> bool:
        """True if the forecast says that it may be far too low, or too high."""
        return self.forecast.high == inf or self.forecast.low == 0


def rows_of(case: str, spec: str, measured: Mapping[str, str], start: float) -> Iterator[Row]:
    """Yield a row for each engine that finished its count of a case."""
    begun = process_time()
    puzzle = build_puzzle(parse_spec(spec) if spec.startswith("{") else load_spec(spec))
    job = Job(puzzle, "full", "auto")
    cover, request = job.cover_and_request()
    if reason_for_none(cover) is not None:
        return
    prepared = start + process_time() - begun
    tree_of(searched_leader(request))  # which every search needs
    begun = process_time()
    affordable = affordable_seconds(rough_seconds(FASTEST, request)) / 2
    expected = expected_work(request, affordable)
    shared = process_time() - begun
    for engine in (*ENGINES, *COUNTERS):
        seconds = float(measured[engine])
        # the search needs the partition, too
        parts = partition_of(request, entry_of(engine).tuning.partition).parts if engine in ENGINES else ()
        begun = process_time()
        if parts:
            said = forecast(engine, request, parts, expected, affordable)
        else:
            shared, counting = 0.0, begin_count(job, request)
            said = Interval.exactly(inf) if counting is None else total_seconds(counting, 2 * affordable)
        if puzzle.objective is not None:  # as in an estimate
            said = Interval(said.value, 0.0, said.high)
        if seconds < inf:
            yield Row(case, engine, said, seconds - prepared, shared + process_time() - begun)


def printed(rows: list[Row]) -> Iterator[str]:
    """Yield the lines of the table, and a summary for each engine."""
    yield f"{'case':34}{'engine':13}{'forecast':>10}{'measured':>10}{'factor':>8}{'cost':>7}"
    for row in rows:
        mark = ("  a bound" if row.is_bound else "") + ("  far" if row.factor > FAR else "")
        said = f"{row.forecast.value:10.2f}{row.measured:10.2f}{row.factor:8.2f}{row.cost:7.2f}"
        yield f"{row.case:34}{row.engine:13}{said}{mark}"
    for engine in (*ENGINES, *COUNTERS):
        of_engine = [row for row in rows if row.engine == engine]
        if not of_engine:
            continue
        near = sum(row.factor <= NEAR for row in of_engine)
        far = sum(row.factor > FAR and not row.is_bound for row in of_engine)
        worst = max(of_engine, key=lambda row: row.factor)
        costly = sum(row.cost > affordable_seconds(row.measured) for row in of_engine)
        yield (
            f"{engine}: {near} of {len(of_engine)} within a factor of {NEAR}, median "
            f"{median(row.factor for row in of_engine):.2f}, worst {worst.factor:.1f} ({worst.case}), "
            f"{far} beyond {FAR} without saying so; {costly} forecasts cost more than allowed, "
            f"median {median(row.cost for row in of_engine):.2f} s"
        )


def main() -> None:
    """Measure cases that the table lacks, forecast all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--part", default="1/1", help="the K-th of N parts, K/N")
    parser.add_argument("--table", type=Path, help="a .csv file of the regret; its times are used")
    parser.add_argument("--measured-only", action="store_true", help="leave out cases that the table lacks")
    asked = parser.parse_args()
    known: dict[str, dict[str, str]] = {}
    if asked.table and asked.table.exists():
        with asked.table.open(encoding="utf-8", newline="") as file:
            known = {row["case"]: row for row in csv.DictReader(file)}
    number, parts = map(int, asked.part.split("/"))
    plain = {name: arguments for name, arguments in cases().items() if len(arguments) == 1}
    start = min(timed_program([sys.executable, *START])[1] for _ in range(3))
    rows: list[Row] = []
    for name in asked.cases or list(plain)[number - 1 :: parts]:
        if name in known or not asked.measured_only:
            measured = known.get(name) or row_of(name, plain[name])
            rows += rows_of(name, plain[name][0], measured, start)
    print(*printed(rows), sep="\n")


if __name__ == "__main__":
    main()
