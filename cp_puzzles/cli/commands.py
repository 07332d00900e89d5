"""The name of the program, and the registry of its commands."""

from __future__ import annotations

import click

from cp_puzzles.base.named_values import Named, Registry

PROGRAM = "cp-puzzles"

VARIABLE = "_CP_PUZZLES_COMPLETE"
"""The environment variable in which Click's scripts ask for completions."""

# fmt: off
COMMANDS: Registry[click.Command] = Registry(
    "command",
    Named("solve", "find solutions and draw them", "cli.search_commands:solve_command"),
    Named("count", "count solutions without keeping them", "cli.search_commands:count_command"),
    Named("each", "ask the same about every member of a family: sizes, dates, dice, boards, sets",
          "cli.family_commands:each_command"),
    Named("today", "show today's puzzle of a calendar: hints, and a page for the phone",
          "cli.family_commands:today_command"),
    Named("check", "validate puzzle files; with --solve, verify their expected counts",
          "cli.check_commands:check_command"),
    Named("show", "draw the board and the tiles", "cli.picture_commands:show_command"),
    Named("edit", "make a puzzle in the browser, and solve it there", "cli.picture_commands:edit_command"),
    Named("list", "list the included puzzles", "cli.guide_commands:list_command"),
    Named("apart", "take solutions apart: levels and moves", "cli.puzzle_commands:apart_command"),
    Named("hint", "show one piece to place next", "cli.puzzle_commands:hint_command"),
    Named("explain", "explain why there is no solution", "cli.puzzle_commands:explain_command"),
    Named("sample", "draw random tilings, each with equal probability", "cli.puzzle_commands:sample_command"),
    Named("design", "make challenges with exactly one solution", "cli.design_commands:design_command"),
    Named("smallest", "find the smallest rectangle or box that the tiles fill", "cli.puzzle_commands:smallest_command"),
    Named("estimate", "estimate the search time and the number of solutions", "cli.puzzle_commands:estimate_command"),
    Named("verify", "check a solution file against the puzzle, without an engine", "cli.check_commands:verify_command"),
    Named("certificate", "check the proof of a number of solutions, or export it for other checkers",
          "cli.check_commands:certificate_command"),
    Named("render", "draw solutions as pictures, or as a page to browse", "cli.picture_commands:render_command"),
    Named("gallery", "write a static site of puzzles", "cli.picture_commands:gallery_command"),
    Named("make", "write the pieces to print in 3D, or to cut or mill", "cli.file_commands:make_command"),
    Named("export", "write the model, or the solutions of a stored run", "cli.file_commands:export_command"),
    Named("import", "convert the problems of a BurrTools file to puzzle files", "cli.file_commands:import_command"),
    Named("experiment", "compare symmetry, engines, breaking methods and settings",
          "cli.family_commands:experiment_command"),
    Named("run", "show a stored run, or divide it among any number of machines", "cli.file_commands:run_group"),
    Named("demo", "show what the program does, in a short tour", "cli.guide_commands:demo_command"),
    Named("docs", "show a page of the documentation", "cli.guide_commands:docs_command"),
)
# fmt: on
"""The commands with a line of help, in the order of the help text."""
