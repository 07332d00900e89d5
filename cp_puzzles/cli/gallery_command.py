"""The command `gallery`."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from cp_puzzles.base.options import OUT_FOLDER, SECONDS
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option

PAGE_SECONDS, PAGE_BYTES = 0.5, 200_000
"""Time and size of the page of a puzzle: the mean of the catalog on two cores of 2023, with the default limit."""

LINE_SECONDS = 10
"""The time between two lines of progress where it is not a terminal that shows them."""


@command
@argument("out", "OUT", "the folder of the site, created if necessary", OUT_FOLDER)
@argument("folder", "[FOLDER]", "a folder of puzzle files (default: the catalog)", required=False)
@command_option("time_limit", "stop each search after S seconds", SECONDS, default=1.0)
@command_option("total_time_limit", "stop after S seconds for all puzzles together", SECONDS)
def run(asked: Asked) -> int:
    """Write a static site that needs no server: a list that visitors can filter, and a page for each puzzle.

    A page has the picture, the pieces, the numbers of solutions with the engines that counted them, the source, the
    puzzle file and a page to play on. If a search does not finish in time, the page shows the expected numbers of the
    puzzle file. If the time for all puzzles is over, the list says how many are missing, and the exit status is 3.
    After that, and after Ctrl-C, the same command goes on: pages that are there already are kept.

    Examples
    --------
    cp-puzzles gallery site  the included puzzles
    cp-puzzles gallery site my_puzzles --time-limit 10
    """
    from contextlib import closing

    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.base.file_access import writing
    from cp_puzzles.base.memory import bytes_text
    from cp_puzzles.base.text import counted, estimated_seconds
    from cp_puzzles.cli.console import say, say_written, stderr
    from cp_puzzles.errors import MistakeError
    from cp_puzzles.output.web.site import write_site
    from cp_puzzles.puzzle.spec.loader import catalog_directory, puzzle_files

    deadline = Deadline.after(asked.total_time_limit)
    folder = Path(asked.folder) if asked.folder else catalog_directory()
    puzzles = puzzle_files(folder) if folder.is_dir() else ()
    if not puzzles:
        raise MistakeError(str(folder), "no puzzle files in this folder", "name a folder with .yaml files")
    out = Path(asked.out)
    console, kept, printed, started = stderr(), 0, monotonic(), monotonic()
    duration, size = estimated_seconds(len(puzzles) * PAGE_SECONDS), bytes_text(len(puzzles) * PAGE_BYTES)
    say(f"{counted(len(puzzles), 'puzzle')}: about {duration} and {size}; after Ctrl-C the same command goes on")
    with (
        writing(asked.out, noun="the site"),
        closing(write_site(puzzles, folder, out, time_limit=asked.time_limit, deadline=deadline)) as pages,
    ):
        out.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(pages, start=1):
            kept += page.is_kept
            left = (monotonic() - started) / max(1, number - kept) * (len(puzzles) - number)
            words = f"{number} of {len(puzzles)}, about {estimated_seconds(left)} left: {page.name}"
            if console.is_terminal:
                console.print(f"{words:<{console.width - 1}}", end="\r", markup=False, no_wrap=True)
            elif monotonic() - printed >= LINE_SECONDS:
                printed = monotonic()
                say(words)
            if page.counts.disagreement:
                say(f"{page.name}: {page.counts.disagreement}")
    say_written(out / "index.html", f"{counted(len(puzzles), 'puzzle')}" + (f", {kept} written before" if kept else ""))
    return 0
