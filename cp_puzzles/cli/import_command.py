"""The command `import`."""

from __future__ import annotations

from cp_puzzles.base.options import OUT_FOLDER, TEXT
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option
from cp_puzzles.errors import MistakeError


@command
@argument(
    "file",
    "FILE",
    "a file of another program (.xmpuzzle, .json, .scad, .dzn, .puz, .polyomino), or a text with drawings, regions, "
    "cards or four numbers a line; or a folder of such files",
)
@command_option("puzzle", "the boxed puzzle whose cards a text draws, such as kanoodle5x11", TEXT, metavar="SPEC")
@command_option("board", "a drawing of the board, in a file of its own, for the pieces in FILE", TEXT, metavar="TEXT")
@argument("out", "OUT", "the folder of the puzzle files, created if necessary", OUT_FOLDER)
def run(asked: Asked) -> int:
    """Write the puzzles of another program's file, or of a text with drawings, as puzzle files into a folder.

    Files of BurrTools: the number of assemblies becomes the expected count if both programs count in the same way. The
    command lists what a puzzle file cannot express. `render` and `verify` read the solutions from the BurrTools file.
    You can also solve a problem without importing it: `cp-puzzles FILE.xmpuzzle` solves the only problem of a file,
    `cp-puzzles FILE.xmpuzzle#2` the second of several. `export` writes such files.

    The JSON of a day of Pips has a board for each of easy, medium and hard; a file of Mechanical Puzzle Studio has
    problems. Each becomes a puzzle file. So do the data of MiniZinc's pentominoes (.dzn), an assembly of
    High-LevelPuzzle (.puz), and a board and its pieces in Knuth's notation (.polyomino, .polyiamond).

    A text with drawings of pieces (rows of X and `.`, with an empty line between two) becomes a puzzle file with these
    tiles. A line `hook:` or `A` names the drawing below it; layers are side by side, or one below the other under one
    name. A line such as `6x10`, a drawing named `board`, or --board is the board; by default it is a rectangle or a box
    with room for all of them. Piece strings of puzzlecad (["xx.|.xx", "...|.x."]) are read from .scad and .txt.

    A text with four numbers a line has squares with colored sides, clockwise from the top; 0 is the boundary. A first
    line of two numbers is the size of the board.

    A text with shapes (`0:` and rows of #) and regions (`12x5: 1 0 1`) becomes a puzzle file with parameters, and a
    file with the case of each region. `cp-puzzles each OUT/input.yaml --cases OUT/input-cases.yaml` tells which
    regions have room for the shapes.

    With --puzzle, a text has cards of a boxed puzzle: drawings of its board with a letter for each cell of a given
    piece, `.` for other cells, and an empty line between two cards. Each becomes a puzzle file. The shape tells the
    piece; of several tiles of one shape, the letter is the name of one, or begins the name of only one.

    A folder becomes one family: a puzzle file, and a file with a case for each puzzle in it, for `each --cases`.

    Examples
    --------
    cp-puzzles import burr.xmpuzzle puzzles  a file for each problem, in the folder puzzles
    cp-puzzles check --solve puzzles/*.yaml  compare with the counts of BurrTools
    cp-puzzles import 2026-11-23.json puzzles  the three boards of a day of Pips: easy, medium, hard
    cp-puzzles import cards.txt puzzles --puzzle kanoodle5x11  cards of a boxed puzzle: letters are given pieces
    cp-puzzles import pieces.scad puzzles  piece strings of puzzlecad
    cp-puzzles import pieces.txt puzzles --board board.txt  drawings of pieces, and of the board beside them
    cp-puzzles import e2pieces.txt puzzles  edge matching: four numbers a line
    cp-puzzles import cards puzzles --puzzle kanoodle5x11  a folder of cards: one family for `each`
    cp-puzzles import pieces.txt puzzles  drawings of pieces, with an empty line between two
    cp-puzzles import input.txt puzzles  regions of Advent of Code 2025, day 12: a puzzle file, and its cases for `each`
    """
    from cp_puzzles.cli.console import say, say_written
    from cp_puzzles.output.importing.readers import import_puzzles, write_puzzles
    from cp_puzzles.puzzle.puzzle import puzzle_from

    boxed = None if asked.puzzle is None else puzzle_from(asked.puzzle)
    imported = import_puzzles(asked.file, boxed, asked.board)
    for file in write_puzzles(imported.puzzles, asked.file, asked.out):
        say_written(file)
    for text in (*imported.lost, *imported.refused):
        say(text)
    if not imported.puzzles:
        problem = f"none of the {len(imported.refused)} problems can be imported"
        raise MistakeError(asked.file, problem, "see the messages above")
    return 0
