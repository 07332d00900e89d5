"""`experiment`: the same puzzles asked and searched in several ways."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cp_puzzles.cli.arguments import positive, positive_seconds

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
  cp-puzzles experiment pentomino5x12 --setting fixed_search=on,off --time-limit 60

Every way is run once before any is run again, every second round backwards. Times leave out the start of the program
and what an engine loads or compiles once. With --jobs above 1 the start of the worker processes is part of each run.

exit status: 0 all runs were finished, or found as many as --limit asks for; 2 a mistake; 3 some run was stopped by
the time limit; 70 numbers contradict each other; 130 interrupted"""

PLOTS = (".png", ".svg", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("specs", metavar="SPEC", nargs="+", help="puzzle files, or names that `list` shows")
    parser.add_argument(
        "--symmetry",
        metavar="A,B",
        type=_choices("off", "rotations", "full"),
        default=("off", "full"),
        help="of off, rotations, full (default: off,full)",
    )
    parser.add_argument(
        "--engine", metavar="A,B", type=_list, default=("cp-sat",), help="who searches (default: cp-sat)"
    )
    parser.add_argument(
        "--breaking", metavar="A,B", type=_choices("lex", "filter"), default=("lex",), help="default: lex"
    )
    parser.add_argument(
        "--setting",
        metavar="NAME=on,off",
        action="append",
        type=_setting,
        default=[],
        help="try a setting of an engine both ways, such as fill_order=on,off (repeatable)",
    )
    parser.add_argument("--repeat", metavar="N", type=positive, default=1, help="runs of each (default: 1)")
    parser.add_argument("--limit", metavar="N", type=positive, help="stop each run after N solutions")
    parser.add_argument("--time-limit", metavar="S", type=positive_seconds, help="stop each run after S seconds")
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help="worker processes a run (default: 1)")
    parser.add_argument(
        "--out",
        metavar="FILE",
        action="append",
        type=_out,
        default=[],
        help="the figures as .csv, or a plot as .svg, .png or .pdf (repeatable)",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object a row and nothing else")


def run(options: argparse.Namespace) -> int:
    """Run the experiment, print the table, write the files; a contradiction is raised after that."""
    from cp_puzzles.analysis.experiment import experiment
    from cp_puzzles.analysis.extra import require
    from cp_puzzles.analysis.reconciliation import UnreconciledError
    from cp_puzzles.cli.console import stderr

    for path in options.out:
        if Path(path).suffix in PLOTS:
            require("matplotlib", path)
    with stderr().status("") as status:

        def announce(turn: Turn) -> None:
            what = ", ".join(value for value in turn.setup.factors().values() if value)
            status.update(f"run {turn.number} of {turn.total}: {what}")

        try:
            result = experiment(
                *options.specs,
                symmetry=options.symmetry,
                engine=options.engine,
                breaking=options.breaking,
                settings=dict(options.setting),
                repeat=options.repeat,
                limit=options.limit,
                time_limit=options.time_limit,
                jobs=options.jobs,
                on_turn=announce,
            )
        except UnreconciledError as error:
            status.stop()
            _present(error.result, options)
            raise
    _present(result, options)
    if result.is_interrupted:
        return 130
    return 3 if any(row.status == "time-limit" for row in result.rows) else 0


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


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _choices(*known: str) -> Callable[[str], tuple[str, ...]]:
    def parse(text: str) -> tuple[str, ...]:
        for value in _list(text):
            if value not in known:
                raise argparse.ArgumentTypeError(f"{value!r} is not one of {', '.join(known)}")
        return _list(text)

    return parse


def _setting(text: str) -> tuple[str, tuple[bool, ...]]:
    name, separator, values = text.partition("=")
    if not separator or any(value not in ("on", "off") for value in _list(values)):
        raise argparse.ArgumentTypeError(f"{text!r} does not read NAME=on,off")
    return name, tuple(value == "on" for value in _list(values))


def _out(text: str) -> str:
    if Path(text).suffix not in (".csv", *PLOTS):
        raise argparse.ArgumentTypeError(f"{text!r} ends in none of .csv, {', '.join(PLOTS)}")
    return text
