"""`gallery`: a static site of puzzles."""

from __future__ import annotations

import argparse
from pathlib import Path

from cp_puzzles.cli.arguments import add_value, out_folder
from cp_puzzles.option_kinds import Seconds

HELP = "a site of the puzzles that come along, or of a folder, to publish or to open from the disk"
DESCRIPTION = """\
Write a static site: a page for each puzzle with its picture, pieces, numbers of solutions and the engines that counted
them, its source, its file and a page to play on; and a list to filter. It needs no server. Each search has some
seconds; of what takes longer the page has the numbers that the puzzle file expects."""
EPILOG = """\
examples:
  cp-puzzles gallery site                           the puzzles that come along
  cp-puzzles gallery site my_puzzles --time-limit 10"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "out", metavar="OUT", type=out_folder, help="the folder of the site; it is made if it is not there"
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="a folder of puzzle files (default: the catalogue)")
    add_value(parser, "time_limit", "how long a search may take", Seconds("SECONDS"), default=1)


def run(options: argparse.Namespace) -> int:
    """Write the site, and say what disagrees."""
    from cp_puzzles.cli.console import say, stderr
    from cp_puzzles.errors import MistakeError
    from cp_puzzles.export.site import write_site
    from cp_puzzles.files import writing
    from cp_puzzles.spec.catalogue import catalogue_directory, puzzle_files

    folder = Path(options.folder) if options.folder else catalogue_directory()
    puzzles = puzzle_files(folder) if folder.is_dir() else ()
    if not puzzles:
        raise MistakeError(str(folder), "there are no puzzle files", "name a folder with .yaml files")
    out = Path(options.out)
    console = stderr()
    with writing(options.out, what="the site"):
        out.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(write_site(puzzles, folder, out, time_limit=options.time_limit), start=1):
            if console.is_terminal:
                console.print(f"{number} of {len(puzzles)}: {page.name}", end="\r", markup=False, no_wrap=True)
            if page.counts.disagreement:
                say(f"{page.name}: {page.counts.disagreement}")
    say(f"wrote {out / 'index.html'}, {len(puzzles)} puzzles")
    return 0
