"""From the tiles that the user wrote to their orientations and bounds."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod

from cp_puzzles.errors import Mistakes
from cp_puzzles.geometry.drawing import DrawingError, drawn_letters, parse_drawing
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.polyform import Painted, Polyform, orientations, painted_orientations
from cp_puzzles.geometry.tile_sets import ONE_SIDED, SETS, TILE_SETS, embedded, is_one_sided, tile_set
from cp_puzzles.puzzle.colours import colours_of, listed_colours
from cp_puzzles.puzzle.lattice import cell_of, home_of
from cp_puzzles.puzzle.model import Board, Tile
from cp_puzzles.spec.origin import Path, echo
from cp_puzzles.spec.schema import PuzzleSpec, TileEntry, TileSetEntry

MAX_TILE_BOX = 10_000
"""The number of cells of the smallest box around a tile; one in which a tile is drawn has to be held in memory."""


def build_tiles(spec: PuzzleSpec, lattice: Lattice, board: Board) -> tuple[Tile, ...]:
    """The tiles of a spec in its order, sets unfolded; raises `SpecError`.

    A letter that tiles of different sizes bring along from their sets is told apart by the size: I3, I4.
    """
    tiles: list[Tile] = []
    names: dict[str, Path] = {}
    owners: dict[Polyform | Painted, Tile] = {}
    shared = _shared_letters(spec)
    mistakes = Mistakes()
    for index in range(len(spec.tiles)):
        with mistakes.noted():
            for member in _members_of(spec, lattice, index, shared):
                path, name = member.path, member.name
                if name in names:
                    first = ".".join(map(str, names[name]))
                    raise spec.error(
                        path,
                        f"the name {name!r} is used twice (first by {first})",
                        "give every tile a name of its own; for more copies of one tile use multiplicity",
                    )
                names[name] = path
                entry, plane = spec.tiles[index], lattice.unrolled
                tile = _tile(entry, lattice, board, name, member.cells)
                flat = tile if lattice is plane else _tile(entry, plane, board, name, member.cells)
                for other in (owners[look] for look in flat.looks if look in owners):
                    raise spec.error(path, *_congruent(flat, other))
                owners.update(dict.fromkeys(flat.looks, flat))
                tiles.append(tile)
    mistakes.settle()
    return tuple(tiles)


@dataclass(frozen=True)
class Member:
    """A tile that an entry of a spec (by its number) stands for, and where it is written.

    `letter` is what its set calls it, or its entry, `name` what the puzzle does. `cells` have colours, "" for none.
    """

    entry: int
    path: Path
    letter: str
    name: str
    cells: Mapping[Cell, str]


def members(spec: PuzzleSpec, lattice: Lattice) -> Iterator[Member]:
    """The tiles of a spec in its order, sets unfolded, before anything is made of them; raises `SpecError`."""
    shared = _shared_letters(spec)
    for index in range(len(spec.tiles)):
        yield from _members_of(spec, lattice, index, shared)


def _members_of(spec: PuzzleSpec, lattice: Lattice, index: int, shared: set[str]) -> Iterator[Member]:
    entry = spec.tiles[index]
    for path, letter, cells in _forms(spec, lattice.unrolled, entry, ("tiles", index)):
        is_shared = isinstance(entry, TileSetEntry) and letter in shared
        yield Member(index, path, letter, f"{letter}{len(cells)}" if is_shared else letter, cells)


def _shared_letters(spec: PuzzleSpec) -> set[str]:
    """The names that sets of different sizes have in common, as far as the spec selects them."""
    sizes: dict[str, set[int]] = {}
    for entry in spec.tiles:
        if isinstance(entry, TileSetEntry) and entry.set in TILE_SETS:
            tiles = tile_set(entry.set)
            only, without = _members(tiles, entry.only or ()), _members(tiles, entry.except_ or ())
            for name, form in tiles.items():
                if (entry.only is None or name in only) and name not in without:
                    sizes.setdefault(name, set()).add(len(form))
    return {name for name, found in sizes.items() if len(found) > 1}


def _tile(
    entry: TileEntry | TileSetEntry, lattice: Lattice, board: Board, name: str, cells: Mapping[Cell, str]
) -> Tile:
    reflect = entry.reflect
    if reflect is None:
        reflect = lattice.is_flat and not (isinstance(entry, TileSetEntry) and is_one_sided(entry.set))
    form = lattice.unrolled.normalise(cells)
    bounds = entry.multiplicity
    maximum = len(board.cells) // len(form) if bounds.max is None else bounds.max
    return Tile(
        name,
        form,
        orientations(lattice, form, rotate=entry.rotate, reflect=reflect),
        bounds.min,
        max(bounds.min, maximum),
        entry.color,
        painted_orientations(lattice, cells, rotate=entry.rotate, reflect=reflect) if any(cells.values()) else (),
    )


def _congruent(tile: Tile, other: Tile) -> tuple[str, str]:
    problem = f"{tile.name!r} and {other.name!r} are congruent under their allowed motions"
    if set(tile.looks) != set(other.looks):
        return problem, "let both turn and flip alike, or neither, and keep one of them with a multiplicity"
    return problem, f"keep {other.name!r} alone and give it a multiplicity"


def _forms(
    spec: PuzzleSpec, lattice: Lattice, entry: TileEntry | TileSetEntry, path: Path
) -> Iterator[tuple[Path, str, dict[Cell, str]]]:
    """Where a tile is written, its name, and its cells with their colours, "" for none."""
    if isinstance(entry, TileSetEntry):
        for name, form in _selected(spec, lattice, entry, path).items():
            yield path, name, dict.fromkeys(embedded(lattice, form), "")
    elif entry.drawing is not None:
        yield path, entry.name, _drawn(spec, lattice, entry, (*path, "drawing"))
    else:
        yield path, entry.name, _listed(spec, lattice, entry, (*path, "cells"))


def _selected(spec: PuzzleSpec, lattice: Lattice, entry: TileSetEntry, path: Path) -> dict[str, Polyform]:
    if entry.set not in TILE_SETS:
        near = difflib.get_close_matches(entry.set, TILE_SETS, n=1)
        fitting = [
            s.name for s in SETS.values() if s.lattice in (lattice.name, lattice.layer_of) and not s.is_one_sided
        ]
        remedy = f"did you mean {near[0]!r}?" if near else "sets: " + ", ".join(fitting)
        raise spec.error((*path, "set"), f"there is no set {echo(entry.set)}", remedy)
    home = SETS[entry.set].lattice
    if home != "cubic" and home not in (lattice.name, lattice.layer_of):
        raise spec.error(
            (*path, "set"),
            f"the pieces of {entry.set!r} lie on a {home} lattice, the board on a {lattice.name} one",
            f"write lattice: {home} at the top, or take another set",
        )
    if home == "cubic" != lattice.name:
        raise spec.error(
            (*path, "set"),
            f"the pieces of {entry.set!r} are solid, the board is flat",
            "give the board three dimensions",
        )
    if is_one_sided(entry.set) and not lattice.is_flat:
        raise spec.error(
            (*path, "set"),
            f"the pieces of {entry.set!r} can be turned over in space, where they are their own mirror images",
            f"write {entry.set.removeprefix(ONE_SIDED)}",
        )
    tiles = dict(tile_set(entry.set))
    only, without = _members(tiles, entry.only or ()), _members(tiles, entry.except_ or ())
    for key, names, written in (("only", only, entry.only), ("except", without, entry.except_)):
        for index, name in enumerate(names):
            here: Path = (*path, key, index)
            if name not in tiles:
                raise spec.error(here, f"{entry.set} has no tile {name!r}", "its tiles: " + " ".join(tiles))
            if name in names[:index]:
                raise spec.error(here, f"{(written or ())[index]!r} is named twice", "use multiplicity for more copies")
    if entry.only is not None:
        tiles = {name: form for name, form in tiles.items() if name in only}
    elif entry.except_ is not None:
        tiles = {name: form for name, form in tiles.items() if name not in without}
    if not tiles:
        key = "except" if entry.only is None else "only"
        raise spec.error((*path, key), f"no tile of {entry.set!r} is selected", "select at least one")
    return tiles


def _members(tiles: Mapping[str, Polyform], names: Iterable[str]) -> tuple[str, ...]:
    """The tiles that are meant: a letter may be written with the number of cells, such as P5 or C6."""
    sized = {f"{name}{len(form)}": name for name, form in tiles.items()}
    return tuple(name if name in tiles else sized.get(name, name) for name in names)


def _drawn(spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, path: Path) -> dict[Cell, str]:
    if entry.colors:
        raise spec.error((*path[:-1], "colors"), "the tile is drawn", "draw its colours as letters")
    try:
        drawing = parse_drawing(entry.drawing or "", lattice.text)
        if drawing.optional:
            raise spec.error(path, f"{entry.name!r} has an optional cell '?'", "only boards have them; draw X or .")
        if lattice.is_flat and drawing.layers > 1:
            raise spec.error(
                path,
                f"{entry.name!r} has {len(drawing.cells)} cells in {drawing.layers} layers, the board is flat",
                "draw it without blank lines, or give the board three dimensions",
            )
        letters = drawn_letters(lattice, drawing)
    except DrawingError as error:
        raise spec.error(path, error.problem, error.remedy) from None
    _check(spec, lattice, entry, tuple(letters), path)
    return dict.fromkeys(letters, "") | colours_of(spec, letters, path, board=False)


def _listed(spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, path: Path) -> dict[Cell, str]:
    cells: dict[Cell, str] = {}
    for index, written in enumerate(entry.cells or ()):
        if len(written) > len(lattice.axes) and lattice.name == "square":
            raise spec.error(
                (*path, index),
                f"{list(written)} has {len(written)} coordinates, the board is flat",
                f"write [{', '.join(lattice.axes)}], or give the board three dimensions",
            )
        cell = lattice.raised(cell_of(spec, home_of(lattice, written), written, (*path, index)))
        if cell in cells:
            raise spec.error((*path, index), f"the cell {list(written)} is written twice", "take one away")
        cells[cell] = ""
    if len({len(cell) for cell in entry.cells or ()}) > 1:
        raise spec.error(path, "some cells have 2 coordinates and some 3", "write all of them alike")
    _check(spec, lattice, entry, tuple(cells), path)
    for here, cell, letter in listed_colours(spec, lattice, entry.colors, (*path[:-1], "colors"), board=False):
        if cells.get(cell) != "":
            state = f"has the colour {cells[cell]} already" if cell in cells else "is none of the tile's"
            raise spec.error(here, f"the cell {state}", "take it away")
        cells[cell] = letter
    return cells


def _check(spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, cells: tuple[Cell, ...], path: Path) -> None:
    extents = [max(column) - min(column) + 1 for column in zip(*cells, strict=True)]
    if prod(extents) > MAX_TILE_BOX:
        raise spec.error(
            path,
            f"{echo(entry.name)} needs a box of {' x '.join(map(str, extents))}",
            f"keep a tile within {MAX_TILE_BOX:,} cells",
        )
    parts = lattice.components(cells)
    if len(parts) > 1 and not entry.disconnected:
        raise spec.error(
            path,
            f"{entry.name!r} falls into {len(parts)} parts that do not share a side",
            "join them, or write disconnected: true",
        )
