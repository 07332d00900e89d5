"""Crossroads: points, in space edges, where four tiles meet. A tiling without any is called tatami."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import corners
from cp_puzzles.rules.borders import meetings, patch
from cp_puzzles.rules.draft import Draft, Mark, Reference
from cp_puzzles.rules.measure import Everywhere, Total
from cp_puzzles.rules.sight import Sight
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Crossroads(Everywhere):
    """The number of points where four tiles or more meet; an empty cell is no tile. See `Measure`."""

    name: str = "crossroads"

    def meaningless(self, lattice: Lattice) -> str | None:
        there_are = corners(lattice, lattice.kinds[0].origin) and meetings(lattice, patch(lattice))
        return None if there_are else "no four of its cells meet"

    def places(self, tiling: Tiling) -> tuple[tuple[Cell, ...], ...]:
        """The crossroads of a tiling, as the cells that meet there."""
        owner = tiling.owner
        return tuple(
            cells for cells in tiling.ground.meetings if len({owner[cell] for cell in cells if cell in owner}) >= 4
        )

    def of(self, tiling: Tiling) -> int:
        return len(self.places(tiling))

    @property
    def is_seen(self) -> bool:
        return True

    def sight(self, tiling: Tiling) -> Sight:
        return Sight(points=self.places(tiling))

    def total(self, draft: Draft) -> Total | None:
        places = draft.ground.meetings
        if any(len(cells) > 4 for cells in places):
            return None
        marks = []
        for number, cells in enumerate(places, start=1):
            mark = Mark("crossing", (cells,))
            marks.append(mark)
            draft.add(f"point {number}", _joining(draft, cells), marks=[mark, *_empty(draft, cells)], minimum=1)
            for a, b in combinations(cells, 2):
                draft.add(f"point {number} between {a} and {b}", draft.both(a, b), marks=[mark], maximum=1)
            for empty in _empty(draft, cells):
                draft.add(f"point {number} beside an empty cell", (), marks=[mark, empty], maximum=1)
        return Total((), tuple(marks))

    def forbid(self, draft: Draft) -> bool:
        places = draft.ground.meetings
        if any(len(cells) > 4 for cells in places):
            return False
        for number, cells in enumerate(places, start=1):
            members, marks = _joining(draft, cells), _empty(draft, cells)
            draft.add(f"point {number} is no crossing", members, marks=marks, minimum=1, sight=Sight(points=(cells,)))
        return True


def _joining(draft: Draft, cells: tuple[Cell, ...]) -> frozenset[Reference]:
    """The placements that cover two or more of some cells."""
    return frozenset[Reference]().union(*(draft.both(a, b) for a, b in combinations(cells, 2)))


def _empty(draft: Draft, cells: tuple[Cell, ...]) -> list[Mark]:
    return [mark for cell in cells if (mark := draft.empty(cell)) is not None]
