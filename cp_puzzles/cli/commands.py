"""The names of the program and of its commands, and the pages of the documentation that explain mistakes."""

from __future__ import annotations

from cp_puzzles.errors import MistakeError, SpecError

PROGRAM = "cp-puzzles"

COMMANDS = {
    "solve": "find solutions and draw them",
    "count": "count solutions without keeping them",
    "each": "ask the same about every member of a family: sizes, dates, dice, boards, sets",
    "today": "show today's puzzle of a calendar: hints, and a page for the phone",
    "check": "validate puzzle files; with --solve, verify their expected counts",
    "show": "draw the board and the tiles",
    "edit": "make a puzzle in the browser, and solve it there",
    "list": "list the included puzzles",
    "apart": "take solutions apart: levels and moves",
    "hint": "show one piece to place next",
    "explain": "explain why there is no solution",
    "sample": "draw random tilings, each with equal probability",
    "design": "make challenges with exactly one solution",
    "smallest": "find the smallest rectangle or box that the tiles fill",
    "estimate": "estimate the search time and the number of solutions",
    "verify": "check a solution file against the puzzle, without an engine",
    "certificate": "check the proof of a number of solutions, or export it for other checkers",
    "render": "draw solutions as pictures, or as a page to browse",
    "gallery": "write a static site of puzzles",
    "make": "write the pieces to print in 3D, or to cut or mill",
    "export": "write the model, or the solutions of a stored run",
    "import": "convert the problems of a BurrTools file to puzzle files",
    "experiment": "compare symmetry, engines, breaking methods and settings",
    "run": "show a stored run, or divide it among any number of machines",
    "demo": "show what the program does, in a short tour",
    "docs": "show a page of the documentation",
}
"""The commands with a line of help, in the order of the help text; `run` of the module NAME_command is the command."""

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
