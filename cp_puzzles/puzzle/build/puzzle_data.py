"""The values that make up a puzzle, and their construction from a spec."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from cp_puzzles.errors import Mistakes, echo
from cp_puzzles.puzzle.board_and_tiles import Board, Tile, side_letters
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_board import build_board
from cp_puzzles.puzzle.build.build_given import build_given
from cp_puzzles.puzzle.build.build_tiles import build_tiles
from cp_puzzles.puzzle.build.written_cells import cell_of
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.measure import Bounded, Objective, Values
from cp_puzzles.puzzle.rules.rule import Rule
from cp_puzzles.puzzle.rules.rule_field import RuleContext
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, measure_error, rule_field, rule_keys
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


@dataclass(frozen=True)
class PuzzleData:
    """The values of a puzzle: `Puzzle` adds its constructor for users, and what follows from the values."""

    name: str
    lattice: Lattice
    board: Board
    tiles: tuple[Tile, ...]
    fill: bool = True
    given: tuple[Placement, ...] = ()
    rules: tuple[Rule, ...] = ()
    objective: Objective | None = None
    description: str = ""
    source: str = ""
    spec: PuzzleSpec | None = field(default=None, repr=False, compare=False)
    fixed: tuple[Placement, ...] = ()
    overlap: int | None = 1


def construct_puzzle(spec: PuzzleSpec, leave: Iterable[str] = ()) -> PuzzleData:
    """Return the values of the puzzle that a spec describes.

    Raise `SpecError` with the mistakes in the board, else with those in the tiles, else with all others.
    """
    frame, overlap = BoardFrame.of(spec), _overlap(spec)
    lattice, board = build_board(frame, leave)
    tiles, twins = build_tiles(spec, lattice, board)
    given, fixed, rules, objective = tuple[Placement, ...](), tuple[Placement, ...](), tuple[Rule, ...](), None
    mistakes = Mistakes()
    with mistakes.noted():
        given, fixed = build_given(frame, lattice, board, tiles, overlap)
    with mistakes.noted():
        rules = build_rules(spec, lattice, board, tiles)
    with mistakes.noted():
        objective = build_objective(spec, lattice, tiles)
    if not (spec.labeled or mistakes):
        named = _named_tiles(spec, rules)
        for name, twin, mistake in twins:
            if not named & {name, twin}:
                mistakes.note(mistake)
    mistakes.raise_all()
    return PuzzleData(
        name=spec.name,
        lattice=lattice,
        board=board,
        tiles=tiles,
        fill=spec.fill,
        given=given,
        rules=rules,
        objective=objective,
        description=spec.description or "",
        source=spec.source or "",
        spec=spec,
        fixed=fixed,
        overlap=overlap,
    )


def _overlap(spec: PuzzleSpec) -> int | None:
    """Return the largest number of pieces on a cell; None if any number may overlap."""
    return None if spec.overlap is True else spec.overlap or 1


def _named_tiles(spec: PuzzleSpec, rules: Iterable[Rule]) -> set[str]:
    """Return the names of tiles that a rule or the objective of the file writes."""
    written = {*_texts(spec.rules)}
    values = {*(spec.maximize if isinstance(spec.maximize, dict) else ())}
    values |= {*(spec.minimize if isinstance(spec.minimize, dict) else ())}
    return values | {name for rule in rules for name in rule.named_tiles if name in written}


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in a value of a file, keys and values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, BaseModel):
        yield from _texts(value.model_dump())
    elif isinstance(value, Mapping):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, Collection):
        for each in value:
            yield from _texts(each)


def build_rules(spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...]) -> tuple[Rule, ...]:
    """Return the rules of a spec: the colors, then the bounded measures, then the others in the order of the schema.

    Stored runs number the items of rules in this order. Raises `SpecError` with the first mistake in each rule.
    """
    colored = tuple((tile.name, tile.colored_orientations) for tile in tiles if tile.colored_orientations)
    context = RuleContext(
        lattice=lattice,
        cells=board.cells,
        tiles={tile.name: (tile.orientations, tile.maximum) for tile in tiles},
        colors=ColorsFit(board.cell_colors, tuple((spec.colors or {}).items()), colored),
        cell_at=lambda coordinates, path: cell_of(spec, lattice, coordinates, path),
        error=spec.error,
        regions=dict(board.regions),
        side_colors=side_letters(tiles),
    )
    mistakes = Mistakes()
    rules: list[Rule] = []
    for key in rule_keys():
        if key in spec.rules:
            with mistakes.noted():
                rules += _built(spec, key, context)
    mistakes.raise_all()
    rules.sort(key=lambda rule: not isinstance(rule, Bounded))
    colors = context.colors
    return (colors, *rules) if colors.board and colors.tiles else tuple(rules)


def _built(spec: PuzzleSpec, key: str, context: RuleContext) -> list[Rule]:
    field, path = rule_field(key), ("rules", key)
    assert field is not None
    rules = [*field.build(spec.rules[key], path, context)]
    for rule in rules:
        reason = rule.unsupported_reason(context.lattice)
        if reason is not None:
            raise spec.error(path, f"on a {context.lattice.name} lattice {reason}", "remove the rule")
        if _overlap(spec) != 1 and not rule.permits_overlap:
            raise spec.error(path, f"{rule.key} is not defined for pieces that overlap", "remove it, or overlap")
    return rules


def build_objective(spec: PuzzleSpec, lattice: Lattice, tiles: tuple[Tile, ...]) -> Objective | None:
    """Return the objective of a spec, if any; raises `SpecError` for an unknown tile or measure."""
    if spec.maximize is not None and spec.minimize is not None:
        raise spec.error(("minimize",), "maximize is set as well", "keep one of them")
    for key, target in (("maximize", spec.maximize), ("minimize", spec.minimize)):
        if isinstance(target, dict):
            names = {tile.name for tile in tiles}
            for name in target:
                if name not in names:
                    raise spec.error((key, name), f"there is no tile {name!r}", "tiles: " + " ".join(sorted(names)))
            return Objective(Values(tuple(sorted(target.items()))), key == "maximize")
        if target is not None:
            error = measure_error(target, lattice)
            if error is not None:
                raise spec.error((key,), f"{echo(target)}: {error[0]}", error[1])
            if _overlap(spec) != 1 and not MEASURES[target].permits_overlap:
                raise spec.error((key,), f"{target} is not defined for pieces that overlap", "choose another measure")
            return Objective(MEASURES[target], key == "maximize")
    return None
