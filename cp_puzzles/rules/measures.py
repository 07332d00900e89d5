"""The measures by name."""

from __future__ import annotations

import difflib

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.geometry.lattice import Lattice
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


def require_measure(name: str, lattice: Lattice) -> Measure:
    """The measure of that name; raises `MistakeError` if there is none, or if it has no meaning on the lattice."""
    measure = MEASURES.get(name)
    if measure is None:
        near = difflib.get_close_matches(name, MEASURES, n=1)
        remedy = f"did you mean {near[0]!r}?" if near else "measures: " + ", ".join(MEASURES)
        raise MistakeError(Parameter("by", name), "there is no such measure", remedy)
    reason = measure.meaningless(lattice)
    if reason is not None:
        raise MistakeError(Parameter("by", name), f"on a {lattice.name} lattice {reason}", "measure something else")
    return measure
