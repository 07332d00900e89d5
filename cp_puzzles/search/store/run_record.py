"""The record of a run: the identity, the sessions, the parts and the attempts at them."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from cp_puzzles.engines.engine import Part, PartResult
from cp_puzzles.search.job import Job
from cp_puzzles.search.partition.partition import Partition
from cp_puzzles.search.store.run_identity import Identity
from cp_puzzles.search.store.run_tables import DamageError, SealedRows

PACKAGES = ("cp-puzzles", "ortools", "numba", "numpy", "distributed")


@dataclass(frozen=True)
class Session:
    """A command that worked on the run: engine, duration, and the status at its end (None while it runs)."""

    number: int
    begun: str
    seconds: float
    ended: str | None
    engine: str
    breaking: str
    settings: str
    jobs: int
    versions: str

    @staticmethod
    def of(number: int, job: Job, jobs: int) -> Session:
        """Return a session that begins now."""
        begun = datetime.now(UTC).isoformat(timespec="seconds")
        settings = json.dumps(dict(job.settings), default=str)
        return Session(number, begun, 0.0, None, job.engine, job.breaking, settings, jobs, json.dumps(_versions()))

    def put(self, rows: SealedRows) -> None:
        """Write the row."""
        rows.put("sessions", *vars(self).values())


@dataclass(frozen=True)
class Attempt:
    """One search of a part, complete or not; its solutions are in `batches` rows."""

    part: int
    number: int
    session: int
    result: PartResult = PartResult(0, 0, 0, rest=(Part(),))  # noqa: RUF009  (a frozen value)
    batches: int = 0

    def put(self, rows: SealedRows) -> None:
        """Write the row."""
        result = self.result
        texts = json.dumps(dict(result.statistics)), json.dumps(dict(result.sizes))
        numbers = result.solutions, result.raw, result.self_symmetric
        rows.put("attempts", self.part, self.number, self.session, *numbers, *texts, self.batches)

    @staticmethod
    def of(row: tuple[Any, ...]) -> Attempt:
        """Read a row that `put` wrote."""
        part, number, session, solutions, raw, self_symmetric, statistics, sizes, batches = row
        result = PartResult(solutions, raw, self_symmetric, (Part(),), json.loads(statistics), json.loads(sizes))
        return Attempt(part, number, session, result, batches)


@dataclass(frozen=True)
class Record:
    """The content of the file except solutions.

    `attempts` has the attempts at each part, `finished` the number of the attempt that finished the part.
    """

    identity: Identity
    partition: Partition
    sessions: tuple[Session, ...] = ()
    attempts: Mapping[int, tuple[Attempt, ...]] = field(default_factory=dict)
    finished: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def results(self) -> dict[int, PartResult]:
        """The results of finished parts."""
        return {part: replace(attempt.result, rest=()) for part, attempt in self._finishing.items()}

    @property
    def is_complete(self) -> bool:
        """True if every part is finished; a run without parts proves nothing."""
        return 0 < len(self.finished) == len(self.partition.parts)

    @property
    def partial(self) -> int:
        """The number of solutions that the best attempts found in unfinished parts."""
        open_parts = self.attempts.keys() - self.finished.keys()
        return sum(max(attempt.result.solutions for attempt in self.attempts[part]) for part in open_parts)

    @property
    def engines(self) -> dict[str, int]:
        """The number of parts that each engine finished."""
        engine = {session.number: session.engine for session in self.sessions}
        return dict(sorted(Counter(engine[attempt.session] for attempt in self._finishing.values()).items()))

    @property
    def seconds(self) -> float:
        """The total duration of the sessions."""
        return sum(session.seconds for session in self.sessions)

    @property
    def remaining_seconds(self) -> float | None:
        """The estimated time for the other parts; None if unknown."""
        return 0.0 if self.is_complete else self.partition.remaining_seconds(self.finished, self.seconds)

    def best(self, part: int) -> Attempt | None:
        """Return the attempt that finished a part, or else the one with most solutions, or None."""
        attempts = self.attempts.get(part, ())
        return self._finishing.get(part) or max(attempts, key=lambda a: (a.result.solutions, -a.number), default=None)

    @cached_property
    def _finishing(self) -> dict[int, Attempt]:
        """The attempts that finished their parts."""
        return {
            part: attempt
            for part, number in self.finished.items()
            for attempt in self.attempts[part]
            if attempt.number == number
        }


def put_run(rows: SealedRows, record: Record) -> None:
    """Write the identity and the parts of a new run."""
    for key, value in record.identity.as_text().items():
        rows.put("identity", key, value)
    for part, weight in zip(record.partition.parts, record.partition.weights, strict=True):
        put_part(rows, part, weight, finished=None)


def put_part(rows: SealedRows, part: Part, weight: float, *, finished: int | None) -> None:
    """Write a part and the number of the attempt that finished it."""
    rows.put("parts", part.index, json.dumps(part.chosen), json.dumps(part.excluded), float(weight), finished)


def read_record(rows: SealedRows) -> Record:
    """Read the record; raise `DamageError` if it is inconsistent, as in a file that another program made."""
    tables = rows.read()
    try:
        parts = []
        for index, chosen, excluded, weight, number in tables["parts"]:
            parts.append((Part(index, (*json.loads(chosen),), (*json.loads(excluded),)), weight, number))
        attempts: dict[int, tuple[Attempt, ...]] = {}
        for row in tables["attempts"]:
            attempt = Attempt.of(row)
            attempts[attempt.part] = (*attempts.get(attempt.part, ()), attempt)
        record = Record(
            Identity.from_text(dict(tables["identity"])),
            Partition(tuple(part for part, _, _ in parts), tuple(weight for _, weight, _ in parts)),
            tuple(Session(*row) for row in tables["sessions"]),
            attempts,
            {part.index: number for part, _, number in parts if number is not None},
        )
        if [part.index for part in record.partition.parts] != [*range(len(parts))] or not parts:
            raise DamageError("parts are missing")
        if len(record.results) != len(record.finished) or sum(record.engines.values()) != len(record.finished):
            raise DamageError("the attempt that finished a part is missing")
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise DamageError(f"{type(error).__name__}: {error}") from None
    return record


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions
