"""Experiments: the same puzzles asked and searched in several ways, side by side.

Runs are counts, one at a time, in this process unless `jobs` says otherwise. What an engine does once in a process
(importing its solver, compiling its search) is done before the first run and not measured. Every way is run once before
any is run again, and every second round goes backwards, so that a machine that grows slower or faster meanwhile
favours none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import product
from typing import Any

from cp_puzzles.analysis.experiment_result import ExperimentResult, Row, Setup
from cp_puzzles.analysis.reconciliation import UnreconciledError, faults, reconcile
from cp_puzzles.api import count
from cp_puzzles.cover.kinds import problem_from
from cp_puzzles.engines.base import Breaking
from cp_puzzles.engines.registry import DEFAULT, settings_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.option_kinds import Whole, require_kind
from cp_puzzles.options import SearchOptions
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.search.interrupt import unless_interrupted
from cp_puzzles.search.result import RunResult
from cp_puzzles.spec.load import parse_spec, with_rule
from cp_puzzles.symmetry.group import Symmetry

WARM_UP = "{name: warm-up, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: 3}]}"


@dataclass(frozen=True)
class Turn:
    """The run that comes next: the `number`-th of `total`."""

    number: int
    total: int
    setup: Setup


def experiment(
    *puzzles: PuzzleSource,
    symmetry: Iterable[Symmetry] = ("full",),
    engine: Iterable[str] = (DEFAULT,),
    breaking: Iterable[Breaking] = ("lex",),
    settings: Mapping[str, Iterable[object]] | None = None,
    rules: Iterable[Sequence[str]] = (),
    repeat: int = 1,
    on_turn: Callable[[Turn], None] | None = None,
    jobs: int = 1,
    **common: Any,
) -> ExperimentResult:
    """Run every combination of what is listed on every puzzle, `repeat` times, and put the figures side by side.

    Every other option of `count`, such as `limit` and `time_limit`, is the same for all runs.

    `settings` maps names of engine settings to the values to try; an engine that does not know one runs without it.
    Each of `rules` is a list of texts such as `("faults=0", "faults=off")`: every puzzle is run with each of them.
    With `symmetry` off there is nothing to break, and `breaking` is not varied. A run that reaches `time_limit`
    (seconds) is not repeated. An interrupt ends the experiment with the runs that are finished. Raises `MistakeError`
    for what cannot be run, and `UnreconciledError` if two runs contradict each other: see `reconcile`.

    >>> result = experiment("dominoes4x4", symmetry=("off", "full"))
    >>> [(row.solutions, row.raw, row.is_reconciled) for row in result.rows]
    [(36, 36, True), (9, 36, True)]
    """
    named = _named(_ruled(puzzles, tuple(map(tuple, rules))))
    setups = tuple(
        _grid(
            named,
            _several("symmetry", symmetry),
            _several("engine", engine),
            _several("breaking", breaking),
            {name: _several(name, values) for name, values in (settings or {}).items()},
        )
    )
    require_kind("repeat", repeat, Whole())
    options = {setup: SearchOptions(**setup.options(), jobs=jobs, **common) for setup in setups}
    runs: dict[Setup, list[RunResult]] = {setup: [] for setup in setups}
    is_interrupted = False
    for name in dict.fromkeys(setup.engine for setup in setups):
        unless_interrupted(partial(count, build_puzzle(parse_spec(WARM_UP)), engine=name, jobs=1))
    for number, setup in enumerate(_order(setups, repeat), start=1):
        if on_turn is not None:
            on_turn(Turn(number, repeat * len(setups), setup))
        if any(run.status == "time-limit" for run in runs[setup]):
            continue
        asked = partial(count, named[setup.puzzle], **vars(options[setup]))
        try:
            runs[setup].append(unless_interrupted(asked))
        except KeyboardInterrupt:
            is_interrupted = True
            break
    rows = reconcile(tuple(Row(setup, tuple(runs[setup])) for setup in setups if runs[setup]))
    result = ExperimentResult(rows, jobs, tuple(faults(rows)), is_interrupted)
    if result.faults:
        raise UnreconciledError(result)
    return result


def _ruled(puzzles: Sequence[PuzzleSource], rules: tuple[tuple[str, ...], ...]) -> list[Puzzle]:
    """Every puzzle with every combination of rules, which its name then tells."""
    plain = [problem_from(puzzle) for puzzle in puzzles]
    if not rules:
        return plain
    ruled = []
    for puzzle, texts in product(plain, product(*rules)):
        if puzzle.spec is None:
            raise MistakeError(puzzle.name, "it was not built from a puzzle file", "rules are added to those")
        spec = reduce(with_rule, texts, puzzle.spec)
        ruled.append(replace(build_puzzle(spec), name=f"{puzzle.name}, {', '.join(texts)}"))
    return ruled


def _named(puzzles: Sequence[Puzzle]) -> dict[str, Puzzle]:
    """The puzzles by name; a name that comes again gets a number."""
    named: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        name, copy = puzzle.name, 1
        while name in named:
            copy += 1
            name = f"{puzzle.name} ({copy})"
        named[name] = puzzle
    if not named:
        raise MistakeError("experiment", "there is no puzzle to run", "name one or more")
    return named


def _grid(
    puzzles: Iterable[str],
    symmetry: tuple[Symmetry, ...],
    engines: tuple[str, ...],
    breaking: tuple[Breaking, ...],
    settings: Mapping[str, tuple[object, ...]],
) -> Iterator[Setup]:
    """Every combination once, the last factor varying fastest."""
    known = {name: settings_of(name).names() for name in engines}
    for setting in settings:
        if not any(setting in names for names in known.values()):
            names = ", ".join(name for names in known.values() for name in names)
            raise MistakeError(f"setting {setting}", f"{' and '.join(engines)}: no such setting", f"settings: {names}")
    seen = set()
    for puzzle, motions, name in product(puzzles, symmetry, engines):
        own = {setting: values for setting, values in settings.items() if setting in known[name]}
        for method, values in product(breaking[:1] if motions == "off" else breaking, product(*own.values())):
            setup = Setup(puzzle, motions, name, method, tuple(zip(own, values, strict=True)))
            if setup not in seen:
                seen.add(setup)
                yield setup


def _several(factor: str, values: object) -> tuple[Any, ...]:
    """The values of a factor; one alone need not stand in a list."""
    listed = (values,) if isinstance(values, str) or not isinstance(values, Iterable) else tuple(values)
    if not listed:
        raise MistakeError(Parameter(factor), "there is no value to try", "name one or more")
    return listed


def _order(setups: tuple[Setup, ...], repeat: int) -> Iterator[Setup]:
    """Round after round, there and back."""
    for number in range(repeat):
        yield from setups if number % 2 == 0 else reversed(setups)
