"""The command `split`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import OUT_FOLDER, flag, option, search_options, spec_argument, values_of
from cp_puzzles.errors import MistakeError, Parameter

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


@command("""
cp-puzzles split bedlam bedlam.run shares --into 500  write shares/1.run to shares/500.run
cp-puzzles work shares/17.run --time-limit 3300  search one of them, on any machine
cp-puzzles merge bedlam.run shares/*.run  put the results together
""")
@spec_argument
@click.argument("stored", metavar="RUN", help="the file of the run, created if necessary")
@click.argument("folder", metavar="DIR", type=OUT_FOLDER, help="the folder of the shares")
@option("into", "number of shares")
@flag("solutions", "store the solutions in a new run, as `solve --store` does; by default they are only counted")
@search_options("symmetry", "memory")
@_refuse_families
def run(options: Options) -> int:
    """Split a run into shares: files that any machine can search, without a server."""
    from cp_puzzles.base.number_text import counted
    from cp_puzzles.cli.console import puzzle_of, say_written
    from cp_puzzles.search.options import SearchOptions
    from cp_puzzles.search.shares.share_files import split_run

    if options.into is None:
        raise MistakeError(Parameter("into"), "missing", "say how many shares, such as --into 100")
    puzzle = puzzle_of(options, board=False)
    asked = SearchOptions(**values_of(options))
    folder = Path(options.folder)
    files = split_run(puzzle, options.stored, folder, options.into, asked, keep=options.solutions)
    say_written(f"{files[0]} to {files[-1]}", counted(len(files), "share"))
    return 0
