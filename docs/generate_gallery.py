"""Write the site of all catalog puzzles for the documentation, and the pictures on its front page."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from html import escape
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from signal import Signals
from time import monotonic

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


PAGE_SECONDS = 0.5
"""Time of a page, measured; with pages that are kept, less."""

LINE_SECONDS = 10
"""The time between two lines of progress."""


def start_site(out: Path, root: Path) -> BaseProcess:
    """Write `site/gallery` in another process, because it takes as long as all other pages together.

    A site that is newer than all its inputs is kept, and one that was interrupted goes on.
    """
    arguments = puzzle_files(catalog_directory()), out / "site" / "gallery", root
    process = get_context("spawn").Process(target=_write_site, args=arguments)
    process.start()
    return process


def wait_for_site(process: BaseProcess) -> None:
    """Wait until the site is written; raise `RuntimeError` with the cause if its process has failed or died."""
    process.join()
    code = process.exitcode or 0
    if code < 0:
        cause = f"was ended by {Signals(-code).name}" + (": the machine has too little memory" if code == -9 else "")
    else:
        cause = f"failed with status {code}, see its message above"
    if code:
        raise RuntimeError(f"the gallery: its process {cause}; build again to go on, or add -t without_gallery")


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
    if index.exists() and index.stat().st_mtime >= newest:
        return
    minutes = round(len(puzzles) * PAGE_SECONDS / 60)
    words = f"{len(puzzles)} puzzles, about {minutes} minutes; sphinx-build -t without_gallery omits it"
    print(f"gallery: {words}", flush=True)
    part = site.with_name("unfinished")
    if part.exists() and part.stat().st_mtime < newest:  # of a build before the last change
        shutil.rmtree(part)
    part.mkdir(parents=True, exist_ok=True)
    printed = monotonic()
    for number, page in enumerate(write_site(puzzles, catalog_directory(), part, time_limit=SEARCH_SECONDS), start=1):
        if monotonic() - printed >= LINE_SECONDS:
            printed = monotonic()
            print(f"gallery: {number} of {len(puzzles)}: {page.name}", flush=True)
    shutil.rmtree(site, ignore_errors=True)
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
