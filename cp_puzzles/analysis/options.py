"""Options of the functions that analyze a puzzle, and the names that they accept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.options import (
    EXTENT,
    FUNCTION,
    IN_FILE,
    IN_FILES,
    LENGTH,
    LENGTH_OR_ZERO,
    NON_NEGATIVE_INT,
    OUT_FILE,
    OUT_FOLDER,
    POSITIVE_INT,
    SECONDS,
    SETTINGS,
    SWITCH,
    TEXT,
    Option,
    Options,
    ValueType,
    like,
    one_of,
    one_or_several,
    option,
    plain_text,
    range_of,
    some_of,
)
from cp_puzzles.cover.symmetry import BoardSymmetry, Breaking, Symmetry
from cp_puzzles.engines.registry import AUTO, COUNTERS, ENGINES, FASTEST, MODEL_ENGINE, NAMES, SUMMARIES
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.options import IterOptions, Jobs, Limit, Memory, Reported, SearchOptions, TimeLimit
from cp_puzzles.search.puzzle_options import PuzzleOptions

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Challenge
    from cp_puzzles.analysis.family.answer_plan import EachProgress
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly

Grade = Literal["easy", "medium", "hard", "expert"]

GRADES: tuple[Grade, ...] = get_args(Grade)
"""All grades, easiest first."""

CHOICES = ("given", "holes", "pieces", "conditions")
"""What a design can choose: given pieces, empty cells (holes), the set of pieces, conditions on values in regions."""

Question = Literal["solvable", "count", "unique", "best", "grade"]
"""The question about each member: whether it has a solution, how many, exactly one; the best value; the difficulty."""

QUESTIONS: dict[Question, str] = {
    "solvable": "is there a solution? (default)",
    "count": "count the solutions",
    "unique": "is there exactly one solution?",
    "best": "the best value of the objective",
    "grade": "the difficulty of a puzzle with one solution",
}
"""The questions with their help texts; each is a switch of the command."""

EXPLAIN_SECONDS = 60.0
"""Default time limit of an explanation."""

PROBE_SECONDS = 1.0
"""Default time for which an estimate probes the search tree."""

EXPERIMENT_PLOTS = (".png", ".svg", ".pdf")
"""Suffixes of plots of an experiment."""

BOARD_CELLS, BOARD_SECONDS = 200, 10.0
"""Default area of the largest board that `smallest` tries, and the time limit of one board."""

STATES = 1_000_000
"""Default maximum number of states of one assembly: 0.1 GB with six pieces."""


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(map(POSITIVE_INT.read, value if isinstance(value, Iterable) else [value]))


def _solutions(value: Any) -> Any:
    from cp_puzzles.cover.solution import Solution

    if isinstance(value, Sequence) and not all(isinstance(each, Solution) for each in value):
        raise TypeError
    return iter(value) if not isinstance(value, Sequence) else value


@dataclass(frozen=True, kw_only=True)
class HintOptions(Reported, Memory, TimeLimit, PuzzleOptions):
    """Options of `hint`."""

    random: bool = option(False, SWITCH, "a random piece of a random solution, not always the same")
    seed: int | None = option(None, NON_NEGATIVE_INT, "random seed of --random (default: a new one)")

    def refuse_contradictions(self) -> None:
        """Raise `MistakeError` for values that exclude each other."""
        if self.seed is not None and not self.random:
            raise MistakeError(
                Parameter("seed", self.seed), "it has an effect only with a random piece", ("add ", Parameter("random"))
            )


@dataclass(frozen=True, kw_only=True)
class GradeOptions(TimeLimit, PuzzleOptions):
    """Options of `difficulty`."""


@dataclass(frozen=True, kw_only=True)
class ExplainOptions(Memory, PuzzleOptions):
    """Options of `explain`."""

    time_limit: float = like(TimeLimit, "time_limit", EXPLAIN_SECONDS)
    certificate: str | os.PathLike[str] | None = option(
        None, OUT_FOLDER, "write a proof by a weighted count of the cells, with its checker, to a folder"
    )
    on_step: Callable[[str], None] | None = option(
        None, FUNCTION, python="called with a few words about each step before it begins"
    )


@dataclass(frozen=True, kw_only=True)
class EstimateOptions(Memory, TimeLimit, PuzzleOptions):
    """Options of `estimate`."""

    symmetry: Symmetry = like(SearchOptions, "symmetry", "full")
    engine: str = like(SearchOptions, "engine", AUTO, "search engine to estimate")
    jobs: int | None = like(Jobs, "jobs", None, "number of worker processes to assume (default: all cores)")
    seconds: float = option(PROBE_SECONDS, SECONDS, python="how long to probe the search tree, about")


@dataclass(frozen=True, kw_only=True)
class SampleOptions(Reported, TimeLimit, PuzzleOptions):
    """Options of `sample`."""

    n: int | None = field(
        default=None, kw_only=False, metadata={"option": Option(POSITIVE_INT, "number of tilings (default: 1)")}
    )
    kth: int | Sequence[int] | None = option(
        None,
        ValueType(
            "K",
            "a whole number, at least 1",
            _numbers,
            lambda texts: list(map(int, texts)),
            python="whole numbers, at least 1",
        ),
        "the tiling of this number, from 1, instead of a random one",
        repeated=True,
    )
    seed: int | None = option(None, NON_NEGATIVE_INT, "random seed (default: a new one, which the result states)")
    memory: int | None = like(Memory, "memory", None, "memory for the tables, such as 4GB (default: 2 GB)")
    engine: str | None = like(
        SearchOptions,
        "engine",
        None,
        f"{COUNTERS[0]}, or an engine that lists all tilings (default: the one that is forecast to be sooner)",
    )


@dataclass(frozen=True, kw_only=True)
class TabulateOptions(IterOptions):
    """Options of `tabulate`."""

    by: str = field(
        kw_only=False,
        metadata={"option": Option(TEXT, python="name of a measure, such as 'crossroads'; 'empty-cells' or 'tiles'")},
    )


@dataclass(frozen=True, kw_only=True)
class ApartOptions(IterOptions):
    """Options of `apart`."""

    solutions: Iterable[Solution] | None = field(
        default=None,
        kw_only=False,
        metadata={
            "option": Option(
                ValueType("", "solutions of the puzzle", _solutions),
                python="solutions of the puzzle, for example from `read_solutions`; by default they are searched",
            )
        },
    )
    states: int = option(STATES, POSITIVE_INT, "largest number of states to search for one assembly")
    on_disassembly: Callable[[Solution, Disassembly], None] | None = option(
        None, FUNCTION, python="called with each solution and its disassembly, steps included"
    )


@dataclass(frozen=True, kw_only=True)
class SmallestOptions(Memory, Jobs, PuzzleOptions):
    """Options of `smallest`."""

    square: bool = option(False, SWITCH, "find the smallest square or cube")
    up_to: int = option(BOARD_CELLS, POSITIVE_INT, "try boards of at most this number of cells")
    time_limit: float = like(TimeLimit, "time_limit", BOARD_SECONDS, "stop on a board after this many seconds")
    total_time_limit: float | None = like(
        TimeLimit, "time_limit", None, "stop after this many seconds for all boards together"
    )
    engine: str = like(SearchOptions, "engine", AUTO, f"search engine: {', '.join(NAMES)}")
    on_board: Callable[[tuple[int, ...]], None] | None = option(
        None, FUNCTION, python="called with the size of each board before it is tried"
    )


@dataclass(frozen=True, kw_only=True)
class DesignOptions(Jobs, TimeLimit, PuzzleOptions):
    """Options of `design`."""

    clues: int | None = option(
        None, NON_NEGATIVE_INT, "give exactly this number of pieces in each challenge, instead of as few as possible"
    )
    choose: str | Sequence[str] = option(
        ("given",),
        some_of(*CHOICES),
        f"what to choose, one or more of {', '.join(CHOICES)}",
        "what the design chooses: 'given' pieces, 'holes' (cells that the solution leaves empty), 'pieces' (exactly "
        "the pieces of the solution), 'conditions' (on the values in regions, which are drawn if the board has none; "
        "alone or with pieces). Without 'given' and 'conditions' the solution is unique up to symmetry",
    )
    count: int = option(1, POSITIVE_INT, "number of challenges, pairwise different up to symmetry", metavar="K")
    difficulty: str | tuple[str, str] | None = option(
        None,
        range_of(*GRADES, metavar="GRADE"),
        f"grade: {', '.join(GRADES)}, or a range such as easy..hard; more pieces are given if fewer would be too hard",
    )
    level: int | None = option(
        None,
        POSITIVE_INT,
        "with --choose pieces: sets of pieces with one assembly, whose first piece needs at least this many moves",
    )
    seed: int | None = like(SampleOptions, "seed")
    engine: str = option(
        FASTEST,
        one_of(*ENGINES, metavar="NAME"),
        f"engine that proves uniqueness, {' or '.join(ENGINES)}; the other one checks every challenge",
        advanced=True,
    )
    on_challenge: Callable[[Challenge], None] | None = option(
        None, FUNCTION, python="called with each challenge as soon as it is made"
    )
    on_progress: Callable[[int, int], None] | None = option(
        None, FUNCTION, python="called with the numbers of challenges and of solutions tried"
    )


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(TEXT.read, one_or_several(value)))


def _labels_of_members(value: Any) -> Any:
    if isinstance(value, str | os.PathLike):
        return os.fspath(value)
    return [[plain_text(label) for label in labels] for labels in value]


@dataclass(frozen=True, kw_only=True)
class EachOptions(Memory, Jobs):
    """Options of `each`."""

    for_: str | Sequence[str] = option(
        (),
        ValueType("RANGES", "ranges of parameters, such as n=1..12", _texts),
        "ranges of parameters, such as n=1..12 or n=2..6,m=n..6",
        flag="for",
        repeated=True,
    )
    leaves: str | Sequence[Sequence[str]] | None = option(
        None,
        ValueType("dates|FILE|DICE", "labels of each member, dates, a file, or faces of dice", _labels_of_members),
        "labels that stay empty: dates, a file with a line of labels each, or faces of dice as a list of lists",
        offered=("dates",),
    )
    boards: str | os.PathLike[str] | None = option(
        None, IN_FILE, "a file of boards: sizes such as 6x10, or drawings with an empty line between"
    )
    tiles: str | os.PathLike[str] | None = option(
        None, IN_FILE, "a file of tiles: a line of names each, or drawings with an empty line between"
    )
    sets: int | None = option(None, POSITIVE_INT, "every set of K of the tiles", metavar="K")
    cases: str | os.PathLike[str] | None = option(
        None, IN_FILE, "a YAML file with a list of cases: parameters, leave, and keys of the puzzle file"
    )
    question: Question = option(
        "solvable", one_of(*QUESTIONS), python=f"the question: {', '.join(map(repr, QUESTIONS))}"
    )
    parameters: Mapping[str, int | str] = like(PuzzleOptions, "parameters", {})
    symmetry: BoardSymmetry = option(
        "off", one_of(*get_args(BoardSymmetry)), "which symmetric solutions of a member count as one"
    )
    engine: str | None = like(SearchOptions, "engine")
    cluster: str | None = like(SearchOptions, "cluster")
    time_limit: float | None = like(
        TimeLimit, "time_limit", None, "stop a member after this many seconds; its answer is unknown"
    )
    total_time_limit: float | None = like(
        TimeLimit, "time_limit", None, "stop after this many seconds for all members together"
    )
    store: str | os.PathLike[str] | None = like(
        SearchOptions,
        "store",
        None,
        "keep the answers in this file; the same request continues with it",
        metavar="FILE",
    )
    share: str | None = like(
        SearchOptions,
        "share",
        None,
        "search only one of several shares of the members, such as 3/10; --store keeps its answers",
    )
    merge: Sequence[str | os.PathLike[str]] = option(
        (), IN_FILES, "take the answers in this file of --store, such as another share", repeated=True, advanced=True
    )
    yes: bool = option(False, SWITCH, "search more than 100,000 members", advanced=True)
    on_progress: Callable[[EachProgress], None] | None = option(
        None, FUNCTION, python="called with the `EachProgress` from time to time"
    )


def _settings_with_values(texts: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Return the values of settings by name, from texts such as `fill_order=on,off`."""
    pairs = (text.partition("=")[::2] for text in texts)
    return {name: tuple(SETTINGS.typed([f"{name}={one}"])[name] for one in values.split(",")) for name, values in pairs}


def _rule_with_values(text: str) -> tuple[str, ...]:
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


def _table_file(text: str) -> str:
    if Path(text).suffix not in (".csv", *EXPERIMENT_PLOTS):
        raise MistakeError(Parameter("out", text), "unknown suffix", "use .csv, " + ", ".join(EXPERIMENT_PLOTS))
    return writable_path(text)


def _of_several(name: str, default: Sequence[str], help: str = "") -> Any:
    """Return a field for several values of an option of a search."""
    declared = SearchOptions.option(name)
    return option(tuple(default), some_of(*declared.kind.names), help or declared.help)


@dataclass(frozen=True, kw_only=True)
class ExperimentOptions(Memory, Jobs, TimeLimit, Limit):
    """Options of an experiment: the values to vary, and those of the search that every run shares."""

    parameters: Mapping[str, int | str] = like(PuzzleOptions, "parameters", {})
    symmetry: Sequence[Symmetry] = _of_several("symmetry", ("off", "full"))
    engine: Sequence[str] = _of_several("engine", (MODEL_ENGINE,), f"search engine: {SUMMARIES}")
    breaking: Sequence[Breaking] = _of_several("breaking", ("lex",))
    settings: Mapping[str, Sequence[object]] = option(
        {},
        ValueType("NAME=A,B", SETTINGS.description, typed=_settings_with_values),
        "a setting of an engine with several values, such as fill_order=on,off",
        flag="setting",
        offered=SearchOptions.option("settings").offered,
        repeated=True,
    )
    rules: Sequence[Sequence[str]] = option(
        (),
        ValueType("NAME=A,B", "a rule with several values", typed=lambda texts: tuple(map(_rule_with_values, texts))),
        "a rule with several values, such as faults=0,off",
        flag="rule",
        offered=PuzzleOptions.option("rule").offered,
        repeated=True,
    )
    repeat: int | None = option(
        None, POSITIVE_INT, "number of runs of each combination; by default 3 of runs under a second"
    )
    out: Sequence[str] = option(
        (),
        ValueType("FILE", OUT_FILE.description, typed=lambda texts: tuple(map(_table_file, texts))),
        "write the table as .csv, or a plot as .svg, .png or .pdf",
        repeated=True,
    )


@dataclass(frozen=True)
class LaserOptions(Options):
    """Sizes in millimeters, `cell` for the side of a cell."""

    cell: float = option(15.0, LENGTH, python="side of a cell")
    kerf: float = option(0.15, LENGTH_OR_ZERO, "width of the cut, or diameter of the cutter")
    rounding: float = option(0.5, LENGTH_OR_ZERO, "pieces to cut: radius of the corners")
    clearance: float = option(0.1, LENGTH_OR_ZERO, python="distance between the pieces and the frame")
    sheet: tuple[float, float] = option(
        (600.0, 400.0), EXTENT, "pieces to cut: size of a sheet; more sheets are added as needed"
    )


@dataclass(frozen=True)
class PrintOptions(Options):
    """Sizes of printed pieces, in millimeters; half of the gap is taken from each of two pieces."""

    cell: float = option(15.0, LENGTH, "side of a square or cube, or a similar length of other cells")
    gap: float = option(0.2, LENGTH, "pieces to print: distance between two pieces")
    bevel: float = option(0.5, LENGTH_OR_ZERO, "pieces to print: chamfer of outer edges, none on balls and sticks")
    plate: tuple[float, float] = option(
        (220.0, 220.0), EXTENT, "pieces to print: size of a plate; more plates are added as needed"
    )
    clearance: float | None = option(
        None, LENGTH_OR_ZERO, "distance between the pieces and the tray (default: the gap, or 0.1 to cut)"
    )
