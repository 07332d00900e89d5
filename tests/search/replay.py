"""Runs of parts that are recorded once and written into many files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cp_puzzles.engines.engine import Part
from cp_puzzles.search.parts import OpenParts
from cp_puzzles.search.store.stored_run import WrittenRun
from cp_puzzles.search.worker import Job, PartJob, PartRun, PartWorker
from tests.search.run_watch import dominoes

PUZZLE = dominoes()


@cache
def _job(*, keep: bool) -> tuple[Job, PartWorker]:
    job = Job(PUZZLE, engine="exact-cover", keep=keep)
    return job, PartWorker(job, job.cover_and_request())


@cache
def recorded(*, keep: bool = True) -> tuple[PartRun, ...]:
    """Return the runs of all parts of a search, in the order in which one worker makes them."""
    _, worker = _job(keep=keep)
    parts, runs = OpenParts([Part()]), []
    while (part := parts.take()) is not None:
        run = worker.run(PartJob(part, "exact-cover", 1e-3), lambda: False)
        parts.finish(run.part, run.result.rest)
        runs.append(run)
    return tuple(runs)


def writer(path: Path, *, keep: bool = True) -> WrittenRun:
    """Open the file of a run."""
    job, _ = _job(keep=keep)
    return WrittenRun(path, job, *job.cover_and_request(), roots=lambda: [Part()])


def write_all(store: WrittenRun, *, keep: bool = True) -> None:
    """Write the runs of all parts that are open, and close the file."""
    try:
        parts = OpenParts(store.record.open)
        known = {run.part: run for run in recorded(keep=keep)}
        while (part := parts.take()) is not None:
            run = known[part]
            store.keep(run)
            parts.finish(run.part, run.result.rest)
    finally:
        store.close()
