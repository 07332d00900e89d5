"""The command `run`: a stored run, divided among machines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cp_puzzles.base.option_types import OUT_FOLDER, PROPORTION, SECONDS
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, CommandGroup, command
from cp_puzzles.cli.parameters import argument, command_option, flag, json_option, options_of, spec_argument
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.options import IterOptions, SearchOptions
from cp_puzzles.search.puzzle_options import PuzzleOptions

F = TypeVar("F", bound=Callable[..., Any])

FAMILIES = ("for", "leaves", "boards", "tiles", "sets", "cases")
"""Options of `each` that make a family of puzzles."""


def _refuse_families(function: F) -> F:
    """Declare the options that make a family, to say how machines share one."""
    for name in FAMILIES:
        declared = click.option(f"--{name}", hidden=True, expose_value=False, multiple=True, callback=_refused)
        function = declared(function)
    return function


def _refused(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> None:
    if values:
        asked = f"`cp-puzzles each SPEC --{option.name} {values[0]}"
        raise MistakeError(
            Parameter(str(option.name), values[0]),
            "`run split` takes one puzzle; `each` has shares of a family",
            f"search a share with {asked} --share 1/10 --store 1.run`, and join all with {asked} --merge 1.run ...`",
        )


@command
@argument("stored", "RUN", "a file from `solve --store` or `count --store`")
@json_option()
def run_status(asked: Asked) -> int:
    """Show the progress of a stored run, also while it is running.

    Examples
    --------
    cp-puzzles run status bedlam.run  parts, solutions, time, and an estimate of the rest
    cp-puzzles run status bedlam.run --json  the same for a script
    cp-puzzles export bedlam.run bedlam.jsonl  the solutions so far
    """
    from cp_puzzles.cli.console import report
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.store.run_reader import open_run

    with open_run(asked.stored) as stored:
        status = stored.status()
    report(asked, status.summary(), status_panel(status))
    return 0


@command
@spec_argument
@argument("stored", "RUN", "the file of the run, created if necessary")
@argument("folder", "DIR", "the folder of the shares", OUT_FOLDER)
@command_option("into", "number of shares")
@flag("solutions", "store the solutions in a new run, as `solve --store` does; by default they are only counted")
@options_of(PuzzleOptions)
@options_of(SearchOptions, "symmetry", "memory")
@_refuse_families
def run_split(asked: Asked) -> int:
    """Split a run into shares: files that any machine can search, without a server.

    Examples
    --------
    cp-puzzles run split bedlam bedlam.run shares --into 500  write shares/1.run to shares/500.run
    cp-puzzles run work shares/17.run --time-limit 3300  search one of them, on any machine
    cp-puzzles run merge bedlam.run shares/*.run  put the results together
    """
    from cp_puzzles.base.number_text import counted
    from cp_puzzles.cli.console import puzzle_of, say_written
    from cp_puzzles.search.shares.share_files import split_run

    if asked.into is None:
        raise MistakeError(Parameter("into"), "missing", "say how many shares, such as --into 100")
    puzzle, options = puzzle_of(asked.spec, IterOptions.of_typed(vars(asked)), board=False)
    files = split_run(puzzle, asked.stored, Path(asked.folder), asked.into, options, keep=asked.solutions)
    say_written(f"{files[0]} to {files[-1]}", counted(len(files), "share"))
    return 0


@command
@argument("stored", "SHARE", "a file that `run split` wrote")
@options_of(SearchOptions, "engine", "breaking", "settings", "time_limit", "jobs", "memory")
@json_option()
def run_work(asked: Asked) -> int:
    """Search a share of a run, or continue one that was stopped, on any machine and with any engine.

    Examples
    --------
    cp-puzzles run work shares/17.run --time-limit 3300  stop after 55 minutes; run it again to continue
    cp-puzzles run work shares/17.run --engine cp-sat --jobs 4  with another engine and four processes
    cp-puzzles run status shares/17.run  parts and time of a share

    Exit status
    -----------
    0 all parts of the share are finished; 2 mistake; 3 the time limit was reached; 130 interrupted
    """
    from cp_puzzles.cli.console import report, stderr
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.shares.share_files import search_share
    from cp_puzzles.search.store.run_reader import open_run

    with LiveProgress(stderr()) as progress:
        options = SearchOptions.of_typed(vars(asked), on_progress=progress)
        result = search_share(asked.stored, options)
    with open_run(asked.stored) as stored:
        status = stored.status()
    report(asked, status.summary(), status_panel(status))
    return exits.OF_OUTCOME[result.status]


@command
@argument("stored", "RUN", "the run that was split")
@argument("shares", "SHARE...", "the files of all its shares", nargs=-1, required=True)
@command_option("check", "proportion of the parts to replay, chosen at random after all files are read", PROPORTION)
@command_option("time_limit", "stop replaying after S seconds, and merge with the replays that are done", SECONDS)
@json_option()
def run_merge(asked: Asked) -> int:
    """Put the results of all shares into the run, unless a share is missing, repeated, unfinished or wrong.

    Examples
    --------
    cp-puzzles run merge bedlam.run shares/*.run  all shares at once
    cp-puzzles run merge bedlam.run shares/*.run --check 0.05  replay one part in twenty: workers need not be trusted
    cp-puzzles run merge bedlam.run shares/*.run --check 1 --time-limit 600  replay as many as ten minutes allow
    cp-puzzles run status bedlam.run  the number of solutions

    Exit status
    -----------
    0 merged; 2 mistake, nothing is merged; 3 merged, but replays were not finished in time
    """
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, say
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.shares.share_merge import merge_shares

    check, deadline = asked.check or 0.0, Deadline.after(asked.time_limit)
    merged = merge_shares(asked.stored, asked.shares, check, time_limit=deadline.seconds)
    report(asked, {**merged.status.summary(), **merged.summary()}, status_panel(merged.status))
    if not asked.json:
        say(merged.assurance)
    return exits.TIME if merged.replayed < merged.chosen else 0


run = CommandGroup(
    "run",
    (run_status, run_split, run_work, run_merge),
    """Show the progress of a stored run, or divide it among any number of machines.

    `solve --store RUN` and `count --store RUN` store a run. `split` divides it into files, `work` searches one of them
    on any machine, and `merge` puts the results together.""",
    """
    cp-puzzles run status bedlam.run  parts, solutions, time, and an estimate of the rest
    cp-puzzles run split bedlam bedlam.run shares --into 500  write shares/1.run to shares/500.run
    cp-puzzles run work shares/17.run --time-limit 3300  search one of them, on any machine
    cp-puzzles run merge bedlam.run shares/*.run  put the results together""",
)
