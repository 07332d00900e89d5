"""The command `certificate`."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import click

from cp_puzzles.base.option_types import Bytes, declarations, one_of
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import Value, flag, json_option, option, puzzle_options, search_options
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.puzzle_options import PuzzleOptions

FORMATS = ("drat", "lrat", "veripb")

MAX_BYTES = 1_000_000_000
"""The bytes of an exported proof that are written without --max-size."""


@command(
    """
cp-puzzles count pentomino6x10 --certificate proof6x10
cp-puzzles certificate check proof6x10  the same as python -I proof6x10/check.py
cp-puzzles certificate check proof6x10 --puzzle pentomino6x10  and that it is about this puzzle
cp-puzzles certificate check proof6x10 --compiled  the same verdict, faster for large proofs
cp-puzzles certificate export proof3x20 --format lrat  clauses and a proof for verified checkers such as cake_lpr
cp-puzzles explain mutilated_chessboard --certificate why  the weights of an explanation
cp-puzzles certificate export why --format veripb  the same weights as a cutting plane
""",
    "0 the certificate holds; 1 it does not (the first wrong step is printed); 2 not a certificate; 3 time limit",
)
@click.argument("action", metavar="check|export", help="what to do with the certificate")
@click.argument("folder", metavar="OUT", help="a folder that a command wrote with `--certificate OUT`")
@option("puzzle", "check: also make the statement again from this puzzle, and compare", Value(str, "SPEC"))
@puzzle_options()
@flag("compiled", "check: use compiled code, faster for large proofs")
@option("format", "export: the format of the proof", Annotated[str, one_of(*FORMATS)])
@option("max_size", "export: refuse to write larger files (default: 1GB)", Bytes)
@search_options(time_limit="stop after S seconds")
@json_option()
def run(options: Options) -> int:
    """Check a proof of a number of solutions or of an impossibility, or convert it for other checkers.

    `check` computes the placements again from the board and the tiles, verifies the symmetries and every solution, and
    follows the search tree to show that there is no other solution. It needs no engine. The verdict names the puzzle
    and the SHA-256 of its statement; with `--puzzle` (and the same changes as the count) the statement is compared with
    that of your puzzle file.

    `export` adds two files to the folder: a problem that excludes every solution in the list, and a proof that this
    problem has no solution; for clauses also `check_cnf.py`, which compares this problem with the statement.
    """
    from cp_puzzles.base.deadline import CanceledError, Deadline
    from cp_puzzles.cli.console import print_json, say, stderr, stdout

    if options.action not in ("check", "export"):
        raise MistakeError(options.action, "no such action", "write certificate check OUT or certificate export OUT")
    if (options.action == "export") != (options.format is not None):
        raise MistakeError(
            Parameter("format"), "is needed by certificate export, and only there", "write both or neither"
        )
    changed = [declared for declared in declarations(PuzzleOptions) if getattr(options, declared.name)]
    if changed and options.puzzle is None:
        name = changed[0].option.flag or changed[0].name
        raise MistakeError(Parameter(name), "changes the puzzle of --puzzle", ("add ", Parameter("puzzle")))
    if options.puzzle is not None and options.action == "export":
        raise MistakeError(Parameter("puzzle"), "is compared by certificate check", "check it, then export it")
    deadline = Deadline.after(options.time_limit)
    try:
        with stderr().status("checking the certificate"):
            status, summary = deadline.run("checking the certificate", lambda: _answer(options))
    except CanceledError:
        say(f"{options.folder}: not finished (time-limit)")
        return exits.TIME
    if options.json:
        print_json(summary)
    else:
        stdout().print(summary["verdict"], markup=False, soft_wrap=True)
    return status


def _answer(options: Options) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the summary of a check or of an export."""
    from cp_puzzles.analysis.certificate.check import check, read_claim, verdict, walk
    from cp_puzzles.analysis.certificate.folder import claimed_format
    from cp_puzzles.analysis.certificate.proof_search import compiled_walk
    from cp_puzzles.analysis.certificate.statement import difference_to
    from cp_puzzles.analysis.certificate.writer import LAYERS_FORMAT
    from cp_puzzles.base.number_text import integer
    from cp_puzzles.cli.console import puzzle_of

    folder = Path(options.folder)
    if options.action == "export" and claimed_format(folder) == LAYERS_FORMAT:
        raise MistakeError(
            options.folder, "a certificate of a frontier count cannot be exported", "certificate check verifies it"
        )
    read = cache(read_claim)  # what is compared and exported is what was checked
    is_compiled = options.compiled or options.action == "export"
    status, sentence = verdict(folder, partial(check, walk=compiled_walk if is_compiled else walk, read=read))
    if status == exits.MISTAKE:
        problem = sentence.removeprefix(f"{folder}: ")
        raise MistakeError(options.folder, problem, "name a folder that --certificate has written")
    summary = {"certificate": options.folder}
    if status == 0 and options.puzzle is not None:
        options.spec = options.puzzle
        summary["puzzle"] = options.puzzle
        if differs := difference_to(puzzle_of(options, board=False), *read(folder)):
            status, sentence = 1, f"NOT VERIFIED: the statement is not that of {options.puzzle}: {differs}"
    if status == 0 and options.action == "export":
        from cp_puzzles.analysis.certificate.proof_export import export_proof

        exported = export_proof(folder, options.format, options.max_size or MAX_BYTES, read)
        wrote = f"wrote {integer(exported.bytes)} bytes; check them: {exported.command}"
        summary |= {"files": [str(exported.problem), str(exported.proof)], "bytes": exported.bytes}
        return status, summary | {"verified": True, "verdict": sentence if options.json else wrote}
    return status, summary | {"verified": status == 0, "verdict": sentence}
