"""The command `check`."""

from __future__ import annotations

from typing import Any

from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, flag, json_option, options_of
from cp_puzzles.engines.registry import DEFAULT, NAMES
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.puzzle_options import PuzzleOptions

COUNTING = ("time_limit", "engine", "jobs", "memory")
"""Options of the search by which a count is compared."""

_WORST = (0, exits.NONE, exits.TIME, exits.MISTAKE)
"""Exit statuses, the worst last."""


@command
@argument("specs", "SPEC...", "puzzle files, cover problems, or names from `cp-puzzles list`", nargs=-1)
@options_of(PuzzleOptions, "leave", "parameters")
@flag("solve", "count the solutions and compare them with the expected counts")
@flag("schema", "print the JSON Schema of puzzle files, by which editors complete keys and mark mistakes")
@flag("grade", "grade the difficulty of a puzzle with one solution")
@options_of(
    SearchOptions,
    *COUNTING,
    engine=f"search engine: {', '.join(NAMES)} (default: {DEFAULT})",
    time_limit="stop counting after S seconds",
)
@json_option("one object a line")
def run(asked: Asked) -> int:
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
    from cp_puzzles.base.deadline import CanceledError
    from cp_puzzles.cli.console import print_json, say, stderr, stdout
    from cp_puzzles.errors import visible
    from cp_puzzles.output.terminal.page_text import explained
    from cp_puzzles.output.terminal.result_tables import check_lines

    if asked.schema:
        return _print_schema(asked)
    if not asked.specs:
        raise MistakeError("SPEC...", "missing", "see cp-puzzles check --help")
    changes, options = PuzzleOptions.of_typed(vars(asked)), SearchOptions.of_typed(vars(asked))
    values: dict[str, Any] = {"leave": changes.leave, "parameters": changes.parameters}
    values |= {name: getattr(options, name) for name in COUNTING}
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
            status = exits.MISTAKE
            continue
        except CanceledError as over:
            if len(asked.specs) == 1:
                raise
            say(f"{name}: out of time while {over.phase}")
            status = max(status, exits.TIME, key=_WORST.index)
            continue
        if asked.json:
            print_json(check.summary())
        else:
            stdout().print(check_lines(check), soft_wrap=True)
        status = max(status, check.exit_status, key=_WORST.index)
    return status


def _print_schema(asked: Asked) -> int:
    """Print the JSON Schema of puzzle files."""
    import json

    from cp_puzzles.puzzle.spec.json_schema import json_schema

    if asked.specs:
        raise MistakeError(asked.specs[0], "--schema prints the schema of all puzzle files", "omit one of the two")
    print(json.dumps(json_schema(), indent=2))
    return 0
