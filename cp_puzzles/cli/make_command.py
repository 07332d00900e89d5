"""The command `make`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from cp_puzzles.base.options import OUT_FILE
from cp_puzzles.cli.command import Asked, command, with_sections
from cp_puzzles.cli.parameters import argument, options_of, spec_argument, typed_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import format_rows, suffixes
from cp_puzzles.output.make.make_options import CUT_SUFFIXES, LaserOptions, PrintOptions
from cp_puzzles.search.options import IterOptions, TimeLimit
from cp_puzzles.search.puzzle_options import PuzzleOptions

SHARED = ("cell", "clearance")
"""Options of printed pieces and of cut ones."""


@with_sections(
    ("To print, with a tray for flat puzzles and boxes", format_rows("print")),
    ("To cut or to mill flat puzzles, with a tray", [*CUT_SUFFIXES.items()]),
)
@command
@spec_argument
@argument("out", "OUT", "the file to write", OUT_FILE)
@options_of(PuzzleOptions)
@options_of(PrintOptions)
@options_of(LaserOptions, without=SHARED)
@options_of(TimeLimit)
def run(asked: Asked) -> int:
    """Write the pieces of a puzzle, to print them in 3D, or to cut them with a laser or a mill.

    The suffix of OUT selects the format. Sizes are in millimeters. Outlines to cut are offset by half the width of the
    cut, and their corners are rounded: cut the red lines, and engrave the blue letters. For a mill, --kerf is the
    diameter of its cutter.

    Examples
    --------
    cp-puzzles make soma soma.3mf --cell 20  seven pieces and a box to print, 20 mm a cube
    cp-puzzles make calendar cut.svg --cell 20 --sheet 300x200  pieces and a tray for a laser
    cp-puzzles make calendar mill.dxf --cell 30 --kerf 3.175 --rounding 1.6  for a mill with a cutter of 3.175 mm
    """
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import puzzle_of, say_written

    suffix, printed = Path(asked.out).suffix, suffixes("print")
    if suffix not in (*printed, *CUT_SUFFIXES):
        known = ", ".join((*printed, *CUT_SUFFIXES))
        raise MistakeError(asked.out, f"no format of pieces has the suffix {suffix!r}", f"use {known}")
    other, right = (PrintOptions, printed) if suffix in CUT_SUFFIXES else (LaserOptions, (*CUT_SUFFIXES,))
    unused = SimpleNamespace(**{name: value for name, value in vars(asked).items() if name not in SHARED})
    if typed := typed_of(other, unused):
        place = Parameter(typed, getattr(asked, typed))
        raise MistakeError(place, f"has no effect on {suffix}", "write " + ", ".join(right))
    options = IterOptions.of_typed(vars(asked))
    deadline = Deadline.after(options.time_limit)
    puzzle, _ = puzzle_of(asked.spec, options)
    if suffix in CUT_SUFFIXES:
        from cp_puzzles.output.make.laser import laser_sheets, save_sheets

        sizes = LaserOptions.of_typed(vars(asked))
        sheets = deadline.run("drawing", lambda: laser_sheets(puzzle, sizes))
        written = ", ".join(map(str, save_sheets(sheets, asked.out)))
        many = "1 sheet" if len(sheets) == 1 else f"{len(sheets)} sheets"
        say_written(written, f"{many} of {sheets[0].width:g} x {sheets[0].height:g} mm")
        return 0
    from cp_puzzles.output.make.print_plates import save_parts

    deadline.run("writing", lambda: save_parts(puzzle, asked.out, PrintOptions.of_typed(vars(asked))))
    say_written(asked.out)
    return 0
