"""Commands about many puzzles: `each`, `today`, `experiment`."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from cp_puzzles.analysis.analysis_options import QUESTIONS, EachOptions
from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.named_values import require_package
from cp_puzzles.base.text import counted
from cp_puzzles.base.values import OUT_FILE, OUT_FOLDER, SETTINGS, TEXT, ValueType, some_of
from cp_puzzles.cli import INTERRUPTED, MISTAKE, NONE, OF_OUTCOME, TIME
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import print_json, report, say, say_written, stderr, stdout
from cp_puzzles.cover.symmetry import SYMMETRIES
from cp_puzzles.engines.registry import FASTEST, MODEL_ENGINE, SUMMARIES
from cp_puzzles.errors import FLAGS, MistakeError, Parameter
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import SearchOptions, TimeLimit

if TYPE_CHECKING:
    from cp_puzzles.analysis.experiment import ExperimentTurn
    from cp_puzzles.analysis.experiment_result import ExperimentResult

DAYS = 366
"""The days of the page of a calendar."""

VARIED = {"symmetry": ("off", "full"), "engine": (MODEL_ENGINE,), "breaking": ("lex",)}
"""Options of a search that take several values in an experiment, with their default values."""

COMMON = ("limit", "time_limit", "memory")
"""Options that every run of an experiment shares."""

EXPERIMENT_PLOTS = (".png", ".svg", ".pdf")
"""Suffixes of plots of an experiment."""


@cli.command(
    cli.SPEC,
    *(cli.flag(name, text) for name, text in QUESTIONS.items()),
    *cli.options_of(EachOptions),
    cli.flag("explain", "say why each member without a solution has none"),
    cli.command_option(
        "certificate", "write a certificate for each member without a solution into this folder", OUT_FOLDER
    ),
    cli.out_option("write the answers: .csv, .md, .jsonl, .json, .txt (a b-file of the OEIS) or .html (a heat map)"),
    cli.JSON,
)
def each_command(asked: cli.Asked) -> int:
    """Ask the same question about every member of a family of puzzles.

    What varies makes the members: parameters of the file, cells that stay empty, boards, tiles. If several things vary,
    every combination is a member. Members that are the same puzzle up to symmetry are searched once, and all solutions
    count unless --symmetry says otherwise.

    Examples
    --------
    cp-puzzles each dominoes.yaml --for n=1..12 --count  the sequence for a parameter of the file
    cp-puzzles each dominoes.yaml --for n=2..6,m=n..6 --count  a table
    cp-puzzles each calendar --leaves dates --count  every date of the year
    cp-puzzles each calendar --leaves dates --count --out year.html  a heat map: choose a day to solve it or play
    cp-puzzles each genius_square --leaves dice.yaml  every roll of dice; the file lists the faces of each die
    cp-puzzles each pentomino5x6.yaml --sets 6  every set of six of the tiles
    cp-puzzles each genius_square --leaves dice.yaml --share 3/10 --store 3.run  a tenth of the rolls
    cp-puzzles each soma --boards figures.txt --json  drawings in a file, answers for a script
    cp-puzzles each t_tetrominoes.yaml --for n=2..6,m=n..6 --explain  why the others have no solution
    cp-puzzles each dominoes.yaml --for n=1..12 --count --out b004003.txt  a b-file of the OEIS

    Exit status
    -----------
    0 every member has its answer; 2 a mistake in the command, the puzzle or a member; 3 a time limit came first, or
    processes died; 130 interrupted (answers so far are printed)
    """
    from cp_puzzles.analysis.family.each import each
    from cp_puzzles.output.family_files import certified, refuse_suffix, save_answers
    from cp_puzzles.output.terminal.result_tables import family_view

    questions = [name for name in QUESTIONS if getattr(asked, name)]
    if len(questions) > 1:
        raise MistakeError(Parameter(questions[1]), f"excludes --{questions[0]}", "omit one of the two")
    if asked.out is not None:
        refuse_suffix(asked.out)
    started = monotonic()
    with stderr().status("setting up") as status:
        options = EachOptions.of_typed(
            vars(asked),
            question=questions[0] if questions else "solvable",
            on_progress=lambda progress: status.update(str(progress)),
        )
        result = each.of_options(asked.spec, options)
        if asked.explain or asked.certificate is not None:
            ends = None if options.total_time_limit is None else Deadline(started + options.total_time_limit)
            result, certificates = certified(result, asked.certificate, options.time_limit, ends, status.update)
            for name in certificates.missing:
                say(f"no certificate for {name}: its proof took longer than the time limit")
            if asked.certificate is not None:
                say_written(asked.certificate, counted(certificates.written, "certificate"))
    report(asked, result.summary(), family_view(result, reasons=asked.explain))
    if asked.out is not None:
        save_answers(result, asked.out)
        say_written(asked.out)
    return OF_OUTCOME.get(result.status, MISTAKE)


@cli.command(
    cli.argument(
        "spec",
        "CALENDAR",
        "a calendar puzzle: a file, or a name from `cp-puzzles list`; or boards of Pips: the JSON of a day, a puzzle "
        "file that `import` made, or a folder with a file for each day",
    ),
    cli.command_option("date", "the date, as in 2026-11-23 (default: today)", TEXT, metavar="DATE"),
    cli.command_option("hints", "number of hints to show, one after the other", default=1),
    cli.flag("answer", "draw a solution after the hints"),
    *cli.options_of(TimeLimit),
    cli.out_option("write a page, .html, with this day and, for a calendar, the days of a year from it on"),
    cli.JSON,
)
def today_command(asked: cli.Asked) -> int:
    """Show today's puzzle of a calendar, or the boards of a day of Pips: the number of solutions, and a hint first.

    Examples
    --------
    cp-puzzles today calendar  the number of solutions of today's date, the board, and a hint
    cp-puzzles today calendar --hints 2  the next hint, too
    cp-puzzles today calendar --answer  a solution, too
    cp-puzzles today weekday_calendar --date 2026-11-23  another day
    cp-puzzles today calendar --out year.html  a page for the phone with every day of a year
    cp-puzzles today 2026-11-23.json --out day.html  the three boards of a day of Pips
    cp-puzzles today ./pips --date 2026-11-23  those of a day in the folder pips

    Exit status
    -----------
    0 there is a solution; 1 the date, or a board, has none; 2 mistake; 3 the time limit was reached;
    130 interrupted
    """
    from cp_puzzles.analysis.family.days import days_of
    from cp_puzzles.output.family_files import write_days
    from cp_puzzles.output.terminal.annotated_boards import days_summary, days_view

    if asked.out is not None and Path(asked.out).suffix != ".html":
        raise MistakeError(Parameter("out", asked.out), "unknown suffix", "use .html")
    deadline = Deadline.after(TimeLimit.of_typed(vars(asked)).time_limit)
    with stderr().status("counting") as status:
        days = days_of(asked.spec, asked.date, 1 if asked.out is None else DAYS, deadline, status.update)
    report(asked, days_summary(days), *days_view(days, asked.hints, with_answer=asked.answer))
    if asked.out is not None and days.days:
        write_days(asked.out, days.title, days.days)
        say_written(asked.out, "with a page beside it, to play on")
    if not days.is_complete:
        return TIME
    return 0 if all(day.solutions for day in days.shown) else NONE


def _several(name: str, help: str = "") -> cli.SectionOption:
    """Return the option for several values of an option of a search."""
    declared = SearchOptions.option(name)
    return cli.command_option(name, help or declared.help, some_of(*declared.kind.names), default=VARIED[name])


def _setting_values(text: str) -> tuple[str, tuple[Any, ...]]:
    """Return the name and the values of a setting, from a text such as `fill_order=on,off`."""
    name, _, listed = text.partition("=")
    return name, tuple(SETTINGS.typed([f"{name}={one}"])[name] for one in listed.split(","))


def _rules(text: str) -> tuple[str, ...]:
    """Return a text for each value of a rule; commas within brackets do not separate values."""
    name, _, listed = text.partition("=")
    parts, depth = [""], 0
    for letter in listed:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return tuple(f"{name}={part.strip()}" for part in parts)


def _table_file(text: str) -> str:
    if Path(text).suffix not in (".csv", *EXPERIMENT_PLOTS):
        raise MistakeError(Parameter("out", text), "unknown suffix", "use .csv, " + ", ".join(EXPERIMENT_PLOTS))
    return writable_path(text)


@cli.command(
    cli.argument("specs", "SPEC...", "puzzle files, or names from `cp-puzzles list`", nargs=-1, required=True),
    *cli.options_of(SearchOptions, *COMMON, jobs="number of worker processes (default: 1)"),
    *cli.options_of(PuzzleOptions, "parameters"),
    _several("symmetry"),
    _several("engine", f"search engine: {SUMMARIES}"),
    _several("breaking"),
    cli.command_option(
        "settings",
        "a setting of an engine with several values, such as fill_order=on,off",
        ValueType("NAME=A,B", SETTINGS.description, typed=_setting_values),
        offered=SearchOptions.option("settings").offered,
        repeated=True,
    ),
    cli.command_option(
        "rules",
        "a rule with several values, such as faults=0,off",
        ValueType("NAME=A,B", "a rule with several values", typed=_rules),
        offered=PuzzleOptions.option("rule").offered,
        repeated=True,
    ),
    cli.command_option("repeat", "number of runs of each combination; by default 3 of runs under a second"),
    cli.command_option(
        "out",
        "write the table as .csv, or a plot as .svg, .png or .pdf",
        ValueType("FILE", OUT_FILE.description, typed=_table_file),
        repeated=True,
    ),
    cli.out_option(
        "write a page, .html, with the search trees of one small puzzle: symmetry off, rotations and full side by "
        "side; the table shows the same searches",
        "lab",
    ),
    cli.flag("json", "print one object a row as JSON and nothing else"),
)
def experiment_command(asked: cli.Asked) -> int:
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
    from cp_puzzles.output.web.symmetry_lab import SETTINGS as FIXED

    _refuse_values_as_puzzles(asked)
    typed = {name: getattr(asked, name) for name in (*COMMON, "jobs")}
    options = SearchOptions.of_typed(typed)
    values = {name: getattr(options, name) for name in COMMON} | {"jobs": options.jobs or 1}
    values |= {name: getattr(asked, name) for name in VARIED} | {"settings": dict(asked.settings)}
    for path in asked.out:
        if Path(path).suffix in EXPERIMENT_PLOTS:
            require_package("matplotlib", path)
    deadline = Deadline.after(options.time_limit)
    if asked.lab is not None:
        _write_lab(asked, options.memory, deadline)
        fixed = {key: (value,) for key, value in FIXED.items()}
        values |= {"symmetry": SYMMETRIES, "engine": (FASTEST,), "settings": fixed}
    changes = PuzzleOptions.of_typed(vars(asked))
    puzzles = deadline.run("reading", lambda: with_rules(list(map(changes.puzzle, asked.specs)), asked.rules))
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
        return INTERRUPTED
    return TIME if any(row.status == "time-limit" for row in result.rows) else 0


def _present(result: ExperimentResult, asked: cli.Asked) -> None:
    from cp_puzzles.analysis.experiment_result import save_plot
    from cp_puzzles.output.terminal.result_tables import ExperimentTable

    if asked.json:
        for record in result.records():
            print_json(record)
    else:
        stdout().print(ExperimentTable(result))
    for path in asked.out:
        if Path(path).suffix in EXPERIMENT_PLOTS:
            save_plot(result, path)
        else:
            result.write_csv(path)
        say_written(path)


def _write_lab(asked: cli.Asked, memory: int | None, deadline: Deadline) -> None:
    """Write the page of one puzzle; raise `CanceledError` after the deadline."""
    from cp_puzzles.output.web.symmetry_lab import save_lab

    if len(asked.specs) > 1 or asked.rules:
        raise MistakeError(Parameter("lab", asked.lab), "needs exactly one puzzle", "name one, without --rule")
    for name in ("engine", "breaking", "settings", "limit"):
        value = getattr(asked, name)
        if value not in (None, (), VARIED.get(name), (FASTEST,)):
            typed = FLAGS.get(name, name)
            problem = "cannot be combined with --lab, which has a fixed search"
            raise MistakeError(Parameter(typed, value), problem, f"omit --{typed}")
    deadline.run("growing the search trees", lambda: save_lab(asked.specs[0], asked.lab, memory))


def _refuse_values_as_puzzles(asked: cli.Asked) -> None:
    """Refuse `--symmetry off full`, which reads `full` as a puzzle."""
    for name in VARIED:
        for spec in asked.specs:
            if spec in SearchOptions.option(name).kind.names:
                values = ",".join(getattr(asked, name))
                problem = f"is a value of --{name}, not a puzzle"
                remedy = f"separate several values with commas: --{name} {values},{spec}"
                raise MistakeError(spec, problem, remedy)
