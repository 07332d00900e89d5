"""Solutions in BurrTools files: the assemblies of the problem."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.burr import ANOTHER, BurrText
from cp_puzzles.export.burr_shapes import painted_looks
from cp_puzzles.geometry.burr_turns import matching
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.rules.colours import ColoursFit
from cp_puzzles.spec.burr_count import Counted, is_mirrored
from cp_puzzles.symmetry.group import symmetry_group

Row = npt.NDArray[np.int32]


class BurrWriter:
    """Takes in solutions and writes the puzzle with them when it is closed, those alike for BurrTools once."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        if puzzle.objective is not None:
            raise MistakeError(puzzle.name, f"BurrTools knows no {puzzle.objective.key}", ANOTHER)
        self._path = path
        self._text = BurrText(puzzle)
        self._complete = False
        self._cover = build_cover(puzzle)
        self._places = tuple(self._cover.placements)
        self._number = {placement: option for option, placement in enumerate(self._places)}
        self._turns = symmetry_group(self._cover, "full").options
        self._images = self._turns[:1]
        if not puzzle.lattice.is_flat and not _is_mirrored(self._text):
            self._images, self._turns = self._turns, symmetry_group(self._cover, "rotations").options
        self._written: dict[Placement, tuple[int, ...]] = {}
        self._found: dict[bytes, str] = {}
        path.touch()

    def write(self, solution: Solution) -> None:
        """Take in a solution, and its mirror images where BurrTools counts them apart."""
        row = [self._number[placement] for placement in solution.placements if placement in self._number]
        for image in self._images[:, row]:
            alike: Row = np.sort(self._turns[:, image], axis=1)
            key = min(its.tobytes() for its in alike)
            if key not in self._found:
                self._found[key] = self._assembly(self._places[option] for option in image.tolist())

    def conclude(self, *, complete: bool) -> None:
        """Say whether the solutions are all that there are."""
        self._complete = complete

    def close(self) -> None:
        """Write the file."""
        done = self._complete and not self._has_more_ways()
        state = f'state="2" assemblies="{len(self._found)}" solutions="0" time="0"' if done else 'state="0"'
        lines = self._text.lines(state, tuple(self._found.values()))
        self._path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")

    def _assembly(self, placements: Iterator[Placement]) -> str:
        """`x y z turn` of each piece, copies by turn and place; `x` of one that is not used."""
        places: dict[str, list[tuple[int, ...]]] = {name: [] for name in self._text.bounds}
        for placement in placements:
            places[placement.tile].append(self._place(placement))
        words = []
        for name, (_, most) in self._text.bounds.items():
            lying = sorted(places[name])
            words += [" ".join(map(str, (*its[1:], its[0]))) for its in lying] + ["x"] * (most - len(lying))
        return " ".join(words)

    def _place(self, placement: Placement) -> tuple[int, ...]:
        """The turn of a piece with the smallest number, and where in the box of the board its hotspot comes to lie."""
        if placement not in self._written:
            text = self._text
            own, box = text.pieces[placement.tile], text.boxes[placement.tile]
            cells = [cell for cell, _ in own]
            hot = next(k for k, cell in enumerate(cells) if box.voxel(cell) == box.hotspot)
            target = map(text.lattice.raised, placement.cells)
            self._written[placement] = next(
                (turn, *text.board.voxel(lie[hot]))
                for turn, lie in matching(text.grid, cells, target)
                if all(
                    not letter or not text.letters[at] or text.letters[at] in text.fits[letter]
                    for (_, letter), at in zip(own, lie, strict=True)
                )
            )
        return self._written[placement]

    def _has_more_ways(self) -> bool:
        """Whether BurrTools counts a solution several times, for where the colours of a piece are."""
        lattice = self._text.puzzle.lattice
        rules = [rule for rule in self._text.puzzle.rules if isinstance(rule, ColoursFit)]
        return any(
            rule.ways(lattice, placement) > 1
            for rule in rules
            for placement in self._places
            if self._text.puzzle.tile(placement.tile).painted
        )


def _is_mirrored(text: BurrText) -> bool:
    counted = [
        Counted(name, own, painted_looks(text.puzzle.tile(name), text.lattice), (text.bounds[name],))
        for name, own in text.pieces.items()
    ]
    return is_mirrored(text.lattice, counted)
