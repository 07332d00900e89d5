"""Where the commands print: results to stdout, everything else to stderr."""

from __future__ import annotations

import argparse
import json
import sys
from functools import reduce
from typing import Any

from rich.console import Console, RenderableType

from cp_puzzles.analysis.cross_check import Fingerprints, cross_check
from cp_puzzles.cli import exits
from cp_puzzles.cover.kinds import is_matrix, problem_from
from cp_puzzles.deadline import MOMENT, deadline_after, seconds_until, within
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import puzzle_from
from cp_puzzles.search.result import RunResult
from cp_puzzles.spec.load import load_spec, with_objective, with_rule

READING_SECONDS = 0.5
"""So long the puzzle may be read however short the time limit is: what was asked can then be named."""


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


def puzzle_of(options: argparse.Namespace, *, board: bool = True) -> Puzzle:
    """The puzzle that the options name; without a `board` it may be a cover problem, which they then leave as it is.

    A time limit begins when it is read, and what is left of it stays.
    """
    time_limit = getattr(options, "time_limit", None)
    end = deadline_after(time_limit)
    deadline = None if time_limit is None else deadline_after(max(time_limit, READING_SECONDS))
    puzzle = within(deadline, "reading", lambda: _read(options, board=board))
    if time_limit is not None:
        options.time_limit = seconds_until(end)
    return puzzle


def _read(options: argparse.Namespace, *, board: bool) -> Puzzle:
    if is_matrix(options.spec) and not board:
        for name in ("leave", "given", "rule", "maximize", "minimize"):
            if value := getattr(options, name):
                typed = value[0] if isinstance(value, list) else value
                raise MistakeError(Parameter(name, typed), "a cover problem in a file has no board", "leave it away")
        return problem_from(options.spec)
    if is_matrix(options.spec):
        return puzzle_from(options.spec)
    spec = reduce(with_rule, options.rule, load_spec(options.spec, given=options.given))
    for key in ("maximize", "minimize"):
        if (aim := getattr(options, key)) is not None:
            spec = with_objective(spec, key, aim)
    return build_puzzle(spec, leave=options.leave)


def say(text: str) -> None:
    """Print a message, as it is."""
    stderr().print(text, markup=False, soft_wrap=True)


def report(options: argparse.Namespace, summary: Any, *drawn: RenderableType) -> None:
    """Print what came out: the summary where plain data is asked for, else what is `drawn` of it."""
    if options.json:
        print_json(summary)
        return
    for its in drawn:
        stdout().print(its)


def print_json(value: Any) -> None:
    """Print one JSON object, in letters that stdout can write."""
    print(json.dumps(value, ensure_ascii=(sys.stdout.encoding or "").lower() != "utf-8"))


def refuse_partial_cross_check(options: argparse.Namespace) -> None:
    """Raise `MistakeError` if only a part of the solutions is asked for, which compares with nothing."""
    if options.cross_check and options.limit is not None:
        raise MistakeError(Parameter("cross_check"), "some of the solutions say nothing", "compare without --limit")


def finish_cross_check(
    options: argparse.Namespace, puzzle: Puzzle, result: RunResult, found: Fingerprints | None = None
) -> int:
    """Ask another engine the same and say on stderr what became of it; the exit status of both searches together.

    The time limit holds for both together.
    """
    if result.status != "complete":
        say(f"cross-check: not done, for the search was not finished ({result.status})")
        return exit_status(result)
    left = None if options.time_limit is None else max(options.time_limit - result.seconds, MOMENT)
    check = cross_check(puzzle, result, found, jobs=options.jobs, time_limit=left)
    if check.status != "complete":
        say(f"cross-check: {check.other} was not finished ({check.status})")
        return exits.of_search(check.status, result.count)
    what = f"the same {check.solutions} solutions" if check.sets else f"{check.solutions} solutions, as {check.engine}"
    say(f"cross-check: {check.other} finds {what}")
    return exit_status(result)


def exit_status(result: RunResult) -> int:
    """The exit status that a result stands for."""
    return exits.of_search(result.status, result.count)
