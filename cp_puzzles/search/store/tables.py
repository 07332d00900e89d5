"""What stands in the tables of a run's file beside the solutions."""

from __future__ import annotations

import json
import platform
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from cp_puzzles.engines.base import Part, PartResult
from cp_puzzles.search.plan.partition import Partition
from cp_puzzles.search.store.file import FORMAT, SCHEMA
from cp_puzzles.search.store.identity import Identity
from cp_puzzles.search.work.job import Job

PACKAGES = ("cp-puzzles", "ortools", "numba", "numpy", "distributed")


def create_run(connection: sqlite3.Connection, identity: Identity, partition: Partition) -> None:
    """Make the tables of a new run in the transaction that is open."""
    for statement in SCHEMA.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={FORMAT}")
    connection.executemany("INSERT INTO identity VALUES (?, ?)", identity.as_text().items())
    connection.executemany(
        "INSERT INTO parts(part, chosen, excluded, weight) VALUES (?, ?, ?, ?)",
        (
            (part.index, json.dumps(part.chosen), json.dumps(part.excluded), weight)
            for part, weight in zip(partition.parts, partition.weights, strict=True)
        ),
    )


def new_session(connection: sqlite3.Connection, job: Job, jobs: int) -> int:
    """Note that a command begins or goes on with the run; gives the number of the session."""
    values = (
        datetime.now(UTC).isoformat(timespec="seconds"),
        *(job.engine, job.breaking, json.dumps(dict(job.settings), default=str), jobs, json.dumps(_versions())),
    )
    query = "INSERT INTO sessions(begun, engine, breaking, settings, jobs, versions) VALUES (?, ?, ?, ?, ?, ?)"
    return connection.execute(query, values).lastrowid or 0


def read_identity(connection: sqlite3.Connection) -> Identity:
    """What the run was begun with."""
    return Identity.from_text(dict(connection.execute("SELECT key, value FROM identity").fetchall()))


def read_partition(connection: sqlite3.Connection) -> Partition:
    """The parts of the run."""
    found = connection.execute("SELECT part, chosen, excluded, weight FROM parts ORDER BY part").fetchall()
    parts = tuple(Part(p, tuple(json.loads(chosen)), tuple(json.loads(excluded))) for p, chosen, excluded, _ in found)
    return Partition(parts, tuple(weight for *_, weight in found))


def read_finished(connection: sqlite3.Connection) -> dict[int, PartResult]:
    """The results of the parts that are finished."""
    query = (
        "SELECT a.part, solutions, raw, self_symmetric, statistics, sizes "
        "FROM parts JOIN attempts a ON a.part = parts.part AND a.attempt = parts.finished ORDER BY a.part"
    )
    return {
        part: PartResult(solutions, raw, symmetric, True, json.loads(statistics), json.loads(sizes))
        for part, solutions, raw, symmetric, statistics, sizes in connection.execute(query)
    }


def read_attempts(connection: sqlite3.Connection) -> dict[int, int]:
    """For each finished part the attempt that finished it."""
    return dict(connection.execute("SELECT part, finished FROM parts WHERE finished NOT NULL").fetchall())


def read_best_attempt(connection: sqlite3.Connection, part: int) -> int | None:
    """The attempt that finished a part, or else the one that found most of it, or None."""
    query = (
        "SELECT attempt FROM attempts JOIN parts USING (part) WHERE part = ? "
        "ORDER BY attempt = finished DESC, solutions DESC, attempt LIMIT 1"
    )
    found = connection.execute(query, (part,)).fetchone()
    return None if found is None else int(found[0])


def read_partial(connection: sqlite3.Connection) -> int:
    """How many solutions the best attempts have found in parts that are not finished."""
    query = (
        "SELECT total(most) FROM (SELECT max(solutions) AS most FROM attempts JOIN parts USING (part) "
        "WHERE finished IS NULL GROUP BY part)"
    )
    return int(connection.execute(query).fetchone()[0])


def read_engines(connection: sqlite3.Connection) -> dict[str, int]:
    """How many parts each engine has finished."""
    query = (
        "SELECT engine, count(*) FROM parts JOIN attempts a ON a.part = parts.part AND a.attempt = parts.finished "
        "JOIN sessions USING (session) GROUP BY engine ORDER BY engine"
    )
    return dict(connection.execute(query).fetchall())


def read_seconds(connection: sqlite3.Connection) -> float:
    """How long the sessions took together."""
    (seconds,) = connection.execute("SELECT total(seconds) FROM sessions").fetchone()
    return float(seconds)


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions
