"""Write a puzzle as a BurrTools file: the shapes of the board and the tiles, and one problem with its solutions.

Solutions are the assemblies of the problem, with the moves that take them apart; see `burr_file`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from cp_puzzles.base.file_access import write_file
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import group_of
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.burrtools.burr_to_spec import is_mirrored
from cp_puzzles.output.burrtools.separations import separation_text, unwritable_moves
from cp_puzzles.output.burrtools.voxels import (
    BURR_GRIDS,
    BurrGrid,
    VoxelBox,
    color_numbers,
    grid_orientations,
    matching,
    xml_text,
)
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.puzzle.board_and_tiles import Tile, have_twins
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly
from cp_puzzles.puzzle.geometry.isometry import Cell, add, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Orientation, Placement, placements, shown_orientations
from cp_puzzles.puzzle.palette import tile_colors
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.measure import Bounded

ANOTHER = "write another format, such as .dlx"


def burr_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a file; raise `MistakeError` for what BurrTools cannot express.

    Cells under given placements are removed from the board. Flat puzzles of squares or triangles are one layer thick.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
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
        lifted = self.lattice.lifted
        self.letters: Mapping[Cell, str] = {lifted(cell): colors.get(cell, "") for cell in puzzle.free_cells}
        if not self.letters:
            raise MistakeError(puzzle.name, "the given pieces cover the whole board", "give fewer pieces")
        self.board = VoxelBox(self.grid, tuple(self.letters))
        tiles = [tile for tile in puzzle.remaining_tiles if tile.maximum > 0]
        if not tiles:
            raise MistakeError(puzzle.name, "no piece fits on the board", ANOTHER)
        self.bounds = {tile.name: (tile.minimum, tile.maximum) for tile in tiles}
        self._groups = {tile.name: tile.groups for tile in tiles}
        self.pieces: dict[str, Orientation] = {}
        for tile in tiles:
            orientations = grid_orientations(tile, self.lattice)
            _refuse_isometries(puzzle, self.lattice, tile, orientations, self.letters)
            self.pieces[tile.name] = orientations[0]

    @cached_property
    def boxes(self) -> dict[str, VoxelBox]:
        """Return the box of each tile."""
        return {name: VoxelBox(self.grid, form.cells) for name, form in self.pieces.items()}

    def lines(self, state: str = 'state="0"', assemblies: tuple[tuple[str, str], ...] = ()) -> Iterator[str]:
        """Yield the lines of the file, with the state of the problem, its assemblies, and the moves of each or ""."""
        puzzle = self.puzzle
        letters = color_numbers(puzzle)
        number = {"": 0} | letters
        free = {self.lattice.lifted(cell) for cell in puzzle.board.cells if cell not in puzzle.required}
        yield '<?xml version="1.0"?>'
        yield '<puzzle version="2">'
        yield f'  <gridType type="{self.grid.number}"/>'
        yield "  <colors>" + "".join(map(_color, tile_colors((letter, None) for letter in letters))) + "</colors>"
        yield "  <shapes>"
        board = {cell: number[letter] for cell, letter in self.letters.items()}
        yield f"    {self.board.described('board', board, free)}"
        for name, form in self.pieces.items():
            shown = form.shown_at()
            yield f"    {self.boxes[name].described(name, {cell: number[shown.get(cell, '')] for cell in form.cells})}"
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
    if puzzle.side_letters:
        raise MistakeError(puzzle.name, "BurrTools has no colors on sides", ANOTHER)
    if puzzle.has_values:
        raise MistakeError(puzzle.name, "BurrTools has no values of cells", ANOTHER)
    if have_twins(puzzle.tiles):
        raise MistakeError(puzzle.name, "BurrTools does not tell apart tiles of one shape", ANOTHER)
    holes, fits = "", {}
    for rule in puzzle.rules:
        is_empty = isinstance(rule, Bounded) and rule.key == "empty" and not rule.minimum
        if isinstance(rule, ColorsFit):
            fits = dict(rule.fits)
        elif is_empty and any(tile.minimum < tile.maximum for tile in puzzle.tiles):
            assert isinstance(rule, Bounded)
            holes = f' maxHoles="{rule.maximum}"'
        else:
            raise MistakeError(puzzle.name, f"BurrTools has no rule {rule.key}", ANOTHER)
    return holes, fits


def _refuse_isometries(
    puzzle: Puzzle, lattice: Lattice, tile: Tile, orientations: tuple[Orientation, ...], cells: Mapping[Cell, str]
) -> None:
    """Raise `MistakeError` for a tile whose orientations differ from BurrTools, where pieces rotate only."""
    rotations = shown_orientations(lattice, orientations[0])
    for form in sorted(set(orientations) ^ set(rotations)):
        if next(placements(lattice, tile.name, [form], cells), None) is not None:
            if form in orientations:
                raise MistakeError(puzzle.name, f"{tile.name!r} may be reflected; in BurrTools no piece may", ANOTHER)
            raise MistakeError(puzzle.name, f"{tile.name!r} may not be rotated; in BurrTools every piece may", ANOTHER)


def _color(color: str) -> str:
    red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'


class BurrWriter:
    """Collects solutions and writes the puzzle with them on closing; equal ones for BurrTools once."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        if puzzle.objective is not None:
            raise MistakeError(puzzle.name, f"BurrTools has no {puzzle.objective.key}", ANOTHER)
        self._path = path
        self._text = BurrText(puzzle)
        self._cover = build_cover(puzzle)
        self._equivalent = group_of(self._cover, "full")
        self._mirrored = self._equivalent.trivial
        lattice, bounds = self._text.lattice, self._text.bounds.items()
        copies = {grid_orientations(puzzle.tile(name), lattice): most for name, most in bounds}
        if not puzzle.lattice.is_flat and not is_mirrored(lattice, copies):
            self._mirrored, self._equivalent = self._equivalent, group_of(self._cover, "rotations")
        self._written: dict[Placement, tuple[int, ...]] = {}
        self._found: dict[bytes, tuple[str, str]] = {}
        self._apart: list[bool | None] = []

    def write(self, solution: Solution, disassembly: Disassembly | None = None) -> None:
        """Add a solution, and its mirror images where BurrTools counts them separately; with moves if they are given.

        Raise `MistakeError` if BurrTools cannot express the moves.
        """
        number = self._cover.option_of
        row = [number[placement] for placement in solution.placements if placement in number]
        for image in self._mirrored.images(row):
            key = self._equivalent.representative(image)
            if key not in self._found:
                pieces = self._pieces([self._cover.placements[option] for option in image.tolist()])
                moves = "" if disassembly is None else self._separation(solution, disassembly, pieces)
                places = [None if each is None else self._place(each) for each in pieces]
                words = ("x" if at is None else " ".join(map(str, (*at[1:], at[0]))) for at in places)
                self._found[key] = " ".join(words), moves
                if disassembly is not None:
                    self._apart.append(disassembly.apart)

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Write the file."""
        done = outcome is not None and outcome.is_complete and None not in self._apart
        numbers = f'assemblies="{len(self._found)}" solutions="{sum(map(bool, self._apart))}"'
        lines = self._text.lines(f'state="2" {numbers} time="0"' if done else 'state="0"', tuple(self._found.values()))
        write_file(self._path, "".join(line + "\n" for line in lines))

    def _pieces(self, placements: list[Placement]) -> list[Placement | None]:
        """Return the placement of each piece, copies sorted by rotation and position; None for an unused copy."""
        pieces: list[Placement | None] = []
        for name, (_, most) in self._text.bounds.items():
            copies = sorted((each for each in placements if each.tile == name), key=self._place)
            pieces += [*copies, *[None] * (most - len(copies))]
        return pieces

    def _separation(self, solution: Solution, disassembly: Disassembly, pieces: list[Placement | None]) -> str:
        """Return the moves of a solution that comes apart, carried over to an image of it; "" for another one."""
        reason = unwritable_moves(solution.puzzle)
        if reason is not None:
            raise MistakeError(solution.puzzle.name, reason, "write the moves to a .jsonl file")
        if not disassembly.apart or not disassembly.steps:
            return ""
        lattice, text = solution.puzzle.lattice, self._text
        numbers = {each.cells: number for number, each in enumerate(pieces) if each is not None}
        positions = {number: self._place(each)[1:] for number, each in enumerate(pieces) if each is not None}
        for isometry in lattice.board_isometries(solution.puzzle.board.cells):
            images = [tuple(sorted(map(isometry, placement.cells))) for placement in solution.placements]
            if set(images) == numbers.keys():
                break
        origin = solution.placements[0].cells[0]
        corner = text.grid.voxel(text.lattice.lifted(origin))
        moves = []
        for step in disassembly.steps:
            vector = tuple((step.distance or 1) * x for x in isometry.linear_image(step.direction))
            moved = subtract(text.grid.voxel(text.lattice.lifted(add(origin, vector))), corner)
            moves.append(([numbers[images[k]] for k in step.pieces], moved, step.leaves))
        return separation_text({number: (x, y, z) for number, (x, y, z) in positions.items()}, moves)

    def _place(self, placement: Placement) -> tuple[int, ...]:
        """Return the smallest rotation number of a piece, and the position of its hotspot in the box of the board."""
        if placement not in self._written:
            text = self._text
            form, box = text.pieces[placement.tile], text.boxes[placement.tile]
            hot = next(k for k, cell in enumerate(form.cells) if box.voxel(cell) == box.hotspot)
            target = map(text.lattice.lifted, placement.cells)
            shown = {text.lattice.lifted(cell): letter for cell, letter in placement.shown_at().items()}
            self._written[placement] = next(
                (rotation, *text.board.voxel(image[hot]))
                for rotation, image in matching(text.grid, form.cells, target)
                if form.shown == tuple(shown[at] for at in image if shown)
            )
        return self._written[placement]
