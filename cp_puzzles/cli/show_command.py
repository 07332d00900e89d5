"""`show`: draw the board and the tiles."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_file, add_puzzle, add_value
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.option_kinds import Extent, Kind, Millimetres

HELP = "draw the board and the tiles"
DESCRIPTION = """\
Draw the board and the tiles of a puzzle, with what each tile may do; with --out as a picture: what is given lies on the
board, cells that --leave leaves empty have a ring, those that may stay empty a ?, below are the tiles left to place.

With --laser the picture is what a laser cuts from sheets, true to size in .svg and .pdf: every piece and a tray, its
frame and floor, each line moved by half the kerf, corners rounded; red lines are cut, blue letters engraved."""
EPILOG = """\
examples:
  cp-puzzles show pentomino6x10
  cp-puzzles show calendar --leave Nov --leave 21
  cp-puzzles show kanoodle5x11 --out kanoodle.svg   a picture: .svg, .png or .pdf
  cp-puzzles show calendar --out cut.svg --laser 20 --sheet 300x200"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_file(parser, "draw the puzzle into a file instead: .svg, .png or .pdf")
    lengths: tuple[tuple[str, Kind, str, str], ...] = (
        ("laser", Millimetres(), "pieces and a tray to cut, MM millimetres a cell", ""),
        ("kerf", Millimetres(or_none=True), "what the beam burns away", "0.15"),
        ("rounding", Millimetres(or_none=True), "the radius of corners", "0.5"),
        ("sheet", Extent(), "the size of a sheet", "600x400"),
    )
    for name, kind, help, default in lengths:
        told = f" (with --laser; default: {default})" if default else ""
        add_value(parser, name, help + told, kind)


def run(options: argparse.Namespace) -> int:
    """Draw."""
    from cp_puzzles.cli.console import puzzle_of, say, stdout

    puzzle = puzzle_of(options)
    asked = {name: getattr(options, name) for name in ("kerf", "rounding", "sheet")}
    chosen = {name: value for name, value in asked.items() if value is not None}
    if options.laser is not None:
        from cp_puzzles.export.laser import Laser, laser_sheets, save_sheets

        if options.out is None:
            raise MistakeError(Parameter("laser", options.laser), "there is no file to draw into", "add --out cut.svg")
        sheets = laser_sheets(puzzle, Laser(cell=options.laser, **chosen))
        written = ", ".join(map(str, save_sheets(sheets, options.out)))
        many = "1 sheet" if len(sheets) == 1 else f"{len(sheets)} sheets"
        size = f"{sheets[0].width:g} x {sheets[0].height:g} mm"
        say(f"wrote {written}: {many} of {size}")
    elif chosen:
        name = next(iter(chosen))
        raise MistakeError(Parameter(name), "this is said of what a laser cuts", "add --laser 20 --out cut.svg")
    elif options.out is None:
        from cp_puzzles.render.overview import puzzle_overview

        stdout().print(puzzle_overview(puzzle))
    else:
        from cp_puzzles.export.picture import framed
        from cp_puzzles.export.picture_writer import save_picture
        from cp_puzzles.export.puzzle_picture import puzzle_picture

        save_picture(framed(puzzle_picture(puzzle)), options.out)
        say(f"wrote {options.out}")
    return 0
