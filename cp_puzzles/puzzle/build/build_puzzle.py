"""Build the values of a puzzle from a spec: first its board, then its tiles, their orientations and bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from cp_puzzles.base.text import counted, suggestion
from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.board_and_tiles import Board, Tile
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_board import build_board, lattice_of
from cp_puzzles.puzzle.build.written_cells import MAX_TILE_BOX, drawn_form, listed_form, written_sides
from cp_puzzles.puzzle.fields import Mistakes, Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice, Rotate
from cp_puzzles.puzzle.geometry.placement import Orientation, Polyform, shown_orientations
from cp_puzzles.puzzle.geometry.tile_sets import (
    FAMILIES,
    NUMBERED_SETS,
    ONE_SIDED,
    SETS,
    Tiles,
    TooFewColorsError,
    TooManyTilesError,
    named_set,
    numbered_form,
)
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import TileEntry, TileFamilyEntry, TileSetEntry

AnyEntry = TileEntry | TileSetEntry | TileFamilyEntry
"""An entry under `tiles:`."""

MAX_NAMES = 120
"""Names of tiles that a message lists at most."""


Twin = tuple[str, str, SpecError]
"""The names of two tiles with a common orientation, and the mistake unless they are told apart."""


def construct_puzzle(spec: PuzzleSpec, leave: Iterable[str] = ()) -> dict[str, Any]:
    """Return the values of the puzzle that a spec describes, by their names in `Puzzle`.

    Raise `SpecError` with the mistakes in the board, else with those in the tiles, else with all others.
    """
    frame = BoardFrame(spec, lattice_of(spec))
    overlap = None if spec.overlap is True else spec.overlap or 1  # None: any number of pieces on a cell
    lattice, board = build_board(frame, leave)
    tiles, twins = build_tiles(spec, lattice, board)
    values: dict[str, Any] = {"lattice": lattice, "board": board, "tiles": tiles, "overlap": overlap, "spec": spec}
    values |= {"name": spec.name, "description": spec.description or "", "source": spec.source or "", "fill": spec.fill}
    has_objective = spec.maximize is not None or spec.minimize is not None
    if spec.given or spec.rules or board.cell_colors or has_objective or twins:
        from cp_puzzles.puzzle.build.given_and_rules import build_given, build_objective, build_rules, named_tiles

        mistakes = Mistakes()
        with mistakes.noted():
            values["given"], values["fixed"] = build_given(frame, lattice, board, tiles, overlap)
        with mistakes.noted():
            values["rules"] = build_rules(spec, lattice, board, tiles, overlap)
        with mistakes.noted():
            values["objective"] = build_objective(spec, lattice, tiles, overlap)
        if twins and not (spec.labeled or mistakes):
            named = named_tiles(spec, values["rules"])
            mistakes += [mistake for name, twin, mistake in twins if not named & {name, twin}]
        mistakes.raise_all()
    return values


def build_tiles(spec: PuzzleSpec, lattice: Lattice, board: Board) -> tuple[tuple[Tile, ...], list[Twin]]:
    """Return the tiles of a spec in its order, with sets expanded, and twins; raise `SpecError` with all mistakes.

    A letter that tiles of different sizes have in their sets gets the size appended: I3, I4.
    """
    mistakes = Mistakes()
    twins: list[Twin] = []
    tiles: list[Tile] = []
    path_of: dict[str, Path] = {}
    tile_of: dict[Orientation, Tile] = {}
    shared = _shared_letters(spec)
    for index in range(len(spec.tiles)):
        with mistakes.noted():
            for member in _members_of(spec, lattice, board, index, shared):
                path, name = member.path, member.name
                if name in path_of:
                    first = ".".join(map(str, path_of[name]))
                    remedy = "give every tile a name of its own; for more copies of one tile use multiplicity"
                    raise spec.error(path, f"the name {name!r} is used twice (first by {first})", remedy)
                path_of[name] = path
                entry, base = spec.tiles[index], lattice.unwrapped
                unwrapped = _tile(spec, entry, base, board, member)
                tile = unwrapped if lattice is base else _wrapped(lattice, unwrapped, member.wrapped)
                twin = next((tile_of[each] for each in unwrapped.orientations if each in tile_of), None)
                if twin is not None:
                    twins.append((name, twin.name, spec.error(path, *_congruent(unwrapped, twin))))
                tile_of.update(dict.fromkeys(unwrapped.orientations, unwrapped))
                tiles.append(tile)
    mistakes.raise_all()
    return tuple(tiles), twins


@dataclass(frozen=True)
class ListedTile:
    """A tile of an entry of a spec (by its index) and its place in the file.

    `letter` is its name in the set or the entry, `name` its name in the puzzle. `cells` have what each shows.
    `wrapped` has the orientations of a tile of a family on a wrapped board.
    """

    entry: int
    path: Path
    letter: str
    name: str
    cells: Mapping[Cell, str]
    wrapped: tuple[Polyform, ...] = ()


def members(spec: PuzzleSpec, lattice: Lattice, board: Board) -> Iterator[ListedTile]:
    """Yield the tiles of a spec in its order, with sets expanded, before they are built; raise `SpecError`."""
    shared = _shared_letters(spec)
    for index in range(len(spec.tiles)):
        yield from _members_of(spec, lattice, board, index, shared)


def _members_of(spec: PuzzleSpec, lattice: Lattice, board: Board, index: int, shared: set[str]) -> Iterator[ListedTile]:
    entry = spec.tiles[index]
    if isinstance(entry, TileFamilyEntry):
        yield from _family(spec, lattice, board, entry, index)
        return
    for path, letter, cells in _forms(spec, lattice.unwrapped, entry, ("tiles", index)):
        is_shared = isinstance(entry, TileSetEntry) and letter in shared
        yield ListedTile(index, path, letter, f"{letter}{len(cells)}" if is_shared else letter, cells)


def _shared_letters(spec: PuzzleSpec) -> set[str]:
    """Return the names that selected tiles of different sizes share."""
    sizes: dict[str, set[int]] = {}
    for entry in spec.tiles if len(spec.tiles) > 1 else ():
        if isinstance(entry, TileSetEntry) and (tiles := named_set(entry.set)) and not tiles.shows:
            for name, form in _kept(entry, tiles.tiles).items():
                sizes.setdefault(name, set()).add(len(form))
    return {name for name, sizes_of_name in sizes.items() if len(sizes_of_name) > 1}


def _tile(spec: PuzzleSpec, entry: AnyEntry, lattice: Lattice, board: Board, member: ListedTile) -> Tile:
    """Return a tile on a lattice that is not wrapped."""
    is_numbered = entry.orientations is not None
    reflect, rotate = is_numbered or _is_reflected(entry, lattice), is_numbered or _rotation(entry)
    form = Orientation.of(lattice, member.cells, (*member.cells.values(),))
    images = shown_orientations(lattice, form, rotate=rotate, reflect=reflect)
    if entry.orientations is not None:
        for index, number in enumerate(entry.orientations):
            if number > len(images):
                problem = f"{member.name!r} has {counted(len(images), 'orientation')}, not {number}"
                raise spec.error((*member.path, "orientations", index), problem, "write their numbers from 1 on")
        images = tuple(images[number - 1] for number in sorted({*entry.orientations}))
    bounds = entry.multiplicity
    most = len(board.cells) // len(form.cells)
    if spec.overlap:  # copies of a tile differ in their first cell or in their orientation
        most = len(board.cells) * len(images)
    maximum = max(bounds.min, most if bounds.max is None else bounds.max)
    groups = {entry.group: maximum} if isinstance(entry.group, str) else entry.group or {}
    sizes = tuple((group, min(size, maximum)) for group, size in sorted(groups.items()))
    return Tile(member.name, form.cells, images, bounds.min, maximum, entry.color, entry.fixed, sizes, form.shown)


def _wrapped(lattice: Lattice, tile: Tile, forms: tuple[Polyform, ...]) -> Tile:
    """Return a tile on a wrapped lattice, without the orientations that overlap themselves, or with given forms."""
    images: Iterable[Orientation] = map(Orientation, forms)
    if not forms:
        images = {Orientation.of(lattice, each.cells, each.shown) for each in tile.orientations}
    return replace(tile, orientations=tuple(sorted(each for each in images if not each.overlaps_itself(tile.size))))


def _is_reflected(entry: AnyEntry, lattice: Lattice) -> bool:
    if entry.reflect is None:
        if isinstance(entry, TileSetEntry):
            tiles = named_set(entry.set)
            return lattice.is_flat and not (tiles is not None and (tiles.is_one_sided or tiles.shows == "sides"))
        return lattice.is_flat and not (isinstance(entry, TileEntry) and entry.sides)
    return entry.reflect


def _rotation(entry: AnyEntry) -> Rotate:
    """Return whether a tile is rotated; the tiles of some sets are not unless this is written."""
    if isinstance(entry, TileSetEntry) and "rotate" not in entry.model_fields_set:
        tiles = named_set(entry.set)
        return tiles is None or not tiles.is_drawn
    return entry.rotate


def _family(
    spec: PuzzleSpec, lattice: Lattice, board: Board, entry: TileFamilyEntry, index: int
) -> Iterator[ListedTile]:
    """Yield the selected tiles of a family, without colors."""
    from cp_puzzles.puzzle.geometry.tile_families import BOX_LATTICES, MAX_FAMILY, family_tiles

    path: Path = ("tiles", index)
    if FAMILIES[entry.family] is not None and lattice.unwrapped.name not in BOX_LATTICES:
        problem = f"a {lattice.name} lattice has no {entry.family}"
        raise spec.error((*path, "family"), problem, "write polyominoes, or list the tiles")
    if not board.cells:
        return
    sizes = entry.cells or (1, len(board.cells))
    first, last = (sizes, sizes) if isinstance(sizes, int) else (sizes[0], sizes[-1])
    reflect = _is_reflected(entry, lattice)
    try:
        numbers = range(first, last + 1)
        tiles = family_tiles(lattice, entry.family, numbers, board.cells, rotate=entry.rotate, reflect=reflect)
    except TooManyTilesError:
        problem = f"more than {MAX_FAMILY:,} {entry.family} fit the board"
        remedy = "write a range of fewer cells, as in cells: [1, 6]"
        raise spec.error((*path, "cells" if entry.cells else "family"), problem, remedy) from None
    if not tiles.forms:
        problem = f"no {entry.family} of {first} to {last} cells fit the board"
        raise spec.error((*path, "family"), problem, "write another range of cells, or a larger board")
    for name, form in _chosen(spec, entry, tiles.forms, entry.family, path).items():
        yield ListedTile(index, path, name, name, dict.fromkeys(form, ""), tiles.wrapped.get(name, ()))


def _congruent(tile: Tile, twin: Tile) -> tuple[str, str]:
    """Return the problem of two congruent tiles and its remedy."""
    problem = f"{tile.name!r} and {twin.name!r} have the same shape under their allowed rotations and reflections"
    apart = "or write labeled: true at the top to tell them apart"
    if set(tile.orientations) != set(twin.orientations):
        return problem, f"allow the same for both and keep one of them with a multiplicity, {apart}"
    return problem, f"keep {twin.name!r} alone and give it a multiplicity, {apart}"


def _forms(
    spec: PuzzleSpec, lattice: Lattice, entry: TileEntry | TileSetEntry, path: Path
) -> Iterator[tuple[Path, str, dict[Cell, str]]]:
    """Yield the place of each tile in the file, its name, and its cells with their colors, "" for none."""
    if isinstance(entry, TileSetEntry):
        for name, form in _selected(spec, lattice, entry, path).items():
            tiles = named_set(entry.set)
            shown = (tiles.shown(name) if tiles else []) or [""] * len(form)
            yield path, name, dict(zip(lattice.normalize(map(lattice.lifted, form)), shown, strict=True))
        return
    if entry.drawing is not None:
        cells = drawn_form(spec, lattice, entry, (*path, "drawing"))
    elif entry.size is not None:
        cells = _sized(spec, lattice, entry, entry.size, (*path, "size"))
    else:
        cells = listed_form(spec, lattice, entry, (*path, "cells"))
    yield path, entry.name, written_sides(spec, lattice, entry, cells, (*path, "sides"))


def _sized(spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, size: tuple[int, ...], path: Path) -> dict[Cell, str]:
    """Return the cells of a rectangle or a box of squares or cubes."""
    if lattice.name not in ("square", "cubic"):
        raise spec.error(path, f"a {lattice.name} lattice has no rectangles", "draw the tile, or list its cells")
    if lattice.name == "square" and len(size) > 2:
        raise spec.error(path, f"{list(size)} is a box, the board is flat", "write [rows, columns]")
    if prod(size) > MAX_TILE_BOX:
        raise spec.error(path, f"the tile has {prod(size):,} cells", f"use at most {MAX_TILE_BOX:,}")
    cells = tuple(product(*map(range, size)))
    return listed_form(spec, lattice, entry.model_copy(update={"cells": cells}), path)


def _selected(spec: PuzzleSpec, lattice: Lattice, entry: TileSetEntry, path: Path) -> dict[str, Polyform]:
    tiles = named_set(entry.set)
    if tiles is None:
        fitting = [
            s.name for s in SETS.values() if s.lattice in (lattice.name, lattice.layer_of) and not s.is_one_sided
        ]
        others = "sets: " + ", ".join((*fitting, *NUMBERED_SETS))
        remedy = numbered_form(entry.set) or suggestion(entry.set, SETS, others)
        raise spec.error((*path, "set"), f"there is no set {echo(entry.set)}", remedy)
    home = tiles.lattice
    if home != "cubic" and home not in (lattice.name, lattice.layer_of):
        problem = f"the pieces of {entry.set!r} belong to a {home} lattice, but the board has a {lattice.name} one"
        raise spec.error((*path, "set"), problem, f"write lattice: {home} at the top, or take another set")
    if home == "cubic" and lattice.name != "cubic":
        problem = f"the pieces of {entry.set!r} are solid, the board is flat"
        raise spec.error((*path, "set"), problem, "give the board three dimensions")
    if tiles.is_one_sided and not lattice.is_flat:
        problem = f"the pieces of {entry.set!r} can be turned over in space, where they are their own mirror images"
        raise spec.error((*path, "set"), problem, f"write {entry.set.removeprefix(ONE_SIDED)}")
    try:
        members = tiles.tiles
    except TooFewColorsError:
        problem = f"no tiles of {entry.set!r} were found that all differ"
        raise spec.error((*path, "set"), problem, "write more colors") from None
    return _chosen(spec, entry, members, entry.set, path)


def _chosen(
    spec: PuzzleSpec, entry: TileSetEntry | TileFamilyEntry, tiles: Tiles, name_of_all: str, path: Path
) -> dict[str, Polyform]:
    """Return the selected ones of some tiles by name."""
    if entry.only is None and entry.except_ is None:
        return dict(tiles)
    for key, written in (("only", entry.only or ()), ("except", entry.except_ or ())):
        names = _set_names(tiles, written)
        for index, name in enumerate(names):
            name_path: Path = (*path, key, index)
            if name not in tiles:
                raise spec.error(name_path, f"{name_of_all} has no tile {name!r}", _list_tiles(tiles))
            if name in names[:index]:
                raise spec.error(name_path, f"{written[index]!r} is named twice", "use multiplicity for more copies")
    if not (kept := _kept(entry, tiles)):
        key = "except" if entry.only is None else "only"
        raise spec.error((*path, key), f"no tile of {name_of_all!r} is selected", "select at least one")
    return kept


def _kept(entry: TileSetEntry | TileFamilyEntry, tiles: Tiles) -> dict[str, Polyform]:
    """Return the selected tiles of a set or a family by name."""
    only, without = _set_names(tiles, entry.only or ()), _set_names(tiles, entry.except_ or ())
    return {name: form for name, form in tiles.items() if (entry.only is None or name in only) and name not in without}


def _list_tiles(tiles: Iterable[str]) -> str:
    """Return the names of the tiles of a set for a remedy, at most the first `MAX_NAMES`."""
    names = [*tiles]
    return "its tiles: " + " ".join(names if len(names) <= MAX_NAMES else [*names[:MAX_NAMES], "..."])


def _set_names(tiles: Mapping[str, Polyform], names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that tiles have in their set; a user may append the number of cells, as in P5 or C6."""
    sized = {f"{name}{len(form)}": name for name, form in tiles.items()}
    return tuple(name if name in tiles else sized.get(name, name) for name in names)
