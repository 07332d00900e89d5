"""The command `explain`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import (
    OUT_FOLDER,
    json_option,
    option,
    out_option,
    search_options,
    spec_argument,
    values_of,
)


@command("""
cp-puzzles explain mutilated_chessboard  a checkerboard argument
cp-puzzles explain y_pentominoes5x5 --out why.svg  as a picture (.svg, .png, .pdf) or a page (.html)
cp-puzzles explain pentomino6x10 --given 'X@0,1;1,0;1,1;1,2;2,1'  why this piece cannot be placed here
cp-puzzles explain mutilated_chessboard --certificate why  a folder that `certificate check` verifies
cp-puzzles explain my.yaml --json  a proof that a program can check; exit status 1 means no solution
""")
@spec_argument
@search_options("memory", time_limit="stop after S seconds (default: 60)")
@out_option("draw the explanation: .svg, .png or .pdf, or a page: .html")
@option("certificate", "write a proof by a weighted count of the cells, with its checker, to a folder", OUT_FOLDER)
@json_option()
def run(options: Options) -> int:
    """Explain why a puzzle has no solution, as briefly as possible.

    The explanation is a conflict between given pieces, a weighted count of cells such as a checkerboard argument,
    forced moves, or a smallest set of cells and tiles in conflict. If there is no such reason, it says that a complete
    search found nothing. Every proof is checked before it is shown.
    """
    from cp_puzzles.analysis.explain import explain
    from cp_puzzles.base.number_text import integer
    from cp_puzzles.cli.console import puzzle_of, report, say_written, stderr
    from cp_puzzles.output.draw.picture_files import require_picture, save_picture
    from cp_puzzles.output.draw.puzzle_picture import explanation_picture
    from cp_puzzles.output.terminal.annotated_boards import explanation_view
    from cp_puzzles.output.web.explanation_page import save_page

    is_page = bool(options.out) and options.out.endswith(".html")
    if options.out and not is_page:
        require_picture(options.out)
    with stderr().status("reading") as progress:
        puzzle = puzzle_of(options)
        explanation = explain(puzzle, on_step=progress.update, **values_of(options))
    report(options, explanation.data(), explanation_view(explanation))
    if options.out:
        if is_page:
            save_page(explanation, options.out)
        else:
            save_picture(explanation_picture(explanation), options.out)
        say_written(options.out)
    if options.certificate:
        from cp_puzzles.analysis.certificate.writer import certify_weights
        from cp_puzzles.base.deadline import Deadline

        deadline = Deadline.after(options.time_limit)
        write = partial(certify_weights, puzzle, explanation, Path(options.certificate))
        with stderr().status("writing the certificate"):
            written = deadline.run("writing the certificate", write)
        say_written(options.certificate, f"{written.steps}, {integer(written.bytes)} bytes")
    return exits.OF_OUTCOME[explanation.answer]
