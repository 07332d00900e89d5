"""The command `certificate`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cp_puzzles.base.options import BYTES, TEXT, one_of
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option, flag, json_option, options_of, typed_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.options import IterOptions, TimeLimit
from cp_puzzles.search.puzzle_options import PuzzleOptions

MAX_BYTES = 1_000_000_000
"""The bytes of an exported proof that are written without --max-size."""


@command
@argument("action", "check|export", "what to do with the certificate")
@argument("folder", "OUT", "a folder that a command wrote with `--certificate OUT`")
@command_option("puzzle", "check: also make the statement again from this puzzle, and compare", TEXT, metavar="SPEC")
@options_of(PuzzleOptions)
@flag("compiled", "check: use compiled code, faster for large proofs")
@command_option("format", "export: the format of the proof, lrat", one_of("lrat"))
@command_option("max_size", "export: refuse to write larger files (default: 1GB)", BYTES)
@options_of(TimeLimit)
@json_option()
def run(asked: Asked) -> int:
    """Check a proof of a number of solutions or of an impossibility, or convert it for other checkers.

    `check` runs `check.py`, a program without the engines. It computes the placements again from the board and the
    tiles, verifies the symmetries and every solution, and follows the search tree to show that there is no other
    solution. The verdict names the puzzle and the SHA-256 of its statement; with `--puzzle` (and the same changes as
    the count) the statement is compared with that of your puzzle file.

    `export` adds three files to the folder: a problem that excludes every solution in the list, a proof that this
    problem has no solution, and `check_cnf.py`, which compares this problem with the statement.

    Examples
    --------
    cp-puzzles count pentomino6x10 --certificate proof6x10
    cp-puzzles certificate check proof6x10  the same as python -I proof6x10/check.py
    cp-puzzles certificate check proof6x10 --puzzle pentomino6x10  and that it is about this puzzle
    cp-puzzles certificate check proof6x10 --compiled  the same verdict, faster for large proofs
    cp-puzzles certificate export proof3x20  clauses and a proof for verified checkers such as cake_lpr
    cp-puzzles explain mutilated_chessboard --certificate why  the weights of an explanation

    Exit status
    -----------
    0 the certificate holds; 1 it does not (the first wrong step is printed); 2 not a certificate; 3 time limit
    """
    from cp_puzzles.base.deadline import CanceledError, Deadline
    from cp_puzzles.cli.console import print_json, say, stderr, stdout

    if asked.action not in ("check", "export"):
        raise MistakeError(asked.action, "no such action", "write certificate check OUT or certificate export OUT")
    if (changed := typed_of(PuzzleOptions, asked)) and asked.puzzle is None:
        raise MistakeError(Parameter(changed), "changes the puzzle of --puzzle", ("add ", Parameter("puzzle")))
    if asked.puzzle is not None and asked.action == "export":
        raise MistakeError(Parameter("puzzle"), "is compared by certificate check", "check it, then export it")
    options = IterOptions.of_typed(vars(asked))
    deadline = Deadline.after(options.time_limit)
    try:
        with stderr().status("checking the certificate"):
            status, summary = deadline.run("checking the certificate", lambda: _answer(asked, options))
    except CanceledError:
        say(f"{asked.folder}: not finished (time-limit)")
        return exits.TIME
    if asked.json:
        print_json(summary)
    else:
        stdout().print(summary["verdict"], markup=False, soft_wrap=True)
    return status


def _answer(asked: Asked, options: IterOptions) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the summary of a check or of an export."""
    from cp_puzzles.analysis.certificate.checker import verdict_on
    from cp_puzzles.analysis.certificate.statement import difference_of
    from cp_puzzles.base.text import integer
    from cp_puzzles.cli.console import puzzle_of

    folder, is_export = Path(asked.folder), asked.action == "export"
    status, sentence = verdict_on(folder, is_compiled=asked.compiled or is_export)
    summary: dict[str, Any] = {"certificate": asked.folder}
    if status == 0 and asked.puzzle is not None:
        summary["puzzle"] = asked.puzzle
        if differs := difference_of(folder, sentence, puzzle_of(asked.puzzle, options, board=False)[0]):
            status, sentence = 1, f"NOT VERIFIED: the statement is not that of {asked.puzzle}: {differs}"
    if status == 0 and is_export:
        from cp_puzzles.analysis.certificate.proof_export import export_proof

        exported = export_proof(folder, asked.max_size or MAX_BYTES)
        summary |= {"files": [str(exported.problem), str(exported.proof)], "bytes": exported.bytes}
        if not asked.json:
            sentence = f"wrote {integer(exported.bytes)} bytes; check them: {exported.command}"
    return status, summary | {"verified": status == 0, "verdict": sentence}
