"""The choices of a design: what makes a solution unique, the requests that a puzzle permits, a tally of the results.

Every other solution, a *rival*, must differ from the target in a given feature. The features of the target that a rival
lacks form a row, and the given features must hit every row: a minimum hitting set. Rivals are generated only as needed:
solve the hitting set for the rows known so far, search for a rival that agrees with it, add its row, and repeat. When
no rival is left, no smaller set suffices. The chosen pieces are a part of one search; each set of holes has a cover
problem of its own.

Or every rival must violate a condition. Regions are drawn around the values of the solution, or the board has its own.
Each region first has its strictest condition: its values are equal, or their sum. A region is split while a rival
agrees with all conditions. Then each condition, in random order, is dropped, or replaced by a looser one, if no rival
satisfies the others. So no condition of the result can be dropped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random, SystemRandom
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, cast

import numpy as np

from cp_puzzles.analysis.analysis_options import GRADES, DesignOptions, Grade
from cp_puzzles.analysis.design.challenge import plain_spec, spec_with_holes, spec_without_conditions
from cp_puzzles.analysis.design.difficulty import Difficulty
from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.cover_problem import Cover, CoverProblem, Item, build_cover
from cp_puzzles.cover.objective import LinearObjective
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, group_of
from cp_puzzles.cover.verifier import verifier_of
from cp_puzzles.engines.cp_sat.cp_sat_engine import model_to_optimize, optimize
from cp_puzzles.engines.engine import Batch, Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.registry import FASTEST, load_engine
from cp_puzzles.errors import MistakeError, Parameter, SpecError, Text
from cp_puzzles.puzzle.geometry.cell_solid import value_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.spec.loader import changed
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

Feature = Placement | Cell
"""A given piece or an empty cell."""

Reason = Literal["several", "whole", "few", "many", "repeated", Grade]
"""Why a solution gave no challenge: another solution has all its features, no piece is left to place, it needs more
given pieces than requested or has too few, its challenge was made before, or the grade of its challenges."""


def with_holes(puzzle: Puzzle, holes: frozenset[Cell]) -> Puzzle:
    """Return the puzzle without some cells of its board."""
    if not holes:
        return puzzle
    cells = tuple(cell for cell in puzzle.board.cells if cell not in holes)
    colors = tuple((cell, color) for cell, color in puzzle.board.cell_colors if cell not in holes)
    optional, left_empty = puzzle.board.optional.difference(holes), puzzle.board.left_empty | holes
    board = replace(puzzle.board, cells=cells, optional=optional, left_empty=left_empty, cell_colors=colors)
    return puzzle.replaced(board=board)


ELEMENT_COST = 1000
"""Cost of an element in the objective; the tie-breaking costs of all elements together stay below it."""


def smallest_hitting_set(
    rows: Iterable[Sequence[int]],
    costs: Sequence[int],
    *,
    incomplete: Sequence[int] = (),
    stop: Callable[[], bool] = lambda: False,
) -> tuple[int, ...] | None:
    """Return a minimum set of elements (numbers from 0) that hits every row, empty if none does, None if stopped.

    It does not contain all `incomplete` elements. `costs`, one per element and below `ELEMENT_COST / len(costs)`, break
    ties. The problem is a cover problem: elements are options, rows are items that are covered at least once.

    >>> smallest_hitting_set([(0, 1), (1, 2), (2, 3)], (0, 0, 1, 0))
    (1, 3)
    """
    distinct_rows = sorted({tuple(sorted(row)) for row in rows})
    items = [Item("rule", str(number), 1, len(row)) for number, row in enumerate(distinct_rows)]
    if incomplete:
        items.append(Item("rule", "incomplete", 0, len(incomplete) - 1))
        distinct_rows.append(tuple(incomplete))
    problem = CoverProblem(tuple(items), Ragged.of(distinct_rows).transposed(len(costs)))
    weights = tuple((element, ELEMENT_COST + cost) for element, cost in enumerate(costs))
    model = model_to_optimize(problem, LinearObjective("cost", False, weights))
    optimum = optimize(model, len(costs), stop=stop, workers=1)
    return optimum.options if optimum.complete else None


RIVALS_PER_SEARCH = 32
"""Rivals generated by one search."""


@dataclass(frozen=True)
class Selection:
    """A solution (`target`) of a puzzle and the `features` of it that can be given.

    The target must become unique up to the symmetry of the `request`.
    """

    request: DesignRequest
    puzzle: Puzzle
    target: Solution
    features: tuple[Feature, ...]

    def smallest(self, random: Random) -> tuple[Feature, ...] | Reason:
        """Return a minimum set of features without a rival that leaves a piece to place, at random among several.

        Returns a reason if there is none: some rival has all features of the target, or no piece would be left. Raises
        `CanceledError`.
        """
        rows: set[tuple[int, ...]] = set()
        pieces = [number for number, feature in enumerate(self.features) if isinstance(feature, Placement)]
        costs = [random.randrange(ELEMENT_COST // (len(self.features) + 1)) for _ in self.features]
        while True:
            late = self.request.is_late
            numbers = smallest_hitting_set(rows, costs, incomplete=pieces, stop=late) if rows else ()
            if numbers is None:
                raise CanceledError
            if rows and not numbers:
                return "whole"
            chosen = tuple(self.features[number] for number in numbers)
            rivals = self.rivals(chosen)
            if not rivals:
                return chosen
            new_rows = self._rows(rivals)
            if () in new_rows:
                return "several"
            rows |= new_rows

    def rivals(self, chosen: Sequence[Feature]) -> list[Solution]:
        """Return some solutions other than the target that agree with it in the chosen features."""
        # if there is no feature, a single rival decides
        limit = RIVALS_PER_SEARCH if self.features else 2
        return self.request.rivals(self.puzzle, self.target, limit, chosen)

    def _rows(self, rivals: Sequence[Solution]) -> set[tuple[int, ...]]:
        """Return the rows of rivals and of further rivals that differ in fewer features; short rows prune most.

        All features outside the shortest row are given to find rivals with a shorter row, until there is none.
        """
        rows = {self._row(rival) for rival in rivals}
        shortest = min(rows, key=lambda row: (len(row), row))
        while shortest:
            rest = [feature for number, feature in enumerate(self.features) if number not in shortest]
            inner = {self._row(rival) for rival in self.rivals(rest)}
            rows |= inner
            shorter = min((*inner, shortest), key=lambda row: (len(row), row))
            if len(shorter) == len(shortest):
                break
            shortest = shorter
        return rows

    def _row(self, rival: Solution) -> tuple[int, ...]:
        same, covered = set(rival.placements), {cell for placement in rival.placements for cell in placement.cells}
        return tuple(
            number
            for number, feature in enumerate(self.features)
            if (feature not in same if isinstance(feature, Placement) else feature in covered)
        )


def placements_of(chosen: Sequence[Feature]) -> tuple[Placement, ...]:
    """Return the pieces among some features, sorted."""
    return tuple(sorted(feature for feature in chosen if isinstance(feature, Placement)))


def holes_of(chosen: Sequence[Feature]) -> frozenset[Cell]:
    """Return the cells among some features."""
    return frozenset(feature for feature in chosen if not isinstance(feature, Placement))


REGION_SIZES, SIZE_WEIGHTS = (1, 2, 3, 4, 5, 6), (3, 5, 4, 3, 2, 1)
"""The numbers of cells of a region that is drawn, and how often each is chosen."""

EQUAL_SHARE = 0.4
"""The share of regions that grow over equal values only."""

MAX_SLACK = 3
"""The largest difference between a sum and its bound."""

LETTERS = ascii_uppercase + ascii_lowercase

Conditions = tuple[RegionRule, ...]
Values = dict[Cell, int]


class RegionSelection:
    """The conditions that make a solution, the `target`, unique."""

    def __init__(self, request: DesignRequest, puzzle: Puzzle, target: Solution, random: Random) -> None:
        self._request, self._puzzle, self._target, self._random = request, puzzle, target, random
        self._values = shown_values(target)
        self._seen: list[Values] = []
        self._is_drawn = not puzzle.board.regions

    def choices(self) -> list[Choice]:
        """Return sets of conditions that make the solution unique, the fewest first; empty if none does."""
        regions = self._drawn() if self._is_drawn else [list(cells) for _, cells in self._puzzle.board.regions]
        while True:
            conditions = [self._strictest(region) for region in regions]
            rival = self._rival(conditions)
            if rival is None:
                return [Choice(self._limited(rules), conditions=rules) for rules in [*self._looser(conditions)][::-1]]
            different = [cell for cell in self._values if rival.get(cell) != self._values[cell]]
            wide = [region for region in regions if len(region) > 1 and any(cell in different for cell in region)]
            if not wide or not self._is_drawn:
                return []
            split = self._random.choice(wide)
            first = self._random.choice([cell for cell in split if cell in different])
            part = self._grown(first, len(split) // 2, {*split} - {first})
            rest = [cell for cell in split if cell not in part]
            components = self._puzzle.lattice.components(rest)
            regions = [*(region for region in regions if region is not split), part, *map(list, components)]

    def _looser(self, conditions: list[RegionRule | None]) -> Iterator[Conditions]:
        """Yield sets of conditions, each with one condition dropped or looser than in the set before."""
        yield _named(conditions)
        for number in self._random.sample(range(len(conditions)), len(conditions)):
            strict = conditions[number]
            for loose in (None, *self._alternatives(strict)) if strict is not None else ():
                conditions[number] = loose
                if self._rival(conditions) is None:
                    yield _named(conditions)
                    break
                conditions[number] = strict

    def _rival(self, conditions: list[RegionRule | None]) -> Values | None:
        """Return the values of a rival that meets all conditions."""
        rules = _named(conditions)
        for seen in self._seen:
            if all(rule.is_met_by(seen) for rule in rules):
                return seen
        rivals = self._request.rivals(self._limited(rules), self._target, RIVALS_PER_SEARCH)
        new = [shown_values(rival) for rival in rivals]
        self._seen += new
        return new[0] if new else None

    def _limited(self, conditions: Conditions) -> Puzzle:
        """Return the puzzle with conditions."""
        return self._puzzle.replaced(rules=(*self._puzzle.rules, *conditions))

    def _strictest(self, region: Sequence[Cell]) -> RegionRule | None:
        values, cells = [self._values[cell] for cell in region if cell in self._values], tuple(sorted(region))
        if len(values) > 1 and len(set(values)) == 1:
            return RegionRule("", cells, "equal")
        return RegionRule("", cells, "sum", sum(values), sum(values)) if values else None

    def _alternatives(self, condition: RegionRule) -> Iterator[RegionRule]:
        """Yield looser conditions: different values, or a bound of the sum."""
        if condition.kind != "sum":
            return
        cells, total = condition.cells, condition.minimum
        values = [self._values[cell] for cell in cells if cell in self._values]
        slack = self._random.randint(1, MAX_SLACK)
        loose = [RegionRule("", cells, "sum", 0, total + slack)]
        if total > slack:
            loose.append(RegionRule("", cells, "sum", total - slack, None))
        if len(values) > 2 and len(set(values)) == len(values):
            loose.append(RegionRule("", cells, "different"))
        yield from self._random.sample(loose, len(loose))

    def _drawn(self) -> list[list[Cell]]:
        """Return random connected regions of the cells that show values."""
        random, values, free = self._random, self._values, set(self._values)
        regions = []
        for first in random.sample(sorted(values), len(values)):
            if first not in free:
                continue
            near = {cell for cell in free if values[cell] == values[first]} if random.random() < EQUAL_SHARE else free
            region = self._grown(first, random.choices(REGION_SIZES, SIZE_WEIGHTS)[0], near - {first})
            free -= {*region}
            regions.append(region)
        return regions

    def _grown(self, first: Cell, size: int, free: Collection[Cell]) -> list[Cell]:
        """Return a random connected region of a size around a cell, smaller if the free cells end."""
        region = [first]
        while len(region) < size:
            near = {cell for each in region for cell in self._puzzle.lattice.neighbors(each) if cell in free}
            if not near.difference(region):
                break
            region.append(self._random.choice(sorted(near.difference(region))))
        return region


def shown_values(solution: Solution) -> Values:
    """Return the value on each cell of a solution that shows one."""
    shown = [pair for placement in solution.placements for pair in placement.letters_at().items()]
    return {cell: value for cell, text in shown if (value := value_of(text)) is not None}


def _named(conditions: Sequence[RegionRule | None]) -> Conditions:
    """Return the conditions with names in the order of their first cells: letters, as long as there are any."""
    kept = sorted((each for each in conditions if each is not None), key=lambda each: each.cells)
    names = [*LETTERS, *(f"r{number}" for number in range(len(LETTERS), len(kept)))]
    return tuple(replace(each, region=name) for each, name in zip(kept, names, strict=False))


@dataclass(frozen=True)
class DesignRequest:
    """The question of a design: the `spec` of a puzzle without what is chosen, and the choices; see `design`."""

    spec: PuzzleSpec
    choose: tuple[str, ...]
    grades: tuple[str, str] | None
    seed: int
    deadline: Deadline
    clues: int | None
    level: int | None
    engine: str

    @classmethod
    def of(cls, puzzle: Puzzle, options: DesignOptions) -> DesignRequest:
        """Return a request; raise `MistakeError` for one that a puzzle does not permit."""
        deadline = Deadline.after(options.time_limit)
        _refuse_idle_choices(puzzle, options)
        spec = plain_spec(puzzle)
        spec = spec if options.level is None else changed(spec, "rule", "buildable=true")
        spec = spec_without_conditions(spec) if "conditions" in options.choose else spec
        seed = SystemRandom().randrange(1 << 32) if options.seed is None else options.seed
        grades = cast(tuple[str, str] | None, options.difficulty)
        return cls(spec, tuple(options.choose), grades, seed, deadline, options.clues, options.level, options.engine)

    @property
    def symmetry(self) -> Symmetry:
        """The equivalence up to which a challenge has one solution."""
        return "off" if {"given", "conditions"} & {*self.choose} else "full"

    def is_late(self) -> bool:
        """Return True after the deadline."""
        return self.deadline.has_passed

    def rivals(self, puzzle: Puzzle, target: Solution, limit: int, chosen: Sequence[Feature] = ()) -> list[Solution]:
        """Return up to `limit` solutions without those that are the target, up to the symmetry; raise `CanceledError`.

        With chosen pieces, the symmetry is `off`.
        """
        cover, solutions = self.found(puzzle, self.engine, limit, chosen)
        group = group_of(cover, self.symmetry)
        keys = [group.representative(cover.options_of(each.placements)) for each in (target, *solutions)]
        return [each for each, key in zip(solutions, keys[1:], strict=True) if key != keys[0]]

    def found(
        self, puzzle: Puzzle, engine: str, limit: int, chosen: Sequence[Feature] = ()
    ) -> tuple[Cover, list[Solution]]:
        """Return the cover problem, and up to `limit` solutions with chosen pieces and empty cells."""
        batches = list[Batch]()

        def search() -> tuple[Cover, PartResult]:
            cover = build_cover(with_holes(puzzle, holes_of(chosen)))
            settings = {"restarts": False} if engine == FASTEST else {}
            leader, pieces = leader_of(cover, self.symmetry), cover.options_of(placements_of(chosen))
            request = SearchRequest(cover.problem, leader, settings=settings, accepts=cover.accepts_options)
            part = Part(tuple(sorted(pieces)))
            task = PartTask(request, part, lambda batch, sizes: batches.append(batch), limit, self.is_late)
            return cover, load_engine(engine).run(task)

        cover, result = self.deadline.run("looking for other solutions", search)
        if not result.complete and result.solutions < limit:
            raise CanceledError
        solutions = (solutions_of(cover, batch, np.ones(len(batch), np.int64)) for batch in batches)
        return cover, [*chain.from_iterable(solutions)]


def _refuse_idle_choices(puzzle: Puzzle, options: DesignOptions) -> None:
    """Raise `MistakeError` for a choice that has no effect on a puzzle, and for a request that fits no choice."""
    choose, clues, grades, level = tuple(options.choose), options.clues, options.difficulty, options.level
    place: Parameter | str = Parameter("choose", ",".join(choose))
    remedy: Text = "add ", Parameter("choose", "given")
    problem = ""
    if puzzle.objective is not None:
        place, problem, remedy = puzzle.name, "the puzzle has an objective", "omit maximize and minimize"
    elif not any(tile.maximum for tile in puzzle.remaining_tiles):
        place, problem, remedy = puzzle.name, "every piece is given, so none is left to place", "remove a given piece"
    elif level is not None and choose != ("pieces",):
        place, problem = Parameter("level", level), "a level belongs to a set of pieces"
        remedy = "choose nothing else: ", Parameter("choose", "pieces")
    elif clues is not None and "given" not in choose:
        place, problem = Parameter("clues", clues), "the design does not choose given pieces"
    elif grades is not None and not {"given", "conditions"} & {*choose}:
        place = Parameter("difficulty", "..".join(dict.fromkeys(grades)))
        problem = "only a puzzle with one solution, in one position, has a grade"
    elif "pieces" in choose and all(tile.minimum == tile.maximum for tile in puzzle.tiles):
        place, problem = Parameter("choose", "pieces"), "every tile has a fixed multiplicity"
        remedy = "let the numbers of some tiles vary, such as multiplicity: {min: 0, max: 1}"
    elif "conditions" in choose and {*choose} & {"given", "holes"}:
        problem, remedy = "conditions alone leave one solution", "choose conditions, or pieces,conditions"
    elif "conditions" in choose and not puzzle.has_values:
        problem, remedy = "no tile has a value", "use a set such as dominoes-0-6, or draw cells as digits"
    elif "holes" in choose and puzzle.required == set(puzzle.board.cells):
        place, problem = Parameter("choose", "holes"), "no cell may stay empty"
        remedy = "write fill: false or optional cells"
    if problem:
        raise MistakeError(place, problem, remedy)


@dataclass(frozen=True)
class Choice:
    """Features, or conditions on regions, that make the solution of a puzzle unique, and its grade, if wanted."""

    puzzle: Puzzle
    features: tuple[Feature, ...] = ()
    conditions: Conditions = ()
    graded: Difficulty | None = None

    @property
    def with_features(self) -> Puzzle:
        """The puzzle with the features given."""
        given = tuple(sorted((*self.puzzle.given, *placements_of(self.features))))
        return with_holes(self.puzzle, holes_of(self.features)).replaced(given=given)


def refuse_holes(spec: PuzzleSpec, target: Solution, holes: Sequence[Cell]) -> None:
    """Raise `MistakeError` if a rule counts empty cells, or lines of them: it does not hold where they are holes."""
    if not holes:
        return
    try:
        puzzle = build_puzzle(spec_with_holes(spec, target.puzzle, holes))
        problem = "a rule counts empty cells" if verifier_of(puzzle).violation(target.placements) else ""
    except SpecError as error:
        problem = f"the rules are those of all cells ({error.problem})"
    if problem:
        raise MistakeError(Parameter("choose", "holes"), f"{problem}, which would become holes", "omit the rule")


def other_choices(puzzle: Puzzle, choose: Collection[str]) -> tuple[str, ...]:
    """Return what a design of a puzzle could choose in addition."""
    are_alone = "conditions" in choose
    permitted = {
        "given": not are_alone,
        "holes": not are_alone and puzzle.required != set(puzzle.board.cells),
        "pieces": any(tile.minimum != tile.maximum for tile in puzzle.tiles),
    }
    return tuple(choice for choice, is_permitted in permitted.items() if is_permitted and choice not in choose)


_FEATURES = {"conditions": "conditions", "pieces": "pieces", "holes": "empty cells", "given": "given pieces"}


@dataclass
class DesignTally:
    """The numbers of solutions that a design tried and why they failed, with words for too few challenges.

    `failures` are the keys of the solutions by reason. `fewest` and `fewest_pieces` are the least number of features
    that makes a solution unique, and of pieces among them; `most` is the largest number of pieces to give so that one
    is left to place, and `highest` the highest level that was met.
    """

    request: DesignRequest
    puzzle: Puzzle
    tried: int = 0
    is_all: bool = False
    has_given_up: bool = False
    failures: defaultdict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    fewest: int | None = None
    fewest_pieces: int | None = None
    most: int = -1
    highest: int = 0

    def ending(self, status: str, phase: str, attempts: int) -> tuple[str | None, Text]:
        """Return why there are no more challenges, and a choice that would give some, empty if none is known."""
        level, nothing = self.request.level, _remedy_for_nothing(self.puzzle)
        if not self.tried and status == "time-limit":
            return f"out of time while {phase}" if phase else None, ("allow more time with ", Parameter("time_limit"))
        if not self.tried and level is not None:
            reason = f"no set of pieces reached level {level}; the highest level was {self.highest}"
            return reason, ("use ", Parameter("level", self.highest)) if self.highest else nothing
        if not self.tried:
            reason = reason_by_size(self.puzzle) or ""
            return f"the puzzle has no solution{': ' * bool(reason)}{reason}", nothing
        tried = counted(self.tried, "solution")
        considered = f"all {tried}" if self.is_all and self.tried > 1 else tried
        reason, remedy = self._failure(considered)
        if self.has_given_up:
            reason += f"{'; ' * bool(reason)}{attempts} attempts in a row led to no new challenge"
        return reason or f"{considered} did not lead to another challenge", remedy

    def _failure(self, considered: str) -> tuple[str, Text]:
        """Return what became of the solutions, which `considered` counts, and a remedy; empty if there is none."""
        choose, clues, failures = self.request.choose, self.request.clues, self.failures
        if clues is not None and (failures["few"] or failures["many"]):
            is_few, amount = bool(failures["few"]), counted(clues, "given piece")
            few = f"{amount} are too few: among {considered} the smallest number is {self.fewest_pieces}"
            many = f"{amount} are too many: of {considered} none leaves a piece to place beside more than {self.most}"
            return few if is_few else many, ("use ", Parameter("clues", self.fewest_pieces if is_few else self.most))
        parts: list[str] = []
        remedy: Text = ""
        others = other_choices(self.puzzle, choose) if self.request.level is None else ()
        if graded := sorted(GRADES.index(grade) for grade in failures if grade in GRADES):
            first, last = GRADES[graded[0]], GRADES[graded[-1]]
            parts.append(
                "graded " + ", ".join(f"{len(keys)} {grade}" for grade, keys in failures.items() if grade in GRADES)
            )
            remedy = ("use ", Parameter("difficulty", first if first == last else f"{first}..{last}"))

        def having(reason: Reason) -> str:
            number = len(failures[reason])
            return f"{integer(number)} {'has' if number == 1 else 'have'}"

        if failures["several"]:
            features = next(words for choice, words in _FEATURES.items() if choice in choose)
            parts.insert(0, f"{having('several')} another solution with the same {features}")
            remedy = ("use ", Parameter("choose", ",".join([*choose, others[0]]))) if others else remedy
        if failures["whole"]:
            parts.insert(0, f"{having('whole')} no piece left to place beside those that must be given")
            remedy = (
                ("use ", Parameter("choose", ",".join([*choose, others[-1]]))) if others else "add a tile or a rule"
            )
        if failures["repeated"]:
            parts.append(f"{integer(len(failures['repeated']))} gave a challenge that was made before")
        return f"of {considered} {' and '.join(parts)}" if parts else "", remedy


def _remedy_for_nothing(puzzle: Puzzle) -> str:
    """Return how cells may stay empty, if the tiles are too few for the board; else the command that explains it."""
    if puzzle.required and sum(tile.size * tile.maximum for tile in puzzle.tiles) < len(puzzle.required):
        return "write fill: false so that any cell may stay empty, or draw the cells that may as ?"
    return "explain says why"
