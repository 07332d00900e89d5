"""Maximal packings: nothing more fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement, placements
from cp_puzzles.geometry.polyform import Polyform
from cp_puzzles.rules.colours import ColoursFit
from cp_puzzles.rules.draft import Draft, Reference
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.tiling import Ground, Tiling

MANY = 40
"""Placements that overlap one, above which its cells are asked instead."""


@dataclass(frozen=True)
class Maximal(Unrestricted):
    """No tile of which a copy is left fits into the empty cells; see `Rule`.

    `tiles` are the orientations and the most copies of each tile by name, `colours` tells which colours must fit.
    """

    tiles: tuple[tuple[str, tuple[Polyform, ...], int], ...]
    colours: ColoursFit
    key: str = "maximal"

    def compile(self, draft: Draft) -> bool:
        """See `Rule`.

        Each placement is blocked by one that overlaps it (itself, perhaps), or no copy of its tile is left. The latter
        is an item's matter where there is one copy or more than ever fit. Where very many overlap it, that one of its
        cells is covered says the same shorter: pentominoes that block 5x5 are found in a quarter of the time. Dominoes
        are found sooner the other way, by searches 40 times as small.
        """
        says_all = True
        for name, forms, maximum in self.tiles:
            scarce = maximum < len(draft.ground.cells) // len(forms[0])
            if not maximum:
                continue
            if scarce and maximum > 1:
                says_all = False
                continue
            for number, cells in enumerate(self._fitting(draft.ground, name, forms, draft.ground.cells)):
                if any(map(draft.is_covered, cells)):
                    continue
                used = draft.of_tile[name] if scarce else frozenset()
                overlapping = frozenset[Reference]().union(*(draft.covering[cell] for cell in cells))
                if len(overlapping) > MANY:
                    draft.add(f"{name} {number} is blocked", used, marks=map(draft.covered, cells), minimum=1)
                else:
                    draft.add(f"{name} {number} is blocked", used | overlapping, minimum=1)
        return says_all

    def fault(self, tiling: Tiling) -> str | None:
        used = Counter(placement.tile for placement in tiling.placements)
        for name, forms, maximum in self.tiles:
            if used[name] < maximum:
                fitting = next(self._fitting(tiling.ground, name, forms, tiling.empty), None)
                if fitting is not None:
                    return f"{name!r} still fits on {list(map(list, fitting))}"
        return None

    def _fitting(
        self, ground: Ground, name: str, forms: tuple[Polyform, ...], cells: tuple[Cell, ...]
    ) -> Iterator[tuple[Cell, ...]]:
        """The sets of some cells that a tile can cover."""
        found = placements(ground.lattice, forms, cells)
        return (image for image in found if self.colours.admits(ground, Placement(image, name)))
