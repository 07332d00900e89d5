"""Read a stored run: its status and its solutions, also while it is being written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from cp_puzzles.base.argument_types import typed
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.store.run_file import connected_to_read, file_mistakes, is_being_written, real_path
from cp_puzzles.search.store.run_record import Record, read_record
from cp_puzzles.search.store.run_tables import SealedRows
from cp_puzzles.search.store.stored_solutions import BatchReader, StoredAnswers


@dataclass(frozen=True)
class RunStatus:
    """The status of a stored run.

    `solutions`, `raw` and `self_symmetric` are numbers of finished parts; `partial` is the number of solutions found in
    unfinished parts. `elapsed` is the time of all sessions, `remaining` the estimated remaining time (None if unknown),
    both in seconds. `engines` maps each engine to the number of parts that it finished. `share` is "17/500" for a file
    with a share of the parts.
    """

    name: str
    command: str
    symmetry: str
    state: Literal["complete", "running", "stopped"]
    parts_done: int
    parts_total: int
    solutions: int
    raw: int
    self_symmetric: int
    partial: int
    elapsed: float
    remaining: float | None
    engines: dict[str, int]
    share: str = ""

    def summary(self) -> dict[str, Any]:
        """Return the fields by name, as `status --json` prints them; `share` only of a share."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "share" or self.share}


class StoredRun:
    """A stored run that is open for reading; iterate over it for its solutions, part by part.

    Solutions of unfinished parts are included. Each solution is verified before it is yielded. Close the run, or use
    it as a context manager.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        with ExitStack() as stack:
            self._connection = stack.enter_context(connected_to_read(self.path))
            self._identity = self.record().identity
            self._open = stack.pop_all()

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle, built from the stored spec."""
        return self._identity.build_puzzle()

    @cached_property
    def _cover(self) -> Cover:
        cover = build_cover(self.puzzle)
        if not self._identity.matches_options(cover):
            raise MistakeError(
                self.path,
                "it was written by a version that numbers placements differently",
                "read it with that version",
            )
        return cover

    @property
    def keeps_solutions(self) -> bool:
        """True if the run keeps solutions, false if it only counts them."""
        return self._identity.command == "solve"

    def has_answers(self, question: str) -> bool:
        """Return True if the run keeps answers to a question about its solutions."""
        with file_mistakes(self.path):
            return StoredAnswers(self._connection).has_any(question)

    def answer(self, question: str, solution: Solution) -> str | None:
        """Return the stored answer to a question about a solution."""
        with file_mistakes(self.path):
            return StoredAnswers(self._connection).get(question, solution.digest)

    def record(self) -> Record:
        """Return the current content of the file except the solutions."""
        with self._snapshot(self._connection) as record:
            return record

    def status(self) -> RunStatus:
        """Return the current status of the run."""
        is_running = is_being_written(real_path(self.path))
        record = self.record()
        results = record.results.values()
        return RunStatus(
            name=self._identity.name,
            command=self._identity.command,
            symmetry=self._identity.symmetry,
            state="complete" if record.is_complete else "running" if is_running else "stopped",
            parts_done=len(results),
            parts_total=len(record.partition.parts),
            solutions=sum(result.solutions for result in results),
            raw=sum(result.raw for result in results),
            self_symmetric=sum(result.self_symmetric for result in results),
            partial=record.partial,
            elapsed=record.seconds,
            remaining=record.remaining_seconds,
            engines=record.engines,
            share=self._identity.share,
        )

    def __iter__(self) -> Iterator[Solution]:
        if not self.keeps_solutions:
            raise MistakeError(
                self.path,
                "this run only counts and has no solutions",
                ("start one with solve and ", Parameter("store")),
            )
        return self._solutions()

    def _solutions(self) -> Iterator[Solution]:
        """Yield the solutions so far."""
        cover, part = self._cover, 0
        with connected_to_read(self.path, check_pages=False) as connection:
            batches = BatchReader(connection, cover)
            while True:
                # one transaction for each part: no other attempt replaces the attempt while it is read
                with self._snapshot(connection) as record:
                    if part == len(record.partition.parts):
                        return
                    best = record.best(part)
                    for batch, sizes in () if best is None else batches.of(record.partition.parts[part], best):
                        yield from solutions_of(cover, batch, sizes.tolist())
                part += 1

    @contextmanager
    def _snapshot(self, connection: sqlite3.Connection) -> Iterator[Record]:
        """Read the record in a transaction that lasts until the end of the block."""
        with file_mistakes(self.path):
            connection.execute("BEGIN")
            try:
                yield read_record(SealedRows(connection))
            finally:
                connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        self._open.close()

    def __enter__(self) -> StoredRun:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@typed
def open_run(path: str | os.PathLike[str]) -> StoredRun:
    """Open a run file for reading, also while it is being written; raise `MistakeError` if it is not a stored run.

    >>> import tempfile
    >>> from cp_puzzles import build_puzzle, parse_spec, solve
    >>> dominoes = parse_spec("{name: d, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]}")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = solve(build_puzzle(dominoes), jobs=1, store=f"{folder}/dominoes.run")
    ...     with open_run(f"{folder}/dominoes.run") as run:
    ...         print(run.status().state, run.status().raw, len(list(run)))
    complete 36 9

    See Also
    --------
    solve, read_solutions
    """
    return StoredRun(path)
