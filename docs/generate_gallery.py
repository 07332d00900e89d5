"""Write the site of all catalog puzzles for the documentation, and the pictures on its front page."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from html import escape
from multiprocessing import get_context
from pathlib import Path

from cp_puzzles import build_puzzle, load_spec, solve
from cp_puzzles.output.draw.picture import svg
from cp_puzzles.output.web.site import card_picture, write_site
from cp_puzzles.puzzle.spec.loader import catalog_directory, puzzle_files

SEARCH_SECONDS = 0.05
"""Seconds of the search for each puzzle; the catalog states the numbers of those that take longer."""

SHOWN = (
    *("pentomino6x10", "calendar", "soma", "kanoodle_pyramid", "hexiamonds_star", "tetrahexes7x4"),
    *("aztec_diamond4", "tangram_square", "bedlam", "prisms_triangular", "tetrasticks6x6", "soma_bathtub"),
)
"""Puzzles with a picture on the front page."""

INPUTS = ("specs", "cp_puzzles/output/web", "cp_puzzles/output/draw")
"""Folders whose changes make the site anew."""


def start_site(out: Path, root: Path) -> Future[None]:
    """Write `site/gallery` in another process, because it takes as long as all other pages together.

    A site that is newer than all its inputs is kept.
    """
    executor = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    site = executor.submit(_write_site, puzzle_files(catalog_directory()), out / "site" / "gallery", root)
    executor.shutdown(wait=False)
    return site


def generate_gallery(out: Path, *, is_included: bool) -> None:
    """Write the pictures, with links to the site if it is included: the fragment `gallery-pictures.md`."""
    more = "<p><code>cp-puzzles gallery site</code> writes a site of all puzzles.</p>"
    if is_included:
        more = f'<p><a href="gallery/index.html">All {len(puzzle_files(catalog_directory()))} puzzles</a></p>'
    pictures = "\n".join(_picture(name, out / "pages" / "front", is_linked=is_included) for name in SHOWN)
    text = f'```{{raw}} html\n<div class="pictures gallery">\n{pictures}\n</div>\n{more}\n```\n'
    (out / "gallery-pictures.md").write_text(text, "utf-8")


def _write_site(puzzles: Sequence[Path], site: Path, root: Path) -> None:
    newest = max(file.stat().st_mtime for name in INPUTS for file in (root / name).rglob("*") if file.is_file())
    index = site / "index.html"
    if not index.exists() or index.stat().st_mtime < newest:
        part = site.with_name("unfinished")  # of a build that is interrupted, nothing is kept
        for folder in (part, site):
            shutil.rmtree(folder, ignore_errors=True)
        part.mkdir(parents=True)
        for _ in write_site(puzzles, catalog_directory(), part, time_limit=SEARCH_SECONDS):
            pass
        part.rename(site)


def _picture(name: str, folder: Path, *, is_linked: bool) -> str:
    """Draw a solution of a flat puzzle, or the pieces of one in space; return the picture with a link to its page."""
    puzzle = build_puzzle(load_spec(name))
    file = folder / f"{name}.svg"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        found = solve(puzzle, symmetry="off", engine="exact-cover", limit=1, jobs=1) if puzzle.lattice.is_flat else None
        placements = found.solutions[0].placements if found else ()
        file.write_text(svg(card_picture(puzzle, placements)), "utf-8")
    title = escape(puzzle.name)
    image = f'<img src="front/{name}.svg" alt="{title}" title="{title}" loading="lazy">'
    return f'<a href="gallery/puzzles/{name}.html">{image}</a>' if is_linked else f"<span>{image}</span>"
