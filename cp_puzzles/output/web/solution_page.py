"""A self-contained page to browse solutions and to play on, without a server: `.html`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.file_access import write_file
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import GeneratorTable, SymmetryGroup, group_of
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.output.web.page_cells import Data
from cp_puzzles.output.web.page_data import PageData, bits, numbers
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

Rows = npt.NDArray[np.int32]

MAX_PIECES = 2_400_000
"""Pieces of all solutions on a page, about 6 MB; a page states how many solutions it leaves out."""


class PageContent:
    """The content of a page: a puzzle and its solutions, as indices of placements.

    A `bare` page shows the first solution alone and the controls of its view; an `embedded` one reports its game to the
    page around it. `outcome` states how the search for the solutions ended; None if it is not known.
    """

    def __init__(self, puzzle: Puzzle, *, bare: bool = False, embedded: bool = False) -> None:
        self.puzzle = puzzle
        self.bare, self.embedded = bare, embedded
        self.outcome: SearchOutcome | None = None
        self._cover = build_cover(puzzle)
        placements = () if bare else self._cover.placements
        self._options = {placement: number for number, placement in enumerate((*placements, *puzzle.given))}
        self._rows: list[array[int]] = []
        self._classes: list[array[int]] = []
        self._count = self._positions = self._pieces = 0

    def write(self, solution: Solution) -> None:
        """Take in a solution, or only count it if the page is full.

        Raises `MistakeError` if a piece of the solution does not fit the puzzle.
        """
        self._count += 1
        self._positions += solution.orbit_size
        if self._pieces >= MAX_PIECES:
            return
        row = array("i", (self._number(placement) for placement in solution.placements))
        self._pieces += len(row)
        self._rows.append(row)
        if self.puzzle.highlighting:
            self._classes.append(array("i", solution.highlights.classes))

    def _number(self, placement: Placement) -> int:
        if self.bare:
            return self._options.setdefault(placement, len(self._options))
        number = self._options.get(placement)
        if number is None:
            raise MistakeError(
                f"solution {self._count}",
                f"{placement.tile!r} does not fit on {', '.join(str(list(cell)) for cell in placement.cells)}",
                "give solutions of this puzzle; `verify` shows the details",
            )
        return number

    def data(self) -> PageData:
        """Return the puzzle with its cells and placements in the order of their numbers on the page."""
        return PageData(self._cover, tuple(self._options))

    def html(self) -> str:
        """Return the page."""
        data = self.data()
        described = data.described()
        group, images = group_table(data, None if self.bare else group_of(self._cover, "full"))
        page: Data = {
            **described,
            "bare": self.bare,
            "embedded": self.embedded,
            "browsing": False,
            "group": group,
            "solutions": solution_table(data, self._rows, self._classes, images),
            "moves": data.moves(self._rows),
            "total": self._total(),
        }
        return html_page(
            "page.html",
            style="page.css",
            script="page.min.js",
            title=self.puzzle.name,
            description=page["description"],
            solid=page["solid"],
            data=page,
        )

    def _total(self) -> Data:
        """Return a flag for a page that has all solutions, and how many there are, None if it is not known.

        The numbers of the spec by symmetry tell how many solutions a search that stopped early left out. Without a
        search, the solutions are all if they have all positions of the puzzle.
        """
        expected, outcome = self.puzzle.expected, self.outcome
        if self.bare:
            return {"complete": False, "solutions": None}
        is_complete = self._positions == expected.get("off") if outcome is None else outcome.is_complete
        stated = expected.get(outcome.symmetry) if outcome else None
        return {
            "complete": is_complete and len(self._rows) == self._count,
            "solutions": self._count if is_complete else stated,
        }


def page_html(
    puzzle: Puzzle, solutions: Iterable[Solution], outcome: SearchOutcome | None = None, *, bare: bool = False
) -> str:
    """Return the page that shows some solutions of a puzzle; see `PageContent`."""
    content = PageContent(puzzle, bare=bare)
    content.outcome = outcome
    for solution in solutions:
        content.write(solution)
    return content.html()


class PageWriter(PageContent):
    """A writer of solutions that writes the page when it is closed; see `SolutionWriter`."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.path = path

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Write the page."""
        self.outcome = outcome
        write_file(self.path, self.html())


def group_table(page: PageData, group: SymmetryGroup | None) -> tuple[Data, Rows]:
    """Return the group as data, and the images of all placements under its elements in the same order.

    None stands for the trivial group. An element is an isometry of the board that keeps the puzzle: it maps solutions
    to solutions, given pieces to given pieces, and pieces that touch to pieces that touch, so that the image of a piece
    may have its class of a coloring.
    """
    options = np.arange(len(page.placements), dtype=np.int32)[None]
    if group:
        free = group.options[:, : options.shape[1] - len(page.puzzle.given)]
        options = np.hstack([free, _images_of_given(page, group)]) if page.puzzle.given else free
    table = GeneratorTable.of(options)
    largest = options.shape[1]
    data: Data = {
        "words": table.words,
        "placements": [numbers(options[g].tolist(), largest) for g in table.generators],
    }
    return data, options[table.order]


def _images_of_given(page: PageData, group: SymmetryGroup) -> Rows:
    """Return the images of the given placements, by number on the page, under the elements of a group, a row for each.

    Of isometries that move the other cells alike, one stands for an element.
    """
    puzzle, item = page.puzzle, {cell: i for i, cell in enumerate(page.cover.cells)}
    number = {page.placements[n].cells: n for n in range(-len(puzzle.given), 0)}
    images = {}
    for isometry in puzzle.lattice.board_isometries(puzzle.board.cells):
        moved = [number.get(tuple(sorted(map(isometry, placement.cells)))) for placement in puzzle.given]
        if None not in moved:
            images[tuple(item.get(isometry(cell)) for cell in item)] = moved
    rows = [images[tuple(row)] for row in group.items[:, : len(item)].tolist()]
    return np.array(rows, dtype=np.int32) + len(page.placements)


def solution_table(page: PageData, rows: Sequence[array[int]], classes: Sequence[array[int]], images: Rows) -> Data:
    """Return the solutions: rows of equal width, index + 1 of each placement, then zeros.

    `own` tells which images belong to which solution, `classes` has the class of each piece in a coloring.
    `hasEmpty` is true if a solution leaves a cell empty.
    """
    width = max(map(len, rows), default=0)

    def padded(table: Iterable[Sequence[int]], offset: int) -> Iterator[int]:
        return chain.from_iterable((*(x + offset for x in row), *[0] * (width - len(row))) for row in table)

    sizes = [len(placement.cells) for placement in page.placements]
    data: Data = {
        "count": len(rows),
        "width": width,
        "hasEmpty": any(sum(sizes[placement] for placement in row) < len(page.cells) for row in rows),
        "rows": numbers(padded(rows, 1), len(page.placements) + 1),
        "own": bits(owned(rows, images)),
    }
    if any(classes):
        data["classes"] = numbers(padded(classes, 0), 2)
    return data


def owned(rows: Sequence[Sequence[int]], permutations: Rows) -> npt.NDArray[np.bool_]:
    """Return a table `[g, r]` of the images that belong to their row, so that each position belongs to one row.

    A position belongs to the row that equals it, else to the first row, by the first element of the group, with that
    image. Solutions up to rotation have their images under rotations; if all solutions are given, each has itself.

    >>> owned([[0], [1]], np.array([[0, 1, 2], [1, 0, 2]], dtype=np.int32)).tolist()
    [[True, True], [False, False]]
    """
    # A position is identified by the sum of 64-bit random numbers of its placements: two of a million positions have
    # the same sum with a probability of less than one in ten million.
    numbers = np.random.default_rng(20).integers(1, 2**63, size=permutations.shape[1:], dtype=np.uint64)
    placed = np.fromiter(chain.from_iterable(rows), dtype=np.int32)
    ends, totals = np.cumsum([0, *map(len, rows)]), np.zeros(len(placed) + 1, dtype=np.uint64)
    keys = np.empty((len(permutations), len(rows)), dtype=np.uint64)
    for element, images in enumerate(permutations):
        np.cumsum(numbers[images[placed]], out=totals[1:])  # modulo 2**64
        keys[element] = totals[ends[1:]] - totals[ends[:-1]]
    belongs = np.zeros(keys.size, dtype=np.bool_)
    belongs[np.unique(keys, return_index=True)[1]] = True
    return belongs.reshape(keys.shape)
