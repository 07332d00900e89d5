"""A stored run, read: how far it is and what it has found, also while it goes on."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Any, Literal

from cp_puzzles.cover.kinds import cover_of
from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.store.batches import VerifiedBatches
from cp_puzzles.search.store.file import connected_to_read, file_mistakes, real_path
from cp_puzzles.search.store.identity import options_print
from cp_puzzles.search.store.lock import is_being_written
from cp_puzzles.search.store.record import Record, read_record
from cp_puzzles.search.store.tables import SealedRows


@dataclass(frozen=True)
class RunStatus:
    """How far a stored run is.

    `solutions`, `raw` and `self_symmetric` count the parts that are finished; `partial` solutions were found beside
    in parts that are not. `elapsed` seconds were worked in all sessions; `remaining` is an estimate, None while
    nothing is known. `engines` tells how many parts each has finished.
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

    def summary(self) -> dict[str, Any]:
        """The fields by name, as `status --json` prints them."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


class StoredRun:
    """A stored run that is open for reading; iterate over it for its solutions, part by part.

    Those of unfinished parts are among them, as far as they were found. Each is verified before it comes. Close it, or
    use it as a context manager.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        with ExitStack() as stack:
            self._connection = stack.enter_context(connected_to_read(self.path))
            with self._moment(self._connection) as record:
                self._identity = record.identity
            self._open = stack.pop_all()

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle, built from the stored spec."""
        return self._identity.rebuilt()

    @cached_property
    def _cover(self) -> Cover:
        cover = cover_of(self.puzzle)
        if options_print(cover) != self._identity.options:
            raise MistakeError(
                self.path, "it was written by a version that numbers placements otherwise", "read it with that version"
            )
        return cover

    @property
    def keeps_solutions(self) -> bool:
        """Whether the run finds solutions, or only counts them."""
        return self._identity.command == "solve"

    def status(self) -> RunStatus:
        """How far the run is at this moment."""
        is_running = is_being_written(real_path(self.path))
        with self._moment(self._connection) as record:
            results = record.results.values()
        return RunStatus(
            name=self._identity.name,
            command=self._identity.command,
            symmetry=self._identity.symmetry,
            state="complete" if record.is_whole else "running" if is_running else "stopped",
            parts_done=len(results),
            parts_total=len(record.partition.parts),
            solutions=sum(result.solutions for result in results),
            raw=sum(result.raw for result in results),
            self_symmetric=sum(result.self_symmetric for result in results),
            partial=record.partial,
            elapsed=record.seconds,
            remaining=0.0 if record.is_whole else record.partition.seconds_left(record.finished, record.seconds),
            engines=record.engines,
        )

    def __iter__(self) -> Iterator[Solution]:
        if not self.keeps_solutions:
            raise MistakeError(self.path, "the run only counts: it has no solutions", "begin one with `solve --store`")
        cover, part = self._cover, 0
        with connected_to_read(self.path, look_through=False) as connection:
            batches = VerifiedBatches(connection, cover)
            while True:
                # one moment's view of a part: its attempt is not replaced while it is read
                with self._moment(connection) as record:
                    if part == len(record.partition.parts):
                        return
                    best = record.best(part)
                    for batch, sizes in () if best is None else batches.of(record.partition.parts[part], best):
                        for row, size in zip(batch.tolist(), sizes.tolist(), strict=True):
                            yield solution_of(cover, (option for option in row if option >= 0), size)
                part += 1

    @contextmanager
    def _moment(self, connection: sqlite3.Connection) -> Iterator[Record]:
        """What the file says at one moment, which lasts until the end."""
        with file_mistakes(self.path):
            connection.execute("BEGIN")
            try:
                yield read_record(connection, SealedRows(connection))
            finally:
                connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        self._open.close()

    def __enter__(self) -> StoredRun:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_run(path: str | os.PathLike[str]) -> StoredRun:
    """Open the file of a run for reading, also while the run goes on; raises `MistakeError` if it is no stored run.

    >>> import tempfile
    >>> from cp_puzzles import build_puzzle, parse_spec, solve
    >>> dominoes = parse_spec("{name: d, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]}")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = solve(build_puzzle(dominoes), jobs=1, store=f"{folder}/dominoes.run")
    ...     with open_run(f"{folder}/dominoes.run") as run:
    ...         print(run.status().state, run.status().raw, len(list(run)))
    complete 36 9
    """
    return StoredRun(path)
