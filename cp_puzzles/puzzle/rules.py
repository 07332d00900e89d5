"""From the rules that the user wrote to those of a puzzle."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.motion_names import named_motions
from cp_puzzles.puzzle.lattice import cell_of
from cp_puzzles.puzzle.model import Board, Tile
from cp_puzzles.rules.choose import Choose
from cp_puzzles.rules.colorable import Colorable
from cp_puzzles.rules.colours import ColoursFit
from cp_puzzles.rules.gaps import ConnectedGap, IsolatedGaps
from cp_puzzles.rules.maximal import Maximal
from cp_puzzles.rules.measure import Bounded
from cp_puzzles.rules.measures import MEASURES, measure_fault
from cp_puzzles.rules.objective import Objective, Values
from cp_puzzles.rules.rim import AtTheRim
from cp_puzzles.rules.rule import Rule
from cp_puzzles.rules.symmetric import Symmetric
from cp_puzzles.rules.touch import Apart, Touch
from cp_puzzles.spec.origin import Path, echo
from cp_puzzles.spec.rules_spec import Bounds, Motion
from cp_puzzles.spec.schema import PuzzleSpec


def build_rules(spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...]) -> tuple[Rule, ...]:
    """The rules of a spec in the order of the schema; raises `SpecError` for one that has no meaning here."""
    rules = []
    for path, rule in _rules(spec, lattice, board, tiles):
        reason = rule.meaningless(lattice.unrolled)
        if reason is not None:
            raise spec.error(path, f"on a {lattice.name} lattice {reason}", "take the rule away")
        rules.append(rule)
    return tuple(rules)


def build_objective(spec: PuzzleSpec, lattice: Lattice, tiles: tuple[Tile, ...]) -> Objective | None:
    """What a spec makes largest or smallest; raises `SpecError` for what cannot be measured here."""
    if spec.maximize is not None and spec.minimize is not None:
        raise spec.error(("minimize",), "maximize is there as well", "keep one of them")
    for key, wanted in (("maximize", spec.maximize), ("minimize", spec.minimize)):
        if isinstance(wanted, dict):
            _known(spec, tuple(wanted), {tile.name for tile in tiles}, (key,), keys=True)
            return Objective(Values(tuple(sorted(wanted.items()))), key == "maximize")
        if wanted is not None:
            fault = measure_fault(wanted, lattice)
            if fault is not None:
                raise spec.error((key,), f"{echo(wanted)}: {fault[0]}", fault[1])
            return Objective(MEASURES[wanted], key == "maximize")
    return None


def _rules(spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...]) -> Iterator[tuple[Path, Rule]]:
    rules, names = spec.rules, {tile.name for tile in tiles}
    colours = ColoursFit(
        board.colours,
        tuple((spec.colors or {}).items()),
        tuple((tile.name, tile.painted) for tile in tiles if tile.painted),
    )
    if colours.board and colours.tiles:
        yield ("colors",), colours
    for name, measure in MEASURES.items():
        bounds = getattr(rules, name)
        if isinstance(bounds, Bounds):
            yield ("rules", name), Bounded(measure, bounds.min, bounds.max)
    if rules.border == "all":
        yield ("rules", "border"), AtTheRim()
    elif isinstance(rules.border, tuple):
        yield ("rules", "border"), AtTheRim(_known(spec, rules.border, names, ("rules", "border")))
    for key, pairs in (("touch", rules.touch), ("apart", rules.apart)):
        for number, pair in enumerate(pairs):
            path: Path = ("rules", key, number)
            _known(spec, pair, names, path)
            yield path, (Touch if key == "touch" else Apart)(pair[0], pair[1], f"{key}.{number}")
    for number, chosen in enumerate(rules.choose):
        path = ("rules", "choose", number)
        group = _known(spec, chosen.of, names, (*path, "of"))
        yield path, Choose(group, chosen.copies.min, chosen.copies.max, f"choose.{number}")
    if rules.connected is not None:
        yield ("rules", "connected"), ConnectedGap()
    if rules.isolated is not None:
        yield ("rules", "isolated"), IsolatedGaps()
    if rules.symmetric is not None:
        yield ("rules", "symmetric"), _symmetric(spec, rules.symmetric, lattice, board)
    if rules.colorable is not None:
        wanted = rules.colorable
        yield ("rules", "colorable"), Colorable(wanted.with_, wanted.corners, wanted.balanced)
    if rules.maximal:
        yield (
            ("rules", "maximal"),
            Maximal(tuple((tile.name, tile.orientations, tile.maximum) for tile in tiles), colours),
        )


def _known(
    spec: PuzzleSpec, wanted: tuple[str, ...], names: Collection[str], path: Path, *, keys: bool = False
) -> frozenset[str]:
    for number, name in enumerate(wanted):
        if name not in names:
            place = (*path, name if keys else number)
            raise spec.error(place, f"there is no tile {name!r}", "tiles: " + " ".join(sorted(names)))
    return frozenset(wanted)


def _symmetric(spec: PuzzleSpec, wanted: Motion, lattice: Lattice, board: Board) -> Symmetric:
    path: Path = ("rules", "symmetric")
    motions, which = lattice.board_isometries(board.cells), ""
    if wanted.takes is not None and wanted.to is not None:
        start, end = (
            cell_of(spec, lattice, cell, (*path, key)) for key, cell in (("takes", wanted.takes), ("to", wanted.to))
        )
        motions = tuple(motion for motion in motions if motion(start) == end)
        which = f" and takes {list(wanted.takes)} to {list(wanted.to)}"
    if not isinstance(wanted.motion, str):
        for motion in motions:
            if motion.matrix == wanted.motion:
                return Symmetric(motion, "motion")
        these = " ".join(dict.fromkeys(_text(motion.matrix) for motion in motions)) or "none"
        raise spec.error(path, f"{_text(wanted.motion)} does not map the board to itself{which}", f"these do: {these}")
    named = named_motions(lattice, motions)
    found = named.get(wanted.motion, ())
    if len(found) == 1:
        return Symmetric(found[0], wanted.motion)
    if not found:
        none = "take other cells" if which else "it has no symmetry: take the rule away"
        known = "names: " + ", ".join(named) if named else none
        raise spec.error(path, f"no {echo(wanted.motion)} maps the board to itself{which}", known)
    matrices = {motion.matrix for motion in found}
    if len(matrices) == len(found):
        remedy = "write " + " or ".join(_text(motion.matrix) for motion in found)
    else:
        cell = min(board.cells)
        here, there = (list(lattice.written(its)) for its in (cell, found[0](cell)))
        remedy = f"say where a cell comes to, as in {{motion: {wanted.motion}, takes: {here}, to: {there}}}"
    raise spec.error(path, f"the board has {len(found)} motions of the name {wanted.motion!r}{which}", remedy)


def _text(matrix: tuple[tuple[int, ...], ...]) -> str:
    return str([list(row) for row in matrix]).replace(" ", "")
