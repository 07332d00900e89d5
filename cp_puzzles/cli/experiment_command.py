"""`experiment`: the same puzzles asked and searched in several ways."""

from __future__ import annotations

import argparse
from dataclasses import Field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.cli import exits
from cp_puzzles.cli.arguments import (
    add_file,
    add_json,
    add_options,
    add_repeatable,
    add_value,
    out_file,
    search_options,
    several,
)
from cp_puzzles.engines.registry import DEFAULT
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.option_kinds import Named
from cp_puzzles.options import Option, SearchOptions, declarations, default_of

if TYPE_CHECKING:
    from cp_puzzles.analysis.experiment import Turn
    from cp_puzzles.analysis.experiment_result import ExperimentResult

HELP = "symmetry, engines, breaking methods and settings side by side"
DESCRIPTION = """\
Run puzzles in every combination of what is listed, one run at a time, and print one table: solutions, all solutions
from the orbits, the size of the model, branches and conflicts, the times to the first and to all solutions, the
speed-up. Numbers that contradict each other are an error."""
EPILOG = """\
examples:
  cp-puzzles experiment pentomino3x20 soma --symmetry off,full   what breaking symmetry brings
  cp-puzzles experiment soma --symmetry off,full --breaking lex,filter --repeat 3
  cp-puzzles experiment soma --engine cp-sat,exact-cover --out engines.csv --out engines.svg
  cp-puzzles experiment five_tiles4x4 --lab lab.html             what breaking symmetry does, to be seen
  cp-puzzles experiment pentomino5x12 --setting fixed_search=on,off --time-limit 60

Every way is run once before any is run again, every second round backwards. Times leave out the start of the program
and what an engine loads or compiles once. With --jobs above 1 the start of the worker processes is part of each run.

exit status: 0 all runs were finished, or found as many as --limit asks for; 2 a mistake; 3 some run was stopped by
the time limit; 70 numbers contradict each other; 130 interrupted"""

DEFAULTS = {"symmetry": ("off", "full"), "engine": (DEFAULT,)}
"""What is tried where nothing is listed, if that is not the default of a search."""

PLOTS = (".png", ".svg", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("specs", metavar="SPEC", nargs="+", help="puzzle files, or names that `list` shows")
    for declared, its in declarations(SearchOptions):
        if its.varies and declared.name != "settings":
            values = ",".join(DEFAULTS.get(declared.name, (default_of(declared),)))
            parser.add_argument(
                f"--{declared.name}",
                metavar="A,B",
                type=several(declared.name, its.kind),
                default=values,
                help=f"{its.help} (default: {values})",
            )
    settings = "try a setting of an engine with several values, such as fill_order=on,off"
    add_repeatable(parser, "setting", "NAME=A,B", settings, read=_setting, dest="settings")
    rules = "run every puzzle with a rule in several ways, such as faults=0,off"
    add_repeatable(parser, "rule", "NAME=A,B", rules, read=_rule, dest="rules")
    add_value(parser, "repeat", "runs of each", default=1)
    add_options(parser, *(declared.name for declared, its in declarations(SearchOptions) if _is_common(declared, its)))
    parser.set_defaults(jobs=1)
    add_repeatable(parser, "out", "FILE", "the figures as .csv, or a plot as .svg, .png or .pdf", read=_out)
    lab = "a page, .html, with the search trees of one small puzzle: symmetry off, rotations and full side by side; "
    add_file(parser, lab + "the table is of the same search", "lab")
    add_json(parser, "a JSON object a row")


def run(options: argparse.Namespace) -> int:
    """Run the experiment, print the table, write the files; a contradiction is raised after that."""
    from cp_puzzles.analysis.experiment import experiment
    from cp_puzzles.analysis.reconciliation import UnreconciledError
    from cp_puzzles.cli.console import say, stderr
    from cp_puzzles.extras import require

    for path in options.out:
        if Path(path).suffix in PLOTS:
            require("matplotlib", path)
    if options.lab is not None:
        _prepare_lab(options)
    with stderr().status("") as status:

        def announce(turn: Turn) -> None:
            what = ", ".join(value for value in turn.setup.factors().values() if value)
            status.update(f"run {turn.number} of {turn.total}: {what}")

        try:
            result = experiment(
                *options.specs, **search_options(options), rules=options.rules, repeat=options.repeat, on_turn=announce
            )
        except UnreconciledError as error:
            status.stop()
            _present(error.result, options)
            raise
    _present(result, options)
    if options.lab is not None:
        say(f"wrote {options.lab}")
    if result.is_interrupted:
        return exits.INTERRUPTED
    return exits.TIME if any(row.status == "time-limit" for row in result.rows) else 0


def _present(result: ExperimentResult, options: argparse.Namespace) -> None:
    from cp_puzzles.analysis.experiment_plot import save_plot
    from cp_puzzles.cli.console import print_json, stdout
    from cp_puzzles.render.experiment_table import experiment_table

    if options.json:
        for record in result.records():
            print_json(record)
    else:
        stdout().print(experiment_table(result))
    for path in options.out:
        if Path(path).suffix in PLOTS:
            save_plot(result, path)
        else:
            result.write_csv(path)


def _prepare_lab(options: argparse.Namespace) -> None:
    """Write the page, and let the table be of the search that it shows."""
    from cp_puzzles.analysis.symmetry_lab import ENGINE, SETTINGS, save_lab
    from cp_puzzles.symmetry.group import SYMMETRIES

    if len(options.specs) > 1 or options.rules:
        raise MistakeError(Parameter("lab", options.lab), "a lab is of one puzzle", "name one, without --rule")
    for name, value, is_lab in (
        ("engine", options.engine, options.engine in (DEFAULTS["engine"], (ENGINE,))),
        ("breaking", options.breaking, tuple(options.breaking) == ("lex",)),
        ("setting", options.settings, not options.settings),
        ("limit", options.limit, options.limit is None),
    ):
        if not is_lab:
            raise MistakeError(Parameter(name, value), "the lab has a search of its own", "leave it away with --lab")
    save_lab(options.specs[0], options.lab)
    options.symmetry, options.engine = SYMMETRIES, (ENGINE,)
    options.settings = [(name, (value,)) for name, value in SETTINGS.items()]


def _is_common(declared: Field[Any], its: Option) -> bool:
    """Whether every run gets the same value; nothing of it is kept, sent elsewhere or drawn by chance."""
    return not its.varies and declared.name not in ("store", "cluster", "seed")


def _setting(text: str) -> tuple[str, tuple[Any, ...]]:
    kind = Named(metavar="NAME=A,B")
    name, _ = kind.read(text)
    return name, tuple(map(kind.value, text.partition("=")[2].split(",")))


def _rule(text: str) -> tuple[str, ...]:
    """One text a value; commas within brackets separate nothing."""
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
        raise MistakeError(Parameter("out", text), "no format has this suffix", "use .csv, " + ", ".join(PLOTS))
    return out_file(text)
