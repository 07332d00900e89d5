"""A self-contained page to browse solutions and to play on, without a server: `.html`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from pathlib import Path

from cp_puzzles.base.file_access import write_file
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import group_of
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.solution_writer import SearchOutcome
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.output.web.page_data import PageData
from cp_puzzles.output.web.page_solutions import group_table, solution_table
from cp_puzzles.output.web.page_types import SolutionPage, SolutionTotal
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

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

    def add(self, solution: Solution) -> None:
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
        if self.puzzle.has_highlights:
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

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells in the order of their numbers on the page."""
        return tuple(PageData(self._cover, ()).cells)

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Return the placements in the order of their numbers on the page."""
        return tuple(self._options)

    def html(self) -> str:
        """Return the page."""
        data = PageData(self._cover, self.placements)
        described = data.described()
        group, images = group_table(data, None if self.bare else group_of(self._cover, "full"))
        page: SolutionPage = {
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

    def _total(self) -> SolutionTotal:
        """Return a flag for a page that has all solutions, and how many there are, None if it is not known.

        The numbers of the spec by symmetry tell how many solutions a search that stopped early left out. Without a
        search, the solutions are all if they have all positions of the puzzle.
        """
        expected, outcome = self.puzzle.expected, self.outcome
        if self.bare:
            return {"complete": False, "solutions": None}
        is_complete = self._positions == expected.get("off") if outcome is None else outcome.is_complete
        known = expected.get(outcome.symmetry) if outcome else None
        return {
            "complete": is_complete and len(self._rows) == self._count,
            "solutions": self._count if is_complete else known,
        }


def page_html(
    puzzle: Puzzle, solutions: Iterable[Solution], outcome: SearchOutcome | None = None, *, bare: bool = False
) -> str:
    """Return the page that shows some solutions of a puzzle; see `PageContent`."""
    content = PageContent(puzzle, bare=bare)
    content.outcome = outcome
    for solution in solutions:
        content.add(solution)
    return content.html()


class PageWriter:
    """A writer of solutions that writes the page when it is closed; see `SolutionWriter`."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        self._content = PageContent(puzzle)
        self.path = path

    def write(self, solution: Solution) -> None:
        """Take in a solution."""
        self._content.add(solution)

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Write the page."""
        self._content.outcome = outcome
        write_file(self.path, self._content.html())
