"""Tilings that a motion of the board maps to themselves."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.geometry.isometry import Isometry
from cp_puzzles.geometry.motion_names import inverse
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.rules.draft import Draft
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.tiling import Ground, Tiling


@dataclass(frozen=True)
class Symmetric(Unrestricted):
    """The motion maps every piece of the tiling to a piece of it: itself, another copy, a mirror image. See `Rule`."""

    motion: Isometry
    name: str
    key: str = "symmetric"

    def admits(self, ground: Ground, placement: Placement) -> bool:
        """See `Rule`: a piece that its image overlaps is its own image."""
        image = set(map(self.motion, placement.cells))
        return image == set(placement.cells) or image.isdisjoint(placement.cells)

    def compile(self, draft: Draft) -> bool:
        """See `Rule`.

        A cell is covered exactly if its image is, and two neighbours belong to one piece exactly if their images do:
        that says all if pieces hang together.
        """
        motions = sorted({self.motion, inverse(self.motion)}, key=lambda motion: (motion.matrix, motion.translation))
        for motion in motions:
            for cell in draft.ground.cells:
                empty = draft.empty(motion(cell))
                if empty is not None:
                    draft.add(f"{cell} like {motion(cell)}", draft.covering[cell], marks=[empty], maximum=1)
            for a, b in draft.ground.sides:
                for here, beside in ((a, b), (b, a)):
                    image, other = motion(here), motion(beside)
                    parted = draft.covering[image] - draft.both(image, other)
                    draft.add(f"{a} {b} like {image} {other}", draft.both(here, beside) | parted, maximum=1)
        return all(draft.ground.lattice.is_connected(p.cells) for p in (*draft.placements, *draft.given))

    def fault(self, tiling: Tiling) -> str | None:
        pieces = {placement.cells for placement in tiling.placements}
        for placement in tiling.placements:
            if tuple(sorted(map(self.motion, placement.cells))) not in pieces:
                return f"the {self.name} moves {placement.tile!r} to where no piece lies"
        return None
