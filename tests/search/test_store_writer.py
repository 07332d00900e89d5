"""Writers of a run: exclusive access, folders, detection of changes by other programs, and the rows of batches."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cp_puzzles import count, open_run, solve
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.store import run_file as file
from cp_puzzles.search.store.run_record import Attempt
from cp_puzzles.search.store.run_tables import create_tables
from cp_puzzles.search.store.stored_solutions import insert, select
from cp_puzzles.search.workers.messages import Found
from tests.search.replay import PUZZLE, recorded, solutions_of_part, write_all, writer
from tests.search.run_watch import keys


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the waiting times for locks."""
    monkeypatch.setattr(file, "LOCK_SECONDS", 0.01)
    monkeypatch.setattr(file, "BUSY_SECONDS", 0.01)


@pytest.mark.usefixtures("_impatient")
def test_second_writer_is_always_refused(path: Path) -> None:
    """A link, or a deleted lock file, once led to a run that was `complete` with a part of the solutions."""
    store = writer(path)
    link = path.with_name("link.run")
    link.symlink_to(path)
    for place in (path, link):
        for unlocked in (False, True):
            if unlocked:
                path.with_name("small.run-lock").unlink(missing_ok=True)
            with pytest.raises(MistakeError, match="another process is writing this run"):
                writer(place)
    write_all(store)
    with open_run(link) as run:
        assert run.status().raw == 281
    link.unlink()
    link.hardlink_to(path)
    with pytest.raises(MistakeError, match="several names"):
        writer(link)


def test_second_writer_does_not_end_the_first(path: Path) -> None:
    """A second writer is refused by the lock file, and never gets between two transactions of the first."""
    store, refused = writer(path), []

    def second() -> None:
        try:
            writer(path).close()
        except MistakeError as error:
            refused.append(str(error))

    other = threading.Thread(target=second)
    other.start()
    while other.is_alive():
        store._commit()
    write_all(store)
    assert len(refused) == 1
    assert "another process is writing this run" in refused[0]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON sessions BEGIN DELETE FROM parts; END",
        "DROP TABLE seal; CREATE VIEW seal(one, value) AS "
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x, x FROM n",
    ],
)
def test_file_with_other_tables_is_refused(path: Path, statement: str) -> None:
    """SQLite accepts a trigger that deletes rows of a resumed run, and a view that never ends."""
    write_all(writer(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)
    for begin in (writer, open_run):
        with pytest.raises(MistakeError, match="its tables are not those of a stored run"):
            begin(path)


def test_foreign_write_ends_the_writer(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write by another program between two transactions ends the writer with one error."""

    class Slow(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            cursor = super().execute(statement, *values)
            if statement == "COMMIT":
                with closing(sqlite3.connect(path, isolation_level=None)) as other:
                    other.execute("UPDATE sessions SET ended = 'stolen'")
            return cursor

    writer(path).close()
    monkeypatch.setattr(file, "Connection", Slow)
    with pytest.raises(MistakeError, match="another process has written to this run"):
        writer(path)


def deleted(path: Path) -> None:
    """The file is gone."""
    path.unlink()


def replaced(path: Path) -> None:
    """Another run is in its place."""
    other = path.with_name("other.run")
    write_all(writer(other))
    other.rename(path)


def cut_short(path: Path) -> None:
    """The file has lost its end."""
    os.truncate(path, 1000)


def without_journal(path: Path) -> None:
    """Delete the journal, with everything that is not yet in the file."""
    Path(f"{path}-wal").unlink()


@pytest.mark.parametrize("harm", [deleted, replaced, cut_short, without_journal])
def test_damage_during_writing_is_detected(path: Path, harm: Callable[[Path], None]) -> None:
    """A deleted, replaced or truncated file is one error, and the run is never `complete`."""
    store = writer(path)
    for message in recorded()[0]:
        store.keep(message, due=False)
    harm(path)
    with pytest.raises(MistakeError, match=r"was deleted|was replaced|was cut short"):
        write_all(store)


@pytest.mark.parametrize("place", ["", " ", ":memory:"])
def test_store_that_is_no_file_is_refused(place: str) -> None:
    """Both once accepted a run that could not be resumed."""
    for ask in (solve, count):
        with pytest.raises(MistakeError, match=r"(names?|path) (no|of a) file"):
            ask(PUZZLE, jobs=1, store=place)


def test_store_that_is_a_device_is_refused() -> None:
    """SQLite reports an error of the disk for it, whose remedy would be wrong."""
    with pytest.raises(MistakeError, match="it is not a regular file"):
        solve(PUZZLE, jobs=1, store=os.devnull)


def test_no_parts_are_no_proof(path: Path) -> None:
    """A run without its parts is damaged; once it was `complete`, as a proof that there is no solution."""
    write_all(writer(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM parts")
    with pytest.raises(MistakeError, match="damaged"):
        solve(PUZZLE, jobs=1, store=path)
    with pytest.raises(MistakeError, match="damaged"):
        open_run(path)


def test_stored_solutions_are_verified(path: Path) -> None:
    """A stored row that is not a solution is refused, even if every checksum is right."""
    store = writer(path)
    found = recorded()[0][0]
    assert isinstance(found, Found)
    wrong = found.batch.copy()
    wrong[0, 0] += 1
    store.keep(Found(0, wrong, found.orbit_sizes), due=False)
    with pytest.raises(MistakeError, match=r"damaged: part \d+: the engine"):
        list(store.take(0))
    store.close()


@contextmanager
def only_reading(folder: Path) -> Iterator[None]:
    """Make a folder read-only, as another user if root runs the tests."""
    closed = [above for above in folder.parents if not above.stat().st_mode & 0o001]
    for above in closed:
        above.chmod(0o755)
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
        for each in (folder, *closed):
            each.chmod(0o700)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders cannot be closed in this way")
@pytest.mark.parametrize("is_closed", [True, False])
def test_run_in_a_folder_that_cannot_be_written_is_read(path: Path, is_closed: bool) -> None:
    """Of a program that has ended and of one that was killed, by somebody who may only read."""
    store, folder = writer(path), path.parent / "kept"
    for message in recorded()[0]:
        store.keep(message, due=False)
    folder.mkdir()
    if is_closed:
        store.close()
    for piece in path.parent.glob("small.run*"):
        if not piece.name.endswith(("-shm", "-lock")):
            (folder / piece.name).write_bytes(piece.read_bytes())
    if not is_closed:
        store.close()
    before = sorted(folder.iterdir())
    assert len(before) == (1 if is_closed else 2)
    list(open_run(path))  # what is imported later could not be read either
    with only_reading(folder), open_run(folder / path.name) as run:
        status, found = run.status(), keys(run)
    assert (status.state, status.parts_done, status.solutions) == ("stopped", 1, solutions_of_part(0))
    assert len(set(found)) == len(found) == solutions_of_part(0)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("largest", [48, (1 << 16) - 1, 1 << 16, 82_944])
def test_orbit_sizes_come_back_as_they_were(largest: int) -> None:
    """An orbit may have more solutions than two bytes count: a torus of 12x12x12 has 82,944 isometries."""
    batch = np.array([[0, 1], [2, -1]], dtype=np.int32)
    sizes = np.array([largest, 1], dtype=np.int64)
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        insert(connection, 0, 0, 0, (batch, sizes))
        ((stored, stored_sizes),) = select(connection, Attempt(0, 0, 0, batches=1))
    assert (stored == batch).all()
    assert stored_sizes.tolist() == sizes.tolist()
