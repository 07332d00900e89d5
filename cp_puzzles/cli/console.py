"""Output of the commands to stdout and stderr, and what most commands do: read, call, show."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cp_puzzles.base.deadline import READING_SECONDS, Deadline
from cp_puzzles.cli import NONE, OF_OUTCOME
from cp_puzzles.cli.command import SUMMARY, Asked
from cp_puzzles.errors import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.puzzle.puzzle import Puzzle
    from cp_puzzles.search.puzzle_options import PuzzleOptions

P = TypeVar("P", bound="PuzzleOptions")
R = TypeVar("R")


def _console(**options: Any) -> Console:
    """Return a console that passes the error of a closed pipe on."""
    from rich.console import Console

    console = Console(highlight=False, emoji=False, **options)
    console.on_broken_pipe = _raise_again  # type: ignore[method-assign]
    return console


stdout, stderr = _console, partial(_console, stderr=True)
"""Functions that return the console of results, and that of messages and progress."""


def _raise_again() -> None:
    """Pass the error of a closed pipe on; rich would exit with status 1, which here means that there is no solution."""
    raise


def progress_line(*, hidden: bool = False) -> LiveProgress:
    """Return the line of progress on stderr."""
    from cp_puzzles.output.terminal.live_progress import LiveProgress

    return LiveProgress(stderr(), hidden=hidden)


def puzzle_of(spec: str, options: P, *, board: bool = True) -> tuple[Puzzle, P]:
    """Return a puzzle with the changes of some options, and the options with the time limit that is left.

    Unless a `board` is required, the puzzle may be a cover problem in a file.
    """
    time_limit = getattr(options, "time_limit", None)
    end = Deadline.after(time_limit)
    puzzle = max(end, Deadline.after(READING_SECONDS)).run("reading", lambda: options.puzzle(spec))
    if board and not puzzle.has_board:
        from cp_puzzles.puzzle.spec.loader import without_board

        raise without_board(spec)
    return puzzle, options if time_limit is None else options.changed(time_limit=end.seconds)


def run_command(
    asked: Asked,
    model: type[P],
    function: Callable[[Puzzle, P], R],
    view: Callable[[R], RenderableType] | None = None,
    *,
    board: bool = True,
    words: str = "",
    progress: LiveProgress | None = None,
    **values: Any,
) -> R:
    """Carry out a command: read the puzzle and the options, call a function, show the view of its result; return it.

    A terminal shows the `progress`, beginning with some `words`. With `--json` the summary takes the place of the
    view. `values` are further options.
    """
    with progress or progress_line() as line:
        if words:
            line.begin(words)
        if any(each.name == "on_progress" for each in model.declared()):
            values.setdefault("on_progress", line)
        puzzle, options = puzzle_of(asked.spec, model.of_typed(vars(asked), **values), board=board)
        result = function(puzzle, options)
    if view is not None:
        report(asked, result.summary() if getattr(asked, "json", False) else None, view(result))  # type: ignore[attr-defined]
    return result


def timed(phase: str, function: Callable[[Puzzle, P], R]) -> Callable[[Puzzle, P], R]:
    """Return a function of a puzzle and options that ends when the time limit of the options is over."""
    return lambda puzzle, options: Deadline.after(options.time_limit).run(  # type: ignore[attr-defined]
        phase, lambda: function(puzzle, options)
    )


def search_status(status: str, solutions: int) -> int:
    """Return the exit status of a search from its status and its number of solutions.

    >>> search_status("complete", 0), search_status("limit", 0), search_status("time-limit", 5)
    (1, 0, 3)
    """
    return NONE if status == "complete" and solutions == 0 else OF_OUTCOME[status]


def say(text: str) -> None:
    """Print a message without markup."""
    stderr().print(visible(text), markup=False, soft_wrap=True)


def say_written(files: object, detail: str = "", *, is_written: bool = True) -> None:
    """Print the line about a file that every command ends with that writes one, also with --json: to stderr.

    Without a solution, an unfinished search leaves an earlier file: then it is not written.
    """
    if is_written:
        say(f"wrote {files}: {detail}" if detail else f"wrote {files}")
    else:
        say(f"{files}: not written, because no solution was found")


def report(asked: Asked, summary: Any, *drawn: RenderableType) -> None:
    """Print the summary as JSON if that is requested, and the drawings otherwise."""
    if getattr(asked, "json", False):
        print_json(summary)
        click.get_current_context().meta[SUMMARY] = True
        return
    for drawing in drawn:
        stdout().print(drawing, markup=not isinstance(drawing, str), soft_wrap=isinstance(drawing, str))


def print_json(value: Any) -> None:
    """Print one JSON object, in characters of the encoding of stdout; a number without a bound is null."""
    print(json.dumps(_finite(value), ensure_ascii=(sys.stdout.encoding or "").lower() != "utf-8"))


def _finite(value: Any) -> Any:
    """Return plain data with None for infinite numbers, which JSON does not have."""
    if isinstance(value, Mapping):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def print_paged(drawing: RenderableType) -> None:
    """Print a drawing, in a pager if it is higher than the terminal."""
    console = stdout()
    with console.capture() as capture:
        console.print(drawing)
    text = capture.get()
    if console.is_terminal and text.count("\n") > console.height:
        click.echo_via_pager(text)  # Click decides whether the pager shows colors or their escape codes
    else:
        console.print(drawing)
