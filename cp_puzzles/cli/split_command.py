"""The command `split`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cp_puzzles.base.option_types import OUT_FOLDER
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, flag, option, options_of, spec_argument
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
            "`split` takes one puzzle; `each` has shares of a family",
            f"search a share with {asked} --share 1/10 --store 1.run`, and join all with {asked} --merge 1.run ...`",
        )


@command
@spec_argument
@argument("stored", "RUN", "the file of the run, created if necessary")
@argument("folder", "DIR", "the folder of the shares", OUT_FOLDER)
@option("into", "number of shares")
@flag("solutions", "store the solutions in a new run, as `solve --store` does; by default they are only counted")
@options_of(PuzzleOptions)
@options_of(SearchOptions, "symmetry", "memory")
@_refuse_families
def run(asked: Asked) -> int:
    """Split a run into shares: files that any machine can search, without a server.

    Examples
    --------
    cp-puzzles split bedlam bedlam.run shares --into 500  write shares/1.run to shares/500.run
    cp-puzzles work shares/17.run --time-limit 3300  search one of them, on any machine
    cp-puzzles merge bedlam.run shares/*.run  put the results together
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
