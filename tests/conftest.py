"""What all tests share: how many run at once, how much a property test tries, and that no process stays behind."""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test

from cp_puzzles.engines import registry
from cp_puzzles.engines.base import Cut
from tests.cli.program import Program
from tests.examples import load_profile


def pytest_configure(config: pytest.Config) -> None:
    """Property tests try more where slow tests are asked for."""
    load_profile(is_slow=asks_for_slow(config))
    cut_small_searches()
    keep_bytecode()


def cut_small_searches() -> None:
    """Searches that take a moment are cut into parts like long ones, so that small puzzles test what parts are."""
    entry = registry.entry_of(registry.DEFAULT)
    registry._ENTRIES[registry.DEFAULT] = replace(entry, cut=replace(entry.cut, whole=Cut.whole))


def keep_bytecode() -> None:
    """Where Python is told to keep no bytecode, each of the hundreds of processes would compile the package anew."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With all they should try, property tests belong to the slow run."""
    for item in items if asks_for_slow(config) else ():
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector, an eighth of the time, need not look at it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def asks_for_slow(config: pytest.Config) -> bool:
    """Whether `-m` asks for the slow tests."""
    return re.search(r"(?<!not )\bslow\b", config.getoption("-m")) is not None


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
        kill_with_descendants(process)
    assert not left, "the test left processes behind"


def kill_with_descendants(process: int) -> None:
    """End a process and all that it started in its turn."""
    descendants = children(process)  # as long as it lives: they are nobody's afterwards
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    for descendant in descendants:
        kill_with_descendants(descendant)


def children(process: int | str = "self") -> set[int]:
    """The processes that one, this one by default, started and that still run."""
    multiprocessing.active_children()  # takes note of those that have ended
    found = set()
    for listed in Path("/proc", str(process), "task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found |= {child for child in map(int, listed.read_text().split()) if runs(child)}
    return found


def runs(process: int) -> bool:
    """Whether a process is there, alive, and not the one that `multiprocessing` keeps to clean up."""
    folder = Path("/proc") / str(process)
    with suppress(OSError):
        ended = folder.joinpath("stat").read_text().rpartition(")")[2].split()[0] == "Z"
        return not ended and b"resource_tracker" not in folder.joinpath("cmdline").read_bytes()
    return False


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Program:
    """Runs a command in this process; what its own processes write is captured too."""
    return Program(capfd)
