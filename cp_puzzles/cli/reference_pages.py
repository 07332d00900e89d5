"""The pages of the documentation that explain mistakes in puzzle files."""

from __future__ import annotations

from cp_puzzles.cli.commands import PROGRAM
from cp_puzzles.errors import MistakeError, SpecError

PAGES = {
    **dict.fromkeys(("rules", "maximize", "minimize"), "reference/rules"),
    **dict.fromkeys(("lattice", "board.wrap"), "reference/lattices"),
    "tiles.set": "reference/tile-sets",
    **dict.fromkeys(
        (
            "name",
            "description",
            "source",
            "board",
            "colors",
            "fill",
            "overlap",
            "tiles",
            "multiplicity",
            "given",
            "expected",
            "labeled",
        ),
        "reference/puzzle-file",
    ),
}
"""The page about a key of a puzzle file, or about a key within another one."""


def page_about(mistake: SpecError) -> str | None:
    """Return the page about the field of a mistake; None if its place names no key of a puzzle file.

    >>> page_about(SpecError("my.yaml:5:5: tiles.0.set", "there is no set 'pentomino'"))
    'reference/tile-sets'
    """
    keys = [key for key in mistake.where.rpartition(": ")[2].split(".") if not key.isdecimal()]
    return next((PAGES[key] for key in (".".join(keys[:2]), *keys[:1]) if key in PAGES), None)


def explained(mistake: MistakeError) -> str:
    """Return the message of a mistake, which ends with the commands that open the pages about its rules."""
    parts = mistake.each() if isinstance(mistake, SpecError) else ()
    pages = dict.fromkeys(filter(None, map(page_about, parts)))
    if not pages:
        return mistake.typed
    commands = " and ".join(f"{PROGRAM} docs {page}" for page in pages)
    text = mistake.typed
    separator = "\n" if len(parts) > 1 else " " if text.endswith("?") else "; "
    return f"{text}{separator}see {commands}"
