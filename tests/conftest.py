"""The setup of all tests: workers, effort of property tests, and a check for leftover processes."""

from __future__ import annotations

import gc
import inspect
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test

import cp_puzzles
from tests.cli.program import Program
from tests.examples import load_profile


def pytest_configure(config: pytest.Config) -> None:
    """Load the hypothesis profile: more examples if slow tests are selected."""
    load_profile(is_slow=asks_for_slow(config))
    leave_out_grammars()
    keep_bytecode()
    deliver_interrupts()
    compile_kernels()


def leave_out_grammars() -> None:
    """Keep jsonschema from building 38 grammars of addresses, which takes 6 seconds; no schema here uses them."""
    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]


def keep_bytecode() -> None:
    """Write bytecode in any case, or each of hundreds of processes would compile the package."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def deliver_interrupts() -> None:
    """Deliver interrupts to the tests and their processes, also where a shell in the background ignores them."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def compile_kernels() -> None:
    """Compile the largest kernels, half of them in each of two workers; without a cache that takes seconds."""
    searches: dict[str, Callable[[], object]] = {
        "gw0": lambda: [cp_puzzles.count(name, engine="exact-cover", jobs=1) for name in ("corners3x3", "dominoes4x4")],
        "gw1": lambda: [
            cp_puzzles.apart("corners3x3", limit=1, jobs=1),
            cp_puzzles.count("matchings4x4", engine="exact-cover", jobs=1),
        ],
    }
    work = searches.get(os.environ.get("PYTEST_XDIST_WORKER", ""))
    if work is not None:
        with pytest.MonkeyPatch.context() as patch:  # so short a search would be interpreted
            patch.setattr("cp_puzzles.base.jit.INTERPRETED_SECONDS", -1.0)
            work()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark property tests as slow if slow tests are selected; omit what coverage cannot measure."""
    for item in items if asks_for_slow(config) else ():
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.slow)
    if is_measured():
        canceling = {item for item in items if cancels_work(item)}
        config.hook.pytest_deselected(items=[*canceling])
        items[:] = [item for item in items if item not in canceling]


def is_measured() -> bool:
    """Return True if coverage measures this process."""
    coverage = sys.modules.get("coverage")
    return coverage is not None and coverage.Coverage.current() is not None


def cancels_work(item: pytest.Item) -> bool:
    """Return True if the name or the text of a test says that it cancels work.

    Work that is canceled while coverage holds its lock leaves the lock taken, and the process waits for it forever.
    """
    text = inspect.getsource(item.function) if isinstance(item, pytest.Function) else ""
    return re.search(r"interrupt|kill|cancel|blocked|stop|limit", item.name) is not None or (
        re.search(r"time.limit\W+(0|1e)|interrupt|kill|cancel", text) is not None
    )


def pytest_sessionfinish() -> None:
    """Save what coverage measured: pytest ends a worker that takes over ten seconds to end, as on a busy machine."""
    coverage = sys.modules.get("coverage")
    measured = coverage and coverage.Coverage.current()
    if measured:
        measured.stop()
        measured.save()


def pytest_collection_finish() -> None:
    """Freeze the collected tests: the garbage collector takes an eighth of the time otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def asks_for_slow(config: pytest.Config) -> bool:
    """Return True if `-m` selects the slow tests."""
    return re.search(r"(?<!not )\bslow\b", config.getoption("-m")) is not None


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of workers: all cores for a complete run, none for selected files, to debug them."""
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return len(os.sched_getaffinity(0)) if everything else 0


@pytest.fixture(autouse=True)
def no_process_stays() -> Iterator[None]:
    """Fail a test if a process that it started outlives it, and end the process in any case."""
    before = children()
    yield
    left = children() - before
    for _ in range(100):  # the resource tracker has its name only a moment after it has started
        if not left:
            break
        time.sleep(0.05)
        left &= children()
    for process in left:
        kill_with_descendants(process)
    assert not left, "the test left processes behind"


def kill_with_descendants(process: int) -> None:
    """End a process and its descendants."""
    descendants = children(process)  # before it ends: then they lose their parent
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    for descendant in descendants:
        kill_with_descendants(descendant)


def children(process: int | str = "self") -> set[int]:
    """Return the running children of a process, this one by default."""
    multiprocessing.active_children()  # takes note of those that have ended
    found = set()
    for listed in Path("/proc", str(process), "task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found |= {child for child in map(int, listed.read_text().split()) if runs(child)}
    return found


def runs(process: int) -> bool:
    """Return True if a process runs and is not the resource tracker of `multiprocessing`."""
    folder = Path("/proc") / str(process)
    with suppress(OSError):
        ended = folder.joinpath("stat").read_text().rpartition(")")[2].split()[0] == "Z"
        return not ended and b"resource_tracker" not in folder.joinpath("cmdline").read_bytes()
    return False


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Program:
    """Return a runner of commands in this process that captures the output of child processes too."""
    return Program(capfd)
