"""Puzzles in many parts for the tests of stored runs, and the invariants of their files."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from cp_puzzles import Puzzle, Solution, build_puzzle, open_run, parse_spec
from cp_puzzles.search.store.stored_run import RunStatus

DOMINOES = "{name: dominoes, board: {size: [4, 8]}, tiles: [{set: domino, multiplicity: any}]}"
"""2245 tilings (the number of domino tilings of 4x8), 658 up to symmetry; cut into dozens of parts."""

TILINGS = 2245
ORBITS = 658


def dominoes() -> Puzzle:
    """The dominoes on 4x8."""
    return build_puzzle(parse_spec(DOMINOES))


def keys(solutions: Iterable[Solution]) -> list[frozenset[object]]:
    """Solutions as sets of placements, in their order."""
    return [frozenset(solution.placements) for solution in solutions]


class Watch:
    """Looks at the file of a run again and again: whole, true, and never less than before."""

    def __init__(self, path: Path, truth: list[frozenset[object]]) -> None:
        self._path, self._truth = path, set(truth)
        self._found: set[frozenset[object]] = set()
        self._finished: set[bytes] = set()

    def look(self) -> RunStatus | None:
        """Assert what must hold; None as long as nothing has been written."""
        if not self._path.exists():
            return None
        with closing(sqlite3.connect(self._path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            if not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall():
                return None
            finished = {part for (part,) in connection.execute("SELECT place FROM parts WHERE session NOT NULL")}
        with open_run(self._path) as run:
            status, found = run.status(), keys(run)
        assert self._finished <= finished, "a part that was finished is not any more"
        assert len(found) == len(set(found)), "a solution occurs twice"
        assert set(found) <= self._truth, "a solution that is none"
        assert self._found <= set(found), "a solution that was there is lost"
        if status.state != "running":  # without a writer, the order of the two reads is irrelevant
            assert status.solutions == self._rows(), "the number of solutions and the solutions themselves differ"
            assert status.solutions == len(found)
        self._found, self._finished = set(found), finished
        return status

    def _rows(self) -> int:
        """The solutions of all parts, counted by the database."""
        query = "SELECT total(rows) FROM batches"
        with closing(sqlite3.connect(self._path)) as connection:
            return int(connection.execute(query).fetchone()[0])
