"""The measures by name, and the rules: every key under `rules:` of a puzzle file, in the order of the JSON Schema."""

from __future__ import annotations

import re

from cp_puzzles.base.packages import load_extensions
from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.area import Covered, Empty, Pieces
from cp_puzzles.puzzle.rules.blocked import BLOCKED
from cp_puzzles.puzzle.rules.boundary_tiles import Border
from cp_puzzles.puzzle.rules.choose import CHOOSE
from cp_puzzles.puzzle.rules.clues import CLUES
from cp_puzzles.puzzle.rules.colorable import COLORABLE
from cp_puzzles.puzzle.rules.corners_only import CORNERS
from cp_puzzles.puzzle.rules.disassembly import BUILDABLE, INTERLOCKING, Level
from cp_puzzles.puzzle.rules.distinct_shapes import DISTINCT
from cp_puzzles.puzzle.rules.empty_cells import CONNECTED, ISOLATED
from cp_puzzles.puzzle.rules.fault_lines import Crossroads, Faults
from cp_puzzles.puzzle.rules.lines import COLUMNS, ROWS
from cp_puzzles.puzzle.rules.maximal import MAXIMAL
from cp_puzzles.puzzle.rules.measure import Measure
from cp_puzzles.puzzle.rules.region_values import REGIONS
from cp_puzzles.puzzle.rules.rule_field import RuleField
from cp_puzzles.puzzle.rules.sides import BOUNDARY, MATCH
from cp_puzzles.puzzle.rules.symmetric import SYMMETRIC
from cp_puzzles.puzzle.rules.touch import SEPARATE, TOUCH, Touching

MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (Faults(), Crossroads(), Border(), Covered(), Empty(), Pieces(), Touching(), Level())
}
"""The measures by the names under which they are bounded, optimized and tabulated."""

RULES: tuple[RuleField, ...] = (
    *(measure.field() for measure in MEASURES.values()),
    TOUCH,
    SEPARATE,
    CHOOSE,
    CONNECTED,
    ISOLATED,
    SYMMETRIC,
    COLORABLE,
    MAXIMAL,
    BLOCKED,
    BUILDABLE,
    INTERLOCKING,
    CLUES,
    DISTINCT,
    REGIONS,
    ROWS,
    COLUMNS,
    CORNERS,
    MATCH,
    BOUNDARY,
)
"""The fields from which `RulesSpec` is generated and rules are built."""

REGISTERED: dict[str, RuleField] = {}
"""The fields that users and extensions have registered, by key."""

_KEY = re.compile(r"[a-z][a-z0-9_-]*")


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


def register_field(field: RuleField) -> None:
    """Add a field to `REGISTERED`; raises `MistakeError` for a key of the package or one that no file can have."""
    if any(field.key == rule.key for rule in RULES):
        raise MistakeError(field.key, "the package has a rule of this name", "choose another name")
    if not _KEY.fullmatch(field.key):
        raise MistakeError(field.key, "this cannot be the name of a rule", "use small letters, digits, - and _")
    REGISTERED[field.key] = field


def registered_field(key: str) -> RuleField | None:
    """Return the registered field of a key, after extensions were loaded; None if there is none."""
    if key not in REGISTERED:
        load_extensions()
    return REGISTERED.get(key)
