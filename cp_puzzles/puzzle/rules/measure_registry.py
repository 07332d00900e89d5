"""The measures by name."""

from __future__ import annotations

from cp_puzzles.base.extensions import load_extensions
from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.area import Covered, Empty, Pieces
from cp_puzzles.puzzle.rules.boundary_tiles import Border
from cp_puzzles.puzzle.rules.crossroads import Crossroads
from cp_puzzles.puzzle.rules.disassembly import Level
from cp_puzzles.puzzle.rules.fault_lines import Faults
from cp_puzzles.puzzle.rules.measure import Measure
from cp_puzzles.puzzle.rules.touch import Touching

MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (Faults(), Crossroads(), Border(), Covered(), Empty(), Pieces(), Touching(), Level())
}
"""The measures by the names under which they are bounded, optimized and tabulated."""


def measure_error(name: str, lattice: Lattice) -> tuple[str, str] | None:
    """Return the problem and the remedy of a name that is not a measure on a lattice; None if it is one."""
    if name not in MEASURES:
        load_extensions()
    if name not in MEASURES:
        return "there is no such measure", suggestion(name, MEASURES, "measures: " + ", ".join(MEASURES))
    reason = MEASURES[name].unsupported_reason(lattice)
    return None if reason is None else (f"on a {lattice.name} lattice {reason}", "choose another measure")


def require_measure(name: str, lattice: Lattice) -> Measure:
    """Return the measure of a name; raises `MistakeError` if there is none, or if the lattice does not support it."""
    error = measure_error(name, lattice)
    if error is not None:
        raise MistakeError(Parameter("by", name), *error)
    return MEASURES[name]
