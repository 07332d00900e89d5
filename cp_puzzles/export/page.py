"""One self-contained page to browse solutions on and to play, without a server: `.html`.

The page is `page_assets/page.html` with the style sheet, the scripts and the data put in. The scripts are ES modules
of one idea each; here they are joined, those that others import first, into the one script of the page.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.html_page import asset, html_page
from cp_puzzles.export.page_data import PageData
from cp_puzzles.export.page_total import Total, told_symmetries, total_of
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.symmetry.group import Symmetry, symmetry_group

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:const|class|(?:async )?function\*?) (\w+)", re.MULTILINE)


MOST_PIECES = 2_400_000
"""The pieces of all solutions on a page at most, about 6 MB; the page says of how many solutions it shows the first."""
MOST_ASKED = 4096
"""So many solutions are asked with which symmetry they were counted."""


class PageContent:
    """What a page shows: a puzzle and its solutions, as indices of placements.

    `complete` says whether these are all solutions; None if nobody knows.
    """

    def __init__(self, puzzle: Puzzle, *, bare: bool = False) -> None:
        self.puzzle = puzzle
        self.bare = bare
        self.complete: bool | None = None
        self._cover = build_cover(puzzle)
        known = () if bare else self._cover.placements
        self._options = {placement: number for number, placement in enumerate((*known, *puzzle.given))}
        self._rows: list[array[int]] = []
        self._sizes: list[int] = []
        self._count = self._orbit = self._pieces = 0

    def add(self, solution: Solution) -> None:
        """Take in a solution; raises `MistakeError` if a piece of it does not fit the puzzle.

        Those for which a page has no room are only counted.
        """
        self._count += 1
        self._orbit += solution.orbit_size
        if self._pieces >= MOST_PIECES:
            return
        row = array("i", (self._number(placement) for placement in solution.placements))
        self._pieces += len(row)
        self._rows.append(row)
        if len(self._sizes) < MOST_ASKED:
            self._sizes.append(solution.orbit_size)

    def _number(self, placement: Placement) -> int:
        if self.bare:
            return self._options.setdefault(placement, len(self._options))
        number = self._options.get(placement)
        if number is None:
            raise MistakeError(
                f"solution {self._count}",
                f"{placement.tile!r} cannot lie on {', '.join(str(list(cell)) for cell in placement.cells)}",
                "give solutions of this puzzle: `verify` says more",
            )
        return number

    def html(self) -> str:
        """The page; a bare one leaves everything out but the picture of the first solution and its controls."""
        return html_page(
            asset("page_assets/page.html"),
            title=self.puzzle.name,
            style=asset("page_assets/page.css"),
            script=_script(),
            data=self._data(),
        )

    def _data(self) -> dict[str, Any]:
        data = PageData(self._cover, tuple(self._options))
        group, images = data.group(None if self.bare else symmetry_group(self._cover, "full"))
        return data.described() | {
            "bare": self.bare,
            "group": group,
            "solutions": data.solutions(self._rows, images),
            "total": self._total().described(),
        }

    def _total(self) -> Total:
        if self.bare:
            return Total()
        told: tuple[Symmetry, ...] = ()
        if self._rows and not self.complete:
            told = told_symmetries(self._cover, self._rows[: len(self._sizes)], self._sizes)
        total = total_of(self.puzzle, self._count, self._orbit, self.complete, told)
        return replace(total, complete=False) if len(self._rows) < self._count else total


def page_html(
    puzzle: Puzzle, solutions: Iterable[Solution], *, bare: bool = False, complete: bool | None = None
) -> str:
    """The page that shows the solutions of a puzzle, all of them if `complete`; see `PageContent.html` for `bare`."""
    content = PageContent(puzzle, bare=bare)
    content.complete = complete
    for solution in solutions:
        content.add(solution)
    return content.html()


class PageWriter:
    """Takes in solutions and writes the page when it is closed."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        self._content = PageContent(puzzle)
        path.touch()
        self.path = path

    def write(self, solution: Solution) -> None:
        """Take in a solution."""
        self._content.add(solution)

    def conclude(self, *, complete: bool) -> None:
        """Say whether the solutions are all that there are."""
        self._content.complete = complete

    def close(self) -> None:
        """Write the page."""
        self.path.write_text(self._content.html(), encoding="utf-8")


@cache
def _script() -> str:
    """All modules as one script: each in a scope of its own, after those that it imports."""
    done: dict[str, str] = {}

    def put(name: str) -> None:
        source = asset(f"page_assets/{name}.js")
        for _, other in _IMPORT.findall(source):
            if other not in done:
                put(other)
        given = ", ".join(_EXPORT.findall(source))
        inside = _EXPORT.sub(
            lambda found: found[0].removeprefix("export "), _IMPORT.sub(r"const {\1} = $\2;\n", source)
        )
        done[name] = f"const ${name} = (() => {{\n{inside}return {{ {given} }};\n}})();\n"

    put("app")
    return '"use strict";\n{\n' + "".join(done.values()) + "}\n"
