"""Puzzles as BurrTools files: the shapes of board and tiles, and one problem made of them; see `burr_file`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from cp_puzzles.errors import MistakeError
from cp_puzzles.export.burr_shapes import VoxelBox, painted_looks, xml_text
from cp_puzzles.geometry.burr_grids import BURR_GRIDS, BurrGrid
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.placement import placements
from cp_puzzles.geometry.polyform import Painted, painted_orientations
from cp_puzzles.palette import tile_colors
from cp_puzzles.puzzle.model import Puzzle, Tile
from cp_puzzles.rules.colours import ColoursFit
from cp_puzzles.rules.measure import Bounded

ANOTHER = "write another format, such as .dlx"


def burr_lines(puzzle: Puzzle) -> Iterator[str]:
    """The lines of a file; raises `MistakeError` for what BurrTools has no place for.

    What is given is taken out of the board. Flat puzzles of squares or triangles are one layer thick.

    >>> from cp_puzzles.puzzle.source import puzzle_from
    >>> print(list(burr_lines(puzzle_from("slothouber_graatsma3x3x3")))[5])
        <voxel x="3" y="3" z="3" name="board" type="0">###########################</voxel>
    """
    yield from BurrText(puzzle).lines()


class BurrText:
    """A puzzle as BurrTools has it: its `board` and the cells of its tiles in a grid."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.grid = _grid(puzzle)
        self.lattice: Lattice = LATTICES[self.grid.lattice]
        self._holes, self.fits = _rules(puzzle)
        colours = dict(puzzle.board.colours)
        self.letters: Mapping[Cell, str] = {
            self.lattice.raised(cell): colours.get(cell, "") for cell in puzzle.free_cells
        }
        if not self.letters:
            raise MistakeError(puzzle.name, "what is given covers the board", "give less")
        self.board = VoxelBox(self.grid, tuple(self.letters))
        left = [tile for tile in puzzle.tiles_left if tile.maximum > 0]
        self.bounds = {tile.name: (tile.minimum, tile.maximum) for tile in left}
        self.pieces: dict[str, Painted] = {}
        for tile in left:
            looks = painted_looks(tile, self.lattice)
            _refuse_motions(puzzle, self.lattice, tile, looks, self.letters)
            self.pieces[tile.name] = looks[0]

    @cached_property
    def boxes(self) -> dict[str, VoxelBox]:
        """The box of each tile."""
        return {name: VoxelBox(self.grid, tuple(cell for cell, _ in own)) for name, own in self.pieces.items()}

    def lines(self, state: str = 'state="0"', assemblies: tuple[str, ...] = ()) -> Iterator[str]:
        """The lines of the file, with the state of the problem and what is found of it."""
        puzzle = self.puzzle
        painted = (its for own in self.pieces.values() for _, its in own)
        letters = sorted({*self.letters.values(), *painted} - {""})
        number = {"": 0} | {letter: k for k, letter in enumerate(letters, start=1)}
        free = {self.lattice.raised(cell) for cell in puzzle.board.cells if cell not in puzzle.required}
        yield '<?xml version="1.0"?>'
        yield '<puzzle version="2">'
        yield f'  <gridType type="{self.grid.number}"/>'
        yield "  <colors>" + "".join(map(_colour, tile_colors((letter, None) for letter in letters))) + "</colors>"
        yield "  <shapes>"
        board = {cell: number[letter] for cell, letter in self.letters.items()}
        yield f"    {self.board.described('board', board, free)}"
        for name, own in self.pieces.items():
            yield f"    {self.boxes[name].described(name, {cell: number[letter] for cell, letter in own})}"
        yield "  </shapes>"
        yield "  <problems>"
        yield f'    <problem name="{xml_text(puzzle.name)}" {state}{self._holes}>'
        yield "      <shapes>"
        for shape, (least, most) in enumerate(self.bounds.values(), start=1):
            bounds = f'count="{most}"' if least == most else f'min="{least}" max="{most}"'
            yield f'        <shape id="{shape}" {bounds}/>'
        yield "      </shapes>"
        yield '      <result id="0"/>'
        pairs = [(number[a], number[b]) for a in letters for b in self.fits.get(a, "") if b in number]
        yield "      <bitmap>" + "".join(f'<pair piece="{a - 1}" result="{b - 1}"/>' for a, b in pairs) + "</bitmap>"
        if assemblies:
            yield "      <solutions>"
            for count, text in enumerate(assemblies):
                which = f' asmNum="{count}"' if count else ""
                yield f"        <solution{which}><assembly>{text}</assembly></solution>"
            yield "      </solutions>"
        yield "    </problem>"
        yield "  </problems>"
        yield f"  <comment>{xml_text(puzzle.description)}</comment>"
        yield "</puzzle>"


def _grid(puzzle: Puzzle) -> BurrGrid:
    home = puzzle.lattice.name
    if puzzle.lattice.periods:
        raise MistakeError(puzzle.name, "the board is rolled up, those of BurrTools are not", ANOTHER)
    for grid in BURR_GRIDS:
        if home in (grid.lattice, LATTICES[grid.lattice].layer_of):
            return grid
    raise MistakeError(puzzle.name, f"BurrTools has no grid for a {home} lattice", ANOTHER)


def _rules(puzzle: Puzzle) -> tuple[str, dict[str, str]]:
    """What the rules are in BurrTools: how many holes there may be, as an attribute, and which colours fit."""
    holes, fits = "", {}
    for rule in puzzle.rules:
        if isinstance(rule, ColoursFit):
            fits = dict(rule.fits)
        elif (
            isinstance(rule, Bounded)
            and rule.key == "empty"
            and not rule.minimum
            and any(tile.minimum < tile.maximum for tile in puzzle.tiles)
        ):
            holes = f' maxHoles="{rule.maximum}"'
        else:
            raise MistakeError(puzzle.name, f"BurrTools has no rule {rule.key}", ANOTHER)
    return holes, fits


def _refuse_motions(
    puzzle: Puzzle, lattice: Lattice, tile: Tile, own: tuple[Painted, ...], cells: Mapping[Cell, str]
) -> None:
    """Refuse a tile that lies on the board in other ways than in BurrTools, where pieces turn and are not mirrored."""
    theirs = painted_orientations(lattice, dict(own[0]))
    for look in sorted(set(own) ^ set(theirs)):
        if next(placements(lattice, [tuple(cell for cell, _ in look)], cells), None) is not None:
            if look in own:
                raise MistakeError(puzzle.name, f"{tile.name!r} may be mirrored, in BurrTools no piece is", ANOTHER)
            raise MistakeError(puzzle.name, f"{tile.name!r} may not be turned as in BurrTools every piece is", ANOTHER)


def _colour(color: str) -> str:
    red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'
