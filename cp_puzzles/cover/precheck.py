"""Plain reasons why a puzzle has no solution: areas, tiles that fit nowhere, cells that nothing covers."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.problem import Cover


def plain_reason(cover: Cover) -> str | None:
    """Why the puzzle plainly has no solution, in a sentence; None if nothing plain speaks against one.

    >>> from cp_puzzles.cover.problem import build_cover
    >>> from cp_puzzles.puzzle.build import build_puzzle
    >>> from cp_puzzles.spec.load import parse_spec
    >>> text = "{name: x, board: {size: [3, 3]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> plain_reason(build_cover(build_puzzle(parse_spec(text))))
    'the tiles cover at most 8 cells, the board has 9 cells'
    """
    fault = plain_fault(cover)
    return None if fault is None else fault.reason


@dataclass(frozen=True)
class PlainFault:
    """A plain reason, and the item of the cover problem that has no place if it is of one alone."""

    reason: str
    item: int | None = None


def plain_fault(cover: Cover) -> PlainFault | None:
    """What plainly speaks against a solution."""
    for check in (_tile_that_fits_nowhere, _area, _cell_that_nothing_covers, _component_area, _rule_that_nothing_meets):
        fault = check(cover)
        if fault is not None:
            return fault
    return None


def _required(cover: Cover) -> int:
    return sum(item.minimum for item in cover.problem.items[: len(cover.cells)])


def _tile_that_fits_nowhere(cover: Cover) -> PlainFault | None:
    problem = cover.problem
    for item in cover.problem.tiles:
        if problem.items[item].minimum and not problem.covering[item]:
            return PlainFault(f"the tile {problem.items[item].name!r} fits nowhere on the board", item)
    return None


def _cell_that_nothing_covers(cover: Cover) -> PlainFault | None:
    problem = cover.problem
    for item, cell in enumerate(cover.cells):
        if problem.items[item].minimum and not problem.covering[item]:
            return PlainFault(f"no tile can cover the cell {list(cover.puzzle.lattice.written(cell))}", item)
    return None


def _rule_that_nothing_meets(cover: Cover) -> PlainFault | None:
    problem = cover.problem
    for item in problem.rules:
        bounds, key = problem.items[item], cover.rule_of(item)
        if key and (bounds.minimum > len(problem.covering[item]) or bounds.minimum > bounds.maximum):
            return PlainFault(f"nothing meets the rule {key}: {bounds.name}", item)
    return None


def _area(cover: Cover) -> PlainFault | None:
    required, cells = _required(cover), len(cover.cells)
    sizes = {tile.name: tile.size for tile in cover.puzzle.tiles}
    bounds = [cover.problem.items[item] for item in cover.problem.tiles]
    tiles = [(sizes[item.name], item.minimum, item.maximum) for item in bounds]
    least = sum(size * minimum for size, minimum, _ in tiles)
    board = f"{cells} cells" if required in (0, cells) else f"{required} to {cells} cells"
    if least > cells:
        return PlainFault(f"the tiles need at least {least} cells, the board has {cells}")
    areas = 1 << least
    for size, minimum, maximum in tiles:
        areas = _with_copies(areas, size, maximum - minimum, cells)
    if areas >> required & ((1 << (cells - required + 1)) - 1):
        return None
    most = sum(size * maximum for size, _, maximum in tiles)
    if most < required:
        only = "only" if least == most else "at most"
        return PlainFault(f"the tiles cover {only} {most} cells, the board has {board}")
    return PlainFault(f"no choice of tiles adds up to the {board} of the board")


def _with_copies(areas: int, size: int, copies: int, cells: int) -> int:
    """The set of areas (a bit each) that are reached with up to `copies` more tiles of a size."""
    mask = (1 << (cells + 1)) - 1
    for _ in range(copies):
        grown = (areas | areas << size) & mask
        if grown == areas:
            break
        areas = grown
    return areas


def _component_area(cover: Cover) -> PlainFault | None:
    lattice = cover.puzzle.lattice
    if not cover.cells or not all(lattice.unrolled.is_connected(tile.form) for tile in cover.puzzle.tiles):
        return None
    required = {cell for item, cell in enumerate(cover.cells) if cover.problem.items[item].minimum}
    sizes = {tile.name: tile.size for tile in cover.puzzle.tiles}
    components = lattice.components(cover.cells)
    for component in components if len(components) > 1 else ():
        areas = 1
        for item in cover.problem.tiles:
            bounds = cover.problem.items[item]
            areas = _with_copies(areas, sizes[bounds.name], bounds.maximum, len(component))
        least = len(required.intersection(component))
        if not areas >> least & ((1 << (len(component) - least + 1)) - 1):
            return PlainFault(
                f"the board falls into {len(components)} parts, and no choice of tiles adds up to the "
                f"{len(component)} cells of the part at {list(lattice.written(component[0]))}"
            )
    return None
