"""A static site of puzzles: a page for each, a list to filter; it works from files and on any host.

Under `puzzles/` each puzzle has its page, a page to play on, its pictures and its file. Nothing is fetched from
elsewhere, and without scripts the list is there in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cp_puzzles.export.board_picture import board_picture, placement_colors
from cp_puzzles.export.html_page import asset, filled, policy
from cp_puzzles.export.isometric import isometric
from cp_puzzles.export.page import page_html
from cp_puzzles.export.picture import LIGHT, Picture, framed
from cp_puzzles.export.puzzle_picture import puzzle_picture, tile_caption
from cp_puzzles.export.site_counts import SiteCounts, site_counts
from cp_puzzles.export.svg import svg
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.catalogue import puzzle_name
from cp_puzzles.spec.load import load_spec
from cp_puzzles.symmetry.group import TOLD, Symmetry

MOST_SOLUTIONS = 1000
"""So many solutions are shown on the page of a puzzle at most."""

TITLE = "Tiling puzzles"
IMAGES = "'self' file: data:"
MEANING: dict[Symmetry, str] = {
    "off": "in all",
    "rotations": "turned boards once",
    "full": "turned and mirrored boards once",
    "components": "each part turned, mirrored and exchanged by itself",
}


@dataclass(frozen=True)
class SitePage:
    """A puzzle that has its page: its name on the site, what it is, and what was counted."""

    name: str
    puzzle: Puzzle
    counts: SiteCounts

    @property
    def solutions(self) -> int | None:
        """The number of solutions up to the largest motions of the whole board for which it is known."""
        numbers = {its.symmetry: its.number for its in self.counts.counts}
        return next((number for its in TOLD if (number := numbers.get(its)) is not None), None)


def write_site(puzzles: Sequence[Path], folder: Path, out: Path, *, time_limit: float = 1.0) -> Iterator[SitePage]:
    """Write a site of the puzzle files, which lie in a folder or in folders in it, into another one.

    Each search has `time_limit` seconds; what takes longer has the numbers that the puzzle file expects, and a page to
    play on without solutions. Gives each puzzle as its page is written; at the end the list is. Raises `MistakeError`
    for a puzzle file that is wrong.
    """
    pages = []
    for file in puzzles:
        page = _write_puzzle(file, puzzle_name(file, folder), out, time_limit)
        pages.append(page)
        yield page
    (out / "index.html").write_text(_index(pages), encoding="utf-8")


def _write_puzzle(file: Path, name: str, out: Path, time_limit: float) -> SitePage:
    spec = load_spec(file)
    puzzle = build_puzzle(spec)
    page = SitePage(name, puzzle, site_counts(puzzle, spec.expected, time_limit))
    at = out / "puzzles" / f"{name}.html"
    at.parent.mkdir(parents=True, exist_ok=True)
    solutions = page.counts.solutions
    shown = (solutions or ())[:MOST_SOLUTIONS]
    complete = None if solutions is None else len(shown) == len(solutions)
    for suffix, text in (
        (".svg", svg(framed(puzzle_picture(puzzle)))),
        ("-small.svg", svg(_small(puzzle, shown[0].placements if shown else puzzle.given))),
        ("-play.html", page_html(puzzle, shown, complete=complete)),
        (".yaml", file.read_text(encoding="utf-8")),
        (".html", _puzzle_html(page, file.read_text(encoding="utf-8"))),
    ):
        at.with_name(at.stem + suffix).write_text(text, encoding="utf-8")
    return page


def _small(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """A solution, or the board with what is given; of a box as it stands."""
    if puzzle.lattice.is_flat:
        return board_picture(puzzle, placements, names=False)
    if not placements:
        return isometric(puzzle.lattice, [Placement(puzzle.board.cells, "")], [LIGHT["rim"]])
    return isometric(puzzle.lattice, placements, placement_colors(puzzle, placements))


def _puzzle_html(page: SitePage, text: str) -> str:
    puzzle, name = page.puzzle, page.name
    last = escape(name.rpartition("/")[2])
    solved = page.counts.solutions
    best = puzzle.spec.expected.best if puzzle.spec else None
    facts = {
        "lattice": puzzle.lattice.name,
        "cells": str(len(puzzle.board.cells)),
        "pieces": ", ".join(tile_caption(tile) for tile in puzzle.tiles),
        **({} if best is None else {"best value": f"{best:,}"}),
        **({"given": ", ".join(placement.tile for placement in puzzle.given)} if puzzle.given else {}),
    }
    notes = [f"<p><strong>{escape(page.counts.disagreement)}</strong></p>"] if page.counts.disagreement else []
    if solved is None:
        notes.append("<p>It takes too long to count here: the numbers are those that the puzzle file expects.</p>")
    return filled(
        asset("site_assets/puzzle.html"),
        {
            "policy": policy(asset("site_assets/site.css"), images=IMAGES),
            "style": asset("site_assets/site.css"),
            "title": escape(puzzle.name),
            "home": "../" * (1 + name.count("/")) + "index.html",
            "description": f"<p>{escape(puzzle.description)}</p>" if puzzle.description else "",
            "play": f"{last}-play.html",
            "play_text": "Play" if not solved else "Play, and look at solutions",
            "file": f"{last}.yaml",
            "picture": f"{last}.svg",
            "counts": "".join(
                f'<tr><th scope="row">{MEANING[its.symmetry]}</th><td class="number">{_number(its.number)}</td>'
                f"<td>{_who(its.engines, its.number)}</td></tr>\n"
                for its in page.counts.counts
            ),
            "note": "".join(notes),
            "facts": "".join(f"<dt>{key}</dt><dd>{escape(value)}</dd>" for key, value in facts.items()),
            "source": f"<h2>Source</h2><p>{escape(puzzle.source)}</p>" if puzzle.source else "",
            "spec": escape(text),
            "command": escape(f"cp-puzzles {name.rpartition('/')[2]}.yaml"),
        },
    )


def _index(pages: Sequence[SitePage]) -> str:
    script, style = asset("site_assets/filter.js"), asset("site_assets/site.css")
    lattices = sorted({page.puzzle.lattice.name for page in pages})
    return filled(
        asset("site_assets/index.html"),
        {
            "policy": policy(style, script, IMAGES),
            "style": style,
            "script": script,
            "title": TITLE,
            "number": str(len(pages)),
            "lattices": "".join(f"<option>{escape(name)}</option>" for name in lattices),
            "entries": "".join(map(_entry, pages)),
        },
    )


def _entry(page: SitePage) -> str:
    puzzle, number = page.puzzle, page.solutions
    place = escape(f"puzzles/{page.name}")
    how_many = (
        "number not known" if number is None else "no solution" if number == 0 else f"{_number(number)} solutions"
    )
    return (
        f'<li data-lattice="{escape(puzzle.lattice.name)}" data-cells="{len(puzzle.board.cells)}" '
        f'data-solutions="{"" if number is None else number}"><a href="{place}.html">'
        f'<img src="{place}-small.svg" alt="" loading="lazy"><b>{escape(puzzle.name)}</b>'
        f"<span>{escape(puzzle.lattice.name)}, {len(puzzle.board.cells)} cells, "
        f"{'1 solution' if number == 1 else how_many}</span></a></li>\n"
    )


def _number(number: int | None) -> str:
    return "not known" if number is None else f"{number:,}"


def _who(engines: Sequence[str], number: int | None) -> str:
    return " and ".join(engines) if engines else "" if number is None else "the puzzle file says so"
