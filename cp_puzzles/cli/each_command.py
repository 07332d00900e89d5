"""The command `each`."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

from cp_puzzles.analysis.options import QUESTIONS, EachOptions
from cp_puzzles.base.options import OUT_FOLDER
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import command_option, flag, json_option, options_of, out_option, spec_argument
from cp_puzzles.errors import MistakeError, Parameter

F = TypeVar("F", bound=Callable[..., Any])


def _questions(function: F) -> F:
    """Declare a switch for each question."""
    for name, text in reversed(QUESTIONS.items()):
        function = flag(name, text)(function)
    return function


@command
@spec_argument
@_questions
@options_of(EachOptions)
@flag("explain", "say why each member without a solution has none")
@command_option("certificate", "write a certificate for each member without a solution into this folder", OUT_FOLDER)
@out_option("write the answers: .csv, .md, .jsonl, .json, .txt (a b-file of the OEIS) or .html (a heat map)")
@json_option("one object")
def run(asked: Asked) -> int:
    """Ask the same question about every member of a family of puzzles.

    What varies makes the members: parameters of the file, cells that stay empty, boards, tiles. If several things vary,
    every combination is a member. Members that are the same puzzle up to symmetry are searched once, and all solutions
    count unless --symmetry says otherwise.

    Examples
    --------
    cp-puzzles each dominoes.yaml --for n=1..12 --count  the sequence for a parameter of the file
    cp-puzzles each dominoes.yaml --for n=2..6,m=n..6 --count  a table
    cp-puzzles each calendar --leaves dates --count  every date of the year
    cp-puzzles each calendar --leaves dates --count --out year.html  a heat map: choose a day to solve it or play
    cp-puzzles each genius_square --leaves dice.yaml  every roll of dice; the file lists the faces of each die
    cp-puzzles each pentomino5x6.yaml --sets 6  every set of six of the tiles
    cp-puzzles each genius_square --leaves dice.yaml --share 3/10 --store 3.run  a tenth of the rolls
    cp-puzzles each soma --boards figures.txt --json  drawings in a file, answers for a script
    cp-puzzles each t_tetrominoes.yaml --for n=2..6,m=n..6 --explain  why the others have no solution
    cp-puzzles each dominoes.yaml --for n=1..12 --count --out b004003.txt  a b-file of the OEIS

    Exit status
    -----------
    0 every member has its answer; 2 a mistake in the command, the puzzle or a member; 3 a time limit came first, or
    processes died; 130 interrupted (answers so far are printed)
    """
    from cp_puzzles.analysis.family.each import each
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.base.text import counted
    from cp_puzzles.cli.console import report, say, say_written, stderr
    from cp_puzzles.output.family_files import certified, refuse_suffix, save_answers
    from cp_puzzles.output.terminal.result_tables import family_view

    questions = [name for name in QUESTIONS if getattr(asked, name)]
    if len(questions) > 1:
        raise MistakeError(Parameter(questions[1]), f"excludes --{questions[0]}", "omit one of the two")
    if asked.out is not None:
        refuse_suffix(asked.out)
    started = monotonic()
    with stderr().status("setting up") as status:
        options = EachOptions.of_typed(
            vars(asked),
            question=questions[0] if questions else "solvable",
            on_progress=lambda progress: status.update(str(progress)),
        )
        result = each.of_options(asked.spec, options)
        if asked.explain or asked.certificate is not None:
            ends = None if options.total_time_limit is None else Deadline(started + options.total_time_limit)
            result, certificates = certified(result, asked.certificate, options.time_limit, ends, status.update)
            for name in certificates.missing:
                say(f"no certificate for {name}: its proof took longer than the time limit")
            if asked.certificate is not None:
                say_written(asked.certificate, counted(certificates.written, "certificate"))
    report(asked, result.summary(), family_view(result, reasons=asked.explain))
    if asked.out is not None:
        save_answers(result, asked.out)
        say_written(asked.out)
    return exits.OF_OUTCOME.get(result.status, exits.MISTAKE)
