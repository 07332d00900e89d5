"""Writing solutions to BurrTools files: the assemblies of the problem, and how they are taken apart."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import symmetry_group
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.burrtools.assembly_count import CountedTile, is_mirrored
from cp_puzzles.output.burrtools.problem_writer import ANOTHER, BurrText
from cp_puzzles.output.burrtools.separation_writer import VoxelMove, separation_text, unwritable_moves
from cp_puzzles.output.burrtools.voxel_rotations import matching
from cp_puzzles.output.burrtools.voxel_shapes import grid_orientations
from cp_puzzles.output.formats.solution_writer import SearchOutcome
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly
from cp_puzzles.puzzle.geometry.isometry import add, subtract
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit


class BurrWriter:
    """Collects solutions and writes the puzzle with them on closing; equal ones for BurrTools once."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        if puzzle.objective is not None:
            raise MistakeError(puzzle.name, f"BurrTools has no {puzzle.objective.key}", ANOTHER)
        self._path = path
        self._text = BurrText(puzzle)
        self._cover = build_cover(puzzle)
        self._places = tuple(self._cover.placements)
        self._equivalent = symmetry_group(self._cover, "full")
        self._mirrored = self._equivalent.trivial
        if not puzzle.lattice.is_flat and not _is_mirrored(self._text):
            self._mirrored, self._equivalent = self._equivalent, symmetry_group(self._cover, "rotations")
        self._written: dict[Placement, tuple[int, ...]] = {}
        self._found: dict[bytes, tuple[str, str]] = {}
        self._apart: list[bool | None] = []
        path.touch()

    def write(self, solution: Solution, disassembly: Disassembly | None = None) -> None:
        """Add a solution, and its mirror images where BurrTools counts them separately; with moves if they are given.

        Raise `MistakeError` if BurrTools cannot express the moves.
        """
        number = self._cover.option_of
        row = [number[placement] for placement in solution.placements if placement in number]
        for image in self._mirrored.images(row):
            key = self._equivalent.representative(image)
            if key not in self._found:
                pieces = self._pieces([self._places[option] for option in image.tolist()])
                moves = "" if disassembly is None else self._separation(solution, disassembly, pieces)
                self._found[key] = self._assembly(pieces), moves
                if disassembly is not None:
                    self._apart.append(disassembly.apart)

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Write the file."""
        done = outcome is not None and outcome.is_complete and not self._has_more_ways()
        done = done and None not in self._apart
        numbers = f'assemblies="{len(self._found)}" solutions="{sum(map(bool, self._apart))}"'
        lines = self._text.lines(f'state="2" {numbers} time="0"' if done else 'state="0"', tuple(self._found.values()))
        self._path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")

    def _pieces(self, placements: list[Placement]) -> list[Placement | None]:
        """Return the placement of each piece, copies sorted by rotation and position; None for an unused copy."""
        pieces: list[Placement | None] = []
        for name, (_, most) in self._text.bounds.items():
            copies = sorted((each for each in placements if each.tile == name), key=self._place)
            pieces += [*copies, *[None] * (most - len(copies))]
        return pieces

    def _assembly(self, pieces: list[Placement | None]) -> str:
        """Return `x y z rotation` for each piece, `x` for an unused copy."""
        places = [None if each is None else self._place(each) for each in pieces]
        return " ".join("x" if at is None else " ".join(map(str, (*at[1:], at[0]))) for at in places)

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
            x, y, z = subtract(text.grid.voxel(text.lattice.lifted(add(origin, vector))), corner)
            moves.append(VoxelMove(frozenset(numbers[images[k]] for k in step.pieces), (x, y, z), step.leaves))
        return separation_text({number: (x, y, z) for number, (x, y, z) in positions.items()}, moves)

    def _place(self, placement: Placement) -> tuple[int, ...]:
        """Return the smallest rotation number of a piece, and the position of its hotspot in the box of the board."""
        if placement not in self._written:
            text = self._text
            form, box = text.pieces[placement.tile], text.boxes[placement.tile]
            cells = [cell for cell, _ in form]
            hot = next(k for k, cell in enumerate(cells) if box.voxel(cell) == box.hotspot)
            target = map(text.lattice.lifted, placement.cells)
            self._written[placement] = next(
                (rotation, *text.board.voxel(image[hot]))
                for rotation, image in matching(text.grid, cells, target)
                if all(
                    not letter or not text.letters[at] or text.letters[at] in text.fits[letter]
                    for (_, letter), at in zip(form, image, strict=True)
                )
            )
        return self._written[placement]

    def _has_more_ways(self) -> bool:
        """Return True if BurrTools counts a solution several times because of the colors of a piece."""
        lattice = self._text.puzzle.lattice
        rules = [rule for rule in self._text.puzzle.rules if isinstance(rule, ColorsFit)]
        return any(
            rule.ways(lattice, placement) > 1
            for rule in rules
            for placement in self._places
            if self._text.puzzle.tile(placement.tile).colored_orientations
        )


def _is_mirrored(text: BurrText) -> bool:
    counted = [
        CountedTile(name, form, grid_orientations(text.puzzle.tile(name), text.lattice), (text.bounds[name],))
        for name, form in text.pieces.items()
    ]
    return is_mirrored(text.lattice, counted)
