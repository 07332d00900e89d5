"""A stored run: its parts, open and done, and the solutions of each; it is written by one search and read at any time.

A part is open until it was run. One transaction marks it as searched, with its solutions and with the parts that are
left of it. So a process that is killed loses the runs of its workers and nothing else, and nothing is found twice.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from cp_puzzles.base.values import IN_FILE, checked
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.engines.engine import Batch, Pair, Part, PartResult, SearchRequest, totals
from cp_puzzles.errors import EngineError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.store.connections import CHOOSE, is_being_written
from cp_puzzles.search.store.run_file import DamageError, RunFile, Tables
from cp_puzzles.search.store.run_identity import Identity, identity_of
from cp_puzzles.search.worker import Job, PartRun, SolutionChecker

BATCH_SOLUTIONS = 4096
"""The largest number of solutions of a stored batch."""


@dataclass(frozen=True)
class StoredPart:
    """A part of a run: open, or done with the result of its run in a session; `share` is what was finished by it."""

    part: Part
    share: float
    session: int | None = None
    engine: str = ""
    result: PartResult = PartResult(0, 0, 0)  # noqa: RUF009  (a frozen value)
    batches: int = 0

    @property
    def place(self) -> bytes:
        """The path as bytes, which are in the order of paths."""
        return np.array(self.part.path, dtype=">u4").tobytes()

    @property
    def row(self) -> tuple[Any, ...]:
        """The row of the table."""
        result = {**vars(self.result), "rest": (), "effort": float(self.result.effort)}
        data = json.dumps([vars(self.part), self.engine, result, self.batches], default=dict)
        return self.place, self.session, self.share, data

    @staticmethod
    def of(row: tuple[Any, ...]) -> StoredPart:
        """Return the part of a row."""
        _, session, share, data = row
        part, engine, result, batches = json.loads(data)
        fields: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in part.items()}
        fields["known"] = tuple(map(tuple, fields["known"]))
        return StoredPart(Part(**fields), share, session, engine, PartResult(**{**result, "rest": ()}), batches)


@dataclass(frozen=True)
class Record:
    """The content of the file except solutions: the parts in order, and the total duration of the sessions."""

    identity: Identity
    parts: tuple[StoredPart, ...]
    seconds: float = 0.0

    @classmethod
    def of(cls, tables: Tables) -> Record:
        """Return the record in some tables; raise `DamageError` if it is inconsistent, as in another program's file."""
        try:
            identity = Identity(**dict(tables["identity"]))
            parts = tuple(map(StoredPart.of, tables["parts"]))
            sessions = {number: seconds for number, _, seconds in tables["sessions"]}
            if not (parts or identity.share) or any(part.session not in (None, *sessions) for part in parts):
                raise DamageError("parts are missing")
            return Record(identity, parts, sum(sessions.values()))
        except (ValueError, TypeError, LookupError, ArithmeticError) as error:
            raise DamageError(f"{type(error).__name__}: {error}") from None

    @cached_property
    def open(self) -> tuple[Part, ...]:
        """The parts that are not searched."""
        return tuple(each.part for each in self.parts if each.session is None)

    @cached_property
    def done(self) -> tuple[StoredPart, ...]:
        """The parts that were searched."""
        return tuple(each for each in self.parts if each.session is not None)

    @property
    def is_complete(self) -> bool:
        """True if no part is open; a run without parts proves nothing."""
        return bool(self.done or self.identity.share) and not self.open

    @property
    def share(self) -> float:
        """The finished share of the run."""
        left, done = (sum(each.share for each in parts) for parts in (self.open, self.done))
        return 1.0 if self.is_complete else done / (done + left) if done + left else 0.0


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


class StoredRun(RunFile):
    """A stored run that is open for reading; iterate over it for its solutions, part by part.

    Each solution is verified before it is yielded. Close the run, or use it as a context manager.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, {}, writes=False)

    def begin(self, tables: Tables, identity: Mapping[str, str]) -> None:
        """Take the record of a run; raise `MistakeError` if the file is none."""
        if ("command", "each") in tables["identity"]:
            raise MistakeError(self.path, "the file keeps answers about a family of puzzles, not a run", CHOOSE)
        self.record = Record.of(tables)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle, built from the stored spec."""
        return self.record.identity.build_puzzle()

    @cached_property
    def cover(self) -> Cover:
        """The cover problem of the puzzle, whose options have the numbers of the stored solutions."""
        cover = build_cover(self.puzzle)
        if not self.record.identity.matches_options(cover):
            problem = "it was written by a version that numbers placements differently"
            raise MistakeError(self.path, problem, "read it with that version")
        return cover

    @property
    def keeps_solutions(self) -> bool:
        """True if the run keeps solutions, false if it only counts them."""
        return self.record.identity.command == "solve"

    def status(self) -> RunStatus:
        """Return the current status of the run."""
        is_running = is_being_written(self.real)
        self.begin(self.tables(), {})
        record, identity, share = self.record, self.record.identity, self.record.share
        solutions, raw, self_symmetric = totals(part.result for part in record.done)
        return RunStatus(
            **{name: getattr(identity, name) for name in ("name", "command", "symmetry", "share")},
            state="complete" if record.is_complete else "running" if is_running else "stopped",
            searched=share,
            open_parts=len(record.open),
            solutions=solutions,
            raw=raw,
            self_symmetric=self_symmetric,
            elapsed=record.seconds,
            remaining=record.seconds * (1 - share) / share if share else None,
            engines=dict(sorted(Counter(part.engine for part in record.done).items())),
        )

    def __iter__(self) -> Iterator[Solution]:
        if not self.keeps_solutions:
            remedy = ("start one with solve and ", Parameter("store"))
            raise MistakeError(self.path, "this run only counts and has no solutions", remedy)
        self.begin(self.tables(), {})
        for part in self.record.done:
            for batch, sizes in self.solutions(part):
                yield from solutions_of(self.cover, batch, sizes.tolist())

    @cached_property
    def _checker(self) -> SolutionChecker:
        return SolutionChecker(self.cover)

    def solutions(self, part: StoredPart) -> Iterator[Pair]:
        """Yield the solutions of a part; each is verified: it solves the puzzle, lies in its part and is not repeated.

        Raises `MistakeError` if they or their totals are wrong.
        """
        self._checker.begin(part.part)
        solutions = raw = 0
        for number in range(part.batches):
            with self.guarded():
                rows, width, options, orbit_sizes = self.batch(part.place, number)
                size = len(options) // max(1, rows * width) or 2
                batch: Batch = np.frombuffer(options, dtype=f"<i{size}").reshape(rows, width).astype(np.int32)
                sizes = np.frombuffer(orbit_sizes, dtype="<u4").astype(np.int64)
                try:
                    self._checker.check(batch)
                except EngineError as error:
                    raise DamageError(f"part {part.part.path}: {error}") from None
            solutions, raw = solutions + len(batch), raw + int(sizes.sum())
            yield batch, sizes
        if (solutions, raw) != (part.result.solutions, part.result.raw):
            with self.guarded():
                number = part.result.solutions
                raise DamageError(f"part {part.part.path} has {solutions} solutions instead of {number}")


class WrittenRun(StoredRun):
    """The file of a run, or of a share of it, open for writing; `roots` returns the parts of a new run.

    Raises `MistakeError` if it is no stored run of the same request.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        job: Job,
        cover: Cover,
        request: SearchRequest,
        *,
        roots: Callable[[], Iterable[Part]],
        share: str = "",
    ) -> None:
        self.cover, self._roots, self._identity = cover, roots, identity_of(job, cover, request, share)
        RunFile.__init__(self, path, vars(self._identity), writes=True)

    def begin(self, tables: Tables, identity: Mapping[str, str]) -> None:
        """Take the record of a run, or begin one."""
        if not self.is_new:
            super().begin(tables, identity)
            self.record.identity.require_match(self._identity, self.cover, self.path)
            return
        self.record = Record(self._identity, tuple(StoredPart(part, part.share) for part in self._roots()))
        for part in self.record.parts:
            self.put("parts", *part.row)

    def keep(self, run: PartRun) -> None:
        """Keep the run of a part, and the parts that are left of it."""
        rest = run.result.rest
        with self.guarded():
            share = max(0.0, run.part.share - sum(part.share for part in rest))
            batches = [*_batches(run.batches)]
            done = StoredPart(run.part, share, self.session, run.engine, run.result, len(batches))
            for number, (batch, sizes) in enumerate(batches):
                small = batch.astype("<i2" if batch.max(initial=0) < 1 << 15 else "<i4")
                self.put("batches", done.place, number, *batch.shape, small.tobytes(), sizes.astype("<u4").tobytes())
            for each in (done, *(StoredPart(part, part.share) for part in rest)):
                self.put("parts", *each.row)
            self.commit()


def _batches(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield batches of one width and of the stored size."""
    group = [pair for pair in pairs if len(pair[0])]
    if not group:
        return
    width = max(batch.shape[1] for batch, _ in group)
    padded = [np.pad(batch, ((0, 0), (0, width - batch.shape[1])), constant_values=-1) for batch, _ in group]
    joined, sizes = np.concatenate(padded), np.concatenate([sizes for _, sizes in group])
    for start in range(0, len(joined), BATCH_SOLUTIONS):
        yield joined[start : start + BATCH_SOLUTIONS], sizes[start : start + BATCH_SOLUTIONS]


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
