"""Puzzles as BurrTools files: the shapes of board and tiles, and one problem made of them; see `burr_file`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape

from cp_puzzles.errors import MistakeError
from cp_puzzles.geometry.burr_grids import BURR_GRIDS, BurrGrid
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.placement import placements
from cp_puzzles.geometry.polyform import Painted, painted, painted_orientations
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
    grid = _grid(puzzle)
    lattice = LATTICES[grid.lattice]
    holes, fits = _rules(puzzle)
    given = Counter(placement.tile for placement in puzzle.given)
    taken = {cell for placement in puzzle.given for cell in placement.cells}
    colours = dict(puzzle.board.colours)
    cells = {lattice.raised(cell): colours.get(cell, "") for cell in puzzle.board.cells if cell not in taken}
    free = {lattice.raised(cell) for cell in puzzle.board.cells if cell not in puzzle.required}
    if not cells:
        raise _refused(puzzle, "what is given covers the board", "give less")
    tiles = [tile for tile in puzzle.tiles if tile.maximum > given[tile.name]]
    letters = sorted({*cells.values(), *(its for tile in tiles for look in tile.painted for _, its in look)} - {""})
    number = {letter: k for k, letter in enumerate(letters, start=1)}
    yield '<?xml version="1.0"?>'
    yield '<puzzle version="2">'
    yield f'  <gridType type="{grid.number}"/>'
    yield "  <colors>" + "".join(map(_colour, tile_colors((letter, None) for letter in letters))) + "</colors>"
    yield "  <shapes>"
    yield f"    {_shape(grid, 'board', cells, free, number)}"
    for tile in tiles:
        own = _looks(tile, lattice)
        _refuse_motions(puzzle, lattice, tile, own, cells)
        yield f"    {_shape(grid, tile.name, dict(own[0]), set(), number)}"
    yield "  </shapes>"
    yield "  <problems>"
    yield f'    <problem name="{_text(puzzle.name)}" state="0"{holes}>'
    yield "      <shapes>"
    for shape, tile in enumerate(tiles, start=1):
        least, most = max(0, tile.minimum - given[tile.name]), tile.maximum - given[tile.name]
        bounds = f'count="{most}"' if least == most else f'min="{least}" max="{most}"'
        yield f'        <shape id="{shape}" {bounds}/>'
    yield "      </shapes>"
    yield '      <result id="0"/>'
    pairs = [(number[a], number[b]) for a in letters for b in fits.get(a, "") if b in number]
    yield "      <bitmap>" + "".join(f'<pair piece="{a - 1}" result="{b - 1}"/>' for a, b in pairs) + "</bitmap>"
    yield "    </problem>"
    yield "  </problems>"
    yield f"  <comment>{_text(puzzle.description)}</comment>"
    yield "</puzzle>"


def _grid(puzzle: Puzzle) -> BurrGrid:
    home = puzzle.lattice.name
    for grid in BURR_GRIDS:
        if home in (grid.lattice, LATTICES[grid.lattice].layer_of):
            return grid
    raise _refused(puzzle, f"BurrTools has no grid for a {home} lattice", ANOTHER)


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
            raise _refused(puzzle, f"BurrTools has no rule {rule.key}", ANOTHER)
    return holes, fits


def _looks(tile: Tile, lattice: Lattice) -> tuple[Painted, ...]:
    """The orientations of a tile, with colours, in the space of BurrTools."""
    looks = tile.painted or tuple(tuple((cell, "") for cell in form) for form in tile.orientations)
    return tuple(painted(lattice, {lattice.raised(cell): its for cell, its in look}) for look in looks)


def _refuse_motions(
    puzzle: Puzzle, lattice: Lattice, tile: Tile, own: tuple[Painted, ...], cells: Mapping[Cell, str]
) -> None:
    """Refuse a tile that lies on the board in other ways than in BurrTools, where pieces turn and are not mirrored."""
    theirs = painted_orientations(lattice, dict(own[0]))
    for look in sorted(set(own) ^ set(theirs)):
        if next(placements(lattice, [tuple(cell for cell, _ in look)], cells), None) is not None:
            if look in own:
                raise _refused(puzzle, f"{tile.name!r} may be mirrored, in BurrTools no piece is", ANOTHER)
            raise _refused(puzzle, f"{tile.name!r} may not be turned as in BurrTools every piece is", ANOTHER)


def _shape(grid: BurrGrid, name: str, cells: Mapping[Cell, str], free: set[Cell], number: Mapping[str, int]) -> str:
    voxels = {
        grid.voxel(cell): ("+" if cell in free else "#") + str(number.get(its, "")) for cell, its in cells.items()
    }
    low = [
        min(column) // period * period for column, period in zip(zip(*voxels, strict=True), grid.period, strict=True)
    ]
    size = [max(column) - first + 1 for column, first in zip(zip(*voxels, strict=True), low, strict=True)]
    marks = {tuple(x - first for x, first in zip(voxel, low, strict=True)): mark for voxel, mark in voxels.items()}
    text = "".join(marks.get((x, y, z), "_") for z in range(size[2]) for y in range(size[1]) for x in range(size[0]))
    return '<voxel x="{}" y="{}" z="{}" name="{}" type="0">{}</voxel>'.format(*size, _text(name), text)


def _colour(color: str) -> str:
    red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'


def _text(text: str) -> str:
    """A text that XML can say."""
    return escape("".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text))


def _refused(puzzle: Puzzle, problem: str, remedy: str) -> MistakeError:
    return MistakeError(puzzle.name, problem, remedy)
