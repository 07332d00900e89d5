"""The choices of a design: those that a puzzle permits, conditions on regions, and a tally of the results.

Every other solution, a *rival*, must violate a condition. Regions are drawn around the values of the solution, or the
board has its own. Each region first has its strictest condition: its values are equal, or their sum. A region is split
while a rival agrees with all conditions. Then each condition, in random order, is dropped, or replaced by a looser one,
if no rival satisfies the others. So no condition of the result can be dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, cast

from cp_puzzles.analysis.analysis_options import GRADES, DesignOptions, Grade
from cp_puzzles.analysis.design.challenge import plain_spec, spec_without_conditions
from cp_puzzles.analysis.design.difficulty import Difficulty
from cp_puzzles.analysis.design.rival_search import Feature, RivalSearch, holes_of, placements_of, with_holes
from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.cover.verifier import verifier_of
from cp_puzzles.errors import MistakeError, Parameter, Text
from cp_puzzles.puzzle.geometry.cell_solid import value_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.spec.loader import changed
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

REGION_SIZES, SIZE_WEIGHTS = (1, 2, 3, 4, 5, 6), (3, 5, 4, 3, 2, 1)
"""The numbers of cells of a region that is drawn, and how often each is chosen."""

EQUAL_SHARE = 0.4
"""The share of regions that grow over equal values only."""

MAX_SLACK = 3
"""The largest difference between a sum and its bound."""

LETTERS = ascii_uppercase + ascii_lowercase

Conditions = tuple[RegionRule, ...]
Values = dict[Cell, int]
Rivals = Callable[[Conditions], Sequence[Solution]]


class RegionSelection:
    """The conditions that make a solution, the `target`, unique.

    `rivals` returns some other solutions that meet conditions, an empty list if there is none.
    """

    def __init__(self, puzzle: Puzzle, target: Solution, random: Random, rivals: Rivals) -> None:
        self._puzzle, self._random, self._rivals = puzzle, random, rivals
        self._values = shown_values(target)
        self._seen: list[Values] = []
        self._is_drawn = not puzzle.board.regions

    def steps(self) -> list[Conditions]:
        """Return sets of conditions that make the solution unique, from all to the fewest; empty if none does."""
        regions = self._drawn() if self._is_drawn else [list(cells) for _, cells in self._puzzle.board.regions]
        while True:
            conditions = [self._strictest(region) for region in regions]
            rival = self._rival(conditions)
            if rival is None:
                return [*self._looser(conditions)]
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
        new = [shown_values(rival) for rival in self._rivals(rules)]
        self._seen += new
        return new[0] if new else None

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

    def rivals_of(self, puzzle: Puzzle) -> RivalSearch:
        """Return the search for other solutions of a puzzle."""
        return RivalSearch(puzzle, self.symmetry, self.engine, self.deadline)


def _refuse_idle_choices(puzzle: Puzzle, options: DesignOptions) -> None:
    """Raise `MistakeError` for a choice that has no effect on a puzzle, and for a request that fits no choice."""
    choose, clues, grades, level = tuple(options.choose), options.clues, options.difficulty, options.level
    place: Parameter | str = Parameter("choose", ",".join(choose))
    remedy: Text = "add ", Parameter("choose", "given")
    problem = ""
    if puzzle.objective is not None:
        place, problem, remedy = puzzle.name, "the puzzle has an objective", "omit maximize and minimize"
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


def refuse_holes(target: Solution, holes: Sequence[Cell]) -> None:
    """Raise `MistakeError` if a rule counts empty cells: it does not hold any more where they are holes."""
    if holes and verifier_of(with_holes(target.puzzle, frozenset(holes))).violation(target.placements) is not None:
        problem = "a rule counts empty cells, which would become holes"
        raise MistakeError(Parameter("choose", "holes"), problem, "omit the rule")


def other_choices(puzzle: Puzzle, choose: Collection[str]) -> tuple[str, ...]:
    """Return what a design of a puzzle could choose in addition."""
    are_alone = "conditions" in choose
    permitted = {
        "given": not are_alone,
        "holes": not are_alone and puzzle.required != set(puzzle.board.cells),
        "pieces": any(tile.minimum != tile.maximum for tile in puzzle.tiles),
    }
    return tuple(choice for choice, is_permitted in permitted.items() if is_permitted and choice not in choose)


Reason = Literal["several", "few", "many", "repeated", Grade]
"""Why a solution gave no challenge: another solution has all its features, it needs more given pieces than requested or
has too few, its challenge was made before, or the grade of its challenges."""

_FEATURES = {"conditions": "conditions", "pieces": "pieces", "holes": "empty cells", "given": "given pieces"}


@dataclass
class DesignTally:
    """The numbers of solutions that a design tried and why they failed, with words for too few challenges.

    `fewest` and `most` are the least number of features that makes a solution unique, and the largest number of pieces
    to give so that one is left to place; `highest` the highest level that was met.
    """

    request: DesignRequest
    puzzle: Puzzle
    tried: int = 0
    is_all: bool = False
    has_given_up: bool = False
    failures: Counter[str] = field(default_factory=Counter)
    fewest: int | None = None
    most: int = 0
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
            few = f"{amount} are too few: among {considered} the smallest number is {self.fewest}"
            many = f"{amount} are too many: of {considered} none leaves a piece to place beside more than {self.most}"
            return few if is_few else many, ("use ", Parameter("clues", self.fewest if is_few else self.most))
        parts: list[str] = []
        remedy: Text = ""
        if graded := sorted(GRADES.index(grade) for grade in failures if grade in GRADES):
            first, last = GRADES[graded[0]], GRADES[graded[-1]]
            parts.append("graded " + ", ".join(f"{n} {grade}" for grade, n in failures.items() if grade in GRADES))
            remedy = ("use ", Parameter("difficulty", first if first == last else f"{first}..{last}"))
        if failures["several"]:
            features = next(words for choice, words in _FEATURES.items() if choice in choose)
            parts.insert(0, f"{integer(failures['several'])} have another solution with the same {features}")
            others = other_choices(self.puzzle, choose) if self.request.level is None else ()
            remedy = ("use ", Parameter("choose", ",".join([*choose, others[0]]))) if others else remedy
        if failures["repeated"]:
            parts.append(f"{integer(failures['repeated'])} gave a challenge that was made before")
        return f"of {considered} {' and '.join(parts)}" if parts else "", remedy


def _remedy_for_nothing(puzzle: Puzzle) -> str:
    """Return how cells may stay empty, if the tiles are too few for the board; else the command that explains it."""
    if puzzle.required and sum(tile.size * tile.maximum for tile in puzzle.tiles) < len(puzzle.required):
        return "write fill: false so that any cell may stay empty, or draw the cells that may as ?"
    return "explain says why"
