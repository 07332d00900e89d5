"""The command `each`."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.option_types import Seconds
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import (
    OUT_FOLDER,
    Value,
    flag,
    json_option,
    option,
    out_option,
    puzzle_options,
    search_options,
)
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.errors import MistakeError, Parameter

if TYPE_CHECKING:
    from cp_puzzles.analysis.family.member import FamilyResult

F = TypeVar("F", bound=Callable[..., Any])

CLUSTER = "search members on the Dask scheduler at this address (tcp://host:8786), or on a new one here (local)"

QUESTIONS = {
    "solvable": "is there a solution? (default)",
    "count": "count the solutions",
    "unique": "is there exactly one solution?",
    "best": "the best value of the objective",
    "grade": "the difficulty of a puzzle with one solution",
}
"""The questions with their help texts; each is a switch."""


def _questions(function: F) -> F:
    """Declare a switch for each question."""
    for name, text in reversed(QUESTIONS.items()):
        function = flag(name, text)(function)
    return function


@command(
    """
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
""",
    """0 every member has its answer; 2 a mistake in the command, the puzzle or a member; 3 a time limit came first, or
processes died; 130 interrupted (answers so far are printed)""",
)
@click.argument("spec", metavar="SPEC", help="a puzzle file, or a name from `cp-puzzles list`")
@_questions
@option(
    "for_", "ranges of parameters, such as n=1..12 or n=2..6,m=n..6", Value(str, "RANGES"), flag="for", repeated=True
)
@option(
    "leaves",
    "labels that stay empty: dates, a file with a line of labels each, or faces of dice as a list of lists",
    Value(str, "dates|FILE|DICE", ("dates",)),
)
@option("boards", "a file of boards: sizes such as 6x10, or drawings with an empty line between", Value(str, "FILE"))
@option("tiles", "a file of tiles: a line of names each, or drawings with an empty line between", Value(str, "FILE"))
@option("sets", "every set of K of the tiles", metavar="K")
@option("cases", "a YAML file with a list of cases: parameters, leave, and keys of the puzzle file", Value(str, "FILE"))
@puzzle_options("parameters")
@option("symmetry", "which symmetric solutions of a member count as one", Symmetry, default="off")
@search_options(
    "engine",
    "jobs",
    "memory",
    "cluster",
    cluster=CLUSTER,
    time_limit="stop a member after S seconds; its answer is unknown",
)
@option("total_time_limit", "stop after S seconds for all members together", Seconds)
@option("store", "keep the answers in this file; the same command continues with it", Value(str, "FILE"))
@option(
    "share",
    "search only one of several shares of the members, such as 3/10; --store keeps its answers",
    Value(str, "K/N"),
)
@option("merge", "take the answers in this file of --store, such as another share", Value(str, "FILE"), repeated=True)
@flag("explain", "say why each member without a solution has none")
@option("certificate", "write a certificate for each member without a solution into this folder", OUT_FOLDER)
@flag("yes", "search more than 100,000 members")
@out_option("write the answers: .csv, .md, .jsonl, .json, .txt (a b-file of the OEIS) or .html (a heat map)")
@json_option("one object")
def run(options: Options) -> int:
    """Ask the same question about every member of a family of puzzles.

    What varies makes the members: parameters of the file, cells that stay empty, boards, tiles. If several things vary,
    every combination is a member. Members that are the same puzzle up to symmetry are searched once, and all solutions
    count unless --symmetry says otherwise.
    """
    from cp_puzzles.analysis.family.each import each
    from cp_puzzles.cli.console import report, say_written, stderr
    from cp_puzzles.output.family_files import refuse_suffix, save_answers
    from cp_puzzles.output.terminal.family_table import family_view
    from cp_puzzles.search.puzzle_options import PuzzleOptions

    asked = [name for name in QUESTIONS if getattr(options, name)]
    if len(asked) > 1:
        raise MistakeError(Parameter(asked[1]), f"excludes --{asked[0]}", "omit one of the two")
    if options.out is not None:
        refuse_suffix(options.out)
    started = monotonic()
    names = ("for_", "leaves", "boards", "tiles", "sets", "cases", "symmetry", "engine", "jobs", "memory", "cluster")
    values = {
        name: getattr(options, name)
        for name in (*names, "time_limit", "total_time_limit", "store", "share", "merge", "yes")
    }
    values["parameters"] = PuzzleOptions(parameters=options.parameters).parameters
    with stderr().status("setting up") as status:
        result = each(
            options.spec,
            question=asked[0] if asked else "solvable",  # type: ignore[arg-type]
            on_progress=lambda progress: status.update(str(progress)),
            **values,
        )
        if options.explain or options.certificate is not None:
            result = _explained(result, options, started, status.update)
    report(options, result.summary(), family_view(result, reasons=options.explain))
    if options.out is not None:
        save_answers(result, options.out)
        say_written(options.out)
    return exits.OF_OUTCOME.get(result.status, exits.MISTAKE)


def _explained(result: FamilyResult, options: Options, started: float, show: Callable[[str], None]) -> FamilyResult:
    """Return the answers with the reasons of the members without a solution, and certify them if options say it."""
    from pathlib import Path

    from cp_puzzles.analysis.family.impossible import members_explained
    from cp_puzzles.base.number_text import counted
    from cp_puzzles.cli.console import say, say_written
    from cp_puzzles.output.family_certificates import FamilyCertificates

    certificates = None if options.certificate is None else FamilyCertificates(Path(options.certificate))
    values: dict[str, Any] = {} if certificates is None else {"on_explanation": certificates.add}
    if options.total_time_limit is not None:
        values["deadline"] = Deadline(started + options.total_time_limit)
    result = members_explained(
        result,
        time_limit=options.time_limit,
        on_member=lambda member: show(f"explaining {member}"),
        **values,
    )
    if certificates is not None:
        say_written(options.certificate, counted(certificates.written, "certificate"))
        for member in certificates.missing:
            say(f"no certificate for {member}: its proof took longer than the time limit")
    return result
