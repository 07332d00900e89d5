"""The command `split`."""

from __future__ import annotations

from pathlib import Path

import click

from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import OUT_FOLDER, flag, option, search_options, search_values, spec_argument


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
def run(options: Options) -> int:
    """Split a run into shares: files that any machine can search, without a server."""
    from cp_puzzles.base.number_text import counted
    from cp_puzzles.cli.console import puzzle_of, say_written
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.search.options import SearchOptions
    from cp_puzzles.search.shares.share_files import split_run

    if options.into is None:
        raise MistakeError(Parameter("into"), "missing", "say how many shares, such as --into 100")
    puzzle = puzzle_of(options, board=False)
    asked = SearchOptions(**search_values(options))
    folder = Path(options.folder)
    files = split_run(puzzle, options.stored, folder, options.into, asked, keep=options.solutions)
    say_written(f"{files[0]} to {files[-1]}", counted(len(files), "share"))
    return 0
