"""The program while it is loaded, and the modules that a command imports before its first message."""

from __future__ import annotations

import json
import signal
import sys
from _thread import interrupt_main
from time import sleep

import pytest

from cp_puzzles import __main__
from cp_puzzles.analysis import puzzle_check
from cp_puzzles.base import deadline
from cp_puzzles.cli import app, guide_commands
from cp_puzzles.search.puzzle_options import PuzzleOptions
from tests.cli.program import ROOT
from tests.examples import sampled
from tests.processes import finished


@pytest.fixture(autouse=True)
def no_abandoned_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `main` return, which ends the process if work of an earlier test still runs."""
    monkeypatch.setattr(deadline, "has_abandoned_work", lambda: False)


def test_interrupt_during_the_start_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt while libraries are imported ends the program with status 130, not 70."""
    heard: list[object] = []

    def run(arguments: list[str], begin: object) -> int:
        heard.append(signal.getsignal(signal.SIGINT))
        assert callable(begin)
        begin()
        heard.append(signal.getsignal(signal.SIGINT))
        return 0

    monkeypatch.setattr(app, "run", run)
    monkeypatch.setattr(sys, "argv", ["cp-puzzles", "list"])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert __main__.main() == 0
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard[1] is signal.default_int_handler
    assert heard[0] not in (signal.default_int_handler, before)


def test_interrupt_while_libraries_load_prints_a_summary() -> None:
    """With `--json` an interrupt before the first step of a command writes one object, too."""
    program = "import os, signal, sys; sys.modules['click'] = None; from cp_puzzles import __main__ as m; "
    program += "sys.argv += ['count', 'soma', '--json']; m._exit_at_once(2, None)"
    done = finished([sys.executable, "-c", program], status=130, cwd=ROOT)
    assert (done.stdout, done.stderr) == ('{"status": "interrupted"}\n', "interrupted\n")


def test_ignored_interrupts_stay_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that a shell starts in the background, with interrupts ignored, keeps ignoring them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    monkeypatch.setattr(app, "run", lambda arguments, begin: begin() or int(signal.getsignal(signal.SIGINT)))  # type: ignore[arg-type]
    try:
        assert __main__.main() == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_interrupted_import_is_status_130(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """An ImportError that Ctrl-C caused is an interrupt."""

    def load(options: object) -> int:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise ImportError("initialization failed") from error

    monkeypatch.setattr(guide_commands.list_command, "callback", load)
    assert app.run(["list"]) == 130
    assert capfd.readouterr().err == "interrupted\n"


@pytest.mark.parametrize("command", ["apart", "solve", "count", "explain"])
def test_interrupt_before_the_search_prints_a_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """With `--json` the object names the step that Ctrl-C ended; it was missing."""

    def read(options: object, spec: str) -> None:
        interrupt_main()
        sleep(5)

    monkeypatch.setattr(PuzzleOptions, "puzzle", read)
    assert app.run([command, "soma", "--json"]) == 130
    assert json.loads(capsys.readouterr().out) == {"status": "interrupted", "stopped_while": "reading"}


def test_interrupt_after_the_summary_prints_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An interrupt of the cross-check leaves the summary of the search alone."""

    def check(*arguments: object, **options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(puzzle_check, "cross_check", check)
    assert app.run(["count", "corners3x3", "--cross-check", "--json", "--jobs", "1"]) == 130
    assert json.loads(capsys.readouterr().out)["status"] == "complete"


PRELUDE = "import sys; from cp_puzzles.cli.app import run; [run(line.split()) for line in sys.argv[2:]]"
REPORT = "print(*[name for name in sys.argv[1].split(',') if name in sys.modules], file=sys.stderr)"


@pytest.mark.parametrize(
    ("commands", "forbidden"),
    sampled(
        [
            (("--help", ""), "numpy,pydantic,ortools,rich,yaml"),
            (("solve --help",), "ortools,numba,rich,numpy,pydantic,yaml"),
            (("list", "check soma", "show soma"), "ortools,numba"),
            (("count dominoes4x4 --engine frontier",), "ortools,numba"),
        ],
        every=2,
    ),
)
def test_start_imports_no_solver(commands: tuple[str, ...], forbidden: str) -> None:
    """Help starts at once; commands that do not search, and the frontier, load no solver."""
    command = [sys.executable, "-c", f"{PRELUDE}; {REPORT}", forbidden, *commands]
    done = finished(command, cwd=ROOT)
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_help_of_solve_loads_few_modules() -> None:
    """Help loads the declarations of the options and no module that reads, places or searches: 36 of some 440."""
    program = "import sys; from cp_puzzles.cli.app import run; run(['solve', '--help']); "
    program += "print(len([name for name in sys.modules if name.startswith('cp_puzzles')]), file=sys.stderr)"
    done = finished([sys.executable, "-c", program], status=0, cwd=ROOT)
    assert int(done.stderr) < 45
