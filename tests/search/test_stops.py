"""A time limit and Ctrl-C are heard in every phase and in all processes; no test asks how soon."""

from __future__ import annotations

import _thread
import multiprocessing
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import count, solve
from cp_puzzles.base import deadline
from cp_puzzles.base.deadline import NO_DEADLINE, THREAD, CanceledError, Deadline, dropped_errors, reraise_interrupts
from cp_puzzles.cover.proofs import weight_search
from cp_puzzles.search import count_at_once, part_search, pool, search, search_work, worker
from cp_puzzles.search.run_result import Progress
from tests.processes import finished
from tests.search.run_watch import ORBITS, dominoes
from tests.written import puzzle_of

PHASES = {
    "placing": (search_work, "build_cover"),
    "looking for symmetries": (worker, "leader_of"),
    "looking for reasons": (weight_search, "reason_for_none"),
}
"""Where each phase is done."""


INFEASIBLE = puzzle_of("board: {size: [5, 5]}, tiles: [{set: pentominoes, only: [F, L, N, P, W]}]")
"""A puzzle without a solution, so that reasons are looked for."""

let_go = threading.Event()


@pytest.fixture
def short_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait a moment for work that does not look at the request to stop."""
    monkeypatch.setattr(part_search, "STOP_SECONDS", 0.2)
    monkeypatch.setattr(search, "STOP_SECONDS", 0.2)


@pytest.fixture(autouse=True)
def all_calls_end() -> Iterator[None]:
    """End abandoned calls before the next test."""
    let_go.clear()
    yield
    let_go.set()
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(timeout=60)
            assert not thread.is_alive()


def endless(*_: object, **__: object) -> Any:
    """Compute without end and without a look at the clock."""
    while True:
        pass


def blocked(*_: object, **__: object) -> Any:
    """Block like a call of compiled code, which Python cannot interrupt."""
    let_go.wait()


def blocked_when_interrupted(*_: object, **__: object) -> Any:
    """Interrupt the main thread, then block."""
    _thread.interrupt_main()
    blocked()


def interrupted(*_: object, **__: object) -> Any:
    """Interrupt the main thread, then compute without end."""
    _thread.interrupt_main()
    endless()


@pytest.mark.parametrize("phase", PHASES)
def test_time_limit_ends_each_phase(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit ends each phase before the search, which proves nothing."""
    module, name = PHASES[phase]
    ahead = 0.0

    def slow(*_: object, **__: object) -> Any:
        nonlocal ahead
        ahead = 2000.0
        endless()

    monkeypatch.setattr(deadline, "monotonic", lambda: time.monotonic() + ahead)
    monkeypatch.setattr(module, name, slow)
    result = solve(INFEASIBLE, time_limit=1000, jobs=1)
    assert (result.status, result.stopped_while, result.count, result.raw) == ("time-limit", phase, 0, None)
    assert result.summary()["stopped_while"] == phase
    assert not result.is_proof_of_none


@pytest.mark.parametrize("phase", PHASES)
def test_interrupt_is_heard_in_each_phase(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends what is computed, and the result says that it was interrupted."""
    module, name = PHASES[phase]
    monkeypatch.setattr(module, name, interrupted)
    result = solve(INFEASIBLE, jobs=1)
    assert (result.status, result.stopped_while, result.count) == ("interrupted", phase, 0)


@pytest.mark.usefixtures("short_stop")
def test_blocked_calls_are_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result does not wait for a blocked call in a phase or in a worker."""
    with monkeypatch.context() as placing:
        placing.setattr(search_work, "build_cover", blocked)
        assert count(dominoes(), time_limit=0.1, jobs=1).stopped_while == "placing"
    assert any(thread.name == THREAD for thread in threading.enumerate())
    monkeypatch.setattr(worker.PartWorker, "run", blocked_when_interrupted)
    result = solve(dominoes(), jobs=1)
    assert (result.status, result.stopped_while, result.count) == ("interrupted", None, 0)
    assert any(thread.name == THREAD for thread in threading.enumerate())


@pytest.mark.usefixtures("short_stop")
def test_count_at_once_is_stopped_while_it_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that never asks whether to stop: a time limit, and Ctrl-C."""

    class Counter:
        progress: Any = None

        def begin(self, *_: object, **__: object) -> Counter:
            return self

        def advance(self, seconds: float) -> Any:
            return work()

    monkeypatch.setattr(count_at_once, "load_counter", lambda *_: Counter())
    work = endless
    result = count(dominoes(), engine="frontier", time_limit=0.1)
    assert (result.status, result.count, result.raw) == ("time-limit", 0, None)
    work = interrupted
    assert count(dominoes(), engine="frontier").status == "interrupted"


def test_canceled_work_leaves_no_module_half_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import goes on when its work is canceled: a module whose parts are imported twice is broken."""
    package = tmp_path / "slow_package"
    package.mkdir()
    (package / "part.py").write_text("value = 1\n")
    lines = ("import slow_package.part, time", "end = time.monotonic() + 1", "while time.monotonic() < end: pass")
    (package / "__init__.py").write_text("\n".join([*lines, "value = slow_package.part.value\n"]))
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(CanceledError):
        Deadline.after(0.05).run("importing", lambda: import_module("slow_package"))
    assert import_module("slow_package").value == 1


def test_errors_of_work_reach_whoever_asked() -> None:
    """The same error, not one of a thread."""
    with pytest.raises(ZeroDivisionError):
        NO_DEADLINE.run("dividing", lambda: 1 // 0)
    with pytest.raises(CanceledError) as over:
        Deadline.after(0.0).run("nothing", endless)
    assert over.value.phase == "nothing"


def test_work_with_a_stop_ends_by_itself() -> None:
    """After the request to stop a solver has time to return what it found, before `CanceledError` is raised in it."""
    stopped, ends = threading.Event(), list[str]()

    def work() -> None:
        while not stopped.is_set():
            time.sleep(0.001)
        time.sleep(0.05)
        ends.append("ended")

    with pytest.raises(CanceledError):
        Deadline.after(0.0).run("searching", work, stop=stopped.set)
    assert ends == ["ended"]


class Target:
    """An object that interrupts the program as it is destroyed, or whose weak reference does."""

    def __init__(self, *, has_destructor: bool) -> None:
        self.has_destructor = has_destructor

    def __del__(self) -> None:
        if self.has_destructor:
            _interrupt()


def _interrupt(_: object = None) -> None:
    signal.raise_signal(signal.SIGINT)
    time.sleep(0)


@pytest.mark.parametrize("has_destructor", [True, False])
def test_interrupt_in_a_destructor_is_raised_again(has_destructor: bool) -> None:
    """Python can only print a KeyboardInterrupt of a destructor or of a weakref callback; the search went on."""

    def destroy() -> None:
        target = Target(has_destructor=has_destructor)
        reference = None if has_destructor else weakref.ref(target, _interrupt)
        del target
        endless(reference)

    with reraise_interrupts(), pytest.raises(KeyboardInterrupt):
        destroy()


def test_blocks_that_drop_errors_may_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block that ends first, below one of another thread, takes no errors from it and leaves none behind."""
    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: reported.append(unraisable.exc_type))

    def raise_in_callback() -> None:
        target = Target(has_destructor=False)
        reference = weakref.ref(target, fail)
        del target
        assert reference() is None

    dropped: list[str] = []
    below = dropped_errors(ValueError, lambda: dropped.append("below"))
    above = dropped_errors(ZeroDivisionError, lambda: dropped.append("above"))
    below.__enter__()
    above.__enter__()
    below.__exit__(None, None, None)
    raise_in_callback()
    assert (dropped, reported) == (["above"], [])
    above.__exit__(None, None, None)
    raise_in_callback()
    assert (dropped, reported) == (["above"], [ZeroDivisionError])


def test_canceled_callback_is_silent_and_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that cancels, which weakref callbacks drop is not printed, and is raised again until the work ends."""
    reported: list[object] = []
    ended = threading.Event()

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        reported.append(unraisable.exc_type)

    monkeypatch.setattr(sys, "unraisablehook", hook)

    def work() -> None:
        try:
            for callback in (fail, endless, endless, endless):
                target = Target(has_destructor=False)
                reference = weakref.ref(target, callback)
                del target
            endless(reference)
        finally:
            ended.set()

    monkeypatch.setattr(deadline, "monotonic", lambda: float(bool(reported)))  # the deadline comes after the error
    with pytest.raises(CanceledError):
        Deadline(0.5).run("working", work)
    assert ended.wait(timeout=30)
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(timeout=30)
    assert reported == [ZeroDivisionError]
    assert sys.unraisablehook is hook


def fail(_: object) -> None:
    """Raise an error that a weakref callback can only report."""
    raise ZeroDivisionError


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process")
def test_process_that_hangs_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped worker is neither alive nor dead: its part goes elsewhere. Once the search waited for ever."""
    stopped: list[int | None] = []
    notices: set[str] = set()
    monkeypatch.setattr(pool, "HEAD_START_SECONDS", 0.0)
    monkeypatch.setattr(part_search, "ATTEMPT_SECONDS", 1e-6)
    monkeypatch.setattr(part_search, "SILENT_SECONDS", 5.0)

    def stop_one(progress: Progress) -> None:
        children = multiprocessing.active_children()
        if children and not stopped:
            stopped.append(children[0].pid)
            os.kill(stopped[0] or 0, signal.SIGSTOP)
        notices.update([progress.notice] if progress.notice else [])

    result = solve(dominoes(), jobs=2, engine="exact-cover", on_progress=stop_one)
    assert (result.status, result.count, len(set(result.solutions))) == ("complete", ORBITS, ORBITS)
    assert any("sent nothing" in notice for notice in notices)
    assert len(stopped) == 1


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("limit", [8, 10])
def test_count_with_a_limit_stays_within_it(limit: int) -> None:
    """Complete if nothing is beyond the limit, else no more than the limit and no number of all."""
    dominoes = "dominoes4x4"
    result = count(dominoes, engine="exact-cover", limit=limit, jobs=1)
    assert (result.status, result.count) == ("limit" if limit == 8 else "complete", min(limit, 9))
    assert result.raw == (None if limit == 8 else 36)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the signal mask of other processes")
def test_workers_ignore_interrupts() -> None:
    """The first worker of a program, too: starting the resource tracker with it once let interrupts through."""
    program = """if True:
        import multiprocessing
        from pathlib import Path
        from cp_puzzles import build_puzzle, load_spec
        from cp_puzzles.analysis.family.member_search import Chunk, Request
        from cp_puzzles.search.pool import ProcessPool
        pool = ProcessPool(Request((), "count", "off", None, None), 2)
        [future.result() for future in [pool.submit(Chunk((), None)), pool.submit(Chunk((), None))]]
        for process in multiprocessing.active_children():
            status = Path(f"/proc/{process.pid}/status").read_text()
            blocked = int(status.split("SigBlk:")[1].split()[0], 16)
            print(bool(blocked & 1 << 1))
    """
    done = finished([sys.executable, "-c", program], cwd=ROOT)
    assert done.stdout.split() == ["True", "True"]


@pytest.mark.parametrize("number", ["SIGINT", pytest.param("SIGTERM", marks=pytest.mark.slow)])
def test_interrupt_after_the_work_keeps_the_status(number: str) -> None:
    """A signal while the interpreter shuts down changes nothing; the process once was ended by the signal."""
    program = f"""if True:
        import atexit, os, signal, sys
        atexit.register(lambda: os.kill(os.getpid(), signal.{number}))
        sys.argv = ["cp-puzzles", "solve", "dominoes4x4", "--limit", "1", "--engine", "cp-sat", "--json"]
        from cp_puzzles.__main__ import main
        status = main()
        os.kill(os.getpid(), signal.{number})
        sys.exit(status)
    """
    done = finished([sys.executable, "-c", program], cwd=ROOT, status=0)
    assert '"solutions": 1' in done.stdout


def test_abandoned_solver_does_not_crash_the_exit() -> None:
    """CP-SAT that still finds solutions while the interpreter shuts down aborts the process with status 134."""
    program = """if True:
        import sys, threading
        from ortools.sat.python import cp_model
        from cp_puzzles.__main__ import main
        from cp_puzzles.base.deadline import THREAD
        from cp_puzzles.cli.guide_commands import list_command
        has_begun = threading.Event()
        class Callback(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self):
                has_begun.set()
        def search():
            model, solver = cp_model.CpModel(), cp_model.CpSolver()
            for _ in range(40):
                model.new_bool_var("")
            solver.parameters.enumerate_all_solutions, solver.parameters.num_workers = True, 1
            solver.solve(model, Callback())
        def abandoned(options):
            threading.Thread(target=search, daemon=True, name=THREAD).start()
            has_begun.wait()
            return 3
        list_command.callback = abandoned
        sys.argv = ["cp-puzzles", "list"]
        sys.exit(main())
    """
    finished([sys.executable, "-c", program], cwd=ROOT, status=3)


def test_interrupt_inside_exec_is_status_130(tmp_path: Path) -> None:
    """Dataclasses are made by `exec`: an interrupt there once ended `python -m cp_puzzles` by the signal."""
    program = """if True:
        import sys
        from cp_puzzles.__main__ import main
        from cp_puzzles.cli.guide_commands import list_command
        def interrupted(options):
            exec("raise KeyboardInterrupt")
        list_command.callback = interrupted
        sys.argv = ["cp-puzzles", "list"]
        sys.exit(main())
    """
    (tmp_path / "interrupted_list.py").write_text(program)
    paths = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = finished([sys.executable, "-m", "interrupted_list"], env=paths, status=130)
    assert done.stderr == "interrupted\n"
