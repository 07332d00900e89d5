"""The command line: `python -m cp_puzzles`."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from cp_puzzles import __version__
from cp_puzzles.cli import FAULT, INTERRUPTED

REPORT = "please report this line and the command, see CONTRIBUTING.md"

MAX_FAULT_CHARACTERS = 200
"""Characters of an internal error's message that are printed."""


def main() -> int:
    """Run the command line with the arguments of the process and return its exit status."""
    # while the program is loaded, libraries turn a KeyboardInterrupt into errors of their own
    handles_interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles_interrupts:
        signal.signal(signal.SIGINT, _exit_at_once)

    def begin() -> None:
        if handles_interrupts:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    try:
        status = guarded_run(sys.argv[1:], begin)
        _ignore_interrupts()
    except KeyboardInterrupt:
        _ignore_interrupts()
        os.write(2, b"interrupted\n")
        status = INTERRUPTED
    _flush_output()
    if _has_abandoned_work():
        # compiled code that still runs crashes if the interpreter is finalized around it
        os._exit(status)
    return status


def guarded_run(arguments: Sequence[str], begin: Callable[[], None] = lambda: None) -> int:
    """Run a command line; an error that it does not expect, also in the report of another one, is status 70."""
    # pydantic would read the metadata of every installed package for plugins; this package uses none
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from cp_puzzles.cli.app import run

        return run(arguments, begin)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if sys.flags.dev_mode:
            traceback.print_exception(error)
        _flush_output()
        with suppress(OSError):
            os.write(2, f"cp-puzzles: {_fault_text(error)}\n".encode("utf-8", "backslashreplace"))
        return FAULT


def _fault_text(error: BaseException) -> str:
    """Return a line about an internal error: the problem, its place in the code, and how to report it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    try:
        words = f"{type(error).__name__}: {error}".split()
    except Exception:  # of an error that cannot be printed, too
        words = [type(error).__name__]
    problem = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in " ".join(words))
    return f"internal error of version {__version__}: {problem[:MAX_FAULT_CHARACTERS]}{place}; {REPORT}"


def _flush_output() -> None:
    """Write buffered output; discard what cannot be written, since the interpreter would fail on it with status 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _has_abandoned_work() -> bool:
    deadline = sys.modules.get("cp_puzzles.base.deadline")
    return deadline is not None and bool(deadline.has_abandoned_work())


def _ignore_interrupts() -> None:
    """Ignore interrupts after the work: the exit status is set and no work remains to be canceled."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # after an interrupt inside `exec` of a text, as in the making of a dataclass, CPython would end this process by a
    # signal, although the interrupt was handled; the next `exec` that ends without one resets that. An end by
    # `os._exit` would leave semaphores of worker processes behind, about which a warning is printed
    exec("")


def _exit_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    if "--json" in sys.argv:
        os.write(1, b'{"status": "interrupted"}\n')
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
