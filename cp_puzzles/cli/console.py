"""Where the commands print: results to stdout, everything else to stderr."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.console import Console

from cp_puzzles.analysis.cross_check import CrossCheck
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.result import RunResult
from cp_puzzles.spec.load import load_spec


class _Console(Console):
    """A console whose reader may go away: what that means is decided by the program."""

    def on_broken_pipe(self) -> None:
        """Pass the error on; rich would exit with status 1, which here says that there is no solution."""
        raise


def stdout() -> Console:
    """The console of results."""
    return _Console(highlight=False)


def stderr() -> Console:
    """The console of messages and progress."""
    return _Console(stderr=True, highlight=False)


def puzzle_of(options: argparse.Namespace) -> Puzzle:
    """The puzzle that the options name."""
    return build_puzzle(load_spec(options.spec, given=options.given), leave=options.leave)


def print_json(value: Any) -> None:
    """Print one JSON object, in letters that stdout can write."""
    print(json.dumps(value, ensure_ascii=(sys.stdout.encoding or "").lower() != "utf-8"))


def report_cross_check(check: CrossCheck) -> None:
    """Say on stderr what two engines agreed on."""
    what = f"the same {check.solutions} solutions" if check.sets else f"{check.solutions} solutions, as {check.engine}"
    stderr().print(f"cross-check: {check.other} finds {what}", markup=False, soft_wrap=True)


def exit_status(result: RunResult) -> int:
    """The exit status that a result stands for."""
    return status_code(result.status, result.count)


def status_code(status: str, solutions: int) -> int:
    """The exit status of a search that ended so, with so many solutions."""
    if status == "interrupted":
        return 130
    if status == "time-limit":
        return 3
    return 1 if status == "complete" and solutions == 0 else 0
