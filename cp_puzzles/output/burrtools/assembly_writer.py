"""Writing solutions to BurrTools files: the assemblies of the problem."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import symmetry_group
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.burrtools.assembly_count import CountedTile, is_mirrored
from cp_puzzles.output.burrtools.problem_writer import ANOTHER, BurrText
from cp_puzzles.output.burrtools.voxel_rotations import matching
from cp_puzzles.output.burrtools.voxel_shapes import grid_orientations
from cp_puzzles.output.formats.solution_writer import SearchOutcome
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit


class BurrWriter:
    """Collects solutions and writes the puzzle with them on closing; equal ones for BurrTools once."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        if puzzle.objective is not None:
            raise MistakeError(puzzle.name, f"BurrTools knows no {puzzle.objective.key}", ANOTHER)
        self._path = path
        self._text = BurrText(puzzle)
        self._cover = build_cover(puzzle)
        self._places = tuple(self._cover.placements)
        self._equivalent = symmetry_group(self._cover, "full")
        self._mirrored = self._equivalent.trivial
        if not puzzle.lattice.is_flat and not _is_mirrored(self._text):
            self._mirrored, self._equivalent = self._equivalent, symmetry_group(self._cover, "rotations")
        self._written: dict[Placement, tuple[int, ...]] = {}
        self._found: dict[bytes, str] = {}
        path.touch()

    def write(self, solution: Solution) -> None:
        """Add a solution, and its mirror images where BurrTools counts them separately."""
        number = self._cover.option_of
        row = [number[placement] for placement in solution.placements if placement in number]
        for image in self._mirrored.images(row):
            key = self._equivalent.representative(image)
            if key not in self._found:
                self._found[key] = self._assembly(self._places[option] for option in image.tolist())

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Write the file."""
        done = outcome is not None and outcome.is_complete and not self._has_more_ways()
        state = f'state="2" assemblies="{len(self._found)}" solutions="0" time="0"' if done else 'state="0"'
        lines = self._text.lines(state, tuple(self._found.values()))
        self._path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")

    def _assembly(self, placements: Iterator[Placement]) -> str:
        """Return `x y z rotation` for each piece, copies sorted by rotation and position; `x` for an unused copy."""
        places: dict[str, list[tuple[int, ...]]] = {name: [] for name in self._text.bounds}
        for placement in placements:
            places[placement.tile].append(self._place(placement))
        words = []
        for name, (_, most) in self._text.bounds.items():
            positions = sorted(places[name])
            words += [" ".join(map(str, (*at, rotation))) for rotation, *at in positions] + ["x"] * (
                most - len(positions)
            )
        return " ".join(words)

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
