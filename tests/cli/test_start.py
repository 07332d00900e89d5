"""The program while it is loaded."""

from __future__ import annotations

import signal
import sys

import pytest

from cp_puzzles import __main__
from cp_puzzles.cli import app, list_command


def test_an_interrupt_while_the_program_is_loaded_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries make errors of their own of it: numpy's was told as a fault of the program, status 70."""
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
    assert heard == [__main__._end_at_once, signal.default_int_handler]


def test_who_is_deaf_to_interrupts_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell starts what runs in the background so."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    monkeypatch.setattr(app, "run", lambda arguments, begin: begin() or int(signal.getsignal(signal.SIGINT)))  # type: ignore[arg-type]
    try:
        assert __main__.main() == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_library_that_is_broken_off_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """OR-Tools says of a Ctrl-C while it is loaded that its initialization failed."""

    def load(options: object) -> int:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise ImportError("initialization failed") from error

    monkeypatch.setattr(list_command, "run", load)
    assert app.run(["list"]) == 130
    assert capfd.readouterr().err == "interrupted\n"
