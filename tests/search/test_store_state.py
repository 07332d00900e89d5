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
from cp_puzzles.search.store import run_file as file
from cp_puzzles.search.store import run_writer
from cp_puzzles.search.store.run_writer import StoreWriter
from cp_puzzles.search.workers.messages import Finished, Found, Message, Restarted
from tests.search.replay import parts, recorded, solutions_of_part, writer
from tests.search.run_watch import keys

SOLUTIONS = sum(map(solutions_of_part, range(len(recorded()))))

PARTS = st.integers(0, len(recorded()) - 1)


class StoredRunMachine(RuleBasedStateMachine):
    """A run file with at most one active writer and the committed results."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "small.run"
        self.store: StoreWriter | None = None
        self.delivered: dict[int, int] = {}
        self.finished: set[int] = set()
        self.committed: set[frozenset[object]] = set()

    def teardown(self) -> None:
        """End everything."""
        if self.store is not None:
            self.store.close()
        shutil.rmtree(self.folder)

    @precondition(lambda self: self.store is None)
    @rule(engine=st.sampled_from(["cp-sat", "exact-cover"]), jobs=st.integers(1, 4))
    def begin(self, engine: str, jobs: int) -> None:
        """Open a writer with any engine and number of jobs, and assert that it has the finished parts."""
        self.store = writer(self.path, engine=engine, jobs=jobs)
        assert self.finished <= set(self.store.resume_state.finished)
        self.finished, self.delivered = set(self.store.resume_state.finished), {}

    @precondition(lambda self: self.store is not None)
    @rule(part=PARTS, count=st.integers(1, 4))
    def search(self, part: int, count: int) -> None:
        """A worker tells more of a part."""
        assert self.store is not None
        if part in self.finished:
            return
        begun = self.delivered.get(part, 0)
        for message in recorded()[part][begun : begun + count]:
            self.store.keep(message, due=False)
            if isinstance(message, Finished):
                self.finished.add(part)
        self.delivered[part] = begun + count

    @precondition(lambda self: self.store is not None)
    @rule(part=PARTS)
    def restart(self, part: int) -> None:
        """The worker of a part dies, and another one begins again."""
        assert self.store is not None
        if part not in self.finished:
            self.store.keep(Restarted(part), due=False)
            self.delivered[part] = 0

    @precondition(lambda self: self.store is not None)
    @rule(part=PARTS)
    def take(self, part: int) -> None:
        """Assert that stored solutions are returned in order, committed or not."""
        assert self.store is not None
        given = [row for batch, _ in self.store.take(part) for row in batch.tolist()]
        if part in self.finished:
            assert given == rows_of(recorded()[part])
        else:
            assert given == rows_of(recorded()[part][: self.delivered.get(part, 0)])

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
            self.store.commit_if_due()
        before = {file.name: file.read_bytes() for file in self.folder.iterdir() if not file.is_symlink()}
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
            assert (status.solutions, status.raw, status.partial) == (SOLUTIONS, 281, 0)
        else:
            assert status.state == ("stopped" if self.store is None else "running")


def rows_of(messages: Sequence[Message]) -> list[list[int]]:
    """The solutions that messages tell."""
    return [row for message in messages if isinstance(message, Found) for row in message.batch.tolist()]


@pytest.mark.parametrize(
    ("examples", "steps"), [(8, 15), pytest.param(60, 40, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_stored_run_is_true_in_any_history(examples: int, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is true whatever writers and workers do, in any order."""
    assert len(parts().parts) > 4
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    monkeypatch.setattr(file, "LOCK_SECONDS", 0.01)
    monkeypatch.setattr(file, "BUSY_SECONDS", 0.01)
    monkeypatch.setattr(run_writer, "COMMIT_SECONDS", 0.0)
    run_state_machine_as_test(StoredRunMachine, settings=chosen)
