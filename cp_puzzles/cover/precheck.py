"""Plain reasons why a puzzle has no solution, found without a search."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.cover.problem import Cover

MAX_WORK = 2_000_000
"""Elementary steps above which the sums of areas and colours are not worked out."""


def reason_for_none(cover: Cover) -> str | None:
    """Why the puzzle plainly has no solution, in a sentence; None if nothing plain speaks against one.

    >>> from cp_puzzles.cover.problem import build_cover
    >>> from cp_puzzles.puzzle.build import build_puzzle
    >>> from cp_puzzles.spec.load import parse_spec
    >>> text = "{name: x, board: {size: [8, 8], holes: [[0, 0], [7, 7]]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> reason_for_none(build_cover(build_puzzle(parse_spec(text))))
    "on a checkerboard the two colours of the board differ by 2 cells, those of the tiles' cells by 0"
    """
    for check in (_tile_that_fits_nowhere, _area, _cell_that_nothing_covers, _component_area, _checkerboard):
        reason = check(cover)
        if reason is not None:
            return reason
    return None


def _required(cover: Cover) -> int:
    return sum(item.minimum for item in cover.problem.items[: len(cover.cells)])


def _tile_that_fits_nowhere(cover: Cover) -> str | None:
    problem = cover.problem
    for item in cover.problem.tiles:
        if problem.items[item].minimum and not problem.covering[item]:
            return f"the tile {problem.items[item].name!r} fits nowhere on the board"
    return None


def _cell_that_nothing_covers(cover: Cover) -> str | None:
    problem = cover.problem
    for item, cell in enumerate(cover.cells):
        if problem.items[item].minimum and not problem.covering[item]:
            return f"no tile can cover the cell {list(cell)}"
    return None


def _area(cover: Cover) -> str | None:
    required, cells = _required(cover), len(cover.cells)
    sizes = {tile.name: tile.size for tile in cover.puzzle.tiles}
    bounds = [cover.problem.items[item] for item in cover.problem.tiles]
    tiles = [(sizes[item.name], item.minimum, item.maximum) for item in bounds]
    least = sum(size * minimum for size, minimum, _ in tiles)
    board = f"{cells} cells" if required in (0, cells) else f"{required} to {cells} cells"
    if least > cells:
        return f"the tiles need at least {least} cells, the board has {cells}"
    areas = 1 << least
    for size, minimum, maximum in tiles:
        areas = _with_copies(areas, size, maximum - minimum, cells)
    if areas >> required & ((1 << (cells - required + 1)) - 1):
        return None
    most = sum(size * maximum for size, _, maximum in tiles)
    if most < required:
        return f"the tiles cover {'only' if least == most else 'at most'} {most} cells, the board has {board}"
    return f"no choice of tiles adds up to the {board} of the board"


def _with_copies(areas: int, size: int, copies: int, cells: int) -> int:
    """The set of areas (a bit each) that are reached with up to `copies` more tiles of a size."""
    mask = (1 << (cells + 1)) - 1
    for _ in range(copies):
        grown = (areas | areas << size) & mask
        if grown == areas:
            break
        areas = grown
    return areas


def _component_area(cover: Cover) -> str | None:
    lattice = cover.puzzle.lattice
    if not cover.cells or not all(lattice.is_connected(tile.form) for tile in cover.puzzle.tiles):
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
            return (
                f"the board falls into {len(components)} parts, and no choice of tiles adds up to the "
                f"{len(component)} cells of the part at {list(component[0])}"
            )
    return None


def _checkerboard(cover: Cover) -> str | None:
    """Whether some choice of placements covers as much of each colour as the board needs."""
    problem, cells = cover.problem, cover.problem.cells
    if not cover.cells or _required(cover) == 0:
        return None
    colours = [cover.puzzle.lattice.parity(cell) for cell in cover.cells]
    sign = [1 - 2 * colour for colour in colours if colour is not None]
    if not sign:
        return None
    required = [s for item, s in enumerate(sign) if problem.items[item].minimum]
    optional = [s for item, s in enumerate(sign) if not problem.items[item].minimum]
    base = sum(required)
    wanted = set(range(base - optional.count(-1), base + optional.count(1) + 1))
    reachable = {0}
    for item in cover.problem.tiles:
        options = (problem.options[option] for option in problem.covering[item])
        steps = {sum(sign[cell] for cell in option if cell in cells) for option in options}
        bounds = problem.items[item]
        if bounds.maximum * max(1, len(reachable)) * len(cover.cells) > MAX_WORK:
            return None
        reachable = _sums(reachable, steps, bounds.minimum, bounds.maximum, len(cover.cells))
    if reachable & wanted:
        return None
    return (
        f"on a checkerboard the two colours of the board differ by {_differences(wanted)} cells, "
        f"those of the tiles' cells by {_differences(reachable)}"
    )


def _differences(sums: set[int]) -> str:
    """The amounts of some sums in words: one, a few, or a span."""
    amounts = sorted({abs(total) for total in sums})
    if len(amounts) == 1:
        return str(amounts[0])
    if len(amounts) <= 4:
        return f"{', '.join(map(str, amounts[:-1]))} or {amounts[-1]}"
    return (
        f"{amounts[0]} to {amounts[-1]}"
        + (" (never an even number)" if all(a % 2 for a in amounts) else "")
        + (" (never an odd number)" if not any(a % 2 for a in amounts) else "")
    )


def _sums(start: set[int], steps: Iterable[int], minimum: int, maximum: int, bound: int) -> set[int]:
    """The sums of a start and of `minimum` to `maximum` steps, as far as they lie within the bound."""
    steps = set(steps)
    reached = set(start)
    result = set(start) if minimum == 0 else set()
    for number in range(1, maximum + 1):
        reached = {total + step for total in reached for step in steps if abs(total + step) <= bound}
        before = len(result)
        if number >= minimum:
            result |= reached
            if number > minimum and len(result) == before:
                break
    return result
