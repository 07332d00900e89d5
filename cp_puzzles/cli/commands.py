"""The name of the program and of its commands."""

from __future__ import annotations

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
