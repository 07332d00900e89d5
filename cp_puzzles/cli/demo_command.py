"""The command `demo`."""

from __future__ import annotations

import shlex
import sys

import click

from cp_puzzles.cli.command import Asked, command

STEPS = (
    ("Draw a puzzle: its board and its pieces.", "show soma"),
    ("Solve a puzzle: all its solutions, without rotations and reflections.", "solve pentomino3x20"),
    ("Add a rule to this puzzle: V and L must not touch.", "solve pentomino3x20 --rule separate=[[V,L]]"),
    ("Ask why: two squares are missing, and dominoes cannot cover the rest.", "explain mutilated_chessboard"),
)
"""The steps of the tour: a description and a command; none of the commands has to compile a search first."""


@command
def run(asked: Asked) -> int:
    """Show what the program does: draw a puzzle, solve it, add a rule, and explain why a puzzle has no solution.

    Each step shows the command that it runs. On a terminal, Enter goes to the next step and Ctrl-C ends the tour.

    Examples
    --------
    cp-puzzles demo  a tour of four commands
    """
    root = click.get_current_context().find_root()
    assert root.info_name is not None
    assert isinstance(root.command, click.Group)
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    for number, (title, line) in enumerate(STEPS, start=1):
        words = line.split()
        print(f"{number}. {title}\n$ {shlex.join([root.info_name, *words])}\n", flush=True)
        with root.command.make_context(root.info_name, words) as context:
            root.command.invoke(context)
        print(flush=True)
        if waits and number < len(STEPS):
            _wait()
    print(f"Next: {root.info_name} list, {root.info_name} COMMAND --help, {root.info_name} docs")
    return 0


def _wait() -> None:
    """Wait for Enter, or the end of the input."""
    sys.stderr.write("Press Enter to continue, Ctrl-C to stop. ")
    sys.stderr.flush()
    sys.stdin.readline()
