"""Whether the numbers of an experiment fit together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from cp_puzzles.analysis.experiment_result import ExperimentResult, Row
from cp_puzzles.errors import EngineError


class UnreconciledError(EngineError):
    """Runs of an experiment contradict each other; `result` holds all figures."""

    def __init__(self, result: ExperimentResult) -> None:
        self.result = result
        super().__init__("; ".join(result.faults))


def reconcile(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows with `is_reconciled` and `speed_up`: each beside the other rows of its puzzle.

    The orbits of a row are reconciled if the sum of their sizes is the number of solutions that was counted with
    symmetry off.
    """
    return tuple(_beside(row, group) for group in _by_puzzle(rows) for row in group)


def faults(rows: Iterable[Row]) -> Iterator[str]:
    """What contradicts what: raw counts of a puzzle, solutions at one symmetry, or the runs of a row."""
    for group in _by_puzzle(tuple(rows)):
        complete = [row for row in group if row.raw is not None]
        for row in complete:
            if len({(run.count, run.raw) for run in row.runs if run.status == "complete"}) > 1:
                yield f"{_name(row)}: runs of the same search find {[run.count for run in row.runs]} solutions"
        off = [row for row in complete if row.setup.symmetry == "off"]
        for row in complete:
            reference = (off or complete)[0]
            if row.raw != reference.raw:
                yield f"{_name(row)}: the orbits add up to {row.raw}, not to the {reference.raw} of {_name(reference)}"
            first = next(other for other in complete if other.setup.symmetry == row.setup.symmetry)
            if row.solutions != first.solutions:
                yield f"{_name(row)}: {row.solutions} solutions, but {first.solutions} with {_name(first)}"


def _beside(row: Row, group: tuple[Row, ...]) -> Row:
    off = next((r.raw for r in group if r.setup.symmetry == "off" and r.raw is not None), None)
    reconciled = None if off is None or row.raw is None else row.raw == off
    return replace(row, is_reconciled=reconciled, speed_up=_speed_up(group[0], row))


def _speed_up(reference: Row, row: Row) -> float | None:
    """How many times faster than the reference; None if neither was finished."""
    unfinished = [r for r in (reference, row) if r.status == "time-limit"]
    return None if len(unfinished) == 2 or not row.seconds else reference.seconds / row.seconds


def _by_puzzle(rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    for _, group in groupby(rows, key=lambda row: row.setup.puzzle):
        yield tuple(group)


def _name(row: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.setup.factors().items() if value)
