"""A static site of puzzles: a page for each and a list to filter, which works from files and on any host.

The folder `puzzles` has for each puzzle a page, a page to play on, pictures and the puzzle file. No page loads anything
from elsewhere, and the list is complete without scripts.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cp_puzzles.cover.symmetry.symmetry_group import COUNT_PREFERENCE, Symmetry
from cp_puzzles.output.draw.board_picture import board_picture, placement_colors
from cp_puzzles.output.draw.isometric import isometric
from cp_puzzles.output.draw.picture import Picture, framed, stacked
from cp_puzzles.output.draw.puzzle_picture import ROW, puzzle_picture, rows_of, tile_caption, tile_pictures
from cp_puzzles.output.draw.svg import svg
from cp_puzzles.output.formats.solution_writer import SearchOutcome
from cp_puzzles.output.web.editor.edit_page import edit_page, link_part
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.output.web.site_counts import SiteCounts, site_counts
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.puzzle_source import build_puzzle
from cp_puzzles.puzzle.spec.catalog import puzzle_name
from cp_puzzles.puzzle.spec.loader import load_spec

MAX_SOLUTIONS = 1000
"""Solutions on the page of a puzzle."""

EDITOR = "edit.html"
"""The page of the site on which a puzzle is made; the address of a puzzle there holds its file."""

_IMAGES = "'self' file: data:"
_SYMMETRY_NAMES: dict[Symmetry, str] = {
    "off": "all",
    "rotations": "up to rotation",
    "full": "up to rotation and reflection",
    "components": "each part of the board moved by itself",
}


@dataclass(frozen=True)
class SitePage:
    """A puzzle with its name on the site and its numbers of solutions."""

    name: str
    puzzle: Puzzle
    counts: SiteCounts

    @property
    def solutions(self) -> int | None:
        """The number of solutions up to the largest symmetry for which it is known."""
        numbers = {count.symmetry: count.number for count in self.counts.counts}
        return next((number for symmetry in COUNT_PREFERENCE if (number := numbers.get(symmetry)) is not None), None)

    @property
    def solutions_text(self) -> str:
        """The number of solutions in words; of a puzzle with an objective the best value that its file states."""
        expected = self.puzzle.expected
        match self.solutions:
            case None if "best" in expected:
                return f"best value {expected['best']:,}"
            case None:
                return "number of solutions not known"
            case 0:
                return "no solution"
            case 1:
                return "1 solution"
            case number:
                return f"{number:,} solutions"


def write_site(puzzles: Sequence[Path], folder: Path, out: Path, *, time_limit: float = 1.0) -> Generator[SitePage]:
    """Write a site of puzzle files, which are in a folder or its subfolders, into the folder `out`.

    Each search takes at most `time_limit` seconds; a puzzle that takes longer has the numbers of its file, and a page
    to play on without solutions. Yields each puzzle once its page is written. The list is written at the end, also if
    an error or an interrupt comes first, or the generator is closed: it then says how many puzzles are missing. Raises
    `MistakeError` for an invalid puzzle file.
    """
    pages: list[SitePage] = []
    try:
        for file in puzzles:
            pages.append(_write_puzzle(file, puzzle_name(file, folder), out, time_limit))
            yield pages[-1]
    finally:
        if pages:
            _write_index(pages, len(puzzles) - len(pages), out)


def _write_index(pages: Sequence[SitePage], missing: int, out: Path) -> None:
    index = html_page(
        "site_index.html",
        style="site.css",
        script="filter.min.js",
        images=_IMAGES,
        title="Tiling puzzles",
        editor=EDITOR,
        pages=pages,
        missing=missing,
        lattices=[(name, name) for name in sorted({page.puzzle.lattice.name for page in pages})],
    )
    (out / "index.html").write_text(index, encoding="utf-8")
    (out / EDITOR).write_text(edit_page(), encoding="utf-8")


def _write_puzzle(file: Path, name: str, out: Path, time_limit: float) -> SitePage:
    spec = load_spec(file)
    puzzle = build_puzzle(spec)
    page = SitePage(name, puzzle, site_counts(puzzle, spec.expected, time_limit))
    path = out / "puzzles" / f"{name}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    solutions = page.counts.solutions
    shown = (solutions or ())[:MAX_SOLUTIONS]
    outcome = None if solutions is None else SearchOutcome("full", len(shown) == len(solutions))
    for suffix, text in (
        (".svg", svg(framed(puzzle_picture(puzzle)))),
        ("-small.svg", svg(card_picture(puzzle, shown[0].placements if shown else puzzle.given))),
        ("-play.html", page_html(puzzle, shown, outcome)),
        (".yaml", file.read_text(encoding="utf-8")),
        (".html", _puzzle_html(page, file.read_text(encoding="utf-8"))),
    ):
        path.with_name(path.stem + suffix).write_text(text, encoding="utf-8")
    return page


def card_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Return a solution, or the board with the given pieces; of a solid board without any the pieces."""
    if puzzle.lattice.is_flat:
        return board_picture(puzzle, placements, names=False)
    if not placements:
        return stacked(rows_of(tile_pictures(puzzle), ROW), gap=0.7, title=puzzle.name)
    return isometric(puzzle.lattice, placements, placement_colors(puzzle, placements))


def _puzzle_html(page: SitePage, text: str) -> str:
    puzzle, name = page.puzzle, page.name
    facts = {
        "lattice": puzzle.lattice.name,
        "cells": str(len(puzzle.board.cells)),
        "pieces": ", ".join(tile_caption(tile) for tile in puzzle.tiles),
        "best value": f"{puzzle.expected['best']:,}" if "best" in puzzle.expected else "",
        "given": ", ".join(placement.tile for placement in puzzle.given),
    }
    return html_page(
        "site_puzzle.html",
        style="site.css",
        images=_IMAGES,
        title=puzzle.name,
        puzzle=puzzle,
        counts=page.counts,
        home="../" * (1 + name.count("/")) + "index.html",
        editor="../" * (1 + name.count("/")) + EDITOR + link_part(text),
        file=name.rpartition("/")[2],
        symmetry_names=_SYMMETRY_NAMES,
        facts={fact: value for fact, value in facts.items() if value},
        text=text,
    )
