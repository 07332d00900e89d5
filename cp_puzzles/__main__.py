"""The command line: `python -m cp_puzzles`."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import NoReturn


def main() -> int:
    """Run the command line with the arguments of the process; its exit status."""
    # a Ctrl-C while the program is loaded would break off some library, which makes an error of its own of it
    heeds = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeds:
        signal.signal(signal.SIGINT, _end_at_once)
    from cp_puzzles.cli.app import run
    from cp_puzzles.deadline import is_any_work_left

    def begin() -> None:
        if heeds:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    status = run(sys.argv[1:], begin)
    if is_any_work_left():
        # work that was given up is deep in compiled code, which must not be met by the end of everything round it
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    return status


def _end_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    os.write(2, b"interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
