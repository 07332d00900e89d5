"""`import`: the problems of a BurrTools file as puzzle files."""

from __future__ import annotations

import argparse
from pathlib import Path

from cp_puzzles.cli.arguments import out_folder
from cp_puzzles.errors import MistakeError

HELP = "turn the problems of a BurrTools file into puzzle files"
DESCRIPTION = """\
Write each problem of a BurrTools file (.xmpuzzle) as a puzzle file into a folder, with the number of assemblies that
BurrTools has found as the expected one, where it counts the same. What a puzzle file has no place for is said; found
solutions are read from the file itself, by `render` and `verify`.

Without a folder `cp-puzzles FILE.xmpuzzle` solves the one problem of a file, FILE.xmpuzzle#2 the second of several;
`export` writes such files."""
EPILOG = """\
examples:
  cp-puzzles import burr.xmpuzzle puzzles           a file for each problem in the folder puzzles
  cp-puzzles check --solve puzzles/*.yaml           compares with the numbers of BurrTools"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a BurrTools file, .xmpuzzle")
    parser.add_argument(
        "out", metavar="OUT", type=out_folder, help="the folder of the puzzle files; it is made if it is not there"
    )


def run(options: argparse.Namespace) -> int:
    """Write the files; exit status 2 if no problem could be read."""
    from cp_puzzles.cli.console import say
    from cp_puzzles.cli.new_file import file_stem, write_new
    from cp_puzzles.puzzle.build import build_puzzle
    from cp_puzzles.spec.burr_spec import burr_puzzle, read_burr
    from cp_puzzles.spec.text import spec_text

    file = read_burr(options.file)
    folder = Path(options.out)
    lost: dict[str, None] = {}
    mistakes = []
    written = 0
    for problem in file.problems:
        try:
            puzzle = burr_puzzle(file, problem)
            build_puzzle(puzzle.spec)
        except MistakeError as error:
            mistakes.append(error.typed)
            continue
        lost.update(dict.fromkeys(puzzle.lost))
        tail = f"-{problem.number + 1}" if len(file.problems) > 1 else ""
        out = folder / f"{file_stem(Path(options.file).stem)}{tail}.yaml"
        write_new(out, spec_text(puzzle.spec))
        say(f"wrote {out}")
        written += 1
    for text in lost:
        say(f"not carried over: {text}")
    for text in mistakes:
        say(f"not imported: {text}")
    if not written:
        raise MistakeError(options.file, f"none of its {len(file.problems)} problems can be imported", "see above")
    return 0
