"""Options of the functions that analyze a puzzle, and the names that they accept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from cp_puzzles.base import values
from cp_puzzles.base.option_model import Options, advanced, called, like, option, positional
from cp_puzzles.base.values import ValueType
from cp_puzzles.cover.symmetry import BoardSymmetry, Symmetry
from cp_puzzles.engines.registry import AUTO, COUNTERS, ENGINES, FASTEST, NAMES
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import SHARE, IterOptions, Jobs, Memory, Reported, SearchOptions, TimeLimit

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


def _solutions(value: Any) -> Any:
    from cp_puzzles.cover.solution import Solution

    return [values.of_type(Solution, each) for each in value] if isinstance(value, Sequence) else iter(value)


class HintOptions(Reported, Memory, TimeLimit, PuzzleOptions):
    """Options of `hint`."""

    random: bool = option(values.SWITCH, "a random piece of a random solution, not always the same", default=False)
    seed: int | None = option(values.NON_NEGATIVE_INT, "random seed of --random (default: a new one)")

    def refuse_contradictions(self) -> None:
        """Raise `MistakeError` for values that exclude each other."""
        if self.seed is not None and not self.random:
            raise MistakeError(
                Parameter("seed", self.seed), "it has an effect only with a random piece", ("add ", Parameter("random"))
            )


class GradeOptions(TimeLimit, PuzzleOptions):
    """Options of `difficulty`."""


class ExplainOptions(Memory, PuzzleOptions):
    """Options of `explain`."""

    time_limit: float = like(TimeLimit, "time_limit", default=EXPLAIN_SECONDS)
    certificate: str | os.PathLike[str] | None = option(
        values.OUT_FOLDER, "write a proof by a weighted count of the cells, with its checker, to a folder"
    )
    on_step: Callable[[str], None] | None = called("a few words about each step before it begins")


class EstimateOptions(Memory, TimeLimit, PuzzleOptions):
    """Options of `estimate`."""

    symmetry: Symmetry = like(SearchOptions, "symmetry", default="full")
    engine: str = like(SearchOptions, "engine", "search engine to estimate", default=AUTO)
    jobs: int | None = like(Jobs, "jobs", "number of worker processes to assume (default: all cores)")
    seconds: float = option(values.SECONDS, python="how long to probe the search tree, about", default=1.0)


KTH = ValueType(
    "K",
    "a whole number, at least 1",
    lambda value: tuple(map(values.POSITIVE_INT.read, value if isinstance(value, Iterable) else [value])),
    lambda texts: map(int, texts),
    python="whole numbers, at least 1",
)


class SampleOptions(Reported, TimeLimit, PuzzleOptions):
    """Options of `sample`."""

    n: int | None = positional(values.POSITIVE_INT, "number of tilings (default: 1)", kw_only=False, default=None)
    kth: int | Sequence[int] | None = option(
        KTH, "the tiling of this number, from 1, instead of a random one", repeated=True
    )
    seed: int | None = option(values.NON_NEGATIVE_INT, "random seed (default: a new one, which the result states)")
    memory: int | None = like(Memory, "memory", "memory for the tables, such as 4GB (default: 2 GB)")
    engine: str | None = like(
        SearchOptions,
        "engine",
        f"{COUNTERS[0]}, or an engine that lists all tilings (default: the one that is forecast to be sooner)",
    )


class TabulateOptions(IterOptions):
    """Options of `tabulate`."""

    by: str = positional(
        values.TEXT, python="name of a measure, such as 'crossroads'; 'empty-cells' or 'tiles'", kw_only=False
    )


class ApartOptions(IterOptions):
    """Options of `apart`."""

    solutions: Iterable[Solution] | None = positional(
        ValueType("", "solutions of the puzzle", _solutions),
        python="solutions of the puzzle, for example from `read_solutions`; by default they are searched",
        kw_only=False,
        default=None,
    )
    # 0.1 GB with six pieces
    states: int = option(values.POSITIVE_INT, "largest number of states to search for one assembly", default=1_000_000)
    on_disassembly: Callable[[Solution, Disassembly], None] | None = called(
        "each solution and its disassembly, steps included"
    )


class SmallestOptions(Memory, Jobs, PuzzleOptions):
    """Options of `smallest`."""

    square: bool = option(values.SWITCH, "find the smallest square or cube", default=False)
    up_to: int = option(values.POSITIVE_INT, "try boards of at most this number of cells", default=200)
    time_limit: float = like(TimeLimit, "time_limit", "stop on a board after this many seconds", default=10.0)
    total_time_limit: float | None = like(
        TimeLimit, "time_limit", "stop after this many seconds for all boards together"
    )
    engine: str = like(SearchOptions, "engine", f"search engine: {', '.join(NAMES)}", default=AUTO)
    on_board: Callable[[tuple[int, ...]], None] | None = called("the size of each board before it is tried")


class DesignOptions(Jobs, TimeLimit, PuzzleOptions):
    """Options of `design`."""

    clues: int | None = option(
        values.NON_NEGATIVE_INT, "give exactly this number of pieces in each challenge, instead of as few as possible"
    )
    choose: str | Sequence[str] = option(
        values.some_of(*CHOICES),
        f"what to choose, one or more of {', '.join(CHOICES)}",
        "what the design chooses: 'given' pieces, 'holes' (cells that the solution leaves empty), 'pieces' (exactly "
        "the pieces of the solution), 'conditions' (on the values in regions, which are drawn if the board has none; "
        "alone or with pieces). Without 'given' and 'conditions' the solution is unique up to symmetry",
        default=("given",),
    )
    count: int = option(
        values.POSITIVE_INT, "number of challenges, pairwise different up to symmetry", metavar="K", default=1
    )
    difficulty: str | tuple[str, str] | None = option(
        values.range_of(*GRADES, metavar="GRADE"),
        f"grade: {', '.join(GRADES)}, or a range such as easy..hard; more pieces are given if fewer would be too hard",
    )
    level: int | None = option(
        values.POSITIVE_INT,
        "with --choose pieces: sets of pieces with one assembly, whose first piece needs at least this many moves",
    )
    seed: int | None = like(SampleOptions, "seed")
    engine: str = advanced(
        values.one_of(*ENGINES, metavar="NAME"),
        f"engine that proves uniqueness, {' or '.join(ENGINES)}; the other one checks every challenge",
        default=FASTEST,
    )
    on_challenge: Callable[[Challenge], None] | None = called("each challenge as soon as it is made")
    on_progress: Callable[[int, int], None] | None = called("the numbers of challenges and of solutions tried")


def _labels_of_members(value: Any) -> Any:
    if isinstance(value, str | os.PathLike) or not value:
        return os.fspath(value)  # a `TypeError` for an empty list
    return [[values.plain_text(label) for label in labels] for labels in value]


RANGES = ValueType(
    "RANGES",
    "ranges of parameters, such as n=1..12",
    lambda value: tuple(map(values.TEXT.read, values.one_or_several(value))),
)


class EachOptions(Memory, Jobs):
    """Options of `each`."""

    for_: str | Sequence[str] = option(
        RANGES, "ranges of parameters, such as n=1..12 or n=2..6,m=n..6", repeated=True, default=()
    )
    leaves: str | Sequence[Sequence[str]] | None = option(
        ValueType("dates|FILE|DICE", "labels of each member, dates, a file, or faces of dice", _labels_of_members),
        "labels that stay empty: dates, a file with a line of labels each, or faces of dice as a list of lists",
        offered=("dates",),
    )
    boards: str | os.PathLike[str] | None = option(
        values.IN_FILE, "a file of boards: sizes such as 6x10, or drawings with an empty line between"
    )
    tiles: str | os.PathLike[str] | None = option(
        values.IN_FILE, "a file of tiles: a line of names each, or drawings with an empty line between"
    )
    sets: int | None = option(values.POSITIVE_INT, "every set of K of the tiles", metavar="K")
    cases: str | os.PathLike[str] | None = option(
        values.IN_FILE, "a YAML file with a list of cases: parameters, leave, and keys of the puzzle file"
    )
    question: Question = option(
        values.one_of(*QUESTIONS), python=f"the question: {', '.join(map(repr, QUESTIONS))}", default="solvable"
    )
    parameters: Mapping[str, int | str] = like(PuzzleOptions, "parameters", default={})
    symmetry: BoardSymmetry = option(
        values.one_of(*get_args(BoardSymmetry)), "which symmetric solutions of a member count as one", default="off"
    )
    engine: str | None = like(SearchOptions, "engine")
    cluster: str | None = like(SearchOptions, "cluster")
    time_limit: float | None = like(
        TimeLimit, "time_limit", "stop a member after this many seconds; its answer is unknown"
    )
    total_time_limit: float | None = like(
        TimeLimit, "time_limit", "stop after this many seconds for all members together"
    )
    store: str | os.PathLike[str] | None = advanced(
        values.IN_FILE, "keep the answers in this file; the same request continues with it"
    )
    share: str | None = advanced(
        SHARE, "search only one of several shares of the members, such as 3/10; --store keeps its answers"
    )
    merge: Sequence[str | os.PathLike[str]] = advanced(
        values.IN_FILES, "take the answers in this file of --store, such as another share", repeated=True, default=()
    )
    yes: bool = advanced(values.SWITCH, "search more than 100,000 members", default=False)
    on_progress: Callable[[EachProgress], None] | None = called("the `EachProgress` from time to time")


class LaserOptions(Options):
    """Sizes in millimeters, `cell` for the side of a cell."""

    cell: float = option(values.LENGTH, python="side of a cell", default=15.0)
    kerf: float = option(values.LENGTH_OR_ZERO, "width of the cut, or diameter of the cutter", default=0.15)
    rounding: float = option(values.LENGTH_OR_ZERO, "pieces to cut: radius of the corners", default=0.5)
    clearance: float = option(values.LENGTH_OR_ZERO, python="distance between the pieces and the frame", default=0.1)
    sheet: tuple[float, float] = option(
        values.EXTENT, "pieces to cut: size of a sheet; more sheets are added as needed", default=(600.0, 400.0)
    )


class PrintOptions(Options):
    """Sizes of printed pieces, in millimeters; half of the gap is taken from each of two pieces."""

    cell: float = option(values.LENGTH, "side of a square or cube, or a similar length of other cells", default=15.0)
    gap: float = option(values.LENGTH, "pieces to print: distance between two pieces", default=0.2)
    bevel: float = option(
        values.LENGTH_OR_ZERO, "pieces to print: chamfer of outer edges, none on balls and sticks", default=0.5
    )
    plate: tuple[float, float] = option(
        values.EXTENT, "pieces to print: size of a plate; more plates are added as needed", default=(220.0, 220.0)
    )
    clearance: float | None = option(
        values.LENGTH_OR_ZERO, "distance between the pieces and the tray (default: the gap, or 0.1 to cut)"
    )
