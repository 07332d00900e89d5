"""What all tests share: how many run at once, how much a property test tries, and that no process stays behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)  # a busy machine fails no property test
settings.load_profile("patient")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Everything on all cores; what is selected by its place in this process, where it can be seen and debugged."""
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return len(os.sched_getaffinity(0)) if everything else 0


@pytest.fixture(autouse=True)
def no_process_stays() -> Iterator[None]:
    """A test fails if a process that it started outlives it; the process is ended, whatever became of the test."""
    before = children()
    yield
    left = children() - before
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    assert not left, "the test left processes behind"


def children() -> set[int]:
    """The processes that this one started and that still run."""
    multiprocessing.active_children()  # takes note of those that have ended
    found = set()
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found |= {process for process in map(int, listed.read_text().split()) if runs(process)}
    return found


def runs(process: int) -> bool:
    """Whether a process is there, alive, and not the one that `multiprocessing` keeps to clean up."""
    folder = Path("/proc") / str(process)
    with suppress(OSError):
        ended = folder.joinpath("stat").read_text().rpartition(")")[2].split()[0] == "Z"
        return not ended and b"resource_tracker" not in folder.joinpath("cmdline").read_bytes()
    return False
