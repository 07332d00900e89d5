"""`explain`: why there is no solution."""

from __future__ import annotations

import argparse

from cp_puzzles.cli import exits
from cp_puzzles.cli.arguments import add_file, add_json, add_options, add_puzzle, search_options

HELP = "why there is no solution"
DESCRIPTION = """\
Say why a puzzle has no solution, as shortly as it can be said: which given pieces cannot lie like this together;
weights on the cells that do not come out, such as a checkerboard; forced moves; a smallest set of cells and tiles that
conflict; else that everything was searched. Every proof is checked before it is shown."""
EPILOG = """\
examples:
  cp-puzzles explain mutilated_chessboard             a checkerboard, and the sum that does not come out
  cp-puzzles explain y_pentominoes5x5 --out why.svg   the same as a picture: .svg, .png, .pdf, or a page: .html
  cp-puzzles explain pentomino6x10 --given 'X@0,1;1,0;1,1;1,2;2,1'   why this piece cannot lie there
  cp-puzzles explain my.yaml --json                   a proof that a program can check; exit status 1: none"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_options(parser, "memory", time_limit="give up after S seconds (default: 60)")
    add_file(parser, "draw the explanation: .svg, .png or .pdf, or a page: .html")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Explain, draw."""
    from cp_puzzles.analysis.explain import SECONDS, explain
    from cp_puzzles.cli.console import puzzle_of, report, say
    from cp_puzzles.export.explanation_page import save_page
    from cp_puzzles.export.explanation_picture import explanation_picture
    from cp_puzzles.export.picture_writer import require_picture, save_picture
    from cp_puzzles.render.explanation import explanation_view

    is_page = bool(options.out) and options.out.endswith(".html")
    if options.out and not is_page:
        require_picture(options.out)
    puzzle = puzzle_of(options)
    asked = search_options(options)
    explanation = explain(puzzle, **(asked | {"time_limit": asked["time_limit"] or SECONDS}))
    report(options, explanation.data(), explanation_view(explanation))
    if options.out:
        if is_page:
            save_page(explanation, options.out)
        else:
            save_picture(explanation_picture(explanation), options.out)
        say(f"wrote {options.out}")
    return exits.OF_OUTCOME[explanation.answer]
