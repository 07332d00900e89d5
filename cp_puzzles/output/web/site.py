"""A static site of puzzles: a page for each and a list to filter, which works from files and on any host.

The folder `puzzles` has for each puzzle a page, a page to play on unless pieces may overlap, pictures, the puzzle file
and its numbers. No page loads anything from elsewhere, and the list is complete without scripts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path

from cp_puzzles import __version__
from cp_puzzles.base.deadline import NO_DEADLINE, Deadline, propagate_interrupt
from cp_puzzles.base.file_access import write_file
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import COUNT_PREFERENCE, EQUIVALENCES, SYMMETRIES, Symmetry
from cp_puzzles.engines.registry import COUNTERS, ENGINES, FASTEST, MODEL_ENGINE
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.board_picture import board_picture, placement_colors
from cp_puzzles.output.draw.picture import Picture, framed, svg
from cp_puzzles.output.draw.puzzle_picture import puzzle_picture
from cp_puzzles.output.draw.solid_pieces import isometric
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.output.web.edit_page import edit_page, link_part
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.loader import load_spec, puzzle_name
from cp_puzzles.puzzle.spec.schema import Expected
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import count_solutions, find_solutions
from cp_puzzles.search.search_options import SearchOptions

MAX_SOLUTIONS = 1000
"""Solutions on the page of a puzzle."""

EDITOR = "edit.html"
"""The page of the site on which a puzzle is made; the address of a puzzle there holds its file."""

_LISTING_ENGINES = (FASTEST, MODEL_ENGINE)
"""Engines that list the solutions: the first that finishes in time is used."""

_CHECKING_ENGINES = (*COUNTERS, *ENGINES)
"""Engines that confirm a number: the first that finishes in time and did not list the solutions is used."""

_BODY_COLOR = "#9aa3ad"
_IMAGES = "'self' file: data:"
_SYMMETRY_NAMES: dict[Symmetry, str] = {
    "off": "all",
    "rotations": "up to rotation",
    "full": "up to rotation and reflection",
    "components": "each part of the board moved by itself",
    "colors": "up to isometries and exchanges of colors",
}


@dataclass(frozen=True)
class SiteCount:
    """A number of solutions, None if it is not known, with the engines that counted it, if any."""

    symmetry: Symmetry
    number: int | None
    engines: tuple[str, ...] = ()


@dataclass(frozen=True)
class SiteCounts:
    """The numbers for each symmetry; and the solutions, up to the full one, if all could be listed in time."""

    counts: tuple[SiteCount, ...]
    solutions: tuple[Solution, ...] | None = None
    disagreement: str = ""


@dataclass(frozen=True)
class SitePage:
    """A puzzle with its name on the site and its numbers of solutions."""

    name: str
    puzzle: Puzzle
    counts: SiteCounts
    is_kept: bool = False
    """Whether an earlier call wrote it."""

    @property
    def solutions(self) -> int | None:
        """The number of solutions up to the largest symmetry for which it is known."""
        numbers = {count.symmetry: count.number for count in self.counts.counts}
        return next((number for symmetry in COUNT_PREFERENCE if (number := numbers.get(symmetry)) is not None), None)

    @property
    def solutions_text(self) -> str:
        """The number of solutions in words; of a puzzle with an objective the best value that its file states."""
        expected, number = self.puzzle.expected, self.solutions
        if number is not None:
            return f"{number:,} solution{'s' * (number > 1)}" if number else "no solution"
        return f"best value {expected['best']:,}" if "best" in expected else "number of solutions not known"


def write_site(
    puzzles: Sequence[Path], folder: Path, out: Path, *, time_limit: float = 1.0, deadline: Deadline = NO_DEADLINE
) -> Generator[SitePage]:
    """Write a site of puzzle files, which are in a folder or its subfolders, into the folder `out`.

    A page that an earlier call wrote from the same file and time limit is kept, so a site that was interrupted goes on.
    Each search takes at most `time_limit` seconds; a puzzle that takes longer has the numbers of its file, and a page
    to play on without solutions. Yields each puzzle once its page is written. The list is written at the end, also if
    an error, an interrupt or the deadline comes first, or the generator is closed: it then says how many puzzles are
    missing. Raises `MistakeError` for an invalid puzzle file, and `CanceledError` after the deadline.
    """
    pages: list[SitePage] = []
    try:
        for file in puzzles:
            pages.append(_write_puzzle(file, puzzle_name(file, folder), out, time_limit, deadline))
            yield pages[-1]
    finally:
        if pages:
            index = html_page(
                "site_index.html",
                style="site.css",
                script="filter.min.js",
                images=_IMAGES,
                title="Tiling puzzles",
                editor=EDITOR,
                pages=pages,
                missing=len(puzzles) - len(pages),
            )
            write_file(out / "index.html", index)
            write_file(out / EDITOR, edit_page())


def _write_puzzle(file: Path, name: str, out: Path, time_limit: float, deadline: Deadline) -> SitePage:
    spec = deadline.run(f"reading {name}", lambda: load_spec(file))
    puzzle = deadline.run(f"reading {name}", lambda: build_puzzle(spec))
    numbers, source = out / "puzzles" / f"{name}.json", f"{__version__} {time_limit} {file.read_text(encoding='utf-8')}"
    digest = blake2b(source.encode(), digest_size=16).hexdigest()
    if numbers.exists() and (stored := json.loads(numbers.read_text(encoding="utf-8")))["source"] == digest:
        counts = tuple(SiteCount(symmetry, number, tuple(engines)) for symmetry, number, engines in stored["counts"])
        return SitePage(name, puzzle, SiteCounts(counts, None, stored["disagreement"]), is_kept=True)
    page = SitePage(name, puzzle, site_counts(puzzle, spec.expected, time_limit, deadline))
    deadline.run(f"writing the page of {name}", lambda: _write_page(page, file, out))
    listed = [(count.symmetry, count.number, count.engines) for count in page.counts.counts]
    data = {"source": digest, "counts": listed, "disagreement": page.counts.disagreement}
    write_file(numbers, json.dumps(data) + "\n")  # the last file of a page
    return page


def _write_page(page: SitePage, file: Path, out: Path) -> None:
    name, puzzle = page.name, page.puzzle
    path = out / "puzzles" / f"{name}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    solutions = page.counts.solutions
    shown = (solutions or ())[:MAX_SOLUTIONS]
    outcome = None if solutions is None else SearchOutcome("full", len(shown) == len(solutions))
    for suffix, text in (
        (".svg", svg(framed(puzzle_picture(puzzle)))),
        ("-small.svg", svg(card_picture(puzzle, puzzle.given))),
        *(() if puzzle.has_overlap else [("-play.html", page_html(puzzle, shown, outcome))]),
        (".yaml", file.read_text(encoding="utf-8")),
        (".html", _puzzle_html(page, file.read_text(encoding="utf-8"))),
    ):
        write_file(path.with_name(path.stem + suffix), text)


def card_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Return placements on the board; a solid board without any is drawn as one body."""
    if puzzle.lattice.is_flat:
        return board_picture(puzzle, placements, names=False)
    body = (Placement(tuple(sorted(puzzle.board.cells)), ""),)
    colors = placement_colors(puzzle, placements) or [_BODY_COLOR]
    return isometric(puzzle.lattice, placements or body, colors, palette=puzzle.side_palette)


def _puzzle_html(page: SitePage, text: str) -> str:
    puzzle, name = page.puzzle, page.name
    facts = {
        "lattice": puzzle.lattice.name,
        "cells": str(len(puzzle.board.cells)),
        "pieces": ", ".join(tile.caption for tile in puzzle.tiles),
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


def site_counts(puzzle: Puzzle, expected: Expected, time_limit: float, deadline: Deadline = NO_DEADLINE) -> SiteCounts:
    """Return the numbers that engines count, each within `time_limit` seconds, else those of the puzzle file.

    If no engine lists the solutions in time, nothing is counted. Solutions up to symmetries of the board's components
    or exchanges of colors are counted if the puzzle file states their number.
    """
    stated: dict[Symmetry, int | None] = {name: getattr(expected, name) for name in EQUIVALENCES}
    symmetries = [name for name, number in stated.items() if name in SYMMETRIES or number is not None]
    limit = partial(deadline.earlier, time_limit)
    listed = (_finished(find_solutions, puzzle, engine, limit(), "full") for engine in _LISTING_ENGINES)
    result = next((each for each in listed if each is not None and each.raw is not None), None)
    if result is None:
        return SiteCounts(tuple(SiteCount(symmetry, stated[symmetry]) for symmetry in symmetries))
    first, numbers = result.engine, {"off": result.raw, "full": result.count}

    def counted(symmetry: Symmetry, engine: str) -> int | None:
        done = _finished(count_solutions, puzzle, engine, limit(), symmetry)
        return None if done is None else done.count

    counts, wrong = [], []
    for symmetry in symmetries:
        number = numbers[symmetry] if symmetry in numbers else counted(symmetry, first)
        if number is None:
            counts.append(SiteCount(symmetry, stated[symmetry]))
            continue
        checks = ((engine, counted(symmetry, engine)) for engine in _CHECKING_ENGINES if engine != first)
        other, confirmed = next(((engine, count) for engine, count in checks if count is not None), ("", None))
        if confirmed not in (None, number):
            wrong.append(f"{other} counts {confirmed}, {first} {number} (symmetry {symmetry})")
        if stated[symmetry] not in (None, number):
            wrong.append(f"the puzzle file states {stated[symmetry]}, {first} counts {number} (symmetry {symmetry})")
        counts.append(SiteCount(symmetry, number, (first, other) if other else (first,)))
    return SiteCounts(tuple(counts), tuple(result.solutions), "; ".join(wrong))


def _finished(
    run: Callable[[Puzzle, SearchOptions], RunResult], puzzle: Puzzle, engine: str, limit: Deadline, symmetry: Symmetry
) -> RunResult | None:
    """Return the result of an engine; None if it is not finished in time, not installed, or declines the puzzle."""
    options = SearchOptions(symmetry=symmetry, engine=engine, jobs=1, time_limit=limit.seconds)
    try:
        result = propagate_interrupt(partial(run, puzzle, options))
    except MistakeError:
        return None
    return result if result.status == "complete" else None
