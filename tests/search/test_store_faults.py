"""Files that are damaged, disks that fail at every single call: an error of one line or the truth, nothing else."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import open_run
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.store import connections as file
from tests.examples import sampled
from tests.search.replay import PUZZLE, recorded, write_all, writer
from tests.search.run_watch import keys

Answer = tuple[Any, ...]
Command = Callable[[Path], Answer]
Stores = dict[str, tuple[bytes, bytes]]


def answer_of_status(path: Path) -> Answer:
    """Return the output of `status`."""
    with open_run(path) as run:
        summary = run.status().summary()
    return tuple(str(value) for name, value in summary.items() if name not in ("elapsed", "remaining"))


def answer_of_export(path: Path) -> Answer:
    """Return the output of `export`."""
    with open_run(path) as run:
        return (run.puzzle == PUZZLE, *keys(run)) if run.keeps_solutions else ()


def answer_of_resume(path: Path) -> Answer:
    """Return the final state of the run after it was resumed and completed."""
    store = writer(path, keep="count" not in path.name)
    write_all(store, keep="count" not in path.name)
    with open_run(path) as run:
        status = run.status()
        solutions = frozenset(keys(run)) if run.keeps_solutions else frozenset()
        return status.state, status.solutions, status.raw, status.self_symmetric, solutions


COMMANDS: tuple[Command, ...] = (answer_of_status, answer_of_export, answer_of_resume)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Stores:
    """A complete run, a complete count, a run that was stopped, and one that was killed with all in its journal."""
    folder = tmp_path_factory.mktemp("stores")
    for name in ("solve.run", "count.run"):
        write_all(writer(folder / name, keep=name == "solve.run"), keep=name == "solve.run")
    stopped = writer(folder / "stopped.run")
    for run in recorded()[:4]:
        stopped.keep(run)
    shutil.copy(folder / "stopped.run", folder / "killed.run")
    shutil.copy(folder / "stopped.run-wal", folder / "killed.run-wal")
    stopped.close()
    journal = (folder / "killed.run-wal").read_bytes()
    stores: Stores = {run: ((folder / run).read_bytes(), b"") for run in ("solve.run", "count.run", "stopped.run")}
    return {**stores, "killed.run": ((folder / "killed.run").read_bytes(), journal)}


def damage_bytes(dice: random.Random, data: bytearray) -> None:
    """A flipped bit, a page of zeros, foreign bytes, a piece that is gone, or a cut."""
    place, page = dice.randrange(len(data)), 4096 * dice.randrange(1 + len(data) // 4096)
    match dice.choice(["bit", "bit", "bit", "byte", "zeros", "noise", "swap", "cut", "lost"]):
        case "bit":
            data[place] ^= 1 << dice.randrange(8)
        case "byte":
            data[place] = dice.randrange(256)
        case "zeros":
            data[page : page + 4096] = bytes(len(data[page : page + 4096]))
        case "noise":
            size = len(data[place : place + 64])
            data[place : place + size] = dice.randbytes(size)
        case "swap":
            other = 4096 * dice.randrange(max(1, len(data) // 4096))
            data[page : page + 4096], data[other : other + 4096] = data[other : other + 4096], data[page : page + 4096]
        case "cut":
            del data[place:]
        case "lost":
            del data[place : place + dice.randrange(1, 5000)]


def damage_rows(dice: random.Random, path: Path) -> None:
    """A statement that somebody should not have typed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        table = dice.choice(["identity", "sessions", "parts", "batches", "answers", "seal"])
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column, key = dice.choice(columns), columns[0]
        some = dice.choice(["", f" WHERE {key} = (SELECT {key} FROM {table} LIMIT 1 OFFSET {dice.randrange(3)})"])
        value = dice.choice(["NULL", "0", "1", "-1", "1e300", "''", "'x'", "x'00'", f"{2**63 - 1}", f"{column}+1"])
        statements = [
            f"DELETE FROM {table}{some}",
            f"UPDATE OR REPLACE {table} SET {column} = {value}{some}",
            f"UPDATE OR REPLACE {table} SET {column} = {value}{some}",
            f"DROP TABLE {table}",
            f"ALTER TABLE {table} RENAME TO t; CREATE VIEW {table} AS SELECT * FROM t",
            f"ALTER TABLE {table} RENAME TO t; CREATE VIEW {table} AS "
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n",
            f"CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM parts; END",
            f"PRAGMA user_version = {dice.randrange(5)}",
        ]
        with suppress(sqlite3.Error):
            connection.executescript(dice.choice(statements))


def place(folder: Path, name: str, data: bytes, journal: bytes) -> Path:
    """A store in a folder that has nothing else."""
    for stale in folder.iterdir():
        stale.unlink()
    (folder / name).write_bytes(data)
    if journal:
        (folder / f"{name}-wal").write_bytes(journal)
    return folder / name


def earlier(data: bytes, journal: bytes) -> Iterator[bytes]:
    """Return the journal up to each of its commits, as after the loss of later ones."""
    frame = 24 + 4096
    for end in range(32 + frame, len(journal) + 1, frame):
        if any(journal[end - frame + 4 : end - frame + 8]):
            yield journal[:end]


def truths(folder: Path, name: str, data: bytes, journal: bytes) -> dict[Command, set[Answer]]:
    """Return the admissible outputs of each command for a store."""
    found: dict[Command, set[Answer]] = {command: {command(place(folder, name, data, journal))} for command in COMMANDS}
    for piece in earlier(data, journal):
        for command in COMMANDS[:2]:
            with suppress(MistakeError):  # nothing was written yet
                found[command].add(command(place(folder, name, data, piece)))
    return found


def try_damaged(folder: Path, stores: Stores, seed: int, count: int) -> int:
    """Each command refuses a damaged store in one line, or says what is true; gives how often it was refused."""
    dice, refused = random.Random(seed), 0
    truth = {name: truths(folder, name, *pieces) for name, pieces in stores.items()}
    for _ in range(count):
        name = dice.choice(list(stores))
        data, journal = map(bytearray, stores[name])
        by_rows, seed_of_rows = dice.random() < 0.4, dice.random()
        for _ in range(0 if by_rows else dice.choice([1, 1, 1, 2, 5])):
            damage_bytes(dice, dice.choice([piece for piece in (data, journal) if piece] or [data]))
        for command in COMMANDS:
            target = place(folder, name, bytes(data), bytes(journal))
            if by_rows:
                damage_rows(random.Random(seed_of_rows), target)
            try:
                assert command(target) in truth[name][command]
            except MistakeError as error:
                refused += 1
                lines = str(error).count("\n")
                assert not lines
    return refused


@pytest.mark.parametrize("number", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_damaged_stores_are_refused_or_true(number: int, stores: Stores, tmp_path: Path) -> None:
    """However a store is damaged, no command gives a wrong answer or another error."""
    assert try_damaged(tmp_path, stores, number, number) > number // 2


@pytest.mark.slow
def test_flipped_bits_of_a_count_are_refused(stores: Stores, tmp_path: Path) -> None:
    """SQLite keeps no checksums: without those of the rows, a flipped bit of a number is a wrong count."""
    dice, (data, _) = random.Random(5), stores["count.run"]
    truth = answer_of_status(place(tmp_path, "count.run", data, b""))
    for position in dice.sample([number for number in range(100, len(data)) if data[number]], 700):
        flipped = bytearray(data)
        flipped[position] ^= 1 << dice.randrange(8)
        with suppress(MistakeError):
            assert answer_of_status(place(tmp_path, "count.run", bytes(flipped), b"")) == truth


def moments(path: Path) -> list[bytes]:
    """Write a run and return its file after each part."""
    store, files = writer(path), []
    for run in recorded():
        store.keep(run)
        files.append(copied(path))
    store.close()
    return [*files, path.read_bytes()]


def copied(path: Path) -> bytes:
    """Return the file of a run that is being written, with its journal merged."""
    copy = path.with_name("copy.run")
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy.read_bytes()


def test_page_of_an_earlier_moment_is_refused(tmp_path: Path) -> None:
    """A disk that loses a write leaves a valid page with earlier rows: only the seal finds that."""
    *files, last = moments(tmp_path / "moments.run")
    folder = tmp_path / "stale"
    folder.mkdir()
    truth = answer_of_status(place(folder, "run", last, b""))
    stale = {
        last[:page] + file[page : page + 4096] + last[page + 4096 :]
        for file in files
        for page in range(0, len(file), 4096)
        if file[page : page + 4096] != last[page : page + 4096]
    }
    refused = 0
    for data in stale:
        try:
            assert answer_of_status(place(folder, "run", data, b"")) == truth
        except MistakeError:
            refused += 1
    assert refused > len(files)


class FaultyConnection(sqlite3.Connection):
    """A connection whose disk fails at the call number `fails_at`."""

    calls = 0
    fails_at = 0
    code = sqlite3.SQLITE_IOERR

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        """Execute, or fail as SQLite does."""
        FaultyConnection.calls += 1
        if FaultyConnection.calls == FaultyConnection.fails_at:
            error = sqlite3.OperationalError("injected")
            error.sqlite_errorcode = FaultyConnection.code
            raise error
        return super().execute(*arguments)


def fail_at_calls(
    patch: pytest.MonkeyPatch, code: int, command: Callable[[], object], check: Callable[[], None], step: int
) -> int:
    """Let the disk fail at one call after the other of a command; gives how often it failed."""
    patch.setattr(FaultyConnection, "code", code)
    call, failed = 1, 0
    while True:
        patch.setattr(file, "Connection", FaultyConnection)
        patch.setattr(FaultyConnection, "calls", 0)
        patch.setattr(FaultyConnection, "fails_at", call)
        try:
            command()
        except MistakeError as error:
            failed += 1
            assert str(error).count("\n") == 0  # noqa: PT017  (any other error is a failure)
        # what fails where it cannot matter, at the very end, may pass
        patch.setattr(file, "Connection", sqlite3.Connection)
        check()
        if FaultyConnection.calls < call:
            return failed
        call += step


def fail_everywhere(patch: pytest.MonkeyPatch, folder: Path, code: int, step: int) -> None:
    """A run whose disk fails is taken up again and comes to the same end; a reader gives one line."""
    path = folder / "small.run"
    write_all(writer(path))
    complete = answer_of_resume(path)

    def run() -> None:
        for stale in folder.iterdir():
            stale.unlink()
        write_all(writer(path))

    def again() -> None:
        assert answer_of_resume(path) == complete

    assert fail_at_calls(patch, code, run, again, step) > 4
    for read in COMMANDS[:2]:
        answer = read(path)

        def check(read: Command = read, answer: Answer = answer) -> None:
            assert read(path) == answer

        assert fail_at_calls(patch, code, lambda read=read: read(path), check, step) > 0  # type: ignore[misc]


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", sampled([sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL], every=2))
def test_disk_that_fails_loses_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, step: int) -> None:
    """A run survives errors of the disk, and a disk that is full, at every thirteenth call, or at every call."""
    fail_everywhere(monkeypatch, tmp_path, code, step)
