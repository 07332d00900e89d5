"""Writers that come, die and disagree, in any order: the file is always true, and the end is always the same."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from cp_puzzles import open_run
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.store import file, lock
from cp_puzzles.search.store.writer import StoreWriter
from cp_puzzles.search.work.message import Finished, Found, Message, Restarted
from tests.search.replay import parts, recorded, solutions_of_part, writer
from tests.search.stored_runs import keys

WHOLE = sum(map(solutions_of_part, range(len(recorded()))))

PARTS = st.integers(0, len(recorded()) - 1)


class StoredRunMachine(RuleBasedStateMachine):
    """A file, at most one writer who is alive, others who try, and what must have survived."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "small.run"
        self.store: StoreWriter | None = None
        self.told: dict[int, int] = {}
        self.finished: set[int] = set()
        self.committed: set[frozenset[object]] = set()
        self.is_locked = True

    def teardown(self) -> None:
        """End everything."""
        if self.store is not None:
            self.store.close()
        shutil.rmtree(self.folder)

    def commit(self) -> None:
        """What is finished has been committed."""
        assert self.store is not None
        with self.store._told():
            self.store._commit()

    @precondition(lambda self: self.store is None)
    @rule(engine=st.sampled_from(["cp-sat", "exact-cover"]), jobs=st.integers(1, 4))
    def begin(self, engine: str, jobs: int) -> None:
        """A writer comes, with any engine and any number of jobs: it knows what was finished."""
        self.store = writer(self.path, engine=engine, jobs=jobs)
        assert self.finished <= set(self.store.known.finished)
        self.finished, self.told, self.is_locked = set(self.store.known.finished), {}, True

    @precondition(lambda self: self.store is not None)
    @rule(part=PARTS, count=st.integers(1, 4))
    def search(self, part: int, count: int) -> None:
        """A worker tells more of a part."""
        assert self.store is not None
        if part in self.finished:
            return
        begun = self.told.get(part, 0)
        for message in recorded()[part][begun : begun + count]:
            self.store.keep(message, due=False)
            if isinstance(message, Finished):
                self.finished.add(part)
        self.told[part] = begun + count

    @precondition(lambda self: self.store is not None)
    @rule(part=PARTS)
    def restart(self, part: int) -> None:
        """The worker of a part dies, and another one begins again."""
        assert self.store is not None
        if part not in self.finished:
            self.store.keep(Restarted(part), due=False)
            self.told[part] = 0

    @precondition(lambda self: self.store is not None)
    @rule(part=PARTS)
    def take(self, part: int) -> None:
        """What waits is given in its order, whether it was committed or not."""
        assert self.store is not None
        given = [row for batch, _ in self.store.take(part) for row in batch.tolist()]
        if part in self.finished:
            assert given == rows_of(recorded()[part])
        else:
            assert given == rows_of(recorded()[part][: self.told.get(part, 0)])

    @precondition(lambda self: self.store is not None)
    @rule(unlocked=st.booleans())
    def second_writer(self, unlocked: bool) -> None:
        """As long as one writes another one is refused, through a link too, and without the lock beside the file."""
        if unlocked:
            self.path.with_name("small.run-lock").unlink(missing_ok=True)
            self.is_locked = False  # who asks for the state can only look there
        link = self.folder / "link"
        link.unlink(missing_ok=True)
        link.symlink_to(self.path)
        for path in (self.path, link):
            with pytest.raises(MistakeError, match="another process is writing"):
                writer(path)

    @precondition(lambda self: self.store is not None)
    @rule()
    def close(self) -> None:
        """The writer ends in order."""
        assert self.store is not None
        self.store.close("interrupted")
        self.store = None

    @precondition(lambda self: self.store is not None)
    @rule(commits=st.booleans())
    def kill(self, commits: bool) -> None:
        """The writer is gone between two statements: what lies on the disk at this moment is all that is left."""
        assert self.store is not None
        if commits:
            self.commit()
        before = {file.name: file.read_bytes() for file in self.folder.iterdir() if not file.is_symlink()}
        self.store._failed = True
        self.store.close()
        for stale in self.folder.iterdir():
            stale.unlink()
        for name in before.keys() - {"small.run-shm"}:
            (self.folder / name).write_bytes(before[name])
        self.store = None

    @invariant()
    def is_true(self) -> None:
        """A reader finds no more than the truth, nothing twice, and nothing less than before."""
        if not self.path.exists() or (self.store is None and not self.path.stat().st_size):
            return
        with open_run(self.path) as run:
            status, found = run.status(), keys(run)
        assert len(set(found)) == len(found) == status.solutions + status.partial
        done = set(map(frozenset, found))
        assert self.committed <= done, "what was there is lost"
        self.committed = done
        assert (status.state == "complete") == (status.parts_done == len(recorded()))
        if status.state == "complete":
            assert (status.solutions, status.raw, status.partial) == (WHOLE, 281, 0)
        elif self.is_locked:
            assert status.state == ("stopped" if self.store is None else "running")


def rows_of(messages: Sequence[Message]) -> list[list[int]]:
    """The solutions that messages tell."""
    return [row for message in messages if isinstance(message, Found) for row in message.batch.tolist()]


def drive(examples: int, steps: int) -> None:
    """Let the machine run."""
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lock, "LOCK_SECONDS", 0.01)
        patch.setattr(file, "BUSY_SECONDS", 0.01)
        run_state_machine_as_test(StoredRunMachine, settings=chosen)


def test_whatever_happens_the_file_is_true() -> None:
    """A few histories."""
    assert len(parts().parts) > 4
    drive(8, 15)


@pytest.mark.slow
def test_whatever_happens_the_file_is_true_many_times() -> None:
    """Many and longer histories."""
    drive(60, 40)
