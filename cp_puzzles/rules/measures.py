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


def measure_fault(name: str, lattice: Lattice) -> tuple[str, str] | None:
    """Why a name is no measure on a lattice, and what to do instead; None if it is one."""
    if name not in MEASURES:
        near = difflib.get_close_matches(name, MEASURES, n=1)
        return "there is no such measure", f"did you mean {near[0]!r}?" if near else "measures: " + ", ".join(MEASURES)
    reason = MEASURES[name].meaningless(lattice.unrolled)
    return None if reason is None else (f"on a {lattice.name} lattice {reason}", "measure something else")


def require_measure(name: str, lattice: Lattice) -> Measure:
    """The measure of that name; raises `MistakeError` if there is none, or if it has no meaning on the lattice."""
    fault = measure_fault(name, lattice)
    if fault is not None:
        raise MistakeError(Parameter("by", name), *fault)
    return MEASURES[name]
