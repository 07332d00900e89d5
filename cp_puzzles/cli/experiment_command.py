"""The command `experiment`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cp_puzzles.analysis.options import EXPERIMENT_PLOTS, ExperimentOptions
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, json_option, options_of, out_option
from cp_puzzles.cover.symmetry import SYMMETRIES
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.puzzle_options import PuzzleOptions

if TYPE_CHECKING:
    from cp_puzzles.analysis.experiment import ExperimentTurn
    from cp_puzzles.analysis.experiment_result import ExperimentResult
    from cp_puzzles.base.deadline import Deadline


VARIED = ("symmetry", "engine", "breaking")
"""Options of a search that take several values."""

COMMON = ("limit", "time_limit", "memory")
"""Options that every run shares."""


@command
@argument("specs", "SPEC...", "puzzle files, or names from `cp-puzzles list`", nargs=-1, required=True)
@options_of(ExperimentOptions, jobs="number of worker processes (default: 1)")
@out_option(
    "write a page, .html, with the search trees of one small puzzle: symmetry off, rotations and full side by side; "
    "the table shows the same searches",
    "lab",
)
@json_option("one object a row")
def run(asked: Asked) -> int:
    """Run puzzles with every combination of the listed values, one run at a time, and print one table.

    The table has the number of solutions, the number with all rotations and reflections (from the orbits), the size of
    the model, branches and conflicts, the times to the first and to all solutions, and the speed-up. Numbers that
    contradict each other are an error.

    Every combination is run once before any is repeated, and every second round runs in reverse order. Times exclude
    the start of the program, and code that an engine loads or compiles once; with --jobs above 1 they include the start
    of the worker processes.

    Examples
    --------
    cp-puzzles experiment pentomino3x20 soma --symmetry off,full  the effect of symmetry breaking
    cp-puzzles experiment soma --breaking lex,filter --repeat 3
    cp-puzzles experiment soma --engine cp-sat,exact-cover --out engines.svg
    cp-puzzles experiment five_tiles4x4 --lab lab.html  search trees with and without symmetry breaking
    cp-puzzles experiment five_tiles4x4 --setting fixed_search=on,off  a setting of the engine

    Exit status
    -----------
    0 all runs finished, or found as many solutions as --limit asks for; 2 mistake; 3 the time limit stopped a run;
    70 results contradict each other; 130 interrupted
    """
    from cp_puzzles.analysis.experiment import UnreconciledError, experiment, with_rules
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.base.registry import require_package
    from cp_puzzles.cli.console import say_written, stderr
    from cp_puzzles.output.web.symmetry_lab import ENGINE
    from cp_puzzles.output.web.symmetry_lab import SETTINGS as FIXED

    _refuse_values_as_puzzles(asked)
    options = ExperimentOptions.of_typed(vars(asked))
    values = {name: getattr(options, name) for name in (*VARIED, "settings", *COMMON)} | {"jobs": options.jobs or 1}
    for path in options.out:
        if Path(path).suffix in EXPERIMENT_PLOTS:
            require_package("matplotlib", path)
    deadline = Deadline.after(options.time_limit)
    if asked.lab is not None:
        _write_lab(asked, options, deadline)
        fixed = {key: (value,) for key, value in FIXED.items()}
        values |= {"symmetry": SYMMETRIES, "engine": (ENGINE,), "settings": fixed}
    changes = PuzzleOptions(parameters=options.parameters)
    puzzles = deadline.run("reading", lambda: with_rules(list(map(changes.puzzle, asked.specs)), options.rules))
    with stderr().status("") as status:

        def announce(next_run: ExperimentTurn) -> None:
            factors = ", ".join(value for value in next_run.setup.factors().values() if value)
            status.update(f"run {next_run.number} of {next_run.total}: {factors}")

        try:
            result = experiment(*puzzles, **values, repeat=options.repeat, on_turn=announce)
        except UnreconciledError as error:
            status.stop()
            _present(error.result, asked, options.out)
            raise
    _present(result, asked, options.out)
    if asked.lab is not None:
        say_written(asked.lab)
    if result.is_interrupted:
        return exits.INTERRUPTED
    return exits.TIME if any(row.status == "time-limit" for row in result.rows) else 0


def _present(result: ExperimentResult, asked: Asked, files: Sequence[str]) -> None:
    from cp_puzzles.analysis.experiment_result import save_plot
    from cp_puzzles.cli.console import print_json, say_written, stdout
    from cp_puzzles.output.terminal.experiment_table import ExperimentTable

    if asked.json:
        for record in result.records():
            print_json(record)
    else:
        stdout().print(ExperimentTable(result))
    for path in files:
        if Path(path).suffix in EXPERIMENT_PLOTS:
            save_plot(result, path)
        else:
            result.write_csv(path)
        say_written(path)


def _write_lab(asked: Asked, options: ExperimentOptions, deadline: Deadline) -> None:
    """Write the page of one puzzle; raise `CanceledError` after the deadline."""
    from cp_puzzles.output.web.symmetry_lab import ENGINE, save_lab

    if len(asked.specs) > 1 or options.rules:
        raise MistakeError(Parameter("lab", asked.lab), "needs exactly one puzzle", "name one, without --rule")
    plain = ExperimentOptions()
    for name in ("engine", "breaking", "settings", "limit"):
        value = getattr(options, name)
        if value != getattr(plain, name) and value != (ENGINE,):
            flag = ExperimentOptions.option(name).flag or name
            problem = "cannot be combined with --lab, which has a fixed search"
            raise MistakeError(Parameter(flag, value), problem, f"omit --{flag}")
    deadline.run("growing the search trees", lambda: save_lab(asked.specs[0], asked.lab, options.memory))


def _refuse_values_as_puzzles(asked: Asked) -> None:
    """Refuse `--symmetry off full`, which reads `full` as a puzzle."""
    for name in VARIED:
        for spec in asked.specs:
            if spec in ExperimentOptions.option(name).kind.names:
                values = getattr(asked, name) or ",".join(ExperimentOptions.option(name).default)
                problem = f"is a value of --{name}, not a puzzle"
                remedy = f"separate several values with commas: --{name} {values},{spec}"
                raise MistakeError(spec, problem, remedy)
