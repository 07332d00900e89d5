"""The command `explain`."""

from __future__ import annotations

from cp_puzzles.analysis.options import ExplainOptions
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import json_option, options_of, out_option, spec_argument


@command
@spec_argument
@options_of(ExplainOptions)
@out_option("draw the explanation: .svg, .png or .pdf, or a page: .html")
@json_option()
def run(asked: Asked) -> int:
    """Explain why a puzzle has no solution, as briefly as possible.

    The explanation is a conflict between given pieces, a weighted count of cells such as a checkerboard argument,
    forced moves, or a smallest set of cells and tiles in conflict. If there is no such reason, it says that a complete
    search found nothing. Every proof is checked before it is shown.

    Examples
    --------
    cp-puzzles explain mutilated_chessboard  a checkerboard argument
    cp-puzzles explain y_pentominoes5x5 --out why.svg  as a picture (.svg, .png, .pdf) or a page (.html)
    cp-puzzles explain pentomino6x10 --given 'X@0,1;1,0;1,1;1,2;2,1'  why this piece cannot be placed here
    cp-puzzles explain mutilated_chessboard --certificate why  a folder that `certificate check` verifies
    cp-puzzles explain problem.dlx  a cover problem, or a matrix of 0 and 1: items that cannot be covered together
    cp-puzzles explain my.yaml --json  a proof that a program can check; exit status 1 means no solution
    """
    from dataclasses import replace
    from functools import partial
    from pathlib import Path

    from cp_puzzles.analysis.explain import explain
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.base.text import integer
    from cp_puzzles.cli.console import puzzle_of, report, say_written, stderr
    from cp_puzzles.output.draw.picture import require_picture, save_picture
    from cp_puzzles.output.draw.puzzle_picture import explanation_picture
    from cp_puzzles.output.terminal.annotated_boards import explanation_view
    from cp_puzzles.output.web.explanation_page import save_page

    is_page = bool(asked.out) and asked.out.endswith(".html")
    if asked.out and not is_page:
        require_picture(asked.out)
    with stderr().status("reading") as progress:
        options = ExplainOptions.of_typed(vars(asked), on_step=progress.update)
        # the explanation is shown before its certificate is written
        puzzle, options = puzzle_of(
            asked.spec, replace(options, certificate=None), board=bool(asked.out or asked.certificate)
        )
        explanation = explain.of_options(puzzle, options)
    report(asked, explanation.data(), explanation_view(explanation))
    if is_page:
        save_page(explanation, asked.out)
    elif asked.out:
        save_picture(explanation_picture(explanation), asked.out)
    if asked.out:
        say_written(asked.out)
    if asked.certificate:
        from cp_puzzles.analysis.certificate.writer import certify_weights

        with stderr().status("writing the certificate"):
            write = partial(certify_weights, puzzle, explanation, Path(asked.certificate))
            written = Deadline.after(options.time_limit).run("writing the certificate", write)
        say_written(asked.certificate, f"{written.steps}, {integer(written.bytes)} bytes")
    return exits.OF_OUTCOME[explanation.answer]
