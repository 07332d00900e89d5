"""Parts of a run in other files: new files with a share of the parts, and finished parts that a run takes over."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from cp_puzzles.base.file_access import write_new
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import PartResult
from cp_puzzles.search.ordered_results import Pair
from cp_puzzles.search.partition.partition import Partition
from cp_puzzles.search.store.run_file import connected_to_read, connected_to_write, file_mistakes
from cp_puzzles.search.store.run_identity import Identity
from cp_puzzles.search.store.run_record import Attempt, Record, Session, put_part, put_run, read_record
from cp_puzzles.search.store.run_tables import APPLICATION_ID, SealedRows, create_tables
from cp_puzzles.search.store.stored_solutions import BatchReader, insert


@dataclass(frozen=True)
class FinishedPart:
    """A part of a run that another file has finished.

    `part` is its index in the run, `session` the position of its session in the list of all sessions that are taken
    over. `batches` are its solutions.
    """

    part: int
    session: int
    result: PartResult
    batches: Iterable[Pair]


def create_run(path: Path, identity: Identity, partition: Partition) -> None:
    """Write a new run file without any result; raise `MistakeError` if the file exists or cannot be written."""
    # built in memory: hundreds of files are written at once, and SQLite would wait for the disk several times for each
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        create_tables(connection)
        rows = SealedRows(connection)
        put_run(rows, Record(identity, partition))
        rows.seal()
        content = connection.serialize()
    write_new(path, content)


def read_run(path: str) -> Record:
    """Return the content of a run file except solutions."""
    with connected_to_read(path) as connection, file_mistakes(path):
        connection.execute("BEGIN")
        return read_record(SealedRows(connection))


def read_part(path: str, record: Record, part: int, cover: Cover) -> Iterator[Pair]:
    """Yield the solutions of a part and the sizes of their orbits; raise `MistakeError` if one is wrong."""
    best = record.best(part)
    if best is None or record.identity.command == "count":
        return
    with connected_to_read(path, check_pages=False) as connection, file_mistakes(path):
        yield from BatchReader(connection, cover).of(record.partition.parts[part], best)


def adopt_parts(path: str, sessions: Iterable[Session], finished: Iterable[FinishedPart]) -> None:
    """Take over finished parts and the sessions that searched them: all of them or, after an error, none."""
    with connected_to_write(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        rows = SealedRows(connection)
        record = read_record(rows)
        numbers = []
        for number, session in enumerate(sessions, start=len(record.sessions) + 1):
            replace(session, number=number).put(rows)
            numbers.append(number)
        for finished_part in finished:
            part = finished_part.part
            earlier = record.attempts.get(part, ())
            number = 1 + max((attempt.number for attempt in earlier), default=0)
            for attempt in earlier:
                rows.delete_attempt(part, attempt.number)
            batches = 0
            for pair in finished_part.batches:
                insert(connection, part, number, batches, pair)
                batches += 1
            Attempt(part, number, numbers[finished_part.session], finished_part.result, batches).put(rows)
            partition = record.partition
            put_part(rows, partition.parts[part], partition.weights[part], finished=number)
        rows.seal()
        connection.execute("COMMIT")
