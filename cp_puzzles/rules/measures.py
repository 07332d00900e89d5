"""The measures by name."""

from __future__ import annotations

from cp_puzzles.rules.area import Covered, Empty, Pieces
from cp_puzzles.rules.crossroads import Crossroads
from cp_puzzles.rules.faults import Faults
from cp_puzzles.rules.measure import Measure
from cp_puzzles.rules.rim import Border
from cp_puzzles.rules.touch import Touching

MEASURES: dict[str, Measure] = {
    measure.name: measure for measure in (Faults(), Crossroads(), Border(), Covered(), Empty(), Pieces(), Touching())
}
"""Every measure under the name by which it is bounded, optimised and tabulated."""
