"""The command `certificate`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import click

from cp_puzzles.base.option_types import Bytes, one_of
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import flag, json_option, option
from cp_puzzles.errors import MistakeError, Parameter

FORMATS = ("drat", "lrat", "veripb")

MAX_BYTES = 1_000_000_000
"""The bytes of an exported proof that are written without --max-size."""


@command(
    """
cp-puzzles count pentomino6x10 --certificate proof6x10
cp-puzzles certificate check proof6x10  the same as python proof6x10/check.py
cp-puzzles certificate check proof6x10 --compiled  the same verdict, faster for large proofs
cp-puzzles certificate export proof3x20 --format lrat  clauses and a proof for verified checkers such as cake_lpr
cp-puzzles explain mutilated_chessboard --certificate why  the weights of an explanation
cp-puzzles certificate export why --format veripb  the same weights as a cutting plane
""",
    "0 the certificate holds; 1 it does not (the first wrong step is printed); 2 not a certificate",
)
@click.argument("action", metavar="check|export", help="what to do with the certificate")
@click.argument("folder", metavar="OUT", help="a folder that a command wrote with `--certificate OUT`")
@flag("compiled", "check: use compiled code, faster for large proofs")
@option("format", "export: the format of the proof", Annotated[str, one_of(*FORMATS)])
@option("max_size", "export: refuse to write larger files (default: 1GB)", Bytes)
@json_option()
def run(options: Options) -> int:
    """Check a proof of a number of solutions or of an impossibility, or convert it for other checkers.

    `check` computes the placements again from the board and the tiles, verifies the symmetries and every solution, and
    follows the search tree to show that there is no other solution. It needs no engine.

    `export` adds two files to the folder: a problem that excludes every solution in the list, and a proof that this
    problem has no solution.
    """
    from cp_puzzles.analysis.certificate import check_layers, check_weights
    from cp_puzzles.analysis.certificate.check import check, verdict
    from cp_puzzles.analysis.certificate.file_forms import problem_of
    from cp_puzzles.analysis.certificate.folder import claimed_format
    from cp_puzzles.analysis.certificate.proof_search import compiled_walk
    from cp_puzzles.analysis.certificate.writer import LAYERS_FORMAT, WEIGHTS_FORMAT
    from cp_puzzles.base.number_text import integer
    from cp_puzzles.cli.console import print_json, stdout

    if options.action not in ("check", "export"):
        raise MistakeError(options.action, "no such action", "write certificate check OUT or certificate export OUT")
    if (options.action == "export") != (options.format is not None):
        raise MistakeError(
            Parameter("format"), "is needed by certificate export, and only there", "write both or neither"
        )
    folder = Path(options.folder)
    is_compiled = options.compiled or options.action == "export"
    form = claimed_format(folder)
    if form == LAYERS_FORMAT:
        if options.action == "export":
            raise MistakeError(
                options.folder, "a certificate of a frontier count cannot be exported", "certificate check verifies it"
            )
        checker = check_layers.check
    elif form == WEIGHTS_FORMAT:
        checker = check_weights.check
    else:
        checker = partial(check, walk=compiled_walk) if is_compiled else check
    status, sentence = verdict(folder, checker)
    if status == exits.MISTAKE:
        raise MistakeError(options.folder, f"not a certificate: {problem_of(folder)}")
    summary = {"certificate": options.folder, "verified": status == 0, "verdict": sentence}
    if status == 0 and options.action == "export":
        from cp_puzzles.analysis.certificate.proof_export import export_proof

        exported = export_proof(folder, options.format, options.max_size or MAX_BYTES)
        sentence = f"wrote {integer(exported.bytes)} bytes; check them: {exported.command}"
        summary |= {"files": [str(exported.problem), str(exported.proof)], "bytes": exported.bytes}
    if options.json:
        print_json(summary)
    else:
        stdout().print(sentence, markup=False, soft_wrap=True)
    return status
