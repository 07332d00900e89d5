"""The measures and the rules by name: together the keys under `rules:` of a puzzle file."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from cp_puzzles.base.named_values import Named, Registry, load_extensions
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import MistakeError, Parameter

if TYPE_CHECKING:
    from cp_puzzles.puzzle.geometry.lattice import Lattice
    from cp_puzzles.puzzle.rules.measure import Measure
    from cp_puzzles.puzzle.rules.rule import RuleField

T = TypeVar("T")

# fmt: off
MEASURES: Registry[Measure] = Registry(
    "rule",
    Named("faults", "The number of straight lines (in a box planes) through the board that cross no tile; "
          "0: fault-free.", "puzzle.rules.fault_lines:FAULTS"),
    Named("crossroads", "The number of points (in a box edges) where at least four tiles meet, each counted once; 0: "
          "tatami.", "puzzle.rules.fault_lines:CROSSROADS"),
    Named("border", "`all`: every piece has a cell on the outer boundary; names: the pieces of these tiles have one; a "
          "number or a range: as many pieces have one.", "puzzle.rules.piece_counts:BORDER"),
    Named("covered", "The number of covered cells.", "puzzle.rules.piece_counts:COVERED"),
    Named("empty", "The number of empty cells.", "puzzle.rules.piece_counts:EMPTY"),
    Named("enclosed", "The number of empty cells from which no path of empty cells, across sides or corners, leads to "
          "the boundary of the board.", "puzzle.rules.touching:ENCLOSED"),
    Named("pieces", "The number of pieces on the board.", "puzzle.rules.piece_counts:PIECES"),
    Named("rectangles", "The number of pairs of pieces that together make a rectangle (in space a box).",
          "puzzle.rules.piece_shapes:RECTANGLES"),
    Named("touching", "The number of pairs of pieces that share a side.", "puzzle.rules.touching:TOUCHING"),
    Named("level", "The least number of moves until a piece or a group of pieces leaves; 0 if nothing can leave.",
          "puzzle.rules.disassembly:LEVEL"),
)
"""The measures by the names under which they are bounded, optimized and tabulated."""

RULES: Registry[RuleField] = Registry(
    "rule",
    Named("touch", "Pairs of tiles that share a side somewhere.", "puzzle.rules.touching:TOUCH"),
    Named("separate", "Pairs of tiles that share no side.", "puzzle.rules.touching:SEPARATE"),
    Named("choose", "Groups of tiles with the number of copies used.", "puzzle.rules.piece_counts:CHOOSE"),
    Named("connected", "`empty`: the empty cells are connected through their sides; `pieces`, or {tiles: [I, L]}: the "
          "pieces, or those of these tiles, are connected.", "puzzle.rules.touching:CONNECTED"),
    Named("isolated", "`empty`: no two empty cells share a side.", "puzzle.rules.touching:ISOLATED"),
    Named("symmetric", "The motion of the board that maps the tiling to itself: half-turn, quarter-turn, left-right, "
          "..., or its matrix; where several have the same name, as on a torus, {motion: shift, takes: [0, 0], to: [0, "
          "2]}.", "puzzle.rules.symmetric:SYMMETRIC"),
    Named("colorable", "The number of colors that suffice to color the pieces so that neighbors differ.",
          "puzzle.rules.colorable:COLORABLE"),
    Named("maximal", "Whether no tile with an unused copy fits into the empty cells.",
          "puzzle.rules.piece_shapes:MAXIMAL"),
    Named("blocked", "Tiles that fit nowhere into the empty cells, whatever their multiplicity, such as 0.",
          "puzzle.rules.piece_shapes:BLOCKED"),
    Named("buildable", "Whether all pieces can be taken apart, one by one or in groups, so that the tiling can be "
          "assembled.", "puzzle.rules.disassembly:BUILDABLE"),
    Named("interlocking", "Whether exactly one piece, the key, can move, and no other piece or group of pieces.",
          "puzzle.rules.disassembly:INTERLOCKING"),
    Named("clues", "Cells with the number of cells of the piece on each, as in [[0, 2, 6]]; each piece covers exactly "
          "one of them.", "puzzle.rules.piece_shapes:CLUES"),
    Named("distinct", "`shapes`: no two pieces have the same shape.", "puzzle.rules.piece_shapes:DISTINCT"),
    Named("regions", "What the values in regions satisfy: {A: {sum: 9}, B: equal, rows: different}, or {count: {value: "
          "6, min: 2}}.", "puzzle.rules.region_values:REGIONS"),
    Named("rows", "The number of covered cells in each of the rows: a number or a range for all, or a list with one "
          "for each of the rows in order.", "puzzle.rules.region_values:ROWS"),
    Named("columns", "The number of covered cells in each of the columns: a number or a range for all, or a list with "
          "one for each of the columns in order.", "puzzle.rules.region_values:COLUMNS"),
    Named("corners", "Pieces share no side with pieces of their group; `touch: true`: each shares a corner with one, "
          "as in Blokus.", "puzzle.rules.touching:CORNERS"),
    Named("match", "`equal`: two sides that meet have one color; {a: A, b: B}: a meets A, b meets B, other colors meet "
          "themselves.", "puzzle.rules.sides:MATCH"),
    Named("loop", "A color of sides that forms one closed line through all pieces that show it; true: the pieces form "
          "one closed loop, each touches exactly two others.", "puzzle.rules.loop:LOOP"),
    Named("boundary", "The color of the sides on the boundary of the board, or several colors, as in rg.",
          "puzzle.rules.sides:BOUNDARY"),
)
"""The fields of the rules that bound no measure, by key."""
# fmt: on


def rule_keys() -> tuple[str, ...]:
    """Return the keys under `rules:` in the order of the JSON Schema; those that users registered follow, sorted."""
    keys = (*MEASURES.entries, *RULES.entries)
    return (*keys, *sorted({*MEASURES, *RULES}.difference(keys)))


def rule_field(key: str) -> RuleField | None:
    """Return the field of a key under `rules:`, after extensions were loaded; None if there is none."""
    if key not in MEASURES and key not in RULES:
        load_extensions()
    return MEASURES[key].field() if key in MEASURES else RULES.get(key)


def help_of(field: RuleField) -> str:
    """Return the help sentence of a field."""
    entry = MEASURES.entries.get(field.key) or RULES.entries.get(field.key)
    return field.about if entry is None else entry.about


def register_key(registry: Registry[T], key: str, value: T) -> None:
    """Add a measure, or the field of a rule, of the user to its registry; it replaces an earlier one of this key.

    Raises `MistakeError` for a key of the package, or one that no file can have.
    """
    for each in (MEASURES, RULES):
        each.check_name(key)
        each.data.pop(key, None)
    registry[key] = value


def measure_error(name: str, lattice: Lattice) -> tuple[str, str] | None:
    """Return the problem and the remedy of a name that is not a measure on a lattice; None if it is one."""
    measure = MEASURES.find(name)
    if measure is None:
        return "there is no such measure", suggestion(name, MEASURES, "measures: " + ", ".join(MEASURES))
    reason = measure.unsupported_reason(lattice)
    return None if reason is None else (f"on a {lattice.name} lattice {reason}", "choose another measure")


def require_measure(name: str, lattice: Lattice) -> Measure:
    """Return the measure of a name; raises `MistakeError` if there is none, or if the lattice does not support it."""
    error = measure_error(name, lattice)
    if error is not None:
        raise MistakeError(Parameter("by", name), *error)
    return MEASURES[name]
