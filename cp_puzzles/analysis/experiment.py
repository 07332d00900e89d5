"""Experiments: the same puzzles searched with several settings, side by side.

Runs are counts, one at a time, in this process unless `jobs` is larger than 1. Work that an engine does once per
process (importing its solver, compiling its search) precedes the first run and is not measured. Every setup runs once
before any runs again, and every second round is reversed, so that drift of the machine's speed favors no setup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial, reduce
from itertools import chain, count, groupby, product
from typing import TYPE_CHECKING, Any

from cp_puzzles.analysis.experiment_result import ExperimentResult, ExperimentRow, Setup
from cp_puzzles.base.deadline import propagate_interrupt
from cp_puzzles.base.values import FUNCTION, POSITIVE_INT, check_type, checked, each_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking
from cp_puzzles.engines.registry import MODEL_ENGINE, entry_of
from cp_puzzles.errors import EngineError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, problem_from, spec_from
from cp_puzzles.puzzle.spec.loader import changed, parse_spec
from cp_puzzles.search.puzzle_options import refuse_unknown
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import count_solutions
from cp_puzzles.search.search_options import SearchOptions

if TYPE_CHECKING:
    pass


SHORT_SECONDS, SHORT_RUNS = 1.0, 3
"""The longest run that is repeated by default, since the time of such runs varies; and the number of these runs."""

WARM_UP = "{name: warm-up, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: 3}]}"


_INSTEAD = {
    **dict.fromkeys(("leave", "given", "maximize", "minimize"), "change the puzzle with Puzzle(...), or vary rules="),
    **dict.fromkeys(("out", "json", "lab"), "result.to_frame() has the table"),
}
"""The remedies for options that an experiment does not have."""


@dataclass(frozen=True)
class ExperimentTurn:
    """The next run of an experiment, the `number`-th of `total`."""

    number: int
    total: int
    setup: Setup


class UnreconciledError(EngineError):
    """Runs of an experiment contradict each other; `result` holds all of them."""

    def __init__(self, result: ExperimentResult) -> None:
        self.result = result
        super().__init__("; ".join(result.contradictions))


def experiment(
    *puzzles: PuzzleSource,
    symmetry: Iterable[Symmetry] = ("off", "full"),
    engine: Iterable[str] = (MODEL_ENGINE,),
    breaking: Iterable[Breaking] = ("lex",),
    settings: Mapping[str, Iterable[object]] | None = None,
    rules: Iterable[Sequence[str]] = (),
    repeat: int | None = None,
    on_turn: Callable[[ExperimentTurn], None] | None = None,
    jobs: int = 1,
    **common: Any,
) -> ExperimentResult:
    """Run every combination of the listed values on every puzzle.

    An interrupt ends the experiment with the finished runs; a run that reaches its time limit is not repeated.

    Parameters
    ----------
    puzzles
        Names, paths, specs or puzzles.
    symmetry, engine, breaking
        Values of these options of `count`; `breaking` is not varied where the symmetry is off.
    settings
        Engine settings and the values to try; an engine without a setting runs without it.
    rules
        Alternatives for rules, each a list such as ``("faults=0", "faults=off")``.
    repeat
        Number of runs of each combination; by default three if the first takes less than a second, otherwise one.
    on_turn
        Called before each run.
    jobs
        Worker processes of each run.
    common
        Further options of `count`, such as ``limit`` and ``time_limit``, equal for all runs.

    Raises
    ------
    MistakeError
        If a combination cannot be run.
    UnreconciledError
        If two runs contradict each other; see `reconcile`.

    See Also
    --------
    plot_experiment, estimate

    Examples
    --------
    >>> result = experiment("dominoes4x4", symmetry=("off", "full"))
    >>> [(row.solutions, row.raw, row.is_reconciled) for row in result.rows]
    [(36, 36, True), (9, 36, True)]
    """
    alternatives = tuple(tuple(each) for each in each_of(Sequence, "rules", rules))  # type: ignore[type-abstract]
    check_type("settings", settings or {}, Mapping)
    named = _named(with_rules(puzzles, alternatives))
    several = {name: _several(name, values) for name, values in (settings or {}).items()}
    grid = _grid(
        named, _options("symmetry", symmetry), _options("engine", engine), _options("breaking", breaking), several
    )
    setups = tuple(grid)
    for name, value, kind in (("repeat", repeat, POSITIVE_INT), ("on_turn", on_turn, FUNCTION)):
        if value is not None:
            checked(name, value, kind)
    varied = ("symmetry", "engine", "breaking", "settings", "rules", "repeat", "on_turn", "jobs")
    accepted = {field.name for field in fields(SearchOptions)}.union(varied)
    refuse_unknown("experiment", common, sorted(accepted), _INSTEAD)
    options = {setup: SearchOptions(**setup.options(), jobs=jobs, **common) for setup in setups}
    runs: dict[Setup, list[RunResult]] = {setup: [] for setup in setups}
    is_interrupted = False
    for name in dict.fromkeys(setup.engine for setup in setups):
        warm_up = SearchOptions(engine=name, jobs=1)
        propagate_interrupt(partial(count_solutions, build_puzzle(parse_spec(WARM_UP)), warm_up))
    for turn in _turns(setups, runs, repeat):
        if on_turn is not None:
            on_turn(turn)
        try:
            run = partial(count_solutions, named[turn.setup.puzzle], options[turn.setup])
            runs[turn.setup].append(propagate_interrupt(run))
        except KeyboardInterrupt:
            is_interrupted = True
            break
    rows = reconcile(tuple(ExperimentRow(setup, tuple(runs[setup])) for setup in setups if runs[setup]))
    result = ExperimentResult(rows, jobs, tuple(contradictions(rows)), is_interrupted)
    if result.contradictions:
        raise UnreconciledError(result)
    return result


def with_rules(puzzles: Sequence[PuzzleSource], rules: Sequence[Sequence[str]]) -> list[Puzzle]:
    """Return every puzzle with every combination of rules, which become part of its name."""
    originals = [problem_from(puzzle) for puzzle in puzzles]
    if not rules:
        return originals
    puzzles_with_rules = []
    for puzzle, texts in product(originals, product(*rules)):
        spec = reduce(lambda spec, text: changed(spec, "rule", text), texts, spec_from(puzzle))
        puzzles_with_rules.append(build_puzzle(spec).replaced(name=f"{puzzle.name}, {', '.join(texts)}"))
    return puzzles_with_rules


def _named(puzzles: Sequence[Puzzle]) -> dict[str, Puzzle]:
    """Return the puzzles by name; repeated names are numbered."""
    named: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        names = chain([puzzle.name], (f"{puzzle.name} ({copy})" for copy in count(2)))
        named[next(name for name in names if name not in named)] = puzzle
    if not named:
        raise MistakeError("experiment", "no puzzle is given", "name one or more puzzles")
    return named


def _grid(
    puzzles: Iterable[str],
    symmetry: tuple[Symmetry, ...],
    engines: tuple[str, ...],
    breaking: tuple[Breaking, ...],
    settings: Mapping[str, tuple[object, ...]],
) -> Iterator[Setup]:
    """Yield every combination once, the last factor varying fastest."""
    setting_names = {name: entry_of(name).settings.names() for name in engines}
    every = list(chain.from_iterable(setting_names.values()))
    for setting in settings:
        if setting not in every:
            problem = f"no such setting of {' or '.join(engines)}"
            raise MistakeError(f"setting {setting}", problem, f"use one of {', '.join(every)}")
    for puzzle, equivalence, name in product(dict.fromkeys(puzzles), dict.fromkeys(symmetry), dict.fromkeys(engines)):
        applicable = {setting: values for setting, values in settings.items() if setting in setting_names[name]}
        methods = breaking[:1] if equivalence == "off" else breaking
        for method, values in product(dict.fromkeys(methods), product(*map(dict.fromkeys, applicable.values()))):
            yield Setup(puzzle, equivalence, name, method, tuple(zip(applicable, values, strict=True)))


def _several(factor: str, values: object) -> tuple[Any, ...]:
    """Return the values of a factor, given as a list or as a single value."""
    listed = (values,) if isinstance(values, str) or not isinstance(values, Iterable) else tuple(values)
    if not listed:
        raise MistakeError(Parameter(factor), "no value is given", "list one or more values")
    return listed


def _options(factor: str, values: object) -> tuple[Any, ...]:
    """Return the values of a factor that is an option of a search."""
    return tuple(checked(factor, value, SearchOptions.option(factor).kind) for value in _several(factor, values))


def _turns(
    setups: tuple[Setup, ...], runs: Mapping[Setup, Sequence[RunResult]], repeat: int | None
) -> Iterator[ExperimentTurn]:
    """Yield the turns round by round, every second round reversed; `runs` has the results of those before.

    A setup whose run reached the time limit is not run again; without `repeat`, only setups of short runs are.
    """
    number, total = 0, len(setups) * (repeat or 1)
    waiting = list(setups)
    for turn in range(repeat or SHORT_RUNS):
        for setup in waiting if turn % 2 == 0 else reversed(waiting):
            number += 1
            yield ExperimentTurn(number, total, setup)
        if turn == 0:
            firsts = [(setup, runs[setup][0]) for setup in setups if runs[setup][0].status != "time-limit"]
            waiting = [setup for setup, run in firsts if repeat is not None or run.seconds < SHORT_SECONDS]
            total = len(setups) + len(waiting) * ((repeat or SHORT_RUNS) - 1)


def reconcile(rows: tuple[ExperimentRow, ...]) -> tuple[ExperimentRow, ...]:
    """Return the rows with `is_reconciled` and `speed_up` set.

    A row is reconciled if its orbit sizes sum to the number of solutions counted with symmetry off. The speed-up is the
    ratio of the first row's time to its own, unless both are incomplete.
    """
    compared = []
    for first, *others in _by_puzzle(rows):
        off = next((r.raw for r in (first, *others) if r.setup.symmetry == "off" and r.raw is not None), None)
        for row in (first, *others):
            is_reconciled = None if off is None or row.raw is None else row.raw == off
            has_ratio = row.seconds > 0 and not row.status == first.status == "time-limit"
            speed_up = first.seconds / row.seconds if has_ratio else None
            compared.append(replace(row, is_reconciled=is_reconciled, speed_up=speed_up))
    return tuple(compared)


def contradictions(rows: Iterable[ExperimentRow]) -> Iterator[str]:
    """Yield the contradictions between raw counts of a puzzle, counts at one equivalence, and runs of a row."""
    for group in _by_puzzle(tuple(rows)):
        complete = [row for row in group if row.raw is not None]
        for row in complete:
            if len({(run.count, run.raw) for run in row.runs if run.status == "complete"}) > 1:
                yield f"{_name(row)}: runs of the same search find {[run.count for run in row.runs]} solutions"
        off = [row for row in complete if row.setup.symmetry == "off"]
        for row in complete:
            reference = (off or complete)[0]
            if row.raw != reference.raw:
                yield f"{_name(row)}: orbit sizes sum to {row.raw}, not to the {reference.raw} of {_name(reference)}"
            first = next(peer for peer in complete if peer.setup.symmetry == row.setup.symmetry)
            if row.solutions != first.solutions:
                yield f"{_name(row)}: {row.solutions} solutions, but {first.solutions} with {_name(first)}"


def _by_puzzle(rows: tuple[ExperimentRow, ...]) -> Iterator[tuple[ExperimentRow, ...]]:
    for _, group in groupby(rows, key=lambda row: row.setup.puzzle):
        yield tuple(group)


def _name(row: ExperimentRow) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.setup.factors().items() if value)
