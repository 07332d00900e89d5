"""Reconciliation of the counts of an experiment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from cp_puzzles.analysis.experiment.experiment_result import ExperimentResult, ExperimentRow
from cp_puzzles.errors import EngineError


class UnreconciledError(EngineError):
    """Runs of an experiment contradict each other; `result` holds all of them."""

    def __init__(self, result: ExperimentResult) -> None:
        self.result = result
        super().__init__("; ".join(result.faults))


def reconcile(rows: tuple[ExperimentRow, ...]) -> tuple[ExperimentRow, ...]:
    """Return the rows with `is_reconciled` and `speed_up` set.

    A row is reconciled if its orbit sizes sum to the number of solutions counted with symmetry off.
    """
    return tuple(_compared(row, group) for group in _by_puzzle(rows) for row in group)


def faults(rows: Iterable[ExperimentRow]) -> Iterator[str]:
    """Yield the contradictions between raw counts of a puzzle, counts at one equivalence, and runs of a row."""
    for group in _by_puzzle(tuple(rows)):
        complete = [row for row in group if row.raw is not None]
        for row in complete:
            if len({(run.count, run.raw) for run in row.runs if run.status == "complete"}) > 1:
                yield f"{_name(row)}: runs of the same search find {[run.count for run in row.runs]} solutions"
        off = [row for row in complete if row.setup.symmetry == "off"]
        for row in complete:
            reference = (off or complete)[0]
            if row.raw != reference.raw:
                yield f"{_name(row)}: orbit sizes sum to {row.raw}, not to the {reference.raw} of {_name(reference)}"
            first = next(peer for peer in complete if peer.setup.symmetry == row.setup.symmetry)
            if row.solutions != first.solutions:
                yield f"{_name(row)}: {row.solutions} solutions, but {first.solutions} with {_name(first)}"


def _compared(row: ExperimentRow, group: tuple[ExperimentRow, ...]) -> ExperimentRow:
    off = next((r.raw for r in group if r.setup.symmetry == "off" and r.raw is not None), None)
    reconciled = None if off is None or row.raw is None else row.raw == off
    return replace(row, is_reconciled=reconciled, speed_up=_speed_up(group[0], row))


def _speed_up(reference: ExperimentRow, row: ExperimentRow) -> float | None:
    """Return the ratio of the reference's time to that of the row; None if both are incomplete."""
    unfinished = [r for r in (reference, row) if r.status == "time-limit"]
    return None if len(unfinished) == 2 or not row.seconds else reference.seconds / row.seconds


def _by_puzzle(rows: tuple[ExperimentRow, ...]) -> Iterator[tuple[ExperimentRow, ...]]:
    for _, group in groupby(rows, key=lambda row: row.setup.puzzle):
        yield tuple(group)


def _name(row: ExperimentRow) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.setup.factors().items() if value)
