"""The command line: `python -m cp_puzzles`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line with the arguments of the process; its exit status."""
    from cp_puzzles.cli.app import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
