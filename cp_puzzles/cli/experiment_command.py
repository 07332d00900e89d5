"""The command `experiment`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import click

from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.option_types import Setting, declarations, read_typed, setting_value, some_of, words_of
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import (
    Value,
    json_option,
    option,
    out_option,
    puzzle_options,
    search_options,
    values_of,
)
from cp_puzzles.engines.registry import MODEL_ENGINE, SUMMARIES
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.options import CountOptions, SearchOptions
from cp_puzzles.search.puzzle_options import PuzzleOptions

if TYPE_CHECKING:
    from cp_puzzles.analysis.experiment.experiment import ExperimentTurn
    from cp_puzzles.analysis.experiment.experiment_result import ExperimentResult


DEFAULTS = {"symmetry": "off,full", "engine": MODEL_ENGINE}
"""Values to compare if an option is omitted, where they differ from the defaults of a search."""

PLOTS = (".png", ".svg", ".pdf")

VARIANTS = tuple(
    declared for declared in declarations(SearchOptions) if declared.option.variants and declared.name != "settings"
)
"""Options of a search that take several values."""

DECLARED = {declared.name: declared.option for declared in declarations(CountOptions)}
"""The options of a search by name."""

COMMON = ("limit", "time_limit", "memory")
"""Options that every run shares."""

F = TypeVar("F", bound=Callable[..., Any])


def _setting(text: str) -> tuple[str, tuple[Any, ...]]:
    name, values = read_typed("setting", text, Setting)
    return name, tuple(map(setting_value, values.split(","))) if isinstance(values, str) else (values,)


def _rule(text: str) -> tuple[str, ...]:
    """Return a text for each value; commas within brackets do not separate values."""
    name, _, values = text.partition("=")
    parts, depth = [""], 0
    for letter in values:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return tuple(f"{name}={part.strip()}" for part in parts)


def _out(text: str) -> str:
    if Path(text).suffix not in (".csv", *PLOTS):
        raise MistakeError(Parameter("out", text), "unknown suffix", "use .csv, " + ", ".join(PLOTS))
    return writable_path(text)


def _variants(function: F) -> F:
    """Declare the options that take several values."""
    for declared in reversed(VARIANTS):
        values = DEFAULTS.get(declared.name, declared.default)
        names = some_of(*words_of(declared.annotation).names)
        text = f"search engine: {SUMMARIES}" if declared.name == "engine" else declared.option.help
        function = option(declared.name, text, Annotated[tuple[str, ...], names], default=values)(function)
    return function


@command(
    """
cp-puzzles experiment pentomino3x20 soma --symmetry off,full  the effect of symmetry breaking
cp-puzzles experiment soma --breaking lex,filter --repeat 3
cp-puzzles experiment soma --engine cp-sat,exact-cover --out engines.svg
cp-puzzles experiment five_tiles4x4 --lab lab.html  search trees with and without symmetry breaking
cp-puzzles experiment five_tiles4x4 --setting fixed_search=on,off  a setting of the engine
""",
    """0 all runs finished, or found as many solutions as --limit asks for; 2 mistake; 3 the time limit stopped a run;
70 results contradict each other; 130 interrupted""",
)
@click.argument(
    "specs", metavar="SPEC...", nargs=-1, required=True, help="puzzle files, or names from `cp-puzzles list`"
)
@puzzle_options("parameters")
@_variants
@option(
    "settings",
    "a setting of an engine with several values, such as fill_order=on,off",
    Value(_setting, "NAME=A,B", DECLARED["settings"].offered),
    flag="setting",
    repeated=True,
)
@option(
    "rules",
    "a rule with several values, such as faults=0,off",
    Value(_rule, "NAME=A,B", DECLARED["rule"].offered),
    flag="rule",
    repeated=True,
)
@option("repeat", "number of runs of each combination", default=1)
@search_options(*COMMON, jobs="number of worker processes (default: 1)")
@option("out", "write the table as .csv, or a plot as .svg, .png or .pdf", Value(_out, "FILE"), repeated=True)
@out_option(
    "write a page, .html, with the search trees of one small puzzle: symmetry off, rotations and full side by side; "
    "the table shows the same searches",
    "lab",
)
@json_option("one object a row")
def run(options: Options) -> int:
    """Run puzzles with every combination of the listed values, one run at a time, and print one table.

    The table has the number of solutions, the number with all rotations and reflections (from the orbits), the size of
    the model, branches and conflicts, the times to the first and to all solutions, and the speed-up. Numbers that
    contradict each other are an error.

    Every combination is run once before any is repeated, and every second round runs in reverse order. Times exclude
    the start of the program, and code that an engine loads or compiles once; with --jobs above 1 they include the start
    of the worker processes.
    """
    from cp_puzzles.analysis.experiment.experiment import UnreconciledError, experiment, with_rules
    from cp_puzzles.base.packages import require_package
    from cp_puzzles.cli.console import say_written, stderr

    _refuse_values_as_puzzles(options)
    for path in options.out:
        if Path(path).suffix in PLOTS:
            require_package("matplotlib", path)
    deadline = Deadline.after(options.time_limit)
    if options.lab is not None:
        _prepare_lab(options, deadline)
    read = partial(PuzzleOptions, parameters=options.parameters)
    puzzles = deadline.run(
        "reading", lambda: with_rules([read().puzzle(spec) for spec in options.specs], options.rules)
    )
    with stderr().status("") as status:

        def announce(next_run: ExperimentTurn) -> None:
            factors = ", ".join(value for value in next_run.setup.factors().values() if value)
            status.update(f"run {next_run.number} of {next_run.total}: {factors}")

        try:
            result = experiment(*puzzles, **values_of(options), repeat=options.repeat, on_turn=announce)
        except UnreconciledError as error:
            status.stop()
            _present(error.result, options)
            raise
    _present(result, options)
    if options.lab is not None:
        say_written(options.lab)
    if result.is_interrupted:
        return exits.INTERRUPTED
    return exits.TIME if any(row.status == "time-limit" for row in result.rows) else 0


def _present(result: ExperimentResult, options: Options) -> None:
    from cp_puzzles.analysis.experiment.experiment_plot import save_plot
    from cp_puzzles.cli.console import print_json, say_written, stdout
    from cp_puzzles.output.terminal.result_tables import ExperimentTable

    if options.json:
        for record in result.records():
            print_json(record)
    else:
        stdout().print(ExperimentTable(result))
    for path in options.out:
        if Path(path).suffix in PLOTS:
            save_plot(result, path)
        else:
            result.write_csv(path)
        say_written(path)


def _prepare_lab(options: Options, deadline: Deadline) -> None:
    """Write the page, and make the table show the same search; raise `CanceledError` after the deadline."""
    from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES
    from cp_puzzles.output.web.symmetry_lab import ENGINE, SETTINGS, save_lab

    if len(options.specs) > 1 or options.rules:
        raise MistakeError(Parameter("lab", options.lab), "needs exactly one puzzle", "name one, without --rule")
    for name, value, is_lab in (
        ("engine", options.engine, options.engine in ((DEFAULTS["engine"],), (ENGINE,))),
        ("breaking", options.breaking, tuple(options.breaking) == ("lex",)),
        ("setting", options.settings, not options.settings),
        ("limit", options.limit, options.limit is None),
    ):
        if not is_lab:
            raise MistakeError(
                Parameter(name, value), "cannot be combined with --lab, which has a fixed search", f"omit --{name}"
            )
    deadline.run("growing the search trees", lambda: save_lab(options.specs[0], options.lab, options.memory))
    options.symmetry, options.engine = SYMMETRIES, (ENGINE,)
    options.settings = [(name, (value,)) for name, value in SETTINGS.items()]


def _refuse_values_as_puzzles(options: Options) -> None:
    """Refuse `--symmetry off full`, which reads `full` as a puzzle."""
    for declared in VARIANTS:
        for spec in options.specs:
            if spec in words_of(declared.annotation).names:
                typed = ",".join((*getattr(options, declared.name), spec))
                problem = f"is a value of --{declared.name}, not a puzzle"
                raise MistakeError(spec, problem, f"separate several values with commas: --{declared.name} {typed}")
