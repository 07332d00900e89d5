"""Commands that check what others say: `check`, `verify`, `certificate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.text import counted, integer
from cp_puzzles.base.values import BYTES, TEXT, one_of
from cp_puzzles.cli import MISTAKE, NONE, TIME
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import print_json, puzzle_of, report, run_command, say, stderr, stdout
from cp_puzzles.engines.registry import AUTO, NAMES
from cp_puzzles.errors import MistakeError, Parameter, visible
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import IterOptions, SearchOptions, TimeLimit

if TYPE_CHECKING:
    from cp_puzzles.puzzle.puzzle import Puzzle

COUNTING = ("time_limit", "engine", "jobs", "memory")
"""Options of the search by which a count is compared."""

_WORST = (0, NONE, TIME, MISTAKE)
"""Exit statuses, the worst last."""

MAX_BYTES = 1_000_000_000
"""The bytes of an exported proof that are written without --max-size."""


@cli.command(
    cli.argument("specs", "SPEC...", "puzzle files, cover problems, or names from `cp-puzzles list`", nargs=-1),
    *cli.options_of(PuzzleOptions, "leave", "parameters"),
    cli.flag("solve", "count the solutions and compare them with the expected counts"),
    cli.flag("schema", "print the JSON Schema of puzzle files, by which editors complete keys and mark mistakes"),
    cli.flag("grade", "grade the difficulty of a puzzle with one solution"),
    *cli.options_of(
        SearchOptions,
        *COUNTING,
        engine=f"search engine: {', '.join(NAMES)} (default: {AUTO})",
        time_limit="stop counting after S seconds",
    ),
    cli.JSON_LINES,
)
def check_command(asked: cli.Asked) -> int:
    """Validate puzzle files without a search.

    Print the numbers of cells, tiles, options, items and symmetries, and the reason if there is clearly no solution.
    With --solve, count the solutions and compare with the numbers under `expected:`. With --grade, grade a puzzle with
    one solution from easy to expert, as `cp-puzzles design --help` explains.

    With --schema, print the JSON Schema of puzzle files. With the YAML language server, write
    `# yaml-language-server: $schema=puzzle.schema.json` as the first line of a puzzle file.

    Examples
    --------
    cp-puzzles check my_puzzle.yaml  validate the file and print its size
    cp-puzzles check calendar --leave today --grade  the difficulty of today's puzzle
    cp-puzzles check matrix.csv --grade  the difficulty of a cover problem (.dlx) or a matrix of 0 and 1
    cp-puzzles check --solve specs/*.yaml  compare with all numbers that the files expect
    cp-puzzles check --schema > puzzle.schema.json  the JSON Schema of puzzle files, for editors

    Exit status
    -----------
    0 everything is right; 1 a puzzle clearly has no solution; 2 mistake, or a number differs from the expected one;
    3 the time limit was reached
    """
    from cp_puzzles.analysis.puzzle_check import check_spec
    from cp_puzzles.output.terminal.page_text import explained
    from cp_puzzles.output.terminal.result_panels import check_lines

    if asked.schema:
        from cp_puzzles.puzzle.spec.json_schema import json_schema

        if asked.specs:
            raise MistakeError(asked.specs[0], "--schema prints the schema of all puzzle files", "omit one of the two")
        print(json.dumps(json_schema(), indent=2))
        return 0
    if not asked.specs:
        raise MistakeError("SPEC...", "missing", "see cp-puzzles check --help")
    options = IterOptions.of_typed(vars(asked))
    values = {name: getattr(options, name) for name in ("leave", "parameters", *COUNTING)}
    status = 0
    for name in asked.specs:
        try:
            with stderr().status(visible(f"checking {name}")):
                check = check_spec(name, solve=asked.solve, grade=asked.grade, **values)
        except MistakeError as error:
            if len(asked.specs) == 1:
                raise
            if asked.json:
                print_json({"file": name, "status": "mistake", "message": explained(error)})
            say(explained(error))
            status = MISTAKE
            continue
        except CanceledError as over:
            if len(asked.specs) == 1:
                raise
            say(f"{name}: out of time while {over.phase}")
            status = max(status, TIME, key=_WORST.index)
            continue
        if asked.json:
            print_json(check.summary())
        else:
            stdout().print(check_lines(check), soft_wrap=True)
        status = max(status, check.exit_status, key=_WORST.index)
    return status


@cli.command(
    cli.SPEC,
    cli.argument("solutions", "SOLUTIONS", "a .jsonl or .xmpuzzle file, for example from `solve --out`"),
    *cli.options_of(PuzzleOptions),
    cli.JSON_SUMMARY,
)
def verify_command(asked: cli.Asked) -> int:
    """Check, without an engine, that every solution in a file solves the puzzle and that none is repeated.

    If the file has moves (from `apart --out` or BurrTools), they are replayed.

    Examples
    --------
    cp-puzzles solve soma --out soma.jsonl
    cp-puzzles verify soma soma.jsonl
    """
    from cp_puzzles.output.burrtools.separations import verify_separations
    from cp_puzzles.output.formats.solution_reader import verify
    from cp_puzzles.output.moves_file import verify_moves

    def check(puzzle: Puzzle, options: PuzzleOptions) -> None:
        result = verify(puzzle, asked.solutions)
        replays = {".jsonl": verify_moves, ".xmpuzzle": verify_separations}
        replay = replays.get(Path(asked.solutions.partition("#")[0]).suffix)
        replayed = replay(asked.solutions, puzzle) if replay else 0
        orbits = f"{integer(result.orbits)} up to symmetry, {integer(result.raw)} with all rotations and reflections"
        text = f"{asked.solutions}: {counted(result.solutions, 'solution')}, all valid, none repeated; {orbits}"
        text += f"; the moves of {counted(replayed, 'solution')} replayed" if replayed else ""
        report(asked, vars(result), text)

    run_command(asked, PuzzleOptions, check, board=False)
    return 0


@cli.command(
    cli.argument("action", "check|export", "what to do with the certificate"),
    cli.argument("folder", "OUT", "a folder that a command wrote with `--certificate OUT`"),
    cli.command_option(
        "puzzle", "check: also make the statement again from this puzzle, and compare", TEXT, metavar="SPEC"
    ),
    *cli.options_of(PuzzleOptions),
    cli.flag("compiled", "check: use compiled code, faster for large proofs"),
    cli.command_option("format", "export: the format of the proof, lrat", one_of("lrat")),
    cli.command_option("max_size", "export: refuse to write larger files (default: 1GB)", BYTES),
    *cli.options_of(TimeLimit),
    cli.JSON,
)
def certificate_command(asked: cli.Asked) -> int:
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
    if asked.action not in ("check", "export"):
        raise MistakeError(asked.action, "no such action", "write certificate check OUT or certificate export OUT")
    if (changed := cli.typed_of(PuzzleOptions, asked)) and asked.puzzle is None:
        raise MistakeError(Parameter(changed), "changes the puzzle of --puzzle", ("add ", Parameter("puzzle")))
    if asked.puzzle is not None and asked.action == "export":
        raise MistakeError(Parameter("puzzle"), "is compared by certificate check", "check it, then export it")
    options = IterOptions.of_typed(vars(asked))
    words, deadline = "checking the certificate", Deadline.after(options.time_limit)
    with stderr().status(words):
        status, summary = deadline.run(words, lambda: _answer(asked, options))
    report(asked, summary, summary["verdict"])
    return status


def _answer(asked: cli.Asked, options: IterOptions) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the summary of a check or of an export."""
    from cp_puzzles.analysis.certificate.checker import verdict_on
    from cp_puzzles.analysis.certificate.statement import difference_of

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
            sentence = f"wrote {integer(exported.bytes)} bytes; check them: {exported.commands}"
    return status, summary | {"verified": status == 0, "verdict": sentence}
