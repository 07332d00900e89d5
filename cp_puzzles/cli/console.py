"""Output of the commands to stdout and stderr, the puzzle that the options name, and the exit status of a search."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console, RenderableType

from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import SUMMARY, Asked
from cp_puzzles.errors import visible

if TYPE_CHECKING:
    from cp_puzzles.puzzle.puzzle import Puzzle
    from cp_puzzles.search.puzzle_function import PuzzleFunction
    from cp_puzzles.search.puzzle_options import PuzzleOptions
    from cp_puzzles.search.run_result import Note, RunResult


class _Console(Console):
    """A console that passes the error of a closed pipe on to the program."""

    def on_broken_pipe(self) -> None:
        """Pass the error on; rich would exit with status 1, which here means that there is no solution."""
        raise


def stdout() -> Console:
    """Return the console of results."""
    return _Console(highlight=False, emoji=False)


def stderr() -> Console:
    """Return the console of messages and progress."""
    return _Console(stderr=True, highlight=False, emoji=False)


P = TypeVar("P", bound="PuzzleOptions")
R = TypeVar("R")


def puzzle_of(spec: str, options: P, *, board: bool = True) -> tuple[Puzzle, P]:
    """Return a puzzle with the changes of some options, and the options with the time limit that is left.

    Unless a `board` is required, the puzzle may be a cover problem in a file.
    """
    from cp_puzzles.base.deadline import Deadline

    time_limit = getattr(options, "time_limit", None)
    end = Deadline.after(time_limit)
    puzzle = Deadline.of_reading(time_limit).run("reading", lambda: _read(spec, options, board=board))
    left: Any = options
    return puzzle, options if time_limit is None else replace(left, time_limit=end.seconds)


def _read(spec: str, options: PuzzleOptions, *, board: bool) -> Puzzle:
    from cp_puzzles.puzzle.spec.loader import without_board

    puzzle = options.puzzle(spec)
    if board and not puzzle.has_board:
        raise without_board(spec)
    return puzzle


def run_command(
    asked: Asked,
    model: type[P],
    function: PuzzleFunction[Any, R],
    view: Callable[[R], RenderableType],
    *,
    board: bool = True,
    words: str = "",
    **values: Any,
) -> R:
    """Carry out a command: read the puzzle and the options, call a function, show the view of its result; return it.

    A terminal shows the progress, or `words` if the function does not report any. `values` are further options.
    """
    from cp_puzzles.output.terminal.live_progress import LiveProgress

    with LiveProgress(stderr()) as progress:
        if words:
            progress.begin(words)
        else:
            values["on_progress"] = progress
        puzzle, options = puzzle_of(asked.spec, model.of_typed(vars(asked), **values), board=board)
        result = function.of_options(puzzle, options)
    report(asked, result.summary(), view(result))  # type: ignore[attr-defined]
    return result


def report_search(asked: Asked, result: RunResult, summary: Any = None, *drawn: RenderableType) -> None:
    """Print the summary of a search; a search that proved nothing is told by which command a reason is found."""
    from cp_puzzles.output.terminal.result_panels import summary_panel

    plain = result.summary()
    report(asked, summary or plain, *drawn, summary_panel(plain, explain_command(asked), verbose=asked.verbose))


def explain_command(asked: Asked) -> str:
    """Return the command that explains the puzzle which a command with a SPEC changes by its options."""
    from cp_puzzles.search.puzzle_options import PuzzleOptions

    words = ["cp-puzzles", "explain", asked.spec]
    for option in PuzzleOptions.declared():
        value = getattr(asked, option.name, None) or ()
        for text in (value,) if isinstance(value, str) else value:
            words += ["--" + (option.flag or option.name), text]
    return shlex.join(words)


def say(text: str) -> None:
    """Print a message without markup."""
    stderr().print(visible(text), markup=False, soft_wrap=True)


def say_written(files: object, detail: str = "") -> None:
    """Print the line about a file that every command ends with that writes one, also with --json: to stderr."""
    say(f"wrote {files}: {detail}" if detail else f"wrote {files}")


def say_solutions_written(file: str, detail: str = "", *, is_written: bool) -> None:
    """Print the line about the file of a search; without a solution, an unfinished search leaves an earlier file."""
    if is_written:
        say_written(file, detail)
    else:
        say(f"{file}: not written, because no solution was found")


def report(asked: Asked, summary: Any, *drawn: RenderableType) -> None:
    """Print the summary as JSON if that is requested, and the drawings otherwise."""
    if asked.json:
        print_json(summary)
        click.get_current_context().meta[SUMMARY] = True
        return
    for drawing in drawn:
        stdout().print(drawing)


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


def exit_status_of(result: RunResult, notes: Sequence[Note]) -> int:
    """Print what became of the certificate and the cross-check, and return the exit status."""
    for note in notes:
        say(note.text)
    status = next((note.status for note in reversed(notes) if note.status != result.status), result.status)
    return exits.of_search(status, result.count)
