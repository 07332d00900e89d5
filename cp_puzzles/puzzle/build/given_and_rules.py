"""Build the given placements, the rules and the objective of a puzzle from a spec."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from cp_puzzles.base.text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.board_and_tiles import Board, Tile
from cp_puzzles.puzzle.build.board_frame import BoardFrame, board_cell
from cp_puzzles.puzzle.build.written_cells import cell_of
from cp_puzzles.puzzle.fields import Mistakes, Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement, placements
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.measure import Bounded, Objective, Values
from cp_puzzles.puzzle.rules.rule import Rule, RuleContext
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, measure_error, rule_field
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import GivenDrawing, GivenPlacement


class _GivenPiece(NamedTuple):
    """A piece under `given` with the places of its tile and of its cells in the file."""

    tile: Tile
    cells: tuple[Cell, ...]
    tile_path: Path
    cells_path: Path
    shown: tuple[str, ...] | None = None
    shown_path: Path = ()


def build_given(
    frame: BoardFrame, lattice: Lattice, board: Board, tiles: tuple[Tile, ...], overlap: int | None = 1
) -> tuple[tuple[Placement, ...], tuple[Placement, ...]]:
    """Return the placements under `given`, sorted, and the fixed ones among them; raise `SpecError`."""
    spec = frame.spec
    used: Counter[str] = Counter()
    covered: dict[Cell, list[str]] = defaultdict(list)
    placed, fixed = [], []
    mistakes = Mistakes()
    for index, given in enumerate(spec.given):
        path: Path = ("given", index)
        with mistakes.noted():
            if isinstance(given, GivenDrawing):
                pieces = _drawn(frame, lattice, board, tiles, given, path if len(spec.given) > 1 else path[:1])
            else:
                pieces = _listed(spec, lattice, board, tiles, given, path)
            for piece in pieces:
                _cover(spec, lattice, piece, covered, overlap)
                tile = piece.tile
                if lattice.normalize(piece.cells) not in {each.cells for each in tile.orientations}:
                    raise spec.error(piece.cells_path, *_wrong_shape(tile, len(piece.cells)))
                placement = _placement(spec, lattice, board, piece)
                used[tile.name] += 1
                if used[tile.name] > tile.maximum:
                    problem = f"{tile.name!r} is given more often than its multiplicity of {tile.maximum} allows"
                    raise spec.error(piece.tile_path, problem, "remove one of them, or raise the multiplicity")
                if placement in placed:
                    problem = f"{tile.name!r} is given twice on these cells"
                    raise spec.error(piece.cells_path, problem, "remove one of them")
                placed.append(placement)
                if isinstance(given, GivenPlacement) and given.fixed:
                    fixed.append(placement)
    mistakes.raise_all()
    return tuple(sorted(placed)), tuple(sorted(fixed))


def _cover(
    spec: PuzzleSpec, lattice: Lattice, piece: _GivenPiece, covered: dict[Cell, list[str]], overlap: int | None
) -> None:
    """Add the cells of a piece to `covered`, with the name of its tile; raise `SpecError` for a full cell."""
    for number, cell in enumerate(piece.cells):
        if overlap is not None and len(covered[cell]) >= overlap:
            path = (*piece.cells_path, number) if piece.cells_path[-1:] == ("cells",) else piece.cells_path
            written = list(lattice.coordinates(cell))
            raise spec.error(path, f"the cell {written} is covered by {covered[cell][0]!r} already", "move one")
        covered[cell].append(piece.tile.name)


def _placement(spec: PuzzleSpec, lattice: Lattice, board: Board, piece: _GivenPiece) -> Placement:
    """Return the placement of a piece; raise `SpecError` unless exactly one placement has what is written.

    Of a tile with colors, placements that do not fit the colors of the board do not count.
    """
    tile, cells = piece.tile, tuple(sorted(piece.cells))
    if not tile.shown:
        if piece.shown is not None:
            raise spec.error(piece.shown_path, f"{tile.name!r} shows no colors", "remove the key")
        return Placement(cells, tile.name, lattice)
    ways = [*placements(lattice, tile.name, tile.orientations, cells)]
    if piece.shown is not None:
        if len(piece.shown) != len(cells):
            problem = f"{counted(len(piece.shown), 'color')} for {counted(len(cells), 'cell')}"
            raise spec.error(piece.shown_path, problem, "write one for each cell")
        wanted = dict(zip(piece.cells, piece.shown, strict=True))
        ways = [way for way in ways if way.shown_at() == wanted]
        if not ways:
            problem = f"{tile.name!r} cannot show this on these cells"
            raise spec.error(piece.shown_path, problem, "check the order of the cells")
    colors = ColorsFit(board.cell_colors, tuple((spec.colors or {}).items()), ())
    fitting = [way for way in ways if colors.suits(way)]
    if len(fitting) > 1:
        example = ", ".join(fitting[0].shown_at()[cell] or '""' for cell in piece.cells)
        problem = f"{tile.name!r} lies on these cells in {len(fitting)} ways, which show different colors"
        raise spec.error(piece.cells_path, problem, f"write what it shows on each cell: shown: [{example}]")
    return (fitting or ways)[0]


def _wrong_shape(tile: Tile, number: int) -> tuple[str, str]:
    """Return the problem and the remedy of `number` cells that are not a placement of a tile."""
    if number != tile.size:
        remedy = "write all cells of the piece" if number < tile.size else "write only the cells of the piece"
        verb = "is" if number == 1 else "are"
        return f"{tile.name!r} has {counted(tile.size, 'cell')}; {number} {verb} given", remedy
    problem = "this cell is" if number == 1 else f"these {number} cells are"
    return (
        f"{problem} not a placement of {tile.name!r}",
        "check the cells, and `rotate`, `reflect` and `orientations` of the tile",
    )


def _listed(
    spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...], given: GivenPlacement, path: Path
) -> Iterator[_GivenPiece]:
    """Yield the piece of a list item, whose tile may be named with its size, as in I5."""
    by_name = {f"{tile.name}{tile.size}": tile for tile in tiles} | {tile.name: tile for tile in tiles}
    if given.tile not in by_name:
        names = " ".join(tile.name for tile in tiles)
        raise spec.error((*path, "tile"), f"there is no tile {given.tile!r}", f"tiles: {names}")
    on_board, words, here = set(board.cells), "a cell to cover", (*path, "cells")
    numbered = enumerate(given.cells)
    cells = tuple(board_cell(spec, lattice, written, (*here, n), on_board, words) for n, written in numbered)
    shown = None if given.shown is None else tuple(map(str, given.shown))
    yield _GivenPiece(by_name[given.tile], cells, (*path, "tile"), here, shown, (*path, "shown"))


def _drawn(
    frame: BoardFrame, lattice: Lattice, board: Board, tiles: tuple[Tile, ...], given: GivenDrawing, path: Path
) -> Iterator[_GivenPiece]:
    """Yield the pieces of a drawing.

    A piece is a connected part of a letter, or all cells of a letter if its tile has several parts.
    """
    spec = frame.spec
    lettered: dict[str, list[Cell]] = {}
    shape, words = (*board.cells, *board.left_empty), ("a cell to cover", "no piece")
    for cell, letter in frame.drawn_over(given.drawing, shape, frozenset(board.cells), path, words):
        lettered.setdefault(letter, []).append(cell)
    if not lettered:
        raise spec.error(path, "the drawing has no letter of a tile", "draw a letter where a piece lies")
    for letter, cells in lettered.items():
        tile = _lettered_tile(spec, tiles, letter, path)
        is_one_piece = lattice.normalize(cells) in {each.cells for each in tile.orientations}
        for part in [tuple(sorted(cells))] if is_one_piece else lattice.components(cells):
            if len(part) > tile.size and len(part) % tile.size == 0:
                problem = f"pieces {letter!r} touch, so their cells cannot be told apart"
                raise spec.error(path, problem, f"list them as - {{tile: {tile.name}, cells: [...]}}")
            yield _GivenPiece(tile, tuple(part), path, path)


def _lettered_tile(spec: PuzzleSpec, tiles: tuple[Tile, ...], letter: str, path: Path) -> Tile:
    """Return the tile with that name, or the only tile whose name contains the letter."""
    candidates = [tile for tile in tiles if tile.name == letter] or [tile for tile in tiles if letter in tile.name]
    if len(candidates) == 1:
        return candidates[0]
    names = " ".join(tile.name for tile in candidates or tiles)
    if candidates:
        raise spec.error(path, f"{echo(letter)} may be any of {names}", "list it as - {tile: ..., cells: [...]}")
    raise spec.error(path, f"there is no tile {echo(letter)}", f"tiles: {names}")


def named_tiles(spec: PuzzleSpec, rules: Iterable[Rule]) -> set[str]:
    """Return the names of tiles that a rule or the objective of the file writes."""
    written = {*_texts(spec.to_dict().get("rules"))}
    values = {*(spec.maximize if isinstance(spec.maximize, dict) else ())}
    values |= {*(spec.minimize if isinstance(spec.minimize, dict) else ())}
    return values | {name for rule in rules for name in rule.named_tiles if name in written}


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in a value of a file, keys and values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, Collection):
        for each in value:
            yield from _texts(each)


def build_rules(
    spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...], overlap: int | None
) -> tuple[Rule, ...]:
    """Return the rules of a spec: the colors, then the bounded measures, then the others in the order of the schema.

    Stored runs number the items of rules in this order. Raises `SpecError` with the first mistake in each rule.
    """
    colors = ColorsFit(board.cell_colors, tuple((spec.colors or {}).items()), tuple(t.name for t in tiles if t.shown))
    by_name, regions = {tile.name: tile for tile in tiles}, dict(board.regions)
    at = partial(cell_of, spec, lattice)
    context = RuleContext(lattice, board.cells, by_name, colors, at, spec.error, regions)
    mistakes = Mistakes()
    rules: list[Rule] = []
    for key in spec.rules:
        with mistakes.noted():
            rules += _built(spec, key, context, overlap)
    mistakes.raise_all()
    rules.sort(key=lambda rule: not isinstance(rule, Bounded))
    return (colors, *rules) if colors.board and colors.tiles else tuple(rules)


def _built(spec: PuzzleSpec, key: str, context: RuleContext, overlap: int | None) -> list[Rule]:
    field, path = rule_field(key), ("rules", key)
    assert field is not None
    rules = [*field.build(spec.rules[key], path, context)]
    for rule in rules:
        reason = rule.unsupported_reason(context.lattice)
        if reason is not None:
            raise spec.error(path, f"on a {context.lattice.name} lattice {reason}", "remove the rule")
        if overlap != 1 and not rule.permits_overlap:
            raise spec.error(path, f"{rule.key} is not defined for pieces that overlap", "remove it, or overlap")
    return rules


def build_objective(
    spec: PuzzleSpec, lattice: Lattice, tiles: tuple[Tile, ...], overlap: int | None
) -> Objective | None:
    """Return the objective of a spec, if any; raises `SpecError` for an unknown tile or measure."""
    if spec.maximize is not None and spec.minimize is not None:
        raise spec.error(("minimize",), "maximize is set as well", "keep one of them")
    key, target = ("minimize", spec.minimize) if spec.maximize is None else ("maximize", spec.maximize)
    if target is None:
        return None
    if isinstance(target, dict):
        names = {tile.name for tile in tiles}
        for name in target:
            if name not in names:
                raise spec.error((key, name), f"there is no tile {name!r}", "tiles: " + " ".join(sorted(names)))
        return Objective(Values(tuple(sorted(target.items()))), key == "maximize")
    error = measure_error(target, lattice)
    if error is not None:
        raise spec.error((key,), f"{echo(target)}: {error[0]}", error[1])
    if overlap != 1 and not MEASURES[target].permits_overlap:
        raise spec.error((key,), f"{target} is not defined for pieces that overlap", "choose another measure")
    return Objective(MEASURES[target], key == "maximize")
