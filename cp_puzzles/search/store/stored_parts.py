"""The parts of a stored run, open and done, and the solutions of each part."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Batch, Part, PartResult
from cp_puzzles.errors import EngineError
from cp_puzzles.search.parts import Pair
from cp_puzzles.search.solution_checker import SolutionChecker
from cp_puzzles.search.store.run_identity import Identity
from cp_puzzles.search.store.run_tables import DamageError, SealedRows, checksum

BATCH_SOLUTIONS = 4096
"""The number of solutions of a stored batch, about."""

_FETCHED_ROWS = 16


@dataclass(frozen=True)
class StoredPart:
    """A part of a run: open, or done with the result of its run in a session; `share` is what was finished by it."""

    part: Part
    share: float
    session: int | None = None
    engine: str | None = None
    result: PartResult = PartResult(0, 0, 0)  # noqa: RUF009  (a frozen value)
    batches: int = 0

    @property
    def place(self) -> bytes:
        """The path as bytes, which are in the order of paths."""
        return place_of(self.part)

    def put(self, rows: SealedRows) -> None:
        """Write the row."""
        part, result = self.part, self.result
        text = json.dumps([part.chosen, part.excluded, part.stack, part.floor, part.share, part.scope])
        texts = json.dumps(dict(result.statistics)), json.dumps(dict(result.sizes))
        numbers = float(result.effort), result.solutions, result.raw, result.self_symmetric
        rows.put("parts", self.place, text, self.share, self.session, self.engine, *numbers, *texts, self.batches)

    @staticmethod
    def of(row: tuple[Any, ...]) -> StoredPart:
        """Read a row that `put` wrote."""
        place, text, share, session, engine, effort, solutions, raw, self_symmetric, statistics, sizes, batches = row
        chosen, excluded, stack, floor, own, scope = json.loads(text)
        path = tuple(np.frombuffer(place, dtype=">u4").tolist())
        part = Part(tuple(chosen), tuple(excluded), tuple(stack), floor, path, own, scope)
        result = PartResult(
            solutions, raw, self_symmetric, (), json.loads(statistics), json.loads(sizes), effort=effort
        )
        return StoredPart(part, share, session, engine, result, batches)


def place_of(part: Part) -> bytes:
    """Return the path of a part as bytes, which are in the order of paths."""
    return np.array(part.path, dtype=">u4").tobytes()


@dataclass(frozen=True)
class Record:
    """The content of the file except solutions: the parts in order, and the total duration of the sessions."""

    identity: Identity
    parts: tuple[StoredPart, ...]
    seconds: float = 0.0

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

    @property
    def engines(self) -> dict[str, int]:
        """The number of parts that each engine searched."""
        names = sorted(str(each.engine) for each in self.done)
        return {name: names.count(name) for name in dict.fromkeys(names)}


def read_record(tables: Mapping[str, list[tuple[Any, ...]]]) -> Record:
    """Return the record in some tables; raise `DamageError` if it is inconsistent, as in a file of another program."""
    try:
        identity = Identity(**dict(tables["identity"]))
        parts = tuple(StoredPart.of(row) for row in tables["parts"])
        sessions = {number: seconds for number, _, seconds in tables["sessions"]}
        if not (parts or identity.share) or any(part.session not in (None, *sessions) for part in parts):
            raise DamageError("parts are missing")
        return Record(identity, parts, sum(sessions.values()))
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise DamageError(f"{type(error).__name__}: {error}") from None


def gathered(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Yield batches joined to larger ones, padded to one width."""
    group: list[Pair] = []
    for pair in pairs:
        group.append(pair)
        if sum(len(batch) for batch, _ in group) >= BATCH_SOLUTIONS:
            yield _joined(group)
            group = []
    if group:
        yield _joined(group)


def _joined(pairs: Sequence[Pair]) -> Pair:
    width = max(batch.shape[1] for batch, _ in pairs)
    batches = [np.pad(b, ((0, 0), (0, width - b.shape[1])), constant_values=-1) for b, _ in pairs]
    return np.concatenate(batches), np.concatenate([sizes for _, sizes in pairs])


def insert(connection: sqlite3.Connection, place: bytes, number: int, pair: Pair) -> None:
    """Write batch `number` of a part."""
    batch, sizes = pair
    kind = "<i2" if batch.max(initial=0) < 1 << 15 else "<i4"
    size_type = "<u2" if sizes.max(initial=0) < 1 << 16 else "<u4"
    small = sizes.astype(size_type, casting="unsafe").tobytes()
    values = (place, number, *batch.shape, int(kind[-1]), batch.astype(kind).tobytes(), small)
    connection.execute("INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*values, checksum(*values)))


def select(connection: sqlite3.Connection, part: StoredPart) -> Iterator[Pair]:
    """Yield the batches of a part in order; raise `DamageError` instead of yielding a damaged one."""
    expected = 0
    query = "SELECT * FROM batches WHERE place = ? AND number >= ? ORDER BY number LIMIT ?"
    while expected < part.batches:
        fetched = connection.execute(query, (part.place, expected, _FETCHED_ROWS)).fetchall()
        if not fetched:
            raise DamageError(f"solutions of part {part.part.path} are missing")
        for *values, written in fetched:
            _, number, rows, width, size, options, orbit_sizes = values
            if number != expected or written != checksum(*values):
                raise DamageError(f"solutions of part {part.part.path}")
            expected += 1
            batch: Batch = np.frombuffer(options, dtype=f"<i{size}").reshape(rows, width).astype(np.int32)
            size_bytes = len(orbit_sizes) // max(1, rows)
            yield batch, np.frombuffer(orbit_sizes, dtype="<u4" if size_bytes == 4 else "<u2").astype(np.int64)


class BatchReader:
    """Reads solutions of parts and verifies each: it solves the puzzle, lies in its part and is not repeated."""

    def __init__(self, connection: sqlite3.Connection, cover: Cover) -> None:
        self._connection, self._checker = connection, SolutionChecker(cover)

    def of(self, part: StoredPart) -> Iterator[Pair]:
        """Yield the batches of a part; raise `DamageError` if they or their totals are wrong."""
        self._checker.begin(part.part)
        solutions = raw = 0
        for batch, sizes in select(self._connection, part):
            try:
                self._checker.check(batch)
            except EngineError as error:
                raise DamageError(f"part {part.part.path}: {error}") from None
            solutions, raw = solutions + len(batch), raw + int(sizes.sum())
            yield batch, sizes
        if (solutions, raw) != (part.result.solutions, part.result.raw):
            raise DamageError(f"part {part.part.path} has {solutions} solutions instead of {part.result.solutions}")
