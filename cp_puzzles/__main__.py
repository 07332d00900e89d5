"""The command line: `python -m cp_puzzles`."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit status of a process that SIGINT ends, in the convention of shells: 128 + 2."""


def main() -> int:
    """Run the command line with the arguments of the process and return its exit status."""
    # while the program is loaded, libraries turn a KeyboardInterrupt into errors of their own
    handles_interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles_interrupts:
        signal.signal(signal.SIGINT, _exit_at_once)
    from cp_puzzles.base.cancellation import has_abandoned_work
    from cp_puzzles.cli.app import run

    def begin() -> None:
        if handles_interrupts:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    try:
        status = run(sys.argv[1:], begin)
        _ignore_interrupts()
    except KeyboardInterrupt:
        _ignore_interrupts()
        os.write(2, b"interrupted\n")
        status = INTERRUPTED
    if has_abandoned_work():
        # compiled code that still runs crashes if the interpreter is finalized around it
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    return status


def _ignore_interrupts() -> None:
    """Ignore interrupts after the work: the exit status is set and no work remains to be canceled."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # after an interrupt inside `exec` of a text, as in the making of a dataclass, CPython would end this process by a
    # signal, although the interrupt was handled; the next `exec` that ends without one resets that
    exec("")


def _exit_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    if "--json" in sys.argv:
        os.write(1, b'{"status": "interrupted"}\n')
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
