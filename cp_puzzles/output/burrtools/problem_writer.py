"""Write a puzzle as a BurrTools file: the shapes of the board and the tiles, and one problem; see `burr_file`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from cp_puzzles.errors import MistakeError
from cp_puzzles.output.burrtools.voxel_grids import BURR_GRIDS, BurrGrid
from cp_puzzles.output.burrtools.voxel_shapes import VoxelBox, grid_orientations, xml_text
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import placements
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, colored_orientations
from cp_puzzles.puzzle.palette import tile_colors
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.measure import Bounded
from cp_puzzles.puzzle.tile import Tile

ANOTHER = "write another format, such as .dlx"


def burr_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a file; raise `MistakeError` for what BurrTools cannot express.

    Cells under given placements are removed from the board. Flat puzzles of squares or triangles are one layer thick.

    >>> from cp_puzzles.puzzle.puzzle_source import puzzle_from
    >>> print(list(burr_lines(puzzle_from("slothouber_graatsma3x3x3")))[5])
        <voxel x="3" y="3" z="3" name="board" type="0">###########################</voxel>
    """
    yield from BurrText(puzzle).lines()


class BurrText:
    """A puzzle in the terms of BurrTools: the `board` and the cells of its tiles in a grid."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.grid = _grid(puzzle)
        self.lattice: Lattice = LATTICES[self.grid.lattice]
        self._holes, self.fits = _rules(puzzle)
        colors = dict(puzzle.board.cell_colors)
        self.letters: Mapping[Cell, str] = {
            self.lattice.lifted(cell): colors.get(cell, "") for cell in puzzle.free_cells
        }
        if not self.letters:
            raise MistakeError(puzzle.name, "the given pieces cover the whole board", "give fewer pieces")
        self.board = VoxelBox(self.grid, tuple(self.letters))
        tiles = [tile for tile in puzzle.remaining_tiles if tile.maximum > 0]
        self.bounds = {tile.name: (tile.minimum, tile.maximum) for tile in tiles}
        self._groups = {tile.name: tile.groups for tile in tiles}
        self.pieces: dict[str, ColoredCells] = {}
        for tile in tiles:
            orientations = grid_orientations(tile, self.lattice)
            _refuse_isometries(puzzle, self.lattice, tile, orientations, self.letters)
            self.pieces[tile.name] = orientations[0]

    @cached_property
    def boxes(self) -> dict[str, VoxelBox]:
        """Return the box of each tile."""
        return {name: VoxelBox(self.grid, tuple(cell for cell, _ in form)) for name, form in self.pieces.items()}

    def lines(self, state: str = 'state="0"', assemblies: tuple[tuple[str, str], ...] = ()) -> Iterator[str]:
        """Yield the lines of the file, with the state of the problem, its assemblies, and the moves of each or ""."""
        puzzle = self.puzzle
        tile_letters = (letter for form in self.pieces.values() for _, letter in form)
        letters = sorted({*self.letters.values(), *tile_letters} - {""})
        number = {"": 0} | {letter: k for k, letter in enumerate(letters, start=1)}
        free = {self.lattice.lifted(cell) for cell in puzzle.board.cells if cell not in puzzle.required}
        yield '<?xml version="1.0"?>'
        yield '<puzzle version="2">'
        yield f'  <gridType type="{self.grid.number}"/>'
        yield "  <colors>" + "".join(map(_color, tile_colors((letter, None) for letter in letters))) + "</colors>"
        yield "  <shapes>"
        board = {cell: number[letter] for cell, letter in self.letters.items()}
        yield f"    {self.board.described('board', board, free)}"
        for name, form in self.pieces.items():
            yield f"    {self.boxes[name].described(name, {cell: number[letter] for cell, letter in form})}"
        yield "  </shapes>"
        yield "  <problems>"
        yield f'    <problem name="{xml_text(puzzle.name)}" {state}{self._holes}>'
        yield "      <shapes>"
        group_names = dict.fromkeys(group for groups in self._groups.values() for group, _ in groups)
        group_number = {group: k for k, group in enumerate(group_names, start=1)}
        for shape, (name, (least, most)) in enumerate(self.bounds.items(), start=1):
            bounds = f'count="{most}"' if least == most else f'min="{least}" max="{most}"'
            groups = [(group_number[group], min(size, most)) for group, size in self._groups[name]]
            listed = "".join(f'<group group="{group}" count="{size}"/>' for group, size in groups)
            if len(groups) == 1 and groups[0][1] == most:
                bounds, listed = f'{bounds} group="{groups[0][0]}"', ""
            yield f'        <shape id="{shape}" {bounds}' + (f">{listed}</shape>" if listed else "/>")
        yield "      </shapes>"
        yield '      <result id="0"/>'
        pairs = [(number[a], number[b]) for a in letters for b in self.fits.get(a, "") if b in number]
        yield "      <bitmap>" + "".join(f'<pair piece="{a - 1}" result="{b - 1}"/>' for a, b in pairs) + "</bitmap>"
        if assemblies:
            yield "      <solutions>"
            solved = 0
            for count, (text, moves) in enumerate(assemblies):
                which = (f' asmNum="{count}"' if count else "") + (f' solNum="{solved}"' if moves and solved else "")
                solved += bool(moves)
                yield f"        <solution{which}><assembly>{text}</assembly>{moves}</solution>"
            yield "      </solutions>"
        yield "    </problem>"
        yield "  </problems>"
        yield f"  <comment>{xml_text(puzzle.description)}</comment>"
        yield "</puzzle>"


def _grid(puzzle: Puzzle) -> BurrGrid:
    home = puzzle.lattice.name
    if puzzle.lattice.periods:
        raise MistakeError(puzzle.name, "the board is wrapped, and BurrTools has no wrapped boards", ANOTHER)
    for grid in BURR_GRIDS:
        if home in (grid.lattice, LATTICES[grid.lattice].layer_of):
            return grid
    raise MistakeError(puzzle.name, f"BurrTools has no grid for a {home} lattice", ANOTHER)


def _rules(puzzle: Puzzle) -> tuple[str, dict[str, str]]:
    """Return the rules of BurrTools: the maximum number of holes as an attribute, and the colors that fit."""
    holes, fits = "", {}
    for rule in puzzle.rules:
        if isinstance(rule, ColorsFit):
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


def _refuse_isometries(
    puzzle: Puzzle, lattice: Lattice, tile: Tile, orientations: tuple[ColoredCells, ...], cells: Mapping[Cell, str]
) -> None:
    """Raise `MistakeError` for a tile whose orientations differ from BurrTools, where pieces rotate only."""
    rotations = colored_orientations(lattice, dict(orientations[0]))
    for form in sorted(set(orientations) ^ set(rotations)):
        if next(placements(lattice, [tuple(cell for cell, _ in form)], cells), None) is not None:
            if form in orientations:
                raise MistakeError(puzzle.name, f"{tile.name!r} may be reflected; in BurrTools no piece may", ANOTHER)
            raise MistakeError(puzzle.name, f"{tile.name!r} may not be rotated; in BurrTools every piece may", ANOTHER)


def _color(color: str) -> str:
    red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'
