"""The command line: `python -m cp_puzzles`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def main() -> int:
    """Run the command line with the arguments of the process; its exit status."""
    from cp_puzzles.cli.app import run
    from cp_puzzles.deadline import is_any_work_left

    status = run(sys.argv[1:])
    if is_any_work_left():
        # work that was given up is deep in compiled code, which must not be met by the end of everything round it
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(main())
