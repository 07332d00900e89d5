"""The command `experiment`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.options import OUT_FILE, POSITIVE_INT, SETTINGS, ValueType, some_of
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option, json_option, options_of, out_option
from cp_puzzles.cover.symmetry.equivalence import SYMMETRIES
from cp_puzzles.engines.registry import MODEL_ENGINE, SUMMARIES
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.puzzle_options import PuzzleOptions

if TYPE_CHECKING:
    from cp_puzzles.analysis.experiment.experiment import ExperimentTurn
    from cp_puzzles.analysis.experiment.experiment_result import ExperimentResult
    from cp_puzzles.base.deadline import Deadline


DEFAULTS = {"symmetry": "off,full", "engine": MODEL_ENGINE}
"""Values to compare if an option is omitted, where they differ from the defaults of a search."""

PLOTS = (".png", ".svg", ".pdf")

VARIANTS = tuple(map(SearchOptions.option, ("symmetry", "engine", "breaking")))
"""Options of a search that take several values."""

COMMON = ("limit", "time_limit", "memory")
"""Options that every run shares."""

F = TypeVar("F", bound=Callable[..., Any])


def _setting(text: str) -> tuple[str, tuple[Any, ...]]:
    """Return the name of a setting and its values, from a text such as `fill_order=on,off`."""
    name, _, listed = text.partition("=")
    return name, tuple(SETTINGS.typed([f"{name}={value}"])[name] for value in listed.split(","))


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
    for each in reversed(VARIANTS):
        text = f"search engine: {SUMMARIES}" if each.name == "engine" else each.help
        default = DEFAULTS.get(each.name, each.default)
        function = command_option(each.name, text, some_of(*each.kind.names), default=default)(function)
    return function


VALUES = ValueType("NAME=A,B", SETTINGS.description, typed=_setting)
ALTERNATIVES = ValueType("NAME=A,B", "a rule with several values", typed=_rule)
TABLES = ValueType("FILE", OUT_FILE.description, typed=_out)


@command
@argument("specs", "SPEC...", "puzzle files, or names from `cp-puzzles list`", nargs=-1, required=True)
@options_of(PuzzleOptions, "parameters")
@_variants
@command_option(
    "settings",
    "a setting of an engine with several values, such as fill_order=on,off",
    VALUES,
    flag="setting",
    offered=SearchOptions.option("settings").offered,
    repeated=True,
)
@command_option(
    "rules",
    "a rule with several values, such as faults=0,off",
    ALTERNATIVES,
    flag="rule",
    offered=PuzzleOptions.option("rule").offered,
    repeated=True,
)
@command_option("repeat", "number of runs of each combination; by default 3 of runs under a second", POSITIVE_INT)
@options_of(SearchOptions, *COMMON, jobs="number of worker processes (default: 1)")
@command_option("out", "write the table as .csv, or a plot as .svg, .png or .pdf", TABLES, repeated=True)
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
    from cp_puzzles.analysis.experiment.experiment import UnreconciledError, experiment, with_rules
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.base.registry import require_package
    from cp_puzzles.cli.console import say_written, stderr
    from cp_puzzles.output.web.symmetry_lab import ENGINE
    from cp_puzzles.output.web.symmetry_lab import SETTINGS as FIXED

    _refuse_values_as_puzzles(asked)
    puzzle_options, options = (
        PuzzleOptions.of_typed(vars(asked)),
        SearchOptions.of_typed({name: getattr(asked, name) for name in (*COMMON, "jobs")}),
    )
    values = {name: getattr(options, name) for name in COMMON} | {"jobs": options.jobs or 1}
    values |= {each.name: getattr(asked, each.name) for each in VARIANTS} | {"settings": dict(asked.settings)}
    for path in asked.out:
        if Path(path).suffix in PLOTS:
            require_package("matplotlib", path)
    deadline = Deadline.after(options.time_limit)
    if asked.lab is not None:
        _write_lab(asked, deadline, options.memory)
        values |= {
            "symmetry": SYMMETRIES,
            "engine": (ENGINE,),
            "settings": {key: (value,) for key, value in FIXED.items()},
        }
    puzzles = deadline.run(
        "reading", lambda: with_rules([puzzle_options.puzzle(spec) for spec in asked.specs], asked.rules)
    )
    with stderr().status("") as status:

        def announce(next_run: ExperimentTurn) -> None:
            factors = ", ".join(value for value in next_run.setup.factors().values() if value)
            status.update(f"run {next_run.number} of {next_run.total}: {factors}")

        try:
            result = experiment(*puzzles, **values, repeat=asked.repeat, on_turn=announce)
        except UnreconciledError as error:
            status.stop()
            _present(error.result, asked)
            raise
    _present(result, asked)
    if asked.lab is not None:
        say_written(asked.lab)
    if result.is_interrupted:
        return exits.INTERRUPTED
    return exits.TIME if any(row.status == "time-limit" for row in result.rows) else 0


def _present(result: ExperimentResult, asked: Asked) -> None:
    from cp_puzzles.analysis.experiment.experiment_result import save_plot
    from cp_puzzles.cli.console import print_json, say_written, stdout
    from cp_puzzles.output.terminal.experiment_table import ExperimentTable

    if asked.json:
        for record in result.records():
            print_json(record)
    else:
        stdout().print(ExperimentTable(result))
    for path in asked.out:
        if Path(path).suffix in PLOTS:
            save_plot(result, path)
        else:
            result.write_csv(path)
        say_written(path)


def _write_lab(asked: Asked, deadline: Deadline, memory: int | None) -> None:
    """Write the page of one puzzle; raise `CanceledError` after the deadline."""
    from cp_puzzles.output.web.symmetry_lab import ENGINE, save_lab

    if len(asked.specs) > 1 or asked.rules:
        raise MistakeError(Parameter("lab", asked.lab), "needs exactly one puzzle", "name one, without --rule")
    for name, value, is_lab in (
        ("engine", asked.engine, asked.engine in ((DEFAULTS["engine"],), (ENGINE,))),
        ("breaking", asked.breaking, tuple(asked.breaking) == ("lex",)),
        ("setting", asked.settings, not asked.settings),
        ("limit", asked.limit, asked.limit is None),
    ):
        if not is_lab:
            raise MistakeError(
                Parameter(name, value), "cannot be combined with --lab, which has a fixed search", f"omit --{name}"
            )
    deadline.run("growing the search trees", lambda: save_lab(asked.specs[0], asked.lab, memory))


def _refuse_values_as_puzzles(asked: Asked) -> None:
    """Refuse `--symmetry off full`, which reads `full` as a puzzle."""
    for each in VARIANTS:
        for spec in asked.specs:
            if spec in each.kind.names:
                typed = ",".join((*getattr(asked, each.name), spec))
                problem = f"is a value of --{each.name}, not a puzzle"
                raise MistakeError(spec, problem, f"separate several values with commas: --{each.name} {typed}")
