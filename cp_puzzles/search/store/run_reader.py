"""Read a stored run: its status and its solutions, also while it is being written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from cp_puzzles.base.options import IN_FILE, checked
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.store.run_file import (
    OTHER_FAMILY,
    connected_to_read,
    file_mistakes,
    is_being_written,
    real_path,
    refuse_answers,
)
from cp_puzzles.search.store.run_tables import SealedRows, StoredAnswers
from cp_puzzles.search.store.stored_parts import BatchReader, Record, read_record


@dataclass(frozen=True)
class RunStatus:
    """The status of a stored run.

    `searched` is the finished share of the search, from 0 to 1; `solutions`, `raw` and `self_symmetric` are the numbers
    in it. `open_parts` are left to search. `elapsed` is the time of all sessions, `remaining` the remaining time at
    that rate (None if unknown), both in seconds. `engines` maps each engine to the number of parts that it searched.
    `share` is "3/10" for a file with a share of the run.
    """

    name: str
    command: str
    symmetry: str
    state: Literal["complete", "running", "stopped"]
    searched: float
    open_parts: int
    solutions: int
    raw: int
    self_symmetric: int
    elapsed: float
    remaining: float | None
    engines: dict[str, int]
    share: str = ""

    def summary(self) -> dict[str, Any]:
        """Return the fields by name, as `status --json` prints them; `share` only of a share."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "share" or self.share}


class StoredRun:
    """A stored run that is open for reading; iterate over it for its solutions, part by part.

    Each solution is verified before it is yielded. Close the run, or use
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
            return any(StoredAnswers(self._connection).each(question))

    def answer(self, question: str, solution: Solution) -> str | None:
        """Return the stored answer to a question about a solution."""
        with file_mistakes(self.path):
            return StoredAnswers(self._connection).get(question, solution.digest)

    def record(self) -> Record:
        """Return the current content of the file except the solutions."""
        with file_mistakes(self.path):
            self._connection.execute("BEGIN")
            try:
                tables = SealedRows(self._connection).read()
            finally:
                self._connection.execute("ROLLBACK")
            refuse_answers(tables, self.path)
            return read_record(tables)

    def status(self) -> RunStatus:
        """Return the current status of the run."""
        is_running = is_being_written(real_path(self.path))
        record = self.record()
        results, share = [part.result for part in record.done], record.share
        return RunStatus(
            name=self._identity.name,
            command=self._identity.command,
            symmetry=self._identity.symmetry,
            state="complete" if record.is_complete else "running" if is_running else "stopped",
            searched=share,
            open_parts=len(record.open),
            solutions=sum(result.solutions for result in results),
            raw=sum(result.raw for result in results),
            self_symmetric=sum(result.self_symmetric for result in results),
            elapsed=record.seconds,
            remaining=record.seconds * (1 - share) / share if share else None,
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
        cover = self._cover
        with connected_to_read(self.path, check_pages=False) as connection:
            batches = BatchReader(connection, cover)
            for part in self.record().done:
                with file_mistakes(self.path):
                    for batch, sizes in batches.of(part):
                        yield from solutions_of(cover, batch, sizes.tolist())

    def close(self) -> None:
        """Close the file."""
        self._open.close()

    def __enter__(self) -> StoredRun:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def stored_answers(path: str | os.PathLike[str], identity: Mapping[str, str], question: str) -> dict[bytes, str]:
    """Return all answers to a question in a file with an identity, by their subjects; raise `MistakeError`."""
    path = os.fspath(path)
    with connected_to_read(path) as connection, file_mistakes(path):
        if dict(SealedRows(connection).read()["identity"]) != identity:
            raise MistakeError(path, *OTHER_FAMILY)
        return dict(StoredAnswers(connection).each(question))


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
    return StoredRun(checked("path", path, IN_FILE))
